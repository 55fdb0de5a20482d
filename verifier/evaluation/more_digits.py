"""How far from its value a number can be that an author carried on with more digits than are printed."""

from typing import Final

from flint import fmpq

from verifier.document.model import Stage
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import power_of_ten

_ADDING: Final = frozenset({"add", "subtract", "negative", "transpose"})


def most_off(stage: Stage, decimals: int, *, to_nearest: bool) -> fmpq:
    """The most by which a number is off that was rounded or cut to more decimals than these.

    Of an author who rounds *to_nearest* it is half as much, and a sum of such numbers is not rounded again.
    """
    unit = power_of_ten(-decimals - 1)
    if not to_nearest:
        return unit
    formulas = (stage.formula, *stage.also)
    return fmpq(0) if all(one is not None and _only_adds(one.expression) for one in formulas) else unit / 2


def _only_adds(tree: Expression) -> bool:
    """Whether a formula gives no more decimals than its operands have."""
    match tree:
        case Apply(operation, arguments):
            return operation in _ADDING and all(map(_only_adds, arguments))
        case Literal(value):
            return value.q == 1
    return isinstance(tree, Name)
