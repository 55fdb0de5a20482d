"""Rows in brackets as what they may be beside vectors: intervals, fuzzy numbers, complex numbers, and vectors of bits.

`[1, 2] - [0, 1] = [0, 2]` holds of intervals, `(1, 2)(3, 4) = (-5, 10)` of complex numbers, and `(1, 1) + (1, 0) =
(0, 1)` modulo 2. What holds so accuses nobody, whatever the text speaks of: no slip of arithmetic gives the same.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise, product
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import power_of_ten
from verifier.sources.excuses.arithmetics.residues import is_residue
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.rows import speaks_of_divisors, speaks_of_other_products, speaks_of_other_sums
from verifier.sources.expressions.statement import Parsed, parsed
from verifier.sources.expressions.values import Numeral, Reading, Unreadable, printed
from verifier.sources.text.signs import ANGLED, TIMES
from verifier.verdict import CellReport

Row: TypeAlias = tuple[fmpq, ...]
"""A number, or the numbers of a row in brackets."""
Rule: TypeAlias = Callable[[str, Row, Row], Row | None]
"""What a sum, a difference or a product of two is in an arithmetic; None where it has none."""
_PRODUCT: Final = "product"
_PRODUCTS: Final = 3
"""So many products two rows can have: the cross product, the dot product, that cell by cell."""
_BITS: Final = frozenset("01")


def may_be_of_others(text: str, sides: tuple[Side, Side]) -> bool:
    """Whether a text speaks of rows in brackets that have other sums, or products, than vectors, and here are some."""
    are_rows = [any(token.is_one_of(",") for token in side.tokens) for side in sides]
    if any(are_rows) and any(map(_is_product, sides)):
        are_divisors = not any(token.is_one_of(*ANGLED) for side in sides for token in side.tokens)
        return speaks_of_other_products(text) or (are_divisors and speaks_of_divisors(text))
    return all(are_rows) and speaks_of_other_sums(text)


def _is_product(side: Side) -> bool:
    """Whether a side multiplies, by a sign or by brackets that touch."""
    touching = any(one.is_one_of(")", "]") and other.is_one_of("(", "[") for one, other in pairwise(side.tokens))
    return touching or any(token.is_one_of(*TIMES) for token in side.tokens)


def holds_of_rows(sides: tuple[Side, Side]) -> bool:
    """Whether the row on one side, as printed, is what the other gives of intervals, fuzzy or complex numbers."""
    for chosen in range(_PRODUCTS):
        readings = [Reading({_PRODUCT: chosen}) for _ in sides]
        if _holds_as_read(sides, readings):
            return True
        if not any(_PRODUCT in reading.asked for reading in readings):
            return False
    return False


def _holds_as_read(sides: tuple[Side, Side], readings: Sequence[Reading]) -> bool:
    """The same where of the products that two rows can have one is read."""
    try:
        left, right = map(parsed, sides, readings)
    except Unreadable:
        return False
    both = (left, right), (right, left)
    return any(_gives(rule, one, other) for rule in (_of_ranges, _of_complex) for one, other in both)


def is_of_residues(cells: Sequence[CellReport], sides: Iterable[Side], moduli: Collection[int]) -> bool:
    """Whether cells of rows or matrices are what the formula leaves of a modulus, which is 2 where all are bits."""
    tokens = [token for side in sides for token in side.tokens]
    is_of_rows = any(token.sort == "begin" or token.is_one_of(",") for token in tokens)
    is_of_bits = is_of_rows and _BITS.issuperset(token.text for token in tokens if token.sort == "number")
    tried = (2, *moduli) if is_of_bits else moduli
    values = [
        (cell.literal, cell.number.value)
        for cell in cells
        if isinstance(cell.literal, fmpq) and cell.number is not None
    ]
    return (
        is_of_rows
        and len(values) == len(cells) > 0
        and any(
            all(value == shown or is_residue(value, shown, modulus) for value, shown in values) for modulus in tried
        )
    )


def _gives(rule: Rule, side: Parsed, shown: Parsed) -> bool:
    """Whether a side is, in an arithmetic, the row that the other shows, to a unit of its last decimals."""
    if shown.value.grid is None or shown.value.grid.rows != 1:
        return False
    numbers = [printed(cell) for cell in shown.value.grid.cells if cell is not None]
    found = _value(rule, side.value.tree, side.operands)
    if found is None or len(found) != len(numbers):
        return False
    unit = power_of_ten(-max(number.decimals for number in numbers))
    return all(abs(one - number.value) <= (unit if unit < 1 else 0) for one, number in zip(found, numbers, strict=True))


def _value(rule: Rule, tree: Expression, operands: Mapping[str, Grid[Numeral]]) -> Row | None:
    """The value of an expression of rows and numbers; None for anything else."""
    match tree:
        case Literal(value):
            return (value,)
        case Name(name):
            grid = operands.get(name)
            cells = () if grid is None or grid.rows != 1 else grid.cells
            return tuple(printed(cell).value for cell in cells if cell is not None) or None
        case Apply("matmul", (left, Apply("transpose", (right,)))):  # of rows: how a product is read first
            return _value(rule, Apply("multiply", (left, right)), operands)
        case Apply("negative", (operand,)):
            return _value(rule, Apply("multiply", (Literal(fmpq(-1), "-1"), operand)), operands)
        case Apply(operation, (left, right)) if operation in ("add", "subtract", "multiply"):
            one, other = (_value(rule, side, operands) for side in (left, right))
            return None if one is None or other is None else rule(operation, one, other)
    return None


def _of_ranges(operation: str, left: Row, right: Row) -> Row | None:
    """The rule of intervals, and of fuzzy numbers of three or four points: those of a row never fall."""
    if any(list(row) != sorted(row) for row in (left, right)):
        return None
    if len(left) == len(right) and operation != "multiply":
        others = right if operation == "add" else tuple(-number for number in reversed(right))
        return tuple(one + other for one, other in zip(left, others, strict=True))
    if operation == "multiply" and min(len(left), len(right)) == 1:
        return tuple(sorted(one * other for one, other in product(left, right)))
    if operation == "multiply" and len(left) == len(right) == 2:  # noqa: PLR2004 - two ends
        ends = [one * other for one, other in product(left, right)]
        return min(ends), max(ends)
    return None


def _of_complex(operation: str, left: Row, right: Row) -> Row | None:
    """The rule of complex numbers as pairs; of a number beside a pair, which is real."""
    if operation != "multiply" and min(len(left), len(right)) == 1:
        left, right = ((*row, *[fmpq(0)] * (max(len(left), len(right)) - len(row))) for row in (left, right))
    if len(left) == len(right) and operation != "multiply":
        sign = 1 if operation == "add" else -1
        return tuple(one + sign * other for one, other in zip(left, right, strict=True))
    if min(len(left), len(right)) == 1:
        return tuple(one * other for one, other in product(left, right))
    if len(left) == len(right) == 2:  # noqa: PLR2004 - a real and an imaginary part
        (a, b), (c, d) = left, right
        return a * c - b * d, a * d + b * c
    return None
