"""Mistakes that a text repeats: the same wrong number stands for the same right one in several places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from verifier.verdict import Erratum, StageReport

Shown: TypeAlias = tuple[str, str]
"""What a number reads, and what it should read."""
FEWEST: Final = 3
"""Digits of a number by which a mistake is known again."""


def repeated(report: StageReport, here: Sequence[Erratum], places: Mapping[Shown, str]) -> list[Erratum]:
    """The errata of a stage, if all of its wrong numbers are mistakes that were found in *places*; else none."""
    known = [places.get(shown) for _, shown in corrected(report, here)]
    if not known or None in known or len(known) < sum(max(1, len(made.correction)) for made in here):
        return []
    return [made._replace(explanation=f"the same mistake as {known[0]}") for made in here]


def corrected(report: StageReport, here: Iterable[Erratum]) -> Iterator[tuple[str, Shown]]:
    """The places of the wrong numbers of a stage, each with what it reads and what it should read, but short ones."""
    name, cells = report.stage.name, {(cell.row, cell.column): cell for cell in report.cells}
    for (row, column), right in (pair for made in here for pair in made.correction.items()):
        if (row, column) in cells and sum(letter.isdigit() for letter in cells[row, column].text) >= FEWEST:
            place = name if len(cells) == 1 else f"{name}[{row},{column}]"
            yield place, (cells[row, column].text, right)
