"""Products of matrices of points, by FLINT's matrix products where all cells are numbers.

A cell of a product stays rational where no term of its sum is a ball, except balls times an exact zero.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from flint import arb, arb_mat, fmpq, fmpq_mat

from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN
from verifier.numbers.number import Number

RATIONAL_SPEED: Final = 64
"""Products of two short rationals (one limb of 64 bits) per unit of work, in one matrix product of the library."""
BALL_SPEED: Final = 8
"""Products of two balls per unit of work, in one matrix product of the library."""
MOST_BITS: Final = 1 << 16
"""Bits of a common denominator beyond which no more are counted: the product of any such matrices is long."""
_ZERO: Final = fmpq(0)
_RATIONALS: Final = {fmpq}
_BALLS: Final = {arb}
_NUMBERS: Final = {fmpq, arb}


def product(a: Array, b: Array) -> Array:
    """The matrix product of *a* (m x k) and *b* (k x n), m x n; cells without a value are allowed."""
    if _all_rational(a) and _all_rational(b):
        exact: Any = fmpq_mat(a.rows, a.columns, list(a.cells)) * fmpq_mat(b.rows, b.columns, list(b.cells))
        return Array(a.rows, b.columns, tuple(exact.entries()))
    if _all_numbers(a) and _all_numbers(b):
        return Array(a.rows, b.columns, tuple(mixed_product(a, b)))
    columns = [b.column(j) for j in range(b.columns)]
    return Array(a.rows, b.columns, tuple(dot(row, column) for row in a.row_list() for column in columns))


def product_work(a: Array, b: Array) -> int:
    """The cost of `product`, in products of two numbers computed one by one."""
    products = len(a.cells) * b.columns
    if not (_all_numbers(a) and _all_numbers(b)):
        return products
    if not (_all_rational(a) and _all_rational(b)):
        return products // BALL_SPEED
    return products * _limbs(_bits_of_rows(a), _bits_of_columns(b)) // RATIONAL_SPEED


def limbs_of(rows: Iterable[Sequence[fmpq]], columns: Iterable[Sequence[fmpq]]) -> int:
    """The words of 64 bits that a product of two cells takes in the library, at most some more than MOST_BITS.

    The library brings each row of the one matrix and each column of the other to one denominator, which may be far
    longer than those of its cells: that of 1/1, 1/2, ... 1/1000 has more than 1,400 bits.
    """
    return _limbs(_cleared_bits(rows), _cleared_bits(columns))


def _limbs(bits: int, other: int) -> int:
    return 1 + (bits + other) // 64


def _bits_of_rows(array: Array) -> int:
    """`_cleared_bits` of the rows of a matrix, which is a factor of many products."""
    try:
        return array.bits_of_rows
    except AttributeError:
        array.bits_of_rows = found = _cleared_bits(array.row_list())
        return found


def _bits_of_columns(array: Array) -> int:
    try:
        return array.bits_of_columns
    except AttributeError:
        columns = [array.cells[j :: array.columns] for j in range(array.columns)]
        array.bits_of_columns = found = _cleared_bits(columns)
        return found


def _cleared_bits(lines: Iterable[Sequence[fmpq]]) -> int:
    """The bits of the longest denominator of a line, and of the longest number of all lines."""
    height = longest = 0
    for line in lines:
        height = max([height, *map(fmpq.height_bits, line)])
        whole: Any = fmpq_mat(1, len(line), line).numer_denom()[1]  # the least common denominator
        longest = max(longest, int(whole).bit_length())
        if longest > MOST_BITS:
            break
    return longest + height


def mixed_product(a: Array, b: Array) -> list[Value]:
    """The cells of the product of two matrices of rationals and balls, row by row."""
    balls: Any = _balls(a) * _balls(b)
    cells: list[Value] = balls.entries()
    exact = _rational_cells(a, b)
    if exact:
        rationals: Any = _rationals(a) * _rationals(b)
        for row, column in exact:
            cells[row * b.columns + column] = rationals[row, column]
    return cells


def _rational_cells(a: Array, b: Array) -> list[tuple[int, int]]:
    """Row and column of each cell of the product whose terms are all rational.

    Each row of *a* and each column of *b* has two bit masks with one bit for each term: which cells are balls, and
    which are not an exact zero. A term is a ball if one factor is a ball and the other is not an exact zero.
    """
    if (_all_balls(a) and _has_no_zero(b)) or (_all_balls(b) and _has_no_zero(a)):
        return []
    rows = [(_bits(row, _is_ball), _bits(row, _is_not_zero)) for row in a.row_list()]
    columns = [(_bits(line, _is_ball), _bits(line, _is_not_zero)) for line in map(b.column, range(b.columns))]
    return [
        (i, j)
        for i, (ball, nonzero) in enumerate(rows)
        for j, (other_ball, other_nonzero) in enumerate(columns)
        if not ball & other_nonzero and not other_ball & nonzero
    ]


def _bits(line: tuple[Value, ...], question: Callable[[Value], bool]) -> int:
    return int("".join("1" if question(cell) else "0" for cell in line), 2)


def _is_ball(cell: Value) -> bool:
    return isinstance(cell, arb)


def _is_not_zero(cell: Value) -> bool:
    return isinstance(cell, arb) or cell != _ZERO


def _balls(array: Array) -> arb_mat:
    return arb_mat(array.rows, array.columns, [arb(cell) for cell in array.cells])


def _rationals(array: Array) -> fmpq_mat:
    """The matrix with 0 in place of each ball."""
    return fmpq_mat(array.rows, array.columns, [_ZERO if isinstance(cell, arb) else cell for cell in array.cells])


def dot(row: tuple[Value, ...], column: tuple[Value, ...]) -> Value:
    """The sum of products of two lines of equal length, at least one cell each."""
    if row[0] is UNKNOWN or (column[0] is UNKNOWN and isinstance(row[0], Number)):
        return UNKNOWN  # the first term is UNKNOWN and absorbs all others, however many
    total: Value = sum(map(_term, row, column), _ZERO)
    return total


def _term(a: Value, b: Value) -> Value:
    """The product; an exact zero times any number stays an exact zero, so that a sum of rationals stays rational."""
    for factor, other in ((a, b), (b, a)):
        if isinstance(factor, fmpq) and factor == 0 and isinstance(other, Number):
            return factor
    return a * b


def _all_numbers(array: Array) -> bool:
    return set(map(type, array.cells)) <= _NUMBERS


def _all_balls(array: Array) -> bool:
    return set(map(type, array.cells)) <= _BALLS


def _has_no_zero(array: Array) -> bool:
    return all(map(_is_not_zero, array.cells))


def _all_rational(array: Array) -> bool:
    return set(map(type, array.cells)) <= _RATIONALS
