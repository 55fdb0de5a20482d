"""The results of a check: immutable records, made by the judges and read by the outputs.

Rows and columns count from 1. Values are exact rationals, balls or ranges; each output
chooses how it writes them.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NamedTuple, TypeAlias

from flint import fmpq

from verifier.document.model import Document, Formula, GivensReading, Grid, Stage, Word
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.numbers.printed import Infinite, Printed
from verifier.numbers.rounding import Rule


class Verdict(Enum):
    """What is proved of a cell, a row, a shape or a stage. Has no truth value: `bool` raises TypeError."""

    AGREES = "agrees"
    TOLERATED = "tolerated"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"
    GIVEN = "given"
    UNCHECKED = "unchecked"

    def __bool__(self) -> bool:
        raise TypeError("a verdict is neither true nor false: compare it with one by name")


class StandardVerdict(Enum):
    """Whether the formula of a stage equals the standard definition."""

    AGREES = "agrees"
    DEPARTS = "departs"
    UNDECIDED = "undecided"


Kind: TypeAlias = Literal["arithmetic", "misprint", "shape", "departure", "display", "row", "words"]
Size: TypeAlias = tuple[int, int]


class Link(NamedTuple):
    """A stage whose formulas leave less than its prints, and what they leave of its number; None if it has several.

    `is_exact` says that they leave one value of each number.
    """

    stage: str
    left: Value | None
    is_exact: bool


class CellReport(NamedTuple):
    """One printed number or word: what is proved of it, on what basis, and what it should be.

    `basis` names the ground of the verdict in a word or two; `reason` says why nothing was decided or checked, or
    with which corrected operands a number agrees.
    `literal` and `replayed` are the values that the formula gives from printed and from carried operands.
    `possible` is the range that the widest preimages of the operands allow, `target` the widest preimage of the
    number itself; each is None where it was not computed. `corrected` and `standard` are texts, by the stated and by
    the standard formulas. `chain` has the operands that, as their own formulas leave them, contradict the number;
    `possible` is then the range over what they leave. `line` and `file_column` locate the cell in the document file.
    """

    row: int
    column: int
    text: str
    line: int
    file_column: int
    verdict: Verdict
    basis: str | None = None
    reason: str | None = None
    number: Printed | None = None
    decimals: int = 0
    literal: Value | None = None
    possible: Interval | None = None
    target: Interval | None = None
    replayed: Value | None = None
    corrected: str | None = None
    standard: str | None = None
    inherited_from: tuple[str, ...] = ()
    erratum: str | None = None
    chain: tuple[Link, ...] = ()

    def index_in(self, block: Grid[Any]) -> int:
        """The index of the cell in *block*, row by row, from 0."""
        return block.index_of(self.row - 1, self.column - 1)


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


class ShapeReport(NamedTuple):
    """The shape of a stage as stated, as printed and as computed."""

    stated: tuple[str, ...] | None
    printed: Size | None
    computed: tuple[int | str, ...] | None
    verdict: Verdict
    reason: str | None = None


class RowReport(NamedTuple):
    """A joint test of one row (axis 1) or column (axis 0), by its number; `certificate` names numbers that prove it."""

    row: int
    verdict: Verdict
    test: str
    certificate: str | None = None
    axis: int = 1

    def holds(self, cell: CellReport) -> bool:
        """Whether *cell* lies in this row or column."""
        return self.row == (cell.column if self.axis == 0 else cell.row)


class AlsoReport(NamedTuple):
    """A further formula of the same block, judged on its own."""

    formula: Formula
    verdict: Verdict
    cells: tuple[CellReport, ...]
    shape: ShapeReport


class StageReport(NamedTuple):
    """All results on one stage.

    `claim` judges the stated bounds; None where none are stated. `carried` says which values later stages were
    computed from, `resolution` how the digits of its block are counted.
    """

    stage: Stage
    verdict: Verdict
    shape: ShapeReport
    cells: tuple[CellReport, ...]
    rows: tuple[RowReport, ...] = ()
    standard_verdict: StandardVerdict | None = None
    standard_reason: str | None = None
    also: tuple[AlsoReport, ...] = ()
    claim: Verdict | None = None
    reason: str | None = None
    carried: str = "printed"
    resolution: str | None = None


class Reach(NamedTuple):
    """The number of cells of a stage that change when one erratum alone is corrected; `units` is the largest change.

    A unit is that of the last printed decimal.
    """

    stage: str
    cells: int
    units: fmpq


class Erratum(NamedTuple):
    """The contradicted or departing cells of a stage that share one cause.

    `region` says where they stand. `inherited` counts, by stage, the later cells that are wrong because of this stage
    alone. `slips` is the simplest explanation; it reproduces `reproduced` of the `of` cells. `tried` slips were tried,
    and `fitting` of them explain the same. `instead` has, by name, what operands should read if they are wrong and the
    cells are not. `chance` bounds the probability that a wrong slip fits as well.
    """

    id: str
    stage: str
    kind: Kind
    cells: tuple[tuple[int, int], ...]
    statement: str
    worked: str | None
    correction: dict[tuple[int, int], str]
    units: Number | None = None
    relative: Number | None = None
    reach: tuple[Reach, ...] = ()
    instead: dict[str, str] = {}  # noqa: RUF012 - nobody changes it
    slips: tuple[dict[str, str], ...] = ()
    reproduced: int = 0
    of: int = 0
    tried: int = 0
    fitting: int = 0
    region: str = ""
    inherited: tuple[tuple[str, int], ...] = ()
    chance: fmpq | None = None


class RoundingReport(NamedTuple):
    """The rounding rule of a document, the number of cells that support it, and by rule the number that break it."""

    rule: Rule | None
    is_inferred: bool
    supporting: int
    breaking: dict[str, int]


class GivensReport(NamedTuple):
    """Whether givens are taken as exact or rounded; exact ones reproduce `reproduced` of the `of` cells looked at."""

    reading: GivensReading
    is_inferred: bool
    reproduced: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """All results on one document; `by_name` finds the report on a stage."""

    document: Document
    engine: str
    rounding: RoundingReport
    givens: GivensReport
    stages: tuple[StageReport, ...]
    errata: tuple[Erratum, ...] = ()
    by_name: dict[str, StageReport] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.by_name.update({report.stage.name: report for report in self.stages})

    def count(self, verdict: Verdict) -> int:
        """How many printed cells have this verdict."""
        return sum(cell.verdict is verdict for report in self.stages for cell in report.cells)

    @property
    def is_clean(self) -> bool:
        """Whether no stage is contradicted and none departs from its standard definition."""
        return not any(
            report.verdict is Verdict.CONTRADICTED or report.standard_verdict is StandardVerdict.DEPARTS
            for report in self.stages
        )
