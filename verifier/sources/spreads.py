"""Sums of numbers with spreads, as `3.2 ± 0.1 + 1.1 ± 0.1 = 4.3 ± 0.2`: the sum of the centres is the centre.

How spreads add up is the author's choice, so these are not judged. Nor is any other expression with the sign, which may
stand for two numbers, as in `3 ± 1 = 4 or 2`, or be multiplied out.
"""

from collections.abc import Sequence
from typing import Final

from verifier.sources.chains import Pair, Side
from verifier.sources.signs import MINUS
from verifier.sources.tokens import Token

_SPREAD: Final = ("\u00b1", "\\pm")
TERM: Final = 3
"""The tokens of a number with its spread."""
IN_BRACKETS: Final = TERM + 2


def centres(pair: Pair) -> Pair:
    """The pair without spreads, if a sum of numbers that all have one is said to be a decimal number that has one."""
    left, right = _centres(pair.left.tokens), _centres(pair.right.tokens)
    is_sum = len(left) > 1 and len(right) == 1 and "." in right[0].text
    return pair._replace(left=_without(pair.left, left), right=_without(pair.right, right)) if is_sum else pair


def _without(side: Side, tokens: Sequence[Token]) -> Side:
    return side._replace(tokens=tuple(tokens))


def _centres(tokens: Sequence[Token]) -> list[Token]:
    """The numbers of a sum and the signs between them; empty if one has no spread, or if it is no such sum."""
    found: list[Token] = []
    rest = list(tokens)
    while True:
        if len(rest) >= IN_BRACKETS and (rest[0].text, rest[IN_BRACKETS - 1].text) == ("(", ")"):
            term, rest = rest[1 : IN_BRACKETS - 1], rest[IN_BRACKETS:]
        else:
            term, rest = rest[:TERM], rest[TERM:]
        if [token.sort for token in term[::2]] != ["number", "number"] or not term[1].is_one_of(*_SPREAD):
            return []
        found.append(term[0])
        if not rest:
            return found
        if not rest[0].is_one_of("+", *MINUS):
            return []
        found.append(rest.pop(0))
