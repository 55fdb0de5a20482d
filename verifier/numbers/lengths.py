"""Ranges whose ends have too many digits to go on with, in ranges around them with shorter ends.

The digits of a square are twice as many: thirty squares one after the other would have billions.
"""

from typing import Final

from flint import fmpq

from verifier.numbers.interval import Interval
from verifier.numbers.number import Number

MAX_BITS: Final = 4_000
"""Maximum length of the numerator or denominator of an end, in bits."""
KEPT: Final = 1_000
"""Significant bits that are kept of a longer one."""


def shortened(box: Interval) -> Interval:
    """The range itself, or one around it where an end is too long; an end that is too large becomes infinite."""
    if not (_is_long(box.lo) or _is_long(box.hi)):
        return box
    lo, hi = box.lo, box.hi
    if isinstance(lo, fmpq) and _is_long(lo):
        lo = _below(lo)
    if isinstance(hi, fmpq) and _is_long(hi):
        above = _below(-hi)
        hi = None if above is None else -above
    return Interval(lo, hi, lo_closed=False, hi_closed=False, partial=box.partial, loose=True)


def _is_long(end: Number | None) -> bool:
    return isinstance(end, fmpq) and end.height_bits() > MAX_BITS


def _below(value: fmpq) -> fmpq | None:
    """A short rational below a long one; None where that would be minus infinity."""
    size = value.p.bit_length() - value.q.bit_length()
    if size > MAX_BITS:
        return fmpq(2) ** MAX_BITS if value > 0 else None
    if size < -MAX_BITS:
        return fmpq(0) if value > 0 else -(fmpq(2) ** -MAX_BITS)
    place = fmpq(2) ** (size - KEPT)
    return (value / place).floor() * place - place
