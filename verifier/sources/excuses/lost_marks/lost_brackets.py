"""Brackets and bars that a text lost where it was copied from a page, or that its author left out.

`√9 + 16 = 5` is the root of the sum, `27^1/3 = 3` a power whose exponent is a third, and `sin 60°/2 = 0.5` the sine of
half the angle: so where the number is given to its last digit.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq

from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side, nesting
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import are_equal, gives, value_of
from verifier.sources.text.signs import MINUS, OPERATORS, POWER, ROOTS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import FUNCTIONS

_ROOT: Final = "\u221a"
_LEAST: Final = 3
"""Tokens below a bar that is lost."""
_SIGNS: Final = frozenset((*POWER, *ROOTS, *FUNCTIONS))
"""What takes a number behind it, or all of an expression in brackets."""
_OPENING: Final = Token("sign", "(", -1, -1)
_CLOSING: Final = Token("sign", ")", -1, -1)


def has_lost_brackets(sides: tuple[Side, Side]) -> bool:
    """Whether a number is what the other side gives if a root, an exponent or a function takes more than it seems."""
    if _is_root_of_all(sides):
        return True
    for side, other in (sides, sides[::-1]):
        if _SIGNS.isdisjoint([token.text for token in side.tokens]):
            continue
        is_number = len(other.tokens) == 1
        for tokens in _bracketed(side.tokens):
            if gives(Side(tokens), other.tokens) if is_number else are_equal(Side(tokens), other):
                return True
    return False


def _is_root_of_all(sides: tuple[Side, Side]) -> bool:
    """Whether a number is the root of all that stands behind the sign of a root, to its last digit."""
    (first, *rest), right = sides[0].tokens, sides[1].tokens
    shown = number_in(right[0].text) if len(right) == 1 else None
    if first.text != _ROOT or len(rest) < _LEAST or shown is None:
        return False
    below = value_of(Side(tuple(rest)))
    unit = power_of_ten(-shown.decimals) if shown.decimals > 0 else fmpq(0)
    return below is not None and max(shown.value - unit, fmpq(0)) ** 2 <= below <= (shown.value + unit) ** 2


def _bracketed(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The tokens with brackets around more of what stands behind a sign: its product, and what touches the sign."""
    for at, token in enumerate(tokens[:-_LEAST], start=1):
        if not token.is_one_of(*_SIGNS) or nesting(tokens[at]):
            continue
        for end in _ends(tokens, at, is_below_a_bar=token.is_one_of(*ROOTS)):
            yield (*tokens[:at], _OPENING, *tokens[at:end], _CLOSING, *tokens[end:])


def _ends(tokens: Sequence[Token], start: int, *, is_below_a_bar: bool) -> list[int]:
    """Where the product ends that begins at an index, and where all ends that stands there without blanks.

    A sum ends with the bracket around it; below a bar it may have blanks. What is one number needs no brackets.
    """
    depth, found = 0, list[int]()
    for at in range(start, len(tokens)):
        depth += nesting(tokens[at])
        if depth < 0:
            break
        is_sign = tokens[at].is_one_of("+", *MINUS) and at > start and not tokens[at - 1].is_one_of(*OPERATORS)
        if is_sign and not depth:
            found = found or [at]
            if tokens[at].spaced and not is_below_a_bar:
                break
    else:
        at = len(tokens)
    return [end for end in dict.fromkeys((*found, at)) if end - start > 1]
