"""Each contradiction of a report proved once more, or the reason why it is not."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Final, NamedTuple

from verifier.recheck.accounts import Accounts
from verifier.recheck.chains import ChainProof
from verifier.recheck.evaluation import Work
from verifier.recheck.grids import Undefined, shape
from verifier.recheck.hulls import HullProof
from verifier.recheck.intervals import Box, Unknown
from verifier.recheck.line_proofs import LineProofs
from verifier.recheck.operands import Operands, once
from verifier.recheck.printed import is_infinite
from verifier.recheck.ranges import agree, meets, range_of, shown
from verifier.recheck.readings import Reading
from verifier.recheck.report_reading import CONTRADICTED, Cell, LineReport, Report, Stage, Sum
from verifier.recheck.row_functions import MASKED, VOID, CellValue
from verifier.recheck.single_numbers import at, claim_of, half_line, is_missed
from verifier.recheck.sums import SumProofs
from verifier.recheck.syntax import Tree

_CARRIED: Final = ("chain", "givens")
"""The bases of numbers that are possible if operands can be anything that prints as shown."""
_WITH_OTHERS: Final[dict[str | None, type[LineReport | Sum]]] = {"row": LineReport, "joint": Sum}
"""The bases of numbers that are possible alone, and what each is impossible with."""
_MOST_WORK: Final = 2_000_000
"""Operations on intervals for one report; 20 seconds, and far more than those of published documents."""


class Outcome(NamedTuple):
    """A contradiction by its kind (number, set, row, column, shape or bound) and its name; the reason if not proved.

    `rests_on` names the givens that are exact by the report's evidence, which is not weighed again.
    """

    kind: str
    name: str
    reason: str | None = None
    rests_on: tuple[str, ...] = ()


def outcomes(report: Report) -> Iterator[Outcome]:
    """Each contradiction of a report, in its order."""
    prover = _Prover(report, Work(_MOST_WORK))
    for stage in report.stages.values():
        found = list(prover.stage(stage))
        if stage.verdict == CONTRADICTED and not found:
            found = [Outcome("stage", stage.name, "nothing in the report says what of it is contradicted")]
        yield from found


class _Prover:
    def __init__(self, report: Report, work: Work) -> None:
        self.report = report
        self.work: Final = work
        self.operands = Operands(report, self.work)
        self.accounts = Accounts(self.operands)
        self._sums = SumProofs(self.accounts)
        self._chains: dict[str, ChainProof | Unknown] = {}
        self._resting: dict[str, tuple[str, ...]] = {}

    def stage(self, stage: Stage) -> Iterator[Outcome]:
        """The contradictions of one stage."""
        proved: list[LineReport | Sum] = []
        for line in (line for line in stage.lines if line.verdict == CONTRADICTED):
            kind = "row" if line.axis else "column"
            made = self._tried(kind, f"{stage.name} {kind} {line.number}", partial(self._line, stage, line))
            proved += [line] if made.reason is None else []
            yield made
        for sum_of in stage.sums:
            made = self._tried("set", str(sum_of), partial(self._sums.reason, sum_of))
            proved += [sum_of] if made.reason is None else []
            yield made
        for cell in stage.cells:
            if cell.verdict == CONTRADICTED:
                yield self._number(stage, cell, proved)
        if stage.shape_verdict == CONTRADICTED:
            yield self._tried("shape", stage.name, partial(self._shape, stage))
        if self._is_of_bounds(stage):
            yield self._tried("bound", stage.name, partial(self._bounds, stage))

    def _number(self, stage: Stage, cell: Cell, proved: list[LineReport | Sum]) -> Outcome:
        """One contradicted number or word; *proved* are the lines and sets of the stage that are impossible."""
        name = f"{stage.name}[{cell.row},{cell.column}]"
        if cell.basis in _WITH_OTHERS:
            kind = _WITH_OTHERS[cell.basis]
            is_proved = any(
                one.holds(cell) if isinstance(one, LineReport) else one.holds(stage.name, cell)
                for one in proved
                if isinstance(one, kind)
            )
            return Outcome("number", name, None if is_proved else "what it is impossible with is not proved impossible")
        if cell.basis == "givens":
            return self._by_givens(stage, cell, name)
        return self._tried("number", name, partial(self._cell, stage, cell))

    @cached_property
    def _exactly(self) -> "_Prover":
        """The same report with the givens at their word that it infers to be exact."""
        stages = self.report.stages.items()
        exact = {name: stage._replace(givens="exact") if name in self.report.exact else stage for name, stage in stages}
        return _Prover(self.report._replace(stages=exact), self.work)

    def _by_givens(self, stage: Stage, cell: Cell, name: str) -> Outcome:
        """A number that rests on the report's evidence that givens are exact."""
        made = self._tried("number", name, partial(self._exactly._cell, stage, cell))  # noqa: SLF001 - of this class
        return made if made.reason is not None else made._replace(rests_on=self._exact_above(stage.name))

    def _exact_above(self, name: str) -> tuple[str, ...]:
        """The givens on which a stage rests that are exact by the report's evidence."""
        if name not in self._resting:
            above = self.operands.ancestry.above(name, ())
            self._resting[name] = tuple(other for other in above if other in self.report.exact)
        return self._resting[name]

    @staticmethod
    def _tried(kind: str, name: str, proof: Callable[[], str | None]) -> Outcome:
        try:
            return Outcome(kind, name, proof())
        except Unknown as unknown:
            return Outcome(kind, name, str(unknown))
        except RecursionError:
            return Outcome(kind, name, "its formulas rest on each other too deeply")

    def _line(self, stage: Stage, line: LineReport) -> str | None:
        return LineProofs(self.operands, self.work, stage).reason(line)

    def _cell(self, stage: Stage, cell: Cell) -> str | None:
        """Why a number or a word is not proved to be wrong; None if it is."""
        if cell.basis == "users":
            return "that later steps deny it rests on odds, which are not counted here"
        reading = self.operands.reading(stage)
        if stage.formula is None:
            return self._given(reading, cell)
        if cell.basis in _CARRIED:
            return self._carried(stage, cell)
        if stage.is_hull:
            return HullProof(self.operands, stage).reason(cell)
        tree = self.operands.formula(stage)
        found = at(self.operands.enclosure(stage), cell)
        if stage.is_words:
            return _word(found, cell)
        if found in (VOID, MASKED) and not is_infinite(cell.printed):
            return None  # the formula gives no number
        if not isinstance(found, tuple):
            return "nothing is known of what its formula gives"
        bound = half_line(cell.printed)
        if bound is not None:
            return None if is_missed(self.operands.evaluation, tree, cell, bound) else "it may keep the bound"
        return None if is_infinite(cell.printed) else self._apart(reading, cell, tree, found)

    def _carried(self, stage: Stage, cell: Cell) -> str | None:
        """Why a number is not proved to be apart from what its operands can have been."""
        tree = self.accounts.formula_at(stage, cell)
        if tree is None:
            made = partial(ChainProof, self.accounts, stage, self.operands.formula(stage))
            return once(self._chains, stage.name, made).reason(cell)
        alone = cell._replace(row=1, column=1)
        return ChainProof(self.accounts, stage._replace(cells=(alone,)), tree).reason(alone)

    def _apart(self, reading: Reading, cell: Cell, tree: Tree, found: Box) -> str | None:
        """Why a printed number is not proved to be apart from what its formula gives."""
        claim = claim_of(reading, cell)
        if isinstance(claim, str):
            return claim
        if claim is None:
            return None  # nothing prints so
        possible = range_of(cell.possible)
        if possible is not None and not agree(found, possible):
            return f"the report has it in {cell.possible}, and its formula gives {shown(found)}"
        if is_missed(self.operands.evaluation, tree, cell, claim):
            return None
        return f"what its formula gives is known to lie in {shown(found)} only, which meets what its print stands for"

    def _given(self, reading: Reading, cell: Cell) -> str | None:
        """A given outside of the bounds that its stage states."""
        limits = reading.limits
        if limits is None:
            return "it is given, and the report has no bounds for it"
        if is_infinite(cell.printed):
            return None
        claim = half_line(cell.printed) or reading.claim(cell.printed)
        if claim is None or not meets(limits, claim):
            return None
        return "it may lie within its bounds"

    def _shape(self, stage: Stage) -> str | None:
        """Whether a stated shape, the printed one and that of the formula differ."""
        printed = stage.shape
        stated = [None if not isinstance(side, int) else side for side in stage.stated or ()]
        if (
            printed
            and len(stated) == len(printed)
            and any(s not in (None, p) for s, p in zip(stated, printed, strict=True))
        ):
            return None
        try:
            computed = shape(self.operands.enclosure(stage))
        except Undefined:
            return None
        wrong = (printed is not None and printed != computed) or (
            len(stated) == len(computed) and any(s not in (None, c) for s, c in zip(stated, computed, strict=True))
        )
        return None if wrong else "its formula gives the shape that is printed or stated"

    @staticmethod
    def _is_of_bounds(stage: Stage) -> bool:
        """Whether nothing but stated bounds can be what is contradicted of a stage."""
        verdicts = [
            stage.shape_verdict,
            *(cell.verdict for cell in stage.cells),
            *(line.verdict for line in stage.lines),
        ]
        return stage.verdict == CONTRADICTED and stage.between is not None and CONTRADICTED not in verdicts

    def _bounds(self, stage: Stage) -> str | None:
        """Why neither what the formula gives nor what an agreeing number stands for is beyond stated bounds."""
        reading = self.operands.reading(stage)
        limits = reading.limits
        if any(self._given(reading, cell) is None for cell in stage.cells if cell.verdict == "agrees"):
            return None
        cells = [cell for row in self.operands.enclosure(stage) for cell in row]
        known = [cell for cell in cells if isinstance(cell, tuple)]
        if limits is not None and any(cell[1] < limits[0] or cell[0] > limits[1] for cell in known):
            return None
        return "its formula may keep the bounds"


def _word(found: CellValue, cell: Cell) -> str | None:
    if not isinstance(found, str):
        return "nothing is known of the word that its formula gives"
    return None if found != cell.printed else "its formula gives this word"
