"""Products of matrices in which rationals and balls stand side by side, each by one call of the library."""

from collections.abc import Callable
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from verifier.numbers.array import Array, Value

_ZERO = fmpq(0)


def mixed_product(a: Array, b: Array) -> list[Value]:
    """The cells of a product of numbers: rational where no ball meets anything but an exact zero, a ball elsewhere."""
    balls: Any = _balls(a) * _balls(b)
    cells: list[Value] = balls.entries()
    exact = _exact_places(a, b)
    if exact:
        rationals: Any = _rationals(a) * _rationals(b)
        for row, column in exact:
            cells[row * b.columns + column] = rationals[row, column]
    return cells


def _exact_places(a: Array, b: Array) -> list[tuple[int, int]]:
    """Where every term of the sum is rational; which terms are not is told by bits, one for each term."""
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
    """The matrix with zeros in the place of balls."""
    return fmpq_mat(array.rows, array.columns, [_ZERO if isinstance(cell, arb) else cell for cell in array.cells])
