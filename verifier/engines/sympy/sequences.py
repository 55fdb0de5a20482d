"""Orders, running sums and differences of the second engine."""

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from itertools import pairwise
from typing import Final, TypeAlias

from verifier.engines.sympy.numbers import sign, sympy
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, Missing

Cells: TypeAlias = Sequence[Value]


def _order(a: Value, b: Value) -> int:
    return sign(a - b)


def ordered(line: Cells) -> list[Value]:
    """The numbers of a line in ascending order."""
    return sorted(line, key=cmp_to_key(_order))


def _at_share(line: Cells, share: Value) -> Value:
    """The number below which a share of the line lies, between its neighbours."""
    if sign(share) < 0 or sign(1 - share) < 0:
        return UNDEFINED
    found, place = ordered(line), share * (len(line) - 1)
    below = int(sympy().floor(place))
    beyond = min(below + 1, len(line) - 1)
    return found[below] + (place - below) * (found[beyond] - found[below])


def _quantile(parts: int) -> Callable[..., Array]:
    """The quantile at a number of so many parts of the whole."""

    def of(a: Array, q: Array, axis: int | None) -> Array:
        def of_line(line: Cells) -> Value:
            missing = [cell for cell in (*q.cells, *line) if isinstance(cell, Missing)]
            return missing[0] if missing else _at_share(line, q.cells[0] / parts) if line else UNDEFINED

        if axis is None:
            return Array(1, 1, (of_line(a.cells),))
        if axis == 0:
            return Array(1, a.columns, tuple(of_line(a.column(j)) for j in range(a.columns)))
        return Array(a.rows, 1, tuple(map(of_line, a.row_list())))

    return of


def _along(function: Callable[..., Cells]) -> Callable[..., Array]:
    """A function of lines along an axis; without one along a lone column, or all cells in a row."""

    def of(a: Array, axis: int | None, **options: int) -> Array:
        if axis == 0 or (axis is None and a.columns == 1):
            return of(a.transposed, 1, **options).transposed
        rows = a.row_list() if axis == 1 or function in (_sorted, _differences) else [a.cells]
        made = [_unless_missing(function, row, options) for row in rows]
        return Array(len(made), len(made[0]), tuple(cell for line in made for cell in line))

    return of


def _unless_missing(function: Callable[..., Cells], line: Cells, options: dict[str, int]) -> Cells:
    missing = next((cell for cell in line if isinstance(cell, Missing)), None)
    if missing is None:
        return function(line, **options)
    return [missing for _ in function([sympy().Integer(0)] * len(line), **options)]


def _sorted(line: Cells) -> Cells:
    return ordered(line)


def _sums(line: Cells) -> Cells:
    return [sympy().Add(*line[: place + 1]) for place in range(len(line))]


def _products(line: Cells) -> Cells:
    return [sympy().Mul(*line[: place + 1]) for place in range(len(line))]


def _differences(line: Cells, n: int = 1) -> Cells:
    for _ in range(n):
        line = [b - a for a, b in pairwise(line)]
    return line


SEQUENCES: Final[dict[str, Callable[..., Array]]] = {
    "sort": _along(_sorted),
    "cumsum": _along(_sums),
    "cumprod": _along(_products),
    "diff": _along(_differences),
    "quantile": _quantile(1),
    "percentile": _quantile(100),
}
"""Operations on lines of cells."""


def _median(line: Cells) -> Value:
    found, middle = ordered(line), len(line) // 2
    return found[middle] if len(found) % 2 else (found[middle - 1] + found[middle]) / 2


def _place_of_largest(line: Cells) -> Value:
    """The first place of which no other number is larger: the number that most are smaller than."""
    smaller = [sum(_order(other, cell) < 0 for other in line) for cell in line]
    return sympy().Integer(smaller.index(max(smaller)))


def _size(line: Cells, ord: int | None = None) -> Value:  # noqa: A002 - NumPy's name
    sizes = [cell * sign(cell) for cell in line]
    return sympy().Add(*sizes) if ord == 1 else sympy().sqrt(sympy().Add(*(size**2 for size in sizes)))


LINES: Final[dict[str, Callable[..., Value]]] = {
    "median": _median,
    "argmax": _place_of_largest,
    "argmin": lambda line: _place_of_largest([-cell for cell in line]),
    "prod": lambda line: sympy().Mul(*line),
    "norm": _size,
    "gini": lambda line: sympy().Add(*(p * (1 - p) for p in line)) + 1 - sympy().Add(*line),
}
"""Functions from a line of numbers to one."""
