"""Correct each cell, and tell which cells are wrong only because of earlier stages."""

from collections.abc import Mapping, Sequence
from typing import Final

from verifier.evaluation.stage_values import textbook
from verifier.judging.hidden_corrections import of_unknown_digits
from verifier.judging.proved import contradicted_cells
from verifier.replay.correction import Mending
from verifier.replay.replay import Replay
from verifier.replay.whole_correction import WholeMending
from verifier.verdict import CellReport, StageReport, StandardVerdict, Verdict

_BEFORE: Final = CellReport._fields.index("corrected")
"""The fields of a cell that stand before those set here."""
_BY_ITSELF: Final = (Verdict.CONTRADICTED, Verdict.UNCHECKED)
"""What is said of a cell whatever was wrong above."""


def corrected(replay: Replay, reports: list[StageReport], *, standards: bool) -> list[StageReport]:
    """The reports with `corrected`, `standard` and `inherited_from` set on the cells of computed stages.

    Without *standards*, `standard` is set where something rests on it alone: in stages that depart.
    """
    wrong = {report.stage.name: contradicted_cells(report) for report in reports}
    by_stated: Mending = WholeMending(replay).mend_all(lambda stage: wrong[stage.name])
    by_standard, asked = by_stated, set(wrong) if standards else _departing(replay, reports)
    if any(report.stage.standard is not None and report.stage.name in asked for report in reports):
        by_standard = Mending(replay, textbook).mend_all(
            lambda one: wrong[one.name] if one.standard is None else [], asked
        )
    made = [_corrected(report, by_stated, by_standard if report.stage.name in asked else None) for report in reports]
    unknown = of_unknown_digits(replay, made)
    return _without_unknown(by_stated, made, unknown) if unknown else made


def _without_unknown(
    mending: Mending, reports: Sequence[StageReport], unknown: Mapping[str, frozenset[tuple[int, int]]]
) -> list[StageReport]:
    """The reports without the corrections whose digits are *unknown*, and without what would follow from them.

    What was computed from such a number follows from it still; what those numbers give that are right does not.
    """
    doubtful: set[str] = set()
    found = {report.stage.name: report for report in reports}
    for stage in mending.replay.order:
        report = found.get(stage.name)
        if report is None:
            continue
        own, roots = unknown.get(stage.name, frozenset()), set(mending.roots(stage))
        if not own and roots.isdisjoint(unknown):
            continue
        is_heir = not roots <= unknown.keys() or not doubtful.isdisjoint(mending.sources(stage))
        found[stage.name] = report._replace(
            cells=tuple(_known(cell, is_own=(cell.row, cell.column) in own, is_heir=is_heir) for cell in report.cells)
        )
        if own or any(cell.inherited_from for cell in found[stage.name].cells):
            doubtful.add(stage.name)
    return list(found.values())


def _known(cell: CellReport, *, is_own: bool, is_heir: bool) -> CellReport:
    """A cell without a correction whose digits are not known: its own, or one by what its operands should be."""
    if is_own or (cell.inherited_from and is_heir):
        standard = None if cell.standard == cell.corrected else cell.standard
        return _with(cell, None, standard, cell.inherited_from)
    return _with(cell, cell.text, cell.text, ()) if cell.inherited_from else cell


def _departing(replay: Replay, reports: list[StageReport]) -> set[str]:
    """The stages with numbers that depart from standard definitions, and those on which these rest by definitions."""
    wholes = {report.stage.whole for report in reports if report.standard_verdict is StandardVerdict.DEPARTS}
    found = {report.stage.name for report in reports if report.cells and report.stage.whole in wholes}
    for stage in reversed(replay.order):
        formula = textbook(stage)
        if formula is not None and stage.name in found:
            found.update(formula.uses)
    return found


def _corrected(report: StageReport, by_stated: Mending, by_standard: Mending | None) -> StageReport:
    """The report with its cells corrected; what standard definitions give is not asked where there is no correction."""
    stage, block = report.stage, report.stage.block
    if stage.formula is None or block is None:
        return report
    touched = by_stated.touched.get(stage.name, set())
    if by_standard is None and not (touched or block.infinite) and all(map(_is_told, report.cells)):
        return report
    unlike = touched.union(() if by_standard is None else by_standard.touched.get(stage.name, ()), block.infinite)
    above: tuple[str, ...] | None = None
    cells, agrees = [], Verdict.AGREES
    for cell in report.cells:
        index = cell.index_in(block)
        if cell.verdict is agrees and index not in unlike:
            is_kept = by_standard is None and _is_told(cell)
            cells.append(cell if is_kept else _with(cell, cell.text, None if by_standard is None else cell.text, ()))
            continue
        is_right = cell.basis == "mended"  # by right values other than the likeliest, perhaps
        is_open = stage.of_sides and cell.verdict is Verdict.CONTRADICTED  # any of its numbers may be wrong
        inherits = index in touched and not is_right and cell.verdict not in _BY_ITSELF
        text = cell.text if is_right else None if is_open else by_stated.text(stage.name, index)
        standard = None if is_open or by_standard is None else by_standard.text(stage.name, index)
        if inherits and above is None:
            above = by_stated.roots(stage)
        cells.append(_with(cell, text, standard, (above or ()) if inherits else ()))
    return report._replace(cells=tuple(cells))


def _is_told(cell: CellReport) -> bool:
    """Whether the pass that saw a cell agree has told that it needs no correction."""
    return cell.verdict is Verdict.AGREES and cell.corrected is not None


def _with(cell: CellReport, corrected: str | None, standard: str | None, above: tuple[str, ...]) -> CellReport:
    """A cell with what it should show by both formulas, and the stages *above* that made it wrong."""
    return CellReport._make((*cell[:_BEFORE], corrected, standard, above, *cell[_BEFORE + 3 :]))
