"""How a stage that is built block by block is laid out: the places of its blocks, their names, and what they print."""

from collections.abc import Iterator

from verifier.document.model import Block, Stage
from verifier.formulas.counting import number
from verifier.formulas.tree import Apply, Expression, Name, Subscript
from verifier.record import NamedTuple


class Layout(NamedTuple):
    """How a stage is built: so many rows and columns of blocks, each of so many rows and columns of numbers."""

    name: str
    rows: int
    columns: int
    height: int
    width: int

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns of numbers."""
        return self.rows * self.height, self.columns * self.width

    def part(self, row: int, column: int) -> str:
        """The name of a block by its place, from 0: that of a cell as reports write it, or of a row."""
        if self.height == self.width == 1:
            return f"{self.name}[{row + 1},{column + 1}]"
        return f"{self.name}[{row + 1}]" if self.columns == 1 else f"{self.name}[{row + 1}][{column + 1}]"

    def whole(self) -> Expression:
        """All its blocks as one matrix."""
        return self.joined(range(self.rows), range(self.columns))

    def joined(self, rows: range, columns: range) -> Expression:
        """Some of its blocks as one matrix."""
        return _stacked("vstack", [_stacked("hstack", [Name(self.part(i, j)) for j in columns]) for i in rows])

    def cells(self, rows: range, columns: range) -> Expression:
        """Some of its numbers as one matrix; both ranges have one at least."""
        high, wide = _blocks(rows, self.height), _blocks(columns, self.width)
        if high is not None and wide is not None:
            return self.joined(high, wide)
        return _stacked("vstack", [_stacked("hstack", [self._cell(i, j) for j in columns]) for i in rows])

    def _cell(self, row: int, column: int) -> Expression:
        (i, k), (j, m) = divmod(row, self.height), divmod(column, self.width)
        block = Name(self.part(i, j))
        return block if self.height == self.width == 1 else Subscript(block, number(k), number(m))


def _blocks(cells: range, size: int) -> range | None:
    """The blocks of which cells are all, in order; None if they are not whole blocks."""
    if size == 1:
        return cells
    is_whole = cells.step == 1 and cells.start % size == 0 and len(cells) % size == 0
    return range(cells.start // size, cells.stop // size) if is_whole else None


def _stacked(operation: str, parts: list[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Apply(operation, tuple(parts))


def blocks_of(stage: Stage, layout: Layout) -> Iterator[tuple[int, int, Block | None]]:
    """The places of the blocks of a stage, from 0, each with what it prints of the block; None if it prints nothing."""
    printed = stage.printed
    for row in range(layout.rows):
        for column in range(layout.columns):
            yield row, column, None if printed is None else _part_of(printed, layout, row, column)


def _part_of(printed: Block, layout: Layout, row: int, column: int) -> Block | None:
    first, left = row * layout.height, column * layout.width
    if first + layout.height > printed.rows or left + layout.width > printed.columns:
        return None
    indices = [printed.index_of(first + i, left + j) for i in range(layout.height) for j in range(layout.width)]
    infinite = {at: printed.infinite[index] for at, index in enumerate(indices) if index in printed.infinite}
    cells = tuple(printed.cells[index] for index in indices)
    is_shown = bool(infinite) or any(cell is not None for cell in cells)
    return Block(layout.height, layout.width, cells, infinite) if is_shown else None
