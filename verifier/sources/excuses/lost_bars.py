"""Bars of roots that a text lost where it was copied from a page: `√9 + 16 = 5` is the root of the sum."""

from typing import Final

from flint import fmpq

from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import value_of

_ROOT: Final = "\u221a"
_LEAST: Final = 3
"""Tokens below a bar that is lost."""


def has_lost_bar(sides: tuple[Side, Side]) -> bool:
    """Whether a number is the root of all that stands behind the sign of a root, to its last digit."""
    (first, *rest), right = sides[0].tokens, sides[1].tokens
    shown = number_in(right[0].text) if len(right) == 1 else None
    if first.text != _ROOT or len(rest) < _LEAST or shown is None:
        return False
    below = value_of(Side(tuple(rest)))
    unit = power_of_ten(-shown.decimals) if shown.decimals > 0 else fmpq(0)
    return below is not None and max(shown.value - unit, fmpq(0)) ** 2 <= below <= (shown.value + unit) ** 2
