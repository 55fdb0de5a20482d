"""Rows, columns or single numbers of a block that were exchanged in print: these are corrected as a whole.

Hidden digits can allow some numbers of an exchanged row where they stand. They are wrong with the others.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt
from verifier.numbers.array import Array
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
    rows = [[block.index_of(row, column) for column in range(block.columns)] for row in range(block.rows)]
    search = _Exchanges(tolerance, numbers, array, wrong)
    found: dict[int, Reprint] = {}
    for lines in (rows, [*map(list, zip(*rows, strict=True))], [[index] for index in chain(*rows)]):
        is_short = len(lines[0]) > 1 or len(wrong) <= MOST_CELLS
        for one, other in search.pairs(lines, found) if is_short else ():
            found |= search.right(one, other) | search.right(other, one)
    return found


class _Exchanges:
    def __init__(self, tolerance: Tolerance, numbers: DerivedNumbers, array: Array, wrong: Collection[int]) -> None:
        self.tolerance = tolerance
        self.stage, _, self.block = numbers
        self.array = array
        self.preimages = tolerance.declared_preimages(self.stage)
        self.wrong = frozenset(wrong)

    def pairs(self, lines: Sequence[list[int]], found: Mapping[int, Reprint]) -> Iterator[tuple[list[int], list[int]]]:
        """The pairs of lines that were exchanged and have wrong cells that are not *found* already."""
        for one in lines:
            if self.wrong.isdisjoint(one) or not found.keys().isdisjoint(one):
                continue
            for other in self._near(one, lines):
                if other is not one and all(map(self._shows, one, other)) and all(map(self._shows, other, one)):
                    yield one, other
                    break

    def _near(self, one: list[int], lines: Sequence[list[int]]) -> Iterator[list[int]]:
        """The lines from whose first number the first value of a line is not far: few are, which costs little."""
        value = self.array.cells[one[0]]
        for other in lines if isinstance(value, Number) else ():
            box = self.preimages[other[0]]
            if box is not None and not (value < box.lo or value > box.hi):
                yield other

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
