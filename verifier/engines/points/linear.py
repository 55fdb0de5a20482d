"""Determinants, inverses and ranks of matrices of points, by FLINT."""

from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, Missing
from verifier.numbers.number import Uncertain


def missing_in(a: Array) -> Missing | None:
    """What the functions of a matrix become where a cell has no value."""
    return next((cell.onward for cell in a.cells if isinstance(cell, Missing)), None)


def determinant(a: Array) -> Value:
    """The determinant of a square matrix."""
    missing = missing_in(a)
    if missing is not None:
        return missing
    return _matrix(a).det()


def inverse(a: Array) -> Array:
    """The inverse of a square matrix; UNDEFINED in all cells if it has none.

    Raises Uncertain where balls leave it open.
    """
    missing = missing_in(a)
    matrix = None if missing is not None else _matrix(a)
    if matrix is None or (isinstance(matrix, fmpq_mat) and matrix.det() == 0):
        return a.map(lambda _: UNDEFINED if missing is None else missing)
    try:
        cells: list[Value] = matrix.inv().entries()
    except ZeroDivisionError:
        raise Uncertain from None
    if not all(isinstance(cell, fmpq) or cell.is_finite() for cell in cells):
        raise Uncertain
    return Array(a.rows, a.columns, tuple(cells))


def rank(a: Array) -> Value:
    """The rank; raises Uncertain for balls that leave it open."""
    missing = missing_in(a)
    if missing is not None:
        return missing
    matrix = _matrix(a)
    if isinstance(matrix, fmpq_mat):
        return fmpq(matrix.rank())
    if a.rows == a.columns and not matrix.det().contains(0):
        return fmpq(a.rows)
    raise Uncertain


def _matrix(a: Array) -> Any:  # noqa: ANN401 - a matrix of rationals or of balls
    if all(isinstance(cell, fmpq) for cell in a.cells):
        return fmpq_mat(a.rows, a.columns, list(a.cells))
    return arb_mat(a.rows, a.columns, [arb(cell) for cell in a.cells])
