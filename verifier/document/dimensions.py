"""What may be stated as a dimension: a short expression of whole numbers and symbols that is not divided by zero."""

from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, Name, names

MAX_TERMS: Final = 64
"""Maximum number of terms of a stated dimension, multiplied out."""
_FIRST: Final = 10_007
_STEP: Final = 10_009


def flaw(expression: Expression) -> str | None:
    """What must hold of a stated dimension and does not; None if it is one."""
    symbols = list(dict.fromkeys(names(expression)))
    if not symbols:
        return "a whole number from 1, or an expression over symbols, as heads * d_v"
    terms = _terms(expression)
    if terms is None:
        return "a dimension made of whole numbers and symbols with + - * / //"
    if terms > MAX_TERMS:
        return f"a dimension of at most {MAX_TERMS} terms, multiplied out"
    try:
        _value(expression, {name: _FIRST + _STEP**2 * place for place, name in enumerate(symbols)})
    except ZeroDivisionError:
        return "a dimension that is not divided by zero"
    return None


def _terms(expression: Expression) -> int | None:
    """The number of terms, multiplied out; None for what is no dimension."""
    match expression:
        case Literal(value):
            return 1 if value.q == 1 else None
        case Name():
            return 1
        case Apply("add" | "subtract" | "multiply" | "divide" | "floor_divide" as name, (left, right)):
            a, b = _terms(left), _terms(right)
            if a is None or b is None:
                return None
            return a * b if name == "multiply" else a + b
    return None


def _value(expression: Expression, sizes: dict[str, int]) -> fmpq:
    """Its value where the symbols have these sizes; raises ZeroDivisionError."""
    match expression:
        case Literal(value):
            return value
        case Name(name):
            return fmpq(sizes[name])
        case Apply(name, (left, right)):
            a, b = _value(left, sizes), _value(right, sizes)
            known = {"add": a + b, "subtract": a - b, "multiply": a * b}
            if name in known:
                return known[name]
            return a / b if name == "divide" else fmpq((a / b).floor())
    raise AssertionError(expression)
