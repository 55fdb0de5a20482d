"""A document's errata sheet as one page: no network, no script, all numbers those of the JSON."""

import os
from collections import Counter
from functools import cache
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from verifier.explain.cell import explain_cells
from verifier.report.html.cell_account import CellAccount, account_of
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
"""So many accounts at most, so that a page can be loaded; where that is too few, what is plainly right has none."""


@cache
def environment() -> Environment:
    """The templates; every text in them is escaped."""
    folder = os.path.join(os.path.dirname(__file__), "templates")
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def as_html(report: Report) -> str:
    """The page of a document."""
    document = report.document
    accounts = _accounts(report)
    views = {stage.stage.name: stage_view(report, stage, accounts[stage.stage.name]) for stage in report.stages}
    errata = [erratum_view(report, erratum) for erratum in report.errata]
    return (
        environment()
        .get_template("page.html")
        .render(
            document=document,
            byline=[part for part in (document.author, document.published, document.source) if part],
            verdict=verdict_sentence(report),
            rounding=rounding_sentence(report),
            givens=givens_sentence(report),
            counts=counts(report),
            statuses=_statuses(report),
            graph=graph(report),
            errata=errata,
            stages=list(views.values()),
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
    for explanation in explain_cells(report, wanted):
        found[explanation.stage.stage.name].append(account_of(explanation))
    return found


def _with_account(stage: StageReport) -> list[CellReport]:
    """All cells of a block that is shown whole; else those of its corner and the first that are contradicted."""
    shown = shown_cells(stage)
    if is_whole(stage):
        return shown
    wrong = [cell for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED][:MAX_ACCOUNTS]
    return [*shown, *(cell for cell in wrong if max(cell.row, cell.column) > CORNER)]


class Part(NamedTuple):
    """A share of the printed numbers, and where the bar shows it."""

    status: str
    label: str
    number: int
    x: int
    width: int


class Counts(NamedTuple):
    """All printed numbers by what is proved of them."""

    total: int
    parts: tuple[Part, ...]


def counts(report: Report) -> Counts:
    """The counts of a document, the worst first."""
    found = Counter(cell_status(cell) for stage in report.stages for cell in stage.cells)
    total, seen, parts = sum(found.values()), 0, []
    for status in CELL_STATUS:
        if found[status]:
            x, end = seen * _WIDTH // total, (seen + found[status]) * _WIDTH // total
            parts.append(Part(status, CELL_LABEL[status], found[status], x, end - x))
            seen += found[status]
    return Counts(total, tuple(parts))


def _statuses(report: Report) -> list[tuple[str, str, str, int]]:
    """The key of the map: the kinds of stages that this document has."""
    found = Counter(map(status_of, report.stages))
    return [(name, label, meaning, found[name]) for name, (_, label, meaning) in STATUS.items() if found[name]]
