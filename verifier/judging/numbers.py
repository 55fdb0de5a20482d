"""Printed against evaluated: the verdict of every cell, shape and stage, with its basis."""

from collections.abc import Collection
from functools import partial

from verifier.document.graph import shown_operands
from verifier.document.model import Block, Document, Formula, Grid, Stage, Word
from verifier.evaluation.evaluation import Evaluation
from verifier.evaluation.predicates import attempt, cell_of, is_apart, range_of
from verifier.judging.shapes import judge_shape
from verifier.numbers.array import Array, Value, scalar
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing, overlap, point, touch_only
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import decide
from verifier.numbers.printed import Printed
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.proofs.attained import Witnesses
from verifier.replay.policies import Evaluations
from verifier.replay.replay import SLIPPED, Replay
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import AlsoReport, CellReport, ShapeReport, Verdict, cell_report

TIE = "an exact tie of an irrational form"
LOOSE = "bounds too wide"
PARTIAL = "partly undefined"


class Judge:
    """Judges one stage by one of its formulas."""

    def __init__(self, replay: Replay, views: Evaluations, stage: Stage, formula: Formula) -> None:
        self.document: Document = replay.document
        self.replay = replay
        self.tolerance = replay.tolerance
        self.views = views
        self.stage = stage
        self.formula = formula
        self._witnesses: dict[Evaluation, Witnesses] = {}
        self._literal: Array | None = None
        self._replayed: Array | None = None
        self._open: Collection[int] | None = None

    def cells(self) -> tuple[CellReport, ...]:
        """The verdict of each printed number or word."""
        block = self.stage.block
        assert block is not None
        judge = self.judge_word if self.stage.words is not None else self.judge
        if self.stage.printed is not None:
            self._literal, self._replayed = self._whole(self.views.literal), self._whole(self.views.replayed)
            if self._literal is not None:
                self._open = self.tolerance.open_cells(self.stage, self._literal)
        return tuple(
            self._judge_infinite(index) if index in block.infinite else judge(index) for index in block.places()
        )

    def judge_word(self, index: int) -> CellReport:
        """A word agrees if the formula gives it; it is contradicted if that gives another, whatever is hidden."""
        words = self.stage.words
        assert words is not None
        value = attempt(lambda: self._cell(self.views.literal, index, words), None)
        if isinstance(value, Missing):  # an elided operand may leave but one answer
            value = attempt(lambda: self._cell(self.views.widest, index, words), value)
        word = words.cells[index]
        assert word is not None
        report = partial(cell_report, self.stage, index, literal=value)
        if value is None or isinstance(value, Missing):
            return report(verdict=Verdict.UNCHECKED, reason=self.unchecked_reason())
        if value == word.text:
            return report(verdict=Verdict.AGREES, basis="literal")
        if attempt(lambda: self._cell(self.views.replayed, index, words), None) == word.text:
            return report(verdict=Verdict.AGREES, basis="replayed")
        widest = attempt(lambda: self._cell(self.views.widest, index, words), UNKNOWN)
        if isinstance(widest, Missing) and widest is not UNDEFINED:
            return report(verdict=Verdict.UNDECIDED, basis="reason", reason=LOOSE)
        return report(verdict=Verdict.CONTRADICTED, basis="cell")

    def _judge_infinite(self, index: int) -> CellReport:
        """An infinity agrees if the formula gives it; it is contradicted if that gives a number, whatever is hidden."""
        block = self.stage.printed
        assert block is not None
        shown = block.infinite[index].value
        value = attempt(lambda: self._cell(self.views.literal, index, block), None)
        replayed = attempt(lambda: self._held(index, block), None)
        place = max((number.place for *_, number in block.shown()), default=2)
        report = partial(cell_report, self.stage, index, literal=value, replayed=replayed, place=place)
        for basis, found in (("literal", value), ("replayed", replayed)):
            if found is MINUS_INFINITY and shown is MINUS_INFINITY:
                return report(verdict=Verdict.AGREES, basis=basis)
        widest = self._possible(index, block)
        report = partial(report, possible=range_of(widest))
        if widest is UNDEFINED:  # as the logarithm of 0, which some write so
            return report(verdict=Verdict.UNDECIDED, basis="reason", reason="the formula gives no number here")
        if widest is None or widest is UNKNOWN:
            return report(verdict=Verdict.UNCHECKED, reason=self.unchecked_reason())
        if isinstance(widest, Interval) and widest.partial:
            return report(verdict=Verdict.UNDECIDED, basis="reason", reason=PARTIAL)
        return report(verdict=Verdict.CONTRADICTED, basis="cell")

    def _whole(self, evaluation: Evaluation) -> Array | None:
        """All cells at the working precision, if that is enough for them and they fill the block."""
        assert self.stage.printed is not None
        slipped = self._slipped() if evaluation is self.views.replayed else None
        try:
            array = evaluation.of(self.formula) if slipped is None else slipped
        except (Uncertain, Unprinted, ShapeError, TooLarge):
            return None
        return array if array.shape == self.stage.printed.shape else None

    def judge(self, index: int) -> CellReport:
        """The first verdict of the design's table that holds for a number."""
        block = self.stage.printed
        assert block is not None
        number = block.cells[index]
        assert number is not None
        if self._literal is not None and self._replayed is not None:
            value, replayed = self._literal.cells[index], self._replayed.cells[index]
        else:
            value = attempt(lambda: self._cell(self.views.literal, index, block), None)
            replayed = attempt(lambda: self._held(index, block), None)
        target = self.tolerance.targets(self.stage, strict=False)[index]
        place = self.tolerance.resolutions[self.stage.name].place(number)
        report = partial(cell_report, self.stage, index, literal=value, replayed=replayed, target=target, place=place)
        is_seen = self._open is not None and index not in self._open
        for basis, evaluation in (("literal", self.views.literal), ("replayed", self.views.replayed)):
            if is_seen or self._prints(index, number, evaluation):  # one choice that prints so is enough
                found = self._possible(index, block) if self.views.every_range else None
                return report(verdict=Verdict.AGREES, basis=basis, possible=range_of(found))
        possible_range = self._possible(index, block)
        if possible_range is None:
            why = self.unchecked_reason()
            if why == TIE:
                return report(verdict=Verdict.UNDECIDED, basis="reason", reason=why)
            return report(verdict=Verdict.UNCHECKED, reason=why)
        verdict, ground, reason = self._decide(index, number, value)
        return report(verdict=verdict, basis=ground, reason=reason, possible=range_of(possible_range))

    def _possible(self, index: int, block: Block) -> Value | None:
        return attempt(lambda: self._cell(self.views.widest, index, block), None)

    def _held(self, index: int, block: Block) -> Value:
        """What the author seems to have had here: the slip's own digits where a slip was held."""
        slipped = self._slipped()
        return self._cell(self.views.replayed, index, block) if slipped is None else slipped.cells[index]

    def _slipped(self) -> Array | None:
        """What the author had, where it was found by a search."""
        is_held = self.replay.held.get(self.stage.name) == SLIPPED and self.formula is self.stage.formula
        return self.replay.source(self.stage) if is_held else None

    def unchecked_reason(self) -> str:
        """Why nothing can be said: the operands that were never printed, or whose cells are elided."""
        try:
            decide(lambda: self.views.widest.of(self.formula))
        except Unprinted as missing:
            return f"{missing.name} was never printed"
        except (ShapeError, TooLarge) as error:
            return str(error)
        except Uncertain:
            return TIE
        blocks = {other.name: other.block for other in shown_operands(self.document, self.stage, self.formula)}
        for what, holds in (("elided", _has_elided), ("infinite", _has_infinite)):
            found = [name for name, block in blocks.items() if block is not None and holds(block)]
            if found:
                return f"cells of {', '.join(found)} are {what}"
        unprinted = [name for name in self.formula.uses if _is_never_shown(self.document.by_name[name])]
        return f"{unprinted[0]} was never printed" if unprinted else "the formula does not reach this cell"

    def _cell(self, evaluation: Evaluation, index: int, block: Block | Grid[Word]) -> Value:
        row, column = block.position(index)
        if evaluation.engine.is_range:
            return self._range(evaluation, row, column).cells[0]
        return cell_of(evaluation.of(self.formula), row, column)

    def _range(self, evaluation: Evaluation, row: int, column: int) -> Array:
        """One cell of an evaluation of ranges; UNKNOWN where the formula does not reach."""
        rows, columns = evaluation.shape(self.formula)
        return evaluation.cell(self.formula, row, column) if row < rows and column < columns else scalar(UNKNOWN)

    def _decide(self, index: int, number: Printed, value: Value | None) -> tuple[Verdict, str | None, str | None]:
        try:
            return decide(lambda: self._by_ranges(index, number, value))
        except Uncertain:
            return Verdict.UNDECIDED, "reason", TIE

    def _prints(self, index: int, number: Printed, evaluation: Evaluation) -> bool:
        block = self.stage.printed
        assert block is not None
        return attempt(
            lambda: self.tolerance.prints(self.stage, number, self._cell(evaluation, index, block)), fallback=False
        )

    def _by_ranges(self, index: int, number: Printed, value: Value | None) -> tuple[Verdict, str | None, str | None]:
        """Tolerated, contradicted or undecided; raises Uncertain."""
        block = self.stage.printed
        assert block is not None
        widest = self._cell(self.views.widest, index, block)
        target = self.tolerance.target(self.stage, number, strict=False)
        never = widest is UNDEFINED or widest is MINUS_INFINITY  # no number prints so
        if target is None or never or (not isinstance(widest, Missing) and is_apart(widest, target)):
            return Verdict.CONTRADICTED, "cell", None
        if value is None or (isinstance(value, Missing) and value is not UNDEFINED):
            return Verdict.UNCHECKED, None, self.unchecked_reason()
        strict_target = self.tolerance.target(self.stage, number, strict=True)
        open_reason: str | None = None
        for basis, evaluation, wanted in (
            ("hidden digits", self.views.taken, strict_target),
            ("hidden givens", self.views.strict, strict_target),
            ("other rule", self.views.widest, target),
        ):
            answer = self._meets(index, evaluation, wanted)
            if answer == "meets":
                if basis != "other rule" and wanted is not None and self._on_a_tie(index, evaluation, wanted):
                    return Verdict.TOLERATED, "boundary", None
                if basis == "other rule" and self._on_a_tie(index, self.views.strict, strict_target):
                    return Verdict.TOLERATED, "boundary", None
                return Verdict.TOLERATED, basis, None
            if basis == "other rule" and answer is None:  # the enclosing range met the target, and no part of it does
                return Verdict.CONTRADICTED, "cell", None
            open_reason = open_reason or answer
        return Verdict.UNDECIDED, "reason", open_reason or LOOSE

    def _meets(self, index: int, evaluation: Evaluation, target: Interval | None) -> str | None:
        """`meets` if a choice prints so for sure, None if surely none does, else the reason why it is open."""
        block = self.stage.printed
        assert block is not None
        row, column = block.position(index)
        array = self._range(evaluation, row, column)
        cell = array.cells[0]
        if cell is UNKNOWN:
            return LOOSE
        if target is None or isinstance(cell, Missing | str) or is_apart(cell, target):
            return None
        if not isinstance(cell, Interval) or (array.exact and not cell.partial):
            return "meets"
        settled = self._witness(evaluation).settle(row, column, target, whole=not cell.partial)
        if settled is False:
            return None
        return PARTIAL if cell.partial else "meets" if settled else LOOSE

    def _witness(self, evaluation: Evaluation) -> Witnesses:
        if evaluation not in self._witnesses:
            sources = shown_operands(self.document, self.stage, self.formula)
            boxes = {other.name: evaluation.operand(other.name) for other in sources if other.numbers is not None}
            self._witnesses[evaluation] = Witnesses(self.document, self.formula, boxes, evaluation.memo)
        return self._witnesses[evaluation]

    def _on_a_tie(self, index: int, evaluation: Evaluation, target: Interval | None) -> bool:
        """Whether only a touching end at half a unit decides, and the tie rule was not declared."""
        rule = self.tolerance.rule(self.stage)
        block = self.stage.printed
        assert block is not None
        if target is None or rule is None or self.tolerance.declared(self.stage) is not None:
            return False
        if not rule.is_to_nearest:
            return False
        cell = self._cell(evaluation, index, block)
        if isinstance(cell, Missing | str):
            return False
        box = cell if isinstance(cell, Interval) else point(cell)
        closed = Interval(target.lo, target.hi)
        return overlap(box, closed) and touch_only(box, closed)


def _has_elided(block: Block | Grid[Word]) -> bool:
    return block.has_elided


def _has_infinite(block: Block | Grid[Word]) -> bool:
    return bool(block.infinite)


def _is_never_shown(stage: Stage) -> bool:
    return stage.block is None and stage.formula is None


def also_report(replay: Replay, views: Evaluations, shapes: Shapes, stage: Stage, formula: Formula) -> AlsoReport:
    """A further formula of a stage, judged on its own."""
    judge = Judge(replay, views, stage, formula)
    shape = judge_shape(stage, formula, views.literal, shapes)
    cells = judge.cells() if stage.block is not None else ()
    return AlsoReport(formula, stage_verdict(shape, cells), cells, shape)


def stage_verdict(shape: ShapeReport, cells: tuple[CellReport, ...], *others: Verdict) -> Verdict:
    """The worst of shape, cells and whatever else was judged; else given; else unchecked.

    A shape that agrees makes a stage right only if none of its numbers went unchecked for that.
    """
    of_cells = {cell.verdict for cell in cells}
    verdicts = {shape.verdict, *of_cells, *others}
    for verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDED, Verdict.TOLERATED):
        if verdict in verdicts:
            return verdict
    if of_cells == {Verdict.GIVEN}:
        return Verdict.GIVEN
    checked = of_cells | set(others) if cells else verdicts
    return Verdict.AGREES if Verdict.AGREES in checked else Verdict.UNCHECKED
