"""Determinants, inverses, solutions of linear equations, ranks, diagonals, and matrices with a plan."""

from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value, scalar
from verifier.numbers.interval import UNDEFINED, UNKNOWN
from verifier.operations.operation import Engine, ShapeError, Slip, define, operation

_LINEAR: Final = "NumPy, linear algebra"
_CREATION: Final = "NumPy, array creation"


def _side(shape: Shape) -> int:
    if shape[0] != shape[1]:
        raise ShapeError(f"a square matrix, found {shape[0]} x {shape[1]}", shape)
    return shape[0]


def _one(shape: Shape) -> Shape:
    _side(shape)
    return 1, 1


def _square(shape: Shape) -> Shape:
    return _side(shape), shape[1]


@operation(
    "A",
    shape=_one,
    pattern="mixing",
    reference=_LINEAR,
    slips=(Slip("sign", "-det(A)"), Slip("other-function", "prod(diag(A))", "the product of the diagonal")),
)
def det(engine: Engine, a: Array) -> Array:
    """The determinant of a square matrix."""
    return scalar(engine.determinant(a))


@operation(
    "A",
    shape=_square,
    pattern="mixing",
    reference=_LINEAR,
    slips=(
        Slip("transposed", "inv(A).T"),
        Slip("omitted-term", "inv(A) * det(A)", "not divided by the determinant"),
        Slip("sign", "-inv(A)"),
        Slip("other-function", "1 / A", "the reciprocal of each cell"),
    ),
)
def inv(engine: Engine, a: Array) -> Array:
    """The inverse of a square matrix; undefined if its determinant is zero."""
    return engine.inverse(a)


def _solution_shape(a: Shape, b: Shape) -> Shape:
    count = _side(a)
    if count not in (b[0], b[1] if b[0] == 1 else b[0]):
        raise ShapeError(f"a right side of {count} rows, found {b[0]} x {b[1]}", (count, b[0]))
    return b


@operation(
    "A",
    "b",
    shape=_solution_shape,
    pattern="mixing",
    reference=_LINEAR,
    slips=(Slip("transposed", "solve(A.T, b)"), Slip("other-function", "A @ b", "the product")),
)
def solve(engine: Engine, a: Array, b: Array) -> Array:
    """The x with A @ x = b, for each column of b or for b as one row; undefined if the determinant of A is zero."""
    if b.rows != a.rows:
        return engine.solution(a, b.transposed).transposed
    return engine.solution(a, b)


def _least_shape(a: Shape, b: Shape) -> Shape:
    if a[0] == b[0]:
        return a[1], b[1]
    if b == (1, a[0]):
        return 1, a[1]
    raise ShapeError(f"a right side of {a[0]} rows, found {b[0]} x {b[1]}", (a[0], b[0]))


@operation("A", "b", shape=_least_shape, pattern="mixing", reference=_LINEAR, exact=False)
def lstsq(engine: Engine, a: Array, b: Array) -> Array:
    """The x for which A @ x is nearest to b, for each column of b or for b as one row, where there is one such x."""
    if b.rows != a.rows:
        return lstsq(engine, a, b.transposed).transposed
    found = engine.solution(engine.matmul(a.transposed, a), engine.matmul(a.transposed, b))
    return found.map(lambda cell: UNKNOWN if cell is UNDEFINED else cell)


@operation("A", shape=lambda _: (1, 1), pattern="mixing", reference=_LINEAR, exact=False, jumps_in=("A",))
def matrix_rank(engine: Engine, a: Array) -> Array:
    """The number of rows of which none is a sum of multiples of the others."""
    return scalar(engine.rank(a))


@operation("A", shape=lambda _: (1, 1), pattern="mixing", reference=_LINEAR)
def trace(_engine: Engine, a: Array) -> Array:
    """The sum of the diagonal."""
    return scalar(sum(_diagonal(a), fmpq(0)))


def _diagonal(a: Array) -> tuple[Value, ...]:
    return tuple(a[i, i] for i in range(min(a.shape)))


def _diag_shape(x: Shape) -> Shape:
    return (max(x), max(x)) if 1 in x else (1, min(x))


@operation("X", shape=_diag_shape, pattern="rearranging", reference=_CREATION)
def diag(_engine: Engine, x: Array) -> Array:
    """The diagonal of a matrix as a row; of a row or a column, the matrix with that diagonal."""
    if 1 not in x.shape:
        return Array(1, min(x.shape), _diagonal(x))
    side = len(x.cells)
    cells = tuple(x.cells[i] if i == j else fmpq(0) for i in range(side) for j in range(side))
    return Array(side, side, cells)


define("eye", "n", definition="Matrix(n, n, lambda _i, _j: 1 if _i == _j else 0)", reference=_CREATION)
define("zeros", "n", "m", definition="Matrix(n, m, lambda _i, _j: 0)", reference=_CREATION)
define("ones", "n", "m", definition="Matrix(n, m, lambda _i, _j: 1)", reference=_CREATION)
define(
    "one_hot",
    "indices",
    "classes",
    definition=("Matrix(columns(flatten(indices)), classes, lambda _i, _j: 1 if flatten(indices)[0, _i] == _j else 0)"),
    reference="PyTorch, one_hot",
    slips=(Slip("other-operand", "one_hot(indices - 1, classes)", "places counted from 1"),),
)
