"""What was read of an author's own file."""

from bisect import bisect_right
from typing import Final, Literal, NamedTuple, TypeAlias

State: TypeAlias = Literal["checked", "given", "read", "excluded", "unread"]
"""What became of a numeral of an author's file: judged, an operand of what is judged, understood and not judged,
no claim, or not understood."""


STATES: Final[tuple[State, ...]] = ("checked", "given", "read", "excluded", "unread")


class SourceNumeral(NamedTuple):
    """A numeral of an author's file, with its line and column from 1."""

    line: int
    column: int
    text: str
    state: State


class SourceNote(NamedTuple):
    """What could not be read of an author's file, and where."""

    line: int
    column: int
    message: str


class Read(NamedTuple):
    """What was read of an author's file: its numerals in their order, and what could not be read.

    Of a notebook, lines count through all cells, and `cells` are the lines at which they begin.
    """

    numerals: tuple[SourceNumeral, ...]
    notes: tuple[SourceNote, ...] = ()
    cells: tuple[int, ...] = ()

    def in_cell(self, line: int) -> tuple[int | None, int]:
        """The cell of a notebook in which a line stands, from 1, and its number there; None where no cells are."""
        cell = bisect_right(self.cells, line)
        return (cell, line - self.cells[cell - 1] + 1) if cell else (None, line)

    def count(self, state: State) -> int:
        """The number of numerals in a state."""
        return sum(numeral.state == state for numeral in self.numerals)
