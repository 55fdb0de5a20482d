"""The tables of a source among its blocks: those of its format, and those of plain text, in code or as it is typed."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from verifier.document.model import Block
from verifier.record import NamedTuple
from verifier.sources.annotations.blocks import Blocks, Shown
from verifier.sources.annotations.cells import tabular
from verifier.sources.annotations.cells.headers_of_words import is_header
from verifier.sources.annotations.cells.table_rows import Row
from verifier.sources.annotations.cells.tabular import Table, table_of, with_groups
from verifier.sources.annotations.listings import ends_series
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.places import Lines
from verifier.sources.text.set_apart import SetApart, set_apart
from verifier.sources.text.stretch import NOTHING, Paragraph, Stretch, joined


class _Typed(NamedTuple):
    """A table of plain text, with the offsets in the source of its first and its last character."""

    table: Table
    start: int
    end: int
    is_series: bool = False
    """Whether its first column has the labels of numbers, as pandas prints them."""


def lines_together(paragraphs: Sequence[Paragraph]) -> dict[int, Stretch]:
    """The lines of indented code below each other, each a paragraph: all of them by the first one, none by others."""
    found: dict[int, Stretch] = {}
    run: list[int] = []
    for index, paragraph in enumerate((*paragraphs, Paragraph("excluded", NOTHING))):
        is_line = paragraph.kind == "code" and paragraph.is_plain and paragraph.cell is None
        if not (run and is_line and _follows(paragraphs[run[-1]].stretch.at, paragraph.stretch.at)):
            if len(run) > 1:
                found |= dict.fromkeys(run[1:], NOTHING)
                found[run[0]] = joined(paragraphs[number].stretch for number in run)
            run = []
        run += [index] if is_line and len(paragraph.stretch.at) else []
    return found


def _follows(before: Sequence[int], at: Sequence[int]) -> bool:
    """Whether characters stand directly behind others."""
    return len(at) > 0 and before[-1] + 1 == at[0]


def add_tables(blocks: Blocks, paragraphs: Sequence[Paragraph]) -> None:
    """Put the tables of all paragraphs among the blocks."""
    found = blocks.found
    for index, table in tabular.tables(paragraphs):
        block, flaw = _matrix(table, blocks.lines)
        found.append(Shown(block, paragraphs[index].stretch.at[0], index, table=table, flaw=flaw))
    shown = ((one.block, number) for number, one in enumerate(found))
    places = sorted((_offset(block, blocks.lines), number) for block, number in shown if block is not None)
    for index, one in enumerate(paragraphs):
        paragraph = one._replace(stretch=blocks.together.get(index, one.stretch))
        for typed in _typed(paragraph):
            first, last = (bisect_left(places, (at, 0)) for at in (typed.start, typed.end))
            _add(blocks, index, paragraph, typed, [number for _, number in places[first:last]])


def _matrix(table: Table, lines: Lines) -> tuple[Block | None, str]:
    """The numbers of a table, or what keeps it from being a matrix."""
    try:
        return tabular.matrix(table, lines), ""
    except Unreadable as error:
        return None, f"a table with {error}".replace("with a table ", "")


def _offset(block: Block, lines: Lines) -> int:
    """Where the first number of a block stands; -1 if it has none."""
    line, column = next(((cell.line, cell.column) for cell in block.contents()), (0, 0))
    return lines.starts[line - 1] + column - 1 if line else -1


def _add(blocks: Blocks, index: int, paragraph: Paragraph, typed: _Typed, inside: Sequence[int]) -> None:
    """Add a table of plain text, in the lines of which there are some blocks; one of all of its rows is the same."""
    table, found = typed.table, blocks.found
    same = found[inside[0]] if len(inside) == 1 else None
    rows, columns = (0, 0) if same is None or same.block is None else same.block.shape
    if same is not None and rows == len(table.body) and table.columns in (columns, columns + 1) and columns * rows > 1:
        found[inside[0]] = same._replace(table=table, is_listed=True)
        return
    holds_others = paragraph.kind == "code" and bool(inside)
    block, flaw = (None, "") if holds_others or typed.is_series else _matrix(table, blocks.lines)
    made = Shown(block, typed.start, index, table=table, flaw=flaw, is_output=paragraph.is_output)
    found.append(made._replace(is_of_lines=block is None))


def _typed(paragraph: Paragraph) -> Iterator[_Typed]:
    """The tables of a paragraph that is code, or that is shown as it is typed."""
    if paragraph.kind == "code" or paragraph.is_plain:
        for found in set_apart(paragraph.stretch.text):
            is_series = ends_series(paragraph.stretch.text, found.end)
            yield _as_table(paragraph.stretch, found)._replace(is_series=is_series)


def _as_table(stretch: Stretch, found: SetApart) -> _Typed:
    rows = [
        Row({k: with_groups(stretch.part(cell.start, cell.end)) for k, cell in line.cells.items()}, line.is_header)
        for line in found.lines
    ]
    first, *below = rows
    if not first.is_header and is_header(first.cells, [row.cells for row in below]):
        rows = [first._replace(is_header=True), *below]
    return _Typed(table_of(rows), stretch.at[found.start], stretch.at[found.end - 1])
