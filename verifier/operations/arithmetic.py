"""Cellwise arithmetic and comparisons, broadcast as in NumPy, and the elementary functions."""

from operator import add as plus
from operator import mul, neg, sub

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.printed import MAX_EXPONENT
from verifier.numbers.rules import ROUNDINGS, USUAL_RULE
from verifier.operations.operation import Engine, ShapeError, Slip, broadcast, cellwise, define, operation, same

_ARITHMETIC = "NumPy, broadcasting"
_ELEMENTARY = "NIST Digital Library of Mathematical Functions, ch. 4"
_DEGREE = "0.017453292519943295769236907684886127134"  # of one degree, in radians: the digits that a slip needs


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC)
def add(_engine: Engine, a: Array, b: Array) -> Array:
    """`a + b`."""
    return cellwise(plus, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC)
def subtract(_engine: Engine, a: Array, b: Array) -> Array:
    """`a - b`."""
    return cellwise(sub, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC)
def multiply(_engine: Engine, a: Array, b: Array) -> Array:
    """`a * b`."""
    return cellwise(mul, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC)
def divide(engine: Engine, a: Array, b: Array) -> Array:
    """`a / b`; a cell is undefined where b is zero."""
    return cellwise(engine.divide, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def floor_divide(engine: Engine, a: Array, b: Array) -> Array:
    """The largest integer not above a / b."""
    return cellwise(engine.floor_divide, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def remainder(engine: Engine, a: Array, b: Array) -> Array:
    """`a - b * (a // b)`, with the sign of b."""
    return cellwise(engine.remainder, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ELEMENTARY)
def power(engine: Engine, a: Array, b: Array) -> Array:
    """`a ** b`, a real number; undefined for a negative base and an exponent that is not whole."""
    return cellwise(engine.power, a, b)


@operation("a", shape=same, pattern="cellwise", reference=_ARITHMETIC)
def negative(_engine: Engine, a: Array) -> Array:
    """-a."""
    return a.map(neg)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def less(engine: Engine, a: Array, b: Array) -> Array:
    """1 where a < b, else 0."""
    return cellwise(engine.less, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def less_equal(engine: Engine, a: Array, b: Array) -> Array:
    """1 where a <= b, else 0."""
    return cellwise(engine.less_equal, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def greater(engine: Engine, a: Array, b: Array) -> Array:
    """1 where a > b, else 0."""
    return cellwise(engine.less, b, a)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def greater_equal(engine: Engine, a: Array, b: Array) -> Array:
    """1 where a >= b, else 0."""
    return cellwise(engine.less_equal, b, a)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def equal(engine: Engine, a: Array, b: Array) -> Array:
    """1 where a == b, else 0."""
    return cellwise(engine.equal, a, b)


@operation("a", "b", shape=_spread, pattern="cellwise", reference=_ARITHMETIC, exact=False, jumps_in=("a", "b"))
def not_equal(engine: Engine, a: Array, b: Array) -> Array:
    """1 where a != b, else 0."""
    return cellwise(lambda x, y: fmpq(1) - engine.equal(x, y), a, b)


@operation("a", shape=same, pattern="cellwise", reference=_ARITHMETIC, name="abs")
def absolute(engine: Engine, a: Array) -> Array:
    """The absolute value."""
    return a.map(engine.absolute)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference="Fukushima 1975; max(0, x)",
    identity="max(a, 0)",
    slips=(
        Slip("omitted-term", "a"),
        Slip("sign", "abs(a)"),
        Slip("sign", "min(a, 0)"),
        Slip("other-function", "tanh(a)"),
        Slip("other-function", "sigmoid(a)"),
    ),
)
def relu(engine: Engine, a: Array) -> Array:
    """max(0, a)."""
    return a.map(lambda cell: engine.maximum(cell, fmpq(0)))


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_ELEMENTARY,
    slips=(Slip("other-function", "10**a"), Slip("other-function", "2**a"), Slip("omitted-term", "a")),
)
def exp(engine: Engine, a: Array) -> Array:
    """`e ** a`."""
    return a.map(engine.exp)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_ELEMENTARY,
    slips=(Slip("other-function", "log10(a)"), Slip("other-function", "log(a) / log(2)", "the logarithm to base two")),
)
def log(engine: Engine, a: Array) -> Array:
    """The natural logarithm; undefined where a is not positive."""
    return a.map(engine.log)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_ELEMENTARY,
    slips=(Slip("other-function", "log(a)"), Slip("other-function", "log(a) / log(2)", "the logarithm to base two")),
)
def log10(engine: Engine, a: Array) -> Array:
    """The logarithm to base ten, exact for powers of ten; undefined where a is not positive."""
    return a.map(lambda cell: _log10(engine, cell))


def _log10(engine: Engine, cell: Value) -> Value:
    if isinstance(cell, fmpq) and cell > 0 and {int(cell.p), int(cell.q)} >= {1}:
        digits = str(cell.p * cell.q)
        if digits.strip("0") == "1":
            return fmpq((len(digits) - 1) * (1 if cell >= 1 else -1))
    return engine.divide(engine.log(cell), engine.log(fmpq(10)))


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_ELEMENTARY,
    slips=(Slip("omitted-term", "a"), Slip("other-function", "a**2")),
)
def sqrt(engine: Engine, a: Array) -> Array:
    """The square root; undefined where a is negative."""
    return a.map(engine.sqrt)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_ELEMENTARY,
    slips=(
        Slip("other-function", "cos(a)"),
        Slip("other-function", f"sin(a * {_DEGREE})", "degrees taken for radians"),
        Slip("other-function", f"sin(a / {_DEGREE})", "radians taken for degrees"),
    ),
)
def sin(engine: Engine, a: Array) -> Array:
    """The sine of an angle in radians."""
    return a.map(engine.sin)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_ELEMENTARY,
    slips=(
        Slip("other-function", "sin(a)"),
        Slip("other-function", f"cos(a * {_DEGREE})", "degrees taken for radians"),
        Slip("other-function", f"cos(a / {_DEGREE})", "radians taken for degrees"),
    ),
)
def cos(engine: Engine, a: Array) -> Array:
    """The cosine of an angle in radians."""
    return a.map(engine.cos)


@operation("a", shape=same, pattern="cellwise", reference=_ELEMENTARY)
def tan(engine: Engine, a: Array) -> Array:
    """The tangent of an angle in radians."""
    return a.map(engine.tan)


@operation("a", shape=same, pattern="cellwise", reference=_ELEMENTARY)
def tanh(engine: Engine, a: Array) -> Array:
    """The hyperbolic tangent."""
    return a.map(engine.tanh)


def _rounded_shape(shape: Shape, digits: int = 0, rule: int = USUAL_RULE) -> Shape:
    if not 0 <= rule < len(ROUNDINGS):
        raise ShapeError(f"a rounding rule ({', '.join(ROUNDINGS)}), found {rule}")
    if abs(digits) > MAX_EXPONENT:
        raise ShapeError(f"digits between -{MAX_EXPONENT} and {MAX_EXPONENT}, found {digits}")
    return shape


@operation(
    "a",
    shape=_rounded_shape,
    pattern="cellwise",
    reference="NumPy, round",
    exact=False,
    slips=(
        Slip("other-function", "round(a, digits=digits, rule=half_away)", "halves rounded up"),
        Slip("other-function", "trunc(a, digits=digits)", "digits cut off"),
    ),
    digits=0,
    rule=USUAL_RULE,
    name="round",
    jumps_in=("a",),
)
def round_(engine: Engine, a: Array, digits: int = 0, rule: int = USUAL_RULE) -> Array:
    """Each cell rounded to *digits* decimals, ties to the even digit as in NumPy; `rule=half_up` names another rule."""
    return a.map(lambda cell: engine.round(cell, digits, ROUNDINGS[rule]))


@operation(
    "a", shape=_rounded_shape, pattern="cellwise", reference="C99, trunc", exact=False, digits=0, jumps_in=("a",)
)
def trunc(engine: Engine, a: Array, digits: int = 0) -> Array:
    """Each cell rounded towards zero to *digits* decimals."""
    scale = fmpq(10) ** digits
    return a.map(lambda cell: _cut(engine, cell, scale))


def _cut(engine: Engine, cell: Value, scale: fmpq) -> Value:
    whole = engine.floor_divide(engine.absolute(cell) * scale, fmpq(1))
    negative = engine.less(cell, fmpq(0))
    return (1 - 2 * negative) * whole / scale


define("sigmoid", "X", definition="1 / (1 + exp(-X))", reference="Verhulst 1838; the logistic function")
