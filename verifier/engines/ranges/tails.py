"""The ranges of tail probabilities, P(T > x).

A tail probability falls with x. That of chi squared rises with its degrees of freedom; that of Student's t falls with
them for x > 0 and rises for x < 0. So each end of a range is attained at one end of x and of the degrees of freedom.
"""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.numbers.array import Value
from verifier.numbers.ends import End, OpenEnd
from verifier.numbers.interval import UNDEFINED, Interval
from verifier.numbers.number import Number, compare

_POINTS: Final = Points()


def tail_range(name: str, box: Interval, degrees: Sequence[Interval]) -> Value:
    """The range of the probability above x, over x in a box and over the ranges of the degrees of freedom.

    Where the degrees of freedom of Fisher's F vary, it is the loose range from 0 to 1, because the probability is not
    monotone in them. So it is where they have no upper end or may not be positive (then also partial); UNDEFINED where
    one of them has no positive value.
    """
    if any(number.hi is not None and compare(number.hi, fmpq(0)) <= 0 for number in degrees):
        return UNDEFINED
    varying = any(number.lo is None or number.lo != number.hi for number in degrees)
    outside = any(number.lo is None or compare(number.lo, fmpq(0)) <= 0 for number in degrees)
    ends = [
        ((number.lo, number.lo_closed), (number.hi, number.hi_closed))
        for number in degrees
        if number.lo is not None and number.hi is not None
    ]
    if outside or len(ends) < len(degrees) or (varying and len(degrees) > 1):
        return Interval(fmpq(0), fmpq(1), partial=outside, loose=True)
    hi, hi_closed = _extreme(name, (box.lo, box.lo_closed), ends, is_greatest=True)
    lo, lo_closed = _extreme(name, (box.hi, box.hi_closed), ends, is_greatest=False)
    partial = box.partial or any(number.partial for number in degrees)
    loose = box.loose or any(number.loose for number in degrees)
    return Interval(lo, hi, lo_closed, hi_closed, partial, loose)


def _extreme(name: str, x: OpenEnd, degrees: Sequence[tuple[End, End]], *, is_greatest: bool) -> End:
    """The greatest or least probability above x, over the degrees of freedom, each given by its two ends."""
    at, closed = x
    if at is None:
        return (fmpq(1), name != "student_t") if is_greatest else (fmpq(0), False)
    sign = compare(at, fmpq(0))
    if name != "student_t" and (sign < 0 or (sign == 0 and not is_greatest)):
        return fmpq(1), True  # chi squared and F are never negative
    rises = name == "chi_squared" or (name == "student_t" and sign < 0)
    chosen: list[Number] = []
    for lowest, highest in degrees:
        number, is_attained = highest if is_greatest == rises else lowest
        chosen.append(number)
        closed &= is_attained
    probability = _POINTS.tail(name, at, *chosen)
    assert isinstance(probability, Number)
    return probability, closed
