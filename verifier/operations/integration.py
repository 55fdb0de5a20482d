"""Integrals of functions that are known at points."""

from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.operations.operation import Engine, ShapeError, Slip, define, operation

_SCIPY: Final = "SciPy, integrate"


def _weights_shape(x: Shape) -> Shape:
    count = x[0] * x[1]
    if 1 not in x or count < 2:  # noqa: PLR2004 - the ends of an interval
        raise ShapeError(f"2 points at least, in a row or a column, found {x[0]} x {x[1]}")
    return 1, count


@operation("x", shape=_weights_shape, pattern="mixing", reference=f"{_SCIPY}.simpson", exact=False)
def simpson_weights(engine: Engine, x: Array) -> Array:
    """What a parabola through each three points gives each of them; beyond the last pair, through the last three."""
    points, count = x.cells, len(x.cells)
    weights: list[Value] = [fmpq(0)] * count
    if count == 2:  # noqa: PLR2004 - a line through two points
        half = (points[1] - points[0]) * fmpq(1, 2)
        return Array(1, count, (half, half))
    for at in range(0, count - 2, 2):
        for place, weight in enumerate(_of_pair(engine, points[at + 1] - points[at], points[at + 2] - points[at + 1])):
            weights[at + place] = weights[at + place] + weight
    if count % 2 == 0:
        last = _of_last(engine, points[-2] - points[-3], points[-1] - points[-2])
        for place, weight in enumerate(last, count - 3):
            weights[place] = weights[place] + weight
    return Array(1, count, tuple(weights))


def _of_pair(engine: Engine, h: Value, k: Value) -> tuple[Value, Value, Value]:
    """The weights of three points, h and then k apart."""
    sixth = (h + k) * fmpq(1, 6)
    first, last = sixth * (2 - engine.divide(k, h)), sixth * (2 - engine.divide(h, k))
    return first, sixth * engine.divide((h + k) * (h + k), h * k), last


def _of_last(engine: Engine, h: Value, k: Value) -> tuple[Value, Value, Value]:
    """The weights that three points have for the second of the intervals h and k between them."""
    first = -engine.divide(k * k * k, 6 * h * (h + k))
    second, last = engine.divide(k * k + 3 * h * k, 6 * h), engine.divide(2 * k * k + 3 * h * k, 6 * (h + k))
    return first, second, last


define(
    "trapezoid",
    "y",
    definition=(
        "sum((flatten(y)[:, 1:] + flatten(y)[:, :-1]) * diff(flatten(x))) / 2 if columns(flatten(x)) > 1"
        " else sum(flatten(y)[:, 1:] + flatten(y)[:, :-1]) / 2 * dx"
    ),
    reference="NumPy, trapezoid",
    slips=(
        Slip("other-function", "simpson(y, x=x, dx=dx)", "Simpson's rule"),
        Slip("omitted-term", "sum(y) * dx", "the ends not halved"),
        Slip("omitted-term", "trapezoid(y, x=x, dx=dx) * 2", "not halved"),
    ),
    wide=("x",),
    x=0,
    dx=1,
)
define(
    "simpson",
    "y",
    definition=(
        "flatten(y) @ simpson_weights(flatten(x)).T if columns(flatten(x)) > 1"
        " else dx * (flatten(y) @ simpson_weights(Matrix(1, columns(flatten(y)), lambda _i, _j: _j)).T)"
    ),
    reference=f"{_SCIPY}.simpson",
    slips=(
        Slip("other-function", "trapezoid(y, x=x, dx=dx)", "the trapezoidal rule"),
        Slip("omitted-term", "simpson(y, x=x, dx=dx) * 3", "not divided by three"),
    ),
    wide=("x",),
    x=0,
    dx=1,
)


@operation(
    "f",
    "a",
    "b",
    shape=lambda _f, _a, _b: (1, 1),
    pattern="mixing",
    reference=f"{_SCIPY}.quad; Johansson 2018, Numerical integration in arbitrary-precision ball arithmetic",
    exact=False,
)
def integral(_engine: Engine, _f: Array, _a: Array, _b: Array) -> Array:
    """The integral of a function of one number between a and b, as `integral(lambda x: x**2, 0, 1)`."""
    raise ShapeError("a function of one number in an integral, as lambda x: x**2")
