"""Which numbers of a block a formula gives, and how likely a wrong formula would give them by chance.

A formula fits a cell if the numbers that its operands can stand for give one that the cell can stand for. The chance of
a cell is that of `replay.evidence`, from a sample of what other formulas give there, times the count of numbers that
would fit. A bound on the chance of a block is the product over the numbers that fit, of alike ones over two, times the
number of formulas tried, times the number of ways to choose the cells that do not fit.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import comb, prod
from typing import Final

from flint import fmpq

from verifier.document.model import Block
from verifier.drafts.values import box, decimals_in, finest
from verifier.evaluation.predicates import attempt
from verifier.numbers.array import Array, as_interval
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import Interval, Missing, overlap
from verifier.numbers.number import Number, are_alike, nearby
from verifier.numbers.printed import Printed, power_of_ten
from verifier.record import NamedTuple
from verifier.replay.evidence import chance_of, numerals

ACCEPTED: Final = fmpq(1, 10**6)
"""A link that is taken without being asked has a chance below this."""
ASKED: Final = fmpq(1, 10**5)
"""One that is asked has a chance below this."""
NEAR: Final = fmpq(1, 20)
"""A formula is looked at closely if half of the watched numbers are so near, as a share of the number."""
NEAR_UNITS: Final = 8
MOST_ALIKE: Final = 2
"""A number that stands in several cells is evidence so often at most.

The second time it is no more than what share of the formulas tells its cell from the first.
"""
LEAST_VOID: Final = 2
"""So many zeros and minus infinities make a pattern that few formulas have."""
MAX_SAMPLE: Final = 120
MAX_WATCHED: Final = 16
_HALF: Final = fmpq(1, 2)


class Watched(NamedTuple):
    """A cell, by its index, that tells early how near a formula is: a value between two numbers is near."""

    at: int
    low: fmpq
    high: fmpq


class Target(NamedTuple):
    """A block that is to be explained: what each of its cells can stand for, and the cells that are watched."""

    block: Block
    boxes: tuple[Interval, ...]
    decimals: tuple[int, ...]
    watched: tuple[Watched, ...]

    @property
    def is_telling(self) -> bool:
        """Whether a formula that fits in all cells could be more than chance, if few others were tried."""
        if _is_counted(self.block):
            return False
        texts = {cell.text: cell for cell in self.block.contents()}
        most = finest(self.block)
        chances = (1 / numerals(cell.value, decimals_in(most, cell)) for cell in texts.values())
        return prod(chances, start=fmpq(1)) < ACCEPTED


def _is_counted(block: Block) -> bool:
    """Whether whole numbers in a line go up or down by equal steps, as years and months do: nobody computes them."""
    cells = list(block.contents())
    steps = {b.value - a.value for a, b in pairwise(cells)}
    return 1 in block.shape and len(cells) > 2 and len(steps) == 1 and all(cell.is_bare_integer for cell in cells)  # noqa: PLR2004 - two numbers always do


def target_of(block: Block) -> Target:
    """What is asked of a formula for a block."""
    most = finest(block)
    boxes: list[Interval] = []
    for index, cell in enumerate(block.cells):
        if cell is None:
            boxes.append(as_interval(block.infinite[index].value))
            continue
        boxes.append(_result(box(most, cell), cell))
    decimals = tuple(0 if cell is None else decimals_in(most, cell) for cell in block.cells)
    shown = [index for index, cell in enumerate(block.cells) if cell is not None]
    step = max(1, len(shown) // MAX_WATCHED)
    watched = (_watched(block.cells[index], index, decimals[index]) for index in shown[::step][:MAX_WATCHED])
    return Target(block, tuple(boxes), decimals, tuple(one for one in watched if one is not None))


def _result(value: fmpq | Interval, cell: Printed) -> Interval:
    """What a result can stand for that is shown so: a whole number may be rounded, and a fraction is itself."""
    if isinstance(value, Interval):
        return value
    reach = fmpq(0) if cell.is_fraction else _HALF
    return BoundedInterval(value - reach, value + reach)


def _watched(cell: Printed | None, index: int, decimals: int) -> Watched | None:
    if cell is None:
        return None
    most = abs(cell.value) * NEAR + NEAR_UNITS * power_of_ten(-decimals)
    return Watched(index, cell.value - most, cell.value + most)


def closeness(target: Target, array: Array, least: int = 0) -> int:
    """How many of the watched cells an array is near to; 0 if these are less than *least*."""
    found, left = 0, len(target.watched)
    for at, low, high in target.watched:
        if found + left < least:
            return 0
        value = array.cells[at]
        found += isinstance(value, Number) and bool(low < value < high)
        left -= 1
    return found if found >= least else 0


def _is_within(value: Number, cell: Printed, most: fmpq) -> bool:
    """Whether a value surely differs by less than *most* from a printed number."""
    return bool(cell.value - most < value < cell.value + most)


def fits(target: Target, possible: Array) -> frozenset[int]:
    """The cells, by index, that an array of ranges fits."""
    return frozenset(index for index in range(len(target.boxes)) if _fits(target, possible, index))


def _fits(target: Target, possible: Array, index: int) -> bool:
    value = possible.cells[index]
    if target.block.cells[index] is None:
        return value is target.block.infinite[index].value
    if isinstance(value, Missing | str):
        return False
    return attempt(partial(overlap, target.boxes[index], as_interval(value)), fallback=False)


def prints(target: Target, array: Array) -> frozenset[int]:
    """The cells, by index, that the values of a formula on the printed numbers are next to, one unit at most.

    What is shown as a fraction must be it.
    """
    return frozenset(index for index in range(len(target.boxes)) if _prints(target, array, index))


def _prints(target: Target, array: Array, index: int) -> bool:
    cell, value = target.block.cells[index], array.cells[index]
    if cell is None:
        return value is target.block.infinite[index].value
    if cell.is_fraction:
        return _fits(target, array, index)
    return isinstance(value, Number) and _is_within(value, cell, power_of_ten(-target.decimals[index]))


class Trial(NamedTuple):
    """What a formula gives: its values on the printed numbers, and on all that print so."""

    array: Array
    possible: Array


def chance(target: Target, trial: Trial, others: Sequence[Array], tried: int) -> fmpq:
    """A bound on the probability that one of the formulas *tried* fits so well although none is right.

    Two tests are made, hence the two: of the values on the printed numbers, and of all that are possible. Where several
    cells are zero or minus infinity, as in masks, only formulas that are so there could fit: these alone count as
    tried, and such cells as no more evidence.
    """
    step = max(1, len(others) // MAX_SAMPLE)
    known: dict[int, fmpq] = {}

    def alone(index: int, cell: Printed) -> fmpq:
        if index not in known:
            known[index] = chance_of(cell.value, target.decimals[index], _numbers(index, others[::step]))
        return known[index]

    def of_cells(cells: frozenset[int], width: Callable[[int], fmpq]) -> fmpq:
        seen: dict[str, list[int]] = {}
        void = [index for index in cells if _is_void(target.block.cells[index])]
        is_masked = len(void) >= LEAST_VOID
        count = 1 + sum(_has(target, array, void) for array in others) if is_masked else tried
        found = comb(len(target.boxes), len(cells)) * fmpq(max(1, min(tried, count)))
        for index in sorted(cells.difference(void) if is_masked else cells):
            cell = target.block.cells[index]
            before = [] if cell is None else seen.setdefault(cell.text, [])
            if cell is not None and len(before) < MOST_ALIKE:
                repeated = _repeated(before[0], index, others[::step]) if before else fmpq(0)
                found *= max(repeated, min(fmpq(1), alone(index, cell) * width(index)))
                before.append(index)
        return found

    by_print = of_cells(prints(target, trial.array), lambda _: fmpq(2))
    by_range = of_cells(fits(target, trial.possible), partial(_width, target, trial.possible))
    return 2 * min(by_print, by_range)


def are_alike_shares(target: Target, tried: int) -> bool:
    """Whether a block shows shares that hardly differ, so that one of the formulas *tried* may well give them.

    Every softmax of small numbers does.
    """
    block = target.block
    rows = [[block.cells[index] for index in block.line(1, row)] for row in range(block.rows)]
    values = [[cell.value for cell in row if cell is not None] for row in rows]
    unit = power_of_ten(-max(target.decimals))
    most = block.columns * unit
    sums = [1 - most < sum(row, fmpq(0)) < 1 + most and min(row) >= 0 for row in values if row]
    if block.columns == 1 or len(sums) < block.rows or not all(sums):
        return False
    every = {value for row in values for value in row}
    likely = 2 / (1 + (max(every) - min(every)) / unit)
    return tried * min(fmpq(1), likely) ** len(every) >= ACCEPTED


def _is_void(cell: Printed | None) -> bool:
    """Whether a cell shows zero or minus infinity."""
    return cell is None or cell.value == 0


def _has(target: Target, array: Array, void: Sequence[int]) -> bool:
    """Whether an array prints what a block shows in all of some cells."""
    return all(_prints(target, array, index) for index in void)


def _numbers(index: int, arrays: Iterable[Array]) -> Iterable[fmpq]:
    return (nearby(value) for array in arrays if isinstance(value := array.cells[index], Number))


def _repeated(one: int, other: int, arrays: Sequence[Array]) -> fmpq:
    """The share of formulas that give the same in two cells, as where rows repeat; at least one in their number."""
    alike = sum(are_alike(array.cells[one], array.cells[other]) for array in arrays)
    return fmpq(alike + 1, len(arrays) + 1)


def _width(target: Target, possible: Array, index: int) -> fmpq:
    """So many numbers of the last digit of a cell would fit."""
    box_ = as_interval(possible.cells[index])
    if box_.lo is None or box_.hi is None:
        return fmpq(10**9)
    return fmpq(2) + (nearby(box_.hi) - nearby(box_.lo)) * power_of_ten(target.decimals[index])
