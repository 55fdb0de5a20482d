"""The range of a formula over the preimages of its printed operands.

A cell's range is computed when it is asked for. Before that, an enclosure of all cells at once settles most cells that
are far from their print: the engine of points evaluates the formula on balls as wide as the boxes of the operands. The
result contains the range and is mostly wider; it costs no more than an evaluation at one point.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeAlias

from flint import ctx

from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.memo import Memo
from verifier.evaluation.stage_values import Choice, Evaluation, stated
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.array import Array, Selector
from verifier.numbers.number import Uncertain
from verifier.operations import REGISTER, ShapeError, TooLarge, Unprinted
from verifier.preimages.boxes import Boxes, enclosed, printed_values
from verifier.preimages.displacement import perhaps_rounded
from verifier.preimages.reprints import Reprint

Mended: TypeAlias = Callable[[str], Mapping[int, Reprint]]
"""The cells of a stage, by index, whose print is not what is handed on."""


def _as_printed(_name: str) -> Mapping[int, Reprint]:
    return {}


class Possible(Evaluation):
    """Each formula on the preimages of its operands: ranges.

    Of a misprinted cell the author had the right number, which may be any that its own
    formula gives; a mended cell stands for the preimage of its correction.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - as of every evaluation
        self,
        document: Document,
        boxes: Boxes,
        misprinted: Mended,
        mended: Mended = _as_printed,
        choice: Choice = stated,
        memo: Memo | None = None,
    ) -> None:
        super().__init__(document, Ranges(), self._shown, choice, memo=memo)
        self.boxes, self.rounding = boxes, boxes.tolerance
        self.misprinted = misprinted
        self.mended = mended
        self._enclosures: dict[Formula, Array | None] = {}
        self._wholes: dict[tuple[Formula, int], Array | None] = {}

    @cached_property
    def _around(self) -> Evaluation:
        return Evaluation(self.document, Points(), self._enclosed, self.choice, memo=self.memo)

    def enclosure(self, formula: Formula) -> Array | None:
        """Balls that enclose the ranges of all cells; None where they cannot be computed."""
        if formula not in self._enclosures:
            self._enclosures[formula] = self._enclosure(formula)
        return self._enclosures[formula]

    def _enclosure(self, formula: Formula) -> Array | None:
        try:
            return self._around.of(formula)
        except (Unprinted, ShapeError, TooLarge, Uncertain):
            return None

    def at_once(self, formula: Formula) -> Array | None:
        """The ranges of all cells where one step makes each of its own operands' cells, as `cell` gives them.

        None for other formulas. What else `cell` says of a range rests on that cell alone, and is not said of all.
        """
        key = formula, ctx.prec
        if key not in self._wholes:
            self._wholes[key] = self._at_once(formula)
        return self._wholes[key]

    def _at_once(self, formula: Formula) -> Array | None:
        if not _is_one_step(formula.expression, self._is_shown):
            return None
        try:
            return Evaluator(self.engine, self.operand).evaluate(formula.expression)
        except (Unprinted, ShapeError, TooLarge, Uncertain):  # as one of them may
            return None

    def _is_shown(self, name: str) -> bool:
        return self.document.by_name[name].block is not None

    def part_source(self, stage: Stage, row: Selector, column: Selector) -> Array | None:
        """A row and a column of the box of a stage; None if its cells are computed with its formula."""
        if stage.printed is None or self._rests_on_its_formula(stage):
            return None
        return self.boxes.part(stage, stage.printed, row, column, self.mended(stage.name))

    def _rests_on_its_formula(self, stage: Stage) -> bool:
        return stage.printed is not None and (stage.printed.has_elided or bool(self.misprinted(stage.name)))

    def _shown(self, stage: Stage) -> Array | None:
        if stage.printed is not None:
            right = self.misprinted(stage.name)
            shown = self.boxes.array(stage, stage.printed, {**right, **self.mended(stage.name)})
            return self._with_right_numbers(stage, shown, right) if right else shown
        if stage.hull is not None:
            return self.boxes.interval(stage, stage.hull)
        return None if stage.words is None else printed_values(stage.words)

    def _enclosed(self, stage: Stage) -> Array | None:
        if self._rests_on_its_formula(stage):
            raise Unprinted(stage.name)
        if stage.printed is not None:
            return self.boxes.around(stage, stage.printed, self.mended(stage.name))
        shown = self._shown(stage)
        return None if shown is None else shown.map(enclosed)

    def _with_right_numbers(self, stage: Stage, shown: Array, right: Mapping[int, Reprint]) -> Array:
        """A block whose misprinted cells are the ranges of their formula, widened by the displacement of a rounding."""
        try:
            computed = self.value(stage.name)
        except (Unprinted, ShapeError, TooLarge):
            return shown
        cells = list(shown.cells)
        for index in right:
            row, column = shown.position(index)
            if row < computed.rows and column < computed.columns:
                cells[index] = perhaps_rounded(computed[row, column], stage, self.boxes.tolerance, right)
        sources = shown.sources | computed.sources | {stage.name}
        return Array(shown.rows, shown.columns, tuple(cells), sources, exact=False, independent=False)


def _is_one_step(expression: Expression, is_shown: Callable[[str], bool]) -> bool:
    """Whether a tree is one operation, cell by cell, on numbers and on different stages that show something."""
    if not isinstance(expression, Apply) or expression.options or REGISTER[expression.operation].pattern != "cellwise":
        return False
    names = [argument.name for argument in expression.arguments if isinstance(argument, Name)]
    literals = sum(isinstance(argument, Literal) for argument in expression.arguments)
    return len({*names}) + literals == len(expression.arguments) and all(map(is_shown, names))
