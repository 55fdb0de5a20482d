"""Along which lines an operation goes where the text says no axis."""

from collections.abc import Callable
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.array import Shape

_OF_LINES: Final = ("softmax", "layer_norm")

Shapes = Callable[[Expression], Shape | None]


def along(tree: Expression, shape_of: Shapes) -> Expression:
    """A call that goes along a column where its operand is one, and no axis is said; anything else unchanged."""
    if not isinstance(tree, Apply) or tree.operation not in _OF_LINES or tree.options:
        return tree
    shape = shape_of(tree.arguments[0])
    if shape is None or not shape[0] > shape[1] == 1:
        return tree
    return Apply(tree.operation, tree.arguments, (("axis", Literal(fmpq(0), "0")),))
