"""Columns as lists of Python's whole numbers, which have no bounds: what of a value is printed, cell by cell.

Roots and exponentials are whole numbers of 2**-BITS, rounded down: each encloses the real between itself and the next.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import gcd, isqrt
from operator import add, mul
from typing import Final, TypeAlias

from flint import arb, fmpq, fmpz

from verifier.numbers.column_prints import Name, inside, prints, span_of, surely_prints
from verifier.numbers.mantissas import Mantissas
from verifier.numbers.precision import working_precision

Rows: TypeAlias = list[list[int]]
BITS: Final = 96
_PRECISION: Final = 256
FUNCTIONS: Final[Mapping[str, Callable[[arb], arb]]] = {
    "exp": arb.exp,
    "log": arb.log,
    "sqrt": arb.sqrt,
    "tanh": arb.tanh,
    "sin": arb.sin,
    "cos": arb.cos,
    "sigmoid": lambda x: 1 / (1 + (-x).exp()),
}
"""The functions of one number that can be asked."""


class Beyond(Exception):
    """A number is too large for whole numbers of this kind, or cannot be enclosed."""


class Lists:
    """Blocks as rows of whole numbers."""

    def block(self, shown: Mantissas) -> Rows:
        """The numbers of a block."""
        cells, width = shown.cells.tolist(), shown.columns
        return [cells[at : at + width] for at in range(0, len(cells), width)]

    def constant(self, value: int) -> Rows:
        """A block of one number."""
        return [[value]]

    def only(self, a: Rows) -> int:
        """The number of a block of one."""
        return a[0][0]

    def product(self, a: Rows, b: Rows) -> Rows:
        """The matrix product."""
        columns = list(zip(*b, strict=True))
        return [[sum(map(mul, row, column)) for column in columns] for row in a]

    def transposed(self, a: Rows) -> Rows:
        """The transpose."""
        return [list(column) for column in zip(*a, strict=True)]

    def times(self, a: Rows, factor: int) -> Rows:
        """Each number times a factor."""
        return a if factor == 1 else [[cell * factor for cell in row] for row in a]

    def plus(self, a: Rows, b: Rows) -> Rows:
        """The sum of two blocks of one shape."""
        return [list(map(add, row, other)) for row, other in zip(a, b, strict=True)]

    def by_cell(self, a: Rows, b: Rows) -> Rows:
        """The products of the cells of two blocks of one shape."""
        return [list(map(mul, row, other)) for row, other in zip(a, b, strict=True)]

    def spread(self, a: Rows, rows: int, columns: int) -> Rows:
        """A block of one row, one column or one cell, repeated."""
        wide = a if len(a[0]) == columns else [row * columns for row in a]
        return wide if len(wide) == rows else wide * rows

    def positive(self, a: Rows) -> Rows:
        """Each number, or 0 if it is below."""
        return [[max(cell, 0) for cell in row] for row in a]

    def row_sums(self, a: Rows) -> Rows:
        """The sum of each row, as a column."""
        return [[sum(row)] for row in a]

    def ratio_prints(self, a: Rows, below: int, shown: Mantissas, rule: Name) -> bool:
        """Whether a / *below* prints as shown."""
        common = gcd(10**shown.place, below)
        up, unit = 10**shown.place // common, below // common
        lo, hi = (end * unit for end in inside(rule))
        cells = zip(chain.from_iterable(a), shown.cells, strict=True)
        rest = ((m, off) for value, m in cells if not lo < (off := 4 * (value * up - m * unit)) < hi)
        return all(prints(rule, mantissa, off // 2, unit) for mantissa, off in rest)

    def rooted_prints(self, a: Rows, below: int, root: tuple[int, int], shown: Mantissas, rule: Name) -> bool:
        """Whether a / (*below* * sqrt(root)) prints as shown; *root* is a fraction above zero."""
        factor = root_factor(root[1], below * below * root[0], shown.place)
        return all(map(_scaled_prints, a, [factor] * len(a), _rows(shown), [rule] * len(a)))

    def quotient_prints(self, a: Rows, b: Rows, by: tuple[int, int], shown: Mantissas, rule: Name) -> bool:
        """Whether a / b times the fraction *by*, above zero, prints as shown, cell by cell."""
        up = 10**shown.place * by[0]
        for above, below, mantissa in zip(chain.from_iterable(a), chain.from_iterable(b), shown.cells, strict=True):
            sign = (below > 0) - (below < 0)
            unit = abs(below) * by[1]
            if unit == 0 or not prints(rule, mantissa, 2 * (sign * above * up - mantissa * unit), unit):
                return False
        return True

    def mapped_prints(self, name: str, a: Rows, below: int, shown: Mantissas, rule: Name) -> bool:
        """Whether a function of each a / *below* prints as shown."""
        unit, up = 1 << BITS, 10**shown.place
        for value, mantissa in zip(chain.from_iterable(a), shown.cells, strict=True):
            least = mapped(name, value, below)
            off = 4 * (least * up - mantissa * unit)
            if not surely_prints(rule, mantissa, off, off + 4 * up, unit):
                return False
        return True

    def normalised_prints(self, a: Rows, shown: Mantissas, rule: Name) -> bool:
        """Whether each row, less its mean and by its deviation, prints as shown."""
        for row, printed in zip(a, _rows(shown), strict=True):
            count, total = len(row), sum(row)
            size = count * sum(map(mul, row, row)) - total * total
            if size <= 0:
                return False
            distances = [count * cell - total for cell in row]
            if not _scaled_prints(distances, root_factor(1, size, shown.place), printed, rule):
                return False
        return True

    def shares_print(self, a: Rows, below: int, shown: Mantissas, rule: Name) -> bool:
        """Whether the softmax of each row of a / *below* prints as shown."""
        return all(_shares_print(row, below, of, shown.place, rule) for row, of in zip(a, _rows(shown), strict=True))


def _rows(shown: Mantissas) -> Iterable[Sequence[int]]:
    return (shown.cells[at : at + shown.columns] for at in range(0, len(shown.cells), shown.columns))


def root_factor(above: int, below: int, place: int) -> int:
    """10**place * sqrt(above / below), in units of 2**-BITS, rounded down."""
    return isqrt((10 ** (2 * place) * above << 2 * BITS) // below)


def _scaled_prints(row: Iterable[int], factor: int, printed: Iterable[int], rule: Name) -> bool:
    """Whether numbers, times what lies between a factor and the next, print as shown."""
    unit = 1 << BITS
    lo, hi = (end * unit for end in inside(rule))
    for value, mantissa in zip(row, printed, strict=True):
        low = 4 * (value * factor - mantissa * unit)
        low, high = (low, low + 4 * value) if value >= 0 else (low + 4 * value, low)
        if not (lo < low and high < hi) and not surely_prints(rule, mantissa, low, high, unit):
            return False
    return True


def _shares_print(row: Sequence[int], below: int, printed: Sequence[int], place: int, rule: Name) -> bool:
    most = max(row)
    powers = [exponential(value - most, below) for value in row]
    total = sum(powers)
    return shares_print(powers, (total, total + len(row)), 1, printed, 4 * 10**place, rule)


def shares_print(  # noqa: PLR0913, PLR0917 - what encloses a row of shares
    powers: Iterable[int], total: tuple[int, int], slack: int, printed: Iterable[int], quarters: int, rule: Name
) -> bool:
    """Whether numbers by their *total* print as shown; each lies within *slack* above what is known of it."""
    for power, mantissa in zip(powers, printed, strict=True):
        span = span_of(rule, mantissa)
        least, most = 4 * mantissa + span.lo, 4 * mantissa + span.hi
        is_above = quarters * power > least * total[least > 0]
        if not (is_above and quarters * (power + slack) < most * total[most < 0]):
            return False
    return True


def exponential(above: int, below: int) -> int:
    """exp(above / below) in units of 2**-BITS, rounded down."""
    return mapped("exp", above, below)


@lru_cache(maxsize=1 << 14)
def mapped(name: str, above: int, below: int) -> int:
    """A function of above / below in units of 2**-BITS, rounded down; raises Beyond where it has no value."""
    with working_precision(_PRECISION):
        found = (FUNCTIONS[name](arb(fmpq(above, below))) * arb(fmpz(1) << BITS)).floor().unique_fmpz()
    if found is None:
        raise Beyond
    return int(found)
