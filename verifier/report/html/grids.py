"""Blocks as tables of a page; of a large one, only the corner and the contradicted numbers are shown."""

from collections.abc import Callable, Collection
from typing import Final

from verifier.numbers.array import Value
from verifier.numbers.decimals import has_text, range_text, text
from verifier.record import NamedTuple
from verifier.report.sentences import CELL_LABEL, CELL_STATUS, cell_status
from verifier.verdict import CellReport, Erratum, Size, StageReport, Verdict

MAX_WHOLE: Final = 1024
"""Number of cells above which a block is not shown whole."""
MAX_REFUTED: Final = 5000
"""Maximum number of contradicted numbers listed for such a block."""
CORNER: Final = 6
_LINE: Final = 8
_GAP: Final = 2
_PHONE: Final = 30
"""Characters of a line of numbers, with _GAP between them, that surely fit a phone."""
_ENDS: Final = ("lower end", "upper end")


class Cell(NamedTuple):
    """A cell of a table."""

    text: str
    status: str = ""
    id: str = ""
    mark: str = ""
    meaning: str = ""
    is_word: bool = False


class Row(NamedTuple):
    """A row of a table; a cell is None where the document shows nothing."""

    head: str
    cells: tuple[Cell | None, ...]


class Grid(NamedTuple):
    """A table; a single number has no headings, a long row may be broken into lines, a wide table may scroll."""

    size: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    headed: bool
    flows: bool = False
    is_wide: bool = False

    @property
    def texts(self) -> tuple[str | None, ...]:
        """The texts of all cells, in reading order."""
        return tuple(None if cell is None else cell.text for row in self.rows for cell in row.cells)


class Refuted(NamedTuple):
    """A contradicted number in the list beside a block that is not shown whole."""

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
    """The id of a cell's account on a page; it has points, which the name of a stage cannot have."""
    return f"{stage.stage.name}.{cell.row}.{cell.column}"


def size_of(stage: StageReport) -> Size:
    """The shape of a stage's block, (0, 0) if it has none."""
    block = stage.stage.shown
    return (0, 0) if block is None else block.shape


def is_whole(stage: StageReport) -> bool:
    """Whether the page shows all cells of the block."""
    rows, columns = size_of(stage)
    return rows * columns <= MAX_WHOLE


def shown_cells(stage: StageReport) -> list[CellReport]:
    """The cells of the block, or of its corner if it is not shown whole."""
    if is_whole(stage):
        return list(stage.cells)
    return [cell for cell in stage.cells if max(cell.row, cell.column) <= CORNER]


def grid(stage: StageReport, show: Show) -> Grid:
    """A table of the shown cells, each as *show* returns it; adjacent rows or columns without any are merged."""
    size = size_of(stage)
    cells = {(cell.row, cell.column): show(cell) for cell in shown_cells(stage)}
    rows, columns = (_runs({place[axis] for place in cells}, size[axis]) for axis in (0, 1))
    longest = max((len(cell.text) for cell in cells.values()), default=0)
    return Grid(
        size=f"{size[0]} x {size[1]}",
        heads=_ENDS if stage.stage.block is None else tuple(map(_head, columns)),
        rows=tuple(Row(_head(row), tuple(cells.get((row[0], column[0])) for column in columns)) for row in rows),
        headed=size != (1, 1),
        flows=size[0] == 1 and len(columns) > _LINE,
        is_wide=len(columns) * (longest + _GAP) > _PHONE,
    )


def _runs(shown: set[int], count: int) -> list[Size]:
    """The runs (first, last) of 1 to *count*: one for each shown place, one for all adjacent places not shown."""
    found: list[Size] = []
    for place in range(1, count + 1):
        if place not in shown and found and found[-1][0] not in shown:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


def _head(run: Size) -> str:
    first, last = run
    return str(first) if first == last else f"{first}\u2013{last}"


def printed(stage: StageReport, known: Collection[str]) -> Grid:
    """The block as printed, each number marked by its verdict; *known* are the ids of the accounts on the page."""
    is_words = stage.stage.words is not None

    def show(cell: CellReport) -> Cell:
        status = cell_status(cell)
        mark = CELL_STATUS[status][0]
        place = cell_id(stage, cell)
        return Cell(cell.text, status, place if place in known else "", mark, CELL_LABEL[status], is_words)

    return grid(stage, show)


def recomputed(stage: StageReport) -> Grid | None:
    """What the formula gives for each number; None if nothing is computed."""
    if stage.stage.formula is None or not any(
        cell.literal is not None or cell.possible is not None for cell in stage.cells
    ):
        return None
    is_words = stage.stage.words is not None

    def show(cell: CellReport) -> Cell:
        return Cell(value_of(cell), "other" if cell.verdict is Verdict.CONTRADICTED else "", is_word=is_words)

    return grid(stage, show)


def value_of(cell: CellReport) -> str:
    """The text of a recomputed number: from the printed operands, or from carried digits if those fit, or its range."""
    if cell.possible is not None and is_range(cell):
        return range_text(cell.possible, cell.decimals + 2)
    return text(_value(cell), cell.decimals + 2) or "\u2013"


def is_range(cell: CellReport) -> bool:
    """Whether only the range of the computed value is known."""
    return cell.possible is not None and not has_text(_value(cell))


def _value(cell: CellReport) -> Value | None:
    return cell.replayed if cell.verdict is Verdict.AGREES and cell.basis in ("replayed", "mended") else cell.literal


def correction(stage: StageReport, erratum: Erratum) -> Grid | None:
    """The corrected block, changed cells marked; None without a correction, or if the block is not shown whole."""
    wanted = erratum.correction
    if not wanted or not is_whole(stage):
        return None
    is_words = stage.stage.words is not None

    def show(cell: CellReport) -> Cell:
        text = wanted.get((cell.row, cell.column))
        return Cell(cell.text, "same", is_word=is_words) if text is None else Cell(text, "mended", is_word=is_words)

    return grid(stage, show)


def refuted(stage: StageReport, known: Collection[str]) -> tuple[Refuted, ...]:
    """The contradicted numbers of a block not shown whole, linked to their accounts if *known* has them."""
    if is_whole(stage):
        return ()
    wrong = [cell for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED][:MAX_REFUTED]
    return tuple(
        Refuted(
            cell.row,
            cell.column,
            cell.text,
            cell_id(stage, cell),
            text(cell.literal, cell.decimals + 2) or "",
            "" if cell.possible is None else range_text(cell.possible, cell.decimals + 2),
            cell.corrected or "",
            cell_id(stage, cell) in known,
        )
        for cell in wrong
    )
