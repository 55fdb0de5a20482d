"""What should be printed: mended values from the givens up, and what they leave wrong.

A cell that stands is handed on as the replay holds it. A cell that is wrong, because
it is contradicted or because what stands above it is, is computed anew from mended
operands, and handed on reprinted or with all its digits, as the author did. So a right
document is its own correction. The same pass with the standard definitions gives the
textbook's values.
"""

from collections.abc import Callable, Mapping
from functools import partial

from verifier.document.model import Block, Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.evaluation import Choice, Evaluation, stated
from verifier.evaluation.predicates import Place, attempt, cell_of, common_cells, misses, unsettled
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, UNKNOWN
from verifier.numbers.number import Number
from verifier.preimages.boxes import Boxes, printed_values
from verifier.preimages.readings import Reprint, model
from verifier.replay.replay import STATED, Replay

Seeds = Callable[[Stage], list[int]]


class Mending:
    """Mended cells of every stage: `seeds` are wrong to begin with, `choice` says by which formula to mend."""

    def __init__(self, replay: Replay, seeds: Seeds, choice: Choice = stated) -> None:
        self.replay = replay
        self.document: Document = replay.document
        self.choice = choice
        self.seeded: dict[str, bool] = {}
        self.touched: dict[str, set[int]] = {}
        self.reprints: dict[str, dict[int, Reprint]] = {}
        self.words: dict[str, dict[int, str]] = {}
        self._states: dict[str, tuple[object, ...]] = {}
        self.evaluation = Evaluation(self.document, Points(), self._hand_on, choice, memo=replay.memo)
        self.ranges = Possible(self.document, Boxes(replay.tolerance), replay.mended, self._mended, choice, replay.memo)
        for stage in replay.order:
            if stage.block is not None and choice(stage) is not None:
                seeded = set(seeds(stage))
                self.seeded[stage.name] = bool(seeded)
                self._mend(stage, seeded)

    def text(self, stage: Stage, index: int) -> str | None:
        """What a cell should show: its own text if it stands, None if its mended value is not known."""
        if stage.words is not None:
            word = stage.words.cells[index]
            return self.words.get(stage.name, {}).get(index, None if word is None else word.text)
        assert stage.printed is not None
        if index in stage.printed.infinite:
            return self._finite(stage, stage.printed, index) or stage.printed.infinite[index].text
        if index in self.touched.get(stage.name, ()):
            fixed = self.reprints[stage.name].get(index)
            if fixed is None:
                return str(MINUS_INFINITY) if self._value(stage, index) is MINUS_INFINITY else None
            return self.replay.tolerance.show(stage, fixed)
        number = stage.printed.cells[index]
        return None if number is None else number.text

    def _value(self, stage: Stage, index: int) -> Value:
        formula, block = self.choice(stage), stage.printed
        assert formula is not None
        assert block is not None
        return attempt(lambda: cell_of(self.evaluation.of(formula), *block.position(index)), UNKNOWN)

    def _finite(self, stage: Stage, block: Block, index: int) -> str | None:
        """The number that stands where an infinity is shown, as its block would print it; None if none does."""
        value = self._value(stage, index)
        like = model(block)
        if not isinstance(value, Number):
            return None
        fixed = attempt(partial(self.replay.tolerance.reprint, stage, like, value), None)
        return None if fixed is None else self.replay.tolerance.show(stage, fixed)

    def sources(self, stage: Stage) -> tuple[str, ...]:
        """The stages above, seen through those without numbers, whose cells were mended."""
        formula = self.choice(stage)
        pending = [] if formula is None else list(formula.uses)
        found: list[str] = []
        seen: set[str] = set()
        while pending:
            name = pending.pop(0)
            if name in seen:
                continue
            seen.add(name)
            other = self.document.by_name[name]
            inner = self.choice(other)
            if self.touched.get(name):
                found.append(name)
            elif other.block is None and inner is not None:
                pending += inner.uses
        return tuple(found)

    def roots(self, stage: Stage) -> tuple[str, ...]:
        """The stages above that were wrong to begin with, in document order."""
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
        return tuple(other.name for other in self.document.stages if other.name in found)

    def _mended(self, name: str) -> Mapping[int, Reprint]:
        return self.reprints.get(name, {})

    def _hand_on(self, stage: Stage) -> Array | None:
        if stage.block is None:
            return None
        held = self.replay.source(stage)
        if held is None or held.shape != stage.block.shape:
            held = printed_values(stage)
        touched = self.touched.get(stage.name, set())
        if not touched:
            return held
        carried = self.replay.held.get(stage.name) == STATED
        value = self.evaluation.value(stage.name) if carried else None
        cells: list[Value] = list(held.cells)
        for index in touched:
            fixed = self.reprints[stage.name].get(index)
            if value is not None:
                cells[index] = cell_of(value, *held.position(index))
            elif fixed is not None:
                cells[index] = fixed.value
        return Array(held.rows, held.columns, tuple(cells))

    def _mend(self, stage: Stage, seeds: set[int]) -> None:
        formula = self.choice(stage)
        assert formula is not None
        changes = formula is not stage.formula or (bool(self._states) and bool(self.sources(stage)))
        if not seeds and not changes:
            return
        if stage.printed is None:
            self._mend_words(stage, formula, seeds)
            return
        key = self._known_by(stage, seeds) if self.choice is stated else None
        if key in self.replay.mendings:
            self._keep(stage, *self.replay.mendings[key])
            return
        point = partial(self.evaluation.of, formula)
        shape = attempt(lambda: point().shape, None) or attempt(partial(self.ranges.shape, formula), None)
        if shape is None:
            return
        tolerance = self.replay.tolerance
        places = unsettled(tolerance, stage, shape, attempt(point, None)) if changes else []
        if seeds:
            places = sorted({*places, *(place for place in common_cells(stage.printed, shape) if place.at in seeds)})
        touched: dict[int, Reprint | None] = {}
        for place in places:
            if place.at in seeds or misses(tolerance, stage, self.ranges, formula, place, point):
                touched[place.at] = attempt(partial(self._reprint, stage, formula, place), None)
        found = set(touched), {index: fixed for index, fixed in touched.items() if fixed is not None}
        self._keep(stage, *found)
        if key is not None:
            self.replay.mendings[key] = found

    def _keep(self, stage: Stage, touched: set[int], reprints: dict[int, Reprint]) -> None:
        self.touched[stage.name], self.reprints[stage.name] = touched, reprints
        if touched:
            shown = ((index, str(fixed.value), fixed.place) for index, fixed in reprints.items())
            self._states[stage.name] = (stage.name, *sorted(touched), *shown)

    def _known_by(self, stage: Stage, seeds: set[int]) -> tuple[object, ...]:
        """All that decides how a stage is mended: its wrong cells, and those above it with what they should show."""
        above = self.replay.above(stage)
        return (stage.name, frozenset(seeds), *(state for name, state in self._states.items() if name in above))

    def _mend_words(self, stage: Stage, formula: Formula, seeds: set[int]) -> None:
        assert stage.words is not None
        array = attempt(partial(self.evaluation.of, formula), None)
        position = stage.words.position
        found = {} if array is None else {index: cell_of(array, *position(index)) for index in seeds}
        self.words[stage.name] = {index: word for index, word in found.items() if isinstance(word, str)}

    def _reprint(self, stage: Stage, formula: Formula, place: Place) -> Reprint | None:
        value = cell_of(self.evaluation.of(formula), place.row, place.column)
        assert stage.printed is not None
        like = stage.printed.cells[place.at]
        if like is None or not isinstance(value, Number):
            return None
        return self.replay.tolerance.reprint(stage, like, value)
