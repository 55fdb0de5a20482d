"""Stated dimensions: whole numbers, and expressions over symbols, of which SymPy does the algebra."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.operations import ShapeError

Side: TypeAlias = Any
"""One dimension: an int, or a SymPy expression over positive whole symbols."""


def _floored(a: Side, b: Side) -> Side:
    if b == 0:
        raise ShapeError(f"a divisor that is not zero, found {a} // {b}")
    return a // b


ALGEBRA: Final[dict[str, Callable[[Side, Side], Side]]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "floor_divide": _floored,
    "divide": lambda a, b: a / b if not (isinstance(a, int) and isinstance(b, int)) else _whole(a, b),
}


def symbolic(expression: Expression) -> Side:
    """A stated dimension as an int or a SymPy expression; raises ShapeError."""
    import sympy

    match expression:
        case Literal(value) if value.q == 1:
            return int(value.p)
        case Name(name):
            return sympy.Symbol(name, positive=True, integer=True)
        case Apply(name, (left, right)) if name in ALGEBRA:
            return expanded(ALGEBRA[name](symbolic(left), symbolic(right)))
    raise ShapeError("a dimension made of whole numbers and symbols with + - * /")


def size_of(expression: Expression, sizes: Mapping[str, int]) -> int:
    """The number of a stated dimension whose symbols have *sizes*; raises ShapeError."""
    match expression:
        case Literal(value) if value.q == 1:
            return int(value.p)
        case Name(name) if name in sizes:
            return sizes[name]
        case Apply(name, (left, right)) if name in ALGEBRA:
            return int(ALGEBRA[name](size_of(left, sizes), size_of(right, sizes)))
    raise ShapeError("a dimension made of whole numbers and symbols with + - * /")


def expanded(side: Side) -> Side:
    """A dimension multiplied out, an int where no symbol is left."""
    if isinstance(side, int):
        return side
    import sympy

    found = sympy.expand(side)
    return int(found) if found.is_Integer else found


def _whole(a: int, b: int) -> int:
    if b == 0 or a % b:
        raise ShapeError(f"a whole number for a dimension, found {a} / {b}")
    return a // b
