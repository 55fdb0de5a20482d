"""The Python interface: a checked document, its printed numbers and errata as data frames, what changed, and a plot."""

from functools import partial
from html import escape
from os import PathLike, fspath
from typing import TYPE_CHECKING, Final

from verifier.document.lookup import find
from verifier.document.reader import read
from verifier.explain import as_text
from verifier.explain.cell import explain
from verifier.formulas.nearest import nearest
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.rows import cause, reached
from verifier.report.sentences import rounding_sentence, verdict_sentence
from verifier.sources.formats import format_of, settled_file
from verifier.verdict import Report, StageReport, Verdict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KINDS: Final = ("md", "tex", "html", "ipynb", "txt", "yaml")
"""How a text can be read."""
VERDICTS: Final = tuple(verdict.value for verdict in Verdict)


class Checked:
    """A checked document; a notebook shows it as its verdict and a table of its errata.

    >>> before = verifier.check("A $2 + 3 = 6$, then $4 / 8 = 0.4$.")
    >>> before.cells(verdict="contradicted")[["stage", "printed", "corrected"]]
          stage printed corrected
    0    line_1       6         5
    1  line_1_2     0.4       0.5
    >>> before.errata()["statement"][0]
    'line_1 is 6, should be 5 (2 + 3)'
    >>> after = verifier.check("A $2 + 3 = 5$, then $4 / 8 = 0.4$.")
    >>> before.diff(after)[["change", "correction"]]
      change correction
    0   gone    [1,1] 5
    1   same  [1,1] 0.5
    """

    def __init__(self, report: Report) -> None:
        self.report = report

    def stage(self, name: str) -> "CheckedStage":
        """The results on one stage, as `stage("V")`; raises ValueError if there is none of this name."""
        if name not in self.report.by_name:
            raise ValueError(f"no stage is called {name!r}{nearest(name, self.report.by_name)}")
        return CheckedStage(self, self.report.by_name[name])

    def cells(self, verdict: str | None = None) -> "pd.DataFrame":
        """One row a printed number or word, of one *verdict* if named; the columns are `report.rows.CELL_COLUMNS`.

        Raises ValueError for an unknown verdict.
        """
        if verdict is not None and verdict not in VERDICTS:
            known = f"; choose from {', '.join(VERDICTS)}"
            raise ValueError(f"unknown verdict {verdict!r}{nearest(verdict, VERDICTS) or known}")
        from verifier.report.frames import cells_frame

        frame = cells_frame([self.report])
        return frame if verdict is None else frame[frame["verdict"] == verdict].reset_index(drop=True)

    def errata(self) -> "pd.DataFrame":
        """One row an erratum, in order of reach; the columns are `report.rows.ERRATUM_COLUMNS`."""
        from verifier.report.frames import errata_frame

        return errata_frame([self.report])

    def diff(self, other: "Checked") -> "pd.DataFrame":
        """The errata of this document and of a later one, *other*: `change` says which are gone, the same, and new.

        The further columns are those of `errata`. Errata of the same numbers by the same formula are the same.
        """
        from verifier.report.frames import changes_frame

        return changes_frame(self.report, other.report)

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Plot where the errors are and how large, in units of the last place, on *axes* or on new ones.

        Raises ModuleNotFoundError without Matplotlib, which the extra `plot` installs.
        """
        from verifier.report.plot import drawn

        return drawn(self.report, axes)

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


class CheckedStage:
    r"""One stage of a checked document.

    >>> stage = verifier.check(r"So $z = 4 \cdot 5 = 21$.").stage("z")
    >>> stage
    <z = 4 \cdot 5: contradicted>
    >>> stage.cells()["corrected"][0]
    '20'
    """

    def __init__(self, document: Checked, report: StageReport) -> None:
        self.document = document
        self.report = report

    @property
    def name(self) -> str:
        """The name of the stage."""
        return self.report.stage.name

    @property
    def verdict(self) -> str:
        """The verdict on the stage as a whole, by its name."""
        return self.report.verdict.value

    @property
    def formula(self) -> str | None:
        """The formula as its author wrote it; None for a given."""
        formula = self.report.stage.formula
        return None if formula is None else formula.written or formula.text

    def cells(self, verdict: str | None = None) -> "pd.DataFrame":
        """The rows of the document's `cells` that are of this stage."""
        frame = self.document.cells(verdict)
        return frame[frame["stage"] == self.name].reset_index(drop=True)

    def errata(self) -> "pd.DataFrame":
        """The rows of the document's `errata` that are of this stage."""
        frame = self.document.errata()
        return frame[frame["stage"] == self.name].reset_index(drop=True)

    def __repr__(self) -> str:
        stated = "" if self.formula is None else f" = {self.formula}"
        return f"<{self.name}{stated}: {self.verdict}>"


def load(name: str | PathLike[str], documents: str | PathLike[str] | None = None) -> Checked:
    """Check a document, given by name or path; *documents* is the folder in which names are looked up.

    Raises UnknownDocument if there is no such document, and DocumentError with all problems of its file.
    """
    return _checked(find(fspath(name), None if documents is None else fspath(documents)))


def of_text(text: str | Checked, kind: str = "md") -> Checked:
    """Check a text of a *kind*, one of KINDS; a checked document is returned as it is.

    Raises ValueError for an unknown kind, and DocumentError with all problems of the text.
    """
    if isinstance(text, Checked):
        return text
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}{nearest(kind, KINDS)}; choose from {', '.join(KINDS)}")
    return _checked(f"text.{kind}", text)


def _checked(path: str, text: str | None = None) -> Checked:
    """The document in the file at *path*, whose *text* may be given."""
    judge = partial(check, ranges=True)
    in_place = settled_file(path, judge, text, format_of(path))
    return Checked(judge(read(path, signatures(), text)) if in_place is None else in_place)
