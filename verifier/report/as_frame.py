"""Reports as pandas data frames, and those as CSV."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

import pandas as pd

from verifier.report.rows import CELL_COLUMNS, ERRATUM_COLUMNS, Row, cell_rows, erratum_rows
from verifier.verdict import Report

_COUNTS: Final = ("row", "column", "numbers", "of", "reach", "tried", "fitting", "reproduced")


def cells_frame(reports: list[Report]) -> pd.DataFrame:
    """One row a printed number or word."""
    return _frame(chain.from_iterable(map(cell_rows, reports)), CELL_COLUMNS)


def errata_frame(reports: list[Report]) -> pd.DataFrame:
    """One row an erratum, in order of reach."""
    return _frame(chain.from_iterable(map(erratum_rows, reports)), ERRATUM_COLUMNS)


def _frame(rows: Iterable[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    """Text stays text, so that `0.70` keeps its zero, and None where there is nothing; only counts are numbers."""
    frame = pd.DataFrame(list(rows), columns=list(columns), dtype=object)
    return frame.astype({name: "int64" for name in columns if name in _COUNTS})


def cells_as_csv(reports: list[Report]) -> str:
    """The cells, for spreadsheets and for `read_csv(..., dtype=str, keep_default_na=False)`."""
    return str(cells_frame(reports).to_csv(index=False, lineterminator="\n"))


def errata_as_csv(reports: list[Report]) -> str:
    """The errata, as above."""
    return str(errata_frame(reports).to_csv(index=False, lineterminator="\n"))
