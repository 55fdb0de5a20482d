"""The marks of a checked text: each wrong number has its own, and names the places that it has to do with."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from verifier.document.problems import Problem
from verifier.errata.finding_records import ASIDE
from verifier.errata.findings import aside, by_subject
from verifier.errata.stage_findings import TOLERATED
from verifier.integrations.checked_text import CheckedText
from verifier.integrations.marks import Hint, Mark, Related, Shown, Span
from verifier.verdict import CellReport, Erratum, Report, StageReport, Verdict

MOST_RELATED: Final = 8
"""Places that one mark names."""
MOST_MARKS: Final = 2_000
"""Marks of one document."""
_BASES: Final = {code: basis for basis, (_, code) in TOLERATED.items()}
_VERDICTS: Final = {"undecided": Verdict.UNDECIDED, "unchecked": Verdict.UNCHECKED}
_RANKS: Final = {"error": 0, "warning": 1, "note": 2}


def shown(checked: CheckedText) -> Shown:
    """The marks and hints of a checked text, the marks in the order of the text."""
    if checked.report is None:
        return Shown(tuple(map(of_problem, islice(checked.problems, MOST_MARKS))))
    found = list(_marks(checked, checked.report))
    found.sort(key=lambda mark: _RANKS[mark.level])
    marks = sorted(found[:MOST_MARKS], key=lambda mark: (mark.span.cell or 0, mark.span))
    return Shown(tuple(marks), tuple(_hints(checked, checked.report)))


def of_problem(problem: Problem) -> Mark:
    """The mark of what keeps a text from being checked."""
    _, _, cell = problem.path.rpartition(":cell ")
    number = int(cell) if cell.isdecimal() and cell != problem.path else None
    span = Span(problem.line, problem.column, problem.column + max(1, problem.length), number)
    return Mark(span, "error", problem.code, problem.message)


def _marks(checked: CheckedText, report: Report) -> Iterator[Mark]:
    if checked.flaw:
        yield Mark(Span(1, 1, 1), "warning", "configuration", checked.flaw)
    errata = {erratum.id: erratum for erratum in report.errata}
    for subject, finding in by_subject(report):
        erratum = errata.pop(subject, None)
        if finding.state in ASIDE:
            continue
        stage = report.by_name.get(subject if erratum is None else erratum.stage)
        cells = [] if stage is None else list(_cells(stage, erratum, finding.code, finding.message))
        mark = Mark(
            checked.span(finding.line, finding.column, finding.cell),
            finding.level,
            finding.code,
            finding.message,
            is_output=finding.is_output,
        )
        if stage is None or not cells:
            yield mark
            continue
        places = [(cell, span) for cell in cells if (span := checked.span_of(cell)) is not None]
        for number, (cell, span) in enumerate(places):
            message = finding.message if not number else _also(stage, cell, erratum, finding.message)
            others = [Related(there, _called(stage, other)) for other, there in places if other is not cell]
            sources = list(_sources(checked, report, stage, cell))
            related = (*sources, *others)[:MOST_RELATED]
            yield mark._replace(span=span, message=message, related=related)


def _cells(stage: StageReport, erratum: Erratum | None, code: str, message: str) -> Iterator[CellReport]:
    """The numbers of a stage of which a finding speaks."""
    for cell in stage.cells:
        if erratum is not None:
            is_meant = (cell.row, cell.column) in erratum.cells
        elif code in _BASES:
            is_meant = cell.verdict is Verdict.TOLERATED and cell.basis == _BASES[code] and cell.doubt is None
            is_meant = is_meant and not stage.clashes(cell)
        elif code in _VERDICTS:
            is_meant = cell.verdict is _VERDICTS[code] and message.endswith(f": {cell.reason or ''}")
        elif code == "if-exact":
            is_meant = cell.doubt is not None and message.startswith(f"{_called(stage, cell)} is ")
        else:
            is_meant = code == "inherited" and bool(cell.inherited_from)
        if is_meant:
            yield cell


def _called(stage: StageReport, cell: CellReport) -> str:
    name = stage.stage.name
    return name if len(stage.cells) == 1 else f"{name}[{cell.row},{cell.column}]"


def _also(stage: StageReport, cell: CellReport, erratum: Erratum | None, message: str) -> str:
    """What is said of a number that is not the first of its finding."""
    right = None if erratum is None else erratum.correction.get((cell.row, cell.column))
    if right is None:
        return message
    return f"{_called(stage, cell)} is {cell.text}, should be {right}; as {message.partition(',')[0]}"


def _sources(checked: CheckedText, report: Report, stage: StageReport, cell: CellReport) -> Iterator[Related]:
    """What a number was computed from, and the wrong numbers above from which it follows."""
    for name in cell.inherited_from:
        wrong = [one for one in _of(report, name) if one.verdict is Verdict.CONTRADICTED]
        yield from _first(checked, wrong, f"{name} is wrong, and this follows from it")
    formula = stage.stage.formula
    for name in () if formula is None else formula.uses:
        if name not in cell.inherited_from and name != stage.stage.name:
            cells = _of(report, name)
            is_unnamed = report.by_name[name].stage.text is not None and report.by_name[name].stage.is_given
            yield from _first(checked, cells, f"computed from {cells[0].text if is_unnamed and cells else name}")


def _of(report: Report, name: str) -> Sequence[CellReport]:
    stage = report.by_name.get(name)
    return () if stage is None else stage.cells


def _first(checked: CheckedText, cells: Sequence[CellReport], message: str) -> Iterator[Related]:
    span = checked.span_of(cells[0]) if cells else None
    if span is not None:
        yield Related(span, message)


def _hints(checked: CheckedText, report: Report) -> Iterator[Hint]:
    """The correction behind the first wrong number of each block."""
    set_aside = aside(report)
    for stage in report.stages:
        wrong = [cell for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED and cell.corrected]
        wrong = [cell for cell in wrong if cell.erratum not in set_aside]
        if wrong and (span := checked.span_of(wrong[0])) is not None:
            formula = stage.stage.formula
            by = "" if formula is None else f" by {formula.shown}"
            behind = span._replace(start=span.end)
            yield Hint(behind, f"should be {wrong[0].corrected}", f"{_called(stage, wrong[0])}{by}")
