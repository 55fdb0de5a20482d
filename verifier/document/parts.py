"""Blocks of a stage that are stages of their own."""

from verifier.numbers.array import Position
from verifier.record import NamedTuple


class Part(NamedTuple):
    """A block of a stage that is a stage of its own: its name, its first row and column, from 0, and its size."""

    name: str
    row: int
    column: int
    rows: int
    columns: int

    def holds(self, row: int, column: int) -> bool:
        """Whether the cell in a row and a column of the stage lies in the part."""
        return 0 <= row - self.row < self.rows and 0 <= column - self.column < self.columns

    def index_of(self, row: int, column: int) -> int:
        """The index in the part of the cell in a row and a column of the stage."""
        return (row - self.row) * self.columns + column - self.column

    def position(self, index: int) -> Position:
        """The row and the column in the stage of the cell at *index* in the part."""
        row, column = divmod(index, self.columns)
        return Position(self.row + row, self.column + column)
