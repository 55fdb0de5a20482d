"""Terms of sums that authors wrote out, before which the wrong sign stands: the digits are right."""

import re
from typing import Final

from verifier.verdict import CellReport, StageReport

_TERM: Final = re.compile(r"_term(?:_\d+)?\Z")


def of_what(report: StageReport, cell: CellReport, wanted: str | None) -> str:
    """What a number is but for the sign before it, as it is written in the text; empty if that is not what is wrong."""
    formula = report.stage.formula
    is_other = wanted is not None and wanted == f"-{cell.text}"
    if not is_other or formula is None or not _TERM.search(report.stage.name):
        return ""
    shown = formula.shown
    return shown[2:-1] if shown.startswith("-(") and shown.endswith(")") else ""
