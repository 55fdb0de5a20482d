"""Questions about one printed cell, each decided at the precision that it needs."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from verifier.document.model import Block, Formula, Grid, Stage
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN, Interval, Missing, contains, is_far, overlap, point
from verifier.numbers.number import Number, Uncertain, compare
from verifier.numbers.precision import decide
from verifier.numbers.printed import Printed
from verifier.numbers.rounding import Rule, preimage
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.readings import Tolerance

Result = TypeVar("Result")


class Place(NamedTuple):
    """Where a cell stands in its block; all count from zero."""

    at: int
    row: int
    column: int


def common_cells(block: Block, shape: tuple[int, int]) -> list[Place]:
    """The printed cells that a computed shape reaches."""
    rows, columns = shape
    return [
        Place(block.index_of(row, column), row, column)
        for row, column, _ in block.shown()
        if row < rows and column < columns
    ]


def cell_of(array: Array, row: int, column: int) -> Value:
    """A cell, or UNKNOWN where the array does not reach."""
    return array[row, column] if row < array.rows and column < array.columns else UNKNOWN


def attempt(question: Callable[[], Result], fallback: Result) -> Result:
    """The decided answer, or *fallback* where no precision decides or nothing can be computed."""
    try:
        return decide(question)
    except (Uncertain, Unprinted, ShapeError, TooLarge):
        return fallback


def prints_as_shown(tolerance: Tolerance, stage: Stage, value: Callable[[], Array], place: Place) -> bool:
    """Whether one cell of an evaluation prints as shown by D; undecided counts as no."""
    assert stage.printed is not None
    number = _shown(stage.printed, place)
    return attempt(lambda: tolerance.prints(stage, number, cell_of(value(), place.row, place.column)), fallback=False)


def shown_by(tolerance: Tolerance, stage: Stage, number: Printed, value: Value, rule: Rule) -> bool:
    """Whether one value prints as shown by a rule that need not be the document's; undecided counts as no."""
    resolution = tolerance.resolutions[stage.name]
    box = preimage(number.value, resolution.place(number), rule, significant=resolution.is_finer_below_powers)
    return isinstance(value, Number) and box is not None and attempt(lambda: contains(box, value), fallback=False)


def failing(tolerance: Tolerance, stage: Stage, value: Callable[[], Array]) -> list[int] | None:
    """The printed cells that an evaluation does not print as shown by D; None if it cannot be computed.

    Words fail if they differ. A cell that the value does not reach is listed as -1.
    """
    array = attempt(value, None)
    if array is None or stage.block is None:
        return None
    if stage.words is not None:
        return [
            index
            for index, word in enumerate(stage.words.cells)
            if word is not None and cell_of(array, *stage.words.position(index)) != word.text
        ]
    block = stage.printed
    assert block is not None
    places = unsettled(tolerance, stage, array.shape, array)
    short = array.shape != block.shape and len(places) < sum(cell is not None for cell in block.cells)
    short |= any(cell_of(array, *block.position(index)) is not cell.value for index, cell in block.infinite.items())
    missed = [
        place.at
        for place in places
        if _is_seen_to_miss(tolerance, stage, array, place) or not prints_as_shown(tolerance, stage, value, place)
    ]
    return missed + ([-1] if short else [])


def unsettled(tolerance: Tolerance, stage: Stage, shape: tuple[int, int], *arrays: Array | None) -> list[Place]:
    """The printed cells that a computed shape reaches, without those that one of the arrays is seen to print by D.

    Only arrays of the block's own shape are asked.
    """
    assert stage.printed is not None
    whole = [array for array in arrays if array is not None and array.shape == stage.printed.shape]
    if not whole or shape != stage.printed.shape:
        return common_cells(stage.printed, shape)
    left = frozenset[int].intersection(*(tolerance.open_cells(stage, array) for array in whole))
    return [Place(index, *stage.printed.position(index)) for index in sorted(left)]


def _is_seen_to_miss(tolerance: Tolerance, stage: Stage, array: Array, place: Place) -> bool:
    """Whether a cell of an array is seen at once not to print as shown by D."""
    assert stage.printed is not None
    target = tolerance.target(stage, _shown(stage.printed, place), strict=True)
    value = array[place.row, place.column]
    return target is None or (isinstance(value, Number) and is_far(target, value))


def _shown(block: Grid[Printed], place: Place) -> Printed:
    number = block.cells[place.at]
    assert number is not None
    return number


def misses(
    tolerance: Tolerance, stage: Stage, ranges: Possible, formula: Formula, place: Place, *choices: Callable[[], Array]
) -> bool:
    """Whether it is proved that no choice within the ranges prints the cell as shown, by U.

    Each of *choices* gives the values of one of them, and where one prints as shown no range is computed.
    """
    target = _target(tolerance, stage, place)
    if target is None:
        return True
    if any(attempt(partial(_gives, choice, place, target), fallback=False) for choice in choices):
        return False
    around = ranges.enclosure(formula)
    enclosed = UNKNOWN if around is None else cell_of(around, place.row, place.column)
    if isinstance(enclosed, Number) and is_far(target, enclosed):
        return True
    return attempt(lambda: is_apart(ranges.cell(formula, place.row, place.column).cells[0], target), fallback=False)


def does_not_print(tolerance: Tolerance, stage: Stage, value: Callable[[], Array], place: Place) -> bool:
    """Whether it is proved that what an evaluation gives in a cell does not print as shown, by U."""
    target = _target(tolerance, stage, place)
    if target is None:
        return True
    return attempt(lambda: is_apart(cell_of(value(), place.row, place.column), target), fallback=False)


def _target(tolerance: Tolerance, stage: Stage, place: Place) -> Interval | None:
    assert stage.printed is not None
    return tolerance.target(stage, _shown(stage.printed, place), strict=False)


def _gives(choice: Callable[[], Array], place: Place, target: Interval) -> bool:
    value = cell_of(choice(), place.row, place.column)
    return isinstance(value, Number) and contains(target, value)


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
