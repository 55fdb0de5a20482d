"""Permutations in two rows, each above what it is sent to, and their products."""

from collections.abc import Mapping
from functools import reduce
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import spelled

_FACTOR: Final = pattern(
    r"\\begin\{[a-z]*matrix\}(?P<rows>[0-9&\\]+)\\end\{[a-z]*matrix\}(?:\^\{?(?P<exponent>-?[0-9])\}?)?"
    r"(?:\\cdot|\\circ|\u00b7|\u2218)?"
)
_ROWS: Final = 2


def are_of_permutations(sides: tuple[Side, Side]) -> bool:
    """Whether two sides are permutations in two rows, or their products from the left or from the right, and equal."""
    ours, theirs = (_factors(spelled(side)) for side in sides)
    if not ours or not theirs:
        return False
    return any(_product(ours[::step]) == _product(theirs[::step]) for step in (1, -1))


def _factors(text: str) -> list[dict[str, str]]:
    """The permutations of a product, with their exponents; none of anything else."""
    found, at = list[dict[str, str]](), 0
    while at < len(text):
        factor = _FACTOR.match(text, at)
        rows = [] if factor is None else [row.split("&") for row in factor["rows"].rstrip("\\").split("\\\\")]
        if factor is None or len(rows) != _ROWS or not sorted(rows[0]) == sorted(rows[1]) == _numbers(len(rows[0])):
            return []
        above, below = rows
        exponent = int(factor["exponent"] or 1)
        one = dict(zip(above, below, strict=True) if exponent > 0 else zip(below, above, strict=True))
        found += [one] * abs(exponent)
        at = factor.end()
    return found


def _numbers(count: int) -> list[str]:
    return sorted(map(str, range(1, count + 1)))


def _product(factors: list[dict[str, str]]) -> Mapping[str, str]:
    """The permutation that factors make together, applied in their order."""
    return reduce(lambda one, other: {number: other.get(image, image) for number, image in one.items()}, factors)
