"""Rows of a display with several statements side by side, each of which goes on below in its own column.

In `a &= 2 + 3 & b &= 4 * 5`, below it `&= 5 & &= 20`, the 5 is what `a` is, and no result of the cell before it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from verifier.sources.text.tokens import Token

Cells: TypeAlias = Sequence[Sequence[Token]]
"""The cells of a row, the empty ones too."""


def rows_by_column(rows: Sequence[Cells]) -> Iterator[list[Token]]:
    """The tokens of each row with its tabs; of statements side by side each with what goes on below it.

    What goes on below a column where none stands is left out.
    """
    side_by_side: dict[int, list[Token]] = {}
    shown = [_with_relations_ahead(row) for row in rows]
    for row, below in zip(shown, [*shown[1:], ()], strict=True):
        if side_by_side and _goes_on(row):
            for at in side_by_side.keys() & set(_going_on(row)):
                side_by_side[at] += row[at]
            continue
        yield from side_by_side.values()
        side_by_side = {}
        columns = [at for at, cell in enumerate(row) if any(token.sort == "relation" for token in cell)]
        columns = columns or [at for at in _going_on(below) if row[at : at + 1] and row[at]]
        if len(columns) > 1 and _goes_on(below) and not _goes_on(row):
            side_by_side = dict(zip(columns, _statements(row, columns), strict=True))
        else:
            yield _with_tabs(row)
    yield from side_by_side.values()


def _with_relations_ahead(row: Cells) -> Cells:
    """The cells of a row; a relation that is alone in one stands before what is in the next."""
    found = [list(cell) for cell in row]
    for cell, following in pairwise(found):
        if len(cell) == 1 and cell[0].sort == "relation":
            following.insert(0, cell.pop())
    return found


def _going_on(row: Cells) -> list[int]:
    """The columns of a row whose cell begins with a relation."""
    return [at for at, cell in enumerate(row) if cell and cell[0].sort == "relation"]


def _goes_on(row: Cells) -> bool:
    """Whether the first cell of a row that has anything in it begins with a relation."""
    return next((cell[0].sort for cell in row if cell), "") == "relation"


def _statements(row: Cells, columns: Sequence[int]) -> Iterator[list[Token]]:
    """The statements of a row, each of which ends with the cell of its relation, the last with the row."""
    start = 0
    for at in columns:
        end = len(row) if at == columns[-1] else at + 1
        yield _with_tabs(row[start:end])
        start = end


def _with_tabs(cells: Cells) -> list[Token]:
    """The tokens of cells with a tab between two that are not empty."""
    found: list[Token] = []
    for cell in cells:
        if cell and found:
            found.append(Token("tab", "&", cell[0].start, cell[0].start))
        found += cell
    return found
