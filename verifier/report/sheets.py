"""The files of an errata sheet: for each document a page, two CSV tables and a Markdown text; and an index page."""

from typing import TYPE_CHECKING, Final

from verifier.report.formats import FORMATS

if TYPE_CHECKING:
    from verifier.verdict import Report

INDEX: Final = "index.html"
CENSUS: Final = "census.html"
_ENDINGS: Final = (".html", ".csv", ".errata.csv", ".md")


def file_names(document: str) -> list[str]:
    """The names of the files on one document."""
    return [document + ending for ending in _ENDINGS]


def sheets(report: "Report") -> dict[str, str]:
    """The text of each file on one document, by file name."""
    from verifier.report import as_csv
    from verifier.report.html.page import as_html

    texts = (as_html(report), FORMATS["csv"].over([report]), as_csv.errata(report), FORMATS["markdown"].over([report]))
    return dict(zip(file_names(report.document.name), texts, strict=True))
