"""A formula computed by hand for one cell: steps, value, printed value and exact form."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from flint import ctx, fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import Formula, Stage
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.explain.notation import Step
from verifier.explain.steps import Work, Worked
from verifier.numbers.array import Position, Value
from verifier.numbers.interval import MINUS_INFINITY, contains
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import decide
from verifier.numbers.printed import MAX_LENGTH, Printed, decimals_of
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import model
from verifier.record import NamedTuple
from verifier.verdict import CellReport, Verdict

MAX_EXACT: Final = 40
EXACT_STEPS: Final = 20
EXACT_WORK: Final = 300
"""Bounds on the steps and products of an exact form; beyond them it would be longer than MAX_EXACT anyway."""
_NO_PARTS: Final[Mapping[str, str]] = {}


class Working(NamedTuple):
    """A formula computed by hand for one cell.

    `prints` is the value as the document would print it, `failure` says why there is no value. `exact` is the value as
    an expression, if that is short and no decimal fraction. `parts` has the texts of abbreviations used in the steps,
    by name. If not `is_whole`, some parts are shown by their values alone.
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


class Desk(NamedTuple):
    """All that is needed to compute one cell by hand; `works` and `operands` are shared by the cells of a stage."""

    values: Evaluation
    tolerance: Tolerance
    stage: Stage
    name: str
    at: Position
    cell: CellReport | None
    exactly: bool
    works: dict[tuple[Formula, int], Work]
    operands: dict[Formula, tuple[str, ...]]

    @property
    def decimals(self) -> int:
        """The decimals of the cell, or the most that its block shows; 2 without a block."""
        if self.cell is not None:
            return self.cell.decimals
        block = self.stage.printed
        return 2 if block is None else max((number.decimals for number in block.contents()), default=2)

    def work(self, formula: Formula) -> Working:
        """The formula computed from the printed operands, at the precision that it needs; errors become `failure`."""
        if formula not in self.operands:
            shown = shown_operands(self.tolerance.document, self.stage, formula)
            self.operands[formula] = tuple(other.name for other in shown)
        bare = Working(formula, operands=self.operands[formula])
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
        """The value as SymPy writes it; None for decimal fractions, words, and forms that are too long."""
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
        """The cell at the working precision, and the texts of the abbreviations in its steps."""
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
        if like is self.cell.number and attempt(partial(self._is_shown, like, value), fallback=False):
            return like.text
        fixed = attempt(partial(self.tolerance.reprint, self.stage, like, value), None)
        shown = None if fixed is None else self.tolerance.show(self.stage, fixed)
        return None if shown is None or len(shown) > MAX_LENGTH else shown  # longer than a printed number

    def _is_shown(self, number: Printed, value: Number) -> bool:
        """Whether a value prints as the number of the cell; raises Uncertain."""
        block = self.stage.printed
        if block is None:
            return self.tolerance.prints(self.stage, number, value)
        box = self.tolerance.declared_preimages(self.stage)[block.index_of(*self.at)]
        return box is not None and contains(box, value)
