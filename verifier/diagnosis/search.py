"""The search for causes: every hypothesis is tried, and one is accepted only on its evidence.

A hypothesis reproduces a cell when it prints exactly as shown, from the printed or the
replayed operands. It must reproduce every contradicted cell of its region and keep what
was right there. Only cells where it prints otherwise than the stated formula speak for
it: their chance is one over the number of distinct prints among all hypotheses tried.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from flint import fmpq

from verifier.array import Array
from verifier.cells import attempt, cell_of
from verifier.diagnosis.hypotheses import Hypothesis, pairs, single
from verifier.document import Formula, Stage
from verifier.evaluation import Evaluation
from verifier.interval import Number
from verifier.replay import Replay
from verifier.tolerance import Reprint

ACCEPTED: Final = fmpq(1, 1000)
MAX_REGIONS: Final = 4

Prints = dict[int, fmpq]
"""What a hypothesis prints in each cell, by index."""


class Tried(NamedTuple):
    """A hypothesis and what it prints; `fits` are the cells that it prints as shown."""

    hypothesis: Hypothesis
    prints: Prints
    fits: frozenset[int]


class Cause(NamedTuple):
    """An accepted explanation of a region: its readings, the simplest first, and its evidence."""

    readings: tuple[Hypothesis, ...]
    cells: tuple[int, ...]
    telling: int
    chance: fmpq


class Diagnosis(NamedTuple):
    """What the search at one stage found: causes by region, and what is left unexplained."""

    causes: tuple[Cause, ...]
    unexplained: tuple[int, ...]
    tried: int
    fitting: int


def diagnose(replay: Replay, literal: Evaluation, stage: Stage, contradicted: list[int]) -> Diagnosis:
    """Search the causes of the contradicted cells of a stage."""
    assert stage.formula is not None
    search = _Search(replay, literal, stage, stage.formula, frozenset(contradicted))
    for family in (single, pairs):
        search.add(family(replay.document, stage))
        causes = search.cover()
        explained = {cell for cause in causes for cell in cause.cells}
        if explained >= set(contradicted):
            break
    left = tuple(cell for cell in contradicted if cell not in explained)
    return Diagnosis(tuple(causes), left, len(search.tried), sum(len(cause.readings) for cause in causes))


class _Search:
    def __init__(
        self, replay: Replay, literal: Evaluation, stage: Stage, formula: Formula, contradicted: frozenset[int]
    ) -> None:
        assert stage.printed is not None
        self.replay = replay
        self.literal = literal
        self.stage = stage
        self.block = stage.printed
        self.contradicted = contradicted
        self.tried: list[Tried] = []
        self.stated = self._try(Hypothesis((), "", 0, lambda evaluation: evaluation.of(formula)))
        self._distinct: dict[int, set[fmpq]] = {}

    def add(self, hypotheses: Iterable[Hypothesis]) -> None:
        """Try some more."""
        for hypothesis in hypotheses:
            tried = self._try(hypothesis)
            if tried is not None:
                self.tried.append(tried)
                for cell, value in tried.prints.items():
                    self._distinct.setdefault(cell, set()).add(value)

    def _try(self, hypothesis: Hypothesis) -> Tried | None:
        """What a hypothesis prints, from printed operands and, where that misses, from replayed ones."""
        literal = self._prints(partial(hypothesis.value, self.literal))
        if literal is None:
            return None
        prints, fits = literal
        if not fits >= self.contradicted:
            replayed = self._prints(partial(hypothesis.value, self.replay.evaluation))
            if replayed is not None and len(replayed[1] & self.contradicted) > len(fits & self.contradicted):
                prints, fits = replayed
        return Tried(hypothesis, prints, fits)

    def _prints(self, value: Callable[[], Array]) -> tuple[Prints, frozenset[int]] | None:
        array = attempt(value, None)
        if array is None or array.shape != self.block.shape:
            return None
        prints: Prints = {}
        fits: set[int] = set()
        for index, number in enumerate(self.block.cells):
            if number is None:
                continue
            cell = cell_of(array, index // self.block.columns, index % self.block.columns)
            if not isinstance(cell, Number):
                continue
            made: Reprint | None = attempt(partial(self.replay.tolerance.reprint, self.stage, number, cell), None)
            if made is None:
                continue
            shown = attempt(partial(self.replay.tolerance.prints, self.stage, number, cell), fallback=False)
            prints[index] = number.value if shown else made.value
            if shown:
                fits.add(index)
        return prints, frozenset(fits)

    def cover(self) -> list[Cause]:
        """The fewest accepted regions that explain the contradicted cells, the best ones first."""
        left = set(self.contradicted)
        causes: list[Cause] = []
        while left and len(causes) < MAX_REGIONS:
            best = max(self._candidates(left), key=self._merit, default=None)
            if best is None:
                break
            causes.append(best)
            left -= set(best.cells)
        return causes

    def _candidates(self, left: set[int]) -> Iterator[Cause]:
        for tried in self.tried:
            region = frozenset(tried.fits & left)
            if not region:
                continue
            telling, chance = self._evidence(tried, region)
            if chance < ACCEPTED:
                yield Cause(self._readings(tried, region), tuple(sorted(region)), telling, chance)

    def _merit(self, cause: Cause) -> tuple[int, int]:
        return len(cause.cells), -cause.readings[0].weight

    def _evidence(self, tried: Tried, region: frozenset[int]) -> tuple[int, fmpq]:
        """The cells of a region that speak for a hypothesis, and the chance that one of all tried would fit so."""
        chance = fmpq(len(self.tried))
        telling = 0
        stated = {} if self.stated is None else self.stated.prints
        for cell in region:
            if stated.get(cell) != tried.prints[cell]:
                telling += 1
                chance /= len(self._distinct[cell] | {self.block_value(cell)})
        return telling, chance

    def block_value(self, cell: int) -> fmpq:
        """The printed number of a cell."""
        number = self.block.cells[cell]
        assert number is not None
        return number.value

    def _readings(self, tried: Tried, region: frozenset[int]) -> tuple[Hypothesis, ...]:
        """All hypotheses that print the same in the region, the simplest first."""
        same = [other for other in self.tried if region <= other.fits]
        ordered = sorted(same, key=lambda other: (-len(other.fits & self.contradicted), other.hypothesis.weight))
        del tried
        return tuple(other.hypothesis for other in ordered)
