"""The values of trial expressions, which no document states; what many of them share is computed once."""

from collections.abc import Callable, Collection, Sequence

from verifier.evaluation.at_places import Tried
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.tree import Build, Expression, used
from verifier.numbers.array import Array, Shape, Value
from verifier.operations import Engine, ShapeError, TooLarge, Unprinted

TOO_LONG = "a chain of stages without numbers that can be followed: this one is too long"


class Trying:
    """Trial expressions on one choice of operands. `spent` counts the work on them, as `Evaluator.spent` does."""

    def __init__(self, engine: Engine, operand: Callable[[str], Array]) -> None:
        self._engine = engine
        self._operand = operand
        self._tried = Tried()
        self.spent = 0

    def value(self, expression: Expression, places: Collection[Shape] | None) -> Array:
        """The value of an expression; of a matrix built cell by cell the cells at *places* alone, if any."""
        if self._tried.numbers and not used(expression).isdisjoint(self._tried.numbers):
            self._tried.ask_one_by_one()
        evaluator = Evaluator(self._engine, self._operand, known=self._tried)
        try:
            if places is not None and isinstance(expression, Build):
                found = evaluator.some_cells(expression, places)
            else:
                found = evaluator.evaluate(expression)
        except (Unprinted, ShapeError, TooLarge, RecursionError) as failure:
            self.spent += evaluator.spent
            raise TooLarge(TOO_LONG) if isinstance(failure, RecursionError) else failure from None
        self.spent += evaluator.spent
        return found

    def values(self, expression: Expression, place: str, numbers: Sequence[str]) -> tuple[Value, ...] | None:
        """The values of an expression with each of some *numbers* in a *place*; None if they are asked one by one."""
        if self._engine.is_range or not self._tried.is_at_once:
            return None
        from verifier.evaluation.each_of import EachOf  # imported here, as numbers are tried where causes are sought

        each = EachOf(self._engine, self._operand, self._tried, place)
        found = each.values(expression, numbers)
        if found is None:
            self._tried.ask_one_by_one()
            return None
        self._tried.numbers.update(dict.fromkeys(numbers, place))
        self.spent += each.spent
        return found

    def forget(self) -> None:
        """Drop the results."""
        self._tried.clear()
