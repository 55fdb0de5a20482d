"""A checked document for notebooks: its printed numbers and its errata as data frames."""

from functools import partial
from html import escape
from typing import TYPE_CHECKING

from verifier.check import check
from verifier.document.lookup import find
from verifier.document.reader import read
from verifier.explain import as_text
from verifier.explain.cell import explain
from verifier.operations import signatures
from verifier.report.rows import cause, reached
from verifier.report.sentences import rounding_sentence, verdict_sentence
from verifier.sources.formats import settled_file
from verifier.verdict import Report

if TYPE_CHECKING:
    import pandas as pd


class Checked:
    """A checked document; a notebook shows it as its verdict and a table of its errata."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def cells(self) -> "pd.DataFrame":
        """One row a printed number or word; the columns are `report.rows.CELL_COLUMNS`."""
        from verifier.report.frames import cells_frame

        return cells_frame([self.report])

    def errata(self) -> "pd.DataFrame":
        """One row an erratum, in order of reach; the columns are `report.rows.ERRATUM_COLUMNS`."""
        from verifier.report.frames import errata_frame

        return errata_frame([self.report])

    def explain(self, cell: str) -> str:
        """The account of the cell named as `V[1,1]`, as text; raises BadCell, a ValueError, if there is none."""
        return as_text.render(explain(self.report.document, cell, self.report))

    def __repr__(self) -> str:
        return f"<{self.report.document.name}: {verdict_sentence(self.report)}>"

    def _repr_html_(self) -> str:
        """The verdict and a table of the errata as HTML."""
        parts = (self.report.document.title, verdict_sentence(self.report), rounding_sentence(self.report))
        title, verdict, rounding = map(escape, parts)
        rows = "".join(
            f"<tr><td>{escape(erratum.id)}</td><td>{escape(erratum.kind)}</td><td>{escape(cause(erratum) or '')}</td>"
            f"<td>{len(erratum.cells)}</td><td>{reached(erratum)}</td><td>{escape(erratum.statement)}</td></tr>"
            for erratum in self.report.errata
        )
        head = "".join(f"<th>{name}</th>" for name in ("erratum", "kind", "cause", "numbers", "reach", "statement"))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""
        return f"<p><b><bdi>{title}</bdi></b></p><p>{verdict} {rounding}</p>{table}"


def load(name: str, documents: str | None = None) -> Checked:
    """Check a document, given by name or path; *documents* is the folder in which names are looked up.

    Raises UnknownDocument if there is no such document, and DocumentError with all problems of its file.
    """
    path, judge = find(name, documents), partial(check, ranges=True)
    in_place = settled_file(path, judge)
    return Checked(judge(read(path, signatures())) if in_place is None else in_place)
