"""Intersections of sets of numbers and inverse images of operations: the backward steps of contraction.

An inverse image contains every number with which the given result is possible; None means that nothing is known.
"""

from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points, ball
from verifier.engines.ranges.monotone import increasing
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Value, as_interval
from verifier.numbers.ends import OpenEnd
from verifier.numbers.interval import UNDEFINED, Interval, Missing, contains, hull
from verifier.numbers.number import Number, Uncertain, compare

MAX_BITS: Final = 1000
"""Rationals with more bits become balls, which keeps repeated intersections cheap."""
_RANGES: Final = Ranges()
_POINTS: Final = Points()
_POSITIVE: Final = Interval(fmpq(0), None, lo_closed=False, hi_closed=False)
_NOT_NEGATIVE: Final = Interval(fmpq(0), None, hi_closed=False)
_UNIT: Final = Interval(fmpq(-1), fmpq(1), lo_closed=False, hi_closed=False)


class Empty(Exception):
    """An intersection is empty."""


def cut(a: Interval, b: Interval) -> Interval:
    """The intersection of two sets, the object *a* if it is a subset of *b*; raises Empty.

    Where balls do not decide which end is further inside, that of *a* is kept: the result encloses the intersection.
    """
    low, high = (a.lo, a.lo_closed), (a.hi, a.hi_closed)
    lo, hi = _inner(low, (b.lo, b.lo_closed), 1), _inner(high, (b.hi, b.hi_closed), -1)
    if lo is low and hi is high:
        return a
    if lo[0] is not None and hi[0] is not None:
        order = _order(lo[0], hi[0])
        if order == 1 or (order == 0 and not (lo[1] and hi[1])):
            raise Empty
    return Interval(_short(lo[0]), _short(hi[0]), lo[1], hi[1])


def _inner(one: OpenEnd, other: OpenEnd, side: int) -> OpenEnd:
    """The end that is further inside, or *one* if that is open; of lower ends for *side* 1, of upper ones for -1."""
    if other[0] is None:
        return one
    if one[0] is None:
        return other
    if one[0] == other[0]:
        return (one[0], False) if one[1] and not other[1] else one
    is_further = one[0] < other[0] if side == 1 else one[0] > other[0]
    return other if is_further else one


def _order(a: Number, b: Number) -> int | None:
    try:
        return compare(a, b)
    except Uncertain:
        return None


def _short(end: Number | None) -> Number | None:
    return ball(end) if isinstance(end, fmpq) and end.height_bits() > MAX_BITS else end


def made(value: Value) -> Interval:
    """The value of an operation as a set; raises Empty if it is undefined."""
    if value is UNDEFINED:
        raise Empty
    return as_interval(value)


def has_zero(box: Interval) -> bool:
    """Whether a set contains zero; True where this is undecided."""
    try:
        return contains(box, fmpq(0))
    except Uncertain:
        return True


def factor(product: Interval, other: Interval) -> Interval | None:
    """All x with x * y in *product* for some y in *other*."""
    if has_zero(other) and has_zero(product):
        return None
    return made(_RANGES.divide(product, other))


def base_of(power: Interval, base: Interval, exponent: int) -> Interval | None:
    """All x of *base* with x**exponent in *power*; for odd exponents, those outside of *base* too."""
    if exponent % 2:
        return increasing(power, lambda end: _root(end, exponent), None, None)
    root = increasing(cut(_NOT_NEGATIVE, power), lambda end: _root(end, exponent), None, None)
    return either(root, base)


def either(size: Interval, number: Interval) -> Interval:
    """All x of *number* with abs(x) in *size*; raises Empty."""
    sides = []
    for side in (size, -size):
        try:
            sides.append(cut(number, side))
        except Empty:
            continue
    if not sides:
        raise Empty
    return hull(sides[0], sides[-1])


def _root(end: Value, exponent: int) -> Value:
    degree = fmpq(1, exponent)
    if isinstance(end, Missing) or compare(end, fmpq(0)) >= 0:
        return _POINTS.power(end, degree)
    return -_POINTS.power(-end, degree)


def square_of(root: Interval) -> Interval:
    """All x whose square root lies in *root*; raises Empty."""
    return increasing(cut(_NOT_NEGATIVE, root), lambda end: end * end, None, None)


def logarithm(power: Interval) -> Interval:
    """All x whose exponential lies in *power*; raises Empty."""
    return made(_RANGES.log(cut(_POSITIVE, power)))


def exponential(logarithm: Interval) -> Interval:
    """All x whose natural logarithm lies in *logarithm*; raises Empty."""
    return cut(_POSITIVE, made(_RANGES.exp(logarithm)))


def area_tangent(tangent: Interval) -> Interval:
    """All x whose hyperbolic tangent t lies in *tangent*: x = log((1 + t) / (1 - t)) / 2; raises Empty."""
    inner = cut(_UNIT, tangent)
    lo, hi = (None if end is None or abs(end) == fmpq(1) else _area(end) for end in (inner.lo, inner.hi))
    return Interval(lo, hi, inner.lo_closed and lo is not None, inner.hi_closed and hi is not None)


def _area(end: Number) -> Number:
    number = _POINTS.log((1 + end) / (1 - end)) / 2
    assert not isinstance(number, Missing)
    found: Number = number
    return found


def not_above(greatest: Interval) -> Interval:
    """All x that are at most some number of *greatest*."""
    return Interval(None, greatest.hi, lo_closed=False, hi_closed=greatest.hi_closed)


def under(largest: Interval, other: Interval) -> Interval:
    """All x for which max(x, y) lies in *largest* for some y in *other*."""
    if other.hi is None or largest.lo is None:
        return not_above(largest)
    order = _order(other.hi, largest.lo)
    needed = order == -1 or (order == 0 and not (other.hi_closed and largest.lo_closed))
    return largest if needed else not_above(largest)
