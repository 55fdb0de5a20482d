"""Brackets of running text that hold an aside, and no part of an expression."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from verifier.sources.expressions.rows import is_function
from verifier.sources.text.tokens import Token
from verifier.sources.units.factors import is_mark, is_of_unit, units_of_operands, words_of_units

_OPENING: Final = frozenset(("(", "["))
_CLOSING: Final = frozenset((")", "]"))


def asides(tokens: Sequence[Token]) -> set[int]:
    """The brackets that hold a relation, words or the mark of an equation: an aside, and no part of an expression."""
    found: set[int] = set()
    if _CLOSING.isdisjoint([token.text for token in tokens]):
        return found
    opened: list[int] = []
    units = words_of_units(tokens, units_of_operands(tokens))
    told = [
        0,
        *accumulate(
            token.sort == "relation" or (_is_plain(tokens, at) and at not in units) for at, token in enumerate(tokens)
        ),
    ]
    for index, token in enumerate(tokens):
        if token.text in _OPENING:
            opened.append(index)
        elif token.text in _CLOSING and opened:
            start = opened.pop()
            is_call = start > 0 and tokens[start - 1].sort == "word" and not tokens[start].spaced
            is_told = told[index] > told[start + 1] and not is_of_unit(tokens, start, index)
            if (not is_call and is_told) or is_mark(tokens, start, index):
                found |= {start, index}
    return found


def _is_plain(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is a word of running text and surely no name in an expression."""
    token = tokens[at]
    is_name = token.text in ("e", "x", "X", "\u03c0", "\u03c3")
    return token.sort == "word" and not is_name and not is_function(tokens, at)
