"""Values in rows and columns, as the engines compute with them."""

from array import array as words
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from flint import fmpq

from verifier.numbers.interval import WHOLE_LINE, Interval, Missing, point
from verifier.record import NamedTuple

Value: TypeAlias = Any
"""What a cell holds: a Number, an Interval of numbers, Missing, or a word.

Any, because what these share, the operators, is no type of the language.
"""

Shape: TypeAlias = tuple[int, int]
"""The numbers of rows and of columns."""
Selector: TypeAlias = int | None
"""One row or one column, by its index from zero; None for all of them."""
Coordinates: TypeAlias = tuple[int, int]
"""The row and the column of a cell as reports name them, both from one."""


class Position(NamedTuple):
    """The row and the column of a cell, both from zero."""

    row: int
    column: int


class Array:
    """A matrix of values, row by row; a scalar is 1 x 1.

    For ranges, three facts say what the cells are worth. `sources` are the printed
    cells' stages that they depend on, `exact` that each range is attained, and
    `independent` that the cells vary freely of each other: the set is the whole box.
    """

    __slots__ = (
        *("_identity", "bits_of_columns", "bits_of_rows"),  # told when they are first asked
        *("cells", "columns", "exact", "independent", "rows", "sources"),
    )
    bits_of_columns: int
    bits_of_rows: int

    def __init__(  # noqa: PLR0913, PLR0917 - the order in which every caller writes them
        self,
        rows: int,
        columns: int,
        cells: tuple[Value, ...],
        sources: frozenset[str] = frozenset(),
        exact: bool = True,  # noqa: FBT001, FBT002 - as above
        independent: bool = True,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.cells = cells
        self.sources = sources
        self.exact = exact
        self.independent = independent
        self._identity: tuple[object, ...] | None = None

    def __repr__(self) -> str:
        return f"Array({self.rows}, {self.columns}, {self.cells})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Built again where it is unpickled, as its cells are other objects there."""
        return Array, (self.rows, self.columns, self.cells, self.sources, self.exact, self.independent)

    @property
    def shape(self) -> Shape:
        """The numbers of rows and of columns."""
        return self.rows, self.columns

    def __getitem__(self, position: tuple[int, int]) -> Value:
        return self.cells[position[0] * self.columns + position[1]]

    def position(self, index: int) -> Position:
        """The row and the column of the cell at *index*, from zero."""
        return tuple.__new__(Position, divmod(index, self.columns))

    def index_of(self, row: int, column: int) -> int:
        """The index of the cell in a row and a column, both from zero."""
        return row * self.columns + column

    def row(self, index: int) -> tuple[Value, ...]:
        """The cells of one row."""
        return self.cells[index * self.columns : (index + 1) * self.columns]

    def row_list(self) -> list[tuple[Value, ...]]:
        """All rows, each as its cells."""
        return [self.row(index) for index in range(self.rows)]

    def column(self, index: int) -> tuple[Value, ...]:
        """The cells of one column."""
        return self.cells[index :: self.columns]

    @property
    def identity(self) -> tuple[object, ...]:
        """The facts and the identities of the cells: a key that is valid while the cells live."""
        if self._identity is None:
            cells = words("Q", map(id, self.cells)).tobytes()
            self._identity = self.rows, self.sources, self.exact, self.independent, cells
        return self._identity

    def is_same(self, other: "Array") -> bool:
        """Whether another array has this shape and the same exact values; of balls and ranges nothing is said."""
        if self is other:
            return True
        return self.shape == other.shape and all(map(_are_same, self.cells, other.cells))

    def map(self, function: Callable[[Value], Value]) -> "Array":
        """The same function applied to every cell."""
        return Array(self.rows, self.columns, tuple(map(function, self.cells)))

    def positions(self) -> Iterator[Position]:
        """The row and the column of every cell, row by row."""
        return (Position(row, column) for row in range(self.rows) for column in range(self.columns))

    def with_cells(self, others: Mapping[int, Value]) -> "Array":
        """The same with other values in some cells, by their index."""
        cells = list(self.cells)
        for index, value in others.items():
            cells[index] = value
        return Array(self.rows, self.columns, tuple(cells))

    @property
    def transposed(self) -> "Array":
        """The transpose."""
        cells = tuple(cell for column in range(self.columns) for cell in self.column(column))
        return Array(self.columns, self.rows, cells)


def _are_same(a: Value, b: Value) -> bool:
    return a is b or (isinstance(a, fmpq) and isinstance(b, fmpq) and a == b)


def as_interval(value: Value) -> Interval:
    """A cell as a range; an unknown cell is the whole line."""
    if isinstance(value, Interval):
        return value
    return WHOLE_LINE if isinstance(value, Missing | str) else point(value)


def scalar(value: Value) -> Array:
    """The 1 x 1 array of *value*."""
    return Array(1, 1, (value,))


def are_single(arrays: Iterable[Array]) -> bool:
    """Whether all arrays are single numbers, as are those of most formulas in texts."""
    for array in arrays:  # noqa: SIM110 - a generator takes twice as long
        if array.rows != 1 or array.columns != 1:
            return False
    return True


def sources_of(arrays: list[Array]) -> frozenset[str]:
    """The stages that any of the arrays depends on."""
    return frozenset().union(*(array.sources for array in arrays))
