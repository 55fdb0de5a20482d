"""From a document to its report: every room in its turn."""

from verifier.document import Document, Stage
from verifier.engines.flint import PRECISIONS, working_precision
from verifier.errata import errata_of
from verifier.evaluation import textbook
from verifier.inference import infer, infer_givens
from verifier.judging import (
    Evaluations,
    Judge,
    also_report,
    evaluations,
    given_cells,
    shape_report,
    stage_verdict,
)
from verifier.mending import Mending
from verifier.replay import Replay
from verifier.standard import against_standard
from verifier.verdict import CellReport, Report, StageReport, Verdict


def check(document: Document, *, causes: bool = True) -> Report:
    """The report on a document; without *causes* it says what is wrong, and not why or how far it reaches."""
    with working_precision(PRECISIONS[0]):
        return _check(document, causes=causes)


def _check(document: Document, *, causes: bool) -> Report:
    replay, rounding = infer(document)
    givens = infer_givens(replay)
    views = evaluations(replay, givens)
    reports = [_judged(replay, views, stage) for stage in document.stages]
    wrong = {report.stage.name: _contradicted(report) for report in reports}
    corrected = Mending(replay, lambda stage: wrong[stage.name])
    standard = Mending(replay, lambda stage: wrong[stage.name] if stage.standard is None else [], textbook)
    reports = [_with_corrections(report, corrected, standard) for report in reports]
    errata = errata_of(replay, reports, causes=causes)
    named = {(made.stage, *place): made.id for made in errata if made.kind != "departure" for place in made.cells}
    reports = [_with_errata(report, named) for report in reports]
    return Report(document, "flint", rounding, givens, tuple(reports), tuple(errata))


def _contradicted(report: StageReport) -> list[int]:
    block = report.stage.block
    if block is None or report.stage.formula is None:
        return []
    return [
        (cell.row - 1) * block.columns + cell.column - 1
        for cell in report.cells
        if cell.verdict is Verdict.CONTRADICTED
    ]


def _judged(replay: Replay, views: Evaluations, stage: Stage) -> StageReport:
    if stage.formula is None:
        shape = shape_report(stage, None)
        place = replay.tolerance.resolutions[stage.name].place
        cells = given_cells(stage, place) if stage.block is not None else ()
        return StageReport(stage, stage_verdict(shape, cells), shape, cells)
    judge = Judge(replay, views, stage, stage.formula)
    shape = judge.shape()
    cells = judge.cells() if stage.block is not None else ()
    also = tuple(also_report(replay, views, stage, formula) for formula in stage.also)
    departs, why = (None, None) if stage.standard is None else against_standard(stage, views.literal)
    return StageReport(
        stage,
        stage_verdict(shape, cells),
        shape,
        cells,
        standard_verdict=departs,
        standard_reason=why,
        also=also,
        reason=shape.reason,
        held=replay.held.get(stage.name, "computed"),
    )


def _with_corrections(report: StageReport, corrected: Mending, standard: Mending) -> StageReport:
    stage = report.stage
    if stage.formula is None or stage.block is None:
        return report
    touched = corrected.touched.get(stage.name, set())
    above = corrected.roots(stage) if touched else ()
    cells = []
    for cell in report.cells:
        index = (cell.row - 1) * stage.block.columns + cell.column - 1
        inherits = index in touched and cell.verdict not in (Verdict.CONTRADICTED, Verdict.UNCHECKED)
        cells.append(
            cell._replace(
                corrected=corrected.text(stage, index),
                standard=standard.text(stage, index),
                inherited_from=above if inherits else (),
            )
        )
    return report._replace(cells=tuple(cells))


def _with_errata(report: StageReport, named: dict[tuple[str, int, int], str]) -> StageReport:
    def numbered(cell: CellReport) -> CellReport:
        found = named.get((report.stage.name, cell.row, cell.column))
        return cell if found is None else cell._replace(erratum=found)

    return report._replace(cells=tuple(map(numbered, report.cells)))
