"""A printed interval whose end cannot be that of the values of its formula, proved once more."""

from itertools import product
from typing import Final

from verifier.recheck.evaluation import Evaluation
from verifier.recheck.expansion import names_in
from verifier.recheck.grids import Grid, shape
from verifier.recheck.halving import holds_in_parts
from verifier.recheck.intervals import Box, Unknown, point
from verifier.recheck.operands import Operands
from verifier.recheck.report_reading import Cell, Stage

_MOST_INTERVALS: Final = 6
"""So many printed intervals are tried at all their ends."""


class HullProof:
    """The ends of the interval that one stage prints; raises Unknown."""

    def __init__(self, operands: Operands, stage: Stage) -> None:
        self.operands = operands
        self.tree = operands.formula(stage)
        self.ends = operands.reading(stage).ends()

    def reason(self, cell: Cell) -> str | None:
        """Why an end is not proved to be wrong; None if the values do not reach it, or pass it."""
        side = cell.column - 1
        end = self.ends[side]
        if holds_in_parts(
            self.tree, self.operands.of, self.operands.work, lambda grid: self._is_beyond(_one(grid), end, side)
        ):
            return None
        if any(self._is_beyond(found, end, 1 - side) for found in self._at_ends()):
            return None
        return "the values of its formula may end there"

    @staticmethod
    def _is_beyond(found: Box, end: Box, side: int) -> bool:
        """Whether all values lie above an end (side 0), or below it (1)."""
        return found[0] > end[1] if side == 0 else found[1] < end[0]

    def _at_ends(self) -> list[Box]:
        """What the formula gives where each printed interval is one of its own ends, taken as narrow as it may be."""
        inner: dict[str, tuple[Box, ...]] = {}
        for name in dict.fromkeys(names_in(self.tree)):
            stage = self.operands.report.stages.get(name)
            if stage is not None and stage.is_hull:
                lo, hi = self.operands.reading(stage).ends()
                if lo[1] > hi[0]:
                    raise Unknown(f"no number lies in {name} for sure")
                inner[name] = point(lo[1]), point(hi[0])
        if len(inner) > _MOST_INTERVALS:
            raise Unknown("too many intervals to try")
        found = []
        for chosen in product(*inner.values()):
            ends = dict(zip(inner, chosen, strict=True))

            def at(name: str, ends: dict[str, Box] = ends) -> Grid:
                return [[ends[name]]] if name in ends else self.operands.of(name)

            found.append(_one(Evaluation(at, self.operands.work).of(self.tree)))
        return found


def _one(grid: Grid) -> Box:
    cell = grid[0][0]
    if shape(grid) != (1, 1) or not isinstance(cell, tuple):
        raise Unknown("values that are not known")
    return cell
