"""The record of one printed cell, with its place in the block and in the file."""

from typing import Any

from verifier.document.model import Grid, Word
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.printed import Infinite, Printed
from verifier.verdict import CellReport, Verdict


def cell_report(  # noqa: PLR0913 - the fields of the record it makes
    block: Grid[Any],
    index: int,
    shown: Printed | Word | Infinite,
    *,
    verdict: Verdict,
    basis: str | None = None,
    reason: str | None = None,
    literal: Value | None = None,
    replayed: Value | None = None,
    possible: Interval | None = None,
    target: Interval | None = None,
    decimals: int = 0,
) -> CellReport:
    """The report on the cell at *index* of a block; *shown* is what the document prints there."""
    row, column = block.coordinates(index)
    return CellReport(
        row=row,
        column=column,
        text=shown.text,
        line=shown.line,
        file_column=shown.column,
        verdict=verdict,
        basis=basis,
        reason=reason,
        number=shown if isinstance(shown, Printed) else None,
        decimals=decimals,
        literal=literal,
        possible=possible,
        target=target,
        replayed=replayed,
    )
