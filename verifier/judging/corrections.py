"""Correct each cell, and tell which cells are wrong only because of earlier stages."""

from functools import cache, partial
from typing import Final

from verifier.evaluation.stage_values import textbook
from verifier.judging.proved import contradicted_cells
from verifier.replay.correction import Mending
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, StageReport, Verdict

_BEFORE: Final = CellReport._fields.index("corrected")
"""The fields of a cell that stand before those set here."""


def corrected(replay: Replay, reports: list[StageReport]) -> list[StageReport]:
    """The reports with `corrected`, `standard` and `inherited_from` set on the cells of computed stages."""
    wrong = {report.stage.name: contradicted_cells(report) for report in reports}
    by_stated = Mending(replay).mend_all(lambda stage: wrong[stage.name])
    by_standard = by_stated
    if any(report.stage.standard is not None for report in reports):
        by_standard = Mending(replay, textbook).mend_all(lambda one: wrong[one.name] if one.standard is None else [])
    return [_corrected(report, by_stated, by_standard) for report in reports]


def _corrected(report: StageReport, by_stated: Mending, by_standard: Mending) -> StageReport:
    stage, block = report.stage, report.stage.block
    if stage.formula is None or block is None:
        return report
    touched = by_stated.touched.get(stage.name, set())
    unlike = touched.union(by_standard.touched.get(stage.name, ()), block.infinite)
    above = cache(partial(by_stated.roots, stage))
    cells = []
    for cell in report.cells:
        index = cell.index_in(block)
        if cell.verdict is Verdict.AGREES and index not in unlike:
            cells.append(_with(cell, cell.text, cell.text, ()))
            continue
        is_right = cell.basis == "mended"  # by right values other than the likeliest, perhaps
        is_open = stage.of_sides and cell.verdict is Verdict.CONTRADICTED  # any of its numbers may be wrong
        inherits = index in touched and not is_right and cell.verdict not in (Verdict.CONTRADICTED, Verdict.UNCHECKED)
        text = cell.text if is_right else None if is_open else by_stated.text(stage.name, index)
        standard = None if is_open else by_standard.text(stage.name, index)
        cells.append(_with(cell, text, standard, above() if inherits else ()))
    return report._replace(cells=tuple(cells))


def _with(cell: CellReport, corrected: str | None, standard: str | None, above: tuple[str, ...]) -> CellReport:
    """A cell with what it should show by both formulas, and the stages *above* that made it wrong."""
    return CellReport._make((*cell[:_BEFORE], corrected, standard, above, *cell[_BEFORE + 3 :]))
