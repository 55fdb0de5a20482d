"""Rows, columns or single numbers of a block that were exchanged in print: these are corrected as a whole.

Hidden digits can allow some numbers of an exchanged row where they stand. They are wrong with the others.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from flint import fmpq

from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt
from verifier.numbers.array import Array, Value
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import contains, is_far
from verifier.numbers.number import Number
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint

MOST_CELLS: Final = 64
"""Maximum number of wrong cells for which an exchange with any other cell is looked for."""


def exchanged(
    tolerance: Tolerance, numbers: DerivedNumbers, array: Array | None, wrong: Collection[int]
) -> dict[int, Reprint]:
    """By index, what should stand in the lines and cells that were exchanged, the *wrong* ones among them.

    *array* has the values of the formula. Two lines were exchanged if each of their values prints as the number in
    its place in the other line, and wrong cells are among them.
    """
    block = numbers.block
    if array is None or array.shape != block.shape:
        return {}
    columns, count = block.columns, len(block.cells)
    rows = [list(range(first, first + columns)) for first in range(0, count, columns)]
    search = _Exchanges(tolerance, numbers, array, wrong)
    found: dict[int, Reprint] = {}
    for lines in (rows, [*map(list, zip(*rows, strict=True))], [[index] for index in chain(*rows)]):
        is_short = len(lines[0]) > 1 or len(wrong) <= MOST_CELLS
        for one, other in search.pairs(lines, found) if is_short else ():
            found |= search.right(one, other) | search.right(other, one)
    return found


def with_more_digits(own: Reprint | None, other: Reprint | None) -> Reprint | None:
    """What should stand in a cell: what stands in the *other* one, if that shows more digits than its *own* would."""
    return other if own is not None and other is not None and other.decimals > own.decimals else own


class _Exchanges:
    def __init__(self, tolerance: Tolerance, numbers: DerivedNumbers, array: Array, wrong: Collection[int]) -> None:
        self.tolerance = tolerance
        self.stage, _, self.block = numbers
        self.array = array
        self.preimages = tolerance.declared_preimages(self.stage)
        self.wrong = frozenset(wrong)

    def pairs(self, lines: Sequence[list[int]], found: Mapping[int, Reprint]) -> Iterator[tuple[list[int], list[int]]]:
        """The pairs of lines that were exchanged and have wrong cells that are not *found* already."""
        near = _Near([self.preimages[line[0]] for line in lines])
        for one in lines:
            if self.wrong.isdisjoint(one) or not found.keys().isdisjoint(one):
                continue
            for other in map(lines.__getitem__, near.to(self.array.cells[one[0]])):
                if other is not one and all(map(self._shows, one, other)) and all(map(self._shows, other, one)):
                    yield one, other
                    break

    def right(self, line: list[int], other: list[int]) -> dict[int, Reprint]:
        """What should stand in the cells of a line: the numbers of the other, where they differ from its own."""
        shown, resolution = self.block.cells, self.tolerance.resolutions[self.stage.name]
        pairs = ((at, shown[at], shown[there]) for at, there in zip(line, other, strict=True))
        return {
            at: Reprint(right.value, resolution.decimals_of(right), right.form)
            for at, number, right in pairs
            if number is not None and right is not None and number.value != right.value
        }

    def _shows(self, at: int, there: int) -> bool:
        """Whether the value of a cell prints as the number of another one."""
        value, box = self.array.cells[at], self.preimages[there]
        if box is None or not isinstance(value, Number) or is_far(box, value):
            return False
        return attempt(lambda: contains(box, value), fallback=False)


class _Near:
    """Ranges in the order of their lower ends, so that those are found at once that a number may lie in: few are."""

    def __init__(self, boxes: Sequence[BoundedInterval | None]) -> None:
        known = [(box, at) for at, box in enumerate(boxes) if box is not None]
        self.boxes = sorted(known, key=lambda found: found[0].lo)
        self.begins = [box.lo for box, _ in self.boxes]
        self.widest = max((box.hi - box.lo for box, _ in known), default=fmpq(0))

    def to(self, value: Value) -> list[int]:
        """The places of the ranges that a number is not surely outside of."""
        if not isinstance(value, Number):
            return []
        first = bisect_left(self.begins, value - self.widest) if isinstance(value, fmpq) else 0
        known = self.boxes[first : bisect_right(self.begins, value)]  # no range that begins above it
        return sorted([at for box, at in known if not value > box.hi])
