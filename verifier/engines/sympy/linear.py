"""Linear algebra of the second engine: SymPy's determinants, inverses and ranks."""

from collections.abc import Callable
from typing import Any, Final

from verifier.engines.sympy.numbers import sign, sympy
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Missing


def _matrix(a: Array) -> Any:  # noqa: ANN401 - SymPy has no types
    return sympy().Matrix(a.rows, a.columns, list(a.cells))


def _array(matrix: Any) -> Array:  # noqa: ANN401 - SymPy has no types
    return Array(matrix.rows, matrix.cols, tuple(matrix))


def _known(function: Callable[..., Array]) -> Callable[..., Array]:
    """The function where all cells have values; where one has none, no cell of the result has one."""

    def of(a: Array, *others: Array, **options: int | None) -> Array:
        missing = next((cell for array in (a, *others) for cell in array.cells if isinstance(cell, Missing)), None)
        if missing is None:
            return function(a, *others, **options)
        ones = [array.map(lambda _: sympy().Integer(1)) for array in (a, *others)]
        return function(*ones, **options).map(lambda _: missing)

    return of


def _inverse(a: Array) -> Array:
    if sign(_matrix(a).det(method="berkowitz")) == 0:
        return a.map(lambda _: UNDEFINED)
    return Array(a.rows, a.columns, tuple(_matrix(a).inv(method="ADJ")))


def _solution(a: Array, b: Array) -> Array:
    """By Cramer's rule: a quotient of determinants for each unknown."""
    if b.rows != a.rows:
        return _solution(a, b.transposed).transposed
    whole = _matrix(a).det(method="berkowitz")
    if sign(whole) == 0:
        return b.map(lambda _: UNDEFINED)
    cells = []
    for i in range(a.rows):
        for j in range(b.columns):
            exchanged = _matrix(a)
            exchanged[:, i] = sympy().Matrix(b.rows, 1, list(b.column(j)))
            cells.append(exchanged.det(method="berkowitz") / whole)
    return Array(b.rows, b.columns, tuple(cells))


def _least(a: Array, b: Array) -> Array:
    if b.rows != a.rows:
        return _least(a, b.transposed).transposed
    left, right = _matrix(a.transposed) * _matrix(a), _matrix(a.transposed) * _matrix(b)
    found = _solution(_array(left), _array(right))
    return found.map(lambda cell: UNKNOWN if cell is UNDEFINED else cell)


def _one(function: Callable[[Array], Value]) -> Callable[..., Array]:
    return _known(lambda a: Array(1, 1, (function(a),)))


def _dot(a: Array, b: Array) -> Array:
    if a.shape == b.shape and 1 in a.shape:
        return Array(1, 1, (sympy().Add(*(x * y for x, y in zip(a.cells, b.cells, strict=True))),))
    made = _matrix(a) * _matrix(b)
    return Array(a.rows, b.columns, tuple(made))


LINEAR: Final[dict[str, Callable[..., Array]]] = {
    "dot": _known(_dot),
    "det": _one(lambda a: _matrix(a).det(method="berkowitz")),
    "inv": _known(_inverse),
    "solve": _known(_solution),
    "lstsq": _known(_least),
    "matrix_rank": _one(lambda a: sympy().Integer(_matrix(a).rank(simplify=True))),
    "trace": _one(lambda a: sympy().Add(*(a[i, i] for i in range(min(a.shape))))),
}
"""Operations on whole matrices."""
