"""Constants, functions of one number beside those of `arithmetic.py`, choices, and logic on conditions."""

from collections.abc import Callable
from functools import partial
from typing import Final

from flint import arb, fmpq

from verifier.numbers.array import Array, Shape, Value, scalar
from verifier.numbers.choice import chosen
from verifier.numbers.interval import WHOLE_LINE, Interval
from verifier.numbers.number import Number, Uncertain
from verifier.operations.operation import Engine, Slip, broadcast, cellwise, define, operation, same

_NIST: Final = "NIST Digital Library of Mathematical Functions, ch. 4"
_NUMPY: Final = "NumPy, mathematical functions"
_LOGIC: Final = "NumPy, logic functions"
_UNIT: Final = Interval(fmpq(-1), fmpq(1))
"""The domain of the inverse sine and cosine."""


@operation(shape=lambda: (1, 1), pattern="cellwise", reference="NIST Digital Library of Mathematical Functions, 3.12")
def pi(engine: Engine) -> Array:
    """The ratio of a circle's circumference to its diameter; a formula writes `pi`."""
    return scalar(engine.pi())


@operation(shape=lambda: (1, 1), pattern="cellwise", reference="NIST Digital Library of Mathematical Functions, 4.2")
def e(engine: Engine) -> Array:
    """The base of natural logarithms; a formula writes `e`."""
    return scalar(engine.exp(fmpq(1)))


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_NIST,
    slips=(Slip("other-function", "log(a)", "the natural logarithm"), Slip("other-function", "log10(a)")),
)
def log2(engine: Engine, a: Array) -> Array:
    """The logarithm to base two, exact for powers of two; undefined where a is not positive."""
    return a.map(partial(_log2, engine))


def _log2(engine: Engine, cell: Value) -> Value:
    if isinstance(cell, fmpq) and cell > 0 and 1 in (int(cell.p), int(cell.q)):
        size = int(cell.p * cell.q)
        if size & (size - 1) == 0:
            return fmpq((size.bit_length() - 1) * (1 if cell >= 1 else -1))
    return engine.divide(engine.log(cell), engine.log(fmpq(2)))


define(
    "log1p",
    "a",
    definition="log(1 + a)",
    reference=_NUMPY,
    slips=(Slip("omitted-term", "log(a)", "the one left out"),),
)
define(
    "expm1",
    "a",
    definition="exp(a) - 1",
    reference=_NUMPY,
    slips=(Slip("omitted-term", "exp(a)", "the one left out"),),
)


def _of_ball(name: str, root: int = 0) -> Callable[[Number], Value]:
    """A function of FLINT's balls, exact at the one rational *root* where it is zero."""

    def function(x: Number) -> Value:
        if isinstance(x, fmpq) and x == root:
            return fmpq(0)
        found: arb = getattr(arb(x), name)()
        if not found.is_finite():
            raise Uncertain
        return found

    return function


_asin, _atan, _sinh = _of_ball("asin"), _of_ball("atan"), _of_ball("sinh")
_acos = _of_ball("acos", 1)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_NIST,
    slips=(Slip("other-function", "acos(a)"), Slip("other-function", "degrees(asin(a))", "in degrees")),
)
def asin(engine: Engine, a: Array) -> Array:
    """The inverse sine, in radians; undefined beyond -1 and 1."""
    return a.map(lambda cell: engine.rising(cell, _asin, _UNIT, WHOLE_LINE))


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_NIST,
    slips=(Slip("other-function", "asin(a)"), Slip("other-function", "degrees(acos(a))", "in degrees")),
)
def acos(engine: Engine, a: Array) -> Array:
    """The inverse cosine, in radians; undefined beyond -1 and 1."""
    return a.map(lambda cell: -engine.rising(cell, lambda x: -_acos(x), _UNIT, WHOLE_LINE))


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_NIST,
    slips=(Slip("other-function", "degrees(atan(a))", "in degrees"), Slip("other-function", "atan(1 / a)")),
)
def atan(engine: Engine, a: Array) -> Array:
    """The inverse tangent, in radians."""
    half = engine.divide(engine.pi(), fmpq(2))
    return a.map(lambda cell: engine.rising(cell, _atan, WHOLE_LINE, Interval(-half, half)))


define(
    "atan2",
    "y",
    "x",
    definition=(
        "atan(y / x) if x > 0 else pi() / 2 - atan(x / y) if y > 0 else -pi() / 2 - atan(x / y) if y < 0"
        " else pi() if x < 0 else 0"
    ),
    reference=_NUMPY,
    slips=(
        Slip("swapped-order", "atan2(x, y)"),
        Slip("other-function", "atan(y / x)", "the quadrant left out"),
        Slip("other-function", "degrees(atan2(y, x))", "in degrees"),
    ),
)


@operation("a", shape=same, pattern="cellwise", reference=_NIST, slips=(Slip("other-function", "cosh(a)"),))
def sinh(engine: Engine, a: Array) -> Array:
    """The hyperbolic sine."""
    return a.map(lambda cell: engine.rising(cell, _sinh, WHOLE_LINE, WHOLE_LINE))


@operation("a", shape=same, pattern="cellwise", reference=_NIST, slips=(Slip("other-function", "sinh(a)"),))
def cosh(engine: Engine, a: Array) -> Array:
    """The hyperbolic cosine."""
    return a.map(lambda cell: engine.rising(engine.absolute(cell), _cosh, WHOLE_LINE, WHOLE_LINE))


def _cosh(x: Number) -> Value:
    found: arb = arb(x).cosh()
    if not found.is_finite():
        raise Uncertain
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else found


define("radians", "a", definition="a * pi() / 180", reference=_NUMPY, slips=(Slip("omitted-term", "a"),))
define("degrees", "a", definition="a * 180 / pi()", reference=_NUMPY, slips=(Slip("omitted-term", "a"),))
define("floor", "a", definition="a // 1", reference=_NUMPY, slips=(Slip("other-function", "round(a)"),))
define("ceil", "a", definition="-(-a // 1)", reference=_NUMPY, slips=(Slip("other-function", "round(a)"),))
define("sign", "a", definition="(a > 0) - (a < 0)", reference=_NUMPY)
define("maximum", "a", "b", definition="max(a, b)", reference=_NUMPY, slips=(Slip("other-function", "min(a, b)"),))
define("minimum", "a", "b", definition="min(a, b)", reference=_NUMPY, slips=(Slip("other-function", "max(a, b)"),))
define(
    "clip",
    "a",
    "least",
    "most",
    definition="min(max(a, least), most)",
    reference=_NUMPY,
    slips=(Slip("omitted-term", "a", "not clipped"),),
)
define("logical_not", "a", definition="a == 0", reference=_LOGIC)
define("logical_and", "a", "b", definition="(a != 0) * (b != 0)", reference=_LOGIC)
define("logical_or", "a", "b", definition="1 - (a == 0) * (b == 0)", reference=_LOGIC)


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


@operation(
    "condition",
    "x",
    "y",
    shape=_spread,
    pattern="cellwise",
    reference="NumPy, where",
    exact=False,
    jumps_in=("condition",),
    slips=(Slip("swapped-order", "where(condition, y, x)"),),
)
def where(engine: Engine, condition: Array, x: Array, y: Array) -> Array:
    """The cells of x where the condition is not 0, and those of y elsewhere."""
    return cellwise(lambda flag, a, b: chosen(engine.equal(flag, fmpq(0)), b, a), condition, x, y)
