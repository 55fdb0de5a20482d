"""One cell explained: what it stands for, how it is worked by hand, what is proved of it and why.

What is proved is the check's affair. Here a cell is found by its name, worked again for a
reader, and put beside all that the check says of it.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from flint import ctx, fmpq

from verifier.check import check
from verifier.document.graph import shown_operands
from verifier.document.model import Document, Formula, Stage
from verifier.evaluation.evaluation import Evaluation, literal
from verifier.evaluation.predicates import attempt
from verifier.explain.notation import Step
from verifier.explain.steps import Work, Worked
from verifier.numbers.array import Position, Value
from verifier.numbers.interval import MINUS_INFINITY, Interval
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import PRECISIONS, decide, working_precision
from verifier.numbers.printed import decimals_of
from verifier.numbers.rounding import Rule
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance, model
from verifier.verdict import AlsoReport, CellReport, Erratum, Report, RowReport, StageReport, Verdict

_ADDRESS: Final = re.compile(r"\s*([^\s\[\]]+)\s*(?:\[\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,9})\s*)?\])?\s*")
_LISTED: Final = 8


class BadCell(ValueError):
    """A name that means no cell of the document; the message says what to write."""


class Meaning(NamedTuple):
    """What a printed number stands for: by the document's rule, and by all rules in use.

    `is_exact` says of a given that it is taken at its word.
    """

    by_rule: Interval | None
    at_all: Interval | None
    rule: Rule | None
    is_declared: bool
    is_exact: bool


MAX_EXACT: Final = 40
EXACT_STEPS: Final = 20
EXACT_WORK: Final = 300
"""Steps and products that an exact form may take: what takes more has none so short, and its expressions swell."""
_NO_PARTS: Final[Mapping[str, str]] = {}


class Working(NamedTuple):
    """A formula worked for one cell; `prints` is the value on the document's digits, `failure` why there is none.

    `exact` is the value as an expression, where it is no decimal fraction and short. `parts` is what names in
    the steps stand for that are no stages; where not `is_whole`, some parts were taken by their values.
    """

    formula: Formula
    steps: tuple[Step, ...] = ()
    value: Value | None = None
    prints: str | None = None
    exact: str | None = None
    operands: tuple[str, ...] = ()
    failure: str | None = None
    parts: Mapping[str, str] = _NO_PARTS
    is_whole: bool = True


class Explanation(NamedTuple):
    """All that there is to say of one cell; `cell` is None where nothing is shown."""

    report: Report
    stage: StageReport
    name: str
    decimals: int
    cell: CellReport | None
    meaning: Meaning | None
    working: Working | None
    also: tuple[tuple[AlsoReport, CellReport | None, Working], ...]
    rows: tuple[RowReport, ...]
    errata: tuple[Erratum, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing speaks against this cell."""
        accused = self.cell is not None and self.cell.verdict is Verdict.CONTRADICTED
        return not (accused or self.rows or self.errata)


def explain(document: Document, address: str, report: Report | None = None) -> Explanation:
    """The explanation of the cell that *address* names, as `V[1,1]`; raises BadCell. Checks without a *report*."""
    with working_precision(PRECISIONS[0]):
        values = literal(document)
        stage, at = _find(values, address)
        return Explainer(report or check(document, ranges=True), values).explain(stage, at)


def explain_cells(report: Report, cells: Iterable[tuple[StageReport, CellReport]]) -> Iterator[Explanation]:
    """The explanations of many shown cells of a report, without exact forms, for much less than one by one."""
    with working_precision(PRECISIONS[0]):
        explainer = Explainer(report, literal(report.document), exactly=False)
        for stage, cell in cells:
            yield explainer.explain(stage.stage, Position(cell.row - 1, cell.column - 1))


class Explainer:
    """Explains cells of a checked document; *exactly* asks the second engine, which is slow, for exact forms."""

    def __init__(self, report: Report, values: Evaluation, *, exactly: bool = True) -> None:
        self.exactly = exactly
        self.report = report
        self.values = values
        self.tolerance = Tolerance(report.document, report.rounding.rule if report.rounding.is_inferred else None)
        self._worked_on: Stage | None = None
        self._works: dict[tuple[Formula, int], Work] = {}
        self._cells: dict[tuple[int, int], CellReport] = {}
        self._boxes = Boxes(self.tolerance, strict=True, exact_givens=report.givens.reading == "exact")

    def explain(self, stage: Stage, at: Position) -> Explanation:
        """All that there is to say of the cell at a place of a stage."""
        found, works = self.report.by_name[stage.name], self._works_of(stage)
        cell = self._cells.get((at.row + 1, at.column + 1))
        name = _spelled(stage, at) if _size(stage, self.values) != (1, 1) else stage.name
        desk = _Desk(self.values, self.tolerance, stage, name, at, cell, self.exactly, works)
        return Explanation(
            report=self.report,
            stage=found,
            name=name,
            decimals=desk.decimals,
            cell=cell,
            meaning=self._meaning(stage, at, cell),
            working=None if stage.formula is None or stage.hull is not None else desk.work(stage.formula),
            also=tuple((also, _cell_at(also.cells, at), desk.work(also.formula)) for also in found.also),
            rows=tuple(row for row in found.rows if row.verdict is Verdict.CONTRADICTED and cell and row.holds(cell)),
            errata=tuple(sorted(_errata_at(self.report, stage, at), key=lambda erratum: erratum.id)),
        )

    def _works_of(self, stage: Stage) -> dict[tuple[Formula, int], Work]:
        """What was worked for this stage, by formula and precision; that of another stage is forgotten."""
        if self._worked_on is not stage:
            self._worked_on, self._works = stage, {}
            self._cells = {(cell.row, cell.column): cell for cell in self.report.by_name[stage.name].cells}
        return self._works

    def _meaning(self, stage: Stage, at: Position, cell: CellReport | None) -> Meaning | None:
        """What the printed number stands for; a word stands for itself."""
        if cell is None or cell.number is None:
            return None
        tolerance, number, boxes = self.tolerance, cell.number, self._boxes
        box = boxes.array(stage, {})[at] if stage.block is not None else boxes.ends(stage)[at.column]
        return Meaning(
            by_rule=tolerance.target(stage, number, strict=True),
            at_all=tolerance.target(stage, number, strict=False),
            rule=tolerance.rule(stage),
            is_declared=tolerance.declared(stage) is not None,
            is_exact=not isinstance(box, Interval),
        )


class _Desk(NamedTuple):
    """All that is needed to work one cell."""

    values: Evaluation
    tolerance: Tolerance
    stage: Stage
    name: str
    at: Position
    cell: CellReport | None
    exactly: bool
    works: dict[tuple[Formula, int], Work]

    @property
    def decimals(self) -> int:
        """The decimals that matter: those of the cell, or the most that its block shows."""
        if self.cell is not None:
            return self.cell.decimals
        block = self.stage.printed
        return 2 if block is None else max((number.decimals for *_, number in block.shown()), default=2)

    def work(self, formula: Formula) -> Working:
        """The formula on the printed operands, step by step, at the precision that it needs."""
        operands = tuple(other.name for other in shown_operands(self.tolerance.document, self.stage, formula))
        bare = Working(formula, operands=operands)
        try:
            worked, parts = decide(partial(self._worked, formula))
        except Unprinted as missing:
            return bare._replace(failure=f"{missing.name} was never printed")
        except (ShapeError, TooLarge) as failure:
            return bare._replace(failure=str(failure))
        except Uncertain:
            return bare._replace(failure="no precision decides what it gives")
        except RecursionError:
            return bare._replace(failure="it rests on a chain of unprinted stages too long to follow")
        value = worked.value
        made = bare._replace(steps=worked.steps, value=value, parts=parts, is_whole=worked.is_whole)
        return made._replace(prints=self._prints(value), exact=self._exact(formula, worked))

    def _exact(self, formula: Formula, worked: Worked) -> str | None:
        """The value as the second engine writes it; None of decimals, of words and of what takes more than a line."""
        value = worked.value
        ends = isinstance(value, fmpq) and decimals_of(value) is not None
        if not self.exactly or not isinstance(value, Number) or ends:
            return None
        if len(worked.steps) > EXACT_STEPS or not worked.is_whole:
            return None
        from verifier.engines.sympy.values import expressions, shown

        found = attempt(lambda: expressions(formula.expression, self.values.operand, EXACT_WORK), None)
        if found is None or self.at.row >= found.rows or self.at.column >= found.columns:
            return None
        text = shown(found[self.at])
        return text if text is not None and len(text) <= MAX_EXACT else None

    def _worked(self, formula: Formula) -> tuple[Worked, Mapping[str, str]]:
        """The cell at the working precision, and what the names in it stand for that are no stages."""
        rows, columns = self.values.of(formula).shape
        if self.at.row >= rows or self.at.column >= columns:
            raise ShapeError(f"the formula gives {rows} x {columns} and does not reach this cell")
        key = formula, ctx.prec
        if key not in self.works:
            self.works[key] = Work(self.tolerance.document, self.values)
        work = self.works[key]
        return work.cell(self.name, formula.expression, self.at, self.decimals), work.known.long.texts

    def _prints(self, value: Value) -> str | None:
        if isinstance(value, str):
            return value
        if value is MINUS_INFINITY and self.cell is not None:
            return self.cell.text if self.cell.verdict is Verdict.AGREES else repr(value)
        if self.cell is None or self.stage.numbers is None or not isinstance(value, Number):
            return None
        like = self.cell.number or model(self.stage.numbers)
        if like is self.cell.number and attempt(
            partial(self.tolerance.prints, self.stage, like, value), fallback=False
        ):
            return like.text
        fixed = attempt(partial(self.tolerance.reprint, self.stage, like, value), None)
        return None if fixed is None else self.tolerance.show(self.stage, fixed)


def _cell_at(cells: tuple[CellReport, ...], at: Position) -> CellReport | None:
    return next((cell for cell in cells if (cell.row - 1, cell.column - 1) == at), None)


def _errata_at(report: Report, stage: Stage, at: Position) -> Iterator[Erratum]:
    """The errata of the cell; one of the shape is of all cells."""
    for erratum in report.errata:
        is_of_all = erratum.kind == "shape"
        if erratum.stage == stage.name and (is_of_all or (at.row + 1, at.column + 1) in erratum.cells):
            yield erratum


def _spelled(stage: Stage, at: Position) -> str:
    return f"{stage.name}[{at.row + 1},{at.column + 1}]"


def _find(values: Evaluation, address: str) -> tuple[Stage, Position]:
    """The stage and the cell, counted from zero, that an address names; raises BadCell."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise BadCell(f"a cell is written STAGE[row,column], as V[1,2], both counted from 1; found {address[:60]!r}")
    name, row, column = match.groups()
    stage = values.document.by_name.get(name)
    if stage is None:
        raise BadCell(f"no stage is called {name[:60]}; {_hint(name, list(values.document.by_name))}")
    rows, columns = _size(stage, values)
    if row is None and (rows, columns) == (1, 1):
        return stage, Position(0, 0)
    if row is None:
        raise BadCell(f"{name} is {rows} x {columns}: say which cell, as {name}[1,{columns}]")
    if column is None:
        better = f"{name}[1,{row}]" if rows == 1 else f"{name}[{row},1]"
        raise BadCell(f"{name}[{row}] names no cell: write a row and a column, as {better}")
    if not (1 <= int(row) <= rows and 1 <= int(column) <= columns):
        raise BadCell(f"{name} is {rows} x {columns}, counted from 1, and has no cell [{row},{column}]")
    return stage, Position(int(row) - 1, int(column) - 1)


def _hint(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1) or [other for other in known if other.lower() == name.lower()]
    if close:
        return f"did you mean {close[0]}?"
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return f"known are {', '.join(known[:_LISTED])}{more}"


def _size(stage: Stage, values: Evaluation) -> tuple[int, int]:
    """The rows and columns of what a stage shows or else of what it computes; raises BadCell where it has neither."""
    if stage.shown is not None:
        return stage.shown.shape
    shape = None if stage.formula is None else attempt(lambda: values.value(stage.name).shape, None)
    if shape is None:
        raise BadCell(f"{stage.name} shows no numbers, and none can be computed for it: there is no cell to explain")
    return shape
