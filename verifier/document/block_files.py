"""Read a block from a file beside the document.

A `.csv` file has rows of numbers separated by commas, kept as text; a `.npy` file has binary numbers, read exactly.
"""

import os
from typing import Final

from verifier.document.blocks import grid
from verifier.document.files import read_bytes, read_text
from verifier.document.lookup import is_inside
from verifier.document.model import Block
from verifier.document.problems import START, Located, Problems, Spot, quote
from verifier.document.table import Table
from verifier.late import pattern
from verifier.numbers.mantissas import mantissas_of
from verifier.numbers.other_cells import Infinite, parse_cell
from verifier.numbers.printed import Printed

MAX_BYTES: Final = 64 * 2**20
MAX_CELLS: Final = 4_000_000
"""Maximum number of cells in all files beside one document."""
_NAME: Final = pattern(r"[^/\\:*?\"<>|.][^/\\:*?\"<>|]*\.(?:csv|npy)")


class TableReader:
    """Reads the files beside one document; they have at most MAX_CELLS cells in total."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.cells_left = MAX_CELLS

    def read(self, name: str, spot: Located) -> Block | None:
        """The block in the file *name*; None after noting a bad name. Raises DocumentError.

        The position of each number is that of the file's name in the document.
        """
        if not _NAME.fullmatch(name):
            must = "the name of a .csv or .npy file beside the document, without folders"
            self.problems.add(spot, "bad-table", must, quote(name))
            return None
        folder = os.path.dirname(self.problems.path)
        path = os.path.join(folder, name)
        if not is_inside(path, folder or "."):
            self.problems.add(spot, "bad-table", "a file beside the document", "a link out of its folder")
            return None
        problems = Problems(path)
        return self._stored(spot, problems) if name.endswith(".npy") else self._written(spot, problems)

    def _stored(self, spot: Located, problems: Problems) -> Block:
        from verifier.document.npy import BadArray, header_of, numbers_of

        content = read_bytes(problems.path, problems, MAX_BYTES)
        try:
            header = header_of(content)
            self._take(header.rows * header.columns, START, problems)
            cells = numbers_of(content, header, spot.line, spot.column)
        except BadArray as bad:
            problems.fail(START, "bad-array", bad.must, bad.found, bad.hint)
        return grid(header.rows, header.columns, cells)

    def _written(self, spot: Located, problems: Problems) -> Block:
        text = read_text(problems.path, problems, MAX_BYTES)
        table = self._plain(text, spot)
        if table is not None:
            return table
        rows: list[list[Printed | Infinite | None]] = []
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                rows.append(self._row(line, number, spot, problems))
                self._check_width(rows, number, len(line), problems)
        if not rows:
            problems.fail(Spot(1, 1), "empty-block", "a row of numbers at least", "none")
        problems.give_up_if_any()
        return grid(len(rows), len(rows[0]), [cell for row in rows for cell in row])

    def _plain(self, text: str, spot: Located) -> Table | None:
        """The table of a text that shows plain decimals of one place alone; None of any other."""
        rows = [line.split(",") for line in text.splitlines() if line.strip()]
        width = len(rows[0]) if rows else 0
        if len(rows) * width > self.cells_left or any(len(row) != width for row in rows):
            return None
        texts = [cell.strip() for row in rows for cell in row]
        numbers = mantissas_of(texts, len(rows), width)
        if numbers is None:
            return None
        self.cells_left -= len(texts)
        return Table.of(texts, numbers, (spot.line, spot.column))

    def _row(self, line: str, number: int, spot: Located, problems: Problems) -> list[Printed | Infinite | None]:
        self._take(line.count(",") + 1, Spot(number, 1), problems)
        return [_cell(text, number, start, spot, problems) for start, text in _split(line)]

    def _take(self, count: int, spot: Located, problems: Problems) -> None:
        """Count *count* cells; raises DocumentError if there are more than MAX_CELLS in total."""
        self.cells_left -= count
        if self.cells_left < 0:
            problems.fail(spot, "too-many-cells", f"at most {MAX_CELLS} cells beside a document", "more")

    def _check_width(
        self, rows: list[list[Printed | Infinite | None]], number: int, length: int, problems: Problems
    ) -> None:
        if len(rows[-1]) != len(rows[0]):
            must = f"{len(rows[0])} cells, as in the first row"
            problems.add(Spot(number, 1, length), "ragged-matrix", must, str(len(rows[-1])))


def _split(line: str) -> list[tuple[int, str]]:
    """The texts between commas, empty ones too, each with its column from 1."""
    found, start = [], 0
    for part in line.split(","):
        found.append((start + 1 + len(part) - len(part.lstrip()), part.strip()))
        start += len(part) + 1
    return found


def _cell(text: str, line: int, column: int, spot: Located, problems: Problems) -> Printed | Infinite | None:
    if text == "?":
        return None
    try:
        return parse_cell(text, spot.line, spot.column)
    except ValueError as error:
        problems.add(Spot(line, column, max(1, len(text))), "bad-number", str(error))
        return None
