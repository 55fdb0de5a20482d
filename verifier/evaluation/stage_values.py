"""The value of every stage under one policy.

A policy says which formula a stage is computed with, what a stage that shows numbers hands on to later stages, and with
which engine. Stages without numbers are computed through; one with neither numbers nor formula is an unprinted operand.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from typing import Final, TypeAlias, TypeVar

from flint import ctx

from verifier.document.model import Block, Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.assembly import Computed
from verifier.evaluation.elided import filled
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.memo import Failure, Memo, given, settled_by
from verifier.evaluation.on_demand import Parts, cut
from verifier.evaluation.provenance import kept_short
from verifier.evaluation.trying import TOO_LONG, Trying
from verifier.formulas.tree import Expression
from verifier.numbers.array import Array, Selector, Shape, Value, scalar
from verifier.numbers.interval import UNKNOWN, Interval
from verifier.numbers.nesting import Nesting
from verifier.operations import Engine, ShapeError, TooLarge, Unprinted
from verifier.preimages.boxes import printed_interval, printed_values, unprinted
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.rewriting.definitions import inlined

LARGE: Final = 1 << 14
"""The cells of a constant beyond which its formula is not looked into where a stage uses it: it is computed once."""
_POINTS: Final = Points()

Result = TypeVar("Result")

Choice: TypeAlias = Callable[[Stage], Formula | None]
Mended: TypeAlias = Callable[[str], Mapping[int, Reprint]]
"""The cells of a stage, by index, for which another value than the printed one is used."""

Interpreter: TypeAlias = Callable[[Expression, Callable[[str], Array]], Array]
"""Computes a formula with the operands of a stage."""

Source: TypeAlias = Callable[[Stage], Array | None]
"""What stages hand on: the array of a stage that shows something, or None to compute it through."""


def stated(stage: Stage) -> Formula | None:
    """The formula that the stage states."""
    return stage.formula


def textbook(stage: Stage) -> Formula | None:
    """The standard definition where the stage has one, else the formula that it states."""
    return stage.standard or stage.formula


class Evaluation:
    """All stages of a document under one policy; results are kept per working precision.

    Evaluations of one document that share a *memo* compute no formula twice on the same cells. One that takes givens
    `at_word` gives what the literal policy gives where a formula rests on nothing else.
    """

    def __init__(  # noqa: PLR0913 - a policy has three parts, on a document, with an engine and a memo
        self,
        document: Document,
        engine: Engine,
        source: Source,
        choice: Choice = stated,
        *,
        interpreter: Interpreter | None = None,
        memo: Memo | None = None,
        at_word: bool = False,
    ) -> None:
        self.document = document
        self.at_word = at_word
        self.engine = engine
        self.source = source
        self.choice = choice
        self.interpreter = interpreter
        self.rounding: Tolerance | None = None
        """By which a cell that is not shown may have been rounded; if None, its value stands for it."""
        self.shared: Computed | None = None
        """Results of subtrees on the same operands, from which formulas with operands go on."""
        self.memo = memo or Memo()
        is_literal = source is as_printed and choice is stated and not (interpreter or engine.is_range)
        self._values: dict[tuple[Formula, int], Array | Failure] = self.memo.literal_values if is_literal else {}
        self._operands: dict[tuple[str, int], Array | Failure] = self.memo.literal_operands if is_literal else {}
        self._parts: dict[Formula, Parts] = {}
        self._nesting = Nesting(self._settle)
        self._filling: set[str] = set()

    def value(self, name: str) -> Array:
        """The value of the formula of a stage; raises Unprinted, ShapeError or TooLarge."""
        formula = self.choice(self.document.by_name[name])
        if formula is None:
            raise Unprinted(name)
        return self.of(formula)

    def operand(self, name: str) -> Array:
        """The value of a stage as an operand of later stages; raises Unprinted, ShapeError or TooLarge."""
        key = name, ctx.prec
        if key not in self._operands:
            (self._settle if self._is_given(name) else self._nesting.settle)(key)  # a given rests on nothing
        return given(self._operands[key])

    def _is_given(self, name: str) -> bool:
        stage = self.document.by_name[name]
        return stage.formula is None and stage.standard is None

    def _settle(self, key: tuple[str, int]) -> None:
        self._operands[key] = self._attempt(lambda: self._hand_on(key[0]))

    def of(self, formula: Formula) -> Array:
        """The value of any formula of the document on the same operands; raises what `value` raises."""
        key = formula, ctx.prec
        values = self._values if formula.uses or self.interpreter else self.memo.constants
        too_large = self.memo.too_large
        if too_large and (formula, self.engine.is_range) in too_large:
            raise too_large[formula, self.engine.is_range]
        found = values.get(key)
        if found is None:
            values[key] = found = self._attempt(lambda: self._compute(formula))
            if isinstance(found, TooLarge):  # once of points and once of ranges: all evaluations share the bound
                too_large[formula, self.engine.is_range] = found
        return found if isinstance(found, Array) else given(found)

    def tried(self, expression: Expression, places: Collection[Shape] | None = None) -> Array:
        """The value of a trial expression, which the document does not state; raises what `value` raises.

        What many share is computed once, and of a matrix built cell by cell the cells at *places* alone, if any.
        """
        return self._trying.value(expression, places)

    def tried_each(self, expression: Expression, place: str, numbers: Sequence[str]) -> tuple[Value, ...] | None:
        """What `tried` gives with each of some single numbers in a *place*; None where they are tried one by one."""
        return self._trying.values(expression, place, numbers)

    @cached_property
    def _trying(self) -> Trying:
        return Trying(self.engine, self.operand)

    @property
    def spent(self) -> int:
        """The work on trial expressions, as `Evaluator.spent` counts it."""
        return self._trying.spent

    def forget_tried(self) -> None:
        """Drop the results of trial expressions."""
        self._trying.forget()

    def cell(self, formula: Formula, row: int, column: int) -> Array:
        """One cell of the value of a formula; of ranges no more is computed than needed. Raises what `value` raises."""
        if not self.engine.is_range or not formula.uses or (formula, ctx.prec) in self._values:
            return cut(self.of(formula), row, column)
        return self._in_parts(formula, lambda parts: parts.cell(row, column))

    def shape(self, formula: Formula) -> Shape:
        """The shape of the value of a formula; raises what `value` raises."""
        if not self.engine.is_range or not formula.uses or (formula, ctx.prec) in self._values:
            return self.of(formula).shape
        return self._in_parts(formula, lambda parts: parts.shape)

    def _in_parts(self, formula: Formula, question: Callable[[Parts], Result]) -> Result:
        if (parts := self._parts.get(formula)) is None:
            self._parts[formula] = parts = self._made_of(self._inlined(formula))
        try:
            return question(parts)
        except RecursionError:
            raise TooLarge(TOO_LONG) from None
        except (ShapeError, TooLarge):  # of a stage that shows nothing: it is one then that is not there
            if parts.whole is formula.expression:
                raise
            self._parts[formula] = self._made_of(formula.expression)
            return self._in_parts(formula, question)

    def _made_of(self, expression: Expression) -> Parts:
        return Parts(expression, self.engine, self, self.memo)

    def _spelled_out(self, name: str) -> Expression | None:
        """The formula of a stage that is computed through; None of one that hands on something of its own.

        None also of a part of a stage, which would grow from part to part, and of a large constant, which is known.
        """
        stage = self.document.by_name[name]
        formula = self.choice(stage)
        is_kept = stage.shown is not None or stage.part_of is not None
        return None if is_kept or formula is None or self._is_large_constant(formula) else formula.expression

    def _is_large_constant(self, formula: Formula) -> bool:
        found = None if formula.uses or self.interpreter else self.memo.constants.get((formula, ctx.prec))
        return isinstance(found, Array) and len(found.cells) > LARGE

    def _inlined(self, formula: Formula) -> Expression:
        """The formula with stages that show nothing spelled out: one tree for all evaluations of what is stated."""
        made = partial(inlined, formula_of=self._spelled_out)
        if self.choice is not stated:
            return made(formula.expression)
        return self.memo.expression(formula.expression, made, "inlined")

    def operand_part(self, name: str, row: Selector, column: Selector) -> Array:
        """What later stages see of a row and a column of the stage."""
        found = (
            None if (name, ctx.prec) in self._operands else self.part_source(self.document.by_name[name], row, column)
        )
        return cut(self.operand(name), row, column) if found is None else found

    def part_source(self, _stage: Stage, _row: Selector, _column: Selector) -> Array | None:
        """A row and a column of what a stage hands on; None where it is computed whole."""
        return None

    def size(self, name: str) -> Shape:
        """The shape of what later stages see of the stage."""
        stage = self.document.by_name[name]
        return self.operand(name).shape if stage.block is None else stage.block.shape

    def _compute(self, formula: Formula) -> Array:
        if self.interpreter is not None:
            return self.interpreter(formula.expression, self.operand)
        known = self.memo.literal_values.get((formula, ctx.prec)) if self.at_word else None
        if isinstance(known, Array) and all(map(self._is_given, formula.uses)):
            return known
        engine, shared = (self.engine, self.shared) if formula.uses else (_POINTS, None)
        compute = partial(Evaluator(engine, self.operand, known=shared).evaluate, formula.expression)
        operands = self._attempt_all(formula.uses)
        if operands is None:
            return compute()
        return self.memo.array(formula, operands, compute, type(engine))

    def _attempt_all(self, uses: tuple[str, ...]) -> list[Array] | None:
        """All operands, or None if there is none or one of them fails, because not every formula needs it."""
        try:
            return [self.operand(name) for name in uses] or None
        except (Unprinted, ShapeError, TooLarge):
            return None

    def _attempt(self, computation: Callable[[], Array]) -> Array | Failure:
        try:
            return settled_by(computation)
        except RecursionError:
            return TooLarge(TOO_LONG)

    def _hand_on(self, name: str) -> Array:
        stage = self.document.by_name[name]
        shown = self.source(stage)
        if shown is not None:
            return self._filled(stage, shown)
        if stage.hull is not None:
            return self._interval(stage, stage.hull)
        if stage.formula is not None:
            try:
                return kept_short(self.value(name))
            except ShapeError:
                raise Unprinted(name) from None
        return self._blank(stage)

    def _filled(self, stage: Stage, shown: Array) -> Array:
        """A block with its elided cells computed where possible; not from each other, as in a recurrence."""
        block = stage.block
        is_open = block is not None and block.has_elided and not stage.leaves_out and self.choice(stage) is not None
        if block is None or not is_open or stage.name in self._filling:
            return shown
        self._filling.add(stage.name)
        try:
            computed = self.value(stage.name)
        except (Unprinted, ShapeError, TooLarge):
            return shown
        finally:
            self._filling.remove(stage.name)
        if not computed.shape == shown.shape == block.shape:
            return shown
        return filled(stage, shown, computed, self.memo, self.rounding)

    def _interval(self, stage: Stage, hull: Block) -> Array:
        """A printed interval at its word: all its numbers, or as a point unknown unless it is one number."""
        box = printed_interval(hull)
        if isinstance(box, Interval) and not self.engine.is_range:
            return scalar(UNKNOWN)
        return Array(1, 1, (box,), frozenset([stage.name]) if isinstance(box, Interval) else frozenset())

    def _blank(self, stage: Stage) -> Array:
        """An unprinted operand with a stated shape; its cells are otherwise unknown."""
        match stage.shape:
            case (int(rows), int(columns)) if self.engine.is_range:
                return Array(rows, columns, (unprinted(stage),) * (rows * columns), frozenset([stage.name]))
            case (int(rows), int(columns)):
                return Array(rows, columns, (UNKNOWN,) * (rows * columns))
        raise Unprinted(stage.name)


def as_printed(stage: Stage) -> Array | None:
    """The literal policy: what is shown is handed on as exact."""
    return None if stage.block is None else printed_values(stage.block)


def literal(document: Document, memo: Memo | None = None, interpreter: Interpreter | None = None) -> Evaluation:
    """Each formula on its operands as printed, taken as exact; by the first engine unless another is given."""
    return Evaluation(document, Points(), as_printed, interpreter=interpreter, memo=memo)
