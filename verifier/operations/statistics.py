"""Statistics of all cells (axis=None, the default, as in NumPy), of each row (axis=1) or of each column (axis=0)."""

from functools import reduce as fold

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNDEFINED
from verifier.operations.operation import Engine, ShapeError, Slip, broadcast, cellwise, operation, reduce, reduced

_STATISTICS = "NumPy, statistics"


def _total(cells: tuple[Value, ...]) -> Value:
    return sum(cells, fmpq(0))


@operation(
    "X",
    shape=reduced,
    pattern="reducing",
    reference=_STATISTICS,
    slips=(
        Slip("other-axis", "sum(X, axis=0).T", "the sums of columns"),
        Slip("other-axis", "sum(X, axis=0)", "the sums of columns"),
        Slip("other-axis", "sum(X, axis=1)", "the sums of rows"),
        Slip("other-axis", "sum(X, axis=None)", "the sum of all"),
        Slip("other-function", "max(X, axis=axis)", "the maximum"),
        Slip("other-function", "mean(X, axis=axis)", "the mean"),
    ),
    axis=None,
    name="sum",
)
def sum_(_engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The sum."""
    return reduce(_total, x, axis)


@operation(
    "X",
    shape=reduced,
    pattern="reducing",
    reference=_STATISTICS,
    slips=(
        Slip("other-function", "exp(mean(log(X), axis=axis))", "the geometric mean"),
        Slip("other-function", "1 / mean(1 / X, axis=axis)", "the harmonic mean"),
        Slip("other-function", "median(X, axis=axis)", "the median"),
        Slip("other-function", "sqrt(mean(X * X, axis=axis))", "the quadratic mean"),
        Slip("other-divisor", "sum(X, axis=axis) / (N - 1)", "a mean over n - 1"),
        Slip("other-divisor", "sum(X, axis=axis) / (N + 1)", "a mean over n + 1"),
        Slip("other-divisor", "sum(X, axis=axis) / rows(X)", "a mean over the number of rows"),
        Slip("omitted-term", "sum(X, axis=axis)", "the sum"),
        Slip("other-axis", "mean(X, axis=0).T", "the mean of columns"),
        Slip("other-axis", "mean(X, axis=0)", "the mean of columns"),
        Slip("other-axis", "mean(X, axis=1)", "the mean of rows"),
        Slip("other-axis", "mean(X, axis=None)", "the mean of all"),
    ),
    axis=None,
)
def mean(engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The arithmetic mean."""
    return reduce(lambda cells: engine.divide(_total(cells), fmpq(len(cells))), x, axis)


def _spread_shape(x: Shape, axis: int | None = None, ddof: int = 0) -> Shape:
    count = x[0] * x[1] if axis is None else x[0] if axis == 0 else x[1]
    if count <= ddof:
        raise ShapeError(f"a spread with ddof={ddof} needs more than {ddof} numbers, found {count}")
    return reduced(x, axis)


@operation(
    "X",
    shape=_spread_shape,
    pattern="reducing",
    reference=_STATISTICS,
    slips=(
        Slip("other-divisor", "var(X, axis=axis, ddof=1 - ddof)"),
        Slip("other-function", "std(X, axis=axis, ddof=ddof)", "the standard deviation"),
        Slip("other-axis", "var(X, axis=0, ddof=ddof).T", "the variance of columns"),
        Slip("other-axis", "var(X, axis=0, ddof=ddof)", "the variance of columns"),
        Slip("other-axis", "var(X, axis=1, ddof=ddof)", "the variance of rows"),
        Slip("other-axis", "var(X, axis=None, ddof=ddof)", "the variance of all"),
    ),
    axis=None,
    ddof=0,
)
def var(engine: Engine, x: Array, axis: int | None = None, ddof: int = 0) -> Array:
    """The variance: the sum of squared distances to the mean, divided by n - ddof."""
    return reduce(lambda cells: engine.variance(cells, ddof), x, axis)


@operation(
    "X",
    shape=_spread_shape,
    pattern="reducing",
    reference=_STATISTICS,
    identity="sqrt(var(X, axis=axis, ddof=ddof))",
    slips=(
        Slip("other-divisor", "std(X, axis=axis, ddof=1 - ddof)"),
        Slip("other-function", "var(X, axis=axis, ddof=ddof)", "the variance"),
        Slip("other-function", "mean(abs(X - mean(X, axis=axis)), axis=axis)", "the mean absolute deviation"),
        Slip("other-function", "std(X, axis=axis, ddof=ddof) / sqrt(N)", "the standard error"),
        Slip("other-axis", "std(X, axis=0, ddof=ddof).T", "the deviation of columns"),
        Slip("other-axis", "std(X, axis=0, ddof=ddof)", "the deviation of columns"),
        Slip("other-axis", "std(X, axis=1, ddof=ddof)", "the deviation of rows"),
        Slip("other-axis", "std(X, axis=None, ddof=ddof)", "the deviation of all"),
    ),
    axis=None,
    ddof=0,
)
def std(engine: Engine, x: Array, axis: int | None = None, ddof: int = 0) -> Array:
    """The standard deviation: the square root of the variance."""
    return reduce(lambda cells: engine.sqrt(engine.variance(cells, ddof)), x, axis)


def _minimum(engine: Engine, a: Value, b: Value) -> Value:
    return -engine.maximum(-a, -b)


def _extreme_shape(*shapes: Shape, axis: int | None = None) -> Shape:
    return reduced(shapes[0], axis) if len(shapes) == 1 else broadcast(*shapes)


@operation("X", shape=_extreme_shape, pattern="reducing", reference=_STATISTICS, variadic=True, axis=None, name="max")
def max_(engine: Engine, *arrays: Array, axis: int | None = None) -> Array:
    """The largest cell; of several arrays, the cellwise maximum."""
    if len(arrays) > 1:
        return cellwise(lambda *cells: fold(engine.maximum, cells), *arrays)
    return reduce(lambda cells: fold(engine.maximum, cells) if cells else UNDEFINED, arrays[0], axis)


@operation("X", shape=_extreme_shape, pattern="reducing", reference=_STATISTICS, variadic=True, axis=None, name="min")
def min_(engine: Engine, *arrays: Array, axis: int | None = None) -> Array:
    """The smallest cell; of several arrays, the cellwise minimum."""
    if len(arrays) > 1:
        return cellwise(lambda *cells: fold(lambda a, b: _minimum(engine, a, b), cells), *arrays)
    return reduce(
        lambda cells: fold(lambda a, b: _minimum(engine, a, b), cells) if cells else UNDEFINED, arrays[0], axis
    )
