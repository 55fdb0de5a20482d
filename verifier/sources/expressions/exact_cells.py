"""What sums, products and quotients of matrices of exact numbers give exactly, cell by cell."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Stage
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.sources.expressions.solving import value_at

Rows: TypeAlias = tuple[tuple[fmpq, ...], ...]
MOST_PRODUCTS: Final = 10_000
"""A product of matrices with more products of numbers is not computed here."""
_ALONE: Final = (1, 1)


def cells_at(tree: Expression, blocks: Mapping[str, Rows]) -> tuple[fmpq, ...] | None:
    """The cells of an expression row by row, at the exact numbers of some blocks; None where they are not known."""
    found = _rows_at(tree, blocks)
    return None if found is None else tuple(cell for row in found for cell in row)


def exact_rows(stage: Stage) -> Rows | None:
    """The numbers of a block of givens row by row, as exact ones; None if it does not show all."""
    block = stage.printed
    if block is None or None in block.cells:
        return None
    values = [number.value for number in block.contents()]
    return tuple(tuple(values[at : at + block.columns]) for at in range(0, len(values), block.columns))


def _rows_at(tree: Expression, blocks: Mapping[str, Rows]) -> Rows | None:
    match tree:
        case Literal(value):
            return ((value,),)
        case Name(name):
            return blocks.get(name)
        case Apply(operation, arguments, ()):
            parts = [rows for one in arguments if (rows := _rows_at(one, blocks)) is not None]
            return _applied(operation, parts) if len(parts) == len(arguments) else None
    return None


def _applied(operation: str, parts: Sequence[Rows]) -> Rows | None:
    match operation, parts:
        case "vstack", _ if len({len(part[0]) for part in parts}) == 1:
            return tuple(row for part in parts for row in part)
        case "hstack", _ if len({len(part) for part in parts}) == 1:
            return tuple(sum(rows, ()) for rows in zip(*parts, strict=True))
        case "transpose", [one]:
            return tuple(zip(*one, strict=True))
        case "matmul", [left, right] if len(left[0]) == len(right):
            return _product(left, right) if len(left) * len(right) * len(right[0]) <= MOST_PRODUCTS else None
        case _:
            return _cell_by_cell(operation, parts)


def _product(left: Rows, right: Rows) -> Rows:
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(_sum_of_products(row, column) for column in columns) for row in left)


def _sum_of_products(row: Sequence[fmpq], column: Sequence[fmpq]) -> fmpq:
    return sum((a * b for a, b in zip(row, column, strict=True)), fmpq(0))


def _cell_by_cell(operation: str, parts: Sequence[Rows]) -> Rows | None:
    """An operation on numbers, in each cell of blocks of one shape; a single number goes with all cells."""
    shapes = {(len(part), len(part[0])) for part in parts} - {_ALONE} or {_ALONE}
    if len(shapes) > 1:
        return None
    (rows, columns), names = shapes.pop(), [str(at) for at in range(len(parts))]
    tree = Apply(operation, tuple(map(Name, names)))

    def cell(i: int, j: int) -> fmpq | None:
        at = (part[0][0] if (len(part), len(part[0])) == _ALONE else part[i][j] for part in parts)
        return value_at(tree, dict(zip(names, at, strict=True)), with_powers=True)

    found = [[cell(i, j) for j in range(columns)] for i in range(rows)]
    known = tuple(tuple(value for value in row if value is not None) for row in found)
    return known if all(len(row) == columns for row in known) else None
