"""Reports on an author's file with its equalities in one choice of their readings, and what each equality is worth."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from verifier.document.model import Document
from verifier.record import NamedTuple
from verifier.sources.source import Source
from verifier.verdict import Report, StageReport, Verdict


class Judge(Protocol):
    """What gives the report on a document; without *causes* it says what is wrong and not why.

    With *only* it says why these stages are wrong, and those on whose causes verdicts rest. Without *errata* it says
    which numbers are wrong, and no more of that. A report without all causes may be *known*, on the document or on one
    with many of the same equalities.
    """

    def __call__(
        self,
        document: Document,
        *,
        causes: bool = ...,
        only: Collection[str] | None = ...,
        errata: bool = ...,
        known: Report | None = ...,
    ) -> Report:
        """The report on a document."""


Chosen: TypeAlias = dict[int, int | None]
"""The variants of equalities by their indices; None for one that is left out."""
OPEN: Final = (Verdict.CONTRADICTED, Verdict.UNDECIDED, Verdict.TOLERATED)
"""Verdicts after which another reading is tried, the worst first."""


class Judged(NamedTuple):
    """The report with equalities in one choice of their readings, and the index of the equality of each stage."""

    report: Report
    owners: Mapping[str, int]

    @property
    def parts(self) -> dict[int, list[StageReport]]:
        """The reports on the numbers of each equality."""
        return parts_of(self.report, self.owners)


def judged(source: Source, judge: Judge, chosen: Chosen, rounded: Collection[int], before: Report) -> Judged:
    """The report with equalities as they are chosen; that of *before*, if it was on the same document.

    It has no errata but those whose causes can change verdicts.
    """
    document, owners = source.owned(chosen, rounded=rounded)
    return Judged(judge(document, only=(), errata=False, known=before), owners)


def parts_of(report: Report, owners: Mapping[str, int]) -> dict[int, list[StageReport]]:
    """The reports on the numbers that each equality states; annotated stages belong to none."""
    found: dict[int, list[StageReport]] = {}
    for stage in report.stages:
        owner = owners.get(stage.stage.name)
        if owner is not None and stage.stage.formula is not None:
            found.setdefault(owner, []).append(stage)
    return found


def worst(parts: Iterable[StageReport]) -> Verdict:
    """The worst verdict of the numbers of an equality."""
    verdicts = [part.verdict for part in parts]
    return next((verdict for verdict in OPEN if verdict in verdicts), next(iter(verdicts), Verdict.UNCHECKED))


def is_decimal_wrong(parts: Sequence[StageReport]) -> bool:
    """Whether one number alone that an equality states is wrong, and is no whole number."""
    cells = [cell for part in parts for cell in part.cells if cell.verdict is Verdict.CONTRADICTED]
    return len(cells) == 1 and cells[0].number is not None and not cells[0].number.is_bare_integer


def is_wrong_twice(
    before: Mapping[int, Sequence[StageReport]], now: Mapping[int, Sequence[StageReport]], index: int
) -> bool:
    """Whether an equality is wrong as it was read first, and as it is read now."""
    wrong = Verdict.CONTRADICTED
    return index in before and worst(before[index]) is wrong and worst(now[index]) is wrong


def is_tolerated(parts: Mapping[int, Sequence[StageReport]], index: int) -> bool:
    """Whether an equality is possible, and no more."""
    return index in parts and worst(parts[index]) is Verdict.TOLERATED
