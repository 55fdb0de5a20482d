"""Single cells, rows and columns of a formula, computed from the cells of its operands that they depend on.

A cell of a product depends on a row of one matrix and on a column of the other, a cell of a softmax on its row. Where
few cells of a large stage are open, few ranges are therefore computed. An operation whose rule does not say which cells
it needs is evaluated whole, once. The evaluator does the arithmetic, on smaller arrays.
"""

from collections import Counter
from functools import partial
from typing import Final, Protocol

from flint import ctx

from verifier.engines.ranges.products import operands
from verifier.evaluation.closed_forms import Repeated, find_repeated
from verifier.evaluation.expression_values import MAX_WORK, Evaluator
from verifier.evaluation.memo import Memo, is_plain
from verifier.formulas.kept_results import kept
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.array import Array, Selector, Shape, scalar
from verifier.numbers.interval import UNKNOWN
from verifier.operations import REGISTER, Engine, Operation, Primitive, ShapeError
from verifier.operations.operation import ShapeFunction
from verifier.rewriting.definitions import axis_of, expanded
from verifier.rewriting.patterns import Normalisation, find_normalisation


class Operands(Protocol):
    """The stages that a formula names: their arrays, parts of these, and their shapes."""

    def operand(self, name: str) -> Array:
        """All cells of a stage."""

    def operand_part(self, name: str, row: Selector, column: Selector) -> Array:
        """The cells of a stage in a row and a column, each from 0 or None for all."""

    def size(self, name: str) -> Shape:
        """The numbers of rows and columns of a stage."""


BUDGET: Final = 4 * MAX_WORK
"""Maximum cost of all cells of one formula together, in products."""
AT_ONCE: Final = 4
FEWEST: Final = 16
"""A whole product is computed once AT_ONCE * rows * columns / inner cells of it were requested, and at least FEWEST."""
_NONE: Final = scalar(UNKNOWN)
"""Placeholder in the memo for a result that could not be computed."""


class Parts:
    """The cells of one formula, computed when they are requested and kept; raises what the evaluator raises."""

    def __init__(self, expression: Expression, engine: Engine, operands: Operands, known: Memo | None = None) -> None:
        self.whole = expression
        self.known = known or Memo()
        self.expression = self.known.expression(expression, expanded, "expanded")
        self.operands = operands
        self.evaluator = Evaluator(engine, operands.operand, BUDGET)
        self._kept: dict[tuple[Expression, Selector, Selector, int], Array] = {}
        self._asked: Counter[Apply] = Counter()

    @property
    def shape(self) -> Shape:
        """The numbers of rows and columns of the formula's value."""
        return self._shape(self.expression)

    def cell(self, row: int, column: int) -> Array:
        """The cell at a row and a column, from 0, as a 1 x 1 array."""
        self.evaluator.calls = 0  # the bound on calls is one for each cell
        return self._of(self.expression, row, column)

    def _of(self, node: Expression, row: Selector, column: Selector) -> Array:
        key = node, row, column, ctx.prec
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._compute(node, row, column)
        return found

    def _compute(self, node: Expression, row: Selector, column: Selector) -> Array:
        if isinstance(node, Name):
            return self.operands.operand_part(node.name, row, column)
        if not isinstance(node, Apply):
            return cut(self._whole(node), row, column)
        repeated, found = find_repeated(node), find_normalisation(node)
        if row is None and column is None and (repeated or found):
            return self._whole(node)
        if repeated is not None:
            return self._repeated(node, repeated, row, column) or self._plain(node, row, column)
        if found is None or isinstance(found.axis, Expression):
            return self._plain(node, row, column)
        return self._of_normalisation(node, found, row, column) or self._plain(node, row, column)

    def _of_normalisation(self, node: Apply, found: Normalisation, row: Selector, column: Selector) -> Array | None:
        """A cell or a line of a normalisation from the line of the operand that it depends on."""
        if found.axis is None:
            if row is None or column is None:
                return self._across(node, row, column)
            return self._normalised(node, found, self._of(found.x, None, None), row * self._shape(found.x)[1] + column)
        along, line, place = (row, (row, None), column) if found.axis == 1 else (column, (None, column), row)
        if along is None:
            return self._across(node, row, column)
        return self._normalised(node, found, self._of(found.x, *line), place)

    def _across(self, node: Apply, row: Selector, column: Selector) -> Array:
        """A line perpendicular to the axis of the operation, computed cell by cell."""
        rows, columns = self._shape(node)
        places = [(i, column) for i in range(rows)] if row is None else [(row, j) for j in range(columns)]
        cells = [self._of(node, *place) for place in places]
        sources = frozenset[str]().union(*(cell.sources for cell in cells))
        values, exact = tuple(cell.cells[0] for cell in cells), all(cell.exact for cell in cells)
        return Array(*((rows, 1) if row is None else (1, columns)), values, sources, exact, independent=False)

    def _normalised(self, node: Apply, found: Normalisation, x: Array, place: int | None) -> Array | None:
        def compute() -> Array:
            before = self.evaluator.work
            made = self.evaluator.normalised_cell(node, x, place) if self.known.left_to_normalise > 0 else None
            self.known.left_to_normalise -= self.evaluator.work - before
            return made or _NONE

        if is_plain([*found.options, ("inside", found.inside), ("outside", found.outside)]):
            result = self.known.array(node, (x,), compute, "normalised", place)
        else:
            result = compute()
        return None if result is _NONE else result

    def _repeated(self, node: Apply, found: Repeated, row: Selector, column: Selector) -> Array | None:
        """The value of a closed form from the lines that it depends on; None where the form does not apply."""
        if found.axis is None and max(self._shape(node)) > 1:
            return cut(self._whole(node), row, column)
        axis = None if found.is_product else found.axis
        if axis is not None and (row, column)[axis] is not None and self._shape(node)[axis] > 1:
            if None in (row, column):
                return self._across(node, row, column)
            line = (row, None) if found.axis == 1 else (None, column)  # of which each cell is asked for in turn
            return cut(self._of(node, *line), 0 if found.axis == 1 else row, 0 if found.axis == 0 else column)
        lines = found.lines(row, column, [self._shape(part) for part in found.parts])
        if lines is None:
            return None
        parts = [self._of(part, *line) for part, line in zip(found.parts, lines, strict=True)]
        result = self.known.array(node, parts, lambda: self.evaluator.repeated(found, parts) or _NONE, "repeated")
        return None if result is _NONE else result

    def _plain(self, node: Apply, row: Selector, column: Selector) -> Array:
        made, axis = REGISTER[node.operation], axis_of(node)
        if made.is_of_lines and axis in (0, 1) and None not in (row, column):  # a row makes a row, at once
            return cut(self._of(node, row, None), 0, column) if axis == 1 else cut(self._of(node, None, column), row, 0)
        if made.name == "matmul" and None not in (row, column) and (whole := self._product(node)) is not None:
            return cut(whole, row, column)
        wanted = _wanted(made, len(node.arguments), axis, row, column)
        if wanted is None:
            return cut(self._whole(node), row, column)
        parts = [self._argument(made, node, at, lines) for at, lines in enumerate(wanted)]
        compute = partial(self.evaluator.applied, node, parts)
        result = self.known.array(node, parts, compute) if is_plain(node.options) else compute()
        if made.is_of_lines and (row if axis == 0 else column) is not None:  # all lines were computed for one place
            return cut(result, None, column) if axis == 1 else cut(result, row, None)
        return result

    def _product(self, node: Apply) -> Array | None:
        """All cells of a product, once so many were requested that this is cheaper; None before, or if not possible."""
        key = node, None, None, ctx.prec
        if key in self._kept:
            return self._kept[key]
        self._asked[node] += 1
        (rows, inner), (_, columns) = (self._shape(argument) for argument in node.arguments)
        if self._asked[node] != max(rows * columns * AT_ONCE // max(inner, 1), FEWEST):
            return None
        a, b = (self._of(argument, None, None) for argument in node.arguments)
        if operands(a, b) is None:
            return None
        self._kept[key] = self.known.array(node, (a, b), partial(self.evaluator.applied, node, [a, b]))
        return self._kept[key]

    def _argument(self, made: Operation, node: Apply, at: int, lines: tuple[Selector, Selector]) -> Array:
        """The rows and columns of an argument that are needed; its only row or column if it is broadcast."""
        argument = node.arguments[at]
        row, column = lines
        if made.pattern == "cellwise" or (len(node.arguments) > 1 and made.pattern == "reducing"):
            rows, columns = self._shape(argument)
            row, column = (0 if rows == 1 else row), (0 if columns == 1 else column)
        return self._of(argument, row, column)

    def _whole(self, node: Expression) -> Array:
        key = node, None, None, ctx.prec
        if key not in self._kept:
            self._kept[key] = self.evaluator.evaluate(node)
        return self._kept[key]

    @kept
    def _shape(self, node: Expression) -> Shape:
        if isinstance(node, Name):
            return self.operands.size(node.name)
        if isinstance(node, Literal):
            return 1, 1
        if isinstance(node, Apply) and (rule := _shape_rule(node)) is not None:
            options = {key: _whole(value) for key, value in node.options}
            if all(options[key] is not None or (value is None and key == "axis") for key, value in node.options):
                return rule(*(self._shape(argument) for argument in node.arguments), **options)
        return self._whole(node).shape


def _whole(option: Expression | None) -> int | None:
    """The whole number that an option states; None if it is None, or is computed."""
    match option:
        case Literal(value) if value.q == 1:
            return int(value.p)
        case Apply("negative", (Literal(value),)) if value.q == 1:
            return -int(value.p)
    return None


def _shape_rule(node: Apply) -> ShapeFunction | None:
    made = REGISTER[node.operation]
    return made.shape if isinstance(made, Primitive) and not made.is_dynamic else None


def _wanted(
    made: Operation, count: int, axis: object, row: Selector, column: Selector
) -> list[tuple[Selector, Selector]] | None:
    """The row and column of each argument that a part of the result depends on; None if it may depend on all cells."""
    if not isinstance(made, Primitive) or made.is_dynamic:
        return None
    if made.pattern == "cellwise" or (made.pattern == "reducing" and count > 1):
        return [(row, column)] * count
    if made.name == "matmul":
        return [(row, None), (None, column)]
    if made.name == "transpose":
        return [(column, row)]
    along_lines = made.pattern == "reducing" or "axis" in made.signature.options
    if not along_lines or count != 1 or "axis" not in made.signature.options:
        return None
    if axis is None:
        return [(None, None)] if made.pattern == "reducing" else None
    return [(row, None)] if axis == 1 else [(None, column)] if axis == 0 else None


def cut(array: Array, row: Selector, column: Selector) -> Array:
    """One row, one column or one cell of an array, with its sources and facts; raises ShapeError outside of it."""
    match row, column:
        case None, None:
            return array
        case None, int() if column < array.columns:
            cells, shape = array.column(column), (array.rows, 1)
        case int(), None if row < array.rows:
            cells, shape = array.row(row), (1, array.columns)
        case int(), int() if row < array.rows and column < array.columns:
            cells, shape = (array[row, column],), (1, 1)
        case _:
            raise ShapeError(f"a cell of {array.rows} x {array.columns}, found row {row} and column {column}, from 0")
    return Array(*shape, cells, array.sources, array.exact, array.independent)
