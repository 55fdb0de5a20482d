"""One look at whole arrays of values: which numbers of a block they surely print as shown, and which they may not."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from flint import arb, fmpq

from verifier.document.model import Stage
from verifier.numbers.array import Array
from verifier.numbers.bounded import BoundedInterval, ball_around
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple

_KEPT: Final = 6
"""Arrays of a stage that were looked at last: as printed, as replayed, and those that are tried."""


class PrintedCell(NamedTuple):
    """A printed number and where it stands in its block; index, row and column count from zero."""

    at: int
    row: int
    column: int
    number: Printed


class Looks:
    """What was seen of the arrays of stages; *boxes* gives the declared preimages of the cells of a block."""

    def __init__(self, boxes: Callable[[Stage], Sequence[BoundedInterval | None]]) -> None:
        self._boxes = boxes
        self._open: dict[str, list[tuple[Array, frozenset[int]]]] = {}
        self._around: dict[str, tuple[arb | None, ...]] = {}
        self._cells: dict[str, list[PrintedCell | None]] = {}

    def cells(self, stage: Stage) -> Sequence[PrintedCell | None]:
        """The printed numbers of a block with their places, by index, each made once."""
        if stage.name not in self._cells:
            numbers, columns = ((), 1) if stage.printed is None else (stage.printed.cells, stage.printed.columns)
            self._cells[stage.name] = [
                None if number is None else PrintedCell(index, *divmod(index, columns), number)
                for index, number in enumerate(numbers)
            ]
        return self._cells[stage.name]

    def around(self, stage: Stage) -> tuple[arb | None, ...]:
        """Balls around the preimages of the cells of a block, from which most values are seen to lie apart."""
        if stage.name not in self._around:
            self._around[stage.name] = tuple([None if box is None else ball_around(box) for box in self._boxes(stage)])
        return self._around[stage.name]

    def open_cells(self, stage: Stage, array: Array) -> frozenset[int]:
        """The numbers of a block, by index, for which a value is not trivially inside the preimage.

        *array* has the values, in the shape of the block. All are looked at in one pass, once for an array.
        """
        known = self._open.setdefault(stage.name, [])
        for other, found in known:
            if other is array:
                return found
        known[:] = [(array, frozenset(self._not_inside(stage, array))), *known[: _KEPT - 1]]
        return known[0][1]

    def _not_inside(self, stage: Stage, array: Array) -> Iterator[int]:
        numbers = () if stage.printed is None else stage.printed.cells
        around = self._around.get(stage.name) or (None,) * len(numbers)
        rows = zip(numbers, self._boxes(stage), around, array.cells, strict=True)
        for index, (number, box, ball, value) in enumerate(rows):
            if number is None:
                continue
            is_exact = type(value) is fmpq
            if box is None or not (is_exact or isinstance(value, arb)) or (ball is not None and ball != value):
                yield index  # surely apart
            elif is_exact:  # as `surely_contains`, without a call for each number
                if (value - box.lo).p <= 0 or (box.hi - value).p <= 0:
                    yield index
            elif not (value > box.lo and value < box.hi):
                yield index
