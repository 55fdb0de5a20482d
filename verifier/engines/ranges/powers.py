"""The ranges of powers a**b, where base and exponent may both vary.

For a > 0 the power is exp(b log a). 0**b is 0 for b > 0, 1 for b = 0, and undefined for b < 0. For a < 0 it is defined
for whole b alone.
"""

from functools import reduce as fold
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.engines.ranges.monotone import increasing
from verifier.numbers.array import Value, as_interval
from verifier.numbers.interval import UNDEFINED, WHOLE_LINE, Interval, contains, hull
from verifier.numbers.number import compare, floor_of
from verifier.operations import Engine

MAX_WHOLE_EXPONENTS: Final = 8
"""Maximum width of an exponent for which the powers of negative bases are computed one by one."""

_POINTS: Final = Points()


def real_power(engine: Engine, base: Interval, exponent: Interval) -> Value:
    """The hull of the powers of positive bases, of zero and of negative bases; UNDEFINED where none exists."""
    least_sign, most_sign = (
        infinite if end is None else compare(end, fmpq(0)) for end, infinite in ((base.lo, -1), (base.hi, 1))
    )
    parts: list[Value] = []
    if most_sign > 0:
        above = (
            base
            if least_sign > 0
            else Interval(fmpq(0), base.hi, lo_closed=False, hi_closed=base.hi_closed, partial=base.partial)
        )
        parts.append(engine.exp(exponent * engine.log(above)))
    grows = exponent.hi is None or compare(exponent.hi, fmpq(0)) > 0
    falls = exponent.lo is None or compare(exponent.lo, fmpq(0)) < 0
    partial = base.partial or exponent.partial or least_sign < 0
    if contains(base, fmpq(0)):
        partial |= falls
        parts += [fmpq(0)] if grows else []
        parts += [fmpq(1)] if contains(exponent, fmpq(0)) else []
    loose = most_sign <= 0
    if least_sign < 0:
        below = base if most_sign < 0 else Interval(base.lo, fmpq(0), base.lo_closed, hi_closed=False)
        wholes = _wholes(exponent)
        parts += [WHOLE_LINE] if wholes is None else [whole_power(engine, below, whole) for whole in wholes]
        loose |= wholes != []
    if not parts:
        return UNDEFINED
    result = fold(hull, map(as_interval, parts))
    loose |= base.loose or exponent.loose
    return Interval(result.lo, result.hi, result.lo_closed, result.hi_closed, partial, loose)


def whole_power(engine: Engine, a: Interval, b: fmpq) -> Value:
    """The range of a whole power: an odd one increases with the base, an even one with its absolute value."""
    if b < 0:
        return engine.divide(fmpq(1), whole_power(engine, a, -b))
    if b == 0:
        return Interval(fmpq(1), fmpq(1), partial=True) if a.partial else fmpq(1)
    base = engine.absolute(a) if b.p % 2 == 0 else a
    assert isinstance(base, Interval)
    return increasing(base, lambda end: _POINTS.power(end, b), None, None)


def _wholes(exponent: Interval) -> list[fmpq] | None:
    """The whole numbers in a range; None if its width is not finite or above MAX_WHOLE_EXPONENTS."""
    if exponent.lo is None or exponent.hi is None or exponent.hi - exponent.lo > MAX_WHOLE_EXPONENTS:
        return None
    first, last = floor_of(exponent.lo), floor_of(exponent.hi)
    return [fmpq(whole) for whole in range(first, last + 1) if contains(exponent, fmpq(whole))]
