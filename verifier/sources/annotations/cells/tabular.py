"""Tables: the paragraphs of their cells by rows and columns, as a matrix or as columns and rows with names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from verifier.document.cells import sides
from verifier.document.model import Block, Grid
from verifier.late import pattern
from verifier.numbers.other_cells import BLANK, Blank, Bound, Infinite, parse_cell
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple
from verifier.sources.annotations.cells.around_numbers import AROUND, BEHIND, is_scaled, without_signs
from verifier.sources.annotations.cells.headers_of_words import is_header
from verifier.sources.annotations.cells.rows_left_out import first_uncounted, with_rows_left_out
from verifier.sources.annotations.cells.table_rows import (
    Row,
    has_digit,
    is_numeric,
    is_of_body,
    leaves_out,
    texts_of,
)
from verifier.sources.expressions.grids import DOTS, cell_of, result_of
from verifier.sources.expressions.values import Unreadable, printed_cell
from verifier.sources.text.places import Lines
from verifier.sources.text.stretch import NOTHING, Cell, Paragraph, Stretch
from verifier.sources.text.tokens import tokens
from verifier.sources.units.units import end_of_unit

_GROUPED: Final = pattern(
    r"(?<![\w.,])[1-9][0-9]{0,2}(?:[ \u00a0'\u2019][0-9]{3})+(?=(?:\.[0-9]+)?[^\w.,+*/=^(\[]*(?:[A-Za-z]{1,3}\W*)?\Z)"
)
"""A whole number in groups of three digits, with at most decimals, a sign of money or a short unit behind it."""
_THIN: Final = str.maketrans(dict.fromkeys(" \u00a0'\u2019", "\u202f"))
_EMPTY: Final = ("", "-", "\u2013", "\u2014", "--", "---")
_UNKNOWN: Final = ("n/a", "na", "nan", "?", *DOTS)
"""What shows that a number is not known, or not shown, and so not that it is none."""
_DIGIT: Final = pattern(r"[0-9]")
Shown = Printed | Infinite | None


class Table(NamedTuple):
    """The rows of a table, and how many columns it has."""

    rows: tuple[Row, ...]
    columns: int

    @property
    def body(self) -> tuple[Row, ...]:
        """The rows with numbers, without headers."""
        return tuple(filter(is_of_body, self.rows))

    @property
    def lines(self) -> tuple[Mapping[int, Stretch] | None, ...]:
        """The cells of the rows of the body, None for each row that a row of dots stands for."""
        return tuple(with_rows_left_out(self._shown))

    @property
    def _shown(self) -> list[dict[int, Stretch]]:
        """The cells of the rows of the body, and of the rows of dots."""
        return [row.cells for row in self.rows if is_of_body(row) or leaves_out(row)]

    @property
    def leaves_out(self) -> bool:
        """Whether a row of dots says that others are left out."""
        return any(map(leaves_out, self.rows))

    @property
    def uncounted(self) -> int:
        """Which of its lines, from 0, is the first that stands for nobody knows how many; -1 if there is none."""
        return first_uncounted(self._shown)

    def first_dots(self, number: int) -> int:
        """Which cell of a row of the body, from 0, is the first of dots; -1 if there is none."""
        cells = self.body[number].cells
        return next((k for k in sorted(cells) if cells[k].text.strip(" $*") in DOTS), -1)

    @property
    def with_totals(self) -> tuple[Row, ...]:
        """The body, and rows of headers before, in and behind it that show numbers, and do not say others again."""
        first = next((at for at, row in enumerate(self.rows) if is_of_body(row)), len(self.rows))
        above = [texts_of(row) for row in self.rows[:first]]
        return tuple(
            row
            for at, row in enumerate(self.rows)
            if is_of_body(row) or (is_numeric(row) and (at < first or texts_of(row) not in above))
        )

    def between(self, above: int, below: int) -> "Table":
        """The same without so many rows of the body at the top, and of the body with totals at the bottom."""
        rows = self.with_totals
        left_out = {id(row) for row in (*rows[:above], *rows[len(rows) - below :])}
        return self._replace(rows=tuple(row for row in self.rows if id(row) not in left_out))


def tables(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[int, Table]]:
    """The tables among some paragraphs, each with the index of its first cell; code is what a cell shows by itself."""
    places: dict[int, list[tuple[int, Stretch, Cell, bool]]] = {}
    for index, (kind, stretch, cell, *_) in enumerate(paragraphs):
        if cell is not None and kind in ("cell", "code"):
            places.setdefault(cell.table, []).append((index, stretch, cell, kind == "code"))
    for cells in places.values():
        rows: dict[int, Row] = {}
        for _, stretch, cell, is_code in cells:
            row = rows.setdefault(cell.row, Row({}, cell.is_header))
            if not (is_code and cell.column in row.cells):
                row.cells[cell.column] = with_groups(stretch)
            rows[cell.row] = row._replace(is_header=row.is_header and cell.is_header)
        first, *below = rows.values()
        if not any(row.is_header for row in rows.values()) and is_header(first.cells, [row.cells for row in below]):
            rows[cells[0][2].row] = first._replace(is_header=True)
        yield cells[0][0], table_of(rows.values())


def table_of(rows: Iterable[Row]) -> Table:
    """The table of some rows, with thin spaces between the thousands of numbers where points part these."""
    shown = list(rows)
    if any(cell.text.count(".") > 1 for row in shown for cell in row.cells.values()):
        from verifier.sources.annotations.cells.dotted_thousands import with_thousands  # imported here, as it is rare

        parted = with_thousands([row.cells for row in shown])
        shown = [row._replace(cells=cells) for row, cells in zip(shown, parted, strict=True)]
    return Table(tuple(shown), 1 + max(max(row.cells) for row in shown))


def with_groups(stretch: Stretch) -> Stretch:
    """A cell with thin spaces between the groups of the only number that it shows."""
    match = _GROUPED.search(stretch.text)
    if match is None or _DIGIT.search(stretch.text, 0, match.start()):
        return stretch
    return stretch.replaced(_GROUPED, lambda found: found[0].translate(_THIN))


def matrix(table: Table, lines: Lines, *, has_blanks: bool = False) -> Block:
    """The numbers of a table without its headers and labels; raises Unreadable if a cell is no number."""
    found = (_first_of_numbers(table, lines, with_chains=with_chains) for with_chains in (False, True))
    if (first := next((one for one in found if one is not None), None)) is None:
        raise Unreadable("a table without numbers")
    rows = [[row and row.get(k, NOTHING) for k in range(first, table.columns)] for row in table.lines]
    return _grid([[_shown(cell or None, lines) for cell in row] for row in rows], has_blanks=has_blanks)


def _first_of_numbers(table: Table, lines: Lines, *, with_chains: bool) -> int | None:
    """The first column with a number, or with a chain that ends with one; None if there is none."""
    cells = ((k, row.cells.get(k)) for k in range(table.columns) for row in table.body)
    return next((k for k, cell in cells if _has_number(cell, lines, with_chains=with_chains)), None)


def column(table: Table, number: int, lines: Lines, *, part: int = 0, has_blanks: bool = False) -> Block:
    """The numbers of one column, from zero, under one another; *part* 1 are those behind `±`. Raises Unreadable.

    Of a column of lists of one length, as points, each is a row.
    """
    cells = _measured([None if row is None else row.get(number, NOTHING) for row in table.lines])
    return _of_lists(cells, lines) or _grid([[_shown(cell, lines, part)] for cell in cells], has_blanks=has_blanks)


def number_at(table: Table, number: int, column: int, lines: Lines) -> Block:
    """The number of one cell of a row, both counted from zero, the row from behind if negative. Raises Unreadable."""
    beside = [row.cells[column] for row in table.with_totals if column in row.cells]
    return _grid([[_shown(cell, lines) for cell in _measured([table.with_totals[number].cells.get(column)], beside)]])


def row(table: Table, number: int, lines: Lines, *, part: int = 0, has_blanks: bool = False) -> Block:
    """The numbers of one row, from zero, without its labels; *part* 1 are those behind `±`. Raises Unreadable.

    One cell with a list is a row too.
    """
    cells = table.body[number].cells
    has_digits = (any(k in one.cells and has_digit(one.cells[k]) for one in table.body) for k in range(table.columns))
    first = next((k for k, has_some in enumerate(has_digits) if has_some), 0) or not _has_number(cells.get(0), lines)
    numbers = _measured([cells.get(k, NOTHING) for k in range(first, table.columns)])
    alone = [cell for cell in numbers if cell is not None and cell.text.strip()]
    if len(alone) == 1 and (listed := _of_lists(alone, lines)) is not None:
        return listed
    return _grid([[_shown(cell, lines, part) for cell in numbers]], has_blanks=has_blanks)


def _of_lists(cells: Sequence[Stretch | None], lines: Lines) -> Block | None:
    from verifier.sources.annotations.cells.lists_in_cells import lists_of  # imported here, for tables with annotations

    return lists_of(cells, lines)


def has_spread(table: Table, verb: str, number: int) -> bool:
    """Whether some cell of a column or row, from zero, has a number behind `±`."""
    rows = table.body if verb == "columns" else table.body[number : number + 1]
    cells = (cell for row in rows for k, cell in row.cells.items() if verb == "rows" or k == number)
    return any(len(sides(cell.text)) > 1 for cell in cells)


def _measured(cells: Sequence[Stretch | None], beside: Sequence[Stretch] = ()) -> list[Stretch | None]:
    """Cells without the unit that is behind their numbers; raises Unreadable for several units.

    Thousands and millions are no units, as in `$1.5M`, or by what stands *beside* them, as in `950k` and `1.2M`.
    """
    found = [_without_unit(cell) if cell is not None else (None, "") for cell in cells]
    units = sorted({unit for _, unit in found if unit})
    if units and is_scaled(units, [cell.text for cell in (*cells, *beside) if cell is not None]):
        return list(cells)
    if len(units) > 1:
        raise Unreadable(f"several units: {', '.join(units)}")
    return [cell for cell, _ in found]


def _without_unit(stretch: Stretch) -> tuple[Stretch, str]:
    """A cell without the unit behind its number, and the letters of that."""
    text = without_signs(BEHIND.sub(_blank, stretch.text))
    found = list(tokens(text, is_prose=True))
    for at in range(1, len(found)):
        if found[at - 1].sort == "number" and end_of_unit(found, at, is_prose=True) == len(found):
            end = found[at - 1].end
            return stretch.part(0, end), "".join(text[end:].split())
    return stretch, ""


def _grid(rows: Sequence[Sequence[Shown]], *, has_blanks: bool = False) -> Block:
    """A block of what cells show; blank ones are elided unless it *has_blanks* that stand for 0. Raises Unreadable."""
    cells = [None if isinstance(cell, Blank) and not has_blanks else cell for line in rows for cell in line]
    if _is_in_style([cell for cell in cells if isinstance(cell, Printed)]):
        raise Unreadable("numbers in brackets that need not be negative")
    infinite = {index: cell for index, cell in enumerate(cells) if isinstance(cell, Infinite)}
    if not any(isinstance(cell, Printed | Bound | Blank) for cell in cells):
        raise Unreadable("cells without numbers")
    return Grid(len(rows), len(rows[0]), tuple(cell if isinstance(cell, Printed) else None for cell in cells), infinite)


def _is_in_style(numbers: Sequence[Printed]) -> bool:
    """Whether brackets around numbers may say something else than that they are negative.

    They may around all of some, as errors, and beside one with a minus; around amounts or thousands they say so.
    """
    within = [number for number in numbers if number.form.in_brackets]
    is_of_amounts = any(number.form.before or number.form.group for number in numbers)
    has_signs = any(number.value < 0 and not number.form.in_brackets for number in numbers)
    is_share = any(number.form.shift for number in within) and not all(number.form.shift for number in numbers)
    return bool(within) and (is_share or has_signs or (len(within) == len(numbers) and not is_of_amounts))


def _shown(stretch: Stretch | None, lines: Lines, part: int = 0, *, with_chains: bool = True) -> Shown:
    """What a cell shows, before the sign `±` or behind it (*part* 1), None if nothing; raises Unreadable for more.

    A chain of equal expressions shows its last side, unless it is none that is read here (*with_chains*).
    """
    if stretch is not None and (part or len(sides(stretch.text)) > 1):
        stretch = _side(stretch, part)
    text = "" if stretch is None else AROUND.sub(" ", stretch.text)
    if stretch is None or text.strip().lower() in _UNKNOWN:
        return None
    if text.strip() in _EMPTY:
        return Blank(BLANK, *lines.of(stretch.at[0])) if stretch.at else Blank(BLANK)
    text = without_signs(BEHIND.sub(_blank, stretch.text))
    found = list(tokens(text, is_prose=False))
    try:
        numeral = cell_of(result_of(found) if with_chains else found)
    except Unreadable:
        bare, whole = text.strip(), stretch.text.strip(" *")
        place = lines.of(stretch.at[len(text) - len(text.lstrip())])
        return _other(whole if whole.startswith("(") else bare, place, " ".join(stretch.text.split()).strip("*"))
    place = lines.of(stretch.at[numeral.start])
    return Infinite(numeral.text, *place) if numeral.text.endswith("\u221e") else printed_cell(numeral, *place)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _side(stretch: Stretch, part: int) -> Stretch | None:
    """The number before a sign, or the one behind it; None where it has none. Raises Unreadable for several signs."""
    found = sides(stretch.text)
    if len(found) > 2:  # noqa: PLR2004 - a number and the one behind the sign
        raise Unreadable(f"{stretch.text[:40]!r} with several signs")
    if not part:
        return stretch.part(0, len(found[0]))
    return stretch.part(len(stretch.text) - len(found[1]), len(stretch.text)) if len(found) > 1 else None


def _other(text: str, place: tuple[int, int], shown: str) -> Shown:
    """A bound, a fraction or a number with a period; raises Unreadable for what is none, as it is *shown*."""
    try:
        return parse_cell(text.strip("$ ").replace("&lt;", "<").replace("&gt;", ">").replace("\\%", "%"), *place)
    except ValueError:
        line, column = place
        raise Unreadable(f"{shown[:40]!r} at {line}:{column}") from None


def _has_number(stretch: Stretch | None, lines: Lines, *, with_chains: bool = False) -> bool:
    """Whether a cell shows a number, or what is no label: nothing but a number can stand there."""
    try:
        shown = _shown(stretch, lines, with_chains=with_chains)
        return not isinstance(shown, Blank | None) and not shown.text.endswith(("k", "K", "M"))
    except Unreadable:
        return False
