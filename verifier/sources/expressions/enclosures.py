"""What an expression of printed numbers can be: a ball that encloses all its values."""

from collections.abc import Callable, Mapping
from operator import add, mul, neg, sub, truediv
from typing import Final

from flint import arb, fmpq

from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.number import Uncertain, rational

_OF_ONE: Final[Mapping[str, Callable[[arb], arb]]] = {
    "negative": neg,
    "abs": abs,
    "sqrt": arb.sqrt,
    "exp": arb.exp,
    "log": arb.log,
    "log10": lambda x: x.log() / arb(10).log(),
    "sin": arb.sin,
    "cos": arb.cos,
    "tan": arb.tan,
    "asin": arb.asin,
    "acos": arb.acos,
    "atan": arb.atan,
    "sinh": arb.sinh,
    "cosh": arb.cosh,
    "tanh": arb.tanh,
    "sigmoid": lambda x: 1 / (1 + (-x).exp()),
}
_OF_TWO: Final[Mapping[str, Callable[[arb, arb], arb]]] = {
    "add": add,
    "subtract": sub,
    "multiply": mul,
    "divide": truediv,
    "power": pow,
}


def ball(least: fmpq, most: fmpq) -> arb:
    """The ball around all numbers between two."""
    return arb(least).union(arb(most))


def enclosed(tree: Expression, balls: Mapping[str, arb]) -> arb | None:
    """A ball with all values of an expression whose names stand for *balls*; None if none is known."""
    found = _enclosed(tree, balls)
    return found if found is not None and found.is_finite() else None


def _enclosed(tree: Expression, balls: Mapping[str, arb]) -> arb | None:
    if isinstance(tree, Literal):
        return arb(tree.value)
    if isinstance(tree, Name):
        return balls.get(tree.name)
    match tree:
        case Apply("pi", ()):
            return arb.pi()
        case Apply(operation, (operand,)) if operation in _OF_ONE:
            inner = _enclosed(operand, balls)
            return None if inner is None else _OF_ONE[operation](inner)
        case Apply(operation, (left, right)) if operation in _OF_TWO:
            one, other = _enclosed(left, balls), _enclosed(right, balls)
            return None if one is None or other is None else _OF_TWO[operation](one, other)
    return None


def ends(found: arb) -> tuple[fmpq, fmpq] | None:
    """The ends of a ball; None if they are astronomically large or small."""
    try:
        return rational(found.lower()), rational(found.upper())
    except Uncertain:
        return None
