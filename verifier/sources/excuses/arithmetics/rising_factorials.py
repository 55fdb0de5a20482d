r"""Rising and falling factorials, with their exponent in brackets: `3^{(2)} = 3 \cdot 4 = 12`, or 3 * 2."""

from math import prod
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import spelled, value_of

_FACTORIAL: Final = pattern(r"\(?(\d{1,3})\)?\^\{?\(([1-9]|1\d)\)\}?")


def is_rising_factorial(sides: tuple[Side, Side]) -> bool:
    """Whether one side is a whole number with an exponent in brackets, and the other its product of so many numbers."""
    for side, other in (sides, sides[::-1]):
        found = _FACTORIAL.fullmatch(spelled(side))
        if found is not None:
            first, count = int(found[1]), int(found[2])
            products = {prod(range(first, first + count)), prod(range(first, first - count, -1))}
            return value_of(other) in products
    return False
