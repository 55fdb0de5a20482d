"""The values of one formula by each evaluation, and why some cannot be computed."""

from collections.abc import Callable
from typing import Final, TypeAlias

from verifier.document.graph import shown_operands
from verifier.document.model import Document, Formula, Stage
from verifier.evaluation.predicates import cell_of, is_comparable
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, places
from verifier.numbers.array import Array, Shape, Value, scalar
from verifier.numbers.interval import UNKNOWN
from verifier.numbers.number import Uncertain
from verifier.numbers.other_cells import Blank, Bound, Infinite
from verifier.numbers.precision import decide
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.replay.policies import Evaluations
from verifier.verdict import Verdict

Decision: TypeAlias = tuple[Verdict, str | None, str | None]
"""A verdict, its basis and its reason."""
TIE: Final = "an exact tie of an irrational form"
LOOSE: Final = "bounds too wide"
PARTIAL: Final = "partly undefined"
ZERO_TIMES: Final = "0 times what is not defined (xlogy and entropy take 0 * log(0) for 0)"
"""Reasons for which a cell stays undecided."""


class Values:
    """The values of a formula for the cells of a stage; rows and columns count from 0."""

    def __init__(self, document: Document, views: Evaluations, stage: Stage, formula: Formula) -> None:
        self.document = document
        self.views = views
        self.stage = stage
        self.formula = formula
        self._shape = None if stage.block is None else stage.block.shape

    def at(self, evaluation: Evaluation, row: int, column: int) -> Value:
        """One cell; UNKNOWN where the formula's shape has none for it. Raises as Evaluation.of does."""
        if evaluation.engine.is_range:
            return self.range_at(evaluation, row, column).cells[0]
        array = evaluation.of(self.formula)
        return cell_of(array, row, column) if self._is_comparable(array.shape) else UNKNOWN

    def range_at(self, evaluation: Evaluation, row: int, column: int) -> Array:
        """One cell of an evaluation of ranges as a 1 x 1 array, which also says whether the range is exact."""
        rows, columns = evaluation.shape(self.formula)
        reaches = row < rows and column < columns and self._is_comparable((rows, columns))
        return evaluation.cell(self.formula, row, column) if reaches else scalar(UNKNOWN)

    def _is_comparable(self, shape: Shape) -> bool:
        return self._shape is None or shape == self._shape or is_comparable(self._shape, shape, self.formula)

    def why_unchecked(self) -> str:
        """The reason why a cell is unchecked, for a reader."""
        why = why_no_answer(lambda: self.views.widest.of(self.formula))
        if why is not None:
            return why
        blocks = {other.name: other.block for other in shown_operands(self.document, self.stage, self.formula)}
        shown = {name: block for name, block in blocks.items() if block is not None}
        for what, found in (
            ("elided", [name for name, block in shown.items() if block.has_elided]),
            ("bounds alone", [name for name, block in shown.items() if any(map(_is_bound, block.infinite.values()))]),
            ("infinite", [name for name, block in shown.items() if not all(map(_is_blank, block.infinite.values()))]),
        ):
            if found:
                return f"cells of {', '.join(found)} are {what}"
        unprinted = [name for name in self.formula.uses if _is_never_shown(self.document.by_name[name])]
        if unprinted:
            return f"{unprinted[0]} was never printed"
        if not self._is_comparable(self.views.widest.shape(self.formula)):
            return "the formula has another shape"
        return ZERO_TIMES if self._is_computed() else "the formula does not reach this cell"

    def _is_computed(self) -> bool:
        """Whether the formula has the shape of the block, so that a cell without a value is 0 times the undefined."""
        masked = any(
            isinstance(node, Apply) and node.operation == "mask" for node, _ in places(self.formula.expression)
        )
        block = self.stage.block
        return not masked and block is not None and self.views.widest.shape(self.formula) == block.shape


def _is_bound(cell: Infinite) -> bool:
    return isinstance(cell, Bound)


def _is_blank(cell: Infinite) -> bool:
    return isinstance(cell, Blank)


def _is_never_shown(stage: Stage) -> bool:
    return stage.block is None and stage.formula is None


def why_no_answer(question: Callable[[], object]) -> str | None:
    """The reason why a question about values has no answer, for a reader; None if it has one."""
    try:
        decide(question)
    except Unprinted as missing:
        return f"{missing.name} was never printed"
    except (ShapeError, TooLarge) as error:
        return str(error)
    except Uncertain:
        return TIE
    return None
