"""The ranges of tail probabilities: they fall with the number, and most rise or fall with the degrees of freedom."""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.numbers.array import Value
from verifier.numbers.interval import UNDEFINED, Interval
from verifier.numbers.number import Number, compare

_POINTS: Final = Points()

End = tuple[Number | None, bool]


def tail_range(name: str, box: Interval, degrees: Sequence[Interval]) -> Value:
    """The share above the numbers of a box.

    With more degrees of freedom that of chi squared grows, that of Student's t falls above zero and grows below it; of
    Fisher's F, which does neither, no more than that it is a share is said where they vary.
    """
    if any(number.hi is not None and compare(number.hi, fmpq(0)) <= 0 for number in degrees):
        return UNDEFINED
    varying = any(number.lo is None or number.lo != number.hi for number in degrees)
    outside = any(number.lo is None or compare(number.lo, fmpq(0)) <= 0 for number in degrees)
    if outside or (varying and (len(degrees) > 1 or degrees[0].hi is None)):
        return Interval(fmpq(0), fmpq(1), partial=outside, loose=True)
    hi, hi_closed = _share(name, (box.lo, box.lo_closed), degrees, greatest=True)
    lo, lo_closed = _share(name, (box.hi, box.hi_closed), degrees, greatest=False)
    partial = box.partial or any(number.partial for number in degrees)
    loose = box.loose or any(number.loose for number in degrees)
    return Interval(lo, hi, lo_closed, hi_closed, partial, loose)


def _share(name: str, end: End, degrees: Sequence[Interval], *, greatest: bool) -> tuple[Number, bool]:
    """The share at an end of the box, with the degrees of freedom that make it greatest or least."""
    at, closed = end
    if at is None:
        return (fmpq(1), name != "student_t") if greatest else (fmpq(0), False)
    sign = compare(at, fmpq(0))
    if name != "student_t" and (sign < 0 or (sign == 0 and not greatest)):
        return fmpq(1), True  # all of what is never negative lies above any number below zero
    rises = name == "chi_squared" or (name == "student_t" and sign < 0)
    chosen: list[Number] = []
    for number in degrees:
        most = greatest == rises
        best = number.hi if most else number.lo
        assert best is not None
        chosen.append(best)
        closed &= number.hi_closed if most else number.lo_closed
    share = _POINTS.tail(name, at, *chosen)
    assert isinstance(share, Number)
    return share, closed
