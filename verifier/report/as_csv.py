"""CSV for spreadsheets: UTF-8 text, one header line, all digits as printed.

Read it with `pandas.read_csv(..., dtype=str, keep_default_na=False)`, so that `0.70` keeps its zero.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from verifier.document.problems import Problem
from verifier.inert import cell
from verifier.report.rows import CELL_COLUMNS, ERRATUM_COLUMNS, Row, cell_rows, erratum_rows
from verifier.verdict import Report


def part(report: Report) -> str:
    """One row a printed number or word."""
    return _table(cell_rows(report))


def broken(_path: str, _problems: Sequence[Problem]) -> str:
    """Nothing: a file that could not be read has no numbers."""
    return ""


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The names of the columns, `rows.CELL_COLUMNS`, and the rows of all documents."""
    yield f"{','.join(CELL_COLUMNS)}\n"
    yield from parts


def errata(report: Report) -> str:
    """One row an erratum, in order of reach; the columns are `rows.ERRATUM_COLUMNS`."""
    return f"{','.join(ERRATUM_COLUMNS)}\n{_table(erratum_rows(report))}"


def _table(rows: Iterable[Row]) -> str:
    """The rows without names of columns; texts that begin as formulas have an apostrophe before them."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerows([cell(value) if isinstance(value, str) else value for value in row.values()] for row in rows)
    return made.getvalue()
