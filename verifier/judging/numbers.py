"""Judge the printed numbers of a block against a formula: the verdict of each cell, with its basis."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt, is_apart, is_inside, range_of
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.cells import agreeing, bound_report, cell_report, on_a_tie
from verifier.judging.chains import ChainJudge
from verifier.judging.exactness import Exactness
from verifier.judging.throughout import EACH_RULE, Throughout
from verifier.judging.values import LOOSE, PARTIAL, TIE, ZERO_TIMES, Decision, Values
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing
from verifier.numbers.number import Uncertain
from verifier.numbers.other_cells import Bound, Infinite
from verifier.numbers.precision import decide
from verifier.numbers.printed import Printed
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.replay.carrying import SLIPPED
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Verdict

if TYPE_CHECKING:
    from verifier.proofs.attained import AttainedValues

_Reporting: TypeAlias = Callable[..., CellReport]


class NumberJudge:
    """Judges the printed numbers of a stage by one of its formulas."""

    def __init__(self, replay: Replay, views: Evaluations, numbers: DerivedNumbers) -> None:
        self.replay, self.views = replay, views
        self.tolerance = replay.tolerance
        self.numbers = numbers
        self.stage, self.formula, self.block = numbers
        self.values = Values(replay.document, views, numbers.stage, numbers.formula)
        self._attained: dict[Evaluation, AttainedValues] = {}
        self._literal: Array | None = None
        self._replayed: Array | None = None
        self._open: Collection[int] = range(len(self.block.cells))
        self._throughout = Throughout(replay, numbers)

    @cached_property
    def chain(self) -> ChainJudge:
        """Judges by what operands can have been."""
        return ChainJudge(self.views.carried, self.numbers, lambda: self._open, self.views.nearest)

    @cached_property
    def _is_open(self) -> bool:
        return self.replay.right.is_open(self.formula)

    @cached_property
    def _corrected(self) -> tuple[Evaluation, ...]:
        return self.views.corrected if self.replay.right.mending.sources_of(self.formula) else ()

    def cells(self) -> tuple[CellReport, ...]:
        """The report on each printed number and each printed infinity."""
        self._literal, self._replayed = self._whole(self.views.literal), self._whole(self.views.replayed)
        if self._literal is not None:
            self._open = self.tolerance.looks.open_cells(self.stage, self._literal)
        settled = self._seen_to_agree()
        reports: Sequence[CellReport] = [
            settled.get(at) or (self._judge(at, cell) if isinstance(cell, Printed) else self._judge_infinite(at, cell))
            for at, cell in self.block.printed()
        ]
        if self.formula is self.stage.formula:
            reports = self._throughout.told(reports, [self._literal, self._replayed])
        return tuple(reports)

    def _seen_to_agree(self) -> Mapping[int, CellReport]:
        """The reports on the numbers that a pass over the whole block has settled, unless their ranges are wanted."""
        literal, replayed = self._literal, self._replayed
        if literal is None or replayed is None or self.views.every_range:
            return {}
        decimals = self.tolerance.columns.decimals(self.stage)
        targets = self.tolerance.widest_preimages(self.stage)
        return agreeing(self.block, self._open, (literal, replayed), targets, decimals)

    def _judge_infinite(self, index: int, shown: Infinite) -> CellReport:
        """A printed infinity agrees if the formula gives it, and is contradicted if that always gives a number."""
        value = attempt(lambda: self._cell(self.views.literal, index), None)
        replayed = attempt(lambda: self._carried(index), None)
        if isinstance(shown, Bound):
            mended = [attempt(partial(self._cell, evaluation, index), None) for evaluation in self._corrected]
            known = [("literal", value), ("replayed", replayed), *(("mended", one) for one in mended)]
            report = partial(cell_report, self.block, index, shown, literal=value, replayed=replayed)
            return bound_report(shown, known, self._possible(index), self.values.why_unchecked, report)
        decimals = max((number.decimals for number in self.block.contents()), default=2)
        report = partial(cell_report, self.block, index, shown, literal=value, replayed=replayed, decimals=decimals)
        for basis, found in (("literal", value), ("replayed", replayed)):
            if found is MINUS_INFINITY and shown.value is MINUS_INFINITY:
                return report(verdict=Verdict.AGREES, basis=basis)
        for evaluation in self._corrected:
            if attempt(partial(self._cell, evaluation, index), None) is shown.value is MINUS_INFINITY:
                return report(verdict=Verdict.AGREES, basis="mended")
        widest = self._possible(index)
        report = partial(report, possible=range_of(widest))
        if widest is UNDEFINED:  # for example the logarithm of 0, often written as -inf
            return report(verdict=Verdict.UNDECIDED, basis="reason", reason="the formula gives no number here")
        if widest is None or widest is UNKNOWN:
            return report(verdict=Verdict.UNCHECKED, reason=self.values.why_unchecked())
        if isinstance(widest, Interval) and widest.partial:
            return report(verdict=Verdict.UNDECIDED, basis="reason", reason=PARTIAL)
        return report(verdict=Verdict.CONTRADICTED, basis="cell")

    def _whole(self, evaluation: Evaluation) -> Array | None:
        """All cells at the working precision; None if that does not suffice or the shape is not that of the block."""
        slipped = self._slipped() if evaluation is self.views.replayed else None
        try:
            array = evaluation.of(self.formula) if slipped is None else slipped
        except (Uncertain, Unprinted, ShapeError, TooLarge):
            return None
        return array if array.shape == self.block.shape else None

    def _judge(self, index: int, number: Printed) -> CellReport:
        """The report on a number: agrees, unchecked or undecided here; else by ranges."""
        if self._literal is not None and self._replayed is not None:
            value, replayed = self._literal.cells[index], self._replayed.cells[index]
        else:
            value = attempt(lambda: self._cell(self.views.literal, index), None)
            replayed = attempt(lambda: self._carried(index), None)
        target = self.tolerance.widest_preimages(self.stage)[index]
        decimals = self.tolerance.resolutions[self.stage.name].decimals_of(number)
        cell = self.block, index, number
        report = partial(cell_report, *cell, literal=value, replayed=replayed, target=target, decimals=decimals)
        for basis, evaluation in (("literal", self.views.literal), ("replayed", self.views.replayed)):
            if index not in self._open or self._prints(index, evaluation):  # one choice of operands is enough
                found = self.chain.left(index, target, self._possible(index)) if self.views.every_range else None
                return report(verdict=Verdict.AGREES, basis=basis, possible=range_of(found))
        mended = self._by_corrected(index) if self._is_open else None
        if mended is None:
            made = self._by_possible(index, number, value, report)
            is_wrong = made.verdict is Verdict.CONTRADICTED or made.doubt is not None
            mended = self._by_corrected(index) if is_wrong else None
            if mended is None:
                return made
        return report(verdict=Verdict.AGREES, basis="mended", replayed=mended[0], reason=mended[1])

    def _by_possible(self, index: int, number: Printed, value: Value | None, report: _Reporting) -> CellReport:
        """The report on a number that no known operands print, by what operands can be."""
        key = self.stage.name, index
        known = self.views.tolerated.get(key) if self.formula is self.stage.formula else None
        made = known or self._by_any_givens(index, number, value, report)
        target = self.tolerance.widest_preimages(self.stage)[index]
        if made.verdict is not Verdict.TOLERATED or made.basis == "mended" or target is None:
            return made
        if self.formula is self.stage.formula:
            self.views.tolerated[key] = made
        return Exactness(self.replay, self.views, self.numbers).of(made, index, target)

    def _by_any_givens(self, index: int, number: Printed, value: Value | None, report: _Reporting) -> CellReport:
        """The same before it is asked which givens are exact."""
        possible_range = self._possible(index)
        if possible_range is None:
            why = self.values.why_unchecked()
            verdict, ground = (Verdict.UNDECIDED, "reason") if why == TIE else (Verdict.UNCHECKED, None)
            return report(verdict=verdict, basis=ground, reason=why)
        verdict, ground, reason = self._decide(index, number, value)
        target = self.tolerance.widest_preimages(self.stage)[index]
        if ground in ("chain", "mended") and target is not None:
            made = report(verdict=verdict, basis=ground, possible=range_of(self.chain.range(index, target)))
            links = self.chain.links(index, target) if ground == "chain" else ()
            return made._replace(chain=links, basis="cell" if ground == "chain" and not links else ground)
        if verdict is Verdict.TOLERATED:
            possible_range = self.chain.left(index, target, possible_range)
        return report(verdict=verdict, basis=ground, reason=reason, possible=range_of(possible_range))

    def _by_corrected(self, index: int) -> tuple[Value, str] | None:
        """The value by which corrected operands print a number, and their names; None if they do not."""
        for evaluation in self._corrected:
            if self._prints(index, evaluation):
                names = ", ".join(self.replay.right.mending.sources_of(self.formula))
                return self._cell(evaluation, index), f"with the corrected {names}"
        return None

    def _cell(self, evaluation: Evaluation, index: int) -> Value:
        return self.values.at(evaluation, *self.block.position(index))

    def _possible(self, index: int) -> Value | None:
        """The range of a cell over the widest preimages; None if it cannot be computed."""
        return attempt(lambda: self._cell(self.views.widest, index), None)

    def _carried(self, index: int) -> Value:
        """The value that the author carried on: that of a slip if the replay carries one, else that of the formula."""
        slipped = self._slipped()
        return self._cell(self.views.replayed, index) if slipped is None else slipped.cells[index]

    def _slipped(self) -> Array | None:
        """The values of the slip that the replay carries; None if it carries none."""
        is_carried = self.replay.carried.get(self.stage.name) == SLIPPED and self.formula is self.stage.formula
        return self.replay.source(self.stage) if is_carried else None

    def _decide(self, index: int, number: Printed, value: Value | None) -> Decision:
        if index in self.replay.denied.get(self.stage.name, ()) and self.formula is self.stage.formula:
            return Verdict.CONTRADICTED, "users", None
        try:
            verdict, basis, reason = decide(lambda: self._by_ranges(index, number, value))
        except Uncertain:
            return Verdict.UNDECIDED, "reason", TIE
        return self._throughout.unusual(index, number, value, basis) or (verdict, basis, reason)

    def _prints(self, index: int, evaluation: Evaluation) -> bool:
        target = self.tolerance.declared_preimages(self.stage)[index]
        return attempt(lambda: is_inside(target, self._cell(evaluation, index)), fallback=False)

    def _by_ranges(self, index: int, number: Printed, value: Value | None) -> Decision:
        """The verdict from ranges of operands, with basis and reason; raises Uncertain."""
        target = self.tolerance.widest_preimages(self.stage)[index]
        if target is None:
            return Verdict.CONTRADICTED, "cell", None
        settled = self._by_chain(index, target)
        if settled is not None:
            return settled
        is_known = value is not None and (not isinstance(value, Missing) or value is UNDEFINED)
        why = None if is_known else self.values.why_unchecked()
        if why not in (None, ZERO_TIMES):
            return Verdict.UNCHECKED, None, why
        declared = self.tolerance.declared_preimages(self.stage)[index]
        open_reason: str | None = None
        for basis, evaluation, wanted in (
            ("hidden digits", self.views.taken, self._reached(index, declared)),
            ("hidden givens", self.views.declared, self._reached(index, declared)),
            ("other rule", self.views.widest, target),
        ):
            answer = self._meets(index, evaluation, wanted)
            if answer == "meets":
                if basis == "other rule" and self._throughout.misses(index, number):
                    return Verdict.CONTRADICTED, "cell", EACH_RULE
                if basis == "other rule" and declared is not None and self.chain.meets_by_right(index, declared):
                    return Verdict.TOLERATED, "mended", None
                ranges, end = (self.views.declared, declared) if basis == "other rule" else (evaluation, wanted)
                is_on_a_tie = on_a_tie(self.tolerance, self.stage, partial(self._cell, ranges, index), end)
                return Verdict.TOLERATED, "boundary" if is_on_a_tie else basis, None
            if basis == "other rule" and answer is None:  # the enclosing range meets the target, but no part does
                return Verdict.CONTRADICTED, "cell", None
            open_reason = open_reason or answer
        return self._by_accounts(index, declared, target) or (Verdict.UNDECIDED, "reason", why or open_reason or LOOSE)

    def _reached(self, index: int, declared: Interval | None) -> Interval | None:
        """The declared preimage, or None if what the operands can have been gives none of its numbers."""
        return None if declared is not None and self.chain.denies(index, declared) else declared

    def _by_accounts(self, index: int, declared: Interval | None, target: Interval) -> Decision | None:
        """The verdict where an account of the operands is known to give what is printed; None if none is."""
        if self.chain.is_empty:
            return None
        for basis, wanted in (("hidden digits", declared), ("other rule", target)):
            if wanted is not None and self.chain.meets(index, wanted):
                return Verdict.TOLERATED, basis, None
        return None

    def _by_chain(self, index: int, target: Interval) -> Decision | None:
        """The verdict on what no preimages of the operands give, or no carried sets; None if both give it."""
        widest = self._cell(self.views.widest, index)
        never = widest is UNDEFINED or widest is MINUS_INFINITY  # no number at all
        is_impossible = never or (not isinstance(widest, Missing) and is_apart(widest, target))
        if is_impossible and not self.chain.is_doubtful:
            return Verdict.CONTRADICTED, "cell", None
        if self.chain.is_empty:
            return None
        if self.chain.refutes(index, target):
            return Verdict.CONTRADICTED, "cell" if is_impossible else "chain", None
        if is_impossible:
            return Verdict.TOLERATED, "mended", None
        if self.chain.refutes_in_parts(index, target):
            is_impossible = self._meets(index, self.views.widest, target) is None
            return Verdict.CONTRADICTED, "cell" if is_impossible else "chain", None
        return None

    def _meets(self, index: int, evaluation: Evaluation, target: Interval | None) -> str | None:
        """`meets` if some choice of operands surely hits the target, None if surely none does, else why it is open."""
        row, column = self.block.position(index)
        array = self.values.range_at(evaluation, row, column)
        cell = array.cells[0]
        if cell is UNKNOWN:
            return LOOSE
        if target is None or isinstance(cell, Missing | str) or is_apart(cell, target):
            return None
        if not isinstance(cell, Interval) or (array.exact and not cell.partial):
            return "meets"
        settled = self._attained_by(evaluation).settle(row, column, target, whole=not cell.partial)
        if settled is False:
            return None
        return PARTIAL if cell.partial else "meets" if settled else LOOSE

    def _attained_by(self, evaluation: Evaluation) -> "AttainedValues":
        if evaluation not in self._attained:
            from verifier.proofs.attained import AttainedValues  # imported here, as most ranges are exact

            document = self.replay.document
            sources = shown_operands(document, self.stage, self.formula)
            boxes = {other.name: evaluation.operand(other.name) for other in sources if other.numbers is not None}
            self._attained[evaluation] = AttainedValues(document, self.formula, boxes, evaluation.memo)
        return self._attained[evaluation]
