"""Cache of values, written-out forms and abbreviations of parts of formulas, for computing cells by hand."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from verifier.document.model import Document
from verifier.evaluation.assembly import Computed
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.stage_values import Evaluation
from verifier.explain.notation import whole
from verifier.formulas.kept_results import kept
from verifier.formulas.tree import Apply, Build, Expression, Name
from verifier.numbers.array import Array, Position
from verifier.record import NamedTuple
from verifier.rewriting.abbreviation import Abbreviations
from verifier.rewriting.by_hand import written_out
from verifier.rewriting.definitions import options_of, substitute

Again: TypeAlias = Callable[[tuple[Expression, ...]], Expression]
"""Makes a node of other operands."""


class Mark(NamedTuple):
    """Placeholder that records an argument, by its number, and a position in it."""

    argument: int
    at: Position


class Known:
    """Values and forms of parts of formulas, from printed operands, at one precision; raises as an evaluation."""

    def __init__(self, document: Document, literal: Evaluation) -> None:
        self.literal = literal
        self.long = Abbreviations(document.by_name)
        self._within: Computed = {}
        self._moved: dict[Expression, Array] = {}

    @kept
    def value(self, node: Expression) -> Array:
        """All cells of a part."""
        return Evaluator(self.literal.engine, self.operand, known=self._within).evaluate(node)

    def operand(self, name: str) -> Array:
        """The value of a name: of a stage, or of an abbreviated part."""
        part = self.long.parts.get(name)
        return self.literal.operand(name) if part is None else self.value(part)

    @kept
    def shortened(self, node: Apply) -> Apply:
        """The call with abbreviations for its long operands."""
        return self.long.shortened(node)

    @kept
    def written_out(self, node: Apply) -> Expression | None:
        """The call in other operations; None if it cannot be written so."""
        if not node.arguments:
            return written_out(node, 0)
        array = self.value(node.arguments[0])
        count = len(list(_line(array, self._axis(node), Position(0, 0))))
        return written_out(_of_all(node) if count == len(array.cells) else node, count)

    @kept
    def body(self, node: Build, row: int, column: int) -> Expression:
        """The body of a matrix that is built cell by cell, for the cell at a row and a column, from 0."""
        i, j = node.indices
        return substitute(node.body, {i: whole(row), j: whole(column)})

    def moved(self, node: Expression, arguments: tuple[Expression, ...], again: Again) -> Array:
        """For each cell of a node, the Mark of the argument cell that it is copied from, or else its value."""
        if node not in self._moved:
            marks = {f" {index}": _marks(index, self.value(argument)) for index, argument in enumerate(arguments)}
            mover = Evaluator(self.literal.engine, lambda name: marks.get(name) or self.operand(name))
            self._moved[node] = mover.evaluate(again(tuple(map(Name, marks))))
        return self._moved[node]

    def line(self, node: Apply, at: Position) -> list[Position]:
        """The positions in its argument that a reduction combines into the cell at *at*."""
        return list(_line(self.value(node.arguments[0]), self._axis(node), at))

    def _axis(self, node: Apply) -> int | None:
        """The axis of a reduction: 1 over each row, 0 over each column, None over all cells."""
        axis = options_of(node).get("axis")
        return None if axis is None else int(self.value(axis).cells[0].p)


def _of_all(node: Apply) -> Apply:
    """The same call along no axis, of an operand that is one row or one column."""
    options = options_of(node)
    return (
        Apply(node.operation, node.arguments, tuple((options | {"axis": None}).items())) if "axis" in options else node
    )


def _marks(argument: int, array: Array) -> Array:
    return Array(array.rows, array.columns, tuple(Mark(argument, position) for position in array.positions()))


def _line(array: Array, axis: int | None, at: Position) -> Iterator[Position]:
    """The positions that a reduction along *axis* combines into the cell at *at*."""
    if axis is None:
        return array.positions()
    if axis == 0:
        return (Position(i, at.column) for i in range(array.rows))
    return (Position(at.row, j) for j in range(array.columns))
