"""The search for causes: try every hypothesis, and accept one only on its evidence.

A hypothesis reproduces a cell if its value, from printed or from replayed operands, prints as shown. It is accepted for
a region of contradicted cells if it reproduces all of them and the probability that a wrong hypothesis would is below
ACCEPTED. That probability is bounded by the product of the chances of its cells (`evidence.py`), times the number of
hypotheses tried, times the number of regions that are as simple. A hypothesis that reproduces all contradicted cells
and all others also predicts which cells are wrong; its bound is divided by the number of patterns that are as simple.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from math import prod
from typing import Final

from flint import fmpq

from verifier.causes.crowd_trials import CrowdTrials, Operands
from verifier.causes.crowds import Crowd
from verifier.causes.hypotheses import Hypothesis, Reading
from verifier.causes.regions import as_simple
from verifier.causes.samples import Samples
from verifier.causes.sayable import is_sayable
from verifier.causes.trials import Trial, Trials, asked
from verifier.causes.typing_slips import slips_of_the_pen
from verifier.document.model import DerivedNumbers, Formula
from verifier.document.unrolling import CellsBefore
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Build, Expression, used
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import contains
from verifier.numbers.number import Number, are_alike
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.replay.replay import Replay

ACCEPTED: Final = fmpq(1, 1000)
REPEATED: Final = fmpq(1, 4)
"""The least chance of a number that shows and has the same value as another one."""
MAX_REGIONS: Final = 4
MAX_WATCHED: Final = 48
"""Maximum number of cells that are tried first; a hypothesis that reproduces none of them is dropped."""
MAX_PLACES: Final = 2
"""Maximum number of cells at which a formula of a stage that uses its own cells is looked at."""
MAX_NUMBERS: Final = 400_000
"""Maximum number of values that a search computes."""
MAX_SPENT: Final = 2_000_000
"""The work that a search does at most, in cells of all parts of formulas; the last trial may go beyond."""


class Cause(NamedTuple):
    """An accepted explanation of a region: its readings, simplest first, its cells by index, and its chance."""

    readings: tuple[Reading, ...]
    cells: tuple[int, ...]
    chance: fmpq


class Search:
    """The trials of the hypotheses on one stage, and which of them are accepted."""

    def __init__(self, replay: Replay, literal: Evaluation, numbers: DerivedNumbers, contradicted: list[int]) -> None:
        self.replay = replay
        self.literal = literal
        self.numbers = numbers
        self.stage, formula, self.block = numbers
        self.contradicted = frozenset(contradicted)
        self.shown = {index: number for index, number in enumerate(self.block.cells) if number is not None}
        self.targets = replay.tolerance.declared_preimages(self.stage)
        self._around = replay.tolerance.looks.around(self.stage)
        self.watched = _spread(sorted(contradicted), MAX_WATCHED)
        self.tried = Trials()
        self._sayable: list[Trial] = []
        self._told = 0
        self._computed = 0
        self._spent_before = literal.spent + replay.evaluation.spent
        self._operands = Operands(replay, literal)
        self._crowds = CrowdTrials(self._operands, (literal, replay.evaluation), partial(self._is_shown, 0))
        has_parts = self.stage.name in replay.document.parts
        self.before = CellsBefore(replay.document, self.stage) if has_parts else None
        self.stated = Trial(Reading((), "", 0), {}, frozenset())
        self.stated = self._stated(formula)
        self.right = frozenset(self.shown) - self.contradicted
        self._chances: dict[tuple[int, frozenset[int]], fmpq] = {}
        self.samples = Samples(replay.tolerance, self.stage, self.shown, self.stated, self.tried)

    def _stated(self, formula: Formula) -> Trial:
        """The trial of the stated formula, empty if it cannot be computed; also chooses the watched cells."""
        self.watched += _spread([cell for cell in self.shown if cell not in self.contradicted], MAX_WATCHED)
        trial = self._try(Hypothesis(Reading((), "", 0, formula.expression), lambda evaluation: evaluation.of(formula)))
        if trial is None:
            return self.stated
        # cells that the stated formula reproduces are no evidence
        self.watched = [cell for cell in self.watched if cell not in trial.fits]
        return trial

    @property
    def is_cut(self) -> bool:
        """Whether so much was computed that nothing more is tried."""
        return not self._has_left(0, 0)

    def _has_left(self, values: int, spent: int) -> bool:
        """Whether so many values more may be computed, and so much work be spent."""
        spent += self.literal.spent + self.replay.evaluation.spent - self._spent_before
        return self._computed + self._crowds.computed + values <= MAX_NUMBERS and spent <= MAX_SPENT

    def add(self, hypotheses: Iterable[Hypothesis]) -> None:
        """Try *hypotheses* until the search is cut."""
        for hypothesis in hypotheses:
            if self.is_cut:
                return
            if hypothesis.crowd is not None:
                self._add_crowd(hypothesis, hypothesis.crowd)
                continue
            trial = self._try(hypothesis) if self._is_possible(hypothesis.reading.expression) else None
            if trial is not None:
                self.tried.append(trial)

    def _add_crowd(self, hypothesis: Hypothesis, crowd: Crowd) -> None:
        """Try a hypothesis with each of a crowd: at once, where all of them are tried before the search is cut."""
        is_at_once = self.watched == [0] and self._has_left(2 * len(crowd.names), MAX_SPENT // 2)
        trials = self._crowds.of(hypothesis, crowd) if is_at_once else None
        if trials is None:
            self.add(hypothesis.one_by_one())
        else:
            self.tried.append(trials)

    def _is_possible(self, expression: Expression | None) -> bool:
        """Whether a formula of a stage that uses its own cells takes none from the cells that rest on them."""
        if self.before is None or expression is None:
            return True
        return all(self.before.are_used(expression, index) for index in sorted(self.contradicted)[:MAX_PLACES])

    def _try(self, hypothesis: Hypothesis) -> Trial | None:
        """The trial of a hypothesis; None if it cannot be computed or does not have the shape of the block."""
        found = self._as_printed_or_carried(hypothesis)
        exchanged = hypothesis.together & self.contradicted
        if found is None or not exchanged:
            return found
        is_refuted = not hypothesis.together & self.stated.fits <= found.fits
        if not is_refuted and exchanged <= found.fits and 2 * len(exchanged) > len(self.contradicted):
            return found
        return Trial(found.reading, found.values, found.fits - hypothesis.together)

    def _as_printed_or_carried(self, hypothesis: Hypothesis) -> Trial | None:
        literal = self._prints(hypothesis, self.literal)
        if literal is None or literal.fits >= self.contradicted or not self._carries(hypothesis.reading.expression):
            return literal
        replayed = self._prints(hypothesis, self.replay.evaluation)
        if replayed is not None and len(replayed.fits & self.contradicted) > len(literal.fits & self.contradicted):
            return replayed
        return literal

    def _carries(self, expression: Expression | None) -> bool:
        """Whether the replay carries other values than the printed ones for an operand of a formula."""
        return expression is not None and self._operands.are_carried(used(expression))

    def _prints(self, hypothesis: Hypothesis, evaluation: Evaluation) -> Trial | None:
        """The trial with one evaluation; other cells are looked at only if a watched one is reproduced."""
        expression = hypothesis.reading.expression
        whole = partial(hypothesis.value, evaluation)
        some = partial(evaluation.tried, expression, self._watched_places) if isinstance(expression, Build) else None
        found = asked(some or whole)
        array = self._in_block(found)
        if found is None or array is None:
            return None
        self._computed += len(array.cells)
        values = {cell: array.cells[cell] for cell in self.watched}
        fits = self._fitting(array, self.watched)
        if fits or not self.watched:
            full = array if some is None else self._in_block(attempt(whole, None))
            fits |= set() if full is None else self._fitting(full, set(self.shown).difference(self.watched))
        return Trial(hypothesis.reading, values, frozenset(fits), is_single=found.shape != self.block.shape)

    def _in_block(self, array: Array | None) -> Array | None:
        """An array in the shape of the block; None of another shape.

        A single number may stand everywhere, unless the stated formula has another shape itself.
        """
        if array is None or array.shape == self.block.shape:
            return array
        is_repeated = array.shape == (1, 1) and bool(self.stated.values)
        return Array(*self.block.shape, array.cells * len(self.block.cells)) if is_repeated else None

    @property
    def _watched_places(self) -> list[tuple[int, int]]:
        return [*map(self.block.position, self.watched)]

    def _fitting(self, array: Array, cells: Iterable[int]) -> set[int]:
        """Those of some cells that an array of the block's shape reproduces."""
        return {cell for cell in cells if self._is_shown(cell, array.cells[cell])}

    def _is_shown(self, cell: int, value: Value) -> bool:
        """Whether the number of a cell may stand for a value."""
        target, around = self.targets[cell], self._around[cell]
        if target is None or not isinstance(value, Number) or around != value:  # surely, where they are apart
            return False
        return attempt(partial(contains, target, value), fallback=False)

    def cover(self) -> list[Cause]:
        """Accepted causes for disjoint regions, chosen greedily, at most MAX_REGIONS."""
        self._chances.clear()
        left = set(self.contradicted)
        causes: list[Cause] = []
        while left and len(causes) < MAX_REGIONS:
            best = self._best(frozenset(left))
            if best is None:
                break
            causes.append(best)
            left -= set(best.cells)
        return causes

    def _best(self, left: frozenset[int]) -> Cause | None:
        """The accepted cause that ranks first by `_merit`; chances are computed from the largest region down."""
        best = max(self._penned(left), key=_merit, default=None)
        regions = {trial.fits & left for trial in self.sayable if not trial.fits.isdisjoint(left)}
        found = [(region, self.readings(region)) for region in sorted(regions, key=sorted)]
        for region, readings in sorted(found, key=lambda pair: (-len(pair[0]), pair[1][0].reading.weight)):
            if best is not None and _merit(best)[:2] > (len(region), -readings[0].reading.weight):
                break
            chance = self.chance(readings[0], region)
            if chance < ACCEPTED:
                cause = Cause(tuple(trial.reading for trial in readings), tuple(sorted(region)), chance)
                best = cause if best is None else max(best, cause, key=_merit)
        return best

    @property
    def sayable(self) -> list[Trial]:
        """The trials that may be causes: they reproduce some number."""
        if self._told < len(self.tried.parts):
            some = {cell for cell in self.contradicted if self.shown[cell].value != 0}
            known = self.replay, self.stage, self.contradicted
            may_be = [trial for trial in self.tried.fitting(self._told) if is_sayable(trial.reading, *known)]
            self._told = len(self.tried.parts)
            self._sayable += [trial for trial in may_be if not trial.leaves_nothing(some)]
        return self._sayable

    def _penned(self, left: frozenset[int]) -> Iterator[Cause]:
        """The typing slips that are accepted, each with the formulas that print the same, as rows of one column."""
        wrong = {cell: self.shown[cell] for cell in left}
        for penned in slips_of_the_pen(self.replay, self.literal, self.numbers, wrong, len(self.contradicted)):
            same = [trial.reading for trial in self.sayable if trial.fits >= self.right | set(penned.cells)]
            is_said = self.numbers.block.columns == 1 and any(one.slips[0]["slip"] == "permuted" for one in same)
            yield Cause((*same, *(() if is_said else penned.readings)), penned.cells, penned.chance)

    def readings(self, region: frozenset[int]) -> list[Trial]:
        """The trials that reproduce the region, explain the most cells and break the fewest; simplest first."""
        same = [trial for trial in self.sayable if region <= trial.fits]
        merits = {trial: (-len(trial.fits & self.contradicted), len(self.right - trial.fits)) for trial in same}
        best = min(merits.values())
        return sorted((trial for trial in same if merits[trial] == best), key=lambda trial: trial.reading.weight)

    def chance(self, trial: Trial, region: frozenset[int]) -> fmpq:
        """A bound on the probability that one of all trials reproduces the region although none is right."""
        is_whole = region == self.contradicted
        chance = fmpq(len(self.tried))
        if not is_whole:
            chance *= as_simple(self._places(region), self._places(self.contradicted))
        elif trial.fits >= self.right:
            chance /= as_simple(self._places(region), self._places(self.shown))
            region = trial.fits
        chances = self._chances_of(trial, [cell for cell in self.watched if cell in region], region & self.contradicted)
        return chance * prod(chances, start=fmpq(1))

    def _chances_of(self, trial: Trial, cells: list[int], region: frozenset[int]) -> Iterator[fmpq]:
        """The chances of cells; in a block of wrong numbers alone one that is and shows what another is says less.

        Where others are right, it is told too which are wrong, as of a mask; but not by one number in all cells.
        """
        is_telling = bool(self.right) and not trial.is_single
        alike: dict[tuple[fmpq, int], list[int]] = {}
        for cell in cells:
            number, chance = self.shown[cell], self._chance_at(cell, region)
            others = alike.setdefault((number.value, number.decimals), [])
            is_repeated = not is_telling and any(are_alike(trial.values[cell], trial.values[other]) for other in others)
            others += [] if is_repeated else [cell]
            yield max(chance, REPEATED) if is_repeated else chance

    def _chance_at(self, cell: int, region: frozenset[int]) -> fmpq:
        """The chance that a wrong hypothesis reproduces a cell of a region; a fraction is one of all of its digits."""
        key = cell, region
        if key not in self._chances:
            number, chance = self.shown[cell], self.samples.chance_at(cell, region)
            least = power_of_ten(-sum(map(str.isdigit, number.text))) if number.is_fraction else chance
            self._chances[key] = max(chance, least)
        return self._chances[key]

    def _places(self, cells: Iterable[int]) -> list[tuple[int, int]]:
        return [*map(self.block.coordinates, cells)]


def _merit(cause: Cause) -> tuple[int, int, fmpq]:
    return len(cause.cells), -cause.readings[0].weight, -cause.chance


def _spread(cells: list[int], count: int) -> list[int]:
    """At most *count* of the cells, evenly spread among them."""
    return cells if len(cells) <= count else [cells[step * len(cells) // count] for step in range(count)]
