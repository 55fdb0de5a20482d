"""Operations expanded to sums and products, as a reader computes them by hand."""

from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Choice, Expression, Literal
from verifier.operations import REGISTER
from verifier.rewriting.definitions import Local, fill, options_of, template, template_of, unstated

_BY_HAND: Final = {
    "mean": "sum(X, axis=axis) / N",
    "var": "sum((X - mean(X, axis=axis))**2, axis=axis) / N",
}
"""Expansions of operations without a definition; N is the number of cells minus ddof."""


_NEUTRAL: Final = {"add": unstated(0), "multiply": unstated(1)}
"""Neutral elements: defaults that change nothing as a second operand."""


def written_out(node: Apply, count: int) -> Expression | None:
    """The expansion of a call; None if it has none. *count* is the number of cells that a reduction takes."""
    own = _BY_HAND.get(node.operation)
    made = template_of(REGISTER[node.operation]) if own is None else template(own)
    more: Local = {} if own is None else {"N": _divisor(count, options_of(node).get("ddof"))}
    return None if made is None else fill(made, node, finish=_shortened, more=more)


def _divisor(count: int, less: Expression | None) -> Expression:
    if less is None or (isinstance(less, Literal) and less.value == 0):
        return Literal(fmpq(count), str(count))
    return Apply("subtract", (Literal(fmpq(count), str(count)), less))


def _shortened(node: Expression) -> Expression:
    """A node of a template without the terms, options and branches that have no effect at their defaults."""
    match node:
        case Apply(name, (first, second)) if second == _NEUTRAL.get(name):
            return first
        case Apply(name, arguments, options):
            usual = options_of(Apply(name, arguments))
            return Apply(name, arguments, tuple((key, value) for key, value in options if value != usual[key]))
        case Choice(condition, then, other):
            decided = _decided(condition)
            return node if decided is None else then if decided else other
    return node


def _decided(condition: Expression) -> bool | None:
    """Whether a condition on an option holds; None if it is one on something else."""
    match condition:
        case Literal(value):
            return bool(value != 0)
        case Apply("equal", (Literal(a), Literal(b))):
            return bool(a == b)
    return None
