"""Exact ranges of two formulas that use cells twice: x_i - mean(x), and sum (x_i - m)**2 for one number m."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from flint import fmpq

from verifier.engines.ranges.variance import Ends, all_meet, all_touch, rational_ends
from verifier.numbers.array import Value, as_interval
from verifier.numbers.interval import Interval, Missing

_FEWEST: Final = 2
"""Cells of a line whose mean differs from each of them."""


def distances_to_mean(cells: Sequence[Value]) -> list[Value | None]:
    """The range of x_i - mean(x) for each i; None where a cell has no value or is the only one.

    It is linear: x_i has the coefficient (n - 1) / n and every other cell -1 / n, so each cell is used once. The sum of
    the others is that of all cells before and of all after, so that a line takes work in proportion to its length.
    """
    size = len(cells)
    if size < _FEWEST or any(isinstance(cell, Missing) for cell in cells):
        return [None] * size
    before = list(accumulate(cells, initial=fmpq(0)))
    after = list(accumulate(cells[::-1], initial=fmpq(0)))[::-1]
    return [((size - 1) * cells[at] - (before[at] + after[at + 1])) * fmpq(1, size) for at in range(size)]


def squared_distances(cells: Sequence[Value], centre: Value) -> Interval | None:
    """The range of sum (x_i - m)**2, where m varies too and is the same for all cells; None where an end is missing.

    The sum is convex in the cells and m. So it is greatest at an end of m, each cell at its end farther from m.
    It is least with each cell at its number nearest to m: a convex function of m, minimised by bisection on its slope.
    """
    if isinstance(centre, Missing) or any(isinstance(cell, Missing) for cell in cells):
        return None
    boxes = [as_interval(cell) for cell in (*cells, centre)]
    ends = [found for found in map(rational_ends, boxes) if found is not None]
    if len(ends) < len(boxes) or any(box.loose for box in boxes):
        return None
    lo, lo_closed = _least(ends[:-1], ends[-1])
    hi, hi_closed = _greatest(ends[:-1], ends[-1])
    return Interval(lo, hi, lo_closed, hi_closed, any(box.partial for box in boxes))


def _greatest(cells: Sequence[Ends], centre: Ends) -> tuple[fmpq, bool]:
    found = [
        _farthest(cells, m, closed) for m, closed in ((centre.lo, centre.lo_closed), (centre.hi, centre.hi_closed))
    ]
    return max(found)  # of equal ones, one that is attained


def _farthest(cells: Sequence[Ends], m: fmpq, closed: bool) -> tuple[fmpq, bool]:  # noqa: FBT001 - the end of a range
    """The sum with each cell at its end farther from m, and whether it is attained; *closed*: whether m is."""
    total = fmpq(0)
    for cell in cells:
        sides = ((cell.lo - m) ** 2, cell.lo_closed), ((cell.hi - m) ** 2, cell.hi_closed)
        square, reached = max(sides)
        total += square
        closed &= reached
    return total, closed


def _least(cells: Sequence[Ends], centre: Ends) -> tuple[fmpq, bool]:
    """The least sum, and whether it is attained: 0 where all cells can equal m; else where the slope in m is zero."""
    if all_touch([*cells, centre]):
        return fmpq(0), all_meet([*cells, centre])
    breaks = sorted({centre.lo, centre.hi, *(end for cell in cells for end in cell[:2] if centre.lo < end < centre.hi)})
    low, high = 0, len(breaks) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _slope(cells, breaks[middle]) <= 0 else (low, middle)
    below, above = breaks[low], breaks[high]
    pinned = [cell.hi for cell in cells if cell.hi <= below] + [cell.lo for cell in cells if cell.lo >= above]
    level = sum(pinned, fmpq(0)) / len(pinned) if pinned else below
    m = min(max(level, below), above)
    return _nearest(cells, m), _is_near(cells, centre, m)


def _slope(cells: Sequence[Ends], m: fmpq) -> fmpq:
    """Half the derivative in m of the sum of squared distances from m to the boxes of the cells."""
    return sum((m - min(max(m, cell.lo), cell.hi) for cell in cells), fmpq(0))


def _nearest(cells: Sequence[Ends], m: fmpq) -> fmpq:
    return sum((max(cell.lo - m, m - cell.hi, fmpq(0)) ** 2 for cell in cells), fmpq(0))


def _is_near(cells: Sequence[Ends], centre: Ends, m: fmpq) -> bool:
    """Whether m lies in its range, and the number nearest to m in that of each cell."""
    own = (m > centre.lo or centre.lo_closed) and (m < centre.hi or centre.hi_closed)
    return own and all((m > cell.lo or cell.lo_closed) and (m < cell.hi or cell.hi_closed) for cell in cells)
