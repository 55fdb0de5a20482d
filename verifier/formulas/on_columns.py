"""Formulas on whole blocks of whole numbers: a value is a block by one denominator, at last by a root, or in rows.

What has no such value raises Unsupported; what is too large for the numbers at hand, Beyond. Nothing is rounded.
"""

from collections.abc import Mapping
from functools import partial, reduce
from math import isqrt, lcm
from typing import Any, Final, Generic, Protocol, TypeVar

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, Name, Options, depth
from verifier.numbers.array import Shape
from verifier.numbers.column_prints import NAMES
from verifier.numbers.column_prints import Name as Rule
from verifier.numbers.columns_in_lists import FUNCTIONS, Beyond, Lists
from verifier.numbers.mantissas import Mantissas
from verifier.record import NamedTuple

MOST_PRODUCTS: Final = 1 << 27
"""The products of two numbers in the matrix products of a formula, beyond which it is left to those with a budget."""
MOST_CELLS: Final = 1 << 18
"""The same of the cells of a block."""
MOST_NESTED: Final = 50
POWERS: Final = (fmpq(2), fmpq(3), fmpq(4))
AXES: Final = (Literal(fmpq(0), "0"), Literal(fmpq(1), "1"), None)
LARGE: Final = 20_000
"""The numbers of a document from which the import of NumPy takes less time than it saves."""


class Unsupported(Exception):
    """A formula has no value of these kinds."""


B = TypeVar("B")


class Blocks(Protocol[B]):
    """Whole numbers in rows and columns: lists or arrays. Arrays raise Beyond where a number may be too large."""

    def block(self, shown: Mantissas) -> B:
        """The numbers of a block."""

    def constant(self, value: int) -> B:
        """A block of one number."""

    def only(self, a: B) -> int:
        """The number of a block of one."""

    def product(self, a: B, b: B) -> B:
        """The matrix product."""

    def transposed(self, a: B) -> B:
        """The transpose."""

    def times(self, a: B, factor: int) -> B:
        """Each number times a factor."""

    def plus(self, a: B, b: B) -> B:
        """The sum of two blocks of one shape."""

    def by_cell(self, a: B, b: B) -> B:
        """The products of the cells of two blocks of one shape."""

    def spread(self, a: B, rows: int, columns: int) -> B:
        """A block of one row, one column or one cell, repeated."""

    def positive(self, a: B) -> B:
        """Each number, or 0 if it is below."""

    def row_sums(self, a: B) -> B:
        """The sum of each row, as a column."""

    def ratio_prints(self, a: B, below: int, shown: Mantissas, rule: Rule) -> bool:
        """Whether a / *below* surely prints as shown."""

    def rooted_prints(self, a: B, below: int, root: tuple[int, int], shown: Mantissas, rule: Rule) -> bool:
        """Whether a / (*below* * sqrt(root)) surely prints as shown; *root* is a fraction above zero."""

    def quotient_prints(self, a: B, b: B, by: tuple[int, int], shown: Mantissas, rule: Rule) -> bool:
        """Whether a / b times the fraction *by*, above zero, surely prints as shown, cell by cell."""

    def mapped_prints(self, name: str, a: B, below: int, shown: Mantissas, rule: Rule) -> bool:
        """Whether a function of each a / *below* surely prints as shown."""

    def normalised_prints(self, a: B, shown: Mantissas, rule: Rule) -> bool:
        """Whether each row, less its mean and by its deviation, surely prints as shown."""

    def shares_print(self, a: B, below: int, shown: Mantissas, rule: Rule) -> bool:
        """Whether the softmax of each row of a / *below* surely prints as shown."""


class _Ratio(NamedTuple, Generic[B]):
    """A block by a denominator above zero."""

    block: B
    shape: Shape
    below: int


class Columns(Generic[B]):
    """The formulas of one document on its printed blocks, by the names of their stages, with numbers of one kind."""

    def __init__(self, blocks: Blocks[B], shown: Mapping[str, Mantissas]) -> None:
        self.blocks = blocks
        self.shown = shown
        self._known: dict[str, B] = {}
        self._products = 0

    def prints(self, expression: Expression, of: Mantissas, rule: Rule) -> bool:
        """Whether all numbers of a block surely print as a formula gives them; raises Unsupported and Beyond."""
        blocks, self._products = self.blocks, 0
        if depth(expression) > MOST_NESTED:
            raise Unsupported
        match expression:
            case Apply("softmax", (argument,), ()):
                a = self._of_shape(argument, of)
                return blocks.shares_print(a.block, a.below, of, rule)
            case Apply("layer_norm", (argument,), ()):
                return blocks.normalised_prints(self._of_shape(argument, of).block, of, rule)
            case Apply(name, (argument,), ()) if name in FUNCTIONS:
                a = self._of_shape(argument, of)
                return blocks.mapped_prints(name, a.block, a.below, of, rule)
            case Apply("std", (argument,), options):
                a = self._shaped(self._variance(argument, options), of)
                return blocks.mapped_prints("sqrt", a.block, a.below, of, rule)
            case Apply("divide", (argument, Apply("sqrt", (root,), ())), ()):
                return self._rooted_prints(self._of_shape(argument, of), self._number(root), of, rule)
            case Apply("divide", (argument, divisor), ()):
                return self._quotient_prints(self._ratio(argument), self._ratio(divisor), of, rule)
        a = self._of_shape(expression, of)
        return blocks.ratio_prints(a.block, a.below, of, rule)

    def _of_shape(self, expression: Expression, of: Mantissas) -> _Ratio[B]:
        """The value of an expression, if it has the shape of a block."""
        return self._shaped(self._ratio(expression), of)

    def _shaped(self, a: _Ratio[B], of: Mantissas) -> _Ratio[B]:
        if a.shape != (of.rows, of.columns):
            raise Unsupported
        return a

    def _rooted_prints(self, a: _Ratio[B], root: fmpq, of: Mantissas, rule: Rule) -> bool:
        """Whether a value by a root prints as shown; where the root is rational, it is one more exact value."""
        above, below = int(root.p), int(root.q)
        if above <= 0:
            raise Unsupported
        roots = isqrt(above), isqrt(below)
        if (roots[0] ** 2, roots[1] ** 2) != (above, below):
            return self.blocks.rooted_prints(a.block, a.below, (above, below), of, rule)
        return self.blocks.ratio_prints(self.blocks.times(a.block, roots[1]), a.below * roots[0], of, rule)

    def _quotient_prints(self, a: _Ratio[B], b: _Ratio[B], of: Mantissas, rule: Rule) -> bool:
        if b.shape == (1, 1):
            a = self._shaped(self._divided(a, fmpq(self.blocks.only(b.block), b.below)), of)
            return self.blocks.ratio_prints(a.block, a.below, of, rule)
        shape = _spread(a.shape, b.shape)
        left, right = self._wide(a, shape), self._wide(b, shape)
        self._shaped(_Ratio(left, shape, 1), of)
        return self.blocks.quotient_prints(left, right, (b.below, a.below), of, rule)

    def _number(self, expression: Expression) -> fmpq:
        """The one number that an expression gives."""
        a = self._ratio(expression)
        if a.shape != (1, 1):
            raise Unsupported
        return fmpq(self.blocks.only(a.block), a.below)

    def _ratio(self, expression: Expression) -> _Ratio[B]:
        blocks = self.blocks
        match expression:
            case Literal(value):
                return _Ratio(blocks.constant(int(value.p)), (1, 1), int(value.q))
            case Name(name) if name in self.shown:
                return self._printed(name)
            case Apply("transpose" | "negative" | "relu" | "rows" | "columns" as name, (argument,), ()):
                return self._of_one(name, self._ratio(argument))
            case Apply("power", (argument, Literal(exponent)), ()) if exponent in POWERS:
                a = self._ratio(argument)
                return reduce(partial(self._of_two, "multiply"), [a] * int(exponent.p))
            case Apply("sum" | "mean" as name, (argument,), options):
                a, count = self._summed(self._ratio(argument), dict(options))
                return a._replace(below=a.below * count) if name == "mean" else a
            case Apply("var", (argument,), options):
                return self._variance(argument, options)
            case Apply("divide", (argument, divisor), ()):
                return self._divided(self._ratio(argument), self._number(divisor))
            case Apply("matmul" | "add" | "subtract" | "multiply" as name, (left, right), ()):
                return self._of_two(name, self._ratio(left), self._ratio(right))
        raise Unsupported

    def _of_one(self, name: str, a: _Ratio[B]) -> _Ratio[B]:
        blocks, (rows, columns) = self.blocks, a.shape
        match name:
            case "transpose":
                return _Ratio(blocks.transposed(a.block), (columns, rows), a.below)
            case "rows" | "columns":
                return _Ratio(blocks.constant(rows if name == "rows" else columns), (1, 1), 1)
        return a._replace(block=blocks.times(a.block, -1) if name == "negative" else blocks.positive(a.block))

    def _printed(self, name: str) -> _Ratio[B]:
        of = self.shown[name]
        if name not in self._known:
            self._known[name] = self.blocks.block(of)
        return _Ratio(self._known[name], _small((of.rows, of.columns)), 10**of.place)

    def _divided(self, a: _Ratio[B], divisor: fmpq) -> _Ratio[B]:
        if divisor == 0:
            raise Unsupported
        factor = int(divisor.q) if divisor > 0 else -int(divisor.q)
        return _Ratio(self.blocks.times(a.block, factor), a.shape, a.below * abs(int(divisor.p)))

    def _wide(self, a: _Ratio[B], shape: Shape) -> B:
        """The numbers of a value, repeated to a shape."""
        return a.block if a.shape == shape else self.blocks.spread(a.block, *shape)

    def _summed(self, a: _Ratio[B], options: Mapping[str, Expression | None]) -> tuple[_Ratio[B], int]:
        """The sums of the lines along an axis, or of all numbers, and how many numbers each has."""
        axis = options.get("axis")
        if not options.keys() <= {"axis"} or axis not in AXES:
            raise Unsupported
        block, (rows, columns), count = a.block, a.shape, 1
        if axis != AXES[1]:
            block, rows, count = self.blocks.transposed(self.blocks.row_sums(self.blocks.transposed(block))), 1, rows
        if axis != AXES[0]:
            block, columns, count = self.blocks.row_sums(block), 1, count * columns
        return _Ratio(block, (rows, columns), a.below), count

    def _variance(self, argument: Expression, options: Options) -> _Ratio[B]:
        """The sum of squared distances to the mean, by the count less the degrees of freedom that are lost."""
        a, others = self._ratio(argument), dict(options)
        lost = others.pop("ddof", Literal(fmpq(0), ""))
        total, count = self._summed(a, others)
        squares, _ = self._summed(self._of_two("multiply", a, a), others)
        if not isinstance(lost, Literal) or lost.value.q != 1 or lost.value < 0 or lost.value >= count:
            raise Unsupported
        left = squares._replace(block=self.blocks.times(squares.block, count))
        found = self._of_two("subtract", left, self._of_two("multiply", total, total))
        return found._replace(below=found.below * count * (count - int(lost.value.p)))

    def _of_two(self, name: str, a: _Ratio[B], b: _Ratio[B]) -> _Ratio[B]:
        blocks = self.blocks
        if name == "matmul":
            shape = a.shape[0], b.shape[1]
            self._products += a.shape[1] * shape[0] * shape[1]
            if a.shape[1] != b.shape[0] or self._products > MOST_PRODUCTS:
                raise Unsupported
            return _Ratio(blocks.product(a.block, b.block), _small(shape), a.below * b.below)
        shape = _spread(a.shape, b.shape)
        left, right = self._wide(a, shape), self._wide(b, shape)
        if name == "multiply":
            return _Ratio(blocks.by_cell(left, right), shape, a.below * b.below)
        below = lcm(a.below, b.below)
        sign = 1 if name == "add" else -1
        left, right = blocks.times(left, below // a.below), blocks.times(right, sign * (below // b.below))
        return _Ratio(blocks.plus(left, right), shape, below)


def _small(shape: Shape) -> Shape:
    if shape[0] * shape[1] > MOST_CELLS:
        raise Unsupported
    return shape


def _spread(a: Shape, b: Shape) -> Shape:
    """The shape of two blocks of which one may be repeated."""
    sides = []
    for one, other in zip(a, b, strict=True):
        if one != other and 1 not in (one, other):
            raise Unsupported
        sides.append(max(one, other))
    return _small((sides[0], sides[1]))


class Proofs:
    """What is proved of the printed blocks of a document, in arrays where these are large, else in lists."""

    def __init__(self, shown: Mapping[str, Mantissas]) -> None:
        self._tries: list[Columns[Any]] = [Columns(Lists(), shown)]
        if sum(len(of.cells) for of in shown.values()) >= LARGE:
            from verifier.numbers.columns_in_arrays import Arrays

            self._tries.insert(0, Columns(Arrays(), shown))

    def surely_print(self, expression: Expression, of: Mantissas, rule: Rule) -> bool:
        """Whether it is proved that all numbers of a block print as a formula gives them, by a rule."""
        for columns in self._tries if rule in NAMES else ():
            try:
                return columns.prints(expression, of, rule)
            except Beyond:
                continue
            except Unsupported:
                break
        return False
