"""Tables that directives of reStructuredText make, `list-table` and `csv-table`: their cells with rows and columns."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Cell, Stretch, joined

DIRECTIVES: Final = ("list-table", "csv-table")
_OPTION: Final = pattern(r"[ \t]*:([A-Za-z][\w-]*):[ \t]*")
_ROW: Final = pattern(r"[ \t]*[*+\u2022][ \t]+(?=-(?:\s|\Z))")
_CELL: Final = pattern(r"-(?:[ \t]+|(?=[\r\n]|\Z))")
_DELIMITERS: Final = {"tab": "\t", "space": " ", "": ","}


def cells(name: str, options: Sequence[Stretch], inside: Sequence[Stretch]) -> Iterator[tuple[Cell, Stretch]]:
    """The cells of a table: *options* and *inside* are the lines of its directive, and the first tells its number."""
    said = {match[1]: line.part(match.end(), len(line.text)) for line in options if (match := _OPTION.match(line.text))}
    lines = [line for line in inside if line.text.strip()]
    if not lines:
        return
    delimiter = _text(said.get("delim"))
    delimiter = _DELIMITERS.get(delimiter, delimiter[:1])
    rows = _of_list(lines) if name == "list-table" else [list(_parted(line, delimiter)) for line in lines]
    count = _text(said.get("header-rows"))
    headers = int(count) if count.isascii() and count.isdecimal() else 0
    if "header" in said and name == "csv-table":
        rows, headers = [list(_parted(said["header"], ",")), *rows], headers + 1
    for number, row in enumerate(rows):
        for column, shown in enumerate(row):
            if shown.text.strip():
                yield Cell(lines[0].at[0], number, column, is_header=number < headers), shown


def _text(said: Stretch | None) -> str:
    return "" if said is None else said.text.strip()


def _of_list(lines: Sequence[Stretch]) -> list[list[Stretch]]:
    """The rows of a list of lists: a star begins a row, and each dash below the first one of it a cell."""
    rows: list[list[list[Stretch]]] = []
    column = 0
    for line in lines:
        row = _ROW.match(line.text)
        if row is not None:
            rows.append([])
            column = row.end()
        is_below = not line.text[:column].strip()
        cell = _CELL.match(line.text, column) if row is not None or is_below else None
        if rows and cell is not None:
            rows[-1].append([line.part(cell.end(), len(line.text))])
        elif rows and rows[-1]:
            rows[-1][-1].append(line)
    return [[joined(cell) for cell in row] for row in rows]


def _parted(line: Stretch, delimiter: str) -> Iterator[Stretch]:
    """What delimiters outside of quotation marks part, without the marks around it."""
    cell = rf'[ \t]*(?:"(?P<quoted>(?:[^"]|"")*)"[ \t]*|(?P<bare>[^{re.escape(delimiter)}\r\n]*))'
    for match in re.finditer(rf"(?:\A|{re.escape(delimiter)}){cell}", line.text):
        yield line.part(*match.span("bare" if match["quoted"] is None else "quoted"))
