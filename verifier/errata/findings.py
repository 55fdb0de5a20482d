"""A report as a list of findings: each has a file, line, column, level, message and code, as linters write them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import cast

from verifier.errata.finding_records import ASIDE, DECLARE, Finding, Level, State
from verifier.errata.selection import ALL, Selection
from verifier.errata.stage_findings import of_stages, stated, texts
from verifier.settled import SettledReport
from verifier.verdict import Erratum, Report

_LEVELS: dict[str, tuple[Level, str]] = {
    "arithmetic": ("error", "contradicted"),
    "misprint": ("error", "misprint"),
    "shape": ("error", "shape"),
    "row": ("error", "row"),
    "joint": ("error", "joint"),
    "words": ("error", "words"),
    "display": ("error", "display"),
    "departure": ("warning", "departs"),
}


def findings(report: Report) -> list[Finding]:
    """The findings of a report, in the order of the file, and what to declare; cells that agree have none.

    What is set aside is left out.
    """
    found = [finding for _, finding in by_subject(report) if finding.state not in ASIDE]
    return sorted(
        found,
        key=lambda one: (
            one.code == DECLARE,
            one.cell or 0,
            one.is_output,
            one.line,
            one.column,
            one.code,
            one.message,
        ),
    )


def selected(report: Report, selection: Selection = ALL) -> Report:
    """The report, with what becomes of each of its findings; what is known counts as often as the baseline has it."""
    known = selection.known_in(report.document.path)
    states: list[State] = []
    for _, finding in by_subject(report):
        state: State = "fails" if selection.fails(finding) else "listed"
        if selection.is_ignored(finding):
            state = "ignored"
        elif known and known[mark := _mark(finding)]:
            known[mark] -= 1
            state = "known"
        states.append(state)
    return report.with_states(tuple(states)) if states else report


def _mark(finding: Finding) -> str:
    from verifier.errata.fingerprint import fingerprint  # imported here, as most calls know of no findings

    return fingerprint(finding)


def aside(report: Report) -> dict[str, str]:
    """The errata that are ignored or known, by their ids, and which of these they are."""
    states = zip((erratum.id for erratum in report.errata), report.states, strict=False)
    return {name: state for name, state in states if state in ASIDE}


def _of_notes(report: Report) -> Iterator[Finding]:
    """What could not be read of an author's file, and what formulas by names do not give."""
    for note in () if report.document.read is None else report.document.read.notes:
        yield Finding(report.document.path, note.line, note.column, note.level, note.message, note.code)


def by_subject(report: Report) -> Iterator[tuple[str, Finding]]:
    """Pairs (id of an erratum or name of a stage, finding): the errata in their order, then the stages."""
    read, states = report.document.read, cast("Iterable[State]", chain(report.states, repeat("listed")))
    for (subject, finding), state in zip(report.once(_by_subject), states, strict=False):
        if read is None or not read.cells:
            yield subject, finding._replace(state=state)
        else:
            line, cell, is_output = read.in_cell(finding.line)
            yield subject, finding._replace(cell=cell, line=line, is_output=is_output, state=state)


def _by_subject(report: Report) -> Sequence[tuple[str, Finding]]:
    """The same as each is before it is known what becomes of it."""
    return [
        *((erratum.id, _of_erratum(report, erratum)) for erratum in report.errata),
        *(() if isinstance(report, SettledReport) else of_stages(report)),
        *(("unread", finding) for finding in _of_notes(report)),
    ]


def _of_erratum(report: Report, erratum: Erratum) -> Finding:
    from verifier.errata.effects import effects
    from verifier.errata.sentences import first_of

    stage = report.by_name[erratum.stage]
    level, code = _LEVELS[erratum.kind]
    cells = [cell for cell in stage.cells if (cell.row, cell.column) in set(erratum.cells)]
    first = first_of(cells, erratum.correction)
    line, column = (first.line, first.file_column) if first else (stage.stage.line, stage.stage.column)
    if erratum.likelier is not None:
        name, row, place = erratum.likelier
        stage = report.by_name[name]
        cells = [cell for cell in stage.cells if (cell.row, cell.column) == (row, place)]
        line, column = cells[0].line, cells[0].file_column
    more = tuple(part for part in (erratum.explanation, effects(erratum)) if part)
    found = Finding(
        report.document.path, line, column, level, erratum.statement, code, more=more, subject=stage.stage.name
    )
    return found._replace(of=stated(stage), numbers=texts(cells))
