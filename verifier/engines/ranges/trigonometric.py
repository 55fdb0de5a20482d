"""The ranges of sine, cosine and tangent over a range of angles in radians.

Sine and cosine are monotone between neighbouring extrema. So the upper end of their range is 1 where the angles contain
a maximum, the lower end is -1 where they contain a minimum, and every other end is the value at an end of the angles.
The tangent increases between neighbouring poles. Extrema and poles are periodic; they are counted by rounding down.
"""

from collections.abc import Callable
from typing import Final

from flint import arb, fmpq

from verifier.engines.points.flint import Points, ball
from verifier.numbers.array import Value
from verifier.numbers.ends import greatest, least
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number

_POINTS: Final = Points()


def sine(box: Interval) -> Interval:
    """The range of the sine; raises Uncertain."""
    return _sinusoid(box, _POINTS.sin, arb.pi() / 2)


def cosine(box: Interval) -> Interval:
    """The range of the cosine; raises Uncertain."""
    return _sinusoid(box, _POINTS.cos, arb(0))


def is_between_poles(box: Interval) -> bool:
    """Whether the tangent has no pole in the box, so that it increases there; raises Uncertain."""
    if box.lo is None or box.hi is None:
        return False
    return _periods(box.lo, arb.pi() / 2, arb.pi()) == _periods(box.hi, arb.pi() / 2, arb.pi())


def _periods(angle: Number, offset: arb, period: arb) -> int:
    """The number of whole periods from -offset to the angle, rounded down; raises Uncertain."""
    whole = _POINTS.floor_divide((ball(angle) + offset) / period, fmpq(1))
    assert isinstance(whole, fmpq)
    return int(whole.p)


def _sinusoid(box: Interval, function: Callable[[Value], Value], maximum: arb) -> Interval:
    """The range of the sine or cosine, which is 1 at the angle *maximum* and at whole periods from it."""
    if box.lo is None or box.hi is None:
        return Interval(fmpq(-1), fmpq(1), partial=box.partial, loose=box.loose)
    period = 2 * arb.pi()
    ends = [(function(box.lo), box.lo_closed), (function(box.hi), box.hi_closed)]
    lo, lo_closed = least(ends)
    hi, hi_closed = greatest(ends)
    maxima = _periods(box.hi, -maximum, period) - _periods(box.lo, -maximum, period)
    if maxima > 0:
        at_end = maxima == 1 and isinstance(ends[1][0], fmpq) and ends[1][0] == 1  # the cosine of zero
        hi, hi_closed = fmpq(1), hi_closed if at_end else True
    minimum = maximum + arb.pi()
    if _periods(box.hi, -minimum, period) > _periods(box.lo, -minimum, period):
        lo, lo_closed = fmpq(-1), True
    return Interval(lo, hi, lo_closed, hi_closed, box.partial, box.loose)
