"""Reports as pandas data frames: of the printed numbers, of the errata, and of what changed."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

import pandas as pd

from verifier.report.changes import changes
from verifier.report.rows import CELL_COLUMNS, ERRATUM_COLUMNS, Row, cell_rows, erratum_row, erratum_rows
from verifier.verdict import Report

_COUNTS: Final = ("row", "column", "numbers", "of", "reach", "follow", "tried", "fitting", "reproduced")
"""The columns that hold integers."""


def cells_frame(reports: list[Report]) -> pd.DataFrame:
    """One row a printed number or word; the columns are CELL_COLUMNS."""
    return _frame(chain.from_iterable(map(cell_rows, reports)), CELL_COLUMNS)


def errata_frame(reports: list[Report]) -> pd.DataFrame:
    """One row an erratum, in order of reach; the columns are ERRATUM_COLUMNS."""
    return _frame(chain.from_iterable(map(erratum_rows, reports)), ERRATUM_COLUMNS)


def changes_frame(first: Report, second: Report) -> pd.DataFrame:
    """One row an erratum of either report; the columns are `change` (gone, same or new) and ERRATUM_COLUMNS."""
    rows = ({"change": change.state} | erratum_row(change.report, change.erratum) for change in changes(first, second))
    return _frame(rows, ("change", *ERRATUM_COLUMNS))


def _frame(rows: Iterable[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    """Counts have dtype int64. All other columns have dtype object: text as printed, None where there is no value."""
    frame = pd.DataFrame(list(rows), columns=list(columns), dtype=object)
    return frame.astype({name: "int64" for name in columns if name in _COUNTS})
