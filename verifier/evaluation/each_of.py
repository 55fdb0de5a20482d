"""What a formula gives with each of several single numbers in the place of one name: computed at once, as a row.

The values are those that one trial after another gives, and so is what they take: a part of the formula that was
computed for a number before counts once.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final

from flint import ctx

from verifier.engines.points.flint import kept_short
from verifier.evaluation.at_places import Tried
from verifier.evaluation.costs import CELL_WORK
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.tree import Apply, Expression, Name, used
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Missing
from verifier.numbers.number import Number, Uncertain
from verifier.operations import REGISTER, Engine, Primitive, ShapeError, TooLarge, Unprinted

_FAILURES: Final = (Uncertain, Unprinted, ShapeError, TooLarge)


class _NotAtOnce(Exception):
    """A formula that is not computed number by number of its operands alone."""


class EachOf:
    """The values of one formula with each of several numbers in a *place*, by an engine of points.

    What is computed once for all is known from the trials before, and what each number gives from `known.each`.
    """

    def __init__(self, engine: Engine, operand: Callable[[str], Array], known: Tried, place: str) -> None:
        self._evaluator = Evaluator(engine, operand, known=known)
        self._known = known
        self._place = place
        self._steps: list[Sequence[str]] = []
        """The numbers for which a part was computed, part by part."""
        self._made: list[tuple[Expression, Sequence[str]]] = []
        self._beside: dict[str, tuple[int, int]] = {}
        """The cells and products that parts without the place took, by the number for which they were asked first."""

    def values(self, expression: Expression, numbers: Sequence[str]) -> tuple[Value, ...] | None:
        """The value for each of the *numbers*, which differ; None if they have to be tried one by one."""
        before = len(self._known)
        try:
            return self._of(expression, numbers).cells
        except (_NotAtOnce, *_FAILURES):
            while len(self._known) > before:
                self._known.popitem()
            for part, names in self._made:
                for name in names:
                    del self._known.each[part, ctx.prec][name]
            return None

    @property
    def spent(self) -> int:
        """The work, as the trials one by one would count it."""
        if len(set(map(len, self._steps))) == 1:  # all are among the last, that of the whole
            parts = dict.fromkeys(self._steps[0], len(self._steps))
        else:
            parts = Counter(chain.from_iterable(self._steps))
        found = sum([count + count // CELL_WORK for name, count in parts.items() if name not in self._beside])
        for name, (cells, work) in self._beside.items():
            found += parts[name] + cells + (parts[name] + work) // CELL_WORK
        return found

    def _of(self, expression: Expression, numbers: Sequence[str]) -> Array:
        if isinstance(expression, Name) and expression.name == self._place:
            return self._row(expression, numbers, self._operands)
        if self._place in used(expression):
            return self._row(expression, numbers, lambda missing: self._computed(expression, missing))
        cells, work = self._evaluator.cells, self._evaluator.work
        array = self._evaluator.evaluate(expression)
        if self._evaluator.cells > cells:
            more = self._beside.get(numbers[0], (0, 0))
            self._beside[numbers[0]] = more[0] + self._evaluator.cells - cells, more[1] + self._evaluator.work - work
        return _single(array)

    def _row(self, part: Expression, numbers: Sequence[str], compute: Callable[[Sequence[str]], Array]) -> Array:
        """What a part gives for each number, computed for those for which that is not known."""
        known = self._known.each.setdefault((part, ctx.prec), {})
        missing = [name for name in numbers if name not in known] if known else numbers
        if missing:
            array = compute(missing)
            known.update(zip(missing, array.cells, strict=True))
            self._made.append((part, missing))
            if len(missing) == len(numbers):
                return array
        return Array(1, len(numbers), tuple([known[name] for name in numbers]))

    def _operands(self, numbers: Sequence[str]) -> Array:
        return Array(1, len(numbers), tuple([_single(self._evaluator.operands(name)).cells[0] for name in numbers]))

    def _computed(self, expression: Expression, numbers: Sequence[str]) -> Array:
        """An operation on numbers, row by row; raises _NotAtOnce for any other."""
        made = REGISTER[expression.operation] if isinstance(expression, Apply) and not expression.options else None
        if not isinstance(expression, Apply) or not isinstance(made, Primitive) or made.pattern != "cellwise":
            raise _NotAtOnce
        if made.signature.options or made.work is not None:
            raise _NotAtOnce
        arrays = [self._of(argument, numbers) for argument in expression.arguments]
        self._steps.append(numbers)
        return kept_short(made.value(self._evaluator.engine, *arrays))


def _single(array: Array) -> Array:
    """An array of one number, or of one that has no value; raises _NotAtOnce for any other."""
    if array.shape != (1, 1) or not isinstance(array.cells[0], Number | Missing):
        raise _NotAtOnce
    return array
