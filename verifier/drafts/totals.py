"""Rows of totals and of means below the columns of a table, which are no part of these: known by their labels."""

import re
from typing import Final

from verifier.sources.tabular import Row, Table
from verifier.sources.words import words_of

_SUMS: Final = words_of(
    """total totals sum sums summe gesamt insgesamt somme suma soma totale totales itogo toplam jumlah razem
    итого всего сумма сума tổng 合计 合計 总计 總計 总和 합 합계 총계 \u03c3 ∑ \\sum"""
)
_MEANS: Final = words_of(
    "mean average avg mittel mittelwert durchschnitt moyenne media promedio среднее 平均 평균 \\bar"
)
_WORD: Final = re.compile(r"\\?[^\W\d_]+|∑")
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]|∑")
LEAST_ABOVE: Final = 2
"""So many rows stand above one of totals at least."""


def below(table: Table) -> tuple[str, ...]:
    """What the last rows of a table are, by the names of operations on its columns, from above."""
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
