"""Formulas that show the numbers of one block in other places: parts of it, or all in one row."""

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript
from verifier.numbers.array import Array


class Rearranged:
    """Which number of an operand each cell of such a formula shows."""

    def __init__(self, operands: Evaluation) -> None:
        self.operands = operands
        self._places: dict[Expression, Array | None] = {}

    def shown(self, expression: Expression, row: int, column: int) -> tuple[str, int] | None:
        """The stage and the index of the number that stands in a cell; None of other formulas."""
        match expression:
            case Apply("flatten", (Name(name),), ()):
                pass
            case Subscript(Name(name), one, other) if _is_stated(one) and _is_stated(other):
                pass
            case _:
                return None
        if expression not in self._places:
            self._places[expression] = attempt(lambda: self._numbered(expression, name), None)
        places = self._places[expression]
        if places is None or row >= places.rows or column >= places.columns:
            return None
        return name, int(places[row, column].p)

    def _numbered(self, expression: Expression, name: str) -> Array:
        """The value of a formula whose operand has the index of each cell in its place."""
        whole = self.operands.operand(name)
        numbered = Array(whole.rows, whole.columns, tuple(map(fmpq, range(len(whole.cells)))))
        return Evaluator(Points(), lambda _: numbered).evaluate(expression)


def _is_stated(index: Expression | Span | None) -> bool:
    """Whether an index is a number, or all numbers between two that are stated."""
    parts = index.fields if isinstance(index, Span) else (index,)
    return all(part is None or isinstance(part, Literal) for part in parts)
