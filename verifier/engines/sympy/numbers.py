"""Cells of the second engine: SymPy expressions, their signs, and their digits by mpmath.

SymPy's evaluation raises the precision by itself until as many bits as asked for are
right, and says how many are. It is imported on first use.
"""

from functools import cache
from typing import Any, Final

from flint import arb, ctx, fmpq

from verifier.numbers.array import Value
from verifier.numbers.interval import MINUS_INFINITY, UNKNOWN, Missing
from verifier.numbers.number import Uncertain

MORE_BITS: Final = 16
"""So many bits more than the working precision are asked for, and the ball is as much wider than their error."""
MOST_BITS: Final = 20_000


@cache
def sympy() -> Any:  # noqa: ANN401 - the library, which has no types
    """SymPy."""
    import sympy

    return sympy


def expression(value: Value) -> Value:
    """A cell of the first engine as one of the second: a ball is taken at its middle, and what is no number stays."""
    if isinstance(value, fmpq):
        return sympy().Rational(int(value.p), int(value.q))
    if isinstance(value, arb):
        man, exp = value.mid().man_exp()
        return sympy().Integer(int(man)) * sympy().Integer(2) ** int(exp)
    return -sympy().oo if value is MINUS_INFINITY else value


def number(cell: Value) -> Value:
    """A cell of the second engine as one of the first: a rational, or a ball of the digits; raises Uncertain."""
    if isinstance(cell, Missing | str):
        return cell
    if cell.is_Rational:
        return fmpq(int(cell.p), int(cell.q))
    if _has_no_digits(cell):
        return MINUS_INFINITY if cell == -sympy().oo else UNKNOWN
    man, exp, accuracy = _digits(cell)
    if man == 0:
        raise Uncertain
    return arb((man, exp), (1, exp + man.bit_length() - accuracy + 2))


def sign(cell: Value) -> int:
    """-1, 0 or 1; raises Uncertain where no precision shows that an irrational form differs from zero."""
    if cell.is_Rational:
        return int(cell.p > 0) - int(cell.p < 0)
    if _has_no_digits(cell):
        return -1 if cell == -sympy().oo else 0
    man, _, _ = _digits(cell)
    if man == 0:
        raise Uncertain
    return 1 if man > 0 else -1


def _has_no_digits(cell: Value) -> bool:
    """Whether it is infinite, or what SymPy makes of infinity where it has no value."""
    return bool(cell.has(sympy().oo, -sympy().oo, sympy().nan, sympy().AccumBounds))


def _digits(cell: Value) -> tuple[int, int, int]:
    """The mantissa, its power of two, and how many of its bits are right."""
    from sympy.core.evalf import PrecisionExhausted, evalf

    try:
        real, imaginary, accuracy, _ = evalf(cell, ctx.prec + MORE_BITS, {"strict": True, "maxprec": MOST_BITS})
    except PrecisionExhausted:
        raise Uncertain from None
    if imaginary is not None or real is None:
        raise Uncertain
    is_negative, man, exp, _ = real
    return -int(man) if is_negative else int(man), int(exp), int(accuracy)
