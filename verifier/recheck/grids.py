"""Matrices of cells: what is known of each, and the operations on whole matrices."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final, TypeAlias, TypeVar

from verifier.recheck.cellwise import CELLWISE
from verifier.recheck.entropies import entropy
from verifier.recheck.intervals import (
    LARGEST,
    ONE,
    ZERO,
    Box,
    NoValue,
    Unknown,
    mean,
    multiply,
    negative,
    point,
    root,
    square,
    subtract,
    total,
)
from verifier.recheck.row_functions import MASKED, VOID, CellValue, variance

Grid: TypeAlias = list[list[CellValue]]
Of = TypeVar("Of")
"""What a matrix is of."""


class Undefined(Unknown):
    """A formula that is undefined for the shapes of its operands."""


def shape(grid: list[list[Of]]) -> tuple[int, int]:
    """Rows and columns; a grid has at least one of each."""
    return len(grid), len(grid[0])


def filled(grid: Grid) -> Grid:
    """The grid; raises Unknown if it has no cells."""
    if not grid or not grid[0]:
        raise Unknown("a matrix without cells")
    return grid


def interval(grid: Grid) -> Box:
    """The one number of a grid that is not negative; raises Unknown if it is not known."""
    cell = grid[0][0]
    if shape(grid) != (1, 1) or not isinstance(cell, tuple) or cell[0] < 0:
        raise Unknown("a number beside a variance that is not known")
    return cell


def boxes(line: Sequence[CellValue]) -> list[Box] | None:
    """The cells of a line if each is an interval."""
    known = [cell for cell in line if isinstance(cell, tuple)]
    return known if len(known) == len(line) else None


def cellwise(function: Callable[..., Box], *grids: Grid) -> Grid:
    """A function of cells applied to broadcast grids; nothing is known where an operand is not or it has no value."""
    rows, columns = (broadcast([shape(grid)[side] for grid in grids]) for side in (0, 1))
    stays_masked, is_product = function is CELLWISE["add"], function is CELLWISE["multiply"]

    def at(i: int, j: int) -> CellValue:
        cells = [grid[i % len(grid)][j % len(grid[0])] for grid in grids]
        if stays_masked and MASKED in cells:
            return MASKED
        if VOID in cells:
            return None if is_product and any(map(_may_be_zero, cells)) else VOID
        known = boxes(cells)
        return None if known is None else _attempt(lambda: function(*known))

    return [[at(i, j) for j in range(columns)] for i in range(rows)]


def _may_be_zero(cell: CellValue) -> bool:
    """Whether a cell may be 0; 0 * log(0) has a limit, so that a number printed for it is not refuted."""
    return cell is None or (isinstance(cell, tuple) and cell[0] <= 0 <= cell[1])


def _attempt(made: Callable[[], Box]) -> CellValue:
    try:
        found = made()
    except NoValue:
        return VOID
    except Unknown:
        return None
    return found if -LARGEST <= found[0] <= found[1] <= LARGEST else None


def broadcast(sides: list[int]) -> int:
    """The side of what operands of these sides are broadcast to; raises Undefined."""
    wide = {side for side in sides if side != 1}
    if len(wide) > 1:
        raise Undefined(f"sides of {min(wide)} and {max(wide)} do not fit each other")
    return wide.pop() if wide else 1


def along(grid: list[list[Of]], axis: int | None, function: Callable[[list[Of]], list[Of]]) -> list[list[Of]]:
    """A function of lines applied to rows (axis 1), columns (0) or to all cells as one row (None)."""
    if axis is None:
        made = function([cell for row in grid for cell in row])
        return [made] if len(made) == 1 else [made[i * len(grid[0]) :][: len(grid[0])] for i in range(len(grid))]
    if axis == 0:
        return transposed([function(list(column)) for column in zip(*grid, strict=True)])
    return [function(row) for row in grid]


def transposed(grid: list[list[Of]]) -> list[list[Of]]:
    """The transpose."""
    return [list(column) for column in zip(*grid, strict=True)]


def linewise(
    function: Callable[[list[Box]], list[Box]], *, made: int | None = None
) -> Callable[[list[CellValue]], list[CellValue]]:
    """A function of intervals as one of cells: nothing is known of a line with an unknown cell.

    *made* is the count of cells that it gives, None for as many as it takes.
    """

    def of(line: list[CellValue]) -> list[CellValue]:
        known = boxes(line)
        try:
            return [None] * (made or len(line)) if known is None else list(function(known))
        except Unknown:
            return [None] * (made or len(line))

    return of


def _reduction(function: Callable[[list[Box]], Box]) -> Callable[[int], Callable[[list[CellValue]], list[CellValue]]]:
    return lambda _: linewise(lambda line: [function(line)], made=1)


def _largest_at(line: list[Box]) -> Box:
    """The index of the first largest number, where this is decided."""
    at = max(range(len(line)), key=lambda place: line[place][0])
    if any(hi >= line[at][0] for place, (_, hi) in enumerate(line) if place != at):
        raise Unknown("the largest of numbers that may be equal")
    return point(at)


REDUCTIONS: Final[dict[str, Callable[[int], Callable[[list[CellValue]], list[CellValue]]]]] = {
    "sum": _reduction(total),
    "mean": _reduction(mean),
    "max": _reduction(lambda line: (max(lo for lo, _ in line), max(hi for _, hi in line))),
    "min": _reduction(lambda line: (min(lo for lo, _ in line), min(hi for _, hi in line))),
    "var": lambda ddof: linewise(lambda line: [variance(line, ddof)], made=1),
    "std": lambda ddof: linewise(lambda line: [root(variance(line, ddof))], made=1),
    "argmax": _reduction(_largest_at),
    "argmin": _reduction(lambda line: _largest_at([negative(cell) for cell in line])),
    "gini": _reduction(lambda line: subtract(ONE, total([square(cell) for cell in line]))),
    "norm": _reduction(lambda line: root(total([square(cell) for cell in line]))),
    "prod": _reduction(lambda line: reduce(multiply, line, ONE)),
    "entropy": _reduction(entropy),
}
"""By the degrees of freedom that are taken off."""


def product(a: Grid, b: Grid) -> Grid:
    """The matrix product."""
    if len(a[0]) != len(b):
        raise Undefined(f"{len(a[0])} columns meet {len(b)} rows")
    columns = transposed(b)
    return [[_dot(row, column) for column in columns] for row in a]


def _dot(row: list[CellValue], column: list[CellValue]) -> CellValue:
    left, right = boxes(row), boxes(column)
    if left is None or right is None:
        return None
    return _attempt(lambda: total([multiply(x, y) for x, y in zip(left, right, strict=True)]))


def beside(*parts: list[list[Of]]) -> list[list[Of]]:
    """Matrices with equally many rows, joined side by side."""
    if len({len(part) for part in parts}) > 1:
        raise Undefined("matrices side by side have different numbers of rows")
    return [[cell for row in rows for cell in row] for rows in zip(*parts, strict=True)]


def stacked(*parts: list[list[Of]]) -> list[list[Of]]:
    """Matrices with equally many columns, joined one below the other."""
    if len({len(part[0]) for part in parts}) > 1:
        raise Undefined("matrices on each other have different numbers of columns")
    return [row for part in parts for row in part]


def assembled(blocks: list[list[list[list[Of]]]]) -> list[list[Of]]:
    """One matrix from a matrix of blocks."""
    if not blocks or not blocks[0]:
        raise Unknown("a matrix without cells")
    return stacked(*(beside(*row) for row in blocks))


def _mask(keep: Grid) -> Grid:
    return [[None if (known := _truth(cell)) is None else ZERO if known else MASKED for cell in row] for row in keep]


def _truth(cell: CellValue) -> bool | None:
    if not isinstance(cell, tuple):
        return None
    return False if cell == ZERO else True if cell[0] > 0 or cell[1] < 0 else None


def _places_of(words: Grid, vocabulary: Grid) -> Grid:
    """Where words stand in a vocabulary, from zero; nothing is known of those that are not shown or not in it."""
    listed = [word for row in vocabulary for word in row]
    if not all(isinstance(word, str) for word in listed):
        raise Unknown("a vocabulary with a word that is not shown")
    places = {word: point(at) for at, word in reversed([*enumerate(listed)])}
    return [[places.get(word) if isinstance(word, str) else None for word in row] for row in words]


def _unique(words: Grid) -> Grid:
    listed = [word for row in words for word in row]
    if not all(isinstance(word, str) for word in listed):
        raise Unknown("words of which one is not shown")
    return [list(dict.fromkeys(listed))]


def _at(cells: list[list[CellValue]], place: CellValue, count: int) -> list[CellValue]:
    """The row at a place that is known; of another nothing is known."""
    if isinstance(place, tuple) and place[0] == place[1] and place[0].denominator == 1 and 0 <= place[0] < len(cells):
        return cells[int(place[0])]
    return [None] * count


def _taken(values: Grid, places: Grid) -> Grid:
    listed: list[list[CellValue]] = [[cell] for row in values for cell in row]
    return [[_at(listed, place, 1)[0] for place in row] for row in places]


def _embedded(indices: Grid, table: Grid) -> Grid:
    return [_at(table, place, len(table[0])) for row in indices for place in row]


def _counted(grid: Grid) -> Grid:
    is_known = all(cell is not None for row in grid for cell in row)
    return [[point(len(grid) * len(grid[0])) if is_known else None]]


MOVING: Final[dict[str, Callable[..., list[list[Any]]]]] = {
    "transpose": transposed,
    "flatten": lambda a: [[cell for row in a for cell in row]],
    "hstack": beside,
    "concat": beside,
    "vstack": stacked,
}
"""Operations that move cells, whatever they are."""
REARRANGING: Final[dict[str, Callable[..., Grid]]] = {
    **MOVING,
    "matmul": product,
    "rows": lambda a: [[point(len(a))]],
    "columns": lambda a: [[point(len(a[0]))]],
    "count": _counted,
    "mask": _mask,
    "index": _places_of,
    "take": _taken,
    "embedding": _embedded,
    "unique": _unique,
    "lower": lambda words: [[cell.lower() if isinstance(cell, str) else cell for cell in row] for row in words],
}
"""Operations on whole matrices."""
