"""Rows of totals and of means below the rows of a table, as their labels call them: they are no rows of its columns.

They may stay among these where each formula of the columns holds for a total of rows for which it holds.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from verifier.formulas.parser import FormulaError, parse_formula
from verifier.formulas.tree import Apply, Expression, Name, names
from verifier.late import pattern
from verifier.operations import REGISTER, signatures
from verifier.sources.annotations.cells.table_rows import Row
from verifier.sources.annotations.cells.tabular import Table
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import words_of

_SUMS: Final = words_of(
    """total totals subtotal subtotals sum sums npv summe summen gesamt insgesamt gesamtsumme gesamtsummen zwischensumme
    somme totaux suma sumy soma totale totales totaal totalt itogo toplam jumlah razem summa yhteensä celkem součet
    spolu ukupno skupaj zbroj összesen σύνολο
    итого всего сумма сума разом всього укупно tổng 合计 合計 总计 總計 总和 總和 小计 小計 共计 합 합계 총계 소계
    المجموع مجموع الإجمالي الاجمالي รวม \u03c3 ∑ \\sum"""
)
_MEANS: Final = words_of(
    """mean average avg mittel mittelwert durchschnitt moyenne media promedio średnia średnio gemiddelde medelvärde
    gjennomsnitt gennemsnit keskiarvo průměr priemer prosjek prosek povprečje átlag ortalama média среднее середнє
    المتوسط متوسط 平均 平均值 均值 평균 \\bar"""
)
_PHRASES: Final = {
    "rata-rata": "mean",
    "trung bình": "mean",
    "i alt": "sum",
    "\u091c\u094b\u0921\u093c": "sum",
    "\u0915\u0941\u0932": "sum",
    "\u09ae\u09cb\u099f": "sum",
    "\u0e04\u0e48\u0e32\u0e40\u0e09\u0e25\u0e35\u0e48\u0e22": "mean",
}
"""Labels of several words, or with signs that join letters."""
_TOTAL: Final = pattern(
    r"[\s$*]*(?:\\(?:sum|Sigma|bar|overline)(?![A-Za-z])|[\u2211\u03a3]"
    r"|(?:(?:grand |sub)?total|sum|mean|average|avg)\b)[^=:]*[=:]",
    re.IGNORECASE,
)
r"""The beginning of a cell that says what total its number is, as `\sum x = 646`."""
_MEAN: Final = pattern(r"[\s$*]*(?:\\(?:bar|overline)|mean|average|avg)", re.IGNORECASE)
_WORD: Final = pattern(r"\\?[^\W\d_]+|∑")
_LETTER_OR_DIGIT: Final = pattern(r"[^\W_]|∑")
LEAST_ABOVE: Final = 2
"""So many rows stand above one of totals at least."""
MAX_LABEL: Final = 3
"""So many words has the label of a row of totals at most."""


def total_in(table: Table, columns: Sequence[int]) -> Stretch | None:
    """The first cell of some columns that says that it is a total, in a last row, behind rows in which none does."""
    named = [
        [row.cells[k] for k in columns if k in row.cells and _TOTAL.match(row.cells[k].text)] for row in table.body
    ]
    first = next((index for index, cells in enumerate(named) if cells), 0)
    return named[first][0] if first and all(named[first:]) else None


def labelled(table: Table) -> tuple[str, ...]:
    """What labels call the last rows of a table, by the names of operations on its columns, from above."""
    found: list[str] = []
    for row in reversed(table.body[LEAST_ABOVE:]):
        operation = _operation(row)
        if operation is None:
            break
        found.insert(0, operation)
    return tuple(found)


def calls_each_a_total(table: Table) -> bool:
    """Whether the cells of the last row of a table say of their numbers what totals these are."""
    return bool(labelled(table)) and _called_in_cells(table.body[-1]) is not None


def _operation(row: Row) -> str | None:
    """What the label of a row, its first cell that shows something, or each of its cells calls its numbers, or None."""
    return called(_label(row)) or _called_in_cells(row)


def _called_in_cells(row: Row) -> str | None:
    """What each cell of a row that has digits calls its number, as `Σ = 16`; None if some do not, or differ."""
    found = [_TOTAL.match(cell.text) for cell in row.cells.values() if any(map(str.isdigit, cell.text))]
    operations = {None if match is None else "mean" if _MEAN.match(match[0]) else "sum" for match in found}
    return operations.pop() if len(operations) == 1 else None


def called(label: str) -> str | None:
    """What a label calls its numbers, by the name of an operation; None for any other."""
    words = [word.lower() for word in _WORD.findall(label)]
    if not words or any(map(str.isdigit, label)):
        return None
    whole = " ".join(label.lower().split()).strip("*:.$ ")
    if whole in _PHRASES:
        return _PHRASES[whole]
    return "sum" if not _SUMS.isdisjoint((words[0], words[-1])) else "mean" if words[0] in _MEANS else None


def _label(row: Row) -> str:
    """The first cell of a row that shows something."""
    texts = (row.cells[column].text for column in sorted(row.cells))
    return next((text for text in texts if _LETTER_OR_DIGIT.search(text)), "")


def total_among(table: Table, columns: Mapping[str, tuple[int, str]], used: Iterable[str]) -> tuple[Row, str] | None:
    """The last row of a table that is none of its columns by its label, and the operation that this names.

    *columns* are the indices and the formulas of columns by their names; *used* are the names that others use.
    """
    operation = next(iter(labelled(table)[-1:]), None)
    row = table.body[-1] if operation is not None else None
    if (
        row is None
        or operation is None
        or _operation(table.body[0]) is not None
        or len(_label(row).split()) > MAX_LABEL
    ):
        return None
    formulas = [(_shows(row, index), text) for index, text in columns.values() if text.strip()]
    is_used = not columns.keys().isdisjoint(used)
    is_kept = not is_used and all(_may_stay(text, columns, shows=shows) for shows, text in formulas)
    return None if is_kept else (row, operation)


def hold_for_no_total(formulas: Mapping[str, str], used: Iterable[str]) -> bool:
    """Whether formulas of rows, by the names of these, make numbers of numbers, and not all hold for totals too.

    Not where other rows, or others of the *used* names, tell how many numbers there are.
    """
    made = [text for text in formulas.values() if text.strip()]
    is_apart = formulas.keys().isdisjoint(used) and all(_is_of_cells(text, formulas) for text in made)
    return is_apart and not all(_may_stay(text, formulas, shows=True) for text in made)


def _is_of_cells(text: str, rows: Collection[str]) -> bool:
    """Whether a formula goes number by number, perhaps with sums and means of rows, and names nothing but rows."""
    try:
        tree: Expression = parse_formula(text.strip(), signatures())
    except FormulaError:
        return False
    return _is_by_numbers(tree) and all(name in rows for name in names(tree))


def _is_by_numbers(tree: Expression) -> bool:
    """Whether an expression goes number by number, also of what all numbers of a row make, as their sum."""
    match tree:
        case Apply(operation, parts):
            is_of_row = REGISTER[operation].pattern == "reducing" and not tree.options
            return (is_of_row or REGISTER[operation].pattern == "cellwise") and all(map(_is_by_numbers, parts))
        case Name():
            return True
    return not any(names(tree))


def written_below(row: Row, operation: str, chosen: Sequence[str | None]) -> str:
    """How an annotation says what a row of totals shows, for the names of columns."""
    cells = (
        f"{operation}_{name} = {operation}({name})" if name is not None and _shows(row, index) else "_"
        for index, name in enumerate(chosen)
    )
    return f"below {'; '.join(cells)}"


def _shows(row: Row, column: int) -> bool:
    return column in row.cells and any(map(str.isdigit, row.cells[column].text))


def _may_stay(text: str, columns: Collection[str], *, shows: bool) -> bool:
    """Whether a formula holds in a row of totals too, or goes row by row and nothing is shown there for it."""
    try:
        tree: Expression = parse_formula(text.strip(), signatures())
    except FormulaError:
        return False
    return _is_additive(tree, columns) or (not shows and _is_by_rows(tree))


def _is_additive(tree: Expression, columns: Collection[str]) -> bool:
    """Whether an expression is a sum of multiples of columns: what holds for rows holds for their total."""
    match tree:
        case Name(name):
            return name in columns
        case Apply("add" | "subtract" | "negative", parts):
            return all(_is_additive(part, columns) for part in parts)
        case Apply("multiply", (left, right)):
            return any(
                _is_additive(one, columns) and not any(name in columns for name in names(other))
                for one, other in ((left, right), (right, left))
            )
        case Apply("divide", (above, below)):
            return _is_additive(above, columns) and not any(name in columns for name in names(below))
    return False


def _is_by_rows(tree: Expression) -> bool:
    """Whether an expression goes row by row."""
    match tree:
        case Apply(operation, parts):
            return REGISTER[operation].pattern == "cellwise" and all(map(_is_by_rows, parts))
        case Name():
            return True
    return not any(names(tree))
