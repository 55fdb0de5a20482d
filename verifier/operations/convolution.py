"""Windows that move over a matrix: convolutions as networks have them, and pooling."""

from functools import reduce as fold
from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.operations.operation import Engine, ShapeError, Slip, TooLarge, operation

_TORCH: Final = "PyTorch, nn.functional"
MAX_WINDOWS: Final = 4_000_000
"""Maximum number of cells of all windows of one call."""


def _count(side: int, window: int, stride: int) -> int:
    if stride < 1:
        raise ShapeError(f"a stride of 1 at least, found {stride}")
    if not 1 <= window <= side:
        raise ShapeError(f"a window of 1 to {side} cells, found {window}", (side, window))
    return (side - window) // stride + 1


def _conv_shape(x: Shape, kernel: Shape, stride: int = 1, padding: int = 0) -> Shape:
    if padding < 0:
        raise ShapeError(f"a padding that is not negative, found {padding}")
    rows, columns = (
        side if side == 1 == window else side + 2 * padding for side, window in zip(x, kernel, strict=True)
    )
    return _count(rows, kernel[0], stride), _count(columns, kernel[1], stride)


@operation(
    "X",
    "K",
    shape=_conv_shape,
    pattern="mixing",
    reference=f"{_TORCH}.conv2d, of one channel; conv1d of rows",
    slips=(
        Slip("other-function", "conv2d(X, K[::-1, ::-1], stride=stride, padding=padding)", "the kernel turned round"),
        Slip("transposed", "conv2d(X, K.T, stride=stride, padding=padding)", "the kernel transposed"),
    ),
    stride=1,
    padding=0,
)
def conv2d(engine: Engine, x: Array, kernel: Array, stride: int = 1, padding: int = 0) -> Array:
    """The sum of the products of a kernel and each window under it; the kernel is not turned round.

    *padding* zeros are put around the matrix first, beside a single row only on its left and right.
    """
    rows, columns = _conv_shape(x.shape, kernel.shape, stride, padding)
    above = 0 if x.rows == 1 == kernel.rows else padding
    beside = 0 if x.columns == 1 == kernel.columns else padding
    _check_windows(rows * columns * len(kernel.cells))
    windows = tuple(
        _cell(x, i * stride + a - above, j * stride + b - beside)
        for i in range(rows)
        for j in range(columns)
        for a in range(kernel.rows)
        for b in range(kernel.columns)
    )
    size = len(kernel.cells)
    found = engine.matmul(Array(rows * columns, size, windows), Array(size, 1, kernel.cells))
    return Array(rows, columns, found.cells)


def _check_windows(cells: int) -> None:
    if cells > MAX_WINDOWS:
        raise TooLarge(f"windows of at most {MAX_WINDOWS} cells in all, these have {cells}")


def _cell(x: Array, i: int, j: int) -> Value:
    return x[i, j] if 0 <= i < x.rows and 0 <= j < x.columns else fmpq(0)


def _pool_shape(x: Shape, kernel_size: int = 2, stride: int | None = None) -> Shape:
    step = kernel_size if stride is None else stride
    if kernel_size < 1 or step < 1:
        raise ShapeError(f"a window and a stride of 1 at least, found {kernel_size} and {step}")
    rows = 1 if x[0] == 1 else _count(x[0], kernel_size, step)
    return rows, 1 if x[1] == 1 else _count(x[1], kernel_size, step)


def _windows(x: Array, kernel_size: int, stride: int | None) -> list[tuple[Value, ...]]:
    """The cells of each window, row by row; along a single row or column windows are one cell wide."""
    rows, columns = _pool_shape(x.shape, kernel_size, stride)
    step = kernel_size if stride is None else stride
    height, width = min(kernel_size, x.rows), min(kernel_size, x.columns)
    _check_windows(rows * columns * height * width)
    return [
        tuple(x[i * step + a, j * step + b] for a in range(height) for b in range(width))
        for i in range(rows)
        for j in range(columns)
    ]


@operation(
    "X",
    shape=_pool_shape,
    pattern="mixing",
    reference=f"{_TORCH}.max_pool2d; max_pool1d of rows",
    slips=(
        Slip("other-function", "avg_pool(X, kernel_size=kernel_size)", "the mean of each window"),
        Slip("shifted-window", "max_pool(X, kernel_size=kernel_size, stride=1)", "windows moved by one"),
    ),
    kernel_size=2,
    stride=None,
)
def max_pool(engine: Engine, x: Array, kernel_size: int = 2, stride: int | None = None) -> Array:
    """The largest cell of each square window; windows do not overlap unless a stride is stated."""
    cells = tuple(fold(engine.maximum, window) for window in _windows(x, kernel_size, stride))
    return Array(*_pool_shape(x.shape, kernel_size, stride), cells)


@operation(
    "X",
    shape=_pool_shape,
    pattern="mixing",
    reference=f"{_TORCH}.avg_pool2d; avg_pool1d of rows",
    slips=(
        Slip("other-function", "max_pool(X, kernel_size=kernel_size)", "the largest of each window"),
        Slip("shifted-window", "avg_pool(X, kernel_size=kernel_size, stride=1)", "windows moved by one"),
    ),
    kernel_size=2,
    stride=None,
)
def avg_pool(engine: Engine, x: Array, kernel_size: int = 2, stride: int | None = None) -> Array:
    """The mean of each square window; windows do not overlap unless a stride is stated."""
    windows = _windows(x, kernel_size, stride)
    cells = tuple(engine.divide(sum(window, fmpq(0)), fmpq(len(window))) for window in windows)
    return Array(*_pool_shape(x.shape, kernel_size, stride), cells)
