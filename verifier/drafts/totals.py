"""Rows of totals and of means below the columns of a table, which are no part of these.

They are known by their labels; a last row without one by its numbers, which are the sums of those above.
"""

import re
from contextlib import suppress
from typing import Final

from verifier.document.model import Block
from verifier.numbers.printed import power_of_ten
from verifier.sources.annotations import tabular
from verifier.sources.annotations.tabular import Row, Table
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.places import Lines
from verifier.sources.text.words import words_of

_SUMS: Final = words_of(
    """total totals sum sums npv summe gesamt insgesamt somme suma soma totale totales itogo toplam jumlah razem
    итого всего сумма сума tổng 合计 合計 总计 總計 总和 합 합계 총계 \u03c3 ∑ \\sum"""
)
_MEANS: Final = words_of(
    "mean average avg mittel mittelwert durchschnitt moyenne media promedio среднее 平均 평균 \\bar"
)
_WORD: Final = re.compile(r"\\?[^\W\d_]+|∑")
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]|∑")
LEAST_ABOVE: Final = 2
"""So many rows stand above one of totals at least."""
LEAST_SUMS: Final = 2
"""So many columns have their sums in a row of totals without a label, at least, and none has another number there."""


def below(table: Table, lines: Lines) -> tuple[str, ...]:
    """What the last rows of a table are, by the names of operations on its columns, from above."""
    found = labelled(table)
    return found or (("sum",) if _has_sums(table, lines) else ())


def _has_sums(table: Table, lines: Lines) -> bool:
    """Whether the last row of a table has the sums of its columns."""
    if len(table.body) <= LEAST_ABOVE + 1:
        return False
    shown: list[bool] = []
    for column in table.body[-1].cells:
        with suppress(Unreadable):
            total = tabular.number_at(table, -1, column, lines)
            above = tabular.column(table.between(0, 1), column, lines)
            shown.append(_is_sum(total, above))
    return len(shown) >= LEAST_SUMS and all(shown)


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


def labelled(table: Table) -> tuple[str, ...]:
    """What labels call the last rows of a table, by the names of operations on its columns, from above."""
    found: list[str] = []
    for row in reversed(table.body[LEAST_ABOVE:]):
        operation = _operation(row)
        if operation is None:
            break
        found.insert(0, operation)
    return tuple(found)


def _operation(row: Row) -> str | None:
    """What the label of a row, its first cell that shows something, calls its numbers; None for any other."""
    texts = (row.cells[column].text for column in sorted(row.cells))
    label = next((text for text in texts if _LETTER_OR_DIGIT.search(text)), "")
    words = [word.lower() for word in _WORD.findall(label)]
    if not words or any(map(str.isdigit, label)):
        return None
    return "sum" if not _SUMS.isdisjoint((words[0], words[-1])) else "mean" if words[0] in _MEANS else None
