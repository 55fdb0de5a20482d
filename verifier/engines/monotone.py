"""The ranges of functions that grow: their values at the two ends of a box."""

from collections.abc import Callable

from verifier.array import Value
from verifier.interval import Interval, Number


def increasing(box: Interval, function: Callable[[Value], Value], floor: Number | None, top: Number | None) -> Interval:
    """A function that grows, with its limits at minus and plus infinity (None: infinite)."""
    lo = floor if box.lo is None else function(box.lo)
    hi = top if box.hi is None else function(box.hi)
    lo_closed = box.lo_closed and box.lo is not None
    return Interval(lo, hi, lo_closed, box.hi_closed and box.hi is not None, box.partial, box.loose)


def stepped(box: Interval, function: Callable[[Value], Value]) -> Interval:
    """A function that grows in steps: every end is attained, open ends of the box or not."""
    lo = None if box.lo is None else function(box.lo)
    hi = None if box.hi is None else function(box.hi)
    return Interval(lo, hi, lo is not None, hi is not None, box.partial, loose=True)
