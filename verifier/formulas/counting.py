"""Whole numbers that a formula counts with: indices of cells, sizes of matrices, and conditions on these.

They are known before anything is computed: from the indices of a matrix that is built cell by cell, from literals, and
from what a document shows as a whole number.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from flint import fmpq

from verifier.formulas.tree import (
    Apply,
    Build,
    Choice,
    Expression,
    Literal,
    Name,
    Span,
    Subscript,
    children,
    with_children,
)

Local: TypeAlias = Mapping[str, int]
"""The values of indices."""
Shown: TypeAlias = Callable[[Expression], fmpq | None]
"""The whole number that a name or a cell of a stage shows, or that a count of its rows gives; None of all else."""

_COMPUTED: Final[dict[str, Callable[[fmpq, fmpq], fmpq | bool]]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "logical_and": lambda a, b: bool(a) and bool(b),
    "logical_or": lambda a, b: bool(a) or bool(b),
    "min": min,
    "max": max,
    "minimum": min,
    "maximum": max,
}
_DIVIDED: Final[dict[str, Callable[[fmpq, fmpq], fmpq]]] = {
    "divide": operator.truediv,
    "floor_divide": lambda a, b: fmpq((a / b).floor()),
    "remainder": lambda a, b: a - b * (a / b).floor(),
}


class Counting:
    """Counts with the indices of one cell, and with what a document shows."""

    def __init__(self, local: Local, shown: Shown) -> None:
        self.local = local
        self.shown = shown

    def value(self, node: Expression) -> fmpq | None:
        """The number that an expression of indices and whole numbers is; None of any other."""
        match node:
            case Literal(value):
                return fmpq(value)
            case Name(name) if name in self.local:
                return fmpq(self.local[name])
            case Apply("negative", (operand,)):
                found = self.value(operand)
                return None if found is None else -found
            case Apply("logical_not", (operand,)):
                found = self.value(operand)
                return None if found is None else fmpq(not found)
            case Apply(name, (left, right), ()) if name in _COMPUTED or name in _DIVIDED:
                return self._binary(name, left, right)
            case Choice(condition, then, other):
                found = self.value(condition)
                return None if found is None else self.value(then if found else other)
            case Subscript(array, row, column) if not (isinstance(row, Span) or isinstance(column, Span)):
                return self._cell(array, row, column)
            case Name() | Apply():
                return self.shown(node)
        return None

    def index(self, node: Expression) -> int | None:
        """The same, if it is a whole number."""
        found = self.value(node)
        return int(found.p) if found is not None and found.q == 1 else None

    def within(self, hidden: tuple[str, ...]) -> "Counting":
        """The same in a matrix whose indices hide names."""
        if self.local.keys().isdisjoint(hidden):
            return self
        return Counting({name: value for name, value in self.local.items() if name not in hidden}, self.shown)

    def _cell(self, array: Expression, row: Expression, column: Expression | None) -> fmpq | None:
        first, second = self._counted(row), None if column is None else self._counted(column)
        is_counted = (second is None) == (column is None)
        return self.shown(Subscript(array, first, second)) if first is not None and is_counted else None

    def _counted(self, node: Expression) -> Expression | None:
        found = self.index(node)
        return None if found is None else number(found)

    def _binary(self, name: str, left: Expression, right: Expression) -> fmpq | None:
        a, b = self.value(left), self.value(right)
        if a is None or b is None:
            return None
        if name in _DIVIDED:
            return None if b == 0 else _DIVIDED[name](a, b)
        return fmpq(_COMPUTED[name](a, b))


def number(value: int) -> Expression:
    """A whole number as an expression."""
    return Apply("negative", (number(-value),)) if value < 0 else Literal(fmpq(value), str(value))


class Settled:
    """Rewrites formulas for one cell: indices are numbers, choices between them are made, and cells are replaced.

    *cell* is asked for what stands in the place of a subscript of a stage, and gives None to leave it.
    """

    def __init__(self, counting: Counting, cell: Callable[[Subscript, Counting], Expression | None]) -> None:
        self.counting = counting
        self.cell = cell

    def of(self, node: Expression) -> Expression:
        """The formula for the cell."""
        match node:
            case Literal():
                return node
            case Name(name):
                return number(self.counting.local[name]) if name in self.counting.local else node
            case Choice(condition, then, other):
                found = self.counting.value(condition)
                if found is not None:
                    return self.of(then if found else other)
            case Subscript():
                found_cell = self.cell(node, self.counting)
                if found_cell is not None:
                    return found_cell
                return Subscript(self.of(node.array), self._place(node.row), self._column(node.column))
            case Build(rows, columns, indices, body):
                inner = Settled(self.counting.within(indices), self.cell)
                return Build(self.of(rows), self.of(columns), indices, inner.of(body))
        return self._counted(node) or with_children(node, [self.of(part) for part in children(node)])

    def _counted(self, node: Expression) -> Expression | None:
        """The number that an operation on indices alone gives; None of any other."""
        alone = Counting(self.counting.local, lambda _: None)
        found = alone.index(node) if any(isinstance(part, Name) for part in children(node)) else None
        return None if found is None else number(found)

    def _column(self, place: Expression | Span | None) -> Expression | Span | None:
        return None if place is None else self._place(place)

    def _place(self, place: Expression | Span) -> Expression | Span:
        if isinstance(place, Span):
            return Span(*(None if part is None else self._place_of(part) for part in place.fields))
        return self._place_of(place)

    def _place_of(self, node: Expression) -> Expression:
        found = self.counting.index(node)
        return self.of(node) if found is None else number(found)
