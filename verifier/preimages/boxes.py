"""Operands as sets: the box of a stage, each of its numbers the preimage of its print."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flint import fmpq

from verifier.document.model import Stage
from verifier.formulas.tree import Apply
from verifier.numbers.array import Array, Value, as_interval
from verifier.numbers.interval import UNKNOWN, WHOLE_LINE, Interval, overlap
from verifier.numbers.number import compare
from verifier.numbers.printed import Printed
from verifier.preimages.displacement import perhaps_rounded
from verifier.preimages.readings import Reprint, Tolerance


class Boxes(NamedTuple):
    """Operands as ranges: the preimage of each printed number, D if strict, else U.

    `exact_givens` takes givens at their word where nothing else is declared. A number
    that was mended stands for the preimage of what should have been printed.
    """

    tolerance: Tolerance
    strict: bool = False
    exact_givens: bool = False

    def array(self, stage: Stage, mended: Mapping[int, Reprint]) -> Array:
        """The box of a stage's block; an elided cell is the whole line, or what the stage states of it."""
        if mended:
            return self._array(stage, mended)
        key = stage.name, self.strict, self.exact_givens
        if key not in self.tolerance._boxes:  # noqa: SLF001 - boxes are a view of their tolerance
            self.tolerance._boxes[key] = self._array(stage, mended)  # noqa: SLF001
        return self.tolerance._boxes[key]  # noqa: SLF001

    def _array(self, stage: Stage, mended: Mapping[int, Reprint]) -> Array:
        block = stage.printed
        assert block is not None
        return self._block(stage, block.rows, block.columns, range(len(block.cells)), mended)

    def part(self, stage: Stage, row: int | None, column: int | None, mended: Mapping[int, Reprint]) -> Array:
        """One row of the box, one column, or where they meet."""
        block = stage.printed
        assert block is not None
        rows = range(block.rows) if row is None else (row,)
        columns = range(block.columns) if column is None else (column,)
        indices = [block.index_of(i, j) for i in rows for j in columns]
        return self._block(stage, len(rows), len(columns), indices, mended)

    def _block(
        self, stage: Stage, rows: int, columns: int, indices: Iterable[int], mended: Mapping[int, Reprint]
    ) -> Array:
        cells = tuple(self._at(stage, index, mended) for index in indices)
        sources = frozenset([stage.name]) if any(isinstance(cell, Interval) for cell in cells) else frozenset()
        return Array(rows, columns, cells, sources)

    def _at(self, stage: Stage, index: int, mended: Mapping[int, Reprint]) -> Value:
        block = stage.printed
        assert block is not None
        number = block.cells[index]
        if number is None:
            infinite = block.infinite.get(index)
            return self._elided(stage, block.position(index)[0]) if infinite is None else infinite.value
        if index in mended:
            return self._set(stage, mended[index])
        return self._cell(stage, number)

    def interval(self, stage: Stage) -> Array:
        """A printed interval as the numbers that may lie in it: from the least lower to the greatest upper end."""
        lo, hi = (as_interval(end) for end in self.ends(stage))
        box = Interval(lo.lo, hi.hi, lo.lo_closed, hi.hi_closed)
        return Array(1, 1, (box if lo.lo != hi.hi else lo.lo,), frozenset([stage.name] if lo.lo != hi.hi else []))

    def inner_interval(self, stage: Stage) -> Array | None:
        """A printed interval as the numbers that lie in it for sure; None if there may be none."""
        lo, hi = (as_interval(end) for end in self.ends(stage))
        assert lo.hi is not None
        assert hi.lo is not None
        if lo.hi > hi.lo:
            return None
        return Array(1, 1, (Interval(lo.hi, hi.lo) if lo.hi < hi.lo else lo.hi,), frozenset([stage.name]))

    def ends(self, stage: Stage) -> tuple[Value, Value]:
        """What the lower end of a printed interval may be, and the upper."""
        assert stage.hull is not None
        lo, hi = stage.hull.cells
        assert lo is not None
        assert hi is not None
        return self._cell(stage, lo), self._cell(stage, hi)

    def _elided(self, stage: Stage, row: int) -> Interval:
        """The range of a cell that is not shown; a share of a softmax is at most what the shown ones leave."""
        block = stage.printed
        assert block is not None
        match stage.formula and stage.formula.expression:
            case Apply("softmax", _, ()):
                shown = [number for number in block.row(row) if number]
                targets = [self.tolerance.target(stage, number, strict=self.strict) for number in shown]
                taken = sum((box.lo for box in targets if box and box.lo is not None and box.lo > 0), fmpq(0))
                if taken < 1:
                    most = perhaps_rounded(1 - taken, stage, self.tolerance)
                    return Interval(fmpq(0), as_interval(most).hi)
        return unprinted(stage)

    def _cell(self, stage: Stage, number: Printed) -> Value:
        if stage.is_given and self._taken_as_exact(stage, number):
            return number.value
        target = self.tolerance.target(stage, number, strict=self.strict)
        box = number.value if target is None or target.lo == target.hi else target
        limits = bounds(stage)
        if stage.is_given and limits is not None and isinstance(box, Interval) and overlap(box, limits):
            return meet(box, limits)
        return box

    def _taken_as_exact(self, stage: Stage, number: Printed) -> bool:
        resolution = self.tolerance.resolutions[stage.name]
        counted = stage.givens != "rounded" and not resolution.is_significant
        if number.is_bare_integer and counted and resolution.decimals_of(number) == 0:
            return True  # a count, an index, a dimension
        declared = self.tolerance.givens(stage)
        return declared == "exact" or (declared is None and self.exact_givens)

    def _set(self, stage: Stage, mended: Reprint) -> Value:
        """One box for all that is mended alike, so that what is computed of it is remembered."""
        known, key = self.tolerance._sets, (stage.name, str(mended.value), mended.decimals, self.strict)  # noqa: SLF001 - as above
        if key not in known:
            known[key] = self._new_set(stage, *mended)
        return known[key]

    def _new_set(self, stage: Stage, value: fmpq, place: int) -> Value:
        tolerance = self.tolerance
        box = tolerance.by_rule(stage, value, place) if self.strict else tolerance.at_all(stage, value, place)
        if box is None:  # nothing prints so by the declared rule: the number is taken at its word
            return value
        return value if box.lo == box.hi else box


def bounds(stage: Stage) -> Interval | None:
    """The range that a stage states for its numbers."""
    return None if stage.between is None else Interval(stage.between[0].value, stage.between[1].value)


def interval(stage: Stage) -> Value:
    """A printed interval at its word, or the one number that it is."""
    assert stage.hull is not None
    lo, hi = (end.value for end in stage.hull.cells if end is not None)
    return lo if lo == hi else Interval(lo, hi)


def unprinted(stage: Stage) -> Interval:
    """The range of a cell that is not shown: what the stage states of it, or the whole line."""
    return bounds(stage) or WHOLE_LINE


def meet(x: Interval, y: Interval) -> Interval:
    """The common part of two overlapping ranges with rational ends."""
    lo, lo_closed = x.lo, x.lo_closed
    if y.lo is not None and (lo is None or compare(y.lo, lo) > 0):
        lo, lo_closed = y.lo, y.lo_closed
    elif lo is not None and lo == y.lo:
        lo_closed &= y.lo_closed
    hi, hi_closed = x.hi, x.hi_closed
    if y.hi is not None and (hi is None or compare(y.hi, hi) < 0):
        hi, hi_closed = y.hi, y.hi_closed
    elif hi is not None and hi == y.hi:
        hi_closed &= y.hi_closed
    return Interval(lo, hi, lo_closed, hi_closed)


def printed_values(stage: Stage) -> Array:
    """A block taken at its word: exact numbers, or words; UNKNOWN where it is elided."""
    block = stage.block
    assert block is not None
    if stage.printed is not None:
        cells: tuple[Value, ...] = tuple(UNKNOWN if n is None else n.value for n in stage.printed.cells)
        if stage.printed.infinite:
            infinite = {index: cell.value for index, cell in stage.printed.infinite.items()}
            cells = tuple(infinite.get(index, cell) for index, cell in enumerate(cells))
    else:
        assert stage.words is not None
        cells = tuple(UNKNOWN if word is None else word.text for word in stage.words.cells)
    return Array(block.rows, block.columns, cells)
