"""Columns as NumPy arrays of whole numbers: most cells are proved at once, and the others one by one in lists.

All is exact: numbers of 64 bits with a guard before each step, and in matrix products doubles whose partial sums are
whole numbers below 2**52, so that none is rounded in whatever order they are summed. What is too large is Beyond.
Roots and exponentials have fewer bits than in lists.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import starmap
from math import gcd
from typing import Any, Final, TypeAlias

import numpy as np

from verifier.numbers.column_prints import Name, inside
from verifier.numbers.columns_in_lists import BITS, Beyond, Lists, exponential, root_factor
from verifier.numbers.mantissas import Mantissas

Block: TypeAlias = "np.ndarray[Any, Any]"
_DOUBLES: Final = 1 << 52
_WHOLE: Final = 1 << 61
_HALF: Final = 31
"""Bits of the entries of which two give a power."""
_FINE: Final = 256
"""Powers in the fine one of two tables."""
_MOST_POWERS: Final = 1 << 20


class Arrays:
    """Blocks as arrays of 64-bit whole numbers, two-dimensional."""

    def __init__(self) -> None:
        self.lists = Lists()

    def block(self, shown: Mantissas) -> Block:
        """The numbers of a block."""
        return np.frombuffer(shown.cells, np.int64).reshape(shown.rows, shown.columns)

    def constant(self, value: int) -> Block:
        """A block of one number."""
        return np.array([[_kept(value)]], np.int64)

    def only(self, a: Block) -> int:
        """The number of a block of one."""
        return int(a[0, 0])

    def product(self, a: Block, b: Block) -> Block:
        """The matrix product."""
        if a.shape[1] * _most(a) * _most(b) >= _DOUBLES:
            raise Beyond
        return (a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64)

    def transposed(self, a: Block) -> Block:
        """The transpose."""
        return a.T

    def times(self, a: Block, factor: int) -> Block:
        """Each number times a factor."""
        return a if factor == 1 else _times(a, factor)

    def plus(self, a: Block, b: Block) -> Block:
        """The sum of two blocks of one shape."""
        _kept(_most(a) + _most(b))
        return a + b

    def by_cell(self, a: Block, b: Block) -> Block:
        """The products of the cells of two blocks of one shape."""
        _kept(_most(a) * _most(b))
        return a * b

    def spread(self, a: Block, rows: int, columns: int) -> Block:
        """A block of one row, one column or one cell, repeated."""
        return np.broadcast_to(a, (rows, columns))

    def positive(self, a: Block) -> Block:
        """Each number, or 0 if it is below."""
        return np.maximum(a, 0)

    def row_sums(self, a: Block) -> Block:
        """The sum of each row, as a column."""
        _kept(a.shape[1] * _most(a))
        found: Block = a.sum(axis=1, keepdims=True)
        return found

    def ratio_prints(self, a: Block, below: int, shown: Mantissas, rule: Name) -> bool:
        """Whether a / *below* prints as shown."""
        common = gcd(10**shown.place, below)
        up, unit = 10**shown.place // common, below // common
        off = _times(a, 4 * up) - _times(self.block(shown), 4 * unit)
        lo, hi = (_kept(end * unit) for end in inside(rule))
        rest = _outside((off > lo) & (off < hi))
        return self._one_by_one(a, shown, rest, lambda one, of: self.lists.ratio_prints(one, below, of, rule))

    def rooted_prints(self, a: Block, below: int, root: tuple[int, int], shown: Mantissas, rule: Name) -> bool:
        """Whether a / (*below* * sqrt(root)) prints as shown; *root* is a fraction above zero."""
        factor = root_factor(root[1], below * below * root[0], shown.place)
        rest = self._not_scaled(a, np.array([[factor]], object), shown, rule)
        return self._one_by_one(a, shown, rest, lambda one, of: self.lists.rooted_prints(one, below, root, of, rule))

    def quotient_prints(self, a: Block, b: Block, by: tuple[int, int], shown: Mantissas, rule: Name) -> bool:
        """The same in lists: each cell has a denominator of its own."""
        return self.lists.quotient_prints(a.tolist(), b.tolist(), by, shown, rule)

    def mapped_prints(self, name: str, a: Block, below: int, shown: Mantissas, rule: Name) -> bool:
        """The same in lists."""
        return self.lists.mapped_prints(name, a.tolist(), below, shown, rule)

    def normalised_prints(self, a: Block, shown: Mantissas, rule: Name) -> bool:
        """Whether each row, less its mean and by its deviation, prints as shown."""
        count = a.shape[1]
        _kept(2 * (count * _most(a)) ** 2)
        total = a.sum(axis=1, keepdims=True)
        sizes = count * (a * a).sum(axis=1, keepdims=True) - total * total
        if not (sizes > 0).all():
            return False
        factors = np.array([[root_factor(1, int(size), shown.place)] for size in sizes[:, 0]], object)
        rest = self._not_scaled(count * a - total, factors, shown, rule)
        lines = sorted({row for row, _ in rest})
        return all(self.lists.normalised_prints([a[row].tolist()], _row(shown, row), rule) for row in lines)

    def shares_print(self, a: Block, below: int, shown: Mantissas, rule: Name) -> bool:
        """Whether the softmax of each row of a / *below* prints as shown."""
        _kept(2 * _most(a))
        quarters = 4 * 10**shown.place
        bits = min(2 * _HALF, (_WHOLE // (a.shape[1] * (quarters + 4 * shown.most + 4))).bit_length() - 1)
        if bits < _HALF:
            raise Beyond
        powers = _powers(a.max(axis=1, keepdims=True) - a, below) >> (2 * _HALF - bits)
        slack = ((1 << _HALF + 1) >> (2 * _HALF - bits)) + 2
        total = powers.sum(axis=1, keepdims=True)
        totals = total, total + slack * a.shape[1]
        lo, hi = inside(rule)
        least, most = (4 * self.block(shown) + end for end in (lo, hi))
        is_above = quarters * powers > least * np.where(least > 0, totals[1], totals[0])
        is_below = quarters * (powers + slack) < most * np.where(most < 0, totals[1], totals[0])
        lines = sorted({row for row, _ in _outside(is_above & is_below)})
        return all(self.lists.shares_print([a[row].tolist()], below, _row(shown, row), rule) for row in lines)

    def _not_scaled(self, a: Block, factors: Block, shown: Mantissas, rule: Name) -> list[tuple[int, int]]:
        """The cells of which it is not seen that they print as shown times a factor, of 2**-BITS, of their rows."""
        largest = max(_most(a) * (int(factors.max()) + 1) >> BITS, shown.most) + 1
        bits = min(BITS, (_WHOLE // (8 * largest)).bit_length() - 1)
        if bits < 0 or 8 * _most(a) >= _WHOLE or int(factors.max()) >> (BITS - bits) >= _WHOLE:
            raise Beyond
        factor = (factors >> (BITS - bits)).astype(np.int64)
        low = 4 * (a * factor - (self.block(shown) << bits))
        lo, hi = (end << bits for end in inside(rule))
        return _outside((low + np.minimum(4 * a, 0) > lo) & (low + np.maximum(4 * a, 0) < hi))

    def _one_by_one(
        self,
        a: Block,
        shown: Mantissas,
        cells: list[tuple[int, int]],
        is_printed: Callable[[list[list[int]], Mantissas], bool],
    ) -> bool:
        def one(row: int, column: int) -> bool:
            at = row * shown.columns + column
            return is_printed(
                [[int(a[row, column])]], shown._replace(rows=1, columns=1, cells=shown.cells[at : at + 1])
            )

        return all(starmap(one, cells))


def _row(shown: Mantissas, row: int) -> Mantissas:
    cells = shown.cells[row * shown.columns : (row + 1) * shown.columns]
    return shown._replace(rows=1, cells=cells)


def _most(a: Block) -> int:
    """The largest number of a block without its sign."""
    return max(int(a.max()), -int(a.min()))


def _kept(value: int) -> int:
    if abs(value) >= _WHOLE:
        raise Beyond
    return value


def _times(a: Block, factor: int) -> Block:
    _kept(_most(a) * abs(factor))
    return a * _kept(factor)


def _outside(is_inside: Block) -> list[tuple[int, int]]:
    """The cells, by row and column, of which nothing is known."""
    return [] if is_inside.all() else [(int(row), int(column)) for row, column in np.argwhere(~is_inside)]


def _powers(steps: Block, below: int) -> Block:
    """exp(-steps / below) in units of 2**-2 _HALF, each with less than 2**(_HALF + 1) + 1 below what it is."""
    coarse, fine = _tables(below, int(steps.max()) // _FINE + 1)
    found: Block = coarse[steps // _FINE] * fine[steps % _FINE]
    return found


@lru_cache(maxsize=16)
def _tables(below: int, count: int) -> tuple[Block, Block]:
    """The powers of so many coarse steps and of the fine ones between two, in units of 2**-_HALF, rounded down."""
    if count * _FINE > _MOST_POWERS:
        raise Beyond
    shift = BITS - _HALF
    coarse = [exponential(-at * _FINE, below) >> shift for at in range(count)]
    fine = [exponential(-at, below) >> shift for at in range(_FINE)]
    return np.array(coarse, np.int64), np.array(fine, np.int64)
