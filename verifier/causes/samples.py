"""What the trials of a search print in each cell, and how far that is from the number shown.

The chance of a cell is the density of these prints around the number, so every trial is asked in every cell that an
explanation holds: once, and in whole units of the last digit where the document prints all numbers alike.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from flint import fmpq

from verifier.causes.trials import Trial
from verifier.document.model import Stage
from verifier.evaluation.predicates import attempt
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.printed import Printed, power_of_ten
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.replay.evidence import chance_among, off_by

_Distance: TypeAlias = Callable[[Trial], int | None]
"""How far from the number shown a trial prints, in units of its last digit; None if as the stated formula, or none."""


class Samples:
    """The prints of all *tried* in the cells of a stage, of which more may come; *shown* are its numbers, by index."""

    def __init__(
        self, tolerance: Tolerance, stage: Stage, shown: Mapping[int, Printed], stated: Trial, tried: Sequence[Trial]
    ) -> None:
        self.tolerance = tolerance
        self.stage = stage
        self.shown = shown
        self.stated = stated
        self.tried = tried
        self._prints: dict[tuple[Trial, int], fmpq | None] = {}
        self._distances: dict[int, _Distance] = {}
        self._known: dict[int, list[int | None]] = {}
        """By cell, the distances of the trials in their order, as far as they were asked."""

    def print_at(self, trial: Trial, cell: int) -> fmpq | None:
        """The number that a trial prints in a watched cell; None if its value is no number."""
        key = trial, cell
        if key not in self._prints:
            self._prints[key] = self._printed(trial, cell)
        return self._prints[key]

    def _printed(self, trial: Trial, cell: int) -> fmpq | None:
        value, number = trial.values.get(cell), self.shown[cell]
        if not isinstance(value, Number):
            return None
        if cell in trial.fits:
            return number.value
        made: Reprint | None = attempt(partial(self.tolerance.reprint, self.stage, number, value), None)
        return None if made is None else made.value

    def chance_at(self, cell: int, region: frozenset[int]) -> fmpq:
        """The chance that a wrong hypothesis reproduces one cell; the sample omits trials that explain *region*."""
        distances = zip(self.tried, self._all_at(cell), strict=True)
        others = [far for trial, far in distances if far is not None and not region <= trial.fits]
        return chance_among(self.shown[cell].value, self._place(cell), others)

    def _all_at(self, cell: int) -> list[int | None]:
        if cell not in self._distances:
            self._distances[cell], self._known[cell] = self._distance(cell), []
        known = self._known[cell]
        known += map(self._distances[cell], self.tried[len(known) :])
        return known

    def _place(self, cell: int) -> int:
        """The decimals of the last digit that a number stands for."""
        return self.tolerance.resolutions[self.stage.name].decimals_of(self.shown[cell])

    def _distance(self, cell: int) -> _Distance:
        number, place, stated = self.shown[cell], self._place(cell), self.print_at(self.stated, cell)

        def distance(trial: Trial) -> int | None:
            printed = self.print_at(trial, cell)
            return None if printed is None or printed == stated else off_by(number.value, place, printed)

        grid, units = self.tolerance.grid(self.stage, number), power_of_ten(place)
        if grid is None or grid.decimals != place or (number.value * units).q != 1:
            return distance
        rounded, whole = grid.rounded, int((number.value * units).p)
        of_stated = None if stated is None or (stated * units).q != 1 else int((stated * units).p)

        def in_units(trial: Trial) -> int | None:
            value = trial.values.get(cell)
            if not isinstance(value, Number):
                return None
            try:
                printed = whole if cell in trial.fits else rounded(value)
            except Uncertain:
                return distance(trial)
            return None if printed == of_stated else abs(printed - whole)

        return in_units
