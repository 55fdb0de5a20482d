"""Running sums, cells in order, cells put in other places, and windows over a matrix."""

from collections.abc import Callable, Sequence
from fractions import Fraction as Q
from functools import partial
from itertools import accumulate, pairwise
from math import comb
from typing import Final

from verifier.recheck.grids import (
    Grid,
    Undefined,
    along,
    boxes,
    broadcast,
    cellwise,
    linewise,
    product,
    shape,
    transposed,
)
from verifier.recheck.intervals import ZERO, Box, NoValue, Unknown, add, divide, multiply, point, total
from verifier.recheck.linear import LINEAR
from verifier.recheck.row_functions import CellValue

MOST_CELLS: Final = 200_000
HALF_EVEN: Final = 4
"""The number of the usual rule for halves."""
_MOST_DIGITS: Final = 400
_PERCENT: Final = Q(1, 100)


def _sized(rows: int, columns: int) -> None:
    if rows < 1 or columns < 1:
        raise Undefined("a matrix without cells")
    if rows * columns > MOST_CELLS:
        raise Unknown("it takes too long")


def _line(grid: Grid, axis: int | None) -> tuple[Grid, int]:
    """What runs along an axis: without one a lone column, or all cells as a row."""
    if axis is not None:
        return grid, axis
    return (grid, 0) if len(grid[0]) == 1 else ([[cell for row in grid for cell in row]], 1)


def _running(step: Callable[[Box, Box], Box]) -> Callable[..., Grid]:
    def of(x: Grid, axis: int | None = None) -> Grid:
        grid, side = _line(x, axis)
        return along(grid, side, linewise(lambda line: list(accumulate(line, step))))

    return of


def _lone(grid: Grid, axis: int | None) -> int:
    """The axis that is meant without one: rows, but down a lone column."""
    return axis if axis is not None else 0 if len(grid[0]) == 1 else 1


def _diff(x: Grid, n: int = 1, axis: int | None = None) -> Grid:
    if _lone(x, axis) == 0:
        return transposed(_diff(transposed(x), n, 1))
    if not 0 <= n < len(x[0]):
        raise Undefined("differences of too few numbers")
    weights = [point((-1) ** (n - k) * comb(n, k)) for k in range(n + 1)]
    return [[_weighted(weights, row[at : at + n + 1]) for at in range(len(row) - n)] for row in x]


def _weighted(weights: Sequence[Box], cells: Sequence[CellValue]) -> CellValue:
    known = boxes(cells)
    return None if known is None else total([multiply(a, b) for a, b in zip(weights, known, strict=True)])


def _ordered(line: list[Box]) -> list[Box]:
    """The k-th lies between the k-th of the lower and the k-th of the upper ends."""
    return list(zip(sorted(lo for lo, _ in line), sorted(hi for _, hi in line), strict=True))


def _sort(x: Grid, axis: int | None = None) -> Grid:
    return along(x, _lone(x, axis), linewise(_ordered))


def _quantile(x: Grid, q: Grid, axis: int | None = None, *, unit: Q = Q(1)) -> Grid:
    share = q[0][0]
    if shape(q) != (1, 1):
        raise Undefined("more than one share")
    if not isinstance(share, tuple) or share[0] < 0 or share[1] * unit > 1:
        raise Unknown("a share that is not known or no share")
    ends = share[0] * unit, share[1] * unit

    def between(line: list[Box]) -> list[Box]:
        ordered = _ordered(line)
        return [(_at_share(ordered, ends[0])[0], _at_share(ordered, ends[1])[1])]

    return along(x, axis, linewise(between, made=1))


def _at_share(ordered: list[Box], share: Q) -> Box:
    place = share * (len(ordered) - 1)
    below = min(int(place), len(ordered) - 2) if len(ordered) > 1 else 0
    rest = place - below
    if rest == 0:
        return ordered[below]
    return add(multiply(ordered[below], point(1 - rest)), multiply(ordered[below + 1], point(rest)))


def _reshape(x: Grid, rows: int = -1, columns: int | None = None) -> Grid:
    cells = [cell for row in x for cell in row]
    height, width = (1, rows) if columns is None else (rows, columns)
    if width == -1 and height > 0:
        width = len(cells) // height
    elif height == -1 and width > 0:
        height = len(cells) // width
    if height * width != len(cells) or min(height, width) < 1:
        raise Undefined("rows and columns of another number of cells")
    return [cells[i * width : (i + 1) * width] for i in range(height)]


def _repeat(x: Grid, repeats: int = 1, axis: int | None = None) -> Grid:
    _sized(len(x) * repeats, len(x[0]))
    if axis is None and len(x[0]) > 1:
        return [[cell for row in x for cell in row for _ in range(repeats)]]
    if axis == 1 or (axis is None and len(x) == 1):
        return [[cell for cell in row for _ in range(repeats)] for row in x]
    return [list(row) for row in x for _ in range(repeats)]


def _tile(x: Grid, rows: int = 1, columns: int | None = None) -> Grid:
    down, across = (1, rows) if columns is None else (rows, columns)
    _sized(len(x) * down, len(x[0]) * across)
    return [row * across for _ in range(down) for row in x]


def _where(condition: Grid, x: Grid, y: Grid) -> Grid:
    """The cell of x or that of y, or what holds both where that is not known."""
    rows, columns = (broadcast([shape(grid)[side] for grid in (condition, x, y)]) for side in (0, 1))

    def at(i: int, j: int) -> CellValue:
        flag, then, other = (grid[i % len(grid)][j % len(grid[0])] for grid in (condition, x, y))
        if not isinstance(flag, tuple):
            return None
        if flag == ZERO or flag[0] > 0 or flag[1] < 0:
            return other if flag == ZERO else then
        both = boxes([then, other])
        return None if both is None else (min(lo for lo, _ in both), max(hi for _, hi in both))

    return [[at(i, j) for j in range(columns)] for i in range(rows)]


def _rounded(round_: Callable[[Q], int], x: Grid, digits: int = 0, rule: int = HALF_EVEN) -> Grid:
    """By a function to whole numbers that never falls."""
    if rule != HALF_EVEN:
        raise Unknown("a rounding by another rule")
    if abs(digits) > _MOST_DIGITS:
        raise Unknown("a rounding to very many digits")
    scale = Q(10) ** digits
    return cellwise(lambda a: (round_(a[0] * scale) / scale, round_(a[1] * scale) / scale), x)


# Windows


def _places(side: int, window: int, stride: int) -> range:
    if stride < 1 or not 1 <= window <= side:
        raise Undefined("a window that does not fit")
    return range(0, side - window + 1, stride)


def _conv2d(x: Grid, kernel: Grid, stride: int = 1, padding: int = 0) -> Grid:
    """Beside a single row under a kernel of one row zeros stand on its left and right alone, and so of columns."""
    if padding < 0:
        raise Undefined("a padding that is negative")
    (height, width), (down, across) = shape(x), shape(kernel)
    above, beside = (0 if side == 1 == window else padding for side, window in ((height, down), (width, across)))
    _sized((height + 2 * above) * down, (width + 2 * beside) * across)
    nothing: list[CellValue] = [ZERO] * (width + 2 * beside)
    middle = [[*nothing[:beside], *row, *nothing[:beside]] for row in x]
    wide = [*[nothing] * above, *middle, *[nothing] * above]
    weights = boxes([cell for row in kernel for cell in row])
    windows = _windows(wide, (down, across), stride)
    return [[None if weights is None else _weighted(weights, window) for window in row] for row in windows]


def _windows(x: Grid, window: tuple[int, int], stride: int) -> list[list[list[CellValue]]]:
    """The cells of each window."""
    down, across = window
    return [
        [[cell for row in x[i : i + down] for cell in row[j : j + across]] for j in _places(len(x[0]), across, stride)]
        for i in _places(len(x), down, stride)
    ]


def _pool(function: Callable[[list[Box]], Box], x: Grid, kernel_size: int = 2, stride: int | None = None) -> Grid:
    """Along a single row or column windows are one cell wide."""
    window = tuple(1 if side == 1 else kernel_size for side in shape(x))
    made = linewise(lambda line: [function(line)], made=1)
    windows = _windows(x, (window[0], window[1]), kernel_size if stride is None else stride)
    return [[made(cells)[0] for cells in row] for row in windows]


def _largest(line: list[Box]) -> Box:
    return max(lo for lo, _ in line), max(hi for _, hi in line)


def _simpson_weights(x: Grid) -> Grid:
    """Of points that are known; what a parabola through each three gives each, as SciPy has it."""
    cells = boxes([cell for row in x for cell in row])
    if cells is None or any(lo != hi for lo, hi in cells):
        raise Unknown("Simpson's rule of points that are not known")
    points = [lo for lo, _ in cells]
    steps = [b - a for a, b in pairwise(points)]
    if min(shape(x)) > 1 or not steps:
        raise Undefined("points that are no row of at least two")
    if 0 in steps or any(a + b == 0 for a, b in pairwise(steps)):
        raise NoValue("points that are the same")
    weights = [Q(0)] * len(points)
    if len(steps) == 1:
        weights = [steps[0] / 2] * 2
    for at in range(0, len(steps) - 1, 2):
        h, k = steps[at], steps[at + 1]
        parts = ((h + k) * (2 - k / h) / 6, (h + k) ** 3 / (6 * h * k), (h + k) * (2 - h / k) / 6)
        weights[at : at + 3] = [a + b for a, b in zip(weights[at : at + 3], parts, strict=True)]
    if len(steps) % 2 and len(steps) > 1:
        h, k = steps[-2:]
        parts = (-(k**3) / (6 * h * (h + k)), (k * k + 3 * h * k) / (6 * h), (2 * k * k + 3 * h * k) / (6 * (h + k)))
        weights[-3:] = [a + b for a, b in zip(weights[-3:], parts, strict=True)]
    return [[point(weight) for weight in weights]]


def _least_squares(a: Grid, b: Grid) -> Grid:
    if len(b) != len(a) and len(b) == 1:
        return transposed(_least_squares(a, transposed(b)))
    return LINEAR["solve"](product(transposed(a), a), product(transposed(a), b))


ARRAYS: Final[dict[str, Callable[..., Grid]]] = {
    "cumsum": _running(add),
    "cumprod": _running(multiply),
    "diff": _diff,
    "sort": _sort,
    "median": lambda x, axis=None: _quantile(x, [[(Q(1, 2), Q(1, 2))]], axis),
    "quantile": _quantile,
    "percentile": partial(_quantile, unit=_PERCENT),
    "reshape": _reshape,
    "repeat": _repeat,
    "tile": _tile,
    "where": _where,
    "round": partial(_rounded, round),
    "trunc": partial(_rounded, int),
    "conv2d": _conv2d,
    "max_pool": partial(_pool, _largest),
    "avg_pool": partial(_pool, lambda line: divide(total(line), point(len(line)))),
    "simpson_weights": _simpson_weights,
    "lstsq": _least_squares,
}
"""Operations on whole matrices with options, each a whole number or None."""
