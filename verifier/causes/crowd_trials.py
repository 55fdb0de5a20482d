"""Slips with each number of a crowd in one place, tried at once: what single trials of them give, one after another."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from verifier.causes.crowds import Crowd
from verifier.causes.hypotheses import Hypothesis
from verifier.causes.trials import CrowdTrial, Trial, asked
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Expression, Name, used
from verifier.numbers.array import Value
from verifier.replay.replay import Replay
from verifier.rewriting.definitions import substitute


class Operands:
    """Which operands the replay carries otherwise than they are printed."""

    def __init__(self, replay: Replay, literal: Evaluation) -> None:
        self._unlike = replay.unlike_prints
        self._evaluations = literal, replay.evaluation
        self._as_printed: dict[str, bool] = {}
        self._known: dict[tuple[str, ...], list[int]] = {}

    def are_carried(self, names: Collection[str]) -> bool:
        """Whether the replay carries other values than the printed ones for one of some operands."""
        return not self._unlike.isdisjoint(names) and not all(map(self._is_as_printed, names))

    def carried_with(self, others: frozenset[str], numbers: tuple[str, ...]) -> Sequence[int]:
        """Those of a crowd, by their places in it, of which that is so of the number and the *others* together."""
        may_all = not self._unlike.isdisjoint(others)
        if not may_all and self._unlike.isdisjoint(numbers):
            return ()
        if not all(map(self._is_as_printed, others)):
            return [at for at, name in enumerate(numbers) if may_all or name in self._unlike]
        return [at for at in self._unprinted(numbers) if may_all or numbers[at] in self._unlike]

    def _unprinted(self, numbers: tuple[str, ...]) -> list[int]:
        """Those of a crowd, by their places in it, that are carried otherwise than they are printed."""
        if numbers not in self._known:
            self._known[numbers] = [at for at, name in enumerate(numbers) if not self._is_as_printed(name)]
        return self._known[numbers]

    def _is_as_printed(self, name: str) -> bool:
        """Whether the replay carries the printed values of an operand; not where it has none."""
        if name not in self._as_printed:
            printed, carried = (attempt(partial(by.operand, name), None) for by in self._evaluations)
            self._as_printed[name] = printed is not None and carried is not None and printed.is_same(carried)
        return self._as_printed[name]


class CrowdTrials:
    """Trials of crowds in a block of one number; *is_shown* says of a value whether it reproduces that.

    `computed` counts the values.
    """

    def __init__(
        self,
        operands: Operands,
        evaluations: tuple[Evaluation, Evaluation],
        is_shown: Callable[[Value], bool],
    ) -> None:
        self._operands = operands
        self._literal, self._replayed = evaluations
        self._is_shown = is_shown
        self.computed = 0

    def of(self, hypothesis: Hypothesis, crowd: Crowd) -> CrowdTrial | None:
        """What becomes of a hypothesis with a crowd in it; None if each of the crowd is to be tried by itself."""
        reading, expression = hypothesis.reading, hypothesis.reading.expression
        if expression is None:
            found: Sequence[Value] | None = crowd.values
        else:
            found = self._literal.tried_each(expression, crowd.place, crowd.names)
        if found is None:
            return None
        self.computed += len(found)
        values, fits = list(found), {at for at, value in enumerate(found) if self._is_shown(value)}
        if expression is not None:
            carried = self._operands.carried_with(used(expression) - {crowd.place}, crowd.names)
            left = [at for at in carried if at not in fits]
            again = self._replayed_values(expression, crowd.only(left)) if left else []
            for at, value in zip(left, again, strict=True):
                if self._is_shown(value):
                    values[at] = value
                    fits.add(at)
        readings = {at: reading.naming(crowd.place, crowd.names[at]) for at in sorted(fits)}
        trials = {at: Trial(one, {0: values[at]}, frozenset((0,))) for at, one in readings.items()}
        return CrowdTrial(reading, values, trials)

    def _replayed_values(self, expression: Expression, crowd: Crowd) -> Sequence[Value]:
        """The values with replayed operands; None for one that cannot be computed."""
        found: Sequence[Value] | None = self._replayed.tried_each(expression, crowd.place, crowd.names)
        if found is None:
            found = [self._alone(substitute(expression, {crowd.place: Name(name)})) for name in crowd.names]
        self.computed += sum(value is not None for value in found)
        return found

    def _alone(self, expression: Expression) -> Value | None:
        array = asked(partial(self._replayed.tried, expression))
        return None if array is None or array.shape != (1, 1) else array.cells[0]
