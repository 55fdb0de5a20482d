"""Corrections of a document in which every number is right: what is computed from exact numbers hides no digits."""

from collections.abc import Collection
from functools import partial

from verifier.document.graph import has_exact_givens, shown_operands
from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt, failing, is_apart, unsettled
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.preimages.boxes import Boxes
from verifier.preimages.looks import PrintedCell
from verifier.replay.correction import Mending
from verifier.replay.replay import Replay
from verifier.replay.said_by_power import says_right


class WholeMending(Mending):
    """The corrected cells of all stages of a replay.

    A number that wrong operands give as printed is wrong too if corrected ones, which are exact, do not.
    """

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay)
        self._known = replay
        self._exact: dict[str, bool] = {}
        self._has_exact = has_exact_givens(replay.document)

    def mend(self, stage: Stage, seeds: Collection[int]) -> None:
        """Correct a stage whose operands are corrected; *seeds* are the cells that are wrong in themselves."""
        super().mend(stage, seeds)
        numbers = stage.derived if self._has_exact else None
        stale = self._stale(numbers) if isinstance(numbers, DerivedNumbers) and self.sources(stage) else []
        if not stale or not isinstance(numbers, DerivedNumbers):
            return
        should_show = self._should_show(numbers)
        made = {cell.at: fixed for cell in stale if (fixed := should_show(cell)) is not None}
        touched = {*self.touched.get(stage.name, ()), *made}
        self._keep(stage, self._found(touched, {**self.reprints.get(stage.name, {}), **made}))

    def _stale(self, numbers: DerivedNumbers) -> list[PrintedCell]:
        """The cells of a stage that its operands give as printed, and that their right values do not.

        Only stages are asked whose operands, once they are corrected, are exact by givens that are said to be so.
        """
        stage, formula, replay = numbers.stage, numbers.formula, self._known
        if not all(self._is_exact(one.name) for one in shown_operands(self.document, stage)):
            return []
        by_right = attempt(partial(self.printed.of, formula), None)
        if by_right is None or by_right.shape != numbers.block.shape:
            return []
        found = unsettled(replay.tolerance, numbers, by_right.shape, by_right)
        if not found or (missed := failing(replay.tolerance, numbers, partial(replay.literal.of, formula))) is None:
            return []
        known = {*missed, *self.touched.get(stage.name, ())}
        is_said = partial(says_right, self.evaluation, replay.tolerance, stage, self.touched)
        given = [cell for cell in found if cell.at not in known and not is_said(cell)]
        targets = replay.tolerance.widest_preimages(stage)
        return [cell for cell in given if _is_denied(by_right.cells[cell.at], targets[cell.at])]

    def _is_exact(self, name: str) -> bool:
        """Whether a stage, and all that it rests on, shows exact givens and what formulas give without a rounding."""
        pending = [name]
        while pending:
            stage = self.document.by_name[pending[-1]]
            operands = [] if stage.is_given else [one.name for one in shown_operands(self.document, stage)]
            left = [one for one in operands if one not in self._exact]
            if left and stage.name not in self._exact:
                pending += left
                continue
            pending.pop()
            is_exact_above = all(map(self._exact.__getitem__, operands))
            self._exact[stage.name] = is_exact_above and self._shows_its_value(stage)
        return self._exact[name]

    def _shows_its_value(self, stage: Stage) -> bool:
        if stage.is_given:
            return stage.printed is not None and not Boxes(self._known.tolerance).varies(stage, stage.printed)
        shown = self._show(stage)
        value = None if shown is None else attempt(partial(self.evaluation.value, stage.name), None)
        return shown is not None and value is not None and value.cells == shown.cells


def _is_denied(value: Value, target: Interval | None) -> bool:
    """Whether a value is none of those that a print can stand for."""
    return target is not None and attempt(partial(is_apart, value, target), fallback=False)
