"""What was read of an author's own file."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from verifier.record import NamedTuple

State: TypeAlias = Literal["checked", "given", "read", "excluded", "unread"]
"""What became of a numeral of an author's file: judged, an operand of what is judged, understood and not judged,
no claim, or not understood."""


STATES: Final[tuple[State, ...]] = ("checked", "given", "read", "excluded", "unread")


class SourceNumeral(NamedTuple):
    """A numeral of an author's file, with its line and column from 1; `where` says in what it stands.

    `why` is the reason for which the side of an equality in which it stands is not read or judged; empty without one.
    """

    line: int
    column: int
    text: str
    state: State
    where: str = ""
    why: str = ""


class SourceNote(NamedTuple):
    """What could not be read of an author's file, or is not what a formula by names gives, and where."""

    line: int
    column: int
    message: str
    code: str = "unread"
    level: Literal["warning", "note"] = "warning"


class Heading(NamedTuple):
    """A heading of an author's file, and its line."""

    line: int
    title: str


class Part(NamedTuple):
    """The source of a cell of a notebook, or its output: the line at which it begins, and the cell, from 1."""

    start: int
    cell: int
    is_output: bool = False


class Place(NamedTuple):
    """A line of an author's file; in a notebook one of a cell, or of its output."""

    line: int
    cell: int | None = None
    is_output: bool = False


class Read(NamedTuple):
    """What was read of an author's file: its numerals in their order, and what could not be read.

    Of a notebook, lines count through all `cells` and their outputs. `advice` says what would have more of it read.
    """

    numerals: tuple[SourceNumeral, ...]
    notes: tuple[SourceNote, ...] = ()
    cells: tuple[Part, ...] = ()
    headings: tuple[Heading, ...] = ()
    advice: str = ""

    def in_cell(self, line: int) -> Place:
        """Where a line stands: in a notebook in which cell, and its number there."""
        return in_cell(self.cells, line)

    def line_in(self, path: str, number: int) -> str:
        """A line of the file at *path*, as findings name it."""
        line, cell, is_output = self.in_cell(number)
        kind = " output" if is_output else ""
        return f"{path}:{'' if cell is None else f'cell {cell}{kind}:'}{line}"

    def count(self, state: State) -> int:
        """The number of numerals in a state."""
        return sum(numeral.state == state for numeral in self.numerals)


def in_cell(cells: Sequence[Part], line: int) -> Place:
    """Where a line stands among the cells of a notebook; as it is where there are none."""
    index = bisect_right(cells, line, key=lambda part: part.start)
    if not index:
        return Place(line)
    start, cell, is_output = cells[index - 1]
    return Place(line - start + 1, cell, is_output)
