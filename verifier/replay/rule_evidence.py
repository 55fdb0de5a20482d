"""Infer the rounding rules of a document from its numbers.

Only cells on which the rules differ are evidence. The rule that the document follows is reported with the numbers of
cells that support it and that break it; the rules that each stage may follow are those that its odds leave.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Final

from flint import fmpq

from verifier.document.model import Document, Formula, Stage
from verifier.evaluation.memo import Memo
from verifier.evaluation.stage_values import literal
from verifier.habits import RoundingReport
from verifier.numbers.rounding import NEAREST_RULE, Rule
from verifier.numbers.rule_sets import SINGLE_RULES, RuleSet
from verifier.numbers.rules import TABLE, candidates
from verifier.preimages.readings import BY_HAND, Tolerance
from verifier.replay.replay import Replay
from verifier.replay.rule_doubts import doubtful_evidence
from verifier.replay.rule_odds import Odds
from verifier.replay.rule_witnesses import Witness, Witnesses, evidence, kin, surely_told
from verifier.replay.standing import NOTHING, common

_BY_HAND: Final = (BY_HAND, *(Rule(((name, None),)) for name in ("half_even", "half_down")))
COMPOSED: Final = tuple(
    Rule((("half_away", digits), (last, None))) for last in ("trunc", "nearest", "floor") for digits in range(3, 8)
)
"""Rules of numbers that a program rounded to 3 to 7 decimals before the author shortened them."""
MOST_REPLAYS: Final = 2
LEAST_GAIN: Final = 2
"""Least number of cells that a composed rule must explain beyond those of its last step alone."""
FEW: Final = fmpq(2, 100)
"""Greatest share of the cells that break a composed rule."""
CHANCE: Final = fmpq(1, 1000)
MOST_ROUNDS: Final = 4


class Inference:
    """The inference of the rules of one document; replays take over what they can from one *before*."""

    def __init__(self, document: Document, before: Replay | None = None) -> None:
        self.document = document
        self.before = before
        self.rounds: list[Replay] = []
        self.tolerance = Tolerance(document)
        self.by_hand = BY_HAND
        """How ties are rounded in corrections where numbers are rounded to the nearest."""
        self.common = NOTHING if before is None else common(before.document, document)
        self.memo, self.witnesses = Memo(), Witnesses(self.tolerance)
        if before is not None:
            self._go_on_from(before)
        self.points = literal(document, self.memo)
        self.stages = {stage.whole: kin(stage) for stage in document.stages if stage.rounding is None}

    def _go_on_from(self, before: Replay) -> None:
        """Keep what another document tells of the equalities that both have in common."""
        resolutions = before.tolerance.resolutions
        alike: dict[str, Formula | None] = {}
        for stage in self.common.stages:
            uses = () if stage.formula is None else stage.formula.uses
            if self.tolerance.resolutions[stage.name] == resolutions[stage.name] and all(one in alike for one in uses):
                alike[stage.name] = stage.formula
        self.tolerance.columns.keep(before.tolerance.columns, alike)
        self.memo = before.memo.going_on(alike, frozenset(filter(None, alike.values())))
        self.witnesses = Witnesses(self.tolerance, before.witnesses, alike.keys())

    def run(self) -> tuple[Replay, RoundingReport]:
        """The replay by the rules that are left, and the evidence for them.

        The rules decide what the replay carries, and the carried values are evidence for the rules; so both are
        repeated until the rules are stable. If they never are, every rule is left to every stage.
        """
        odds = self._odds(list(self.witnesses.telling([self.points])), SINGLE_RULES)
        sets = self._sets(odds)
        for _ in range(MOST_ROUNDS):
            replay, found = self._replay(sets)
            again = self._odds(found, SINGLE_RULES, replay)
            sets = self._sets(again)
            if sets == replay.tolerance.inferred:
                break
            odds = again
        else:
            replay, found = self._replay({})
        composed = self._composed(found)
        if composed is not None:
            return composed
        return replay, report(self.document, odds.leading(), found, replay.tolerance.inferred)

    def _replay(self, sets: Mapping[str, RuleSet]) -> tuple[Replay, list[Witness]]:
        self.tolerance = self.tolerance.with_rules(sets, self.by_hand)
        replay = Replay(self.document, self.tolerance, memo=self.memo, before=self._before(), common=self.common)
        self.rounds.append(replay)
        replay.witnesses, replay.rounds = self.witnesses, self.rounds
        return replay, list(self.witnesses.telling([self.points, replay.evaluation]))

    def _before(self) -> Replay | None:
        """The replay of the other document after as many rounds, which was by nearly the same rules."""
        rounds = [] if self.before is None else self.before.rounds
        return rounds[min(len(self.rounds), len(rounds) - 1)] if rounds else self.before

    def _sets(self, odds: Odds) -> dict[str, RuleSet]:
        rules = {of: odds.rules_of(of) for of in set(self.stages.values())}
        return {name: rules[of] for name, of in self.stages.items()}

    def _odds(self, found: Sequence[Witness], rules: tuple[Rule, ...], replay: Replay | None = None) -> Odds:
        """The odds by witnesses; where some deny the leading rule, the ranges of the *replay* tell which are sure."""
        fitting = ties(found)  # to the nearest, with ties either way if several fit
        nearest = Rule(((fitting[0], None),)) if len(fitting) == 1 else NEAREST_RULE
        if BY_HAND.steps[0][0] not in fitting:
            self.by_hand = tie_by_hand(fitting)
        odds = Odds(evidence(found, rules, self.witnesses.known), nearest)
        if replay is None:
            return odds
        sure = surely_told(_disputed(found, odds, self.witnesses.known), replay.ranges)
        doubtful = doubtful_evidence(replay, self.witnesses, found, rules, sure)
        told = evidence(found, rules, self.witnesses.known, sure) if sure else odds.evidence
        return Odds(told, nearest, doubtful=doubtful)

    def _composed(self, found: list[Witness]) -> tuple[Replay, RoundingReport] | None:
        """The replay and the evidence by a composed rule, if the odds prefer it to all others; else None."""
        promising = _promising(found)
        for rule in promising[:MOST_REPLAYS]:
            if not (_is_composed(rule, found) or _prints_a_stage(rule, found)) or self._is_refuted(rule, found):
                continue  # nothing else would be carried on by it, or too many numbers break it
            rules = (*SINGLE_RULES, rule)
            replay, seen = self._replay(self._sets(self._odds(found, rules)))
            if not _is_composed(rule, seen):
                continue
            odds = self._odds(seen, rules, replay)
            if odds.leading()[:1] == (rule,):
                replay, seen = self._replay(self._sets(odds))
                return replay, report(self.document, odds.leading(), seen, replay.tolerance.inferred)
        return None

    def _is_refuted(self, rule: Rule, found: Sequence[Witness]) -> bool:
        """Whether more numbers than may break a composed rule whatever is carried on: those that rest on givens alone.

        Of the others no more can tell than are shown.
        """
        known = {stage.name for stage in self.document.stages if self._rests_on_givens(stage)}
        others = (stage.printed for stage in self.document.stages if stage.formula and stage.name not in known)
        told = [witness for witness in found if witness.stage.name in known]
        most = len(told) + sum(len(block.cells) for block in others if block is not None)
        return FEW * most < sum(not witness.prints(rule) for witness in told)

    def _rests_on_givens(self, stage: Stage) -> bool:
        by_name = self.document.by_name
        return stage.formula is not None and all(by_name[name].is_given for name in stage.formula.uses)


def infer(document: Document, before: Replay | None = None) -> tuple[Replay, RoundingReport]:
    """The replay with the declared or inferred rounding rules, and the evidence for the rule of the document.

    One *before*, of a document with many of the same equalities, may be known.
    """
    if document.rounding is None:
        return Inference(document, before).run()
    memo = Memo()
    shared = NOTHING if before is None else common(before.document, document)
    replay = Replay(document, Tolerance(document), memo=memo, before=before, common=shared)
    evaluations, witnesses = [literal(document, memo), replay.evaluation], Witnesses(replay.tolerance)
    if len(document.rounding.steps) > 1:
        return replay, report(document, (), witnesses.telling(evaluations), {})
    return replay, counted(document, document.rounding, witnesses.kinds(evaluations), {})


def _is_composed(rule: Rule, found: Sequence[Witness]) -> bool:
    """Whether a composed rule explains more than its last step alone does, by more than hidden digits explain.

    These scatter numbers to and fro over the ends of preimages, and the odds do not know of ends.
    """
    last = Rule(((rule.steps[-1][0], None),))
    fits = [(witness.prints(rule), witness.prints(last)) for witness in found]
    gains, losses = fits.count((True, False)), fits.count((False, True))
    breaking = sum(not fit for fit, _ in fits)
    if breaking == 0:
        return gains >= LEAST_GAIN
    return breaking <= FEW * len(fits) and binomial_tail(gains + losses, losses) < CHANCE


def _prints_a_stage(rule: Rule, found: Sequence[Witness]) -> bool:
    """Whether a composed rule prints all numbers of some stage of which its last step alone does not."""
    last = Rule(((rule.steps[-1][0], None),))
    missed = {witness.stage.name for witness in found if not witness.prints(last)}
    return not missed <= {witness.stage.name for witness in found if not witness.prints(rule)}


def binomial_tail(count: int, most: int) -> fmpq:
    """The probability of at most *most* heads in *count* fair throws."""
    return fmpq(sum(comb(count, k) for k in range(most + 1)), 2**count)


def _promising(found: Sequence[Witness]) -> list[Rule]:
    """The composed rules that print more numbers than any rule of one step, by LEAST_GAIN; the best of them first."""
    kinds = Counter(witness.fitting for witness in found)
    best = max(SINGLE_RULES, key=lambda rule: sum(count for fitting, count in kinds.items() if str(rule) in fitting))
    missed = [witness for witness in found if not witness.prints(best)]
    least = len(found) - len(missed) + LEAST_GAIN
    gaining = [rule for rule in COMPOSED if sum(witness.prints(rule) for witness in missed) >= LEAST_GAIN]
    support = {rule: sum(witness.prints(rule) for witness in found) for rule in gaining}
    return sorted((rule for rule in gaining if support[rule] >= least), key=lambda rule: -support[rule])


def _disputed(found: Sequence[Witness], odds: Odds, known: frozenset[str]) -> list[Witness]:
    """The witnesses of stages in which some number is not printed by the rule that leads, if values may hide digits."""
    rule = next(iter(odds.leading()), NEAREST_RULE)
    stages = {witness.stage.name for witness in found if not witness.prints(rule)} - known
    return [witness for witness in found if witness.stage.name in stages]


def ties(found: Sequence[Witness]) -> list[str]:
    """The names of the tie rules that fit the ties which rounding to the nearest prints; all where there is none."""
    kinds = {witness.fitting for witness in found if "nearest" in witness.fitting}
    return [name for name in candidates() if TABLE[name].is_tie_rule and all(name in kind for kind in kinds)]


def tie_by_hand(fitting: Sequence[str]) -> Rule:
    """The rule by which corrections are printed where several tie rules fit: away from zero if it does, or to even."""
    return next((rule for rule in _BY_HAND if rule.steps[0][0] in fitting), BY_HAND)


def report(
    document: Document, leading: Sequence[Rule], found: Iterable[Witness], sets: Mapping[str, RuleSet]
) -> RoundingReport:
    """The rule that is declared or that leads alone, and by rule the numbers of witnesses that break it."""
    shown = document.rounding or (leading[0] if leading else None)
    kinds: Counter[frozenset[str]] = Counter()
    supporting = 0
    for witness in found:
        kinds[witness.fitting] += 1
        supporting += shown is not None and witness.prints(shown)
    told = counted(document, shown, kinds, sets)
    if shown is None or len(shown.steps) == 1:
        return told
    broken = {**told.breaking, str(shown): kinds.total() - supporting}
    return told._replace(supporting=supporting, breaking={name: count for name, count in broken.items() if count})


def counted(
    document: Document, shown: Rule | None, kinds: Mapping[frozenset[str], int], sets: Mapping[str, RuleSet]
) -> RoundingReport:
    """The same of a rule of one step, from the numbers of witnesses by the rules that fit them."""
    supporting = 0 if shown is None else sum(count for fitting, count in kinds.items() if str(shown) in fitting)
    breaking = {name: sum(kinds[fitting] for fitting in kinds if name not in fitting) for name in candidates()}
    broken = {name: count for name, count in breaking.items() if count}
    return RoundingReport(shown, document.rounding is None and shown is not None, supporting, broken, sets)
