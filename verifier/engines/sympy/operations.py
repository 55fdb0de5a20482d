"""The operations of the second engine, each written once more over SymPy's expressions.

They are kept apart from the first engine's on purpose: what is wrong there should not be
wrong here. Each takes arrays of expressions and the options by name. A cell that has no
value makes what rests on it have none.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from verifier.engines.sympy.applied import CELLWISE, WINDOWS
from verifier.engines.sympy.elementary import (
    binary_logarithm,
    constant,
    cut,
    hyperbolic,
    inverse_cosine,
    inverse_sine,
    rounded,
)
from verifier.engines.sympy.information import entropy_of, multiplied, times, times_logarithm
from verifier.engines.sympy.linear import LINEAR
from verifier.engines.sympy.numbers import sign, sympy
from verifier.engines.sympy.sequences import LINES, SEQUENCES
from verifier.engines.sympy.tails import chi_squared, fisher_f, student_t
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Missing

Operation: TypeAlias = Callable[..., Array]
OPERATIONS: Final[dict[str, Operation]] = {**LINEAR, **SEQUENCES, **WINDOWS}
Row: TypeAlias = list[Value]


def named(*names: str) -> Callable[[Operation], Operation]:
    """Note a function under names of the formula language."""

    def note(function: Operation) -> Operation:
        OPERATIONS.update(dict.fromkeys(names, function))
        return function

    return note


def cellwise(function: Callable[..., Value]) -> Operation:
    """A function of numbers as one of arrays: a row, a column or a number is repeated to fit the others."""

    def on_arrays(*arrays: Array) -> Array:
        rows, columns = max(a.rows for a in arrays), max(a.columns for a in arrays)
        cells = []
        for i in range(rows):
            for j in range(columns):
                values = [a[i % a.rows, j % a.columns] for a in arrays]
                missing = [value for value in values if isinstance(value, Missing)]
                cells.append(missing[0] if missing else function(*values))
        return Array(rows, columns, tuple(cells))

    return on_arrays


def _divided(a: Value, b: Value) -> Value:
    return UNDEFINED if sign(b) == 0 else a / b


def _power(a: Value, b: Value) -> Value:
    base = sign(a)
    if base == 0:
        return UNDEFINED if sign(b) < 0 else sympy().Integer(int(sign(b) == 0))
    if base < 0 and not b.is_Integer:
        return UNDEFINED
    return a**b


def _floor(a: Value) -> Value:
    """The largest integer not above, as SymPy finds it."""
    return sympy().floor(a)


def _floor_divided(a: Value, b: Value) -> Value:
    return UNDEFINED if sign(b) == 0 else _floor(a / b)


def _remainder(a: Value, b: Value) -> Value:
    return UNDEFINED if sign(b) == 0 else sympy().Mod(a, b)


def _order(a: Value, b: Value) -> int:
    if isinstance(a, str) and isinstance(b, str):
        return (a > b) - (a < b)
    return sign(a - b)


def _compared(holds: Callable[[int], bool]) -> Operation:
    def compared(a: Value, b: Value) -> Value:
        if isinstance(a, str) != isinstance(b, str):
            return UNDEFINED
        return sympy().Integer(int(holds(_order(a, b))))

    return cellwise(compared)


def _larger(a: Value, b: Value) -> Value:
    return a if a == b or sign(a - b) > 0 else b


def _smaller(a: Value, b: Value) -> Value:
    return b if a == b or sign(a - b) > 0 else a


def _logarithm(a: Value) -> Value:
    return sympy().log(a) if sign(a) > 0 else UNDEFINED


def _decimal_logarithm(a: Value) -> Value:
    """As a quotient of logarithms, which SymPy brings to a whole number where it is one."""
    if sign(a) <= 0:
        return UNDEFINED
    quotient = sympy().log(a) / sympy().log(10)
    whole = _floor(quotient + sympy().Rational(1, 2))
    return whole if a == sympy().Integer(10) ** whole else quotient


def _root(a: Value) -> Value:
    return UNDEFINED if sign(a) < 0 else sympy().sqrt(a)


OPERATIONS.update(
    add=cellwise(lambda a, b: a + b),
    subtract=cellwise(lambda a, b: a - b),
    multiply=multiplied,
    xlogy=cellwise(times_logarithm),
    entr=cellwise(lambda p: entropy_of([p])),
    divide=cellwise(_divided),
    floor_divide=cellwise(_floor_divided),
    remainder=cellwise(_remainder),
    power=cellwise(_power),
    negative=cellwise(lambda a: -a),
    less=_compared(lambda order: order < 0),
    less_equal=_compared(lambda order: order <= 0),
    greater=_compared(lambda order: order > 0),
    greater_equal=_compared(lambda order: order >= 0),
    equal=_compared(lambda order: order == 0),
    not_equal=_compared(lambda order: order != 0),
    abs=cellwise(lambda a: a if sign(a) >= 0 else -a),
    relu=cellwise(lambda a: a if sign(a) > 0 else sympy().Integer(0)),
    exp=cellwise(lambda a: sympy().exp(a)),
    log=cellwise(_logarithm),
    log10=cellwise(_decimal_logarithm),
    sqrt=cellwise(_root),
    sin=cellwise(lambda a: sympy().sin(a)),
    cos=cellwise(lambda a: sympy().cos(a)),
    tan=cellwise(lambda a: sympy().tan(a)),
    tanh=cellwise(lambda a: sympy().tanh(a)),
    sigmoid=cellwise(lambda a: 1 / (1 + sympy().exp(-a))),
    erf=cellwise(lambda a: sympy().erf(a)),
    student_t_sf=cellwise(student_t),
    chi2_sf=cellwise(chi_squared),
    f_sf=cellwise(fisher_f),
    gelu=cellwise(lambda a: a * sympy().erfc(-a / sympy().sqrt(2)) / 2),
    gelu_tanh=cellwise(lambda a: a / (1 + sympy().exp(-2 * _bent(a)))),
    pi=constant("pi"),
    e=constant("E"),
    log2=cellwise(binary_logarithm),
    asin=cellwise(inverse_sine),
    acos=cellwise(inverse_cosine),
    atan=cellwise(lambda a: sympy().atan(a)),
    sinh=cellwise(hyperbolic(-1)),
    cosh=cellwise(hyperbolic(1)),
    where=cellwise(lambda flag, a, b: a if sign(flag) != 0 else b),
    round=lambda a, **options: cellwise(lambda value: rounded(value, **options))(a),
    trunc=lambda a, **options: cellwise(lambda value: cut(value, **options))(a),
    **{name: cellwise(function) for name, function in CELLWISE.items()},
    mask=cellwise(lambda a: -sympy().oo if sign(a) == 0 else sympy().Integer(0)),
)


def _bent(a: Value) -> Value:
    """What the tanh form of the GELU takes the tanh of."""
    return sympy().sqrt(2 / sympy().pi) * (a + sympy().Rational(44715, 10**6) * a**3)


@named("transpose")
def _transposed(a: Array) -> Array:
    return Array(a.columns, a.rows, tuple(a[i, j] for j in range(a.columns) for i in range(a.rows)))


@named("matmul")
def _product(a: Array, b: Array) -> Array:
    def cell(i: int, j: int) -> Value:
        products = [times(a[i, k], b[k, j]) for k in range(a.columns)]
        missing = [value for value in products if isinstance(value, Missing)]
        return missing[0] if missing else sympy().Add(*products)

    return Array(a.rows, b.columns, tuple(cell(i, j) for i in range(a.rows) for j in range(b.columns)))


def _lines(a: Array, axis: int | None) -> list[Row]:
    """The cells that are taken together: rows, columns, or all."""
    if axis is None:
        return [list(a.cells)]
    if axis == 0:
        return [[a[i, j] for i in range(a.rows)] for j in range(a.columns)]
    return [[a[i, j] for j in range(a.columns)] for i in range(a.rows)]


def summary(*names: str) -> Callable[[Callable[..., Value]], Operation]:
    """A function from a line of numbers to one, per row, per column or of all."""

    def note(function: Callable[..., Value]) -> Operation:
        def on_array(a: Array, axis: int | None, **options: int) -> Array:
            cells = []
            for line in _lines(a, axis):
                missing = [value for value in line if isinstance(value, Missing)]
                cells.append(missing[0] if missing else UNDEFINED if not line else function(line, **options))
            return Array(1, len(cells), tuple(cells)) if axis == 0 else Array(len(cells), 1, tuple(cells))

        return named(*names)(on_array)

    return note


def _total(line: Row) -> Value:
    return sympy().Add(*line)


summary("sum")(_total)


@summary("mean")
def _mean(line: Row) -> Value:
    return _total(line) / len(line)


@summary("var")
def _variance(line: Row, ddof: int = 0) -> Value:
    """By the squares of differences of all pairs, which is another formula than the first engine's."""
    pairs = sympy().Add(*((a - b) ** 2 for place, a in enumerate(line) for b in line[:place]))
    return pairs / (len(line) * (len(line) - ddof))


@summary("std")
def _deviation(line: Row, ddof: int = 0) -> Value:
    return sympy().sqrt(OPERATIONS["var"](Array(1, len(line), tuple(line)), axis=1, ddof=ddof).cells[0])


summary("entropy")(entropy_of)


for _name, _function in LINES.items():
    summary(_name)(_function)


def _extreme(pick: Callable[[Value, Value], Value]) -> Operation:
    def of_line(line: Row) -> Value:
        best = line[0]
        for cell in line[1:]:
            best = pick(best, cell)
        return best

    def extreme(*arrays: Array, axis: int | None) -> Array:
        if len(arrays) > 1:
            return cellwise(lambda *values: of_line(list(values)))(*arrays)
        return along(arrays[0], axis=axis)

    along = summary("")(of_line)
    return extreme


OPERATIONS["max"] = _extreme(_larger)
OPERATIONS["min"] = _extreme(_smaller)
del OPERATIONS[""]


@named("softmax")
def _shares(a: Array, axis: int | None) -> Array:
    """By its definition, each exponential over the sum of all."""
    shares = [list(_shares_of(line)) for line in _lines(a, axis)]
    if axis == 0:
        return Array(a.rows, a.columns, tuple(shares[j][i] for i in range(a.rows) for j in range(a.columns)))
    return Array(a.rows, a.columns, tuple(cell for line in shares for cell in line))


def _shares_of(line: Row) -> Iterator[Value]:
    missing = [value for value in line if isinstance(value, Missing)]
    exp: Any = sympy().exp
    total = None if missing else sympy().Add(*map(exp, line))
    for cell in line:
        yield UNKNOWN if missing else UNDEFINED if total == 0 else exp(cell) / total
