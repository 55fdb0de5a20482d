"""Products and entropies of the second engine, where 0 meets what has no value."""

from collections.abc import Sequence

from verifier.engines.sympy.numbers import sign, sympy
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Missing


def times(a: Value, b: Value) -> Value:
    """The product; UNKNOWN of 0 and what is undefined."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Missing):
            return UNKNOWN if one is UNDEFINED and not isinstance(other, Missing) and sign(other) == 0 else one
    return a * b


def multiplied(a: Array, b: Array) -> Array:
    """The products of cells; a row, a column or a number is repeated to fit."""
    rows, columns = max(a.rows, b.rows), max(a.columns, b.columns)
    pairs = ((a[i % a.rows, j % a.columns], b[i % b.rows, j % b.columns]) for i in range(rows) for j in range(columns))
    return Array(rows, columns, tuple(times(x, y) for x, y in pairs))


def times_logarithm(a: Value, b: Value) -> Value:
    """`a * log(b)`; 0 where a is 0 and b is not negative."""
    if sign(a) == 0 and sign(b) >= 0:
        return sympy().Integer(0)
    return a * sympy().log(b) if sign(b) > 0 else UNDEFINED


def entropy_of(line: Sequence[Value]) -> Value:
    """The entropy of a line, by another formula than the first engine's: the logarithm of the product of all p**p."""
    if any(sign(p) < 0 for p in line):
        return UNDEFINED
    return -sympy().log(sympy().Mul(*(p**p for p in line)))
