"""How a document prints, told by its own numbers: the rounding rule, and what givens are.

Only cells on which the rules differ speak: a value that is already on the grid prints
alike by all of them. The rule found is reported with the cells for and against it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Final

from flint import fmpq

from verifier.array import Value
from verifier.cells import attempt, cell_of, common_cells
from verifier.document import Document, GivensReading, Stage
from verifier.evaluation import Evaluation, literal, shown_operands
from verifier.interval import Number, contains
from verifier.printed import Printed
from verifier.replay import Replay
from verifier.rounding import TABLE, TIE_RULES, Rule, preimage
from verifier.tolerance import Tolerance
from verifier.verdict import GivensReport, RoundingReport

CANDIDATES: Final = tuple(Rule(((name, None),)) for name in TABLE)
FEW: Final = fmpq(2, 100)
CHANCE: Final = fmpq(1, 1000)
LEAST_GIVENS: Final = 10
NEARLY_ALL: Final = fmpq(98, 100)
ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Witness:
    """A cell on which rules differ: the rules by which one of its values prints as shown."""

    fitting: frozenset[Rule]


def infer(document: Document) -> tuple[Replay, RoundingReport]:
    """The replay under the rule that the document follows, and the evidence for the rule.

    Rule and replay rest on each other, so both are repeated until nothing changes.
    """
    tolerance = Tolerance(document)
    points = literal(document)
    replay = Replay(document, tolerance)
    rule: Rule | None = None
    for _ in range(ROUNDS):
        witnesses = list(_witnesses(document, tolerance, points, replay))
        found = choose(witnesses)
        if found == rule:
            break
        rule = found
        tolerance = tolerance.with_rule(rule)
        replay = Replay(document, tolerance)
    shown = document.rounding or rule
    supporting = sum(shown in witness.fitting for witness in witnesses)
    breaking = {
        str(candidate): sum(candidate not in witness.fitting for witness in witnesses) for candidate in CANDIDATES
    }
    broken = {name: count for name, count in breaking.items() if count}
    return replay, RoundingReport(shown, document.rounding is None and rule is not None, supporting, broken)


def _witnesses(
    document: Document, tolerance: Tolerance, points: Evaluation, replay: Replay
) -> Iterator[Witness]:
    for stage in document.stages:
        if stage.printed is None or stage.formula is None or stage.rounding is not None:
            continue
        refuted = set(replay.contradicted.get(stage.name, []))
        shape = attempt(partial(_shape, points, stage), None)
        for index, row, column in common_cells(stage.printed, shape or (0, 0)):
            number = stage.printed.cells[index]
            if index in refuted or number is None:
                continue
            values = [
                partial(_value, evaluation, stage.name, row, column) for evaluation in (points, replay.evaluation)
            ]
            if any(_is_exactly(number, value) for value in values):
                continue  # every rule prints a number on the grid as itself
            fitting = _fitting(tolerance, stage, number, values)
            if fitting and len(fitting) < len(CANDIDATES):
                yield Witness(fitting)


def _shape(evaluation: Evaluation, stage: Stage) -> tuple[int, int]:
    return evaluation.value(stage.name).shape


def _value(evaluation: Evaluation, name: str, row: int, column: int) -> Value:
    return cell_of(evaluation.value(name), row, column)


def _is_exactly(number: Printed, value: Callable[[], Value]) -> bool:
    cell = attempt(value, None)
    return isinstance(cell, fmpq) and bool(cell == number.value)


def _fitting(
    tolerance: Tolerance, stage: Stage, number: Printed, values: Sequence[Callable[[], Value]]
) -> frozenset[Rule]:
    """The rules by which the literal or the replayed value prints as shown."""
    resolution = tolerance.resolutions[stage.name]
    place, significant = resolution.place(number), resolution.is_significant

    def fits(rule: Rule, value: Callable[[], Value]) -> bool:
        target = preimage(number.value, place, rule, significant=significant)
        cell = value()
        return target is not None and isinstance(cell, Number) and contains(target, cell)

    return frozenset(
        rule for rule in CANDIDATES if any(attempt(partial(fits, rule, value), fallback=False) for value in values)
    )


def choose(witnesses: list[Witness]) -> Rule | None:
    """The rule with the most support, if what breaks it is little; None if none qualifies.

    A tie rule is taken for `nearest` only where ties were seen that tell it from the others.
    """
    if not witnesses:
        return None
    support = {rule: sum(rule in witness.fitting for witness in witnesses) for rule in CANDIDATES}
    most = max(support.values())
    leading = [rule for rule in CANDIDATES if support[rule] == most]
    nearest = next(rule for rule in CANDIDATES if str(rule) == "nearest")
    best = leading[0] if len(leading) == 1 else nearest if nearest in leading else None
    if best == nearest:
        best = _tie_rule(leading) or nearest
    if best is None:
        return None
    breaking = len(witnesses) - support[best]
    rivals = [rule for rule in CANDIDATES if not _alike(rule, best)]
    few = breaking <= FEW * len(witnesses)
    return best if few or all(_beats(best, rival, witnesses) for rival in rivals) else None


def _tie_rule(leading: list[Rule]) -> Rule | None:
    """The one tie rule that every tie follows, if there is just one."""
    ties = [rule for rule in leading if str(rule) in TIE_RULES]
    return ties[0] if len(ties) == 1 else None


def _alike(a: Rule, b: Rule) -> bool:
    to_nearest = {*TIE_RULES, "nearest"}
    return a == b or {str(a), str(b)} <= to_nearest


def _beats(best: Rule, rival: Rule, witnesses: list[Witness]) -> bool:
    """Whether, if the rival were followed and hidden digits the only noise, chance would rarely look so."""
    wins = sum(best in witness.fitting and rival not in witness.fitting for witness in witnesses)
    losses = sum(rival in witness.fitting and best not in witness.fitting for witness in witnesses)
    return binomial_tail(wins + losses, losses) < CHANCE


def binomial_tail(count: int, most: int) -> fmpq:
    """The chance of at most *most* heads in *count* fair throws."""
    return fmpq(sum(comb(count, k) for k in range(most + 1)), 2**count)


def infer_givens(replay: Replay) -> GivensReport:
    """Exact, where exact givens reproduce nearly all cells that depend on givens alone; else rounded."""
    document = replay.document
    if document.givens is not None:
        return GivensReport(document.givens, is_inferred=False)
    points = literal(document)
    reproduced = total = 0
    for stage in document.stages:
        if stage.printed is None or stage.formula is None or not _rests_on_givens(document, stage):
            continue
        refuted = set(replay.contradicted.get(stage.name, []))
        shape = attempt(partial(_shape, points, stage), None)
        for index, row, column in common_cells(stage.printed, shape or (0, 0)):
            number = stage.printed.cells[index]
            if index in refuted or number is None:
                continue
            total += 1
            value = partial(_value, points, stage.name, row, column)
            reproduced += attempt(partial(_prints, replay.tolerance, stage, number, value), fallback=False)
    reading: GivensReading = "exact" if total >= LEAST_GIVENS and reproduced >= NEARLY_ALL * total else "rounded"
    return GivensReport(reading, is_inferred=True, reproduced=reproduced, of=total)


def _prints(tolerance: Tolerance, stage: Stage, number: Printed, value: Callable[[], Value]) -> bool:
    return tolerance.prints(stage, number, value())


def _rests_on_givens(document: Document, stage: Stage) -> bool:
    """Whether a formula uses givens with decimals, and beside them only givens and formulas without operands."""
    operands = list(shown_operands(document, stage))
    givens = [operand for operand in operands if operand.is_given and operand.printed is not None]
    others = [operand for operand in operands if not operand.is_given]
    decimal = any(not number.is_bare_integer for given in givens for *_, number in given.printed.shown())  # type: ignore[union-attr]  # filtered above
    return decimal and not any(list(shown_operands(document, other)) for other in others)
