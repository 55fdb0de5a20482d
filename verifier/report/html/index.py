"""The index page: one row a document. Rows of documents that are not reported again are kept."""

import os
import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from verifier.document.problems import Problem, stem_of
from verifier.inert import inert, line
from verifier.report.html.environment import environment
from verifier.report.html.page import counts
from verifier.verdict import Report, Verdict

_ROW: Final = re.compile(r'<tr id="document-([^"]*)">.*?</tr>\n', re.DOTALL)


def as_index(
    rows: Mapping[str, str], before: str = "", further: Sequence[str] = (), *, has_census: bool = False
) -> str:
    """The page: these rows by document, the other rows of the page *before*, and links to *further* folders."""
    every = {**rows_of(before), **{line(name): row for name, row in rows.items()}}
    shown = [Markup(every[name].rstrip("\n")) for name in sorted(every)]  # noqa: S704 - each was escaped when it was made
    links = [(_link(name), name) for name in further]
    return inert(environment().get_template("index.html").render(rows=shown, further=links, has_census=has_census))


def rows_of(page: str) -> Mapping[str, str]:
    """The rows of an index page as HTML, by document name."""
    return {unescape(found[1]): found[0] for found in _ROW.finditer(page)}


def row_of_broken(path: str, problems: Sequence[Problem]) -> str:
    """The row of a file on which there is no report: its first problem."""
    return _made("broken.html", name=line(stem_of(path)), path=path, problem=problems[0], more=len(problems) - 1)


def row(report: Report) -> str:
    """The row of a report."""
    document = report.document
    departures = sum(erratum.kind == "departure" for erratum in report.errata)
    return _made(
        "row.html",
        name=line(document.name),
        link=_link(document.name),
        title=document.title,
        byline=[part for part in (document.author, document.published) if part],
        counts=counts(report),
        contradicted=report.count(Verdict.CONTRADICTED),
        inherited=sum(bool(cell.inherited_from) for stage in report.stages for cell in stage.cells),
        errata=len(report.errata) - departures,
        departures=departures,
    )


def _link(name: str) -> str:
    """The name of a file as a part of an address."""
    return quote(os.fsencode(name))


def _made(template: str, **texts: object) -> str:
    return inert(environment().get_template(template).render(texts))
