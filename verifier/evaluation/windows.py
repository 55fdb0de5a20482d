"""A column, each number of which is one operation over some rows of an array, which move with the number.

`Matrix(rows(X), 1, lambda i, j: mean(X[i:i + 2]))` is such a column, and many trials of slips are. The array is
computed once, and the ends of the windows are counted, not evaluated.
"""

from collections.abc import Callable, Collection
from typing import Final

from verifier.formulas.tree import Apply, Build, Expression, Literal, Name, Span, Subscript, used
from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNKNOWN
from verifier.operations import REGISTER
from verifier.record import NamedTuple

_COUNTED: Final[dict[str, Callable[[int, int], int]]] = {"add": int.__add__, "subtract": int.__sub__, "max": max}


class Window(NamedTuple):
    """An operation, the array of which it takes rows, and the ends of these: numbers and the index of the row."""

    call: Apply
    array: Expression
    first: Expression | None
    last: Expression | None

    def rows(self, array: Array, at: int) -> Array:
        """The rows of the array that make the number at a row."""
        ends = (None if end is None else _count(end, at) for end in (self.first, self.last))
        places = range(array.rows)[slice(*ends)]
        cells = array.cells[places.start * array.columns : places.stop * array.columns]
        return Array(len(places), array.columns, cells if places else ())


def window_of(made: Build) -> Window | None:
    """The window of a matrix with one column; None of any other matrix."""
    index, other = made.indices
    is_column = isinstance(made.columns, Literal) and made.columns.value == 1 and index != other
    match made.body:
        case Apply(name, (Subscript(array, Span(first, last, None), None),), options) as call if is_column:
            fixed = (array, *(value for _, value in options if value is not None))
            is_fixed = all(used(part).isdisjoint(made.indices) for part in fixed)
            is_number = REGISTER[name].pattern == "reducing" and all(key != "axis" for key, _ in options)
            if is_fixed and is_number and all(end is None or _is_counted(end, index) for end in (first, last)):
                return Window(call, array, first, last)
    return None


def built_of_windows(
    window: Window, rows: int, array: Array, computed: Callable[[Array], Array], only: Collection[Shape] | None
) -> Array:
    """The column of so many *rows*, or its numbers at the places in *only* and UNKNOWN elsewhere."""
    cells: list[Value] = []
    for row in range(rows):
        is_wanted = only is None or (row, 0) in only
        cells.append(computed(window.rows(array, row)).cells[0] if is_wanted else UNKNOWN)
    return Array(rows, 1, tuple(cells))


def _is_counted(end: Expression, index: str) -> bool:
    """Whether an end is a whole number for each row, by counting alone."""
    match end:
        case Name(name):
            return name == index
        case Literal(value):
            return bool(value.q == 1)
        case Apply(name, (left, right), ()) if name in _COUNTED:
            return _is_counted(left, index) and _is_counted(right, index)
    return False


def _count(end: Expression, at: int) -> int:
    match end:
        case Literal(value):
            return int(value.p)
        case Apply(name, (left, right)):
            return _COUNTED[name](_count(left, at), _count(right, at))
    return at
