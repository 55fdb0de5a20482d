"""Ranges of determinants, of inverses and of solutions of equations.

A determinant is linear in each cell of its matrix, so that its extremes are at corners of the box. A cell of an inverse
is a quotient of two such functions and monotone in each cell where the determinant does not vanish, so that the same
holds. With too many cells that vary, the range is that of balls.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from typing import Final

from flint import arb, fmpq

from verifier.engines.points.linear import determinant, inverse, missing_in, rank
from verifier.numbers.array import Array, Value, as_interval
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Interval, contains, hull
from verifier.numbers.number import Uncertain, compare, nearby

MAX_VARYING: Final = 9
"""Maximum number of cells that vary for which all corners are tried."""
_ANYTHING: Final = Interval(None, None, lo_closed=False, hi_closed=False, loose=True)
_PERHAPS: Final = Interval(None, None, lo_closed=False, hi_closed=False, partial=True, loose=True)


def determinant_range(a: Array) -> Value:
    """The range of the determinant of a square matrix."""
    missing = missing_in(a)
    if missing is not None:
        return missing
    corners = _corners(a)
    if corners is None:
        return _of_balls(a, lambda balls: Array(1, 1, (determinant(balls),)), _ANYTHING).cells[0]
    return _widened(a, [Array(1, 1, (determinant(corner),)) for corner in corners]).cells[0]


def inverse_range(a: Array, after: Callable[[Array], Array] = lambda found: found) -> Array:
    """The ranges of a linear function of the inverse, which is itself if *after* is not given.

    A determinant that may be zero leaves the cells open, and one that is zero throughout leaves them undefined.
    """
    missing = missing_in(a)
    if missing is not None:
        return after(a).map(lambda _: missing)
    corners = _corners(a)
    if corners is None:
        return _of_balls(a, lambda balls: after(inverse(balls)), _PERHAPS)
    matrices = list(corners)
    signs = {compare(determinant(corner), fmpq(0)) for corner in matrices}
    if signs == {0}:
        return after(a).map(lambda _: UNDEFINED)
    if len(signs) > 1:
        return after(a).map(lambda _: _PERHAPS)
    return _widened(a, [after(inverse(corner)) for corner in matrices])


def rank_range(a: Array) -> Value:
    """The range of the rank: no less than that of a part that is invertible throughout."""
    missing = missing_in(a)
    if missing is not None:
        return UNKNOWN
    most = min(a.rows, a.columns)
    middle = a.map(_middle)
    rows, columns = _independent(middle.transposed), _independent(middle)
    part = Array(len(rows), len(columns), tuple(a[i, j] for i in rows for j in columns))
    found = as_interval(determinant_range(part)) if rows else _ANYTHING
    least = (
        len(rows) if not contains(found, fmpq(0)) else int(any(not contains(as_interval(c), fmpq(0)) for c in a.cells))
    )
    return fmpq(most) if least == most else Interval(fmpq(least), fmpq(most), loose=True)


def _middle(cell: Value) -> fmpq:
    box = as_interval(cell)
    if box.lo is None or box.hi is None:
        return nearby(box.lo if box.hi is None and box.lo is not None else box.hi if box.hi is not None else fmpq(0))
    return nearby((box.lo + box.hi) / 2)


def _independent(a: Array) -> list[int]:
    """Columns of a matrix of rationals, as many as its rank, none of which is a sum of multiples of the others."""
    kept: list[int] = []
    for j in range(a.columns):
        tried = [*kept, j]
        part = Array(a.rows, len(tried), tuple(a[i, column] for i in range(a.rows) for column in tried))
        if rank(part) == len(tried):
            kept = tried
    return kept


def _corners(a: Array) -> Iterator[Array] | None:
    """All corners of a box; None if there are too many, or if it is not bounded."""
    boxes = [as_interval(cell) for cell in a.cells]
    if any(box.lo is None or box.hi is None for box in boxes):
        return None
    ends = [(box.lo,) if box.lo is box.hi or box.lo == box.hi else (box.lo, box.hi) for box in boxes]
    if sum(len(pair) > 1 for pair in ends) > MAX_VARYING:
        return None
    return (Array(a.rows, a.columns, corner) for corner in product(*ends))


def _widened(a: Array, found: list[Array]) -> Array:
    """The hull of the values at all corners; loose where the box lacks an end, which is then not attained."""
    boxes = [cell for cell in a.cells if isinstance(cell, Interval)]
    if not boxes:
        return found[0]
    partial = any(box.partial for box in boxes)
    loose = any(box.loose or not (box.lo_closed and box.hi_closed) for box in boxes)
    whole = [reduce(hull, map(as_interval, cells)) for cells in zip(*(part.cells for part in found), strict=True)]
    made = (
        Interval(box.lo, box.hi, box.lo_closed, box.hi_closed, box.partial or partial, box.loose or loose)
        for box in whole
    )
    return Array(found[0].rows, found[0].columns, tuple(made))


def _of_balls(a: Array, function: Callable[[Array], Array], fallback: Interval) -> Array:
    """The balls that a function gives of balls as wide as the ranges, as loose ranges; else *fallback* in all cells."""
    boxes = [as_interval(cell) for cell in a.cells]
    partial = any(box.partial for box in boxes)
    balls = tuple(arb(box.lo).union(arb(box.hi)) for box in boxes if box.lo is not None and box.hi is not None)
    if len(balls) == len(boxes):
        try:
            return function(Array(a.rows, a.columns, balls)).map(lambda cell: _spread(cell, partial=partial))
        except Uncertain:
            pass
    return function(Array(a.rows, a.columns, tuple(fmpq(i == j) for i in range(a.rows) for j in range(a.columns)))).map(
        lambda _: fallback
    )


def _spread(cell: Value, *, partial: bool) -> Interval:
    box = as_interval(cell)
    if isinstance(cell, arb) and not cell.is_finite():
        return _PERHAPS
    if isinstance(cell, arb):
        box = Interval(cell.lower(), cell.upper())
    return Interval(box.lo, box.hi, box.lo_closed, box.hi_closed, box.partial or partial, loose=True)
