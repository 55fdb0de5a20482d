"""Infer the rounding rule of a document from its numbers.

Only cells on which the rules differ are evidence; all rules print a value on the grid as itself. The inferred rule is
reported with the numbers of cells that support it and that break it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import comb
from typing import Final, NamedTuple

from flint import fmpq

from verifier.document.model import DerivedNumbers, Document
from verifier.evaluation.evaluation import Evaluation, literal
from verifier.evaluation.memo import Memo
from verifier.evaluation.predicates import attempt, cell_of, common_cells
from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import contains
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed
from verifier.numbers.rounding import Rule, is_power_of_ten, preimage
from verifier.numbers.rules import NEAREST, TABLE, candidates, rules_that_print
from verifier.preimages.readings import Tolerance
from verifier.replay.replay import Replay
from verifier.verdict import RoundingReport

FEW: Final = fmpq(2, 100)
CHANCE: Final = fmpq(1, 1000)

COMPOSED: Final = tuple(
    Rule((("half_away", digits), (last, None))) for last in ("trunc", "nearest", "floor") for digits in range(3, 8)
)
"""Rules of numbers that a program rounded to 3 to 7 decimals before the author shortened them."""
MOST_REPLAYS: Final = 2
LEAST_GAIN: Final = 2
"""Least number of cells that a composed rule must explain beyond those of its last step alone."""


class Witness(NamedTuple):
    """A cell on which rules differ; `fitting` are the rules by which one of its `values` prints as shown."""

    fitting: frozenset[str]
    number: Printed
    decimals: int
    values: tuple[Value, ...]


def infer(document: Document) -> tuple[Replay, RoundingReport]:
    """The replay with the declared or inferred rounding rule, and the evidence for the rule.

    The rule decides what the replay carries, and the carried values are evidence for the rule; so both are repeated
    until the rule is stable. If the rules alternate, none is inferred.
    """
    tolerance = Tolerance(document)
    memo = Memo()
    points = literal(document, memo)
    if document.rounding is not None:
        replay = Replay(document, tolerance, memo=memo)
        return replay, _report(document, None, _witnesses(tolerance, [points, replay.evaluation], replay.contradicted))
    rule = choose(list(_witnesses(tolerance, [points], {})))
    tried: list[Rule | None] = []
    while True:
        replay = Replay(document, tolerance.with_rule(rule), memo=memo)
        witnesses = list(_witnesses(tolerance, [points, replay.evaluation], replay.contradicted))
        found = choose(witnesses)
        if found == rule or (rule is None and tried):
            break
        tried.append(rule)
        rule = None if found in tried else found
    found_composed = _composed(tolerance, points, witnesses)
    if found_composed is not None:
        rule, replay, witnesses = found_composed
    return replay, _report(document, rule, witnesses)


def _composed(
    tolerance: Tolerance, points: Evaluation, witnesses: list[Witness]
) -> tuple[Rule, Replay, list[Witness]] | None:
    """A composed rule with its replay and witnesses, if these prefer it to its last step alone; else None."""
    best_single = max((sum(name in witness.fitting for witness in witnesses) for name in candidates()), default=0)
    if best_single == len(witnesses):
        return None
    support = {rule: sum(_prints(rule, witness) for witness in witnesses) for rule in COMPOSED}
    promising = sorted((rule for rule in COMPOSED if support[rule] > best_single), key=lambda rule: -support[rule])
    for rule in promising[:MOST_REPLAYS]:
        replay = Replay(tolerance.document, tolerance.with_rule(rule), memo=points.memo)
        seen = list(_witnesses(tolerance, [points, replay.evaluation], replay.contradicted))
        if _is_composed(rule, seen):
            return rule, replay, seen
    return None


def _is_composed(rule: Rule, witnesses: list[Witness]) -> bool:
    """Whether the witnesses prefer a composed rule to its last step alone by more than noise explains."""
    last = rule.steps[-1][0]
    fits = [_prints(rule, witness) for witness in witnesses]
    gains = sum(fit and last not in witness.fitting for fit, witness in zip(fits, witnesses, strict=True))
    losses = sum(not fit and last in witness.fitting for fit, witness in zip(fits, witnesses, strict=True))
    breaking = len(witnesses) - sum(fits)
    if breaking == 0:
        return gains >= LEAST_GAIN
    return breaking <= FEW * len(witnesses) and binomial_tail(gains + losses, losses) < CHANCE


def _report(document: Document, rule: Rule | None, witnesses: Iterable[Witness]) -> RoundingReport:
    shown = document.rounding or rule
    kinds: Counter[frozenset[str]] = Counter()
    supporting = 0
    for witness in witnesses:
        kinds[witness.fitting] += 1
        supporting += shown is not None and _prints(shown, witness)
    breaking = {name: sum(kinds[fitting] for fitting in kinds if name not in fitting) for name in candidates()}
    if shown is not None and len(shown.steps) > 1:
        breaking[str(shown)] = kinds.total() - supporting
    broken = {name: count for name, count in breaking.items() if count}
    return RoundingReport(shown, document.rounding is None and rule is not None, supporting, broken)


def _prints(rule: Rule, witness: Witness) -> bool:
    """Whether one of the values of a witness prints as shown by *rule*."""
    if len(rule.steps) == 1:
        return str(rule) in witness.fitting
    target = preimage(witness.number.value, witness.decimals, rule)
    if target is None:
        return False
    values = [value for value in witness.values if isinstance(value, Number)]
    return any(attempt(partial(contains, target, value), fallback=False) for value in values)


def _witnesses(
    tolerance: Tolerance, evaluations: list[Evaluation], contradicted: Mapping[str, list[int]]
) -> Iterator[Witness]:
    for stage in tolerance.document.stages:
        numbers = stage.derived
        if isinstance(numbers, DerivedNumbers) and stage.rounding is None:
            arrays = [attempt(partial(evaluation.value, stage.name), None) for evaluation in evaluations]
            refuted = set(contradicted.get(stage.name, ()))
            if arrays[0] is not None:
                different = dict.fromkeys(array for array in arrays if array is not None)  # one if equal
                yield from _witnesses_of(tolerance, numbers, arrays[0].shape, list(different), refuted)


def _witnesses_of(
    tolerance: Tolerance, numbers: DerivedNumbers, shape: Shape, arrays: list[Array], refuted: Collection[int]
) -> Iterator[Witness]:
    """The cells of one stage on which rules differ, by any of the *arrays* of its values."""
    resolution, rivals = tolerance.resolutions[numbers.stage.name], candidates()
    if resolution.is_program:
        return  # its last digits are not rounded values
    for index, row, column, number in common_cells(numbers.block, shape):
        if index in refuted:
            continue
        values = [cell_of(array, row, column) for array in arrays]
        if any(isinstance(value, fmpq) and value == number.value for value in values):
            continue  # every rule prints a number on the grid as itself
        if resolution.is_open(number) or (resolution.is_finer_below_powers and is_power_of_ten(number.value)):
            continue  # its unit is not known, or its preimage has two; the table of rules has one
        decimals = resolution.decimals_of(number)
        fitting = _fitting(number, decimals, values)
        if fitting and len(fitting) < len(rivals):
            yield Witness(fitting, number, decimals, tuple(values))


def _fitting(number: Printed, decimals: int, values: Sequence[Value]) -> frozenset[str]:
    """The names of the rules by which one of *values* prints as shown."""
    found = none = frozenset[str]()
    for value in values:
        if isinstance(value, fmpq):
            found |= rules_that_print(value, number.value, decimals)
        elif isinstance(value, Number):
            found |= attempt(partial(rules_that_print, value, number.value, decimals), none)
    return found


def choose(witnesses: list[Witness]) -> Rule | None:
    """The rule with the most support, if few witnesses break it or it beats every rival; else None.

    A tie rule is chosen instead of `nearest` only if it alone fits the ties among the witnesses.
    """
    if not witnesses:
        return None
    support = {name: sum(name in witness.fitting for witness in witnesses) for name in candidates()}
    most = max(support.values())
    leading = [name for name in candidates() if support[name] == most]
    best = leading[0]
    if NEAREST in leading:
        ties = [name for name in leading if TABLE[name].is_tie_rule]
        best = ties[0] if len(ties) == 1 else NEAREST
    elif len(leading) > 1:
        return None
    few = len(witnesses) - most <= FEW * len(witnesses)
    rivals = [name for name in candidates() if not _alike(name, best)]
    return Rule(((best, None),)) if few or all(_beats(best, rival, witnesses) for rival in rivals) else None


def _alike(a: str, b: str) -> bool:
    """Whether two rules are equal or differ in ties alone."""
    return a == b or (TABLE[a].is_to_nearest and TABLE[b].is_to_nearest)


def _beats(best: str, rival: str, witnesses: list[Witness]) -> bool:
    """Whether a sign test prefers *best* to *rival* with a probability of error below CHANCE."""
    wins = sum(best in witness.fitting and rival not in witness.fitting for witness in witnesses)
    losses = sum(rival in witness.fitting and best not in witness.fitting for witness in witnesses)
    return binomial_tail(wins + losses, losses) < CHANCE


def binomial_tail(count: int, most: int) -> fmpq:
    """The probability of at most *most* heads in *count* fair throws."""
    return fmpq(sum(comb(count, k) for k in range(most + 1)), 2**count)
