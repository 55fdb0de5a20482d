"""Operands at their word, but for some numbers that are moved: what hidden digits may have been."""

from collections.abc import Mapping
from typing import TypeAlias

from flint import fmpq

from verifier.evaluation.on_demand import cut
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array, Selector, Shape, Value

Hidden: TypeAlias = tuple[str, int]
"""A printed number that may hide digits: the name of its stage and its index in the block."""


class Moved:
    """Operands at their word, but for numbers that are moved by *steps*; `asked` has the parts that were asked for."""

    def __init__(self, base: Evaluation, steps: Mapping[Hidden, fmpq]) -> None:
        self.base = base
        self.steps = steps
        self.asked: dict[tuple[str, Selector, Selector], None] = {}

    def operand(self, name: str) -> Array:
        """All cells of a stage."""
        return self.operand_part(name, None, None)

    def operand_part(self, name: str, row: Selector, column: Selector) -> Array:
        """The cells of a stage in a row and a column, each from 0 or None for all."""
        self.asked[name, row, column] = None
        whole = self.base.operand(name)
        part = cut(whole, row, column)
        cells: list[Value] | None = None
        for (moved, index), step in self.steps.items():
            place = place_in(whole.position(index), row, column) if moved == name else None
            if place is not None:
                cells = cells or list(part.cells)
                cells[part.index_of(*place)] += step
        return part if cells is None else Array(part.rows, part.columns, tuple(cells))

    def size(self, name: str) -> Shape:
        """The numbers of rows and columns of a stage."""
        return self.base.size(name)


def place_in(position: tuple[int, int], row: Selector, column: Selector) -> tuple[int, int] | None:
    """Where a cell of a block stands in a part of it; None if it is not in it."""
    if (row is not None and position[0] != row) or (column is not None and position[1] != column):
        return None
    return (position[0] if row is None else 0), (position[1] if column is None else 0)


def share(index: int) -> fmpq:
    """A fraction of a step, another one for each number, so that steps made together do not cancel."""
    return fmpq(500_009 + 7_919 * index * index % 499_979, 1_000_003)
