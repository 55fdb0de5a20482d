"""One cell of a formula worked by hand: the steps of a reader with pencil and paper, in exact arithmetic.

The expression tree is walked from the root to what the cell needs. Operations are written
out by their own definitions until sums and products of printed numbers are left. Steps
come in the order in which they can be computed, the cell itself last.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from flint import fmpq

from verifier.array import Array, Value
from verifier.document import Document
from verifier.evaluation import Evaluation
from verifier.evaluator import Evaluator
from verifier.expression import Apply, Build, Choice, Expression, Literal, Name, Subscript
from verifier.handwriting import Step, about, copied, few, in_full, is_written_exactly, noted, number, tidy, whole
from verifier.interval import Missing
from verifier.operations import REGISTER
from verifier.printed import Printed
from verifier.spelling import spell
from verifier.writing_out import options_of, put_in, written_out

MAX_STEPS: Final = 200
"""From here on the steps of operands that were never printed are left out."""
_OPERATORS: Final = frozenset(
    {"add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", "negative"}
)
_COMPARISONS: Final = frozenset({"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"})
_UNSEEN: Final = "..."


class Place(NamedTuple):
    """A cell, counted from zero."""

    row: int
    column: int


class Term(NamedTuple):
    """A cell on the way: how later steps call it, its numbers, and its value.

    `parts` is how its own step spells it, where that is more than the two.
    """

    name: Expression
    shown: Expression
    value: Value
    parts: tuple[str, ...] = ()


class _Mark(NamedTuple):
    """What is moved about like a cell of an argument, to see where it came from."""

    argument: int
    at: Place


_Again: TypeAlias = Callable[[tuple[Expression, ...]], Expression]
"""From operands to a node over them."""


class Work:
    """Works cells of formulas on the printed operands, all at one precision.

    What is known of a formula is kept from cell to cell. Raises what an evaluation raises, Uncertain included.
    """

    def __init__(self, document: Document, literal: Evaluation) -> None:
        self.document = document
        self.literal = literal
        self.place = 0
        self.steps: list[Step] = []
        self._values: dict[int, tuple[Expression, Array]] = {}
        self._written: dict[int, tuple[Expression, Expression | None]] = {}
        self._settled: dict[str, Term] = {}

    def cell(self, name: str, expression: Expression, at: Place, place: int) -> tuple[tuple[Step, ...], Value]:
        """All steps to one cell of a formula, and its value; *place* says how many decimals matter."""
        self.place, self.steps, self._settled = place, [], {}
        term = self._walk(expression, at)
        self._note(name, term, in_full(term.value, place))
        return tuple(self.steps), term.value

    def _value(self, node: Expression) -> Array:
        if id(node) not in self._values:  # the entry keeps the node alive
            self._values[id(node)] = node, Evaluator(self.literal.engine, self.literal.operand).evaluate(node)
        return self._values[id(node)][1]

    def _walk(self, node: Expression, at: Place, *, inline: bool = False) -> Term:
        """The cell with its operands settled; *inline* leaves functions of numbers standing as they are."""
        match node:
            case Literal(value):
                return Term(node, node, value)
            case Name(name):
                return self._operand(node, name, at)
            case Choice():
                return self._choice(node, at, inline=inline)
            case Subscript(array, row, column):
                return self._moved(node, (array,), lambda marks: Subscript(marks[0], row, column), at, inline=inline)
            case Build():
                return self._built(node, at, inline=inline)
            case Apply():
                return self._apply(node, at, inline=inline)

    def _part(self, node: Expression, at: Place, *, inline: bool) -> Term:
        """An operand: settled, unless it is arithmetic that the line of its user has room for."""
        term = self._walk(node, self._spread(node, at), inline=inline)
        is_open = isinstance(term.shown, Apply) and (inline or term.shown.operation in _OPERATORS)
        return term if is_open and not term.parts else self._settle(term)

    def _spread(self, node: Expression, at: Place) -> Place:
        """One row, column or cell serves wherever more are wanted."""
        rows, columns = self._value(node).shape
        return Place(at.row if rows > 1 else 0, at.column if columns > 1 else 0)

    def _settle(self, term: Term, name: Expression | None = None) -> Term:
        """The term as one number, with a step that says how it was found if it took any."""
        if name is None and isinstance(term.shown, Literal) and not term.parts:
            return term
        name = name or term.name
        subject = spell(name)
        if subject not in self._settled:
            text = self._text(term.value)
            self._note(subject, term, text)
            self._settled[subject] = Term(name, number(text, term.value), term.value)
        return self._settled[subject]

    def _note(self, subject: str, term: Term, text: str) -> None:
        spelled = term.parts or (spell(term.name), spell(term.shown))
        claims = isinstance(term.shown, Apply) and term.shown.operation in _COMPARISONS
        if isinstance(term.shown, Literal) and not term.parts:
            self.steps.append(copied(subject, spelled[0], term.shown.text, term.value, text))
        elif claims and isinstance(term.value, fmpq):
            self.steps.append(noted(subject, spelled, "true" if term.value != 0 else "false"))
        else:
            self.steps.append(noted(subject, spelled, text, is_exact=is_written_exactly(term.value, text)))

    def _text(self, value: Value) -> str:
        return about(value, self.place)

    def _in_sum(self, value: Value) -> str:
        return number(self._text(value), value).text

    def _name(self, node: Expression, at: Place) -> Expression:
        """A node's cell as a reader calls it, counted from 1."""
        if self._value(node).shape == (1, 1):
            return node
        return Subscript(node, Literal(fmpq(0), f"{at.row + 1},{at.column + 1}"), None)

    def _operand(self, node: Expression, name: str, at: Place) -> Term:
        """A printed number; what was never printed, or is elided, is worked in steps of its own."""
        stage = self.document.by_name[name]
        value, place = self.literal.operand(name)[at], self._name(node, at)
        shown = None if stage.block is None else stage.block.cells[at.row * stage.block.columns + at.column]
        if shown is not None:
            text = shown.text if isinstance(shown, Printed) else self._text(value)
            return Term(place, number(text, value), value)
        if stage.formula is None or isinstance(value, Missing):
            return Term(place, number("?", value), value)
        if spell(place) not in self._settled and len(self.steps) < MAX_STEPS:
            return self._settle(self._walk(stage.formula.expression, at), place)
        return self._settled.get(spell(place)) or Term(place, number(self._text(value), value), value)

    def _built(self, node: Build, at: Place, *, inline: bool) -> Term:
        """The body for the indices of the cell, or of the block that the cell is in."""
        counts = (int(self._value(side).cells[0].p) for side in (node.rows, node.columns))
        height, width = (side // count for side, count in zip(self._value(node).shape, counts, strict=True))
        (row, down), (column, along), (i, j) = divmod(at.row, height), divmod(at.column, width), node.indices
        filled = put_in(node.body, {i: whole(row), j: whole(column)})
        if not inline:
            self.steps.append(Step(f"for {i} = {row} and {j} = {column}: {tidy(spell(filled))}", (), ""))
        return self._walk(filled, Place(down, along), inline=inline)

    def _choice(self, node: Choice, at: Place, *, inline: bool) -> Term:
        """The branch that the condition takes."""
        condition = self._part(node.condition, at, inline=False)
        if isinstance(condition.shown, Apply):
            condition = self._settle(condition)
        if not isinstance(condition.value, fmpq):
            return self._called(node, (), at)
        branch = node.then if condition.value != 0 else node.other
        return self._walk(branch, self._spread(branch, at), inline=inline)

    def _moved(
        self, node: Expression, arguments: tuple[Expression, ...], again: _Again, at: Place, *, inline: bool
    ) -> Term:
        """A cell that stood elsewhere: marks in place of the arguments tell where."""
        marks = {f" {index}": _marks(index, self._value(argument)) for index, argument in enumerate(arguments)}
        mover = Evaluator(self.literal.engine, lambda name: marks.get(name) or self.literal.operand(name))
        mark = mover.evaluate(again(tuple(map(Name, marks))))[at]
        if not isinstance(mark, _Mark):
            return self._called(node, (), at)
        return self._walk(arguments[mark.argument], mark.at, inline=inline)

    def _apply(self, node: Apply, at: Place, *, inline: bool) -> Term:
        made = REGISTER[node.operation]
        written = self._written_out(node)
        if written is not None:
            term = self._walk(written, at, inline=inline)
            spelled = term.parts or (spell(term.name), spell(term.shown))
            return Term(self._name(node, at), term.shown, term.value, spelled)
        if made.pattern == "rearranging":
            again: _Again = lambda marks: Apply(node.operation, marks, node.options)  # noqa: E731 - with its type
            return self._moved(node, node.arguments, again, at, inline=inline)
        if made.pattern == "cellwise" or (made.pattern == "reducing" and len(node.arguments) > 1):
            return self._cellwise(node, at, inline=inline)
        if node.operation == "matmul":
            return self._product(node, at)
        if made.pattern == "reducing":
            return self._reduced(node, at)
        return self._called(node, node.arguments, at)

    def _written_out(self, node: Apply) -> Expression | None:
        """The call in other operations; one and the same for all its cells, so that its values are computed once."""
        if id(node) not in self._written:
            cells = _line(self._value(node.arguments[0]), self._axis(node), Place(0, 0)) if node.arguments else ()
            self._written[id(node)] = node, written_out(node, len(list(cells)))
        return self._written[id(node)][1]

    def _cellwise(self, node: Apply, at: Place, *, inline: bool) -> Term:
        parts = [self._part(argument, at, inline=inline) for argument in node.arguments]
        if not inline and node.operation not in _OPERATORS | _COMPARISONS:
            parts = [part if _is_turned(part) else self._settle(part) for part in parts]
        value = self._value(node)[at]
        name = Apply(node.operation, tuple(part.name for part in parts), node.options)
        if inline and node.operation in _COMPARISONS:
            return Term(name, number(self._text(value), value), value)
        return Term(name, Apply(node.operation, tuple(part.shown for part in parts), node.options), value)

    def _product(self, node: Apply, at: Place) -> Term:
        """The sum of the products of a row and a column."""
        left, right = node.arguments
        texts, products = [], []
        for inner in few(self._value(left).columns):
            if inner is None:
                texts.append(_UNSEEN)
                products.append(_UNSEEN)
                continue
            a = self._part(left, Place(at.row, inner), inline=True)
            b = self._part(right, Place(inner, at.column), inline=True)
            texts.append(spell(Apply("multiply", (a.shown, b.shown))))
            products.append(self._in_sum(a.value * b.value))
        words = f"row {at.row + 1} of {spell(left)} times column {at.column + 1} of {spell(right)}"
        known = not isinstance(self._value(node)[at], Missing)
        return self._line_of(node, at, (words, " + ".join(texts), *([" + ".join(products)] if known else [])))

    def _reduced(self, node: Apply, at: Place) -> Term:
        """A row, a column or all cells made one; a sum is written as one."""
        argument = node.arguments[0]
        cells = [Place(*cell) for cell in _line(self._value(argument), self._axis(node), at)]
        terms = [
            None if index is None else self._part(argument, cells[index], inline=True) for index in few(len(cells))
        ]
        texts = [_UNSEEN if term is None else spell(term.shown) for term in terms]
        values = [_UNSEEN if term is None else self._in_sum(term.value) for term in terms]
        if node.operation == "sum":
            is_bare = all(term is None or isinstance(term.shown, Literal) for term in terms)
            return self._line_of(node, at, (" + ".join(texts), *([] if is_bare else [" + ".join(values)])))
        return self._line_of(node, at, (f"{node.operation}({', '.join(values)})",))

    def _called(self, node: Expression, arguments: tuple[Expression, ...], at: Place) -> Term:
        """Any other operation: its operands, by the cell where they have the shape of the result."""
        shape = self._value(node).shape
        texts = []
        for argument in arguments:
            array = self._value(argument)
            own = [at] if array.shape == shape else [Place(*place) for place in array.places()]
            cells = [_UNSEEN if index is None else self._text(array[own[index]]) for index in few(len(own))]
            texts.append(cells[0] if len(own) == 1 else f"({', '.join(cells)})")
        call = f"{node.operation}({', '.join(texts)})" if isinstance(node, Apply) and texts else spell(node)
        return self._line_of(node, at, (call,))

    def _line_of(self, node: Expression, at: Place, parts: tuple[str, ...]) -> Term:
        value = self._value(node)[at]
        return Term(self._name(node, at), number(self._text(value), value), value, parts)

    def _axis(self, node: Apply) -> int | None:
        """Along which cells a call reduces: 1 rows, 0 columns, None all."""
        axis = options_of(node).get("axis")
        return None if axis is None else int(self._value(axis).cells[0].p)


def _is_turned(term: Term) -> bool:
    """Whether it is a number with another sign, which is no step."""
    match term.shown:
        case Apply("negative", (Literal(),)):
            return not term.parts
    return False


def _marks(argument: int, array: Array) -> Array:
    return Array(array.rows, array.columns, tuple(_Mark(argument, Place(*place)) for place in array.places()))


def _line(array: Array, axis: int | None, at: Place) -> Iterator[tuple[int, int]]:
    """The cells that a reduction makes one."""
    if axis is None:
        return array.places()
    return ((i, at.column) for i in range(array.rows)) if axis == 0 else ((at.row, j) for j in range(array.columns))
