"""The errata sheet of a document as one HTML page without scripts or external resources."""

from collections import Counter
from typing import Final

from verifier.errata.as_written import only_digits
from verifier.errata.summary import impossible_statements
from verifier.explain.cell import explain_cells
from verifier.inert import inert
from verifier.record import NamedTuple
from verifier.report.glossary import GLOSSARY
from verifier.report.html.cell_account import CellAccount, account_of
from verifier.report.html.environment import environment
from verifier.report.html.grids import CORNER, is_whole, shown_cells
from verifier.report.html.sections import MAX_ACCOUNTS, erratum_view, stage_view
from verifier.report.html.stage_map import graph
from verifier.report.sentences import (
    CELL_LABEL,
    CELL_STATUS,
    PLAIN,
    STATUS,
    cell_status,
    givens_sentence,
    rounding_sentence,
    status_of,
    verdict_sentence,
)
from verifier.verdict import CellReport, Report, StageReport, Verdict

_WIDTH: Final = 1000
MAX_ON_PAGE: Final = 10_000
"""Maximum number of accounts on a page; if there are more, numbers that are right or given have none."""


def as_html(report: Report) -> str:
    """The page as HTML."""
    document = report.document
    accounts = _accounts(report)
    hidden = only_digits(document)
    stages = [stage for stage in report.stages if stage.stage.name not in hidden]
    departs = {erratum.id for erratum in report.errata if erratum.kind == "departure"}
    errata = {erratum.id: erratum_view(report, erratum) for erratum in report.errata}
    return inert(
        environment()
        .get_template("page.html")
        .render(
            document=document,
            byline=[part for part in (document.author, document.published, document.source) if part],
            verdict=verdict_sentence(report),
            rounding=rounding_sentence(report),
            givens=givens_sentence(report),
            counts=counts(report),
            statuses=_statuses(stages),
            graph=graph(stages),
            words=GLOSSARY.items(),
            errata=[errata[name] for name in errata if name not in departs],
            departures=[errata[name] for name in errata if name in departs],
            stages=[stage_view(report, stage, accounts[stage.stage.name], errata) for stage in stages],
        )
    )


def _accounts(report: Report) -> dict[str, list[CellAccount]]:
    wanted: list[tuple[StageReport, CellReport]] = []
    for stage in report.stages:
        cells = _with_account(stage)
        if len(wanted) + len(cells) > MAX_ON_PAGE:
            cells = [cell for cell in cells if cell_status(cell) not in PLAIN][: MAX_ON_PAGE - len(wanted)]
        wanted += [(stage, cell) for cell in cells]
    found: dict[str, list[CellAccount]] = {stage.stage.name: [] for stage in report.stages}
    for (stage, cell), explanation in zip(wanted, explain_cells(report, wanted), strict=True):
        found[stage.stage.name].append(account_of(explanation, cell))
    return found


def _with_account(stage: StageReport) -> list[CellReport]:
    """The cells with an account: all of a block shown whole, else the corner and the first MAX_ACCOUNTS wrong."""
    shown = shown_cells(stage)
    if is_whole(stage):
        return shown
    wrong = [cell for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED][:MAX_ACCOUNTS]
    return [*shown, *(cell for cell in wrong if max(cell.row, cell.column) > CORNER)]


class Part(NamedTuple):
    """The printed numbers of one status, or the statements that cannot hold, and their segment of the bar."""

    status: str
    label: str
    number: int
    x: int
    width: int


class Counts(NamedTuple):
    """The counts of all printed numbers by status."""

    total: int
    parts: tuple[Part, ...]


def counts(report: Report) -> Counts:
    """The counts of a document, worst status first; a statement that cannot hold is as wide as a number."""
    found = Counter(cell_status(cell) for stage in report.stages for cell in stage.cells)
    impossible = impossible_statements(report)
    told = [("wrong", f"statement{'s' if impossible > 1 else ''} cannot hold", impossible)]
    told += [(status, CELL_LABEL[status], found[status]) for status in CELL_STATUS]
    total, seen, parts = sum(found.values()) + impossible, 0, []
    for status, label, number in told:
        if number:
            x, end = seen * _WIDTH // total, (seen + number) * _WIDTH // total
            parts.append(Part(status, label, number, x, end - x))
            seen += number
    return Counts(total - impossible, tuple(parts))


def _statuses(stages: list[StageReport]) -> list[tuple[str, str, str, int, str]]:
    """The legend of the stage map: status, name, meaning, count and first stage of each status that occurs."""
    found = Counter(map(status_of, stages))
    first = {status_of(stage): stage.stage.name for stage in reversed(stages)}
    return [
        (name, label, meaning, found[name], first[name]) for name, (_, label, meaning) in STATUS.items() if found[name]
    ]
