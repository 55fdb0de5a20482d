"""Mixed numbers whose fraction a hyphen joins, as carpenters and cooks write them: `2-1/2 * 4 = 10`."""

from collections.abc import Iterator
from typing import Final

from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.text.tokens import Token

_PARTS: Final = ("2", "3", "4", "5", "6", "8", "16", "32", "64")
"""Into so many parts inches, cups and hours are divided."""
_LENGTH: Final = 5
"""Tokens of a mixed number with a hyphen."""


def with_joined(pair: Pair) -> Iterator[Pair]:
    """An equality in which hyphens before fractions are no minus signs; nothing where there are none such."""
    if "-" not in [token.text for token in pair.left.tokens + pair.right.tokens]:
        return
    left, right = (side._replace(tokens=_joined(side), units=None) for side in (pair.left, pair.right))
    if (left.tokens, right.tokens) != (pair.left.tokens, pair.right.tokens):
        yield pair._replace(left=left, right=right)


def _joined(side: Side) -> tuple[Token, ...]:
    """The tokens of a side without these hyphens, and a blank before each of their fractions."""
    tokens, found = side.tokens, list[Token]()
    for at, token in enumerate(tokens):
        if at and _is_joint(tokens[at - 1 : at - 1 + _LENGTH]):
            continue
        is_fraction = at > 1 and _is_joint(tokens[at - 2 : at - 2 + _LENGTH])
        found.append(token._replace(spaced=True) if is_fraction else token)
    return tuple(found)


def _is_joint(tokens: tuple[Token, ...]) -> bool:
    """Whether tokens are a whole number, a hyphen and a fraction below one, without blanks."""
    if len(tokens) < _LENGTH or not (tokens[1].is_one_of("-") and tokens[3].is_one_of("/")):
        return False
    texts = [token.text for token in tokens[::2]]
    is_tight = not any(token.spaced for token in tokens[1:]) and all(text.isdecimal() for text in texts)
    return is_tight and texts[2] in _PARTS and 0 < int(texts[1]) < int(texts[2])
