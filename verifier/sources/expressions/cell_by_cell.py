"""Matrices and vectors that are expressions, cell by cell: what each cell is by itself.

So two sides that both compute are compared: `[1 * 5 + 2 * 6, 3 * 5 + 4 * 6] = [5 + 12, 15 + 24]`.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import chain
from typing import Final

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Name, children
from verifier.record import NamedTuple
from verifier.sources.expressions.values import Numeral, Unreadable

MAX_CELLS: Final = 36
_MAX_TERMS: Final = 12
"""Terms of a sum that a cell of a product of matrices is."""
_TWO: Final = ("add", "subtract", "multiply", "divide")
_OF_CELLS: Final = ("negative", "sigmoid", "tanh", "relu", "exp", "log", "abs")


class Cells(NamedTuple):
    """The expressions of the cells of a matrix, in rows; of a number there is one."""

    rows: tuple[tuple[Expression, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def trees(self) -> tuple[Expression, ...]:
        """The cells in the order of reading."""
        return tuple(chain(*self.rows))

    def each(self, made: Callable[[Expression], Expression]) -> "Cells":
        """What is made of each cell."""
        return Cells(tuple(tuple(made(cell) for cell in row) for row in self.rows))

    def beside(self, other: "Cells") -> tuple[tuple[Expression, ...], ...]:
        """The rows, as many and as wide as those of another matrix, where one row or column goes with all of these."""
        rows, columns = other.shape
        wide = tuple(row * columns for row in self.rows) if self.shape[1] == 1 else self.rows
        return wide * rows if len(wide) == 1 else wide


def cells_of(tree: Expression, grids: dict[str, Grid[Numeral]], alone: Callable[[Numeral], Expression]) -> Cells:
    """The cells of an expression whose matrices of numbers have names; *alone* gives the tree of such a number.

    Raises Unreadable for operations that mix cells in other ways than sums, products and transposes do, and for more
    cells than are compared.
    """
    match tree:
        case Name(name) if name in grids and grids[name].shape != (1, 1):
            grid = grids[name]
            shown = [cell for cell in grid.cells if cell is not None]
            if len(shown) < len(grid.cells) or len(shown) > MAX_CELLS:
                raise Unreadable("a matrix with an ellipsis, or a large one")
            found = tuple(alone(cell) for cell in shown)
            return Cells(tuple(found[at : at + grid.columns] for at in range(0, len(found), grid.columns)))
        case Apply(operation, arguments) if arguments and not tree.options:
            parts = [cells_of(part, grids, alone) for part in arguments]
            if operation in ("hstack", "vstack"):
                return _stacked(operation, parts)
            if all(part.shape == (1, 1) for part in parts):
                return Cells(((tree,),))
            return _combined(operation, parts)
    if any(isinstance(part, Apply) for part in children(tree)):
        raise Unreadable("cells of a matrix that is built otherwise")
    return Cells(((tree,),))


def _stacked(operation: str, parts: Sequence[Cells]) -> Cells:
    """Blocks beside or below each other."""
    if operation == "vstack":
        return Cells(tuple(chain(*(part.rows for part in parts))))
    return Cells(tuple(tuple(chain(*rows)) for rows in zip(*(part.rows for part in parts), strict=True)))


def _combined(operation: str, parts: Sequence[Cells]) -> Cells:
    """What an operation makes of the cells of its operands, of which a number goes with each cell."""
    first = parts[0]
    if operation == "transpose":
        return Cells(tuple(zip(*first.rows, strict=True)))
    if operation in _OF_CELLS and len(parts) == 1:
        return first.each(lambda cell: Apply(operation, (cell,)))
    if operation == "matmul":
        return _product(first, parts[1])
    if operation not in _TWO or len(parts) > len(_TWO[:2]):
        raise Unreadable("cells of another operation on matrices")
    second = parts[1]
    if first.shape == (1, 1):
        (alone,) = first.trees
        return second.each(lambda cell: Apply(operation, (alone, cell)))
    if second.shape == (1, 1):
        (alone,) = second.trees
        return first.each(lambda cell: Apply(operation, (cell, alone)))
    rows = zip(first.beside(second), second.beside(first), strict=True)
    return Cells(tuple(tuple(Apply(operation, pair) for pair in zip(*pair, strict=True)) for pair in rows))


def _product(left: Cells, right: Cells) -> Cells:
    """The cells of a product of two matrices."""
    columns = tuple(zip(*right.rows, strict=True))
    if left.shape[1] > _MAX_TERMS or len(left.rows) * len(columns) > MAX_CELLS:
        raise Unreadable("a large product of matrices")
    return Cells(tuple(tuple(_dot(row, column) for column in columns) for row in left.rows))


def _dot(row: Sequence[Expression], column: Sequence[Expression]) -> Expression:
    terms = [Apply("multiply", pair) for pair in zip(row, column, strict=True)]
    return reduce(lambda one, other: Apply("add", (one, other)), terms)
