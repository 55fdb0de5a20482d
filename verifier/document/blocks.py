"""Parse the text of a block into a grid: each line is a row, cells are separated by blanks.

`?` is an elided cell and `?{3}` three of them; a line `...` is an elided row and `...{27}` are 27.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, TypeVar

from verifier.document.model import Grid
from verifier.document.nodes import Broken, Items, Node, Text, kind
from verifier.document.problems import Located, Problems, Spot, quote
from verifier.late import pattern
from verifier.numbers.other_cells import Infinite
from verifier.numbers.powers_of_ten import RAISED, TIMES
from verifier.record import NamedTuple

MAX_CELLS: Final = 1_000_000
MAX_ELIDED: Final = 100_000

Cell = TypeVar("Cell")

WORD: Final = pattern(r"\S+")
_ALONE: Final = (
    rf"(?:[^\s\u00b1\\]|\\(?!pm)|(?<=[0-9])[\u2009\u202f](?=[0-9])|(?<=[0-9])[ ]{TIMES}[ ]10(?=\^|\*\*|[{RAISED}]))+"
)
_SHARE: Final = r"[<>\u2264\u2265]=?[ ]?(?=[.0-9])[^\s%]+[ ]%(?!\S)"
_SPELLED: Final = (
    rf"""{_SHARE}|([<>\u2264\u2265]=?[ ](?=[.0-9]))?{_ALONE}(?(1)|(?:[^\S\n]*(?:\u00b1|\\pm)[^\S\n]*\S+)?)|\S+"""
)
_TOKEN: Final = pattern(_SPELLED, re.VERBOSE)
"""A number: blanks around the signs of `3.2 ± 0.1` and `2 x 10^3` do not end it, nor behind that of a bound."""
_CELL: Final = rf"{_SPELLED}|[+-]?[0-9]+[ ][0-9]+/[0-9]+|[<>\u2264\u2265]=?[ ]?\S+|[0-9]+(?:[ ][0-9]{{3}})+(?:,[0-9]+)?"
"""A cell of a row that is a list: it may be a whole number and a fraction, or have blanks between thousands."""
_ELIDED: Final = pattern(r"(\?|\.\.\.)(?:\{(\S+)\})?")
_COUNT: Final = pattern("[1-9][0-9]{0,5}")


class _Token(NamedTuple):
    """What is written in the place of a cell, and where."""

    text: str
    line: int
    column: int
    length: int


class _Row(Generic[Cell]):
    """A row of cells; without cells, *repeat* elided rows."""

    __slots__ = ("cells", "repeat", "spot")

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.repeat = 1
        self.cells: list[Cell | Infinite | None] = []


class BlockReader:
    """Reads the blocks of one file; they have at most MAX_CELLS cells in total."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.cells_left = MAX_CELLS

    def read(
        self, node: Node, parse: Callable[[str, int, int], Cell | Infinite], token: re.Pattern[str] = _TOKEN
    ) -> Grid[Cell] | None:
        """The grid that *node* shows; None after noting the problems if it shows none.

        *parse* makes a cell of its text, line and column; it raises ValueError. *token* is what a cell matches.
        """
        if not isinstance(node, Text | Items):
            if not isinstance(node, Broken):
                self.problems.add(node, "wrong-kind", "rows of cells", kind(node))
            return None
        rows = [self._row(tokens, parse) for tokens in self._lines(node, token)]
        if not any(row.cells for row in rows):
            if rows or isinstance(node, Text) or not node.items:
                found = "elided rows alone" if rows else "none"
                self.problems.add(node, "empty-block", "a row of cells at least", found)
            return None
        columns = self._width(rows)
        if columns is None:
            return None
        self._take(columns * sum(row.repeat for row in rows if not row.cells), node)
        cells: list[Cell | Infinite | None] = []
        for row in rows:
            cells.extend(row.cells or [None] * (row.repeat * columns))
        return grid(len(cells) // columns, columns, cells)

    def _lines(self, node: Node, token: re.Pattern[str]) -> Iterator[list[_Token]]:
        """The texts of the cells, row by row."""
        if isinstance(node, Text):
            yield from self._split(node, token)
            return
        for item in node.items if isinstance(node, Items) else ():
            if isinstance(item, Items):
                tokens = [found for cell in item.items if (found := self._single(cell)) is not None]
                if tokens:
                    yield tokens
                elif not item.items:
                    self.problems.add(item, "empty-row", "a cell at least", "none")
            elif isinstance(item, Text):
                yield from self._split(item, token)
            elif not isinstance(item, Broken):
                self.problems.add(item, "wrong-kind", "a row of cells", kind(item))

    def _split(self, text: Text, token: re.Pattern[str]) -> Iterator[list[_Token]]:
        offset = 0
        for line in text.value.split("\n"):
            if found := _words(line) if token is WORD or _is_plain(line) else _found(line, token):
                if text.is_by_lines:
                    number, column, _ = text.spot(offset, 0)
                    yield [_Token(shown, number, column + at, len(shown)) for at, shown in found]
                else:
                    yield [_Token(shown, *text.spot(offset + at, len(shown))) for at, shown in found]
            offset += len(line) + 1

    def _single(self, node: Node) -> _Token | None:
        if isinstance(node, Text) and re.fullmatch(_CELL, node.value, re.VERBOSE):
            return _Token(node.value, *node.spot(0, node.length))
        if not isinstance(node, Broken):
            self.problems.add(node, "bad-cell", "a cell", kind(node))
        return None

    def _row(self, tokens: list[_Token], parse: Callable[[str, int, int], Cell | Infinite]) -> _Row[Cell]:
        """One row; a bad cell is noted and read as elided."""
        row: _Row[Cell] = _Row(_span(tokens))
        if len(tokens) == 1 and tokens[0].text.startswith("..."):
            row.repeat = self._count(tokens[0], "...")
            return row
        for token in tokens:
            text = token.text
            elided = text[0] in "?." and (text.startswith("...") or _ELIDED.fullmatch(text) is not None)
            if elided or self.cells_left < len(tokens):
                count = self._count(token, "?") if elided else 1
                self._take(count, token)
                row.cells.extend([None] * count if elided else [self._cell(token, parse)])
            else:
                self.cells_left -= 1
                row.cells.append(self._cell(token, parse))
        return row

    def _cell(self, token: _Token, parse: Callable[[str, int, int], Cell | Infinite]) -> Cell | Infinite | None:
        try:
            return parse(token.text, token.line, token.column)
        except ValueError as error:
            hint = "blanks separate cells, and a point the decimals" if "," in token.text else ""
            self.problems.add(token, "bad-number", str(error), hint=hint)
            return None

    def _count(self, token: _Token, sign: str) -> int:
        """The number of cells or rows that a token elides; 1 after noting a misspelling."""
        match = _ELIDED.fullmatch(token.text)
        if match is not None and match[1] == sign:
            digits = match[2] or "1"
            if _COUNT.fullmatch(digits) and int(digits) <= MAX_ELIDED:
                return int(digits)
        must = f"? or ?{{n}} for cells, a line ... or ...{{n}} for rows, n from 1 to {MAX_ELIDED}"
        self.problems.add(token, "bad-elision", must, quote(token.text))
        return 1

    def _take(self, count: int, spot: Located) -> None:
        """Count *count* cells; raises DocumentError if there are more than MAX_CELLS in total."""
        self.cells_left -= count
        if self.cells_left < 0:
            self.problems.fail(spot, "too-many-cells", f"at most {MAX_CELLS} cells in a file", "more")

    def _width(self, rows: list[_Row[Cell]]) -> int | None:
        """The number of cells of all rows; None after noting the rows that differ from the most frequent width."""
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
            self.problems.add(row.spot, "ragged-matrix", must)
        return None if odd else width


def grid(rows: int, columns: int, cells: Sequence[Cell | Infinite | None]) -> Grid[Cell]:
    """The grid of the cells, row by row; infinite ones are kept apart."""
    infinite = {index: cell for index, cell in enumerate(cells) if isinstance(cell, Infinite)}
    plain = tuple(None if isinstance(cell, Infinite) else cell for cell in cells) if infinite else tuple(cells)
    return Grid(rows, columns, plain, infinite)  # type: ignore[arg-type]  # without infinite ones they are plain


def _span(tokens: list[_Token]) -> Spot:
    first, last = tokens[0], tokens[-1]
    length = last.column + last.length - first.column if last.line == first.line else first.length
    return Spot(first.line, first.column, length)


def _is_plain(line: str) -> bool:
    """Whether blanks alone separate the cells of a line: no sign that has blanks around it is in it."""
    return line.isascii() and " 10" not in line and not ("<" in line or ">" in line or "\\" in line)


def _words(line: str) -> list[tuple[int, str]]:
    """What stands between the blanks of a line, each with its place."""
    found: list[tuple[int, str]] = []
    at = 0
    for word in line.split():
        at = line.index(word, at)
        found.append((at, word))
        at += len(word)
    return found


def _found(line: str, token: re.Pattern[str]) -> list[tuple[int, str]]:
    """What a pattern finds in a line, each with its place."""
    return [(match.start(), match[0]) for match in token.finditer(line)]


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
