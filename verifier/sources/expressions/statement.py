"""What one way to take an equality states, and a side of it as an expression."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from verifier.document.model import Grid
from verifier.formulas.tree import Expression
from verifier.record import NamedTuple
from verifier.sources.expressions.arithmetic import Parser
from verifier.sources.expressions.calls import SPELLED_ANGLES
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.exact_angles import with_exact_angles
from verifier.sources.expressions.values import Numeral, Reading, Value

Sort: TypeAlias = Literal["result", "fraction", "exponent", "terms", "sides"]
"""What an equality states: a result, one that is a fraction of whole numbers, the exponent of a power, the numbers of
an expression, each by its counterpart, or no more than that two expressions are equal."""
SUFFIXES: Final[Mapping[Sort, str]] = {
    "result": "",
    "fraction": "",
    "exponent": "_exponent",
    "terms": "_term",
    "sides": "_sides",
}


class Found(NamedTuple):
    """A number and the expression that it should be equal to; `source` is where that is written, if it is.

    What is written there `is_negated` where the expression is the negative of it. One that `is_exact` is not rounded.
    """

    grid: Grid[Numeral]
    name: str
    tree: Expression
    source: Side | None
    is_negated: bool = False
    is_exact: bool = False

    @property
    def is_fraction(self) -> bool:
        """Whether the number is one whole number over another, which has the name of that above."""
        return any(cell is not None and "/" in cell.text for cell in self.grid.cells)


class Statement(NamedTuple):
    """One way to take an equality, with all that it states so; `is_kept`: its sides show a number at the same place.

    `copies` are the names of such numbers on the right side, with those on the left one.
    """

    sort: Sort
    found: tuple[Found, ...]
    is_kept: bool = False
    copies: tuple[tuple[str, str], ...] = ()


class Parsed(NamedTuple):
    """A side and the printed numbers that its tree names, as the parser has read it."""

    value: Value
    operands: dict[str, Grid[Numeral]]
    parser: Parser

    @property
    def parts(self) -> dict[Expression, Side]:
        """The parts of its tree, and their tokens."""
        return self.parser.parts


def parsed(side: Side, reading: Reading, *, names_all: bool = False, is_right: bool = False) -> Parsed:
    """A side as an expression; raises Unreadable."""
    parser = Parser(side.tokens, reading, names_all=names_all, is_right=is_right)
    value = parser.parsed()
    if reading.imaginary and any(token.is_one_of(reading.imaginary) for token in side.tokens):
        from verifier.sources.expressions.complex_numbers import in_parts  # few texts have any

        value = in_parts(value, side.tokens, parser.operands, reading)
    if not SPELLED_ANGLES.isdisjoint([token.text for token in side.tokens]):
        value = value._replace(tree=with_exact_angles(value.tree, parser.operands))
    return Parsed(value, parser.operands, parser)
