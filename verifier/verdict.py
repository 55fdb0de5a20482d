"""The results of a check: immutable records, made by the judges and read by the outputs.

Rows and columns count from 1. Values are exact rationals, balls or ranges; each output chooses how it writes them.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar, cast

from flint import fmpq

from verifier.document.model import Document, Formula, Grid, Stage
from verifier.habits import GivensReport, RoundingReport
from verifier.hint import Hint
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple

Made = TypeVar("Made")


class Verdict(Enum):
    """What is proved of a cell, a row, a shape or a stage. Has no truth value: `bool` raises TypeError."""

    AGREES = "agrees"
    TOLERATED = "tolerated"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"
    GIVEN = "given"
    UNCHECKED = "unchecked"

    __hash__ = object.__hash__  # that of an enumeration is of its name, and slow for each number of a block

    def __bool__(self) -> bool:
        raise TypeError("a verdict is neither true nor false: compare it with one by name")


class StandardVerdict(Enum):
    """Whether the formula of a stage equals the standard definition."""

    AGREES = "agrees"
    DEPARTS = "departs"
    UNDECIDED = "undecided"


Kind: TypeAlias = Literal["arithmetic", "misprint", "shape", "departure", "display", "row", "joint", "words"]
Size: TypeAlias = tuple[int, int]


class Link(NamedTuple):
    """A stage whose formulas leave less than its prints: *left* of its only number, one value of each if *is_exact*."""

    stage: str
    left: Value | None
    is_exact: bool


class Doubt(NamedTuple):
    """What a number would read if givens are exact, which the `account` says of them; `is_likely`: they rather are."""

    reads: str
    givens: tuple[str, ...]
    is_likely: bool
    account: str


class CellReport(NamedTuple):
    """One printed number or word at its place in its file: what is proved of it, on what basis, what it should be.

    `basis` names the ground of the verdict; `reason` says why nothing was decided or checked, with which corrected
    operands a number agrees, and what tells that givens are exact which contradict it. `literal` and `replayed` are the
    values of the formula on printed and on carried operands, `possible` the range that the widest preimages of operands
    allow, with exact givens at their word where these contradict it, and as far as the formulas of the operands leave
    these where it is tolerated or the ranges of all are asked, `target` the widest preimage of the number itself.
    `corrected` and `standard` are texts by the two formulas. `chain` has operands that contradict the number as their
    formulas leave them, `doubt` is set where givens that may be exact do, `carried` where cells of a stage differ.
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
    doubt: Doubt | None = None
    carried: str | None = None

    def index_in(self, block: Grid[Any]) -> int:
        """The index of the cell in *block*, row by row, from 0."""
        return (self.row - 1) * block.columns + self.column - 1


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


class Multiple(NamedTuple):
    """A printed number of a stage, times a whole number; `target` is its widest preimage."""

    stage: str
    cell: CellReport
    factor: int
    target: Interval


class JointReport(NamedTuple):
    """Numbers that cannot all be right: a sum of multiples, by formulas and prints; stages have digits *shared*."""

    multiples: tuple[Multiple, ...]
    computed: Interval
    printed: Interval
    shared: tuple[str, ...] = ()


class AlsoReport(NamedTuple):
    """A further formula of the same block, judged on its own."""

    formula: Formula
    verdict: Verdict
    cells: tuple[CellReport, ...]
    shape: ShapeReport


class StageReport(NamedTuple):
    """All results on one stage.

    `joint` has sets of numbers that cannot all be right. `claim` judges the stated bounds; None where none are stated.
    `carried` says which values later stages were computed from, `resolution` how the digits of its block are counted.
    """

    stage: Stage
    verdict: Verdict
    shape: ShapeReport
    cells: tuple[CellReport, ...]
    rows: tuple[RowReport, ...] = ()
    joint: tuple[JointReport, ...] = ()
    standard_verdict: StandardVerdict | None = None
    standard_reason: str | None = None
    also: tuple[AlsoReport, ...] = ()
    claim: Verdict | None = None
    reason: str | None = None
    carried: str = "printed"
    resolution: str | None = None

    def clashes(self, cell: CellReport) -> tuple[JointReport, ...]:
        """The sets of numbers that cannot all be right of which *cell* is one."""
        place = self.stage.name, cell.row, cell.column
        return tuple(one for one in self.joint if place in [(of.stage, of.cell.row, of.cell.column) for of in one[0]])


class Reach(NamedTuple):
    """How many cells of a stage change when one erratum is corrected, the most by so many units; how many `follow`."""

    stage: str
    cells: int
    units: fmpq
    follow: int


class Erratum(NamedTuple):
    """The contradicted or departing cells of a stage that share one cause.

    `heading` says what happened, `statement` what is wrong and why, `explanation` the cause. `inherited` counts, by
    stage, later cells wrong for this one alone. `slips` is the simplest cause; it gives `reproduced` of `of` cells.
    `tried` were tried, `fitting` print the same; `chance` bounds that a wrong one does; `instead`: other operands.
    """

    id: str
    stage: str
    kind: Kind
    cells: tuple[tuple[int, int], ...]
    statement: str
    explanation: str
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
    hints: tuple[Hint, ...] = ()
    heading: str = ""
    likelier: tuple[str, int, int] | None = None
    """The number, by its stage, row and column, that is rather wrong: the statement and the finding are on it."""


class _Report(NamedTuple):
    document: Document
    engine: str
    rounding: RoundingReport
    givens: GivensReport
    stages: tuple[StageReport, ...]
    errata: tuple[Erratum, ...] = ()
    states: tuple[str, ...] = ()


class Report(_Report):
    """All results on one document; `states` has what becomes of each finding, those on errata first, where selected."""

    @cached_property
    def by_name(self) -> dict[str, StageReport]:
        """The reports on the stages, by their names."""
        return {report.stage.name: report for report in self.stages}

    @cached_property
    def _counts(self) -> Counter[Verdict]:
        return Counter([cell.verdict for report in self.stages for cell in report.cells])

    def count(self, verdict: Verdict) -> int:
        """How many printed cells have this verdict."""
        return self._counts[verdict]

    @cached_property
    def _made(self) -> dict[object, object]:
        return {}

    def once(self, make: Callable[["Report"], Made]) -> Made:
        """What *make* makes of the report, whatever its states are; made once."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("Made", self._made[make])

    def with_states(self, states: tuple[str, ...]) -> "Report":
        """The same report with what becomes of each finding."""
        found = Report(*self._replace(states=states))
        found._made = self._made
        return found

    @property
    def is_clean(self) -> bool:
        """Whether no stage is contradicted or departs from its standard definition, and no number is rather wrong."""
        found = {verdict for report in self.stages for verdict in (report.verdict, report.standard_verdict)}
        likely = any(cell.doubt and cell.doubt.is_likely for report in self.stages for cell in report.cells)
        return not (likely or found & {Verdict.CONTRADICTED, StandardVerdict.DEPARTS})
