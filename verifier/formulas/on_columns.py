"""Formulas on whole blocks of whole numbers: a value is a block by one denominator, at last by a root, or in rows.

What has no such value raises Unsupported; what is too large for the numbers at hand, Beyond. Nothing is rounded.
"""

from collections.abc import Mapping
from math import isqrt, lcm
from typing import Any, Final, Generic, Protocol, TypeVar

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, Name, depth
from verifier.numbers.array import Shape
from verifier.numbers.column_prints import NAMES
from verifier.numbers.column_prints import Name as Rule
from verifier.numbers.columns_in_lists import Beyond, Lists
from verifier.numbers.mantissas import Mantissas
from verifier.record import NamedTuple

MOST_PRODUCTS: Final = 1 << 27
"""The products of two numbers in the matrix products of a formula, beyond which it is left to those with a budget."""
MOST_CELLS: Final = 1 << 18
"""The same of the cells of a block."""
MOST_NESTED: Final = 50
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

    def ratio_prints(self, a: B, below: int, shown: Mantissas, rule: Rule) -> bool:
        """Whether a / *below* surely prints as shown."""

    def rooted_prints(self, a: B, below: int, root: tuple[int, int], shown: Mantissas, rule: Rule) -> bool:
        """Whether a / (*below* * sqrt(root)) surely prints as shown; *root* is a fraction above zero."""

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
            case Apply("softmax" | "layer_norm" as name, (argument,), ()):
                a = self._ratio(argument)
                if a.shape != (of.rows, of.columns):
                    return False
                if name == "softmax":
                    return blocks.shares_print(a.block, a.below, of, rule)
                return blocks.normalised_prints(a.block, of, rule)
            case Apply("divide", (argument, Apply("sqrt", (root,), ())), ()):
                a, b = self._ratio(argument), self._number(root)
                if a.shape != (of.rows, of.columns) or b <= 0:
                    return False
                above, below = int(b.p), int(b.q)
                roots = isqrt(above), isqrt(below)
                if (roots[0] ** 2, roots[1] ** 2) != (above, below):
                    return blocks.rooted_prints(a.block, a.below, (above, below), of, rule)
                a = _Ratio(blocks.times(a.block, roots[1]), a.shape, a.below * roots[0])
            case _:
                a = self._ratio(expression)
        return a.shape == (of.rows, of.columns) and blocks.ratio_prints(a.block, a.below, of, rule)

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
            case Apply("transpose", (argument,), ()):
                a = self._ratio(argument)
                return _Ratio(blocks.transposed(a.block), (a.shape[1], a.shape[0]), a.below)
            case Apply("negative", (argument,), ()):
                a = self._ratio(argument)
                return a._replace(block=blocks.times(a.block, -1))
            case Apply("relu", (argument,), ()):
                a = self._ratio(argument)
                return a._replace(block=blocks.positive(a.block))
            case Apply("divide", (argument, Literal() | Name() as divisor), ()):
                return self._divided(self._ratio(argument), self._number(divisor))
            case Apply("matmul" | "add" | "subtract" | "multiply" as name, (left, right), ()):
                return self._of_two(name, self._ratio(left), self._ratio(right))
        raise Unsupported

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

    def _of_two(self, name: str, a: _Ratio[B], b: _Ratio[B]) -> _Ratio[B]:
        blocks = self.blocks
        if name == "matmul":
            shape = a.shape[0], b.shape[1]
            self._products += a.shape[1] * shape[0] * shape[1]
            if a.shape[1] != b.shape[0] or self._products > MOST_PRODUCTS:
                raise Unsupported
            return _Ratio(blocks.product(a.block, b.block), _small(shape), a.below * b.below)
        rows, columns = shape = _small(_spread(a.shape, b.shape))
        left, right = (one.block if one.shape == shape else blocks.spread(one.block, rows, columns) for one in (a, b))
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
    return sides[0], sides[1]


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
