"""Slopes and ratios of sides that are said again as the angle they belong to: `7/11 = 0.636 = 32.5°`."""

from collections.abc import Callable
from typing import Final

from flint import arb, fmpq

from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in

_DEGREES: Final = ("deg", "degree", "degrees")
_INVERSES: Final[tuple[Callable[[arb], arb], ...]] = (arb.atan, arb.asin, arb.acos)


def is_angle_of_slope(sides: tuple[Side, Side]) -> bool:
    """Whether a number without a unit is the tangent, the sine or the cosine of the degrees on the right.

    The angle may be computed from more digits than are shown.
    """
    left, right = sides
    if right.unit not in _DEGREES or left.unit or len(left.tokens) != 1 or len(right.tokens) != 1:
        return False
    slope, angle = number_in(left.tokens[0].text), number_in(right.tokens[0].text)
    return slope is not None and angle is not None and any(_is_angle(inverse, slope, angle) for inverse in _INVERSES)


def _is_angle(inverse: Callable[[arb], arb], slope: Printed, angle: Printed) -> bool:
    """Whether an angle can be what an inverse function gives of a number that may hide digits."""
    half = power_of_ten(-slope.decimals) / 2 if slope.decimals > 0 else fmpq(0)
    found = inverse(arb(slope.value - half).union(arb(slope.value + half))) * 180 / arb.pi()
    return found.is_finite() and abs(found - arb(angle.value)).lower() < arb(power_of_ten(-angle.decimals))
