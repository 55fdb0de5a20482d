"""What formulas give on the blocks of a text: on the numbers as printed, and on all numbers that print so."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Final

from flint import ctx, fmpq

from verifier.document.model import Block
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.assembly import Computed
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.formulas.tree import Expression, names
from verifier.numbers.array import Array, Value
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.printed import Printed, power_of_ten
from verifier.operations import Engine

BUDGET: Final = 2_000_000
"""Cost of one formula, in products of two numbers."""


class Values:
    """Computes formulas whose names are those of *blocks*; parts that many formulas share are computed once.

    So are formulas that are tried for several blocks.
    """

    def __init__(self, blocks: Mapping[str, Block]) -> None:
        self.blocks = blocks
        self.points: Computed = {}
        self.printed: dict[tuple[Expression, int], Array | None] = {}
        self.ranges: Computed = {}
        self.exact: dict[str, Array] = {}
        self.boxes: dict[str, Array] = {}
        self.others: dict[str, Array] = {}
        """The blocks with other numbers."""

    def as_printed(self, expression: Expression) -> Array | None:
        """The value on the printed numbers; None if it has none."""
        key = expression, ctx.prec
        if key not in self.printed:
            operands = partial(self._operand, self.exact, _exact)
            self.printed[key] = self._value(Points(), operands, expression, self.points)
        return self.printed[key]

    def is_constant(self, expression: Expression) -> bool:
        """Whether an expression over blocks has the same value where these show other numbers."""
        value = self.as_printed(expression)
        if value is None or not any(names(expression)):
            return False
        other = self._value(Points(), partial(self._operand, self.others, _changed), expression, {})
        return other is not None and other.cells == value.cells

    def possible(self, expression: Expression) -> Array | None:
        """The ranges of its values on all numbers that print so; None if it has none."""
        return self._value(Ranges(), partial(self._operand, self.boxes, _box), expression, self.ranges)

    def _operand(self, known: dict[str, Array], make: Callable[[Block], Array], name: str) -> Array:
        if name not in known:
            known[name] = make(self.blocks[name])
        return known[name]

    def _value(
        self, engine: Engine, operands: Callable[[str], Array], expression: Expression, known: Computed
    ) -> Array | None:
        evaluator = Evaluator(engine, operands, BUDGET, known)
        return attempt(partial(evaluator.evaluate, expression), None)


def _exact(block: Block) -> Array:
    return array_of(block, lambda number: number.value)


def _changed(block: Block) -> Array:
    """A block with other numbers, each changed by another share and more."""
    steps = count(2)
    return array_of(block, lambda number: number.value * fmpq(next(steps), 7) + fmpq(1, 3))


def _box(block: Block) -> Array:
    return array_of(block, partial(box, finest(block)))


def array_of(block: Block, make: Callable[[Printed], Value]) -> Array:
    """A block whose cells are all shown, or minus infinity, as an array."""
    cells = (block.infinite[index].value if cell is None else make(cell) for index, cell in enumerate(block.cells))
    return Array(*block.shape, tuple(cells))


def finest(block: Block) -> int:
    """The largest number of decimals in a block."""
    return max(cell.decimals for cell in block.contents())


def decimals_in(most: int, number: Printed) -> int:
    """The decimals that a number shows; a whole number among decimals may have lost its zeros.

    A fraction has as many as tell it from others: fractions below q lie on average 1/q² apart.
    """
    if number.is_fraction:
        return max(most, len(str(int(number.value.q) ** 2)) - 1)
    return most if number.is_bare_integer else number.decimals


def box(most: int, number: Printed) -> fmpq | BoundedInterval:
    """All numbers that a print can stand for, whichever way it was rounded; *most* are the decimals of its block.

    A whole number among whole numbers is itself, and so is a fraction.
    """
    decimals = 0 if number.is_fraction else decimals_in(most, number)
    if decimals <= 0:
        return number.value
    unit = power_of_ten(-decimals)
    return BoundedInterval(number.value - unit, number.value + unit, lo_closed=False, hi_closed=False)
