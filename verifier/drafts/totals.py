"""Rows of totals and of means below the columns of a table, which are no part of these.

They are known by their labels; a last row without one by its numbers, which are the sums of those above.
"""

from contextlib import suppress
from typing import Final

from verifier.document.model import Block
from verifier.numbers.printed import power_of_ten
from verifier.sources.annotations.cells import tabular
from verifier.sources.annotations.cells.labels_of_totals import LEAST_ABOVE, labelled
from verifier.sources.annotations.cells.tabular import Table
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.places import Lines

LEAST_SUMS: Final = 2
"""So many columns have their sums in a row of totals without a label, at least."""
LEAST_BESIDE_ANOTHER: Final = 3
"""So many have where one column has another number there; with one that is near its sum they are as many as without."""
NEAR: Final = 10
"""A number is near a sum from which it differs by one part in so many at most."""


def below(table: Table, lines: Lines) -> tuple[str, ...]:
    """What the last rows of a table are, by the names of operations on its columns, from above."""
    found = labelled(table)
    return found or (("sum",) if _has_sums(table, lines) else ())


def _has_sums(table: Table, lines: Lines) -> bool:
    """Whether the last row of a table has the sums of its columns; one of these, or its sum, may be wrong."""
    if len(table.body) <= LEAST_ABOVE + 1:
        return False
    sums, others, far = 0, 0, 0
    for column in table.body[-1].cells:
        with suppress(Unreadable):
            total = tabular.number_at(table, -1, column, lines)
            above = tabular.column(table.between(0, 1), column, lines)
            if _is_sum(total, above):
                sums += 1
            else:
                others += 1
                far += not _is_near(total, above)
    return others <= 1 and sums >= (LEAST_BESIDE_ANOTHER if far else LEAST_SUMS)


def _is_near(total: Block, above: Block) -> bool:
    """Whether a number is hardly another than the sum of some."""
    shown, cells = total.cells[0], list(above.contents())
    if shown is None or len(cells) < len(above.cells):
        return False
    return NEAR * abs(sum(cell.value for cell in cells) - shown.value) <= abs(shown.value) != 0


def _is_sum(total: Block, above: Block) -> bool:
    """Whether a number is the sum of some as printed, that are not all zero, but for their last digits.

    A zero is so to the decimals of these.
    """
    shown = total.cells[0]
    cells = list(above.contents())
    if shown is None or len(cells) < len(above.cells):
        return False
    most = len(cells) * power_of_ten(-min(cell.decimals for cell in (shown, *cells)))
    most = most / 2 if any(cell.decimals for cell in (shown, *cells)) else most * 0
    off = abs(sum(cell.value for cell in cells) - shown.value)
    is_none = shown.value == 0 and 2 * off > len(cells) * power_of_ten(-max(cell.decimals for cell in cells))
    return any(cell.value != 0 for cell in cells) and off <= most and not is_none
