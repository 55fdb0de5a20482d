"""Questions about one printed cell, each decided at the precision that it needs."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from typing import Final, TypeVar

from verifier.document.model import Block, DerivedBlock, DerivedNumbers, DerivedWords, Formula, Stage
from verifier.evaluation.range_evaluation import Possible
from verifier.formulas.tree import Build
from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNKNOWN, Interval, Missing, contains, overlap, point
from verifier.numbers.number import Number, Uncertain, compare
from verifier.numbers.other_cells import Bound, Infinite
from verifier.numbers.precision import decide
from verifier.numbers.printed import Printed
from verifier.numbers.rounding import Rule, preimage
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance

Result = TypeVar("Result")
_OF_A_LINE: Final = 4
"""Cost of the range of a cell, in balls of as many cells as its row and its column have."""
_FEW: Final = 2
"""Cells of which the ranges are computed one by one, before all are where that is little work."""


def is_comparable(a: Shape, b: Shape, formula: Formula) -> bool:
    """Whether a block and what *formula* computes can be compared cell by cell as far as both reach.

    They can if they differ in one side at most, and neither is a single line there: a number is no part of a column.
    A formula of each row or cell that gives another shape gives several numbers for one, so no number is at its place.
    """
    if a == b or isinstance(formula.expression, Build):
        return a == b
    return any(a[side] == b[side] and min(a[1 - side], b[1 - side]) > 1 for side in (0, 1))


def common_cells(block: Block, shape: Shape, formula: Formula) -> list[PrintedCell]:
    """The printed numbers of a block that lie inside a computed shape; none if the shapes are not comparable."""
    if not is_comparable(block.shape, shape, formula):
        return []
    rows, columns = shape
    return [
        PrintedCell(block.index_of(row, column), row, column, number)
        for row, column, number in block.shown()
        if row < rows and column < columns
    ]


def cell_of(array: Array, row: int, column: int) -> Value:
    """The cell at a row and a column from zero, or UNKNOWN where the array has none."""
    return array[row, column] if row < array.rows and column < array.columns else UNKNOWN


def attempt(question: Callable[[], Result], fallback: Result) -> Result:
    """The decided answer, or *fallback* where no precision decides or nothing can be computed."""
    try:
        return question()  # at the working precision, as most are decided
    except Uncertain:
        pass
    except (Unprinted, ShapeError, TooLarge):
        return fallback
    try:
        return decide(question)
    except (Uncertain, Unprinted, ShapeError, TooLarge):
        return fallback


def prints_as_shown(tolerance: Tolerance, stage: Stage, value: Callable[[], Array], cell: PrintedCell) -> bool:
    """Whether one cell of an evaluation lies in its declared preimage; undecided counts as no."""
    target = tolerance.declared_preimages(stage)[cell.at]
    return attempt(lambda: is_inside(target, cell_of(value(), cell.row, cell.column)), fallback=False)


def is_inside(target: Interval | None, value: Value) -> bool:
    """Whether a value is a number of the target; raises Uncertain."""
    return target is not None and isinstance(value, Number) and contains(target, value)


def shown_by(tolerance: Tolerance, stage: Stage, number: Printed, value: Value, rule: Rule) -> bool:
    """Whether one value prints as shown by a rule that need not be the document's; undecided counts as no."""
    if number.is_fraction:
        return attempt(lambda: tolerance.prints(stage, number, value), fallback=False)
    resolution = tolerance.resolutions[stage.name]
    decimals, significant = resolution.unit_of(number)
    box = preimage(number.value, decimals, rule, significant=significant)
    return isinstance(value, Number) and box is not None and attempt(lambda: contains(box, value), fallback=False)


def failing(tolerance: Tolerance, derived: DerivedBlock, value: Callable[[], Array]) -> list[int] | None:
    """The printed cells, by index, with values outside their declared preimages; None if they cannot be computed.

    Words fail if they differ. Cells that the value does not reach, and infinities that it lacks, are one entry -1.
    """
    array = attempt(value, None)
    if array is None:
        return None
    if isinstance(derived, DerivedWords):
        words = derived.block
        return [
            index
            for index, word in enumerate(words.cells)
            if word is not None and cell_of(array, *words.position(index)) != word.text
        ]
    stage, block = derived.stage, derived.block
    cells = unsettled(tolerance, derived, array.shape, array)
    short = array.shape != block.shape and len(cells) < sum(cell is not None for cell in block.cells)
    short |= any(not is_shown(cell_of(array, *block.position(at)), cell) for at, cell in block.infinite.items())
    seen = _seen_to_miss(tolerance.declared_preimages(stage), array, cells) if cells else frozenset[int]()
    missed = [cell.at for cell in cells if cell.at in seen or not prints_as_shown(tolerance, stage, value, cell)]
    return missed + ([-1] if short else [])


def is_shown(value: Value, cell: Infinite) -> bool:
    """Whether a value is the infinity that is printed, or keeps the bound."""
    if not isinstance(cell, Bound):
        return value is cell.value
    return isinstance(value, Number) and attempt(lambda: contains(cell.box, value), fallback=False)


def unsettled(tolerance: Tolerance, numbers: DerivedNumbers, shape: Shape, *arrays: Array | None) -> list[PrintedCell]:
    """The printed numbers that a computed shape reaches, without those surely inside their declared preimages.

    One array with the value inside is enough. Only arrays of the block's own shape are asked.
    """
    block = numbers.block
    whole = [array for array in arrays if array is not None and array.shape == block.shape]
    if not whole or shape != block.shape:
        return common_cells(block, shape, numbers.formula)
    left = frozenset[int].intersection(*(tolerance.looks.open_cells(numbers.stage, array) for array in whole))
    if not left:
        return []
    cells = tolerance.looks.cells(numbers.stage)
    return [cell for index in sorted(left) if (cell := cells[index]) is not None]


def _seen_to_miss(targets: Sequence[Interval | None], array: Array, cells: Sequence[PrintedCell]) -> AbstractSet[int]:
    """The cells, by index, outside of their declared preimages, the *targets*, decided at the working precision alone.

    As `is_far`, without calls for each number.
    """
    values, columns, found = array.cells, array.columns, set[int]()
    for at, row, column, _ in cells:
        target, value = targets[at], values[row * columns + column]
        if target is None:
            found.add(at)
        elif isinstance(value, Number):
            lo, hi = target.lo, target.hi
            if (lo is not None and value < lo) or (hi is not None and value > hi):
                found.add(at)
    return found


class Refuter:
    """Proves that no operands within their ranges yield a number of the widest preimage of a cell of one stage.

    Each of *choices* gives the values of one choice of operands; where one prints as shown no range is computed.
    """

    def __init__(
        self, tolerance: Tolerance, numbers: DerivedNumbers, ranges: Possible, *choices: Callable[[], Array]
    ) -> None:
        self._targets = tolerance.widest_preimages(numbers.stage)
        self._formula = numbers.formula
        self._ranges = ranges
        self._choices = [(choice, array) for choice in choices if (array := attempt(choice, None)) is not None]
        self._shape = numbers.block.shape
        self._asked = 0
        rows, columns = numbers.block.shape
        self._left = rows * columns // (_OF_A_LINE * (rows + columns))
        """The cells of which ranges are computed at once, before all cells are enclosed."""

    @cached_property
    def _around(self) -> Array | None:
        return self._ranges.enclosure(self._formula)

    @cached_property
    def _enclosed(self) -> tuple[Value, ...]:
        """Balls around the cells, if these have the shape of the block; else none."""
        return self._around.cells if self._around is not None and self._around.shape == self._shape else ()

    def _enclosed_at(self, cell: PrintedCell) -> Value:
        return UNKNOWN if self._around is None else cell_of(self._around, cell.row, cell.column)

    def refutes(self, cell: PrintedCell) -> bool:
        """Whether the print of a cell is proved to be impossible."""
        return bool(self.refuted([cell]))

    def refuted(self, cells: Sequence[PrintedCell]) -> list[PrintedCell]:
        """The cells whose prints are proved to be impossible."""
        for choice, array in self._choices:
            cells = self._not_given(cells, choice, array)
        return [cell for cell in cells if self._is_missed(cell)]

    def _not_given(self, cells: Sequence[PrintedCell], choice: Callable[[], Array], array: Array) -> list[PrintedCell]:
        """The cells that one choice of operands does not print as shown, in one pass over its values."""
        values, is_whole, left = array.cells, array.shape == self._shape, []
        for cell in cells:
            target = self._targets[cell.at]
            value = values[cell.at] if is_whole else cell_of(array, cell.row, cell.column)
            is_far_off = not isinstance(value, Number) or target is None or value < target.lo or value > target.hi
            if target is None or is_far_off or not attempt(partial(self._gives, choice, cell, target), fallback=False):
                left.append(cell)
        return left

    def _is_missed(self, cell: PrintedCell) -> bool:
        """Whether no operands within their ranges print a cell as shown."""
        target = self._targets[cell.at]
        if target is None:
            return True
        self._left -= 1
        if self._left >= 0 and (is_missed := attempt(partial(self._misses, cell, target), None)) is not None:
            return is_missed
        enclosed = self._enclosed[cell.at] if self._enclosed else self._enclosed_at(cell)
        if isinstance(enclosed, Number) and (enclosed < target.lo or enclosed > target.hi):  # as `is_far`
            return True
        return attempt(partial(self._misses, cell, target), fallback=False)

    @staticmethod
    def _gives(choice: Callable[[], Array], cell: PrintedCell, target: Interval) -> bool:
        """Whether some operands yield a number of the target in a cell; raises Uncertain."""
        value = cell_of(choice(), cell.row, cell.column)
        return isinstance(value, Number) and contains(target, value)

    def _misses(self, cell: PrintedCell, target: Interval) -> bool:
        self._asked += 1
        whole = self._ranges.at_once(self._formula) if self._asked > _FEW else None
        if whole is not None and whole.shape == self._shape:
            return is_apart(whole.cells[cell.at], target)
        return is_apart(self._ranges.cell(self._formula, cell.row, cell.column).cells[0], target)


def does_not_print(tolerance: Tolerance, stage: Stage, value: Callable[[], Array], cell: PrintedCell) -> bool:
    """Whether it is proved that the value of a cell in an evaluation lies outside the widest preimage of its print."""
    target = tolerance.widest_preimages(stage)[cell.at]
    if target is None:
        return True
    return attempt(lambda: is_apart(cell_of(value(), cell.row, cell.column), target), fallback=False)


def is_apart(value: Value, target: Interval) -> bool:
    """Whether a value or range shares no number with the target; raises Uncertain."""
    if isinstance(value, Missing):
        return value is not UNKNOWN
    if isinstance(value, str):
        return True
    return not (overlap(value, target) if isinstance(value, Interval) else contains(target, value))


def keeps(value: Value, limits: Interval) -> bool | None:
    """True inside, False outside, None where the range is both or unknown; raises Uncertain."""
    box = range_of(value)
    if box is None:
        return None
    if not overlap(box, limits):
        return False
    inside = _is_not_above(limits.lo, box.lo) and _is_not_above(box.hi, limits.hi)
    return True if inside else None


def _is_not_above(a: Number | None, b: Number | None) -> bool:
    return a is not None and b is not None and compare(a, b) <= 0


def range_of(value: Value | None) -> Interval | None:
    """A range, or that of one number; None of what is neither."""
    if isinstance(value, Interval):
        return value
    return point(value) if isinstance(value, Number) else None
