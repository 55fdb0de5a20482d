"""A report as flat rows for CSV files and data frames: one a printed number, and one an erratum.

Counts, rows and columns are integers; all other values are text, numbers with their digits as printed, or None.
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from verifier.errata.findings import aside
from verifier.report.json_records import cell_record, erratum_record
from verifier.verdict import CellReport, Erratum, Report, StageReport

Row: TypeAlias = dict[str, str | int | None]

CELL_COLUMNS: Final = (
    "document",
    "stage",
    "row",
    "column",
    "printed",
    "verdict",
    "basis",
    "reason",
    "literal",
    "possible",
    "replayed",
    "corrected",
    "standard",
    "erratum",
    "kind",
    "cause",
    "inherited_from",
    "where",
    "place",
)
ERRATUM_COLUMNS: Final = (
    "document",
    "erratum",
    "stage",
    "kind",
    "cause",
    "region",
    "numbers",
    "of",
    "reach",
    "follow",
    "reached",
    "units",
    "relative",
    "tried",
    "fitting",
    "reproduced",
    "heading",
    "statement",
    "explanation",
    "correction",
    "where",
    "place",
)


def cell_rows(report: Report) -> Iterator[Row]:
    """One row a printed number or word, with the keys CELL_COLUMNS."""
    errata, left = {erratum.id: erratum for erratum in report.errata}, aside(report)
    for stage in report.stages:
        for cell in stage.cells:
            erratum = errata.get(cell.erratum or "")
            found: Row = {
                **cell_record(cell),
                "document": report.document.name,
                "stage": stage.stage.name,
                "erratum": _named(cell.erratum, left),
                "kind": None if erratum is None else erratum.kind,
                "cause": None if erratum is None else cause(erratum),
                "inherited_from": ", ".join(cell.inherited_from) or None,
                "where": stage.stage.where,
                "place": _place(report, stage, cell),
            }
            yield {name: found[name] for name in CELL_COLUMNS}


def erratum_rows(report: Report) -> Iterator[Row]:
    """One row an erratum, with the keys ERRATUM_COLUMNS, in order of reach."""
    for erratum in report.errata:
        yield erratum_row(report, erratum)


def erratum_row(report: Report, erratum: Erratum) -> Row:
    """The row of one erratum, with the keys ERRATUM_COLUMNS."""
    stage = report.by_name[erratum.stage]
    record = erratum_record(erratum)
    found: Row = record | {
        "document": report.document.name,
        "erratum": _named(erratum.id, aside(report)),
        "cause": cause(erratum),
        "numbers": len(erratum.cells),
        "of": len(stage.cells),
        "reach": reached(erratum),
        "follow": sum(reach.follow for reach in erratum.reach),
        "reached": ", ".join(reach.stage for reach in erratum.reach) or None,
        "units": record["size"]["units"],
        "relative": record["size"]["relative"],
        "correction": corrections(erratum) or None,
        "where": stage.stage.where,
        "place": _place(report, stage, first_cell(stage, erratum)),
    }
    return {name: found[name] for name in ERRATUM_COLUMNS}


def _named(name: str | None, left: Mapping[str, str]) -> str | None:
    """The id of an erratum; `V-1 (ignored)` of one that is set aside."""
    return f"{name} ({left[name]})" if name is not None and name in left else name


def cause(erratum: Erratum) -> str | None:
    """The names of the slips that explain an erratum, joined by `and`; None if it is unexplained."""
    return " and ".join(slip["slip"] for slip in erratum.slips) or None


def reached(erratum: Erratum) -> int:
    """The number of later numbers that change once the erratum is corrected."""
    return sum(reach.cells for reach in erratum.reach)


def corrections(erratum: Erratum) -> str:
    """The corrections as `[1,2] 0.29, [2,2] 0.31`; empty if there are none."""
    return ", ".join(f"[{row},{column}] {text}" for (row, column), text in erratum.correction.items())


def first_cell(stage: StageReport, erratum: Erratum) -> CellReport | None:
    """The first cell of an erratum in reading order; None if it concerns the stage as a whole."""
    cells = set(erratum.cells)
    return next((cell for cell in stage.cells if (cell.row, cell.column) in cells), None)


def _place(report: Report, stage: StageReport, cell: CellReport | None) -> str:
    line, column = (stage.stage.line, stage.stage.column) if cell is None else (cell.line, cell.file_column)
    return f"{report.document.path}:{line}:{column}"
