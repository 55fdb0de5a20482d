"""CSV for spreadsheets: UTF-8 text, one header line, all digits as printed.

Read it with `pandas.read_csv(..., dtype=str, keep_default_na=False)`, so that `0.70` keeps its zero.
"""

from verifier.report.frames import cells_frame, errata_frame
from verifier.verdict import Report


def render(reports: list[Report]) -> str:
    """One row a printed number or word; the columns are `rows.CELL_COLUMNS`."""
    return str(cells_frame(reports).to_csv(index=False, lineterminator="\n"))


def errata(reports: list[Report]) -> str:
    """One row an erratum, in order of reach; the columns are `rows.ERRATUM_COLUMNS`."""
    return str(errata_frame(reports).to_csv(index=False, lineterminator="\n"))
