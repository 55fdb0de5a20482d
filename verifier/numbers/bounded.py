"""Bounded intervals with rational ends: preimages of printed numbers, and ranges that a document states."""

from flint import arb, fmpq

from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number, below


class BoundedInterval(Interval):
    """All reals between two rationals, each end open or closed."""

    __slots__ = ()
    lo: fmpq
    hi: fmpq

    def __init__(
        self,
        lo: fmpq,
        hi: fmpq,
        lo_closed: bool = True,  # noqa: FBT001, FBT002 - as in any interval; names take a third longer
        hi_closed: bool = True,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        self.lo = lo  # as in any interval, but in one call
        self.hi = hi
        self.lo_closed = lo_closed
        self.hi_closed = hi_closed
        self.partial = self.loose = False

    def joined(self, other: "BoundedInterval") -> "BoundedInterval":
        """The smallest interval around both."""
        lo, lo_open = min((self.lo, not self.lo_closed), (other.lo, not other.lo_closed))
        hi, hi_closed = max((self.hi, self.hi_closed), (other.hi, other.hi_closed))
        return BoundedInterval(lo, hi, not lo_open, hi_closed)

    def met(self, other: "BoundedInterval") -> "BoundedInterval":
        """The common part of two intervals that overlap."""
        lo, lo_open = max((self.lo, not self.lo_closed), (other.lo, not other.lo_closed))
        hi, hi_closed = min((self.hi, self.hi_closed), (other.hi, other.hi_closed))
        return BoundedInterval(lo, hi, not lo_open, hi_closed)

    def moved(self, by: fmpq) -> "BoundedInterval":
        """All numbers of the interval, plus *by*."""
        return BoundedInterval(self.lo + by, self.hi + by, self.lo_closed, self.hi_closed)

    def widened(self, most: fmpq, *, closed: bool) -> "BoundedInterval":
        """All numbers at most, or less than, *most* from a number of the interval."""
        lo_closed, hi_closed = self.lo_closed and closed, self.hi_closed and closed
        return BoundedInterval(self.lo - most, self.hi + most, lo_closed, hi_closed)


def ball_around(box: BoundedInterval) -> arb:
    """A ball that has all numbers of a bounded interval."""
    whole: arb = arb(box.lo).union(arb(box.hi))
    return whole


def bounded(value: Value) -> BoundedInterval | None:
    """A number or a range with rational ends, rounded outwards; None if it is unknown, unbounded or partial."""
    if isinstance(value, Number):
        return BoundedInterval(below(value), -below(-value))
    if not isinstance(value, Interval) or value.partial or value.lo is None or value.hi is None:
        return None
    lo, hi = below(value.lo), -below(-value.hi)
    return BoundedInterval(lo, hi, value.lo_closed, value.hi_closed)
