"""The ranges of functions that grow, or fall to their one minimum and then grow: their values at the ends of a box."""

from collections.abc import Callable
from typing import Final

from flint import arb, ctx, fmpq

from verifier.numbers.array import Value
from verifier.numbers.ends import greatest
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number, compare

_FAR: Final = 2
"""Bound on abs(minimum): beyond it the sign of a slope may be undecided, and is not asked."""


def increasing(box: Interval, function: Callable[[Value], Value], floor: Number | None, top: Number | None) -> Interval:
    """A function that grows, with its limits at minus and plus infinity (None: infinite)."""
    lo = floor if box.lo is None else function(box.lo)
    hi = top if box.hi is None else function(box.hi)
    return Interval(
        lo, hi, box.lo_closed and lo is not None, box.hi_closed and box.hi is not None, box.partial, box.loose
    )


def stepped(box: Interval, function: Callable[[Value], Value]) -> Interval:
    """A function that grows in steps: every end is attained, open ends of the box or not."""
    lo = None if box.lo is None else function(box.lo)
    hi = None if box.hi is None else function(box.hi)
    return Interval(lo, hi, lo is not None, hi is not None, box.partial, loose=True)


def valley(box: Interval, function: Callable[[Value], Value], slope: Callable[[Value], Value]) -> Interval:
    """A function that falls from 0 at minus infinity to its one minimum, within `_FAR`, and then grows without end.

    The slope is negative before the minimum and positive after it; raises Uncertain near it.
    """
    rises = box.lo is not None and _is_behind(box.lo, slope)
    falls = box.hi is not None and not _is_behind(box.hi, slope)
    left = (fmpq(0), False) if box.lo is None else (function(box.lo), box.lo_closed)
    right = (None, False) if box.hi is None else (function(box.hi), box.hi_closed)
    hi, hi_closed = right if right[0] is None or rises else left if falls else greatest([left, (right[0], right[1])])
    lo, lo_closed = left if rises else right if falls else (function(_turning_point(slope)), True)
    return Interval(lo, hi, lo_closed, hi_closed, box.partial, box.loose)


def _is_behind(end: Number, slope: Callable[[Value], Value]) -> bool:
    """Whether the function grows from here on."""
    if compare(end, fmpq(-_FAR)) <= 0:
        return False
    return compare(end, fmpq(_FAR)) >= 0 or compare(slope(end), fmpq(0)) >= 0


def _turning_point(slope: Callable[[Value], Value]) -> arb:
    """A ball around the place of the minimum, found by bisection."""
    low, high = fmpq(-_FAR), fmpq(_FAR)
    for _ in range(ctx.prec // 2):
        middle = (low + high) / 2
        if compare(slope(middle), fmpq(0)) < 0:
            low = middle
        else:
            high = middle
    return arb(low).union(arb(high))
