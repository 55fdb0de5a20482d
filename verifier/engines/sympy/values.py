"""The second engine: SymPy's exact values, and mpmath's digits of them at the working precision.

It computes the points of an evaluation once more, with an interpreter and operations of
its own, so that the two engines do not share a mistake: slowly, cell by cell, with
expressions that stay exact (`sqrt(6)`) until somebody asks for digits. An operation that
it does not know is taken by its definition, or on rationals and words by its own value.
SymPy is imported on first use.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flint import arb, ctx, fmpq

from verifier.engines.points.flint import Points
from verifier.engines.sympy.numbers import expression, number, sign, sympy
from verifier.engines.sympy.operations import OPERATIONS
from verifier.formulas.parser import INTEGRAL
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Missing
from verifier.operations import REGISTER, Defined, ShapeError, TooLarge

Operands = Callable[[str], Array]
Local = Mapping[str, Array]


class Worked(Array):
    """An array of numbers that remembers the expressions they are the digits of."""

    __slots__ = ("expressions",)

    expressions: tuple[Value, ...]


def evaluate(formula: Expression, operands: Operands) -> Worked:
    """The cells of a formula, rationals and balls with their expressions; raises ShapeError, TooLarge and Uncertain."""
    found = expressions(formula, operands, MAX_WORK)
    made = Worked(found.rows, found.columns, tuple(map(number, found.cells)))
    made.expressions = found.cells
    return made


def expressions(formula: Expression, operands: Operands, budget: int) -> Array:
    """The cells of a formula as expressions, in at most *budget* products; raises as evaluate does."""
    return _Interpreter(operands, budget).of(formula, {})


_CHEAPER: Final = 100
"""Streams are drawn here as there, so that their numbers count for less than a product of this engine."""
MAX_WORK: Final = 1_000_000
"""Products of two cells that one formula may take here, each a hundred times slower than in the first engine."""


_MORE_BITS: Final = 64
"""Bits of the numbers of a quadrature beyond the working precision."""


class _Interpreter:
    def __init__(self, operands: Operands, budget: int) -> None:
        self.operands = operands
        self.budget = budget
        self.work = 0

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > self.budget:
            raise TooLarge(f"a formula takes at most {self.budget} products in the second engine, this one more")

    def of(self, node: Expression, local: Local) -> Array:
        """The expressions that a part of a formula gives."""
        self.spend(1)
        match node:
            case Literal(value):
                return Array(1, 1, (expression(value),))
            case Name(name):
                return local[name] if name in local else _expressions(self.operands(name))
            case Apply():
                return self.call(node, local)
            case Choice(condition, then, other):
                return self.choose(self.of(condition, local), then, other, local)
            case Subscript(array, row, column):
                return self.subscript(self.of(array, local), row, column, local)
            case Build():
                return self.build(node, local)

    def call(self, node: Apply, local: Local) -> Array:
        if node.operation == INTEGRAL:
            return self.integral(node, local)
        made, own = REGISTER[node.operation], OPERATIONS.get(node.operation)
        arrays = [self.of(argument, local) for argument in node.arguments]
        if isinstance(made, Defined):
            return self.defined(made, arrays, node, local) if own is None else own(*arrays, **self.options(node, local))
        options = self.options(node, local)
        rows, columns = made.shape(*(array.shape for array in arrays), **options)
        self.spend(rows * columns * (arrays[0].columns if made.pattern == "mixing" else 1))
        self.spend(0 if made.work is None else made.work(**options) // _CHEAPER)
        if own is not None:
            return own(*arrays, **options)
        plain = [Array(a.rows, a.columns, tuple(map(_rational, a.cells))) for a in arrays]
        return _expressions(made.value(Points(), *plain, **options))

    def integral(self, node: Apply, local: Local) -> Array:
        """An integral by mpmath's quadrature, with numbers of the working precision."""
        from mpmath import mp

        function, *ends = node.arguments
        if not isinstance(function, Build):
            raise ShapeError("a function of one number in an integral, as lambda x: x**2")
        name = function.indices[0]
        with mp.workprec(ctx.prec + _MORE_BITS):

            def at(x: Any) -> Any:  # noqa: ANN401 - mpmath has no types
                found = self.of(function.body, {**local, name: Array(1, 1, (sympy().Float(x, precision=mp.prec),))})
                return mp.mpf(str(found.cells[0].evalf(mp.dps)))

            lower, upper = (mp.mpf(str(self.of(end, local).cells[0].evalf(mp.dps))) for end in ends)
            return Array(1, 1, (sympy().Float(mp.quad(at, [lower, upper]), precision=ctx.prec),))

    def defined(self, made: Defined, arrays: list[Array], node: Apply, local: Local) -> Array:
        """The value of a definition whose names are bound to arrays; nothing is substituted."""
        inner = {name: Array(1, 1, (expression(fmpq(value)),)) for name, value in made.defaults.items()}
        inner |= {name: self.of(value, local) for name, value in node.options if value is not None}
        inner |= dict(zip(made.signature.arrays, arrays, strict=True))
        return self.of(made.expression, inner)

    def options(self, node: Apply, local: Local) -> dict[str, int | None]:
        """The options of a call as whole numbers, defaults included; an axis of -1 or -2 as 1 or 0."""
        named = {name: None if value is None else self.whole(value, local) for name, value in node.options}
        found = {**REGISTER[node.operation].defaults, **named}
        if (axis := found.get("axis")) in (-1, -2):
            found["axis"] = axis % 2
        return found

    def whole(self, node: Expression, local: Local) -> int:
        cells = self.of(node, local).cells
        if len(cells) != 1 or isinstance(cells[0], Missing | str) or not cells[0].is_Integer:
            raise ShapeError(f"a whole number for an index or a size, found {cells[0]}")
        return int(cells[0])

    def choose(self, condition: Array, then: Expression, other: Expression, local: Local) -> Array:
        if condition.shape == (1, 1) and not isinstance(condition.cells[0], Missing | str):
            return self.of(then if sign(condition.cells[0]) != 0 else other, local)
        arrays = [condition, self.of(then, local), self.of(other, local)]
        rows, columns = max(a.rows for a in arrays), max(a.columns for a in arrays)
        cells = []
        for i in range(rows):
            for j in range(columns):
                flag, yes, no = (a[i % a.rows, j % a.columns] for a in arrays)
                cells.append(flag if isinstance(flag, Missing | str) else yes if sign(flag) != 0 else no)
        return Array(rows, columns, tuple(cells))

    def subscript(self, array: Array, row: Expression | Span, column: Expression | Span | None, local: Local) -> Array:
        rows = self.places(row, array.rows, local)
        columns = list(range(array.columns)) if column is None else self.places(column, array.columns, local)
        return Array(len(rows), len(columns), tuple(array[i, j] for i in rows for j in columns))

    def places(self, index: Expression | Span, count: int, local: Local) -> list[int]:
        if isinstance(index, Span):
            parts = [None if part is None else self.whole(part, local) for part in index.fields]
            if parts[2] == 0:
                raise ShapeError("a step of a slice that is not 0")
            return list(range(count))[slice(*parts)]
        place = self.whole(index, local)
        if not -count <= place < count:
            raise ShapeError(f"place {place} of {count}, counted from 0")
        return [place % count]

    def build(self, node: Build, local: Local) -> Array:
        rows, columns = self.whole(node.rows, local), self.whole(node.columns, local)
        self.spend(rows * columns)
        lines: list[list[Value]] = []
        width = 1
        for i in range(rows):
            beside: list[list[Value]] = []
            for j in range(columns):
                indices = (Array(1, 1, (expression(fmpq(index)),)) for index in (i, j))
                part = self.of(node.body, {**local, **dict(zip(node.indices, indices, strict=True))})
                beside = [*beside, *([] for _ in range(part.rows - len(beside)))]
                for line, row in zip(beside, part.row_list(), strict=True):
                    line.extend(row)
                width = part.columns
            lines += beside
        return Array(len(lines), columns * width, tuple(cell for line in lines for cell in line))


def _expressions(array: Array) -> Array:
    """An operand's cells as expressions: those that it was computed with, if it was computed here."""
    cells = array.expressions if isinstance(array, Worked) else tuple(map(expression, array.cells))
    return Array(array.rows, array.columns, cells)


def _rational(cell: Value) -> Value:
    """A cell for an operation's own value, which computes with rationals, balls and words."""
    return cell if isinstance(cell, Missing | str) else number(cell)


def shown(cell: Value) -> str | None:
    """A cell as SymPy writes it, `sqrt(6)`; None of what is no number, or a ball's digits."""
    return None if isinstance(cell, Missing | str | arb) else str(cell)
