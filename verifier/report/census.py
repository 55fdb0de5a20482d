"""The census of a corpus: how many documents, numbers and errors there are, of which kinds and from which causes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from verifier.document.problems import Problem
from verifier.inert import inert
from verifier.record import NamedTuple
from verifier.report.html.environment import environment
from verifier.report.rows import cause
from verifier.report.sentences import CELL_LABEL, cell_status
from verifier.verdict import Report

MOST: Final = 50
"""So many documents are listed, those with most errata."""
UNEXPLAINED: Final = "no cause is proved"


class Counted(NamedTuple):
    """What is counted of one file: numbers by status, errata by kind and by cause, or the code of its first problem."""

    numbers: Mapping[str, int]
    kinds: Mapping[str, int]
    causes: Mapping[str, int]
    code: str | None = None


class Tally(NamedTuple):
    """A row of a table: what is counted, how often it is there, and in how many documents."""

    name: str
    number: int
    documents: int


def counted(report: Report) -> Counted:
    """What is counted of a document."""
    return Counted(
        Counter(CELL_LABEL[cell_status(cell)] for stage in report.stages for cell in stage.cells),
        Counter(erratum.kind for erratum in report.errata),
        Counter(cause(erratum) or UNEXPLAINED for erratum in report.errata),
    )


def counted_broken(problems: Sequence[Problem]) -> Counted:
    """What is counted of a file on which there is no report."""
    return Counted({}, {}, {}, problems[0].code)


class Census:
    """The sums over all files of a corpus."""

    def __init__(self) -> None:
        self.checked = 0
        self.files = 0
        self.numbers, self.kinds, self.causes, self.codes = _Sum(), _Sum(), _Sum(), _Sum()
        self.errata: Counter[str] = Counter()

    def add(self, document: str, found: Counted) -> None:
        """Count one file."""
        self.files += 1
        self.checked += found.code is None
        self.numbers.add(found.numbers)
        self.kinds.add(found.kinds)
        self.causes.add(found.causes)
        self.codes.add({} if found.code is None else {found.code: 1})
        if errata := sum(found.kinds.values()):
            self.errata[document] += errata
        self.errata = Counter(dict(_largest(self.errata, MOST))) if len(self.errata) > 2 * MOST else self.errata

    def as_html(self) -> str:
        """The page."""
        order = list(CELL_LABEL.values())
        return inert(
            environment()
            .get_template("census.html")
            .render(
                files=self.files,
                checked=self.checked,
                wrong=self.kinds.documents_with_any,
                errata=sum(self.kinds.counts.values()),
                numbers=sorted(self.numbers.lines(), key=lambda line: order.index(line.name)),
                kinds=self.kinds.lines(),
                causes=self.causes.lines(),
                codes=self.codes.lines(),
                documents=_largest(self.errata, MOST),
                most=MOST,
            )
        )


class _Sum:
    """How often things are found, and in how many documents."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.documents: Counter[str] = Counter()
        self.documents_with_any = 0

    def add(self, found: Mapping[str, int]) -> None:
        """Add what is found in one document."""
        self.counts.update(found)
        self.documents.update(found.keys())
        self.documents_with_any += bool(found)

    def lines(self) -> list[Tally]:
        """The most frequent first."""
        return [Tally(name, count, self.documents[name]) for name, count in _largest(self.counts, len(self.counts))]


def _largest(counts: Mapping[str, int], most: int) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
