"""What the trials of a search print in each cell, and how far that is from the number shown.

The chance of a cell is the density of these prints around the number, so every trial is asked in every cell that an
explanation holds: once, and in whole units of the last digit where the document prints all numbers alike.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from flint import fmpq

from verifier.causes.trials import CrowdTrial, Trial, Trials
from verifier.document.model import Stage
from verifier.evaluation.predicates import attempt
from verifier.numbers.array import Value
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.printed import Printed, power_of_ten
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.replay.evidence import chance_on_grids, off_by

_Distance: TypeAlias = Callable[[Value | None], int | None]
"""How far from the number shown a value prints, in units of its last digit; None if as the stated formula, or none."""


class Samples:
    """The prints of all *tried* in the cells of a stage, of which more may come; *shown* are its numbers, by index."""

    def __init__(
        self, tolerance: Tolerance, stage: Stage, shown: Mapping[int, Printed], stated: Trial, tried: Trials
    ) -> None:
        self.tolerance = tolerance
        self.stage = stage
        self.shown = shown
        self.stated = stated
        self.tried = tried
        self._prints: dict[tuple[int, int], fmpq | None] = {}
        """By the identity of a value, and the cell."""
        self._distances: dict[int, _Distance] = {}
        self._known: dict[int, list[list[int]]] = {}
        """By cell, the distances of the trials of each part in their order, as far as they were asked."""

    def print_at(self, trial: Trial, cell: int) -> fmpq | None:
        """The number that a trial prints in a watched cell; None if its value is no number."""
        return self.shown[cell].value if cell in trial.fits else self._printed(trial.values.get(cell), cell)

    def prints_at(self, part: Trial | CrowdTrial, cell: int) -> list[fmpq | None]:
        """The same of each trial of a part."""
        if isinstance(part, Trial):
            return [self.print_at(part, cell)]
        shown = self.shown[cell].value
        return [shown if at in part.fitting else self._printed(value, cell) for at, value in enumerate(part.values)]

    def _printed(self, value: Value | None, cell: int) -> fmpq | None:
        """What is printed for a value that is not printed as shown."""
        if not isinstance(value, Number):
            return None
        key = id(value), cell  # the trials keep it
        if key not in self._prints:
            question = partial(self.tolerance.reprint, self.stage, self.shown[cell], value)
            made: Reprint | None = attempt(question, None)
            self._prints[key] = None if made is None else made.value
        return self._prints[key]

    def chance_at(self, cell: int, region: frozenset[int]) -> fmpq:
        """The chance that a wrong hypothesis reproduces one cell; the sample omits trials that explain *region*."""
        others: list[int] = []
        for part, distances in zip(self.tried.parts, self._all_at(cell), strict=True):
            if isinstance(part, CrowdTrial) or not region <= part.fits:
                others += distances
        return chance_on_grids(self.shown[cell].value, self.place(cell), others)

    def _all_at(self, cell: int) -> list[list[int]]:
        """How far the trials of each part print from a cell; of a crowd those are left out that reproduce it."""
        if cell not in self._distances:
            self._distances[cell], self._known[cell] = self._distance(cell), []
        known, distance = self._known[cell], self._distances[cell]
        as_shown = [0] if self.print_at(self.stated, cell) != self.shown[cell].value else []
        for part in self.tried.parts[len(known) :]:
            if isinstance(part, Trial) and cell in part.fits:
                known.append(as_shown)
                continue
            values = part.others if isinstance(part, CrowdTrial) else [part.values.get(cell)]
            known.append([far for far in map(distance, values) if far is not None])
        return known

    def place(self, cell: int) -> int:
        """The decimals of the last digit that a number stands for."""
        return self.tolerance.resolutions[self.stage.name].decimals_of(self.shown[cell])

    def _distance(self, cell: int) -> _Distance:
        number, place, stated = self.shown[cell], self.place(cell), self.print_at(self.stated, cell)

        def distance(value: Value | None) -> int | None:
            printed = self._printed(value, cell)
            return None if printed is None or printed == stated else off_by(number.value, place, printed)

        grid, units = self.tolerance.grid(self.stage, number), power_of_ten(place)
        if grid is None or grid.decimals != place or (number.value * units).q != 1:
            return distance
        rounded, whole = grid.rounded, int((number.value * units).p)
        of_stated = None if stated is None or (stated * units).q != 1 else int((stated * units).p)

        def in_units(value: Value | None) -> int | None:
            if not isinstance(value, Number):
                return None
            try:
                printed = rounded(value)
            except Uncertain:
                return distance(value)
            return None if printed == of_stated else abs(printed - whole)

        return in_units
