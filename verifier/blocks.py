"""What a stage shows, as text, to a grid of cells: rows are lines, cells are separated by blanks.

`?` is an elided cell and `?{3}` are three, a line `...` is an elided row and
`...{27}` are as many.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from verifier.document import Grid
from verifier.problems import Place, Problems, Spot, quote
from verifier.yaml_text import Broken, Items, Node, Text, kind

MAX_CELLS: Final = 1_000_000
MAX_ELIDED: Final = 100_000

Cell = TypeVar("Cell")

_TOKEN: Final = re.compile(r"\S+")
_ELIDED: Final = re.compile(r"(\?|\.\.\.)(?:\{(.*)\})?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    place: Spot


@dataclass(slots=True)
class _Row(Generic[Cell]):
    """A row of cells, or with no cells a number of elided rows."""

    place: Spot
    repeat: int = 1
    cells: list[Cell | None] = field(default_factory=list)


class BlockReader:
    """Reads the blocks of one file, which together have a bounded number of cells."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.cells_left = MAX_CELLS

    def read(self, node: Node, parse: Callable[[str, int, int], Cell]) -> Grid[Cell] | None:
        """The grid that *node* shows; None, and the problems noted, if it shows none.

        *parse* makes a cell of its text, line and column; it raises ValueError.
        """
        rows = [row for tokens in self._lines(node) if (row := self._row(tokens, parse)) is not None]
        shown = [row for row in rows if row.cells]
        if not shown:
            if not isinstance(node, Broken):
                found = kind(node) if not rows else "elided rows alone"
                self.problems.add(node, "empty-block", "a row of cells at least", found)
            return None
        columns = self._width(rows)
        height = sum(row.repeat for row in rows)
        if columns is None or not self._may_hold(sum(row.repeat for row in rows if not row.cells) * columns, node):
            return None
        cells: list[Cell | None] = []
        for row in rows:
            cells.extend(row.cells or [None] * (row.repeat * columns))
        return Grid(height, columns, tuple(cells))

    def _lines(self, node: Node) -> Iterator[list[_Token]]:
        """The cells' texts, row by row."""
        if isinstance(node, Text):
            yield from self._split(node)
        elif isinstance(node, Items):
            for item in node.items:
                if isinstance(item, Items):
                    yield [token for cell in item.items for token in self._single(cell)]
                else:
                    yield from self._lines(item)
        elif not isinstance(node, Broken):
            self.problems.add(node, "wrong-kind", "rows of cells", kind(node))

    def _split(self, text: Text) -> Iterator[list[_Token]]:
        offset = 0
        for line in text.value.split("\n"):
            tokens = [_Token(m[0], text.spot(offset + m.start(), len(m[0]))) for m in _TOKEN.finditer(line)]
            if tokens:
                yield tokens
            offset += len(line) + 1

    def _single(self, node: Node) -> Iterator[_Token]:
        if isinstance(node, Text):
            yield _Token(node.value, Spot(node.line, node.column, node.length))
        elif not isinstance(node, Broken):
            self.problems.add(node, "wrong-kind", "a cell", kind(node))

    def _row(self, tokens: list[_Token], parse: Callable[[str, int, int], Cell]) -> _Row[Cell] | None:
        """One row, a bad cell taken as elided; None if it is more than the file may hold."""
        row: _Row[Cell] = _Row(_span(tokens))
        if len(tokens) == 1 and tokens[0].text.startswith("..."):
            row.repeat = self._count(tokens[0])
            return row
        for token in tokens:
            elided = _ELIDED.fullmatch(token.text) is not None
            count = self._count(token) if elided else 1
            if not self._may_hold(count, token.place):
                return None
            row.cells.extend([None] * count if elided else [self._cell(token, parse)])
        return row

    def _cell(self, token: _Token, parse: Callable[[str, int, int], Cell]) -> Cell | None:
        try:
            return parse(token.text, token.place.line, token.place.column)
        except ValueError as error:
            hint = "blanks separate cells, and a point the decimals" if "," in token.text else ""
            self.problems.add(token.place, "bad-number", str(error), hint=hint)
            return None

    def _count(self, token: _Token) -> int:
        """How many cells or rows a token elides; 1, and the problem noted, if it is badly spelled."""
        match = _ELIDED.fullmatch(token.text)
        digits = match and match[2]
        if match and digits is None:
            return 1
        if digits and re.fullmatch("[0-9]{1,6}", digits) and 1 <= int(digits) <= MAX_ELIDED:
            return int(digits)
        must = f"?{{n}} or a line ...{{n}}, n from 1 to {MAX_ELIDED}"
        self.problems.add(token.place, "bad-elision", must, quote(token.text))
        return 1

    def _may_hold(self, count: int, place: Place) -> bool:
        """Take *count* cells from what the file may hold, or note that it holds too many."""
        if 0 <= self.cells_left < count:
            self.problems.add(place, "too-many-cells", f"at most {MAX_CELLS} cells in a file", "more")
        self.cells_left -= count
        return self.cells_left >= 0

    def _width(self, rows: list[_Row[Cell]]) -> int | None:
        """The width that most rows have, every other row noted."""
        numbered: list[tuple[int, _Row[Cell]]] = []
        number = 1
        for row in rows:
            numbered += [(number, row)] if row.cells else []
            number += row.repeat
        width = Counter(len(row.cells) for _, row in numbered).most_common(1)[0][0]
        model = next(number for number, row in numbered if len(row.cells) == width)
        odd = [(number, row) for number, row in numbered if len(row.cells) != width]
        for number, row in odd:
            must = f"row {number} has {_cells(len(row.cells))}, row {model} has {width}"
            self.problems.add(row.place, "ragged-matrix", must)
        return None if odd else width


def _span(tokens: list[_Token]) -> Spot:
    first, last = tokens[0].place, tokens[-1].place
    length = last.column + last.length - first.column if last.line == first.line else first.length
    return Spot(first.line, first.column, length)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
