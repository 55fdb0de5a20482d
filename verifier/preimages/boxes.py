"""Operands as sets: the box of a stage has for each of its numbers the preimage of its print."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flint import arb, fmpq

from verifier.document.model import Block, Grid, Stage, Word
from verifier.formulas.tree import Apply
from verifier.numbers.array import Array, Shape, Value, as_interval
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import UNKNOWN, WHOLE_LINE, Interval, overlap
from verifier.numbers.number import ratio
from verifier.numbers.printed import Printed
from verifier.preimages.displacement import perhaps_rounded
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.record import NamedTuple


class Boxes(NamedTuple):
    """Operands as ranges: of each printed number the widest preimage, or the declared one.

    `exact` names the stages of givens that are taken at their word where nothing else is declared. A number
    that was mended stands for the preimage of what should have been printed.
    """

    tolerance: Tolerance
    widest: bool = True
    exact: frozenset[str] = frozenset()

    def array(self, stage: Stage, block: Block, mended: Mapping[int, Reprint]) -> Array:
        """The box of a stage's block; an elided cell is the whole line, or what the stage states of it."""
        known, key = self.tolerance.box_memo.arrays, (stage.name, self.widest, stage.name in self.exact)
        if key not in known:
            cells = tuple(self._cells(stage, block))
            known[key] = Array(*block.shape, cells, _sources(stage, cells))
        return self._part(stage, block, block.shape, range(len(block.cells)), mended) if mended else known[key]

    def varies(self, stage: Stage, block: Block) -> bool:
        """Whether some number of a stage's block may stand for others; boxes are made only where that is not plain."""
        is_plain = stage.is_given and stage.between is None and self.tolerance.declared(stage) is None
        for number in block.cells if is_plain else ():
            if number is not None and not (number.is_fraction or self._taken_as_exact(stage, number)):
                return True
        return bool(self.array(stage, block, {}).sources)

    def around(self, stage: Stage, block: Block, mended: Mapping[int, Reprint]) -> Array:
        """Balls around the numbers of the box of a stage's block; UNKNOWN where that has no bounds."""
        known, key = self.tolerance.box_memo.around, (stage.name, self.widest, stage.name in self.exact)
        if key not in known:
            known[key] = self.array(stage, block, {}).map(enclosed)
        whole = known[key]
        if not mended:
            return whole
        balls, shown, around = list(whole.cells), block.cells, self.tolerance.balls(stage, widest=self.widest)
        for index, fixed in mended.items():
            if shown[index] is not None:
                ball = around(fixed.value, fixed.decimals)
                balls[index] = fixed.value if ball is None else ball
        return Array(*block.shape, tuple(balls))

    def part(
        self, stage: Stage, block: Block, row: int | None, column: int | None, mended: Mapping[int, Reprint]
    ) -> Array:
        """One row of the box, one column, or where they meet."""
        rows = range(block.rows) if row is None else (row,)
        columns = range(block.columns) if column is None else (column,)
        indices = [block.index_of(i, j) for i in rows for j in columns]
        return self._part(stage, block, (len(rows), len(columns)), indices, mended)

    def _part(
        self, stage: Stage, block: Block, shape: Shape, indices: Iterable[int], mended: Mapping[int, Reprint]
    ) -> Array:
        whole, shown = self.array(stage, block, {}).cells, block.cells
        cells = tuple(
            [
                self._mended(stage, mended[index]) if index in mended and shown[index] is not None else whole[index]
                for index in indices
            ]
        )
        return Array(*shape, cells, _sources(stage, cells))

    def _cells(self, stage: Stage, block: Block) -> list[Value]:
        cells = self._of_shown(stage, block)
        not_shown, is_share = unprinted(stage), _is_share(stage)
        for index in [index for index, number in enumerate(block.cells) if number is None]:
            infinite = block.infinite.get(index)
            share = self._share(stage, block, index) if is_share and infinite is None else None
            cells[index] = (share or not_shown) if infinite is None else infinite.box
        return cells

    def _of_shown(self, stage: Stage, block: Block) -> list[Any]:
        """What the numbers of a block can be, each as `_of_given` or `_of_computed` tells it; None where none is shown.

        What rests on the stage alone is asked once for all of them.
        """
        numbers, limits = block.cells, stated_bounds(stage)
        if stage.is_given and self._are_exact(stage):
            return [number and number.value for number in numbers]
        has_counts = stage.is_given and self._has_counts(stage)
        found = [
            number
            and (number.value if box is None or box.lo == box.hi or (has_counts and number.is_bare_integer) else box)
            for number, box in zip(numbers, self._preimages(stage, block), strict=True)
        ]
        return [_within(box, limits) for box in found] if stage.is_given and limits is not None else found

    def interval(self, stage: Stage, hull: Block) -> Array:
        """A printed interval as the numbers that may lie in it: from the least lower to the greatest upper end."""
        lower, upper = map(_as_bounded, self.ends(stage, hull))
        if lower.lo == upper.hi:
            return Array(1, 1, (lower.lo,))
        box = BoundedInterval(lower.lo, upper.hi, lower.lo_closed, upper.hi_closed)
        return Array(1, 1, (box,), frozenset([stage.name]))

    def inner_interval(self, stage: Stage, hull: Block) -> Array | None:
        """A printed interval as the numbers that lie in it for sure; None if there may be none."""
        lower, upper = map(_as_bounded, self.ends(stage, hull))
        if lower.hi > upper.lo:
            return None
        return Array(1, 1, (_between(lower.hi, upper.lo),), frozenset([stage.name]))

    def ends(self, stage: Stage, hull: Block) -> tuple[fmpq | BoundedInterval, ...]:
        """What the lower end of a printed interval may be, and the upper."""
        of_shown = self._of_given if stage.is_given else self._of_computed
        return tuple(of_shown(stage, end, self._preimage(stage, end)) for end in hull.cells if end is not None)

    def _share(self, stage: Stage, block: Block, index: int) -> Interval | None:
        """The range of a share of a softmax that is not shown: at most what the shown ones leave, if that is any."""
        shown = [number for number in block.row(block.position(index)[0]) if number]
        boxes = [self._preimage(stage, number) for number in shown]
        taken = sum((box.lo for box in boxes if box and box.lo > 0), fmpq(0))
        if taken >= 1:
            return None
        return Interval(fmpq(0), as_interval(perhaps_rounded(1 - taken, stage, self.tolerance)).hi)

    def _preimage(self, stage: Stage, number: Printed) -> BoundedInterval | None:
        if not self.widest:
            return self.tolerance.declared_preimage(stage, number)
        box = self.tolerance.widest_preimage(stage, number)
        return _closed(box) if box is not None and self._is_sharp(stage) else box

    def _preimages(self, stage: Stage, block: Block) -> Sequence[BoundedInterval | None]:
        """The same of all cells of a block; None where one shows no number."""
        if block is not stage.printed:
            return [number and self._preimage(stage, number) for number in block.cells]
        if not self.widest:
            return self.tolerance.declared_preimages(stage)
        found = self.tolerance.widest_preimages(stage)
        return [box and _closed(box) for box in found] if self._is_sharp(stage) else found

    def _is_sharp(self, stage: Stage) -> bool:
        """Whether a rule is declared by which an end may be open: who prints 0.3749 as 0.37 may go on with 0.375."""
        return not stage.is_given and self.tolerance.declared(stage) is not None

    def _of_computed(self, _stage: Stage, number: Printed, box: BoundedInterval | None) -> fmpq | BoundedInterval:
        return number.value if box is None or box.lo == box.hi else box

    def _of_given(self, stage: Stage, number: Printed, preimage: BoundedInterval | None) -> fmpq | BoundedInterval:
        if self._taken_as_exact(stage, number):
            return number.value
        box, limits = self._of_computed(stage, number, preimage), stated_bounds(stage)
        return box if limits is None else _within(box, limits)

    def _taken_as_exact(self, stage: Stage, number: Printed) -> bool:
        return (number.is_bare_integer and self._has_counts(stage)) or self._are_exact(stage)

    def _has_counts(self, stage: Stage) -> bool:
        """Whether a whole number of a stage is a count, an index, a dimension."""
        return stage.givens != "rounded" and self.tolerance.resolutions[stage.name].has_counts

    def _are_exact(self, stage: Stage) -> bool:
        declared = self.tolerance.givens(stage)
        return declared == "exact" or (declared is None and stage.name in self.exact)

    def _mended(self, stage: Stage, mended: Reprint) -> Value:
        """One box for all that is mended alike, so that what is computed of it is remembered."""
        known, key = self.tolerance.box_memo.cells, (stage.name, *ratio(mended.value), mended.decimals, self.widest)
        if key not in known:
            box = self.tolerance.preimage_of(stage, mended.value, mended.decimals, widest=self.widest)
            is_one = box is None or box.lo == box.hi  # by the declared rule perhaps nothing prints so
            known[key] = mended.value if box is None or is_one else box
        return known[key]


def _within(box: Value, limits: BoundedInterval) -> Any:  # noqa: ANN401 - a value of the same kind
    """The part of the range of a given that lies within what its stage states; all of it if none does."""
    if not isinstance(box, BoundedInterval) or (limits.lo < box.lo and box.hi < limits.hi) or not overlap(box, limits):
        return box
    return box.met(limits)


def _is_share(stage: Stage) -> bool:
    match stage.formula and stage.formula.expression:
        case Apply("softmax", _, ()):
            return True
    return False


def enclosed(cell: Value) -> Value:
    """A ball that encloses a range; UNKNOWN if the range is unbounded or partial."""
    if not isinstance(cell, Interval):
        return cell
    if cell.lo is None or cell.hi is None or cell.partial:
        return UNKNOWN
    whole: arb = arb(cell.lo).union(arb(cell.hi))
    return whole


def _sources(stage: Stage, cells: tuple[Value, ...]) -> frozenset[str]:
    return frozenset([stage.name]) if any(isinstance(cell, Interval) for cell in cells) else frozenset()


def _closed(box: BoundedInterval) -> BoundedInterval:
    return BoundedInterval(box.lo, box.hi)


def _as_bounded(value: fmpq | BoundedInterval) -> BoundedInterval:
    return value if isinstance(value, BoundedInterval) else BoundedInterval(value, value)


def _between(lo: fmpq, hi: fmpq) -> fmpq | BoundedInterval:
    """The closed interval between two numbers, or the one number that both are."""
    return lo if lo == hi else BoundedInterval(lo, hi)


def stated_bounds(stage: Stage) -> BoundedInterval | None:
    """The range that a stage states for its numbers."""
    return None if stage.between is None else BoundedInterval(stage.between[0].value, stage.between[1].value)


def printed_interval(hull: Block) -> fmpq | BoundedInterval:
    """A printed interval at its word, or the one number that it is."""
    return _between(*(end.value for end in hull.cells if end is not None))


def unprinted(stage: Stage) -> Interval:
    """The range of a cell that is not shown: what the stage states of it, or the whole line."""
    return stated_bounds(stage) or WHOLE_LINE


def printed_values(block: Block | Grid[Word]) -> Array:
    """A block taken at its word: exact numbers, or words; UNKNOWN where it is elided."""
    cells: tuple[Value, ...] = tuple(
        [UNKNOWN if cell is None else cell.text if isinstance(cell, Word) else cell.value for cell in block.cells]
    )
    if block.infinite:
        infinite = {index: cell.value for index, cell in block.infinite.items()}
        cells = tuple(infinite.get(index, cell) for index, cell in enumerate(cells))
    return Array(*block.shape, cells)
