"""Products and lengths of vectors, and how pairs of measurements vary together.

A vector is a row or a column.
"""

from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.operations.operation import Engine, ShapeError, Slip, define, operation, reduce, reduced

_LINEAR: Final = "NumPy, linear algebra"
_STATISTICS: Final = "NumPy, statistics"


def _dot_shape(a: Shape, b: Shape) -> Shape:
    if a == b and 1 in a:
        return 1, 1
    if a[1] != b[0]:
        raise ShapeError(f"a product of {a[0]} x {a[1]} and {b[0]} x {b[1]} is undefined", (a[1], b[0]))
    return a[0], b[1]


@operation(
    "a",
    "b",
    shape=_dot_shape,
    pattern="mixing",
    reference=_LINEAR,
    slips=(Slip("other-function", "a * b", "the products alone"), Slip("other-function", "sum(a + b)")),
)
def dot(engine: Engine, a: Array, b: Array) -> Array:
    """The sum of the products of two rows or of two columns; of other shapes, the matrix product."""
    if a.shape == b.shape and 1 in a.shape:
        return engine.matmul(Array(1, len(a.cells), a.cells), Array(len(b.cells), 1, b.cells))
    return engine.matmul(a, b)


define(
    "outer",
    "a",
    "b",
    definition="flatten(a).T @ flatten(b)",
    reference=_LINEAR,
    slips=(Slip("swapped-order", "outer(b, a)"),),
)


def _norm_shape(x: Shape, ord: int | None = None, axis: int | None = None) -> Shape:  # noqa: A002 - NumPy's name
    if ord not in (None, 1, 2):
        raise ShapeError(f"1 or 2 for ord, found {ord}")
    if axis is None and ord is not None and 1 not in x:
        raise ShapeError(f"an axis beside ord for a matrix, found {x[0]} x {x[1]}")
    return reduced(x, axis)


@operation(
    "x",
    shape=_norm_shape,
    pattern="reducing",
    reference=_LINEAR,
    slips=(
        Slip("omitted-term", "sum(x * x, axis=axis)", "the root left out"),
        Slip("other-function", "sum(abs(x), axis=axis)", "the sum of absolute values"),
        Slip("other-function", "max(abs(x), axis=axis)", "the largest absolute value"),
        Slip("other-function", "sqrt(mean(x * x, axis=axis))", "the quadratic mean"),
        Slip("other-function", "sum(x, axis=axis)", "the sum"),
    ),
    ord=None,
    axis=None,
)
def norm(engine: Engine, x: Array, ord: int | None = None, axis: int | None = None) -> Array:  # noqa: A002 - NumPy's name
    """The root of the sum of squares, of all cells or of each row (axis=1) or column (axis=0).

    With ord=1 it is the sum of absolute values.
    """
    return reduce(lambda cells: _size(engine, cells, is_sum=ord == 1), x, axis)


def _size(engine: Engine, cells: tuple[Value, ...], *, is_sum: bool) -> Value:
    if is_sum:
        return sum(map(engine.absolute, cells), fmpq(0))
    return engine.sqrt(sum((engine.power(cell, fmpq(2)) for cell in cells), fmpq(0)))


define(
    "cosine_similarity",
    "a",
    "b",
    definition="dot(flatten(a), flatten(b)) / (norm(flatten(a)) * norm(flatten(b)))",
    reference="Salton 1971, the vector space model; PyTorch, cosine_similarity",
    slips=(
        Slip("other-function", "1 - cosine_similarity(a, b)", "the distance"),
        Slip("omitted-term", "dot(flatten(a), flatten(b))", "not divided by the lengths"),
        Slip("omitted-term", "dot(flatten(a), flatten(b)) / norm(flatten(a))", "divided by the first length alone"),
        Slip("omitted-term", "dot(flatten(a), flatten(b)) / norm(flatten(b))", "divided by the second length alone"),
    ),
)
define(
    "covariance",
    "x",
    "y",
    definition="sum((flatten(x) - mean(x)) * (flatten(y) - mean(y))) / (columns(flatten(x)) - ddof)",
    reference="Python, statistics.covariance; Pearson 1896",
    slips=(
        Slip("other-divisor", "covariance(x, y, ddof=1 - ddof)"),
        Slip("other-function", "correlation(x, y)", "the correlation"),
    ),
    ddof=1,
)
define(
    "correlation",
    "x",
    "y",
    definition="covariance(x, y, ddof=0) / (std(x) * std(y))",
    reference="Python, statistics.correlation; Pearson 1896",
    slips=(
        Slip("other-divisor", "covariance(x, y) / (std(x) * std(y))", "one spread over n - 1"),
        Slip("other-function", "correlation(x, y)**2", "the coefficient of determination"),
    ),
)
define(
    "cov",
    "X",
    definition="(X - mean(X, axis=1)) @ (X - mean(X, axis=1)).T / (columns(X) - ddof)",
    reference=f"{_STATISTICS}: a variable in each row",
    slips=(
        Slip("other-divisor", "cov(X, ddof=1 - ddof)"),
        Slip("transposed", "cov(X.T, ddof=ddof)", "a variable in each column"),
    ),
    ddof=1,
)
define(
    "corrcoef",
    "X",
    definition="cov(X, ddof=0) / (std(X, axis=1) @ std(X, axis=1).T)",
    reference=f"{_STATISTICS}: a variable in each row",
    slips=(Slip("transposed", "corrcoef(X.T)", "a variable in each column"),),
)
define(
    "zscore",
    "X",
    definition=(
        "(X - mean(X, axis=1)) / std(X, axis=1, ddof=ddof) if rows(X) == 1"
        " else (X - mean(X, axis=axis)) / std(X, axis=axis, ddof=ddof)"
    ),
    reference="SciPy, stats.zscore: along columns, and along a lone row",
    slips=(
        Slip("other-divisor", "zscore(X, axis=axis, ddof=1 - ddof)"),
        Slip("omitted-term", "X - mean(X, axis=axis)", "not divided by the spread"),
        Slip("other-axis", "zscore(X, axis=1 - axis, ddof=ddof)"),
    ),
    axis=0,
    ddof=0,
)
