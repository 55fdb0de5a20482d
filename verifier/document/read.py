"""What was read of an author's own file."""

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
    """What was read of an author's file: its numerals in their order, and what could not be read."""

    numerals: tuple[SourceNumeral, ...]
    notes: tuple[SourceNote, ...] = ()

    def count(self, state: State) -> int:
        """The number of numerals in a state."""
        return sum(numeral.state == state for numeral in self.numerals)
