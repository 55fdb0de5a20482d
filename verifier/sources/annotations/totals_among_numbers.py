"""Totals among the numbers of the columns and rows that annotations name: in last rows, and in last columns."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.annotations.cells.labels_of_totals import (
    LEAST_ABOVE,
    called,
    hold_for_no_total,
    total_among,
    total_in,
    written_below,
)
from verifier.sources.annotations.cells.tabular import Table
from verifier.sources.text.directives import Directive, Refusals, listed
from verifier.sources.text.stretch import Note

MAX_QUOTED: Final = 60


def has_totals(
    bound: Bound, whole: Shown, chosen: Sequence[Directive | None], used: Iterable[str], refusals: Refusals
) -> bool:
    """Whether a last row of a table has totals among its columns; it is noted as a problem."""
    directive, table = bound.directive, bound.shown.table
    if directive.verb != "columns" or table is None:
        return False
    columns = [number for number, one in enumerate(chosen) if one is not None]
    labelled = bound._replace(shown=whole)
    return _has_total(directive, table, columns, refusals) or _has_labelled(labelled, chosen, used, refusals)


def without_totals(
    directive: Directive, shown: Shown, chosen: Sequence[Directive | None], used: Iterable[str], refusals: Refusals
) -> Shown:
    """A table whose rows are named without a last column that its header calls a total; it is noted with a warning.

    Only where formulas of the rows go number by number, and do not hold for totals.
    """
    table = shown.table
    if directive.verb != "rows" or table is None or table.columns <= LEAST_ABOVE:
        return shown
    label = next((text for text in _labels_of_last(table) if called(text)), "")
    formulas = {one.name: one.words.text for one in chosen if one is not None}
    if not label or not hold_for_no_total(formulas, used):
        return shown
    shows = f"shows totals, as its label {' '.join(label.split())[:MAX_QUOTED]} says, and no numbers of these rows"
    refusals.notes.append(Note(directive.said.at[0], f"the last column {shows}: it is not judged"))
    last = table.columns - 1
    rows = (row._replace(cells={k: cell for k, cell in row.cells.items() if k < last}) for row in table.rows)
    return shown._replace(table=Table(tuple(rows), last), is_listed=False)


def _labels_of_last(table: Table) -> Iterator[str]:
    """What the last column shows up to the first row of numbers."""
    first = table.rows.index(table.body[0]) if table.body else -1
    cells = (row.cells.get(table.columns - 1) for row in table.rows[: first + 1])
    yield from (cell.text for cell in cells if cell is not None)


def _has_total(directive: Directive, table: Table, columns: Sequence[int], refusals: Refusals) -> bool:
    """Whether a last row of a table has a total among the columns that are named; it is noted as a problem."""
    cell = total_in(table, columns)
    if cell is not None:
        refusals.names |= {one.name for one in listed(directive, refusals) if one is not None}
        text, line = " ".join(cell.text.split()), refusals.lines.of(cell.at[0])[0]
        found = f"{text[:MAX_QUOTED]} in line {line}, which is none"
        hint = "write `below total = sum(x); _` on a line behind, with a name, or _, for each column"
        refusals.at(directive.said, "bad-annotation", "numbers of the columns in each row", found, hint)
    return cell is not None


def _has_labelled(bound: Bound, chosen: Sequence[Directive | None], used: Iterable[str], refusals: Refusals) -> bool:
    """Whether a label calls a last row a total, for which the formulas of columns need not hold; noted as a problem."""
    columns = {named.name: (index, named.words.text) for index, named in enumerate(chosen) if named is not None}
    found = bound.shown.table and total_among(bound.shown.table, columns, used)
    if not found:
        return False
    row, operation = found
    refusals.names |= columns.keys()
    line = refusals.lines.of(next(iter(row.cells.values())).at[0])[0]
    below = written_below(row, operation, [named and named.name for named in chosen])
    what = f"line {line}, which its label calls a {'total' if operation == 'sum' else operation}"
    hint = f"write `{below}` on a line behind"
    refusals.at(bound.directive.said, "bad-annotation", "numbers of the columns in each row", what, hint)
    return True
