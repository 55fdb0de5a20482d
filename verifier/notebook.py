"""Documents in a notebook: a checked document with its numbers and errata as data frames."""

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
from verifier.verdict import Report

if TYPE_CHECKING:
    import pandas as pd


class Checked:
    """A document and all that is proved of it; it shows itself as its verdict and its errata."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def cells(self) -> "pd.DataFrame":
        """One row a printed number or word: the text as printed, its verdict, range and correction."""
        from verifier.report.frames import cells_frame

        return cells_frame([self.report])

    def errata(self) -> "pd.DataFrame":
        """One row an erratum, those first that reach farthest."""
        from verifier.report.frames import errata_frame

        return errata_frame([self.report])

    def explain(self, cell: str) -> str:
        """One cell worked by hand, to be printed, named as `V[1,1]`; raises BadCell, a ValueError, if there is none."""
        return as_text.render(explain(self.report.document, cell, self.report))

    def __repr__(self) -> str:
        return f"<{self.report.document.name}: {verdict_sentence(self.report)}>"

    def _repr_html_(self) -> str:
        """The verdict and a table of the errata, for notebooks."""
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
    """Check a document, named as on the command line; *documents* is the folder of names.

    Raises UnknownDocument where there is none, and DocumentError with all the problems of its file.
    """
    return Checked(check(read(find(name, documents), signatures()), ranges=True))
