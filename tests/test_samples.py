"""The samples of a search: the distances that are kept give the chances that the prints of all trials give."""

from itertools import pairwise

from flint import arb, fmpq

from tests.tables import each
from tests.test_resolution import document, stage
from verifier.causes.hypotheses import Reading
from verifier.causes.samples import Samples
from verifier.causes.trials import Trial, Trials
from verifier.numbers.interval import UNKNOWN
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed
from verifier.preimages.readings import Tolerance
from verifier.replay.evidence import chance_on_grids, off_by

BLOCKS = ("0.25 1.70", "3 0.50", "12.3 0.04", "1e-3 2.5", "-0.5 4", "1/3 0.3")
UNITS = ("own digits", "2 decimals", "3 significant")


def trial(value: Number | None, *, fits: bool = False) -> Trial:
    found = UNKNOWN if value is None else value
    return Trial(Reading((), "", 1), {0: found}, frozenset({0} if fits else ()))


def samples(block: str, units: str, stated: Number | None, tried: list[Trial]) -> Samples:
    made = stage("S", block, units)
    shown = {index: number for index, number in enumerate(made.printed.cells) if number is not None}
    trials = Trials()
    for one in tried:
        trials.append(one)
    return Samples(Tolerance(document(made)), made, shown, trial(stated), trials)


def chance_by_prints(found: Samples, number: Printed, region: frozenset[int]) -> fmpq:
    stated = found.print_at(found.stated, 0)
    trials = [one for one in found.tried.parts if isinstance(one, Trial)]
    prints = [found.print_at(one, 0) for one in trials if not region <= one.fits]
    decimals = found.tolerance.resolutions[found.stage.name].decimals_of(number)
    others = (one for one in prints if one is not None and one != stated)
    return chance_on_grids(number.value, decimals, [off_by(number.value, decimals, one) for one in others])


VALUES = (None, *(fmpq(quarters, 4) for quarters in (-6, 1, 2, 2, 3, 12, 49)), arb(2).sqrt(), fmpq(1, 3), fmpq(10**6))


@each("block", BLOCKS)
@each("units", UNITS)
def test_the_chance_of_a_cell_is_that_of_what_all_trials_print(block: str, units: str):
    for stated in VALUES:
        tried = [trial(value, fits=at == 1) for at, value in enumerate(VALUES)]
        found = samples(block, units, stated, tried)
        for region in (frozenset({0}), frozenset({0, 1})):
            assert found.chance_at(0, region) == chance_by_prints(found, found.shown[0], region)


def test_trials_that_come_later_are_asked_too():
    found = samples("0.25 1.70", "own digits", fmpq(9), [trial(fmpq(1, 4))])
    chances = [found.chance_at(0, frozenset({0}))]
    for _ in range(3):
        found.tried.append(trial(fmpq(1, 4)))
        chances.append(found.chance_at(0, frozenset({0})))
    assert all(before < after for before, after in pairwise(chances))
