"""The type of a preimage: the reals that print as one number, a range between two rationals."""

from flint import fmpq

from verifier.numbers.interval import Interval


class Preimage(Interval):
    """A range with two rational ends, each open or closed."""

    __slots__ = ()
    lo: fmpq
    hi: fmpq

    def __init__(self, lo: fmpq, hi: fmpq, *, lo_closed: bool = True, hi_closed: bool = True) -> None:
        super().__init__(lo, hi, lo_closed, hi_closed)

    def joined(self, other: "Preimage") -> "Preimage":
        """The smallest range around both."""
        lo, lo_open = min((self.lo, not self.lo_closed), (other.lo, not other.lo_closed))
        hi, hi_closed = max((self.hi, self.hi_closed), (other.hi, other.hi_closed))
        return Preimage(lo, hi, lo_closed=not lo_open, hi_closed=hi_closed)
