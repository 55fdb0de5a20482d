"""The records of a coverage: how the numerals of a source text and the rows of a document belong together."""

from typing import Final, TypeAlias
from typing import Literal as OneOf

from verifier.coverage.numerals import Numeral
from verifier.document.model import Document, Stage
from verifier.document.not_claims import NotClaim
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple

Kind: TypeAlias = OneOf["block", "repeat", "formula", "shape", "between"]
"""What accounts for a numeral."""

KINDS: Final[tuple[Kind, ...]] = ("block", "repeat", "formula", "shape", "between")
ENOUGH: Final = 98
"""Percentage of the numerals not excluded that must be accounted for."""


class Left(NamedTuple):
    """A numeral of the source that nothing accounts for, and the text around it."""

    numeral: Numeral
    context: str


class Row(NamedTuple):
    """The shown cells of one row of a block, with the digits of each; `number` counts rows from 1."""

    number: int
    cells: tuple[Printed, ...]
    digits: tuple[str, ...]


class NotInSource(NamedTuple):
    """A row of a stage that the stage's lines of the source do not show.

    `first` is the index, from 0, of the first cell that differs. `found` are the numerals that stand there instead,
    and `source_line` is the line of the first of them, None if there are none. `elsewhere` is the line on which the
    whole block stands outside the stage's lines, None if it does not.
    """

    stage: Stage
    row: Row
    first: int
    found: tuple[str, ...]
    source_line: int | None
    elsewhere: int | None

    @property
    def cell(self) -> Printed:
        """The first cell that differs."""
        return self.row.cells[self.first]

    @property
    def shown(self) -> tuple[str, ...]:
        """The texts of the row in the document."""
        return tuple(cell.text for cell in self.row.cells)


class Excluded(NamedTuple):
    """An exclusion of the document, and how many numerals it excludes that no earlier one does."""

    claim: NotClaim
    numerals: int


class Coverage(NamedTuple):
    """How a document accounts for the numerals of its source.

    `numerals` counts those of the source; `kinds` counts the accounted ones by what accounts for them.
    """

    document: Document
    source: str
    numerals: int
    kinds: dict[Kind, int]
    exclusions: tuple[Excluded, ...]
    left: tuple[Left, ...]
    missing: tuple[NotInSource, ...]

    @property
    def accounted(self) -> int:
        """The number of numerals that stages account for."""
        return sum(self.kinds.values())

    @property
    def excluded(self) -> int:
        """The number of numerals that the document excludes."""
        return sum(exclusion.numerals for exclusion in self.exclusions)

    @property
    def share(self) -> str:
        """The accounted part of the numerals not excluded, in percent, one decimal, truncated; 100.0 is all of them."""
        total = self.numerals - self.excluded
        tenths = 1000 * self.accounted // total if total else 1000
        return f"{tenths // 10}.{tenths % 10}"

    @property
    def is_enough(self) -> bool:
        """Whether every row is in the source and at least ENOUGH percent of the numerals are accounted for."""
        total = self.numerals - self.excluded
        return not self.missing and 100 * self.accounted >= ENOUGH * total
