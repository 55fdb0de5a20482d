"""Running sums and products, differences, and parts of matrices put in other places."""

from collections.abc import Callable
from itertools import accumulate
from math import comb
from operator import add, mul
from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.operations.operation import Engine, ShapeError, Slip, ValueFunction, along, operation, reduce, reduced

_NUMPY: Final = "NumPy, mathematical functions"
_MANIPULATION: Final = "NumPy, array manipulation"


@operation(
    "X",
    shape=reduced,
    pattern="reducing",
    reference=_NUMPY,
    axis=None,
    slips=(
        Slip("other-function", "sum(X, axis=axis)", "the sum"),
        Slip("other-axis", "prod(X, axis=0)", "the products of columns"),
        Slip("other-axis", "prod(X, axis=1)", "the products of rows"),
        Slip("other-axis", "prod(X, axis=None)", "the product of all"),
    ),
)
def prod(_engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The product."""
    return reduce(_product, x, axis)


def _product(cells: tuple[Value, ...]) -> Value:
    total: Value = fmpq(1)
    for cell in cells:
        total = total * cell
    return total


def _running_shape(x: Shape, axis: int | None = None) -> Shape:
    reduced(x, axis)
    return (1, x[0] * x[1]) if axis is None and x[1] != 1 else x


def _line(x: Array, axis: int | None) -> tuple[Array, int]:
    """The array and the axis along which a function of lines runs: without an axis a column, or all cells as a row."""
    if axis is not None:
        return x, axis
    return (x, 0) if x.columns == 1 else (Array(1, len(x.cells), x.cells), 1)


def _running(name: str, other: Slip) -> Callable[[ValueFunction], ValueFunction]:
    """Register a function of the cells up to each, whose slips are another function and the two axes."""
    down = Slip("other-axis", f"{name}(X, axis=0)", "down the columns")
    right = Slip("other-axis", f"{name}(X, axis=1)", "along the rows")
    slips = (other, down, right)
    return operation("X", shape=_running_shape, pattern="mixing", reference=_NUMPY, axis=None, slips=slips)


@_running("cumsum", Slip("other-function", "cumsum(X, axis=axis) - X", "the term itself left out"))
def cumsum(_engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The sums of the cells up to each; without an axis in one row, but a lone column stays one."""
    array, along_axis = _line(x, axis)
    return along(lambda cells: tuple(accumulate(cells, add)), array, along_axis)


@_running("cumprod", Slip("other-function", "cumsum(X, axis=axis)", "running sums"))
def cumprod(_engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The products of the cells up to each; without an axis in one row, but a lone column stays one."""
    array, along_axis = _line(x, axis)
    return along(lambda cells: tuple(accumulate(cells, mul)), array, along_axis)


def _diff_axis(x: Shape, axis: int | None) -> int:
    return axis if axis is not None else 0 if x[1] == 1 else 1


def _diff_shape(x: Shape, n: int = 1, axis: int | None = None) -> Shape:
    reduced(x, axis)
    side = _diff_axis(x, axis)
    if n < 0 or x[side] <= n:
        raise ShapeError(f"differences of order {n} need more than {n} numbers, found {x[side]}")
    return (x[0] - n, x[1]) if side == 0 else (x[0], x[1] - n)


@operation(
    "X",
    shape=_diff_shape,
    pattern="mixing",
    reference=_NUMPY,
    n=1,
    axis=None,
    slips=(Slip("sign", "-diff(X, n=n, axis=axis)", "the one before minus the one behind"),),
)
def diff(_engine: Engine, x: Array, n: int = 1, axis: int | None = None) -> Array:
    """The differences of neighbours in each row, each cell minus the one before it; in each column with axis=0.

    Without an axis, those in a lone column too. Those of order n are differences of differences.
    """
    if _diff_axis(x.shape, axis) == 0:
        return _differences(x.transposed, n).transposed
    return _differences(x, n)


def _differences(x: Array, n: int) -> Array:
    weights = [fmpq((-1) ** (n - k) * comb(n, k)) for k in range(n + 1)]
    rows = x.row_list()
    cells = tuple(
        sum((weight * cell for weight, cell in zip(weights, row[j : j + n + 1], strict=True)), fmpq(0))
        for row in rows
        for j in range(x.columns - n)
    )
    return Array(x.rows, x.columns - n, cells)


def _reshaped(x: Shape, rows: int = -1, columns: int | None = None) -> Shape:
    count = x[0] * x[1]
    sides = [1, rows] if columns is None else [rows, columns]
    free = [place for place, side in enumerate(sides) if side == -1]
    rest = sides[1 - free[0]] if len(free) == 1 else 0
    if rest > 0 and count % rest == 0:
        sides[free[0]] = count // rest
    if min(sides) < 0 or sides[0] * sides[1] != count:
        stated = " x ".join(map(str, sides))
        raise ShapeError(f"{x[0]} x {x[1]} makes a matrix of {count} cells, found {stated}")
    return sides[0], sides[1]


@operation("X", shape=_reshaped, pattern="rearranging", reference=_MANIPULATION, rows=-1, columns=None)
def reshape(_engine: Engine, x: Array, rows: int = -1, columns: int | None = None) -> Array:
    """The cells row by row in rows and columns of other lengths, of which one may be -1; with one length, a row."""
    return Array(*_reshaped(x.shape, rows, columns), x.cells)


def _repeated_shape(x: Shape, repeats: int = 1, axis: int | None = None) -> Shape:
    reduced(x, axis)
    if repeats < 1:
        raise ShapeError(f"1 repeat at least, found {repeats}")
    if axis is None:
        return (x[0] * repeats, 1) if x[1] == 1 < x[0] else (1, x[0] * x[1] * repeats)
    return (x[0] * repeats, x[1]) if axis == 0 else (x[0], x[1] * repeats)


@operation("X", shape=_repeated_shape, pattern="mixing", reference=_MANIPULATION, repeats=1, axis=None)
def repeat(_engine: Engine, x: Array, repeats: int = 1, axis: int | None = None) -> Array:
    """Each cell so many times in a row; each row with axis=0, each column with axis=1. A lone column stays one."""
    rows, columns = _repeated_shape(x.shape, repeats, axis)
    if axis is None:
        return Array(rows, columns, tuple(cell for cell in x.cells for _ in range(repeats)))
    down, across = (repeats, 1) if axis == 0 else (1, repeats)
    return Array(rows, columns, tuple(x[i // down, j // across] for i in range(rows) for j in range(columns)))


def _tiled_shape(x: Shape, rows: int = 1, columns: int | None = None) -> Shape:
    down, across = (1, rows) if columns is None else (rows, columns)
    if min(down, across) < 1:
        raise ShapeError(f"1 copy at least, found {min(down, across)}")
    return x[0] * down, x[1] * across


@operation("X", shape=_tiled_shape, pattern="mixing", reference=_MANIPULATION, rows=1, columns=None)
def tile(_engine: Engine, x: Array, rows: int = 1, columns: int | None = None) -> Array:
    """Copies of a matrix, so many below and beside each other; with one number, beside each other."""
    height, width = _tiled_shape(x.shape, rows, columns)
    return Array(height, width, tuple(x[i % x.rows, j % x.columns] for i in range(height) for j in range(width)))
