"""What a number can be that an author carried on with more digits than are printed."""

from typing import Final

from flint import fmpq

from verifier.document.model import Stage
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.printed import power_of_ten

_ADDING: Final = frozenset({"add", "subtract", "negative", "transpose"})


def with_more_digits(given: BoundedInterval, stage: Stage, decimals: int, *, to_nearest: bool) -> BoundedInterval:
    """What values of a range are, or are rounded or cut to with more decimals than these.

    An author who rounds *to_nearest* is off by half a unit of the next digit at most, and not at all by a sum of such.
    """
    unit = power_of_ten(-decimals - 1)
    if not to_nearest:
        return BoundedInterval((given.lo / unit).floor() * unit, (given.hi / unit).ceil() * unit)
    formulas = (stage.formula, *stage.also)
    is_sum = all(one is not None and _only_adds(one.expression) for one in formulas)
    return given.widened(fmpq(0) if is_sum else unit / 2, closed=True)


def _only_adds(tree: Expression) -> bool:
    """Whether a formula gives no more decimals than its operands have."""
    match tree:
        case Apply(operation, arguments):
            return operation in _ADDING and all(map(_only_adds, arguments))
        case Literal(value):
            return value.q == 1
    return isinstance(tree, Name)
