"""Formulas of single numbers that have rationals as their values: these need no arrays."""

from functools import partial
from typing import Final

from flint import fmpq

from verifier.evaluation.closed_forms import find_repeated
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, Expression, Literal, Name, names
from verifier.rewriting.patterns import find_normalisation

_EXACT: Final = frozenset({"negative", "add", "subtract", "multiply", "divide"})


def singles(expression: Expression, evaluation: Evaluation) -> dict[str, fmpq] | None:
    """The numbers that a sum, a product or a quotient uses, by name; None if it has a closed form, or of more."""
    if not _is_plain(expression):
        return None
    found: dict[str, fmpq] = {}
    for name in dict.fromkeys(names(expression)):
        array = attempt(partial(evaluation.operand, name), None)
        if array is None or array.shape != (1, 1) or not isinstance(array.cells[0], fmpq):
            return None
        found[name] = array.cells[0]
    return found


def _is_plain(tree: Expression) -> bool:
    match tree:
        case Literal() | Name():
            return True
        case Apply(operation, arguments, ()) if operation in _EXACT:
            is_closed = find_repeated(tree) is not None or find_normalisation(tree) is not None
            return not is_closed and all(map(_is_plain, arguments))
    return False
