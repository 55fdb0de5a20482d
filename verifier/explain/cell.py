"""Explain one cell: what it stands for, how it is computed by hand, what is proved of it and why.

The verdict comes from the check. This module finds a cell by its address, computes it step by step, and collects all
that the report has on it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from verifier.document.model import Block, Document, Formula, Stage
from verifier.errata.sentences import place_of
from verifier.evaluation.stage_values import Evaluation, literal
from verifier.explain.address import find, size, spelled
from verifier.explain.steps import Work
from verifier.explain.working import Desk, Working
from verifier.numbers.array import Position, Value
from verifier.numbers.interval import Interval
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.numbers.rounding import Rule
from verifier.pipeline import check
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.verdict import AlsoReport, CellReport, Erratum, JointReport, Report, RowReport, StageReport, Verdict


class Meaning(NamedTuple):
    """What a printed number stands for: its preimages, and the rule of the declared one.

    `is_declared` says that the document states the rule; `is_exact` that the number is a given taken as exact.
    """

    declared_preimage: Interval | None
    widest_preimage: Interval | None
    rule: Rule | None
    is_declared: bool
    is_exact: bool


class Explanation(NamedTuple):
    """All facts on one cell; `cell` is None if the document does not show it."""

    report: Report
    stage: StageReport
    name: str
    decimals: int
    cell: CellReport | None
    meaning: Meaning | None
    working: Working | None
    also: tuple[tuple[AlsoReport, CellReport | None, Working], ...]
    rows: tuple[RowReport, ...]
    joint: tuple[JointReport, ...]
    errata: tuple[Erratum, ...]

    @property
    def is_clean(self) -> bool:
        """Whether the cell is not contradicted and belongs to no refuted row and no erratum."""
        accused = self.cell is not None and self.cell.verdict is Verdict.CONTRADICTED
        return not (accused or self.rows or self.errata)

    @property
    def corrected(self) -> tuple[str, ...]:
        """The wrong numbers that it was computed from, whose right values are known."""
        if self.working is None:
            return ()
        text = " ".join(part for step in self.working.steps for part in step.parts)
        used = (self.report.by_name[name] for name in {*self.working.operands, self.stage.stage.name})
        wrong = ((one, cell) for one in used for cell in one.cells if cell.verdict is Verdict.CONTRADICTED)
        places = (place_of(one, cell) for one, cell in wrong if cell.corrected not in (None, cell.text))
        return tuple(sorted(place for place in places if re.search(rf"(?<!\w){re.escape(place)}(?![\w\[])", text)))


def explain(document: Document, address: str, report: Report | None = None) -> Explanation:
    """The explanation of the cell at *address*, as `V[1,1]`; raises BadCell. Without *report*, checks the document."""
    with working_precision(PRECISIONS[0]):
        values = literal(document)
        stage, at = find(values, address)
        return Explainer(report or check(document, ranges=True), values).explain(stage, at)


def explain_cells(report: Report, cells: Iterable[tuple[StageReport, CellReport]]) -> Iterator[Explanation]:
    """The explanations of many shown cells of a report, in their order, without exact forms."""
    with working_precision(PRECISIONS[0]):
        explainer = Explainer(report, literal(report.document), exactly=False)
        for stage, cell in cells:
            yield explainer.explain(stage.stage, Position(cell.row - 1, cell.column - 1))


class _Read(NamedTuple):
    """How the numbers of a stage are read: their preimages and boxes, cell by cell, and the rule that they follow."""

    declared: Sequence[Interval | None]
    widest: Sequence[Interval | None]
    boxes: Sequence[Value]
    rule: Rule | None
    is_declared: bool


class Explainer:
    """Explains cells of a checked document; *exactly* adds exact forms by the SymPy engine, which is slow."""

    def __init__(self, report: Report, values: Evaluation, *, exactly: bool = True) -> None:
        self.exactly = exactly
        self.report = report
        self.values = values
        self.tolerance = Tolerance(report.document, report.rounding.stages)
        self._worked_on: Stage | None = None
        self._works: dict[tuple[Formula, int], Work] = {}
        self._operands: dict[Formula, tuple[str, ...]] = {}
        self._cells: dict[tuple[int, int], CellReport] = {}
        self._errata: list[Erratum] = []
        self._read: _Read | None = None
        self._boxes = Boxes(self.tolerance, widest=False, exact=report.givens.exact)

    def explain(self, stage: Stage, at: Position) -> Explanation:
        """The explanation of the cell of *stage* at *at*."""
        found, works = self.report.by_name[stage.name], self._works_of(stage)
        cell = self._cells.get((at.row + 1, at.column + 1))
        name = spelled(stage, at) if size(stage, self.values) != (1, 1) else stage.name
        desk = Desk(self.values, self.tolerance, stage, name, at, cell, self.exactly, works, self._operands)
        return Explanation(
            report=self.report,
            stage=found,
            name=name,
            decimals=desk.decimals,
            cell=cell,
            meaning=self._meaning(stage, at, cell),
            working=None if stage.formula is None or stage.hull is not None else desk.work(stage.formula),
            also=tuple((also, _cell_at(also.cells, at), desk.work(also.formula)) for also in found.also),
            rows=tuple(row for row in found.rows if row.verdict is Verdict.CONTRADICTED and cell and row.holds(cell)),
            joint=() if cell is None else found.clashes(cell),
            errata=tuple(
                one for one in self._errata if one.kind == "shape" or (at.row + 1, at.column + 1) in one.cells
            ),
        )

    def _works_of(self, stage: Stage) -> dict[tuple[Formula, int], Work]:
        """The workings of this stage, by formula and precision; what is known of the previous stage is dropped."""
        if self._worked_on is not stage:
            self._worked_on, self._works, self._operands, self._read = stage, {}, {}, None
            self._cells = {(cell.row, cell.column): cell for cell in self.report.by_name[stage.name].cells}
            errata = (erratum for erratum in self.report.errata if erratum.stage == stage.name)
            self._errata = sorted(errata, key=lambda erratum: erratum.id)
        return self._works

    def _errata_at(self, at: Position) -> Iterator[Erratum]:
        """The errata of a cell of this stage; an erratum on the shape belongs to all cells."""
        return (one for one in self._errata if one.kind == "shape" or (at.row + 1, at.column + 1) in one.cells)

    def _meaning(self, stage: Stage, at: Position, cell: CellReport | None) -> Meaning | None:
        """What the printed number stands for; None if the cell shows no number."""
        if cell is None or cell.number is None or stage.numbers is None:
            return None
        read = self._read = self._read or self._read_of(stage, stage.numbers)
        index = stage.numbers.index_of(*at)
        return Meaning(
            read.declared[index],
            read.widest[index],
            rule=read.rule,
            is_declared=read.is_declared,
            is_exact=not isinstance(read.boxes[index], Interval),
        )

    def _read_of(self, stage: Stage, numbers: Block) -> _Read:
        """How all numbers of a stage are read; those of an interval are its ends."""
        tolerance, block = self.tolerance, stage.printed
        follows = tolerance.rule(stage), tolerance.declared(stage) is not None
        if block is not None:
            boxes = self._boxes.array(stage, block, {}).cells
            return _Read(tolerance.declared_preimages(stage), tolerance.widest_preimages(stage), boxes, *follows)
        declared = [end and tolerance.declared_preimage(stage, end) for end in numbers.cells]
        widest = [end and tolerance.widest_preimage(stage, end) for end in numbers.cells]
        return _Read(declared, widest, self._boxes.ends(stage, numbers), *follows)


def _cell_at(cells: tuple[CellReport, ...], at: Position) -> CellReport | None:
    return next((cell for cell in cells if (cell.row - 1, cell.column - 1) == at), None)
