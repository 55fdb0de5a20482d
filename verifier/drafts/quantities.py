"""The blocks of an author's file that formulas may use or explain, each with its name in the text and its scope."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from verifier.document.model import Block, Stage
from verifier.drafts import totals
from verifier.drafts.labels import label_before, label_of_header
from verifier.drafts.prompts import name_of, typed_before
from verifier.record import NamedTuple
from verifier.sources.annotations.blocks import Shown
from verifier.sources.annotations.cells import tabular
from verifier.sources.expressions.naming import key_of
from verifier.sources.expressions.values import Unreadable
from verifier.sources.outline import Outline
from verifier.sources.text.words import MEASURES

MAX_CELLS: Final = 4_096
_LETTERS: Final = re.compile(r"[^\W\d_]+")
LEAST_ROWS: Final = 3
"""Columns of fewer rows are not drafted."""


class Quantity(NamedTuple):
    """A block with its name, or one column of a table with headers; `id` is its name in the search, and no other's.

    `by_text`: the text itself gives it that name, so that formulas can use it without an annotation. `confirmed` is the
    stage that annotations make of it. `row`, from zero, is that of a total of a column, which is the value of `total`
    below the table: its operation, and the column by its name in the search.
    """

    id: str
    name: str
    block: Block
    shown: Shown
    by_text: bool = False
    column: int | None = None
    confirmed: Stage | None = None
    row: int = -1
    total: tuple[str, str] | None = None

    @property
    def at(self) -> tuple[int, int, int]:
        """Its place in the order of reading: a table, its columns, and the rows below them."""
        return self.shown.at, self.row, -1 if self.column is None else self.column

    @property
    def key(self) -> str:
        """What the spellings of its name have in common."""
        return key_of(self.name)

    @property
    def same(self) -> tuple[object, ...]:
        """What two blocks that print the same have in common."""
        return (*self.block.shape, *(cell and cell.text for cell in self.block.cells))


def quantities(outline: Outline) -> tuple[Quantity, ...]:
    """The blocks of an outline that show a number in each cell, in the order of reading."""
    stages = outline.confirmed.stages
    confirmed = {_place(stage.printed): stage for stage in stages if stage.printed and stage.printed.cells}
    found: list[Quantity] = []
    last = 0
    for index, shown in enumerate(outline.shown):
        made = list(_of(outline, index, shown, last))
        for one in made:
            stage = confirmed.get(_place(one.block))
            by_text = one.by_text and (stage is None or stage.name in outline.confirmed.by_text)
            name = one.name if stage is None else stage.name
            found.append(one._replace(confirmed=stage, by_text=by_text, name=name))
        last = shown.at if made else last
    return tuple(found)


def _of(outline: Outline, index: int, shown: Shown, last: int) -> Iterator[Quantity]:
    """What a block is, and what the columns of a table with headers are; *last* is where the block before begins."""
    block = shown.block
    is_named = shown.name is not None and not _is_factor(outline.text, shown)
    if block is not None and not shown.is_of_lines and _is_usable(block) and (len(block.cells) > 1 or is_named):
        typed = name_of(typed_before(outline, shown))
        name = shown.name or typed or label_before(outline.text[last : shown.at]) or f"block_{index + 1}"
        yield Quantity(f"q{index}", name, block, shown, shown.is_sure and shown.name is not None)
    if shown.table is not None:
        yield from _columns(outline, index, shown, shown.table)


def _is_factor(text: str, shown: Shown) -> bool:
    """Whether a block is one number with a name right behind it, which is no unit: `N = 12n` says nothing of N."""
    cells = () if shown.block is None else shown.block.cells
    if len(cells) != 1 or cells[0] is None:
        return False
    behind = text[shown.at :].partition(cells[0].text)[2]
    name = _LETTERS.match(behind)
    return name is not None and name[0] not in MEASURES


def _columns(outline: Outline, index: int, shown: Shown, table: tabular.Table) -> Iterator[Quantity]:
    """The columns of a table that have a header and show numbers alone, and their totals."""
    operations = totals.below(table, outline.lines)
    body = table.between(0, len(operations))
    found: list[Quantity] = []
    for column, name in _headers(body, table).items():
        with suppress(Unreadable):
            line = tabular.column(body, column, outline.lines)
            if _is_usable(line) and line.columns == 1:
                found.append(Quantity(f"q{index}c{column}", name or f"column_{column + 1}", line, shown, column=column))
    yield from found
    for row, operation in enumerate(operations):
        for one in found:
            with suppress(Unreadable):
                block = tabular.number_at(table, row - len(operations), one.column or 0, outline.lines)
                name = f"{'total' if operation == 'sum' else operation}_{one.name}"
                made = Quantity(f"{one.id}r{row}", name, block, shown, column=one.column)
                yield made._replace(row=row, total=(operation, one.id))


def _headers(body: tabular.Table, table: tabular.Table) -> dict[int, str]:
    """The names of the columns of a table; none of one without a header, or with few rows in its *body*."""
    headers = [row for row in table.rows if row.is_header]
    if len(headers) != 1 or len(body.body) < LEAST_ROWS:
        return {}
    return {column: label_of_header(stretch.text) for column, stretch in headers[0].cells.items()}


def _is_usable(block: Block) -> bool:
    return not block.has_elided and len(block.cells) <= MAX_CELLS and any(block.contents())


def _place(block: Block) -> tuple[int, ...]:
    first = next((cell for cell in block.cells if cell is not None), None)
    return (0, 0) if first is None else (first.line, first.column, *block.shape)


def in_scope(quantity: Quantity, everything: Sequence[Quantity]) -> list[Quantity]:
    """What formulas for a block can use, the nearest first: of blocks that the text calls the same, the nearest."""
    found: dict[str, Quantity] = {}
    for one in reversed(everything):
        is_part = one.shown is quantity.shown and None in (one.column, quantity.column)
        if one.at < quantity.at and not is_part:
            found.setdefault(one.key if one.by_text else f"{one.id} ", one)
    return list(found.values())


def different(some: Sequence[Quantity]) -> list[Quantity]:
    """The first of those that print the same."""
    found: dict[tuple[object, ...], Quantity] = {}
    for one in some:
        found.setdefault(one.same, one)
    return list(found.values())
