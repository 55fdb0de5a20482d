"""Blocks of numbers as tables for a page; one too large is shown by its corner and its contradicted numbers."""

from collections.abc import Callable
from typing import Final, NamedTuple

from verifier.digits import bounds, text
from verifier.report.sentences import CELL_STATUS, cell_status
from verifier.verdict import CellReport, Erratum, Size, StageReport, Verdict

MAX_WHOLE: Final = 1024
"""A block of more numbers is summarised."""
_CORNER: Final = 6
_LINE: Final = 8


class Cell(NamedTuple):
    """A number in a table."""

    text: str
    status: str = ""
    id: str = ""
    mark: str = ""
    meaning: str = ""


class Row(NamedTuple):
    """A row of a table, None where the document shows nothing."""

    head: str
    cells: tuple[Cell | None, ...]


class Grid(NamedTuple):
    """A table; a lone number has no headings, and a long row is set as a line that may be broken."""

    columns: int
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    headed: bool
    flows: bool = False

    @property
    def texts(self) -> tuple[str | None, ...]:
        """All that it shows, in reading order."""
        return tuple(None if cell is None else cell.text for row in self.rows for cell in row.cells)


class Refuted(NamedTuple):
    """A contradicted number of a block that is not shown whole."""

    row: int
    column: int
    text: str
    id: str
    literal: str
    possible: str
    corrected: str
    has_account: bool


Show = Callable[[CellReport], Cell]


def cell_id(stage: StageReport, cell: CellReport) -> str:
    """Where a page has the account of a cell; no stage has such a name."""
    return f"{stage.stage.name}.{cell.row}.{cell.column}"


def size_of(stage: StageReport) -> Size:
    """The rows and columns that a stage shows."""
    block = stage.stage.shown
    return (0, 0) if block is None else block.shape


def is_whole(stage: StageReport) -> bool:
    """Whether the page has room for all its numbers."""
    rows, columns = size_of(stage)
    return rows * columns <= MAX_WHOLE


def shown_cells(stage: StageReport) -> list[CellReport]:
    """The cells of the block, or of its corner."""
    return [cell for cell in stage.cells if is_whole(stage) or max(cell.row, cell.column) <= _CORNER]


def grid(stage: StageReport, show: Show) -> Grid:
    """A table of all cells that are shown, each as *show* has it."""
    rows, columns = size_of(stage)
    cells = {(cell.row, cell.column): show(cell) for cell in shown_cells(stage)}
    if is_whole(stage):
        is_line = rows == 1 and columns > _LINE
        return Grid(columns, _heads(columns), _rows(cells, rows, columns), headed=rows * columns > 1, flows=is_line)
    corner = _rows(cells, min(rows, _CORNER), min(columns, _CORNER))
    more = tuple(Row(row.head, (*row.cells, None)) for row in corner) if columns > _CORNER else corner
    last = (Row("\u2026", (None,) * len(more[0].cells)),) if rows > _CORNER else ()
    heads = (*_heads(min(columns, _CORNER)), *(("\u2026",) if columns > _CORNER else ()))
    return Grid(columns, heads, (*more, *last), headed=True)


def _heads(columns: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, columns + 1)))


def _rows(cells: dict[tuple[int, int], Cell], rows: int, columns: int) -> tuple[Row, ...]:
    return tuple(
        Row(str(row), tuple(cells.get((row, column)) for column in range(1, columns + 1))) for row in range(1, rows + 1)
    )


def printed(stage: StageReport) -> Grid:
    """The numbers as the document prints them, each marked by its verdict."""

    def show(cell: CellReport) -> Cell:
        status = cell_status(cell)
        mark, meaning = CELL_STATUS[status]
        return Cell(cell.text, status, cell_id(stage, cell), mark, meaning)

    return grid(stage, show)


def recomputed(stage: StageReport) -> Grid | None:
    """What the formula gives for each number; None where nothing is computed."""
    if not any(cell.literal is not None or cell.possible is not None for cell in stage.cells):
        return None
    return grid(stage, lambda cell: Cell(value_of(cell), "other" if cell.verdict is Verdict.CONTRADICTED else ""))


def value_of(cell: CellReport) -> str:
    """What the printed operands give, or the digits that the author carried where those fit; else the range."""
    value = cell.replayed if cell.basis == "replayed" else cell.literal
    shown = text(value, cell.place + 2)
    if shown is None and cell.possible is not None:
        return bounds(cell.possible, cell.place + 2)
    return "\u2013" if shown is None else shown


def correction(stage: StageReport, erratum: Erratum) -> Grid | None:
    """The block as it should read, what an erratum changes marked; None where nobody knows."""
    wanted = erratum.correction
    if not wanted or not is_whole(stage):
        return None

    def show(cell: CellReport) -> Cell:
        text = wanted.get((cell.row, cell.column))
        return Cell(cell.text, "same") if text is None else Cell(text, "mended")

    return grid(stage, show)


def refuted(stage: StageReport, accounts: int) -> tuple[Refuted, ...]:
    """The contradicted numbers of a block that is not shown whole, the first ones with their accounts."""
    if is_whole(stage):
        return ()
    wrong = [cell for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]
    return tuple(
        Refuted(
            cell.row,
            cell.column,
            cell.text,
            cell_id(stage, cell),
            text(cell.literal, cell.place + 2) or "",
            "" if cell.possible is None else bounds(cell.possible, cell.place + 2),
            cell.corrected or "",
            place < accounts,
        )
        for place, cell in enumerate(wrong)
    )
