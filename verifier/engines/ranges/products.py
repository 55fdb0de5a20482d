"""The exact ranges of all cells of a matrix product at once, by a few products of matrices of rationals.

A cell of the product is a sum of products in which each operand cell is used once, so its range is the sum of the
ranges of these products. The signs of two boxes determine which of their ends give the least and the greatest product.
So the ends are put into one matrix for each combination of signs, with zeros elsewhere, and these matrices are
multiplied. Only for two boxes that both contain zero inside are two candidates compared.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final, Literal, TypeAlias

from flint import fmpq, fmpq_mat

from verifier.engines.points.products import limbs_of
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
_ZERO: Final = fmpq(0)
_ONE: Final = fmpq(1)

_Ends: TypeAlias = tuple[fmpq, fmpq, bool, bool]
"""The lower and the upper end of a finite range, and whether each is closed; twice the same for a number."""
_BySide: TypeAlias = Mapping[Side, Sequence[fmpq]]
"""A number for each lower and for each upper end of a factor, row by row."""


def product_ranges(a: Array, b: Array) -> tuple[Value, ...] | None:
    """The ranges of the cells of a (m x k) times b (k x n), row by row; None where `operands` returns None."""
    found = _sums(a, b)
    if found is None:
        return None
    low, high = found
    return tuple(
        lo if lo == hi else Interval(lo, hi, lo_closed, hi_closed)
        for lo, hi, lo_closed, hi_closed in zip(low.values, high.values, low.closed, high.closed, strict=True)
    )


def _sums(a: Array, b: Array) -> "tuple[_Sums, _Sums] | None":
    """The least and the greatest sums of all cells; what they are made of is not kept."""
    found = operands(a, b)
    if found is None:
        return None
    rows, columns = found
    low, high = _Sums(rows, columns, LEAST), _Sums(rows, columns, GREATEST)
    for i, j, x, y in _around_zero(rows, columns):
        x_lo, x_hi, y_lo, y_hi = (x[0], x[2]), (x[1], x[3]), (y[0], y[2]), (y[1], y[3])
        low.add(i, j, least([_times(x_lo, y_hi), _times(x_hi, y_lo)]))
        high.add(i, j, greatest([_times(x_lo, y_lo), _times(x_hi, y_hi)]))
    return low, high


def operands(a: Array, b: Array) -> "tuple[_Operand, _Operand] | None":
    """The factors as boxes with signs; None where products are few, or boxes are not finite, rational and exact.

    It is also None where more than MAX_PAIRS pairs of boxes contain zero inside.
    """
    found = None if len(a.cells) * b.columns < LEAST_PRODUCTS else _operands(a, b)
    return None if found is None or _pairs_around_zero(*found) > MAX_PAIRS else found


@lru_cache(maxsize=1)
def _operands(a: Array, b: Array) -> "tuple[_Operand, _Operand] | None":
    """The same of any two factors. What a product costs is asked before the product: the last answer is kept."""
    left, right = _boxes(a), _boxes(b)
    return None if left is None or right is None else (_Operand(left, *a.shape), _Operand(right, *b.shape))


def limbs(rows: "_Operand", columns: "_Operand") -> int:
    """The words of 64 bits that a product of two ends takes in the library."""
    by_row = ([x for box in rows.boxes[at : at + rows.columns] for x in box[:2]] for at in rows.starts)
    by_column = ([x for box in columns.boxes[at :: columns.columns] for x in box[:2]] for at in range(columns.columns))
    return limbs_of(by_row, by_column)


def _boxes(array: Array) -> list[_Ends] | None:
    """The ends of each cell, a number or a finite and exact range with rational ends; None if one is anything else."""
    boxes: list[_Ends] = []
    for cell in array.cells:
        if type(cell) is fmpq:
            boxes.append((cell, cell, True, True))
            continue
        if not isinstance(cell, Interval) or cell.partial or cell.loose:
            return None
        lo, hi = cell.lo, cell.hi
        if type(lo) is not fmpq or type(hi) is not fmpq:
            return None
        boxes.append((lo, hi, cell.lo_closed, cell.hi_closed))
    return boxes


class _Operand:
    """The boxes of a factor, row by row, and the sign of each: "0" if zero lies inside."""

    def __init__(self, boxes: Sequence[_Ends], rows: int, columns: int) -> None:
        self.boxes = boxes
        self.rows = rows
        self.columns = columns
        self.signs: list[Sign] = ["+" if lo.p >= 0 else "-" if hi.p <= 0 else "0" for lo, hi, _, _ in boxes]
        self.kinds = frozenset(self.signs)
        self.is_closed = all(lo_closed and hi_closed for _, _, lo_closed, hi_closed in boxes)
        self.is_open = not any(lo_closed or hi_closed for _, _, lo_closed, hi_closed in boxes)

    @property
    def starts(self) -> range:
        """The place of the first box of each row."""
        return range(0, len(self.boxes), self.columns)

    @cached_property
    def ends(self) -> _BySide:
        """The ends themselves."""
        return {"lo": [box[0] for box in self.boxes], "hi": [box[1] for box in self.boxes]}

    @cached_property
    def apart(self) -> _BySide:
        """1 for each end but a closed zero: every product with that is zero and attained."""
        return {
            "lo": [_ZERO if box[2] and box[0] == 0 else _ONE for box in self.boxes],
            "hi": [_ZERO if box[3] and box[1] == 0 else _ONE for box in self.boxes],
        }

    @cached_property
    def attained(self) -> _BySide:
        """1 for each closed end that is not zero."""
        return {
            "lo": [_ONE if box[2] and box[0] != 0 else _ZERO for box in self.boxes],
            "hi": [_ONE if box[3] and box[1] != 0 else _ZERO for box in self.boxes],
        }

    def matrix(self, wanted: Mapping[Sign, Side], of: _BySide) -> Any:  # noqa: ANN401 - the library has no types
        """What *of* has for one end of each box, as its sign says; zero for boxes of other signs."""
        chosen = {sign: of[side] for sign, side in wanted.items()}
        if len(self.kinds) == 1:
            (sign,) = self.kinds
            only = chosen.get(sign)
            return fmpq_mat(self.rows, self.columns) if only is None else fmpq_mat(self.rows, self.columns, only)
        cells = [chosen[sign][at] if sign in chosen else _ZERO for at, sign in enumerate(self.signs)]
        return fmpq_mat(self.rows, self.columns, cells)


class _Sums:
    """The sums of least or greatest products of each cell, and whether all products of each are attained."""

    def __init__(self, a: _Operand, b: _Operand, table: dict[tuple[Sign, Sign], tuple[Side, Side]]) -> None:
        self.columns = b.columns
        by_end: dict[tuple[Sign, Side], dict[Sign, Side]] = defaultdict(dict)
        for (sign, other), (side, other_side) in table.items():
            if sign in a.kinds and other in b.kinds:
                by_end[other, other_side][sign] = side

        def summed(of_a: _BySide, of_b: _BySide) -> Any:  # noqa: ANN401 - the library has no types
            """The sums of products of what belongs to the ends: one matrix product for each sign and side of b."""
            total: Any = fmpq_mat(a.rows, b.columns)
            for (other, other_side), wanted in by_end.items():
                total += a.matrix(wanted, of_a) * b.matrix({other: other_side}, of_b)
            return total

        self.values: list[fmpq] = list(summed(a.ends, b.ends).entries())
        self.closed = [True] * len(self.values)
        if a.is_open and b.is_open and "0" not in a.kinds & b.kinds:  # no product is attained
            self.closed = [False] * len(self.values)
        elif not (a.is_closed and b.is_closed):
            missed = summed(a.apart, b.apart) - summed(a.attained, b.attained)
            self.closed = [count == 0 for count in missed.entries()]

    def add(self, row: int, column: int, end: tuple[Any, bool]) -> None:
        """Add one product to the sum of a cell."""
        place = row * self.columns + column
        self.values[place] += end[0]
        self.closed[place] &= end[1]


def _times(x: tuple[fmpq, bool], y: tuple[fmpq, bool]) -> tuple[Any, bool]:
    """The product of two ends, and whether it is attained."""
    return x[0] * y[0], x[1] and y[1]


def _pairs_around_zero(a: _Operand, b: _Operand) -> int:
    return sum(len(rows) * len(columns) for rows, columns in _zeros(a, b))


def _zeros(a: _Operand, b: _Operand) -> Iterator[tuple[list[int], list[int]]]:
    """For each k: the rows i of a and the columns j of b for which a[i, k] and b[k, j] contain zero inside."""
    if "0" not in a.kinds or "0" not in b.kinds:
        return
    for k in range(a.columns):
        yield (
            [i for i in range(a.rows) if a.signs[i * a.columns + k] == "0"],
            [j for j in range(b.columns) if b.signs[k * b.columns + j] == "0"],
        )


def _around_zero(a: _Operand, b: _Operand) -> Iterator[tuple[int, int, _Ends, _Ends]]:
    for k, (rows, columns) in enumerate(_zeros(a, b)):
        for i, j in product(rows, columns):
            yield i, j, a.boxes[i * a.columns + k], b.boxes[k * b.columns + j]
