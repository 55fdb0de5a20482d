"""The reports on stages that use their own cells, joined from those on their parts."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from verifier.document.model import Document, Stage
from verifier.document.parts import Part
from verifier.habits import BlockReading, GivensReport
from verifier.judging.cells import cell_report
from verifier.judging.shapes import judge_shape, with_conflict
from verifier.judging.stages import stage_verdict
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.rewriting.bound_symbols import BoundSymbols
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import AlsoReport, CellReport, JointReport, RowReport, StageReport, StandardVerdict, Verdict

_OTHER_SHAPE = "the formula has another shape"


class Wholes:
    """Joins the reports on the parts of stages; as they are where no stage has parts."""

    def __init__(self, replay: Replay, views: Evaluations) -> None:
        self.replay = replay
        self.views = views
        self.document: Document = replay.document
        self.part_of = {part.name: (name, part) for name, parts in self.document.parts.items() for part in parts}

    def stages(self, reports: Sequence[StageReport]) -> list[StageReport]:
        """One report for each stage of the whole document, in its order."""
        if self.document.whole is None:
            return list(reports)
        by_name = {report.stage.name: report for report in reports}
        shapes, symbols = Shapes(self.document), BoundSymbols(self.document.whole)
        made = []
        for stage in self.document.whole.stages:
            parts = self.document.parts.get(stage.name)
            if parts is None:
                made.append(self._named(by_name[stage.name]))
            else:
                joined = self._joined(stage, [(part, by_name[part.name]) for part in parts], shapes)
                shape = with_conflict(joined.shape, symbols.conflict(stage))
                made.append(joined._replace(shape=shape))
        return made

    def givens(self, report: GivensReport) -> GivensReport:
        """The readings of givens by stages; parts of one stage that are read alike are one block."""
        if self.document.whole is None:
            return report
        blocks: dict[tuple[str, str], BlockReading] = {}
        for block in report.blocks:
            named = block._replace(
                stage=self.name(block.stage), beside=tuple(dict.fromkeys(map(self.name, block.beside)))
            )
            blocks.setdefault((named.stage, named.reading), named)
        return report._replace(blocks=tuple(blocks.values()), own=frozenset(map(self.name, report.own)))

    def name(self, stage: str) -> str:
        """The name of a stage of the whole document: that of which a stage is a part, or its own."""
        return self.part_of[stage][0] if stage in self.part_of else stage

    def _joined(self, stage: Stage, parts: Sequence[tuple[Part, StageReport]], shapes: Shapes) -> StageReport:
        reports = [report for _, report in parts]
        shape = judge_shape(stage, stage.formula, self.views.literal, shapes)
        carried = {report.carried for report in reports}
        found = self._cells(parts, is_mixed=len(carried) > 1)
        cells = tuple(self._completed(stage, sorted(found, key=lambda cell: (cell.row, cell.column))))
        rows = tuple(self._row(part, row) for part, report in parts for row in report.rows)
        claim = _claim({report.claim for report in reports})
        refuted = [row.verdict for row in rows if row.verdict is Verdict.CONTRADICTED]
        joints = tuple(self._joint(joint) for report in reports for joint in report.joint)
        verdict = stage_verdict(
            shape, cells, *refuted, *([] if claim is None else [claim]), *(Verdict.CONTRADICTED for _ in joints)
        )
        departing = [report for report in reports if report.standard_verdict is not None]
        first = min(departing, key=lambda report: _WORST.index(report.standard_verdict), default=None)
        return StageReport(
            stage,
            verdict,
            shape,
            cells,
            rows,
            joints,
            standard_verdict=None if first is None else first.standard_verdict,
            standard_reason=None if first is None else first.standard_reason,
            also=tuple(self._also(stage, at, parts, shapes) for at in range(len(stage.also))),
            claim=claim,
            reason=shape.reason,
            carried=carried.pop() if len(carried) == 1 else "mixed",
            resolution=None if stage.numbers is None else str(self.replay.tolerance.resolutions[stage.name]),
        )

    def _cells(self, parts: Iterable[tuple[Part, StageReport]], *, is_mixed: bool) -> Iterator[CellReport]:
        for part, report in parts:
            carried = report.carried if is_mixed else None
            yield from (self._cell(part, self._of_whole(cell))._replace(carried=carried) for cell in report.cells)

    @staticmethod
    def _completed(stage: Stage, cells: Sequence[CellReport]) -> Iterator[CellReport]:
        """The cells of a stage, with those that its formula does not reach."""
        if stage.printed is None:
            return
        found = {(cell.row, cell.column): cell for cell in cells}
        for index, shown in stage.printed.printed():
            missing = partial(cell_report, stage.printed, index, shown, verdict=Verdict.UNCHECKED, reason=_OTHER_SHAPE)
            yield found.get(stage.printed.coordinates(index)) or missing()

    def _also(self, stage: Stage, at: int, parts: Sequence[tuple[Part, StageReport]], shapes: Shapes) -> AlsoReport:
        shape = judge_shape(stage, stage.also[at], self.views.literal, shapes)
        found = [self._cell(part, cell) for part, report in parts for cell in report.also[at].cells]
        cells = tuple(sorted(found, key=lambda cell: (cell.row, cell.column)))
        return AlsoReport(stage.also[at], stage_verdict(shape, cells), cells, shape)

    def _named(self, report: StageReport) -> StageReport:
        """The report on a stage that is whole, with the names of the stages that it rests on."""
        cells = tuple(map(self._of_whole, report.cells))
        return report._replace(cells=cells, joint=tuple(map(self._joint, report.joint)))

    def _of_whole(self, cell: CellReport) -> CellReport:
        """A cell with its sources and givens by the names of whole stages."""
        doubt = cell.doubt
        return cell._replace(
            inherited_from=tuple(dict.fromkeys(map(self.name, cell.inherited_from))),
            doubt=None if doubt is None else doubt._replace(givens=tuple(dict.fromkeys(map(self.name, doubt.givens)))),
        )

    @staticmethod
    def _cell(part: Part, cell: CellReport) -> CellReport:
        return cell._replace(row=cell.row + part.row, column=cell.column + part.column)

    def _row(self, part: Part, row: RowReport) -> RowReport:
        return row._replace(row=row.row + (part.column if row.axis == 0 else part.row))

    def _joint(self, joint: JointReport) -> JointReport:
        multiples = []
        for of in joint.multiples:
            name, part = self.part_of.get(of.stage, (of.stage, None))
            multiples.append(of if part is None else of._replace(stage=name, cell=self._cell(part, of.cell)))
        return joint._replace(multiples=tuple(multiples), shared=tuple(dict.fromkeys(map(self.name, joint.shared))))


def _claim(parts: set[Verdict | None]) -> Verdict | None:
    """The verdict on the stated bounds of a stage, from those on its parts."""
    if Verdict.CONTRADICTED in parts:
        return Verdict.CONTRADICTED
    return Verdict.AGREES if parts == {Verdict.AGREES} else None


_WORST = (StandardVerdict.DEPARTS, StandardVerdict.UNDECIDED, StandardVerdict.AGREES)
