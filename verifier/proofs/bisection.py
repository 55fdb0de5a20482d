"""Whether some point of a box gives a value in a target, where the computed range only encloses: by halving the box.

The parts of a box are taken in turn. A part is dropped if its range misses the target. The answer is yes if a range is
exact and meets the target, or if the value at the middle of a part lies in the target. Any other part is halved. If no
part is left, no point of the box reaches the target: that is a proof. There are bounds on the number of parts, on the
operations for all cells of a formula together, and on those for all formulas of a document; when one is reached nothing
is said. What is computed of a part is kept for other cells and other targets, and counts as if it were computed.
"""

from collections import deque
from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import Final, TypeAlias

from flint import ctx

from verifier.document.graph import computed_through
from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.assembly import Computed
from verifier.evaluation.memo import Memo
from verifier.evaluation.predicates import cell_of, is_apart
from verifier.evaluation.stage_values import Evaluation, as_printed
from verifier.formulas.tree import Apply, Expression, children, used
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN, Interval, Missing, contains
from verifier.numbers.number import Number, Uncertain
from verifier.operations import REGISTER, Defined, Engine
from verifier.rewriting.patterns import find_normalisation

MAX_PARTS: Final = 512
MAX_VARIABLES: Final = 12
MAX_OPERATIONS: Final = 200_000
"""Maximum number of operations on single cells, for all cells of a formula together."""
OF_A_LEVEL: Final = 60
"""Cost of the range of one normalised cell, in operations."""
CELLS_A_PART: Final = 16
"""A part whose formula gives more cells than this counts as several."""

Variable: TypeAlias = tuple[str, int]
"""A cell of an operand that is a range: the name of its stage and its index in the block."""


class _Finite(Interval):
    """A range with two ends."""

    __slots__ = ()
    lo: Number
    hi: Number

    @classmethod
    def of(cls, box: Interval) -> "_Finite | None":
        """The same range; None if it has an infinite end."""
        if box.lo is None or box.hi is None:
            return None
        return cls(box.lo, box.hi, box.lo_closed, box.hi_closed, box.partial, box.loose)

    @property
    def width(self) -> Number:
        """The distance of its ends."""
        return self.hi - self.lo

    @property
    def middle(self) -> Number:
        """The number between the ends, as far from either."""
        return (self.lo + self.hi) / 2


Box: TypeAlias = dict[Variable, _Finite]
"""The range of each variable."""


class _Part:
    """A part of the box of all operands, and what was computed of it at one precision.

    `shared` has what subtrees give on ranges and at the middle, by what makes these.
    """

    def __init__(self, box: Box, shared: tuple[Computed, Computed]) -> None:
        self.box = box
        self.shared = shared
        self.halves: tuple[_Part, _Part] | None = None
        self.range: Array | None = None
        self.middle: Array | None = None

    def half(self, variable: Variable, cell: _Finite) -> "_Part":
        """A part in which one variable has another range; what subtrees without that give is the same."""
        name, _ = variable
        on_ranges, at_middle = (
            {key: found for key, found in known.items() if name not in used(key[0])} for known in self.shared
        )
        return _Part({**self.box, variable: cell}, (on_ranges, at_middle))


class Refinement:
    """The parts of a box of operands, for one formula over them."""

    def __init__(self, document: Document, formula: Formula, boxes: dict[str, Array], memo: Memo | None = None) -> None:
        self.document = document
        self.formula = formula
        self.boxes = boxes
        self.memo = memo or Memo()
        self.left = MAX_OPERATIONS
        through = [stage.formula for stage in computed_through(document, formula)]
        self._is_direct = not through
        self.operations = sum(_operations(made.expression) for made in (formula, *through) if made is not None)
        self.cells = max((len(box.cells) for box in boxes.values()), default=1)
        self.whole = _varying(boxes)
        self._first: dict[int, _Part] = {}

    def reaches(self, row: int, column: int, target: Interval) -> bool | None:
        """Whether some point gives a value of the target in one cell; None where the budget does not tell."""
        if not 0 < len(self.whole) <= MAX_VARIABLES or not self._may_go_on:
            return None
        pending = deque([self._first.setdefault(ctx.prec, _Part(self.whole, ({}, {})))])
        left = MAX_PARTS
        while pending:
            part = pending.popleft()
            array = self._range(part)
            left -= 1 + len(array.cells) // CELLS_A_PART
            self.left -= self.count(array)
            cell = cell_of(array, row, column)
            if cell is UNKNOWN or left < 0 or not self._may_go_on:
                return None
            if _misses(cell, target):
                continue
            exact = array.exact and not (isinstance(cell, Interval) and cell.partial)
            if (exact and _surely_meets(cell, target)) or self._middle_reaches(part, row, column, target):
                return True
            part.halves = part.halves or self._halves(part)
            pending += part.halves
        return False

    def count(self, array: Array) -> int:
        """The operations by which an array was computed, which the document has less from now on."""
        operations = self.operations * max(len(array.cells), self.cells)
        self.memo.left_to_try -= operations
        return operations

    @property
    def _may_go_on(self) -> bool:
        return self.left >= 0 and self.memo.left_to_try >= 0

    def _range(self, part: _Part) -> Array:
        part.range = part.range or self._evaluate(Ranges(), part.box, part.shared[0])
        return part.range

    def _middle_reaches(self, part: _Part, row: int, column: int, target: Interval) -> bool:
        if part.middle is None:
            middles = {variable: cell.middle for variable, cell in part.box.items()}
            part.middle = self._evaluate(Points(), middles, part.shared[1])
        value = cell_of(part.middle, row, column)
        return isinstance(value, Number) and _surely_meets(value, target)

    def _evaluate(self, engine: Engine, chosen: Box | dict[Variable, Value], shared: Computed) -> Array:
        def source(stage: Stage) -> Array | None:
            box = self.boxes.get(stage.name)
            if box is None:
                return as_printed(stage)
            cells = tuple(chosen.get((stage.name, index), cell) for index, cell in enumerate(box.cells))
            return Array(box.rows, box.columns, cells, box.sources if engine.is_range else frozenset())

        def choice(stage: Stage) -> Formula | None:
            return None if stage.name in self.boxes else stage.formula  # the box of an elided cell is all that is known

        made = Evaluation(self.document, engine, source, choice, memo=self.memo)
        made.shared = shared if self._is_direct else None
        return made.of(self.formula)

    def _halves(self, part: _Part) -> tuple[_Part, _Part]:
        """Two parts: halved where it is widest as a share of the whole."""
        box = part.box
        variable = max(box, key=lambda variable: box[variable].width / self.whole[variable].width)
        cell, middle = box[variable], box[variable].middle
        low = _Finite(cell.lo, middle, cell.lo_closed)
        high = _Finite(middle, cell.hi, hi_closed=cell.hi_closed)
        return part.half(variable, low), part.half(variable, high)


def vary_much(cells: Iterable[Value]) -> bool:
    """Whether more than MAX_VARIABLES of the cells vary, so that their box is not halved; no more are looked at."""
    finite = (_Finite.of(cell) for cell in cells if isinstance(cell, Interval))
    varying = (box for box in finite if box is not None and box.lo < box.hi)
    return next(islice(varying, MAX_VARIABLES, None), None) is not None


def _varying(boxes: dict[str, Array]) -> Box:
    """The ranges of more than one number; none where one has an infinite end, as that is not halved."""
    found: Box = {}
    for name, box in boxes.items():
        for index, cell in enumerate(box.cells):
            finite = _Finite.of(cell) if isinstance(cell, Interval) else None
            if finite is None and isinstance(cell, Interval):
                return {}
            if finite is not None and finite.lo < finite.hi:
                found[name, index] = finite
    return found


def _operations(expression: Expression) -> int:
    """The operations of a formula, those of definitions counted each time, and a search for a level as many."""
    inner = sum(map(_operations, children(expression)))
    if not isinstance(expression, Apply):
        return inner
    if find_normalisation(expression) is not None:
        inner += OF_A_LEVEL
    made = REGISTER[expression.operation]
    return inner + (_of_definition(made) if isinstance(made, Defined) else 1)


@cache
def _of_definition(made: Defined) -> int:
    return _operations(made.expression)


def _misses(cell: Value, target: Interval) -> bool:
    """Whether a range surely shares nothing with the target; False if the precision does not decide it."""
    try:
        return is_apart(cell, target)
    except Uncertain:
        return False


def _surely_meets(cell: Value, target: Interval) -> bool:
    try:
        return contains(target, cell) if not isinstance(cell, Interval | Missing) else not is_apart(cell, target)
    except Uncertain:
        return False
