"""Judge the two ends of a printed interval against the range of its formula.

The document claims that the ends are the infimum and the supremum of the formula's values. An end is a printed number
and stands for its preimage. Wider operands give a wider range. So an end is impossible if the range of the widest
operands does not reach its preimage, or if the range of the narrowest operands goes beyond it.
"""

from collections.abc import Callable
from functools import partial

from flint import fmpq

from verifier.document.graph import nearest, shown_operands
from verifier.document.model import Block, DerivedInterval, Document, Stage
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.predicates import attempt, range_of
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.cells import cell_report
from verifier.judging.values import LOOSE, PARTIAL, TIE, Decision, why_no_answer
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, Interval, contains, overlap
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed
from verifier.preimages.boxes import Boxes, printed_values
from verifier.preimages.readings import Tolerance
from verifier.proofs.bisection import Refinement
from verifier.verdict import CellReport, Verdict

_TIE: Decision = (Verdict.UNDECIDED, "reason", TIE)
_LITTLE = fmpq(1, 10**40)


class HullJudge:
    """Judges the ends of an interval; side 0 is the lower end. *widest* evaluates with the widest preimages."""

    def __init__(self, document: Document, tolerance: Tolerance, widest: Evaluation, interval: DerivedInterval) -> None:
        self.document = document
        self.tolerance = tolerance
        self.stage, self.formula, self.ends = interval
        self.outer = widest
        self.stated = Evaluation(document, Ranges(), _at_its_word, memo=widest.memo)

    def cells(self) -> tuple[CellReport, ...]:
        """The reports on the lower and the upper end."""
        return tuple(self._judged(side, number) for _, side, number in self.ends.shown())

    def _judged(self, side: int, number: Printed) -> CellReport:
        report = cell_report(
            *(self.ends, side, number),
            verdict=Verdict.UNCHECKED,
            decimals=self.tolerance.resolutions[self.stage.name].decimals_of(number),
            literal=self._stated_end(side),
            possible=range_of(self._range(self.outer)),
            target=self.tolerance.widest_preimage(self.stage, number),
        )
        why = self._why_unchecked()
        if why is not None:
            return report._replace(reason=why)
        verdict, basis, reason = attempt(lambda: self._decide(side, number, report), _TIE)
        return report._replace(
            verdict=verdict, basis=basis, reason=reason, corrected=self._correction(number, report.literal)
        )

    def _why_unchecked(self) -> str | None:
        """The reason why the ends are unchecked, for a reader; None if the formula has a range of one number."""
        why = why_no_answer(lambda: self.outer.of(self.formula))
        if why is not None:
            return why
        array = self._array(self.outer)
        if array is not None and len(array.cells) != 1:
            return f"the formula gives {array.rows} x {array.columns} numbers, and an interval is of one"
        sources = nearest(self.document, self.formula, lambda stage: stage.formula, _is_source)
        unprinted = next((stage.name for stage in sources if stage.shown is None), None)
        return None if unprinted is None else f"{unprinted} was never printed"

    def _stated_end(self, side: int) -> Number | None:
        """The end that the operands give as printed; None if the computed range is not exact."""
        array = self._array(self.stated)
        if array is None or len(array.cells) != 1 or not array.exact:
            return None
        return _end(range_of(array.cells[0]), side)

    def _correction(self, number: Printed, stated: Number | None) -> str | None:
        """*stated* as the document would print it; None if it is None or no precision decides its digits."""
        if stated is None:
            return None
        fixed = attempt(partial(self.tolerance.reprint, self.stage, number, stated), None)
        return None if fixed is None else self.tolerance.show(self.stage, fixed)

    def _range(self, evaluation: Evaluation) -> Value | None:
        """The range of the formula's single cell, or UNDEFINED; None if it is unknown or there are more cells."""
        array = self._array(evaluation)
        return None if array is None or len(array.cells) != 1 else array.cells[0]

    def _array(self, evaluation: Evaluation) -> Array | None:
        return attempt(lambda: evaluation.of(self.formula), None)

    def _decide(self, side: int, number: Printed, report: CellReport) -> Decision:
        target, declared = report.target, self.tolerance.declared_preimage(self.stage, number)
        if target is None or self._range(self.outer) is UNDEFINED or self._is_impossible(side, target):
            return Verdict.CONTRADICTED, "cell", None
        box = range_of(self._range(self.stated))
        if box is not None and box.partial:
            return Verdict.UNDECIDED, "reason", PARTIAL
        if not isinstance(report.literal, Number) or declared is None:
            return Verdict.UNDECIDED, "reason", LOOSE
        if contains(declared, report.literal):
            return Verdict.AGREES, "literal", None
        return self._by_ends(side, target, declared)

    def _by_ends(self, side: int, target: Interval, declared: Interval) -> Decision:
        """The verdict from the range of ends, between that of the widest and that of the narrowest operands."""
        reach = self._between(side)
        if reach is None:
            return Verdict.UNDECIDED, "reason", LOOSE
        if overlap(reach, declared):
            return Verdict.TOLERATED, "hidden digits", None
        return (
            (Verdict.TOLERATED, "other rule", None) if overlap(reach, target) else (Verdict.CONTRADICTED, "cell", None)
        )

    def _between(self, side: int) -> Interval | None:
        """The range from the end of the widest operands to that of the narrowest; None if one is unknown."""
        inner = self._inner()
        arrays = [self._array(self.outer), None if inner is None else self._array(inner)]
        ends = [
            _end(range_of(array.cells[0]), side)
            if array is not None and array.exact and len(array.cells) == 1
            else None
            for array in arrays
        ]
        if not all(isinstance(end, Number) for end in ends):
            return None
        return Interval(*(ends if side == 0 else reversed(ends)))

    def _inner(self) -> Evaluation | None:
        """The evaluation with operands as narrow as their printed ends allow.

        None if such an operand is empty or if another operand is no interval but has ranges.
        """
        boxes = Boxes(self.tolerance)
        narrow: dict[str, Array] = {}
        for operand in shown_operands(self.document, self.stage):
            if operand.hull is not None:
                inside = boxes.inner_interval(operand, operand.hull)
                if inside is None:
                    return None
                narrow[operand.name] = inside
            elif any(isinstance(cell, Interval) for cell in self.outer.operand(operand.name).cells):
                return None

        def source(stage: Stage) -> Array | None:
            return narrow.get(stage.name) or _at_its_word(stage)

        return Evaluation(self.document, Ranges(), source, memo=self.outer.memo)

    def _is_impossible(self, side: int, target: Interval) -> bool:
        """Whether the widest operands do not reach the preimage of the end, or the narrowest go beyond it."""
        if not self._reaches(self.outer, _outward(target, side), fallback=True):
            return True
        inner = self._inner()
        return inner is not None and self._reaches(inner, _past(target, side), fallback=False)

    def _reaches(self, evaluation: Evaluation, target: Interval, *, fallback: bool) -> bool:
        array, box = self._array(evaluation), range_of(self._range(evaluation))
        if array is None or box is None:
            return fallback
        if not overlap(box, target):
            return False
        if array.exact and not box.partial:
            return True
        shown = [other for other in shown_operands(self.document, self.stage) if other.numbers is not None]
        boxes = {other.name: evaluation.operand(other.name) for other in shown}
        found = Refinement(self.document, self.formula, boxes, self.outer.memo).reaches(0, 0, target)
        return fallback if found is None else found


def _is_source(stage: Stage) -> bool:
    """Whether a formula is computed from what a stage shows, or from what it might have shown."""
    return stage.shown is not None or stage.formula is None


def _at_its_word(stage: Stage) -> Array | None:
    """The printed numbers of a block as exact values; None for intervals, which every evaluation of ranges knows."""
    return None if stage.block is None else printed_values(stage.block)


def _outward(target: Interval, side: int) -> Interval:
    """All numbers from outside up to the inner end of a target, plus _LITTLE, as an infimum need not be attained."""
    if side == 1:
        return -_outward(-target, 0)
    return Interval(None, None if target.hi is None else target.hi + _LITTLE, lo_closed=False)


def _past(target: Interval, side: int) -> Interval:
    """All numbers beyond the outer end of a target."""
    if side == 1:
        return -_past(-target, 0)
    return Interval(None, target.lo, lo_closed=False, hi_closed=not target.lo_closed)


def given_ends(ends: Block, decimals: Callable[[Printed], int]) -> tuple[CellReport, ...]:
    """The reports of the two ends of an interval that no formula gives; *decimals* counts the decimals of a number."""
    return tuple(
        cell_report(ends, side, end, verdict=Verdict.GIVEN, decimals=decimals(end)) for _, side, end in ends.shown()
    )


def _end(box: Interval | None, side: int) -> Number | None:
    return None if box is None else (box.lo, box.hi)[side]
