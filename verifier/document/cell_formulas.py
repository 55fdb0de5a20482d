"""The formulas of the cells of stages that rest on one another number by number, once their indices are counted."""

from collections.abc import Mapping, Sequence
from functools import partial

from flint import fmpq

from verifier.document.block_layouts import Layout
from verifier.document.model import Stage
from verifier.document.recurrences import Misuse, which_cell
from verifier.formulas.counting import Counting, Settled, number
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Expression, Name, Span, Subscript, names


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
