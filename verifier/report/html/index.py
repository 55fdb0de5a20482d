"""The index page: one row a document. Rows of documents that are not reported again are kept."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from verifier.report.html.page import counts, environment
from verifier.verdict import Report, Verdict

_ROW: Final = re.compile(r'<tr id="document-([^"]*)">.*?</tr>\n', re.DOTALL)


def as_index(reports: list[Report], before: str = "", further: Sequence[str] = ()) -> str:
    """The page: a row for each report, the other rows of the page *before*, and links to *further* folders."""
    rows = {**rows_of(before), **{report.document.name: _row(report) for report in reports}}
    shown = [Markup(rows[name].rstrip("\n")) for name in sorted(rows)]  # noqa: S704 - each was escaped when it was made
    return environment().get_template("index.html").render(rows=shown, further=further)


def rows_of(page: str) -> Mapping[str, str]:
    """The rows of an index page as HTML, by document name."""
    return {found[1]: found[0] for found in _ROW.finditer(page)}


def _row(report: Report) -> str:
    document = report.document
    departures = sum(erratum.kind == "departure" for erratum in report.errata)
    return (
        environment()
        .get_template("row.html")
        .render(
            name=document.name,
            title=document.title,
            byline=[part for part in (document.author, document.published) if part],
            counts=counts(report),
            contradicted=report.count(Verdict.CONTRADICTED),
            inherited=sum(bool(cell.inherited_from) for stage in report.stages for cell in stage.cells),
            errata=len(report.errata) - departures,
            departures=departures,
        )
    )
