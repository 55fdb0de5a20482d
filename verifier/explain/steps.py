"""The steps that compute one cell of a formula by hand, in exact arithmetic.

The tree is walked from the root to the cells that the result needs. Operations are replaced by their definitions until
only sums and products of printed numbers are left; long operands get names. Each step comes after those that it uses.
Past MAX_STEPS and MAX_DEPTH, parts are values.
"""

from itertools import zip_longest
from typing import Final

from flint import fmpq

from verifier.document.model import Document
from verifier.evaluation.stage_values import Evaluation
from verifier.explain.notation import Step, about, copied, few, in_full, is_written_exactly, noted, number, tidy
from verifier.explain.workspace import Again, Known, Mark
from verifier.formulas.parser import INTEGRAL
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Subscript
from verifier.numbers.array import Position, Value
from verifier.numbers.interval import MINUS_INFINITY, Missing
from verifier.numbers.other_cells import Blank
from verifier.numbers.printed import Printed
from verifier.operations import REGISTER
from verifier.record import NamedTuple

MAX_STEPS: Final = 200
"""Number of steps after which further parts are shown by their values."""
MAX_DEPTH: Final = 100
"""Depth of nested parts below which they are shown by their values."""
_OPERATORS: Final = frozenset(
    {"add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", "negative"}
)
_COMPARISONS: Final = frozenset({"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"})
_OWN: Final = ("words", "places", "indices")
"""Arrays whose cell at its own place makes a cell of the result, where an operation is not cellwise."""
_UNSEEN: Final = "..."


class Term(NamedTuple):
    """A cell: its name in later steps, its expression with numbers, value; `parts` of its own step, if not these."""

    name: Expression
    shown: Expression
    value: Value
    parts: tuple[str, ...] = ()


class Worked(NamedTuple):
    """The steps to a cell and its value; `is_whole` says that no part is shown by its value alone."""

    steps: tuple[Step, ...]
    value: Value
    is_whole: bool


class Work:
    """Computes cells of formulas from the printed operands step by step, all at one precision.

    Values of parts and what is shown are kept from cell to cell. Raises what an evaluation raises, Uncertain included.
    """

    def __init__(self, document: Document, literal: Evaluation) -> None:
        self.document = document
        self.known = Known(document, literal)
        self._value = self.known.value
        self._shown: dict[tuple[str, Position], Term] = {}
        self._start(0)

    def _start(self, decimals: int) -> None:
        self.decimals = decimals
        self.steps: list[Step] = []
        self.is_whole = True
        self.depth = 0
        self._settled: dict[str, Term] = {}
        self._walked: dict[tuple[Expression, Position, bool], Term] = {}

    def cell(self, name: str, expression: Expression, at: Position, decimals: int) -> Worked:
        """All steps to one cell of a formula, and its value; the result is printed with *decimals* decimals."""
        self._start(decimals)
        term = self._walk(expression, at)
        self._note(name, term, in_full(term.value, decimals))
        return Worked(tuple(self.steps), term.value, self.is_whole)

    def _walk(self, node: Expression, at: Position, *, inline: bool = False) -> Term:
        """The term of a cell, its operands computed in steps; *inline* keeps functions of numbers within one line."""
        key = node, at, inline
        if (found := self._walked.get(key)) is None:
            self.depth += 1
            self._walked[key] = found = self._step_down(node, at, inline=inline)
            self.depth -= 1
        return found

    def _step_down(self, node: Expression, at: Position, *, inline: bool) -> Term:
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

    def _part(self, node: Expression, at: Position, *, inline: bool) -> Term:
        """The term of an operand: a number with its own step, or arithmetic within the line of its user."""
        at = self._spread(node, at)
        if self._is_enough() and not isinstance(node, Literal | Name):
            return self._by_value(self._name(node, at), self._value(node)[at])
        term = self._walk(node, at, inline=inline)
        is_open = isinstance(term.shown, Apply) and (inline or term.shown.operation in _OPERATORS)
        return term if is_open and not term.parts else self._settle(term)

    def _is_enough(self) -> bool:
        """Whether further parts are shown by their values."""
        return len(self.steps) >= MAX_STEPS or self.depth >= MAX_DEPTH

    def _by_value(self, name: Expression, value: Value) -> Term:
        """The term of a part that is shown by its value."""
        self.is_whole = False
        return Term(name, number(self._text(value), value), value)

    def _spread(self, node: Expression, at: Position) -> Position:
        """The position in an operand that is broadcast: 0 along an axis of length 1."""
        rows, columns = self._value(node).shape
        return Position(at.row if rows > 1 else 0, at.column if columns > 1 else 0)

    def _settle(self, term: Term, name: Expression | None = None) -> Term:
        """The term as one number; adds the step that computes it, if it is not one already."""
        if name is None and isinstance(term.shown, Literal) and not term.parts:
            return term
        subject = spell(name := name or term.name)
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
        return about(value, self.decimals)

    def _in_sum(self, value: Value) -> str:
        return number(self._text(value), value).text

    def _name(self, node: Expression, at: Position) -> Expression:
        """The name of a cell for readers, counted from 1."""
        if self._value(node).shape == (1, 1):
            return node
        return Subscript(node, Literal(fmpq(0), f"{at.row + 1},{at.column + 1}"), None)

    def _operand(self, node: Expression, name: str, at: Position) -> Term:
        """The term of an operand: its printed number; steps of its own if it is elided or was never printed."""
        if known := self._shown.get((name, at)):
            return known
        value, address = self.known.operand(name)[at], self._name(node, at)
        part = self.known.long.parts.get(name)
        if part is None:
            stage = self.document.by_name[name]
            shown = None if stage.block is None else stage.block.cells[stage.block.index_of(*at)]
            if shown is not None:
                text = shown.text if isinstance(shown, Printed) else self._text(value)
                self._shown[name, at] = term = Term(address, number(text, value), value)
                return term
            if stage.block is not None and (infinite := stage.block.at(stage.block.index_of(*at))):
                return Term(address, number("0" if isinstance(infinite, Blank) else infinite.text, value), value)
            if stage.formula is None or isinstance(value, Missing):
                return Term(address, number(self._text(value) if value is MINUS_INFINITY else "?", value), value)
            part = stage.formula.expression
        if spell(address) in self._settled:
            return self._settled[spell(address)]
        return self._by_value(address, value) if self._is_enough() else self._settle(self._walk(part, at), address)

    def _built(self, node: Build, at: Position, *, inline: bool) -> Term:
        """The term of a built matrix: its body with the indices of the cell."""
        counts = (int(self._value(side).cells[0].p) for side in (node.rows, node.columns))
        height, width = (side // count for side, count in zip(self._value(node).shape, counts, strict=True))
        (row, down), (column, along), (i, j) = divmod(at.row, height), divmod(at.column, width), node.indices
        filled = self.known.body(node, row, column)
        if not inline:
            self.steps.append(Step(f"for {i} = {row} and {j} = {column}: {tidy(spell(filled))}", (), ""))
        return self._walk(filled, Position(down, along), inline=inline)

    def _choice(self, node: Choice, at: Position, *, inline: bool) -> Term:
        """The branch that the condition takes."""
        part = self._part(node.condition, at, inline=False)
        condition = self._settle(part) if isinstance(part.shown, Apply) else part
        if not isinstance(condition.value, fmpq):
            return self._called(node, (), at)
        branch = node.then if condition.value != 0 else node.other
        return self._walk(branch, self._spread(branch, at), inline=inline)

    def _moved(
        self, node: Expression, arguments: tuple[Expression, ...], again: Again, at: Position, *, inline: bool
    ) -> Term:
        """The term of a cell that an operation takes from one of its arguments."""
        mark = self.known.moved(node, arguments, again)[at]
        if not isinstance(mark, Mark):
            return self._called(node, (), at)
        return self._walk(arguments[mark.argument], mark.at, inline=inline)

    def _apply(self, call: Apply, at: Position, *, inline: bool) -> Term:
        node, made = call if call.operation == INTEGRAL else self.known.shortened(call), REGISTER[call.operation]
        written = self.known.written_out(node)
        if written is not None:
            term = self._walk(written, at, inline=inline)
            spelled = term.parts or (spell(term.name), spell(term.shown))
            return Term(self._name(node, at), term.shown, term.value, spelled)
        if made.pattern == "rearranging":
            again: Again = lambda marks: Apply(node.operation, marks, node.options)  # noqa: E731 - with its type
            return self._moved(node, node.arguments, again, at, inline=inline)
        if made.pattern == "cellwise" or (made.pattern == "reducing" and len(node.arguments) > 1):
            return self._cellwise(node, at, inline=inline)
        if node.operation == "matmul":
            return self._product(node, at)
        if made.pattern == "reducing":
            return self._reduced(node, at)
        return self._called(node, () if node.operation == INTEGRAL else node.arguments, at)

    def _cellwise(self, node: Apply, at: Position, *, inline: bool) -> Term:
        parts = [self._part(argument, at, inline=inline) for argument in node.arguments]
        if not inline and node.operation not in _OPERATORS | _COMPARISONS:
            parts = [part if _is_turned(part) else self._settle(part) for part in parts]
        value, name = self._value(node)[at], Apply(node.operation, tuple(part.name for part in parts), node.options)
        if inline and node.operation in _COMPARISONS:
            return Term(name, number(self._text(value), value), value)
        return Term(name, Apply(node.operation, tuple(part.shown for part in parts), node.options), value)

    def _product(self, node: Apply, at: Position) -> Term:
        """The sum of the products of a row and a column."""
        left, right = node.arguments
        texts, products = [], []
        for inner in few(self._value(left).columns):
            if inner is None:
                texts.append(_UNSEEN)
                products.append(_UNSEEN)
                continue
            a = self._part(left, Position(at.row, inner), inline=True)
            b = self._part(right, Position(inner, at.column), inline=True)
            texts.append(_times(a.shown, b.shown))
            products.append(self._in_sum(a.value * b.value))
        words = f"row {at.row + 1} of {spell(left)} times column {at.column + 1} of {spell(right)}"
        known = not isinstance(self._value(node)[at], Missing)
        return self._line_of(node, at, (words, " + ".join(texts), *([" + ".join(products)] if known else [])))

    def _reduced(self, node: Apply, at: Position) -> Term:
        """The term of a reduction over a row, a column or all cells."""
        argument = node.arguments[0]
        cells = self.known.line(node, at)
        terms = [
            None if index is None else self._part(argument, cells[index], inline=True) for index in few(len(cells))
        ]
        texts = [_UNSEEN if term is None else spell(term.shown) for term in terms]
        values = [_UNSEEN if term is None else self._in_sum(term.value) for term in terms]
        if node.operation == "sum":
            is_bare = all(term is None or isinstance(term.shown, Literal) for term in terms)
            return self._line_of(node, at, (" + ".join(texts), *(() if is_bare else (" + ".join(values),))))
        return self._line_of(node, at, (f"{node.operation}({', '.join(values)})",))

    def _called(self, node: Expression, arguments: tuple[Expression, ...], at: Position) -> Term:
        """The term of any other operation: a call with the values of its operands."""
        shape, texts = self._value(node).shape, []
        names = REGISTER[node.operation].signature.arrays if isinstance(node, Apply) else ()
        for name, argument in zip_longest(names[: len(arguments)], arguments):
            array = self._value(argument)
            own = [at] if array.shape == shape and name in _OWN else list(array.positions())
            cells = [_UNSEEN if index is None else self._text(array[own[index]]) for index in few(len(own))]
            texts.append(cells[0] if len(own) == 1 else f"({', '.join(cells)})")
        call = f"{node.operation}({', '.join(texts)})" if isinstance(node, Apply) and texts else spell(node)
        return self._line_of(node, at, (call,))

    def _line_of(self, node: Expression, at: Position, parts: tuple[str, ...]) -> Term:
        value = self._value(node)[at]
        return Term(self._name(node, at), number(self._text(value), value), value, parts)


def _times(a: Expression, b: Expression) -> str:
    if isinstance(a, Literal) and isinstance(b, Literal) and a.text and b.text:
        return f"{a.text} * {b.text}"  # as nearly all are
    return spell(Apply("multiply", (a, b)))


def _is_turned(term: Term) -> bool:
    """Whether it is a negated number, which needs no step."""
    shown = term.shown
    is_negated = isinstance(shown, Apply) and shown.operation == "negative" and isinstance(shown.arguments[0], Literal)
    return is_negated and not term.parts
