"""The ranges of increasing functions, and of functions that decrease to their one minimum and then increase.

The ends of such a range are the values at the ends of the box, and the minimum where the box contains it.
"""

from collections.abc import Callable
from typing import Final

from flint import arb, ctx, fmpq

from verifier.numbers.array import Value
from verifier.numbers.ends import OpenEnd, greatest
from verifier.numbers.interval import UNDEFINED, Interval, overlap
from verifier.numbers.number import Number, compare

_FAR: Final = 2
"""Bound on abs(x) at the minimum; the slope is not computed beyond it, where its sign may be undecided."""


def increasing(box: Interval, function: Callable[[Value], Value], floor: Number | None, top: Number | None) -> Interval:
    """The range of an increasing function; *floor* and *top* are its limits at infinity (None: infinite)."""
    lo = floor if box.lo is None else function(box.lo)
    hi = top if box.hi is None else function(box.hi)
    return Interval(
        lo, hi, box.lo_closed and lo is not None, box.hi_closed and box.hi is not None, box.partial, box.loose
    )


def rising(box: Interval, function: Callable[[Value], Value], domain: Interval, values: Interval) -> Value:
    """The range of a function that is increasing on its *domain*, over the part of the box inside it.

    *values* are its limits at those ends of the domain that are open or infinite (None: infinite). UNDEFINED where the
    box has no part inside.
    """
    if not overlap(box, domain):
        return UNDEFINED
    lo, lo_closed, below = _within((box.lo, box.lo_closed), (domain.lo, domain.lo_closed), 1)
    hi, hi_closed, above = _within((box.hi, box.hi_closed), (domain.hi, domain.hi_closed), -1)
    partial = box.partial or below or above
    at_lo = values.lo if lo is None or (lo == domain.lo and not domain.lo_closed) else function(lo)
    at_hi = values.hi if hi is None or (hi == domain.hi and not domain.hi_closed) else function(hi)
    return Interval(at_lo, at_hi, lo_closed and lo is not None, hi_closed and hi is not None, partial, box.loose)


def _within(end: OpenEnd, limit: OpenEnd, way: int) -> tuple[Number | None, bool, bool]:
    """An end of a box, moved to that of the domain if it lies beyond it; whether it is closed, and was beyond."""
    (at, closed), (bound, is_inside) = end, limit
    if bound is None:
        return at, closed, False
    order = -1 if at is None else way * compare(at, bound)
    if order < 0:
        return bound, is_inside, True
    return (bound, closed and is_inside, closed and not is_inside) if order == 0 else (at, closed, False)


def stepped(box: Interval, function: Callable[[Value], Value]) -> Interval:
    """The range of an increasing step function, loose; its ends are attained even where the box is open."""
    lo = None if box.lo is None else function(box.lo)
    hi = None if box.hi is None else function(box.hi)
    return Interval(lo, hi, lo is not None, hi is not None, box.partial, loose=True)


def valley(box: Interval, function: Callable[[Value], Value], slope: Callable[[Value], Value]) -> Interval:
    """The range of a function that decreases from 0 at minus infinity to a minimum, then increases to infinity.

    The minimum lies within `_FAR` of 0. The slope is negative before it and positive after it. Raises Uncertain where
    an end of the box is too close to it.
    """
    rises = box.lo is not None and _is_after_minimum(box.lo, slope)
    falls = box.hi is not None and not _is_after_minimum(box.hi, slope)
    left = (fmpq(0), False) if box.lo is None else (function(box.lo), box.lo_closed)
    right = (None, False) if box.hi is None else (function(box.hi), box.hi_closed)
    hi, hi_closed = right if right[0] is None or rises else left if falls else greatest([left, (right[0], right[1])])
    lo, lo_closed = left if rises else right if falls else (function(_minimum(slope)), True)
    return Interval(lo, hi, lo_closed, hi_closed, box.partial, box.loose)


def _is_after_minimum(end: Number, slope: Callable[[Value], Value]) -> bool:
    """Whether the function increases from this number on; raises Uncertain."""
    if compare(end, fmpq(-_FAR)) <= 0:
        return False
    return compare(end, fmpq(_FAR)) >= 0 or compare(slope(end), fmpq(0)) >= 0


def _minimum(slope: Callable[[Value], Value]) -> arb:
    """A ball that contains the x of the minimum, found by bisection."""
    low, high = fmpq(-_FAR), fmpq(_FAR)
    for _ in range(ctx.prec // 2):
        middle = (low + high) / 2
        if compare(slope(middle), fmpq(0)) < 0:
            low = middle
        else:
            high = middle
    return arb(low).union(arb(high))
