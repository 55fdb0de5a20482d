"""Matrices: products, shapes, transposing, reshaping and joining."""

from flint import fmpq

from verifier.numbers.array import Array, Shape, scalar
from verifier.operations.operation import Engine, ShapeError, Slip, operation

_NUMPY = "NumPy, array manipulation"


def _product_shape(a: Shape, b: Shape) -> Shape:
    if a[1] != b[0]:
        raise ShapeError(
            f"a product of {a[0]} x {a[1]} and {b[0]} x {b[1]} is undefined: {_lines(a[1], 'column')} meet "
            f"{_lines(b[0], 'row')}",
            (a[1], b[0]),
        )
    return a[0], b[1]


def _lines(count: object, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


@operation(
    "A",
    "B",
    shape=_product_shape,
    pattern="mixing",
    reference="NumPy, matmul",
    slips=(
        Slip("swapped-order", "B @ A"),
        Slip("transposed", "A.T @ B"),
        Slip("transposed", "A @ B.T"),
        Slip("transposed", "(A @ B).T"),
        Slip("other-function", "A * B"),
        Slip("other-function", "A + B"),
    ),
)
def matmul(engine: Engine, a: Array, b: Array) -> Array:
    """The matrix product of m x k and k x n."""
    return engine.matmul(a, b)


@operation("X", shape=lambda x: (x[1], x[0]), pattern="rearranging", reference=_NUMPY)
def transpose(_engine: Engine, x: Array) -> Array:
    """The transpose."""
    return x.transposed


@operation("X", shape=lambda x: (1, x[0] * x[1]), pattern="rearranging", reference=_NUMPY)
def flatten(_engine: Engine, x: Array) -> Array:
    """One row of all cells, in the order of the rows."""
    return Array(1, len(x.cells), x.cells)


@operation("X", shape=lambda _: (1, 1), pattern="rearranging", reference="NumPy, shape", of_size=True)
def rows(_engine: Engine, x: Array) -> Array:
    """The number of rows."""
    return scalar(fmpq(x.rows))


@operation("X", shape=lambda _: (1, 1), pattern="rearranging", reference="NumPy, shape", of_size=True)
def columns(_engine: Engine, x: Array) -> Array:
    """The number of columns."""
    return scalar(fmpq(x.columns))


def _beside(*shapes: Shape) -> Shape:
    if len({shape[0] for shape in shapes}) > 1:
        counts = " and ".join(str(shape[0]) for shape in shapes)
        raise ShapeError(f"matrices side by side have as many rows each, found {counts}")
    return shapes[0][0], sum(shape[1] for shape in shapes)


def _stacked(*shapes: Shape) -> Shape:
    if len({shape[1] for shape in shapes}) > 1:
        counts = " and ".join(str(shape[1]) for shape in shapes)
        raise ShapeError(f"matrices one below the other have as many columns each, found {counts}")
    return sum(shape[0] for shape in shapes), shapes[0][1]


def _hstack(_engine: Engine, *parts: Array) -> Array:
    count = parts[0].rows
    cells = tuple(cell for index in range(count) for part in parts for cell in part.row(index))
    return Array(count, sum(part.columns for part in parts), cells)


@operation("X", shape=_beside, pattern="rearranging", reference=_NUMPY, variadic=True)
def hstack(engine: Engine, *parts: Array) -> Array:
    """Matrices joined side by side."""
    return _hstack(engine, *parts)


@operation("X", shape=_beside, pattern="rearranging", reference="Vaswani et al. 2017, sec. 3.2.2", variadic=True)
def concat(engine: Engine, *parts: Array) -> Array:
    """The same as `hstack`: the heads of an attention joined side by side."""
    return _hstack(engine, *parts)


@operation("X", shape=_stacked, pattern="rearranging", reference=_NUMPY, variadic=True)
def vstack(_engine: Engine, *parts: Array) -> Array:
    """Matrices joined one below the other."""
    return Array(
        sum(part.rows for part in parts), parts[0].columns, tuple(cell for part in parts for cell in part.cells)
    )
