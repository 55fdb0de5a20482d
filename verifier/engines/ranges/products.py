"""The exact ranges of all cells of a matrix product at once, by a few products of matrices of rationals.

A cell of the product is a sum of products in which each operand cell is used once, so its range is the sum of the
ranges of these products. The signs of two boxes determine which of their ends give the least and the greatest product.
So the ends are put into one matrix for each combination of signs, with zeros elsewhere, and these matrices are
multiplied. Only for two boxes that both contain zero inside are two candidates compared.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from flint import fmpq, fmpq_mat

from verifier.numbers.array import Array, Value
from verifier.numbers.ends import greatest, least
from verifier.numbers.interval import Interval

Sign: TypeAlias = Literal["+", "-", "0"]
Side: TypeAlias = Literal["lo", "hi"]

# By the signs of a and b: the end of a and the end of b whose product is least, and greatest.
LEAST: Final[dict[tuple[Sign, Sign], tuple[Side, Side]]] = {
    ("+", "+"): ("lo", "lo"), ("+", "-"): ("hi", "lo"), ("+", "0"): ("hi", "lo"),
    ("-", "+"): ("lo", "hi"), ("-", "-"): ("hi", "hi"), ("-", "0"): ("lo", "hi"),
    ("0", "+"): ("lo", "hi"), ("0", "-"): ("hi", "lo"),
}  # fmt: skip
GREATEST: Final[dict[tuple[Sign, Sign], tuple[Side, Side]]] = {
    ("+", "+"): ("hi", "hi"), ("+", "-"): ("lo", "hi"), ("+", "0"): ("hi", "hi"),
    ("-", "+"): ("hi", "lo"), ("-", "-"): ("lo", "lo"), ("-", "0"): ("lo", "lo"),
    ("0", "+"): ("hi", "hi"), ("0", "-"): ("lo", "lo"),
}  # fmt: skip
LEAST_PRODUCTS: Final = 512
"""Minimum number of products of two cells; fewer are computed and added one by one."""
MAX_PAIRS: Final = 1 << 20
"""Maximum number of pairs of boxes that both contain zero inside; the candidates of each pair are compared."""


class _End(NamedTuple):
    at: fmpq
    is_closed: bool


class _Box(NamedTuple):
    """A number, or a finite range with rational ends. `sign` is "0" if zero lies inside."""

    lo: _End
    hi: _End
    sign: Sign


def product_ranges(a: Array, b: Array) -> tuple[Value, ...] | None:
    """The ranges of the cells of a (m x k) times b (k x n), row by row; None where `operands` returns None."""
    found = operands(a, b)
    if found is None:
        return None
    rows, columns = found
    low, high = _Sums(rows, columns, LEAST), _Sums(rows, columns, GREATEST)
    for i, j, x, y in _around_zero(rows, columns):
        low.add(i, j, least([_times(x.lo, y.hi), _times(x.hi, y.lo)]))
        high.add(i, j, greatest([_times(x.lo, y.lo), _times(x.hi, y.hi)]))
    return tuple(
        lo if lo == hi else Interval(lo, hi, lo_open == 0, hi_open == 0)
        for lo, hi, lo_open, hi_open in zip(low.values, high.values, low.open, high.open, strict=True)
    )


def operands(a: Array, b: Array) -> "tuple[_Operand, _Operand] | None":
    """The factors as boxes with signs; None where products are few, or boxes are not finite, rational and exact.

    It is also None where more than MAX_PAIRS pairs of boxes contain zero inside.
    """
    if len(a.cells) * b.columns < LEAST_PRODUCTS:
        return None
    left, right = _boxes(a), _boxes(b)
    if left is None or right is None:
        return None
    rows, columns = _Operand(left, *a.shape), _Operand(right, *b.shape)
    return None if _pairs_around_zero(rows, columns) > MAX_PAIRS else (rows, columns)


def _boxes(array: Array) -> list[_Box] | None:
    boxes = []
    for cell in array.cells:
        if isinstance(cell, fmpq):
            end = _End(cell, is_closed=True)
            boxes.append(_Box(end, end, "+" if cell >= 0 else "-"))
            continue
        if not isinstance(cell, Interval) or cell.partial or cell.loose:
            return None
        if not (isinstance(cell.lo, fmpq) and isinstance(cell.hi, fmpq)):
            return None
        sign: Sign = "+" if cell.lo >= 0 else "-" if cell.hi <= 0 else "0"
        boxes.append(_Box(_End(cell.lo, cell.lo_closed), _End(cell.hi, cell.hi_closed), sign))
    return boxes


class _Operand(NamedTuple):
    boxes: list[_Box]
    rows: int
    columns: int

    def matrix(self, wanted: dict[Sign, Side], of: Callable[[_End], fmpq]) -> Any:  # noqa: ANN401 - the library has no types
        """*of* applied to one end of each box, as its sign says; zero for boxes of other signs."""
        zero = fmpq(0)
        cells = [of(getattr(box, wanted[box.sign])) if box.sign in wanted else zero for box in self.boxes]
        return fmpq_mat(self.rows, self.columns, cells)

    @property
    def signs(self) -> set[Sign]:
        return {box.sign for box in self.boxes}

    @property
    def is_closed(self) -> bool:
        return all(box.lo.is_closed and box.hi.is_closed for box in self.boxes)


class _Sums:
    """The sums of least or greatest products of each cell, and how many products of each are not attained."""

    def __init__(self, a: _Operand, b: _Operand, table: dict[tuple[Sign, Sign], tuple[Side, Side]]) -> None:
        self.columns = b.columns
        self.values = self._sum(a, b, table, lambda end: end.at)
        self.open = [fmpq(0)] * len(self.values)
        if not (a.is_closed and b.is_closed):
            apart = self._sum(a, b, table, lambda end: fmpq(not _is_closed_zero(end)))
            attained = self._sum(a, b, table, lambda end: fmpq(end.is_closed and end.at != 0))
            self.open = [all_of_them - closed for all_of_them, closed in zip(apart, attained, strict=True)]

    @staticmethod
    def _sum(
        a: _Operand, b: _Operand, table: dict[tuple[Sign, Sign], tuple[Side, Side]], of: Callable[[_End], fmpq]
    ) -> list[fmpq]:
        """The sums of products of *of* applied to ends: one matrix product for each sign and side of b."""
        total: Any = fmpq_mat(a.rows, b.columns)
        by_end: dict[tuple[Sign, Side], dict[Sign, Side]] = defaultdict(dict)
        for (sign, other), (side, other_side) in table.items():
            if sign in a.signs and other in b.signs:
                by_end[other, other_side][sign] = side
        for (other, other_side), wanted in by_end.items():
            total += a.matrix(wanted, of) * b.matrix({other: other_side}, of)
        return list(total.entries())

    def add(self, row: int, column: int, end: tuple[Any, bool]) -> None:
        """Add one product to the sum of a cell."""
        place = row * self.columns + column
        self.values[place] += end[0]
        self.open[place] += not end[1]


def _is_closed_zero(end: _End) -> bool:
    """Whether every product with this end is zero and attained."""
    return end.is_closed and end.at == 0


def _times(x: _End, y: _End) -> tuple[Any, bool]:
    return x.at * y.at, x.is_closed and y.is_closed


def _pairs_around_zero(a: _Operand, b: _Operand) -> int:
    return sum(len(rows) * len(columns) for rows, columns in _zeros(a, b))


def _zeros(a: _Operand, b: _Operand) -> Iterator[tuple[list[int], list[int]]]:
    """For each k: the rows i of a and the columns j of b for which a[i, k] and b[k, j] contain zero inside."""
    for k in range(a.columns):
        yield (
            [i for i in range(a.rows) if a.boxes[i * a.columns + k].sign == "0"],
            [j for j in range(b.columns) if b.boxes[k * b.columns + j].sign == "0"],
        )


def _around_zero(a: _Operand, b: _Operand) -> Iterator[tuple[int, int, _Box, _Box]]:
    for k, (rows, columns) in enumerate(_zeros(a, b)):
        for i, j in product(rows, columns):
            yield i, j, a.boxes[i * a.columns + k], b.boxes[k * b.columns + j]
