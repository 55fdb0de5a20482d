"""Stages whose numbers rest on one another number by number, as the rows of a schedule on the row before.

Such stages lead back to themselves, and their numbers do not. Each has a formula for each of its cells, built cell by
cell or block by block, and uses cells of its own block, or of the others', by indices that can be counted.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.ancestry import components
from verifier.document.model import Block, Formula, Stage
from verifier.formulas.counting import Counting, Settled, number
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Expression, Name, Span, Subscript, names
from verifier.record import NamedTuple

INDICES: Final = ("i", "j")
"""Names of the row and of the column of a cell, counted from 0, where no stage has the name."""


class Misuse(Exception):
    """Cells that a formula cannot rest on: of which stage, in which formula, and what to write instead.

    `used` is the stage whose cells are meant, if it is not known in which formula.
    """

    def __init__(self, stage: str, used: str, code: str, must: str, found: str, hint: str = "") -> None:  # noqa: PLR0913, PLR0917 - the parts of a problem
        super().__init__(must, found)
        self.stage = stage
        self.used = used
        self.code = code
        self.must = must
        self.found = found
        self.hint = hint


def formulas_of(stage: Stage) -> list[Formula]:
    """All formulas of a stage."""
    return [formula for formula in (stage.formula, stage.standard, *stage.also) if formula is not None]


def stages_used(stage: Stage) -> tuple[str, ...]:
    """The stages that the formulas of a stage name, each once."""
    return tuple(dict.fromkeys(name for formula in formulas_of(stage) for name in formula.uses))


def is_by_cells(stage: Stage) -> bool:
    """Whether a stage is built cell by cell or block by block."""
    return stage.formula is not None and isinstance(stage.formula.expression, Build)


def which_cell(name: str, *, is_mixed: bool = False) -> str:
    """What to write for a cell of a stage: one that stands before, or beside where the stage is built cell by cell."""
    cell = f"{name}[i, 0] of the same row" if is_mixed else f"{name}[i - 1, 0] of the row before"
    return f"say which cell, as {cell}"


def by_cells(stage: Stage, known: Collection[str]) -> Stage:
    """The stage with formulas of the indices i and j as matrices that are built for each of its rows and columns.

    They are so where no stage of those *known* has the name. A formula of i alone is that of a row.
    """
    size = stage.printed.shape if stage.printed is not None else stage.shape
    match size:
        case (int(rows), int(columns)):
            change = partial(_by_cells, size=(rows, columns), free=[index for index in INDICES if index not in known])
        case _:
            return stage
    return stage._replace(
        formula=None if stage.formula is None else change(stage.formula),
        standard=None if stage.standard is None else change(stage.standard),
        also=tuple(map(change, stage.also)),
    )


def _by_cells(formula: Formula, size: tuple[int, int], free: Sequence[str]) -> Formula:
    used = [index for index in free if index in formula.uses]
    if not used:
        return formula
    rows, columns = (number(count if index in used else 1) for index, count in zip(INDICES, size, strict=True))
    i, j = (index if index in used else f"{index}_" for index in INDICES)
    built = Build(rows, columns, (i, j), formula.expression)
    return formula._replace(text=spell(built), expression=built, written=formula.shown)


def circles(stages: Mapping[str, Stage]) -> Iterator[tuple[str, ...]]:
    """The stages that lead back to themselves, together with those that they lead through, in document order."""
    order = {name: index for index, name in enumerate(stages)}
    graph = {name: [used for used in stages_used(stage) if used in stages] for name, stage in stages.items()}
    for part in components(graph):
        if len(part) > 1 or part[0] in graph[part[0]]:
            yield tuple(sorted(part, key=order.__getitem__))


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


class Cells:
    """The formulas of the cells of some stages of a document that rest on one another; raises Misuse."""

    def __init__(self, stages: Mapping[str, Stage], circle: tuple[str, ...]) -> None:
        self.stages = stages
        self.layouts = {name: self._layout(stages[name], circle) for name in circle}

    def _layout(self, stage: Stage, circle: Sequence[str]) -> Layout:
        built = None if stage.formula is None else stage.formula.expression
        if stage.words is not None or stage.hull is not None:
            raise Misuse(
                stage.name,
                stage.name,
                "bad-recurrence",
                "numbers where cells of a stage are used by its own formulas",
                "words" if stage.words else "a hull",
            )
        if not isinstance(built, Build):
            must = "formulas that do not lead back to their own stage"
            raise Misuse(stage.name, circle[0], "cycle", must, "", which_cell(stage.name))
        counting = Counting({}, self.shown)
        rows, columns = counting.index(built.rows), counting.index(built.columns)
        if rows is None or columns is None or rows < 1 or columns < 1:
            must = f"numbers of rows and columns of {stage.name} that can be counted"
            raise Misuse(stage.name, stage.name, "bad-recurrence", must, spell(built)[:60], "write whole numbers")
        height, width = self._block_size(stage, rows, columns)
        return Layout(stage.name, rows, columns, height, width)

    @staticmethod
    def _block_size(stage: Stage, rows: int, columns: int) -> tuple[int, int]:
        """The rows and columns of a block: of what is printed, or else stated; of one number if that does not fit."""
        match stage.printed and stage.printed.shape, stage.shape:
            case ((int(high), int(wide)), _) | (None, (int(high), int(wide))):
                if high % rows == 0 and wide % columns == 0:
                    return high // rows, wide // columns
        return 1, 1

    def shown(self, node: Expression) -> fmpq | None:
        """The whole number that a given shows, or a count of what a stage shows."""
        match node:
            case Name(name):
                return self._number(name, 0, 0, is_alone=True)
            case Subscript(Name(name), row, column) if not isinstance(row, Span) and not isinstance(column, Span):
                places = [Counting({}, lambda _: None).index(place) for place in (row, column) if place is not None]
                return self._number(name, *([*places, 0][:2]), is_alone=False)
            case Apply("rows" | "columns" | "count" as count, (Name(name),), ()):
                block = self.stages[name].block if name in self.stages else None
                if block is not None:
                    return fmpq({"rows": block.rows, "columns": block.columns, "count": len(block.cells)}[count])
        return None

    def _number(self, name: str, row: int | None, column: int | None, *, is_alone: bool) -> fmpq | None:
        stage = self.stages.get(name)
        block = None if stage is None or not stage.is_given else stage.printed
        if block is None or row is None or column is None or (is_alone and block.shape != (1, 1)):
            return None
        is_inside = 0 <= row < block.rows and 0 <= column < block.columns
        shown = block.cells[block.index_of(row, column)] if is_inside else None
        return shown.value if shown is not None and shown.is_bare_integer else None

    def formula(self, name: str, expression: Expression, row: int, column: int) -> Expression:
        """A formula of a stage for the block at a place, from 0."""
        layout = self.layouts[name]
        if not isinstance(expression, Build):
            rows, columns = (
                (at * size, (at + 1) * size) for at, size in ((row, layout.height), (column, layout.width))
            )
            return Subscript(expression, *(Span(*map(number, ends)) for ends in (rows, columns)))
        local = dict(zip(expression.indices, (row, column), strict=True))
        return Settled(Counting(local, self.shown), partial(self._cell, name)).of(expression.body)

    def _cell(self, stage: str, node: Subscript, counting: Counting) -> Expression | None:
        """What stands for cells of one of the stages; None for those of others, or if they cannot be counted."""
        layout = self.layouts.get(node.array.name) if isinstance(node.array, Name) else None
        if layout is None:
            return None
        column = Span(None, None) if node.column is None else node.column
        sides = zip((node.row, column), layout.size, strict=True)
        rows, columns = (self._counted(place, count, counting) for place, count in sides)
        if rows is None or columns is None:
            return None
        for cells, count in zip((rows, columns), layout.size, strict=True):
            if len(cells) == 0 or not 0 <= cells[0] < count or not 0 <= cells[-1] < count:
                raise _outside(stage, layout, node, counting, is_before=len(cells) > 0 and cells[0] < 0)
        return layout.cells(rows, columns)

    @staticmethod
    def _counted(place: Expression | Span, count: int, counting: Counting) -> range | None:
        if not isinstance(place, Span):
            index = counting.index(place)
            return None if index is None else range(index, index + 1)
        ends = [None if part is None else counting.index(part) for part in place.fields]
        if any(end is None and part is not None for end, part in zip(ends, place.fields, strict=True)) or ends[2] == 0:
            return None
        start, stop, step = ends
        if any(end is not None and end < 0 for end in (start, stop)):
            return range(-1, 0)
        return range(count)[slice(start, stop, step)]


def _outside(stage: str, layout: Layout, node: Subscript, counting: Counting, *, is_before: bool) -> Misuse:
    """The problem of cells that a stage does not have; *is_before* where they would stand before its first."""
    name, (rows, columns) = layout.name, layout.size
    used = set(names(node))
    at = " and ".join(f"{index} = {value}" for index, value in counting.local.items() if index in used)
    must = f"a cell of {name}, whose rows are 0 to {rows - 1} and whose columns are 0 to {columns - 1}"
    start = f"`... if i else START`, or `... if i else {name}[0, 0]` where the first is given"
    hint = f"say where it starts: {start}" if is_before else ""
    return Misuse(
        stage, name, "no-start" if is_before else "no-cell", must, f"{spell(node)}{f' at {at}' if at else ''}", hint
    )


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
