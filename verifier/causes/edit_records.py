"""One slip in a formula, and the blocks that may have been used in it."""

from collections.abc import Iterator
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Expression, Literal, Name, children
from verifier.numbers.array import Shape
from verifier.record import NamedTuple

UNSAID: Final = 100
"""The weight of what is tried and never said: digits cut until nothing is left are no slip."""


class Edit(NamedTuple):
    """One slip in a formula: its kind, a note for readers, the resulting formula; larger weights are less plausible.

    `is_plain`: that it gives a number is seen at once, as of a factor of ten.
    """

    slip: str
    note: str
    expression: Expression
    weight: int = 1
    is_plain: bool = False


class Operand(NamedTuple):
    """A stage that may have been used instead of an operand: its rows, columns, decimals, and its largest size."""

    name: str
    rows: int
    columns: int
    decimals: int
    largest: fmpq

    @property
    def shape(self) -> Shape:
        """The numbers of rows and of columns."""
        return self.rows, self.columns


def number_of(value: int) -> Literal:
    """A whole number as an expression."""
    return Literal(fmpq(value), str(value))


def names(expression: Expression) -> Iterator[str]:
    """The names in a formula in reading order, with repetitions."""
    left = [expression]
    while left:
        node = left.pop()
        if isinstance(node, Name):
            yield node.name
        else:
            left += reversed(children(node))
