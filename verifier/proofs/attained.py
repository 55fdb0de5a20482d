"""Values that are attained for sure, where the computed range is only an enclosure.

The formula is evaluated at points of the box: at its middle, and at two corners for each open cell. The corners are
those to which the value grew and fell when each operand was moved alone. If the formula is continuous over the box,
every number between two attained values is attained; otherwise only the values that were computed are. The operations
are counted, for all formulas of the document together, and when their bound is reached nothing more is tried.
"""

from typing import Final, TypeAlias

from flint import ctx, fmpq

from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.memo import Memo
from verifier.evaluation.predicates import attempt, cell_of
from verifier.evaluation.stage_values import Evaluation, as_printed
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval, overlap, point
from verifier.numbers.number import Number, compare
from verifier.operations import TooLarge
from verifier.proofs.bisection import Refinement, Variable
from verifier.rewriting.continuity import is_continuous

MAX_VARIABLES: Final = 256
MAX_CELLS: Final = 48
Corner: TypeAlias = dict[Variable, int]
"""For each variable -1 for its lower end or 1 for its upper end; those that are missing stay in the middle."""


class AttainedValues:
    """Attained values of one formula over the boxes of the stages that it rests on."""

    def __init__(self, document: Document, formula: Formula, boxes: dict[str, Array], memo: Memo | None = None) -> None:
        self.document = document
        self.formula = formula
        self.boxes = boxes
        self.variables = [
            (name, index)
            for name, box in boxes.items()
            for index, cell in enumerate(box.cells)
            if isinstance(cell, Interval)
        ]
        self.is_continuous = is_continuous(document, formula, frozenset(name for name, _ in self.variables))
        self.memo = memo or Memo()
        self.tried = 0
        self._refinement = Refinement(document, formula, boxes, self.memo)
        self._steps: dict[tuple[Variable, int], Array] = {}

    def settle(self, row: int, column: int, target: Interval, *, whole: bool = True) -> bool | None:
        """Whether some point of the box gives a value in the target: known, disproved, or None where it stays open.

        *whole* says that the formula has a value all over the box, so that all between two values is one.
        """
        if whole and self.reaches(row, column, target):
            return True
        if self.tried > MAX_CELLS:
            return None
        return attempt(lambda: self._refinement.reaches(row, column, target), None)

    def reaches(self, row: int, column: int, target: Interval) -> bool:
        """Whether some point of the box is known to give a value in the target."""
        self.tried += 1
        if self.tried > MAX_CELLS or len(self.variables) > MAX_VARIABLES:
            return False
        return attempt(lambda: self._reaches(row, column, target), fallback=False)

    def _reaches(self, row: int, column: int, target: Interval) -> bool:
        middle = cell_of(self._at({}), row, column)
        up: Corner = {}
        for variable in self.variables:
            moved = cell_of(self._step(variable), row, column)
            if isinstance(moved, Number) and isinstance(middle, Number):
                up[variable] = 1 if moved > middle else -1
        down = {variable: -side for variable, side in up.items()}
        found = [middle, *(cell_of(self._at(corner), row, column) for corner in (up, down))]
        values = [value for value in found if isinstance(value, Number)]
        if any(overlap(point(value), target) for value in values):
            return True
        if not self.is_continuous or len(values) < len(found):
            return False
        return overlap(_span(values), target)

    def _step(self, variable: Variable) -> Array:
        """The formula with one cell at its upper end and all others in the middle, kept for the next open cell."""
        key = variable, ctx.prec
        if key not in self._steps:
            self._steps[key] = self._at({variable: 1})
        return self._steps[key]

    def _at(self, corner: Corner) -> Array:
        def source(stage: Stage) -> Array | None:
            box = self.boxes.get(stage.name)
            if box is None:
                return as_printed(stage)
            cells = tuple(_take(cell, corner.get((stage.name, i), 0)) for i, cell in enumerate(box.cells))
            return Array(box.rows, box.columns, cells)

        if self.memo.left_to_try <= 0:
            raise TooLarge("a document tries a bounded number of points")
        found = Evaluation(self.document, Points(), source, memo=self.memo).of(self.formula)
        self._refinement.count(found)
        return found


def _take(cell: Value, side: int) -> Value:
    """A number of a range: for side 0 its middle, for -1 and 1 the end or a number near it; infinite ends are cut."""
    if not isinstance(cell, Interval):
        return cell
    lo = cell.lo if cell.lo is not None else (cell.hi if cell.hi is not None else fmpq(10)) - 20
    hi = cell.hi if cell.hi is not None else lo + 20
    if side == 0:
        return (lo + hi) / 2
    end, closed = (hi, cell.hi_closed) if side > 0 else (lo, cell.lo_closed)
    return end if closed else end - side * (hi - lo) / 1024


def _span(values: list[Number]) -> Interval:
    lo = hi = values[0]
    for value in values[1:]:
        lo = value if compare(value, lo) < 0 else lo
        hi = value if compare(value, hi) > 0 else hi
    return Interval(lo, hi)
