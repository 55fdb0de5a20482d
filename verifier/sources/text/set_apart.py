"""Tables of plain text: lines whose cells two blanks, tabs or bars set apart, and in which column each cell stands."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

_LINE: Final = pattern(r"[^\r\n]+|(?:\r\n|\r(?!\n)|\n){2,}")
"""A line, or line ends behind each other, which end a table."""
_PART: Final = pattern(r"[^\s]+(?:[ \u00a0\u2009\u202f][^\s]+)*")
"""What is set apart by two blanks or a tab."""
_DASHES: Final = "-=_\u2013\u2014\u2500\u2501\u2550"
_OF_RULES: Final = f"{_DASHES}|+:.\u253c\u256a \t"
_RULE: Final = pattern(f"[{_DASHES}]{{2}}")
_DOTS: Final = ("...", "\u2026", "\u22ee", "\u22ef")
_NUMBER: Final = pattern(r"[-+\u2212\u2013~\u2248<>($\u20ac\u00a3 ]{0,6}\.?[0-9]")
_ALONE: Final = pattern(r"\s*[-+\u2212]?[$\u20ac\u00a3]?[0-9][0-9.,]*%?\s*")
"""A number alone on a line, as a total below a column."""
_ARRAY: Final = pattern(r"\[[ \t]{0,20}[-+\u2212.,0-9\[]|\A[ \t]*\[|[0-9.][ \t]{0,20}\]")
"""What a line of an array in brackets has."""
_WRITTEN: Final = pattern(r"[ \t]*[-+*x\u00d7\u2212][ \t]+[0-9.,]+\s*\Z")
"""A line of a written sum or product."""
_SHORT: Final = pattern("[0-9]{1,4}")
"""A number that a header may have, as a year."""
_TAB: Final = 8
_FEW: Final = 2
"""Lines that are no table below a header: a number, a rule, and what they are together."""
MOST_HEADERS: Final = 3
"""Lines of headers above the numbers of a table."""
MOST_COLUMNS: Final = 100
MOST_CELLS: Final = 100_000


class Span(NamedTuple):
    """The characters of a cell from *start* up to *end*, and between which columns of a page they stand."""

    start: int
    end: int
    left: int = 0
    right: int = 0


class Line(NamedTuple):
    """The cells of a line by their columns; `is_header`: they say what stands below."""

    cells: dict[int, Span]
    is_header: bool


class SetApart(NamedTuple):
    """The lines of a table, and the offsets of its first and behind its last character."""

    lines: tuple[Line, ...]
    start: int
    end: int


class _Read(NamedTuple):
    """A line as it is read: its cells, none in a rule; `fields` are what each bar or tab parts, empty ones too."""

    start: int
    end: int
    cells: tuple[Span, ...] = ()
    fields: tuple[Span, ...] = ()
    is_of_dots: bool = False

    def shows(self, text: str) -> list[str]:
        """What its cells show."""
        return [text[cell.start : cell.end] for cell in self.cells]

    def has_numbers(self, text: str) -> bool:
        """Whether one of its cells begins as a number."""
        return any(_NUMBER.match(shown) for shown in self.shows(text))


def set_apart(text: str) -> Iterator[SetApart]:
    """The tables of a text: at least two lines and two columns, one of which has numbers alone."""
    run: list[_Read] = []
    has_bars: bool | None = None
    for match in (*_LINE.finditer(text), None):
        line = None if match is None else _line(text, match)
        is_barred = has_bars if line is None or not line.cells else "|" in text[line.start : line.end]
        if run and (line is None or None is not has_bars != is_barred):
            yield from _tables(text, run)
            run, has_bars = [], None
        if line is not None:
            run.append(line)
            has_bars = is_barred


def _line(text: str, match: re.Match[str]) -> _Read | None:
    """A line of a table, or None."""
    start, end = match.span()
    shown = match[0]
    if not shown.strip(_OF_RULES) and _RULE.search(shown):
        return _Read(start, end)
    sign = "|" if "|" in shown else "\t" if "\t" in shown.strip() else ""
    fields = tuple(_between(text, start, end, sign)) if sign else ()
    cells = tuple(filter(_is_shown, fields)) if sign == "|" else tuple(_parts(text, start, end))
    first = text[cells[0].start : cells[0].end] if cells else ""
    if not first or _ARRAY.search(shown) or _WRITTEN.match(shown):
        return None
    is_of_dots = all(text[cell.start : cell.end] in _DOTS for cell in cells)
    is_row = is_of_dots or max(len(cells), len(fields)) > 1 or _ALONE.fullmatch(shown) is not None
    return _Read(start, end, cells, fields, is_of_dots) if is_row else None


def _is_shown(span: Span) -> bool:
    return span.start < span.end


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    """What two blanks or tabs set apart, with the columns of a page."""
    at, column = start, 0
    for match in _PART.finditer(text, start, end):
        for blank in text[at : match.start()]:
            column += _TAB - column % _TAB if blank == "\t" else 1
        yield Span(*match.span(), column, column + len(match[0]))
        at, column = match.end(), column + len(match[0])


def _between(text: str, start: int, end: int, sign: str) -> Iterator[Span]:
    """What a sign parts, without the blanks around it."""
    for left, right in pairwise([start - 1, *(at for at in range(start, end) if text[at] == sign), end]):
        shown = text[left + 1 : right]
        first = right - len(shown.lstrip())
        yield Span(first, first + len(shown.strip()))


def _tables(text: str, run: Sequence[_Read]) -> Iterator[SetApart]:
    """The table of lines below each other, if they are one: headers, and lines from the first numbers to the last."""
    numbered = [at for at, line in enumerate(run) if line.has_numbers(text)]
    if not numbered:
        return
    first = numbered[0]
    head = [line for line in run[:first] if line.cells][-MOST_HEADERS:]
    body = [line for line in run[first : numbered[-1] + 1] if line.cells]
    is_above_rule = any(not line.cells for line in run[first + 1 : first + 2])
    if is_above_rule and _is_head(run[first].shows(text), len(body)):
        head, body = [*head, run[first]], body[1:]
    rows = [line for line in body if not line.is_of_dots]
    wide = sum(1 for line in (*head, *rows) if len(line.cells) > 1)
    placed = _placed(head, rows) if rows and 1 < wide < MOST_CELLS // 2 else None
    if placed is None or not _has_column_of_numbers(text, placed[len(head) :]):
        return
    below = iter(placed[len(head) :])
    cells = [*placed[: len(head)], *({0: line.cells[0]} if line.is_of_dots else next(below) for line in body)]
    lines = tuple(Line(one, at < len(head)) for at, one in enumerate(cells) if one)
    yield SetApart(lines, min(span.start for span in lines[0].cells.values()), body[-1].end)


def _is_head(shown: Sequence[str], count: int) -> bool:
    """Whether a first line with numbers above a rule is a header, as one of years, of *count* lines with it."""
    return count > _FEW and all(_SHORT.fullmatch(one) for one in shown if _NUMBER.match(one))


def _placed(head: Sequence[_Read], rows: Sequence[_Read]) -> list[dict[int, Span]] | None:
    """The cells of headers and rows by their columns; a header that stands in none has no cells. None for no table."""
    lines = [*head, *rows]
    widths = {len(line.fields) for line in rows}
    if len(widths) == 1 and widths != {0}:
        parted = [dict(enumerate(line.fields)) if len(line.fields) in widths else {} for line in lines]
        used = sorted({k for row in parted for k, span in row.items() if _is_shown(span)})
        numbers = {k: number for number, k in enumerate(used)}
        placed = [{numbers[k]: span for k, span in row.items() if _is_shown(span)} for row in parted]
    elif not rows[0].cells[-1].right:
        return None  # bars, and not as many on each line
    else:
        placed = _by_place([line.cells for line in lines], len(head))
    width = max((max(row) + 1 for row in placed if row), default=0)
    is_table = 1 < width <= MOST_COLUMNS and width * len(placed) <= MOST_CELLS and all(placed[len(head) :])
    return placed if is_table else None


def _by_place(lines: Sequence[Sequence[Span]], heads: int) -> list[dict[int, Span]]:
    """Cells by the columns of a page that they share, or by their order where all rows have as many; [] if neither."""
    body = lines[heads:]
    most = max(map(len, lines))
    for some in (lines, body):
        strips = _strips(some)
        if len(strips) <= most and all(len(_within(strips, line)) == len(line) for line in some):
            return [_within(strips, line) for line in lines]
    if any(len(line) != len(body[0]) for line in body):
        return []
    return [dict(enumerate(line)) if len(line) == len(body[0]) else {} for line in lines]


def _strips(lines: Sequence[Sequence[Span]]) -> list[tuple[int, int]]:
    """The columns of a page that cells take, joined where cells overlap."""
    found: list[tuple[int, int]] = []
    for left, right in sorted((cell.left, cell.right) for line in lines for cell in line):
        if found and left < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], right)
        else:
            found.append((left, right))
    return found


def _within(strips: Sequence[tuple[int, int]], line: Sequence[Span]) -> dict[int, Span]:
    """The cells of a line by the strips that they overlap; none where two overlap the same one, or one two."""
    row: dict[int, Span] = {}
    at = 0
    for cell in line:
        while at < len(strips) and strips[at][1] <= cell.left:
            at += 1
        behind = strips[at + 1][0] if at + 1 < len(strips) else cell.right
        is_in_one = at < len(strips) and strips[at][0] < cell.right <= behind
        if not is_in_one or at in row:
            return {}
        row[at] = cell
    return row


def _has_column_of_numbers(text: str, rows: Sequence[dict[int, Span]]) -> bool:
    """Whether each cell of some column begins as a number."""
    width = max(max(row) + 1 for row in rows)
    columns = ([row[k] for row in rows if k in row] for k in range(width))
    return any(cells and all(_NUMBER.match(text, cell.start, cell.end) for cell in cells) for cells in columns)
