"""Determinants, inverses and solutions of equations, by minors of matrices of intervals."""

from collections.abc import Callable
from fractions import Fraction as Q
from functools import cache
from typing import Final

from verifier.recheck.grids import Grid, Undefined, boxes, product, transposed
from verifier.recheck.intervals import ONE, ZERO, Box, Unknown, add, divide, multiply, negative, point
from verifier.recheck.row_functions import VOID, CellValue

LARGEST_SIDE: Final = 6
"""Of a matrix whose minors are computed."""


def _known(grid: Grid) -> list[list[Box]]:
    """The cells of a square matrix; raises Unknown if one is not known, or if it is too large."""
    side = len(grid)
    if side != len(grid[0]):
        raise Undefined(f"{side} rows and {len(grid[0])} columns of what is no square matrix")
    rows = [boxes(row) for row in grid]
    if side > LARGEST_SIDE:
        raise Unknown("a determinant of a large matrix")
    found = [row for row in rows if row is not None]
    if len(found) < side:
        raise Unknown("a determinant of numbers that are not known")
    return found


def _determinant(rows: list[list[Box]]) -> Box:
    """By the minors of the rows below each row, each computed once."""

    @cache
    def minor(row: int, columns: tuple[int, ...]) -> Box:
        total = ONE if not columns else ZERO
        for at, column in enumerate(columns):
            term = multiply(rows[row][column], minor(row + 1, columns[:at] + columns[at + 1 :]))
            total = add(total, negative(term) if at % 2 else term)
        return total

    return minor(0, tuple(range(len(rows))))


def _without(rows: list[list[Box]], i: int, j: int) -> list[list[Box]]:
    return [[cell for column, cell in enumerate(row) if column != j] for at, row in enumerate(rows) if at != i]


def _inverse(grid: Grid) -> Grid:
    rows = _known(grid)
    whole, side = _determinant(rows), range(len(rows))
    if whole == ZERO:
        return [[VOID for _ in side] for _ in side]
    if whole[0] <= 0 <= whole[1]:
        raise Unknown("an inverse by a determinant that may be zero")
    sign: Callable[[int], Box] = lambda place: point(Q((-1) ** place))  # noqa: E731 - with its type
    return [[divide(multiply(sign(i + j), _determinant(_without(rows, j, i))), whole) for j in side] for i in side]


def _solution(a: Grid, b: Grid) -> Grid:
    if len(b) != len(a) and len(b) == 1:
        return transposed(_solution(a, transposed(b)))
    return product(_inverse(a), b)


def _rank(a: Grid) -> Grid:
    """By elimination in fractions, of numbers that are known."""
    rows = [[cell[0] for cell in row if isinstance(cell, tuple) and cell[0] == cell[1]] for row in a]
    if any(len(row) < len(a[0]) for row in rows):
        raise Unknown("the rank of numbers that are not known")
    found = 0
    for column in range(len(a[0])):
        pivot = next((at for at in range(found, len(rows)) if rows[at][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for row in rows[found + 1 :]:
            factor = row[column] / rows[found][column]
            row[:] = [x - factor * y for x, y in zip(row, rows[found], strict=True)]
        found += 1
    return [[point(found)]]


def _diagonal(a: Grid) -> list[CellValue]:
    return [row[i] for i, row in enumerate(a) if i < len(row)]


def _trace(a: Grid) -> Grid:
    known = boxes(_diagonal(a))
    if known is None:
        return [[None]]
    total = ZERO
    for cell in known:
        total = add(total, cell)
    return [[total]]


def _diag(x: Grid) -> Grid:
    if min(len(x), len(x[0])) > 1:
        return [_diagonal(x)]
    cells = [cell for row in x for cell in row]
    return [[cell if i == j else ZERO for j in range(len(cells))] for i, cell in enumerate(cells)]


def _dot(a: Grid, b: Grid) -> Grid:
    if (len(a), len(a[0])) == (len(b), len(b[0])) and 1 in (len(a), len(a[0])):
        return product([[cell for row in a for cell in row]], [[cell] for row in b for cell in row])
    return product(a, b)


LINEAR: Final[dict[str, Callable[..., Grid]]] = {
    "dot": _dot,
    "det": lambda a: [[_determinant(_known(a))]],
    "inv": _inverse,
    "solve": _solution,
    "trace": _trace,
    "matrix_rank": _rank,
    "diag": _diag,
}
"""Operations on whole matrices; they raise Unknown where nothing is known of any cell."""
