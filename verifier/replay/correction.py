"""Corrections: recompute the wrong cells of all stages, operands before the stages that use them.

A cell is wrong if it is contradicted, or if its corrected operands make its printed number impossible. A wrong cell is
computed again from corrected operands, printed ones for an author who goes on with what he prints, else those that the
replay carries; later stages use it rounded or with all digits, as the author did with that stage. All other cells are
used as the replay carries them. So a document without contradictions equals its correction. The same pass with the
standard definitions gives the values of the textbook.
"""

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Self

from verifier.document.graph import nearest
from verifier.document.model import DerivedBlock, DerivedNumbers, DerivedWords, Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import Refuter, attempt, cell_of, common_cells, is_shown, unsettled
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Choice, Evaluation, stated
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, UNKNOWN
from verifier.numbers.number import Number, Uncertain, ratio
from verifier.numbers.other_cells import Bound, Infinite
from verifier.preimages.boxes import Boxes
from verifier.preimages.exact_prints import PrintOf, print_in, text_in
from verifier.preimages.looks import PrintedCell
from verifier.preimages.reprints import Reprint, model
from verifier.replay.carrying import STATED, Carrying, Mended
from verifier.replay.exchanges import exchanged, with_more_digits
from verifier.replay.near_prints import finer, is_by_habit, middle_of
from verifier.replay.said_by_power import says_right
from verifier.replay.states import States

Seeds = Callable[[Stage], Collection[int]]


class Mending:
    """The corrected cells of the stages that were mended so far, by the formulas of *choice*.

    `touched` has the indices of the wrong cells by stage, `reprints` and `words` what they should show, if known.
    `evaluation` computes from corrected cells as the author carried them, `printed` from their prints, `unrounded` from
    what their formulas give.
    """

    def __init__(self, replay: Carrying, choice: Choice = stated) -> None:
        self.replay = replay
        self.document: Document = replay.document
        self.choice = choice
        self.blocks: dict[str, DerivedBlock] = {}
        self.seeded: dict[str, bool] = {}
        self.touched: dict[str, set[int]] = {}
        self.reprints: dict[str, dict[int, Reprint]] = {}
        self.words: dict[str, dict[int, str]] = {}
        memo, boxes = replay.memo, Boxes(replay.tolerance)
        self._states = States(self.document, memo)
        self._rested_on: dict[Formula, tuple[str, ...]] = {}
        """By formula, the stages with numbers that it uses, directly or through stages that show nothing."""
        self.evaluation = Evaluation(self.document, Points(), self._hand_on, choice, memo=memo)
        self.printed = Evaluation(self.document, Points(), self._show, choice, memo=memo)
        unrounded = partial(self._hand_on, is_unrounded=True)
        self.unrounded = Evaluation(self.document, Points(), unrounded, choice, memo=memo)
        self.ranges = Possible(self.document, boxes, replay.mended, self._mended, choice, memo)

    def mend(self, stage: Stage, seeds: Collection[int]) -> None:
        """Correct a stage whose operands are corrected; *seeds* are the cells that are wrong in themselves."""
        derived = stage.derived_by(self.choice(stage))
        if isinstance(derived, DerivedBlock):
            self.blocks[stage.name] = derived
            self.seeded[stage.name] = bool(seeds)
            self._mend(derived, set(seeds))

    def keep(self, other: "Mending", names: AbstractSet[str]) -> None:
        """Take over the corrections of some stages from another correction of the same document."""
        for name in filter(names.__contains__, other.blocks):
            self.blocks[name], self.seeded[name] = other.blocks[name], other.seeded[name]
            if name in other.words:
                self.words[name] = other.words[name]
            if name in other.touched:
                self._keep(self.blocks[name].stage, self._found(other.touched[name], other.reprints[name]))

    def text(self, name: str, index: int) -> str | None:
        """What a cell should show: its printed text if it is not wrong; None if its corrected value is not known.

        *name* is that of a stage in `blocks`.
        """
        derived = self.blocks[name]
        if isinstance(derived, DerivedWords):
            word = derived.block.cells[index]
            return self.words.get(name, {}).get(index, None if word is None else word.text)
        block = derived.block
        if index in block.infinite:
            return self._beside(derived, index, block.infinite[index])
        if index in self.touched.get(name, ()):
            fixed = self.reprints[name].get(index)
            if fixed is None:
                return str(MINUS_INFINITY) if self._value(derived, index) is MINUS_INFINITY else None
            return text_in(self.replay.tolerance, derived.stage, fixed)
        number = block.cells[index]
        return None if number is None else number.text

    def _value(self, numbers: DerivedNumbers, index: int) -> Value:
        """The corrected value of a cell; UNKNOWN if it cannot be computed."""
        row, column = numbers.block.position(index)
        return attempt(lambda: cell_of(self._by_habit(numbers.stage).of(numbers.formula), row, column), UNKNOWN)

    def _by_habit(self, stage: Stage) -> Evaluation:
        """The evaluation with the operands that the author goes on with in this stage."""
        return self.printed if self.replay.habits.goes_on_with_prints(stage) else self.evaluation

    def _beside(self, numbers: DerivedNumbers, index: int, shown: Infinite) -> str:
        """What a cell that shows no number should show: the number that its formula gives, or what it shows."""
        value, tolerance = self._value(numbers, index), self.replay.tolerance
        if not isinstance(value, Number) or is_shown(value, shown):
            return shown.text
        limits = finer(shown.limit) if isinstance(shown, Bound) else [model(numbers.block)]
        made = (attempt(partial(tolerance.reprint, numbers.stage, limit, value), None) for limit in limits)
        found = [fixed for fixed in made if fixed is not None]
        fixed = next((fixed for fixed in found if not is_shown(fixed.value, shown)), found[0] if found else None)
        return shown.text if fixed is None else tolerance.show(numbers.stage, fixed)

    def sources(self, stage: Stage) -> tuple[str, ...]:
        """The stages with corrected cells that a stage uses, directly or through stages that show nothing."""
        formula = self.choice(stage)
        return () if formula is None else self.sources_of(formula)

    def sources_of(self, formula: Formula) -> tuple[str, ...]:
        """The stages with corrected cells that a formula uses, directly or through stages that show nothing."""
        if not self._states:
            return ()
        if (found := self._rested_on.get(formula)) is None:
            shown = nearest(self.document, formula, self.choice, lambda one: one.block is not None)
            self._rested_on[formula] = found = tuple(one.name for one in shown)
        return tuple([name for name in found if self.touched.get(name)])

    def roots(self, stage: Stage) -> tuple[str, ...]:
        """The stages with seeds that a stage depends on through corrected cells, in document order."""
        pending = list(self.sources(stage))
        found: set[str] = set()
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            if self.seeded.get(name):
                found.add(name)
            pending += self.sources(self.document.by_name[name])
        return tuple(sorted(found, key=self.document.ancestry.order.at.__getitem__))

    def _mended(self, name: str) -> Mapping[int, Reprint]:
        return self.reprints.get(name, {})

    def _hand_on(self, stage: Stage, *, is_unrounded: bool = False) -> Array | None:
        if stage.block is None:
            return None
        carried = self.replay.source(stage)
        if carried is None or carried.shape != stage.block.shape:
            carried = self.replay.memo.printed(stage.block)
        touched = self.touched.get(stage.name, set())
        if not touched:
            return carried
        if not is_unrounded and self.replay.carried.get(stage.name) != STATED:
            return carried.with_cells({at: fixed.value for at, fixed in self.reprints[stage.name].items()})
        value = self.evaluation.value(stage.name)
        is_alike = value.shape == carried.shape
        cells = {at: value.cells[at] if is_alike else cell_of(value, *carried.position(at)) for at in touched}
        return carried.with_cells(cells)

    def _show(self, stage: Stage) -> Array | None:
        """What a stage should print, as exact numbers; a wrong cell of which that is not known stands as it is."""
        shown = None if stage.block is None else self.replay.memo.printed(stage.block)
        fixed = self.reprints.get(stage.name)
        if shown is None or not fixed:
            return shown
        return shown.with_cells({at: reprint.value for at, reprint in fixed.items()})

    def _mend(self, derived: DerivedBlock, seeds: set[int]) -> None:
        """Find the wrong cells of a stage, *seeds* among them, and what they should show."""
        stage, formula, _ = derived
        changes = formula is not stage.formula or (bool(self._states) and bool(self.sources(stage)))
        if not seeds and not changes:
            return
        if isinstance(derived, DerivedWords):
            self._mend_words(derived, seeds)
            return
        key = self._known_by(stage, seeds)
        if (known := self.replay.mendings.get(key)) is not None:
            self._keep(stage, known)
            return
        point = partial(self._by_habit(stage).of, formula)
        shape = attempt(lambda: point().shape, None) or attempt(partial(self.ranges.shape, formula), None)
        if shape is None:
            return
        tolerance = self.replay.tolerance
        points = [partial(evaluation.of, formula) for evaluation in (self.evaluation, self.printed)]
        cells = unsettled(tolerance, derived, shape, *(attempt(each, None) for each in points)) if changes else []
        swapped = exchanged(tolerance, derived, attempt(point, None), seeds) if seeds else {}
        seeds = seeds.union(swapped)
        seeded = [cell for cell in common_cells(derived.block, shape, formula) if cell.at in seeds] if seeds else []
        is_said = partial(says_right, self.evaluation, tolerance, derived.stage, self.touched)
        doubtful = [cell for cell in cells if cell.at not in seeds and not is_said(cell)]
        wrong, should_show = [*self._wrong(derived, points, doubtful), *seeded], self._should_show(derived)
        touched = {cell.at: with_more_digits(should_show(cell), swapped.get(cell.at)) for cell in sorted(wrong)}
        found = self._found(set(touched), {index: fixed for index, fixed in touched.items() if fixed is not None})
        self._keep(stage, found)
        if key is not None:
            self.replay.mendings[key] = found

    def _keep(self, stage: Stage, found: Mended) -> None:
        self.touched[stage.name], self.reprints[stage.name] = found.touched, found.reprints
        self._states.set(stage.name, found.state)

    def _found(self, touched: set[int], reprints: dict[int, Reprint]) -> Mended:
        if not touched or self.choice is not stated:  # by which nothing is found again
            return Mended(touched, reprints, True if touched else None)
        shown = [(index, *ratio(value), decimals) for index, (value, decimals, _) in reprints.items()]
        return Mended(touched, reprints, self.replay.memo.number((*sorted(touched), *shown)))

    def _wrong(
        self, numbers: DerivedNumbers, points: Sequence[Callable[[], Array]], cells: Sequence[PrintedCell]
    ) -> Sequence[PrintedCell]:
        """Those of some cells that corrected operands, which give *points* among other values, make impossible."""
        return Refuter(self.replay.tolerance, numbers, self.ranges, *points).refuted(cells) if cells else ()

    def _known_by(self, stage: Stage, seeds: set[int]) -> tuple[object, ...] | None:
        """The key of `Replay.mendings`: the stage, its seeds, and the corrections of the stages that it depends on.

        None for a correction that is not kept.
        """
        if self.choice is not stated:
            return None
        prints = self.replay.habits.goes_on_with_prints(stage)
        return (stage.name, frozenset(seeds), prints, *self._states.of_operands(stage))

    def _mend_words(self, words: DerivedWords, seeds: set[int]) -> None:
        array = attempt(partial(self.evaluation.of, words.formula), None)
        position = words.block.position
        found = {} if array is None else {index: cell_of(array, *position(index)) for index in seeds}
        self.words[words.stage.name] = {index: word for index, word in found.items() if isinstance(word, str)}

    def _should_show(self, numbers: DerivedNumbers) -> Callable[[PrintedCell], Reprint | None]:
        """Tells what a wrong cell of a stage should show; None if that is not known.

        Where its author need not have gone on with prints, that is one of two numbers, as `is_by_habit` says.
        """
        stage, formula = numbers.stage, numbers.formula
        print_of = print_in(self.replay.tolerance, stage)

        def by(evaluation: Evaluation) -> Callable[[PrintedCell], Reprint | None]:
            point = partial(evaluation.of, formula)
            return partial(self._reprint, print_of, point, attempt(point, None))

        by_habit = by(self._by_habit(stage))
        if self.replay.habits.goes_on_with_prints(stage):
            return by_habit
        by_print, is_open = by(self.printed), self.replay.habits.is_open(stage)
        show, in_text = partial(self.replay.tolerance.show, stage), stage.text is not None

        def likelier(cell: PrintedCell) -> Reprint | None:
            found = by_habit(cell)
            if found is None:
                return None
            other = by_print(cell) or found
            if other == found:
                return found
            is_found = is_by_habit(cell.number.text, show(found), show(other), is_open=is_open, in_text=in_text)
            return found if is_found else other

        return likelier

    def _reprint(
        self, print_of: PrintOf, point: Callable[[], Array], array: Array | None, cell: PrintedCell
    ) -> Reprint | None:
        """The value of a cell, rounded as the stage prints, of a tie either way; None if it is no number.

        *array* is that point at the working precision.
        """
        value = UNKNOWN if array is None else cell_of(array, cell.row, cell.column)
        try:
            if isinstance(value, Number):
                return print_of(cell.number, value)
        except Uncertain:
            pass
        rounded = partial(self._rounded, print_of, cell, point)
        middle = partial(middle_of, cell.number.decimals)
        return attempt(partial(rounded, lambda value: value), None) or attempt(partial(rounded, middle), None)

    def _rounded(
        self, print_of: PrintOf, cell: PrintedCell, point: Callable[[], Array], near: Callable[[Number], Number]
    ) -> Reprint | None:
        """What is *near* the value of a cell, rounded; raises Uncertain."""
        value = cell_of(point(), cell.row, cell.column)
        return print_of(cell.number, near(value)) if isinstance(value, Number) else None

    def mend_all(self, seeds: Seeds, among: Container[str] | None = None) -> Self:
        """Correct all stages, or those *among* which all wrong ones are; *seeds* are cells wrong in themselves."""
        for stage in self.replay.order if among is None else (one for one in self.replay.order if one.name in among):
            self.mend(stage, seeds(stage))
        return self
