"""The odds of rounding rules: which of them the numbers of a stage may have been printed by.

A stage that follows a rule prints by it but for one number in fifty. Its rule is that of
the document, or less often its own. A rival of all rules is that the values are not those
that the author printed: then each number fits a rule by chance. Two questions are asked
of the same evidence. What is likely, at ten to one, judges what is unusual. What is possible,
at a thousand to one, judges what is contradicted; there, rare rules and stages with rules of
their own have a larger share beforehand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from flint import arb, fmpq

from verifier.numbers.rounding import NEAREST_RULE, Rule
from verifier.numbers.rule_sets import CUT_RULE, RuleSet
from verifier.record import NamedTuple

_MISFIT: Final = fmpq(1, 50)
"""Share of the numbers of a stage that its rule does not print."""


class Standard(NamedTuple):
    """A standard of proof.

    Before any evidence, `cut` and `rare` are the weights of cutting and of a rule that is seldom followed, beside 1 for
    rounding to the nearest; `own` is the share of stages with a rule of their own. `odds` are what the evidence must
    reach against a rule.
    """

    cut: fmpq
    rare: fmpq
    own: fmpq
    odds: int

    def weight(self, rule: Rule) -> fmpq:
        """The weight of a rule before any evidence."""
        if rule == NEAREST_RULE:
            return fmpq(1)
        return self.cut if rule == CUT_RULE else self.rare


LIKELY: Final = Standard(cut=fmpq(1, 8), rare=fmpq(1, 400), own=fmpq(1, 1000), odds=10)
POSSIBLE: Final = Standard(cut=fmpq(1, 4), rare=fmpq(1, 20), own=fmpq(1, 50), odds=1000)

_DOUBT: Final = fmpq(1, 50)
"""Share of stages whose values are not those that the author printed, where nothing is hidden in the operands."""
_HIDDEN: Final = fmpq(4, 5)
"""Share of documents where digits that operands hide scatter the values, before any evidence."""
_NEAR: Final = {True: fmpq(1, 2), False: fmpq(3, 4)}
"""Chance that rounding to the nearest prints a number without cause, by whether its value is known.

Values that hidden digits scatter lie mostly within half a unit of what is printed.
"""

Fits: TypeAlias = Counter[tuple[bool, frozenset[Rule]]]
"""How many numbers fit exactly these rules, by whether their values are known: operands hide nothing that matters."""

_NO_FITS: Final = Counter[tuple[bool, frozenset[Rule]]]()
"""Of a stage without evidence, as most are; never changed."""

_Kind: TypeAlias = frozenset[tuple[tuple[bool, frozenset[Rule]], int]]
_NO_KIND: Final[_Kind] = frozenset()


class Evidence(NamedTuple):
    """The numbers of a document on which rules differ, by stage.

    `own` counts all of a stage; `shared` leaves out those that an earlier stage printed alike for the same value.
    """

    rules: tuple[Rule, ...]
    own: Mapping[str, Fits]
    shared: Mapping[str, Fits]

    def of(self, stage: str) -> tuple[Fits, Fits]:
        """The numbers of one stage: all, and those that count for the document."""
        return self.own.get(stage, _NO_FITS), self.shared.get(stage, _NO_FITS)


def with_scattered(evidence: Evidence, astray: Mapping[str, int]) -> Evidence:
    """The evidence with so many more numbers of each stage that fit no rule, as hidden digits scatter them."""
    more = {name: Fits({(False, frozenset()): count}) for name, count in astray.items() if count}
    own, shared = ({**of, **{name: of.get(name, Fits()) + more[name] for name in more}} for of in evidence[1:])
    return Evidence(evidence.rules, own, shared)


class Odds:
    """The odds of the rules of one document; *nearest* is shown for rounding to the nearest where it is likely.

    *doubtful*, if given, is the evidence for what is possible: what the numbers say at most (`rule_doubts.py`).
    """

    def __init__(self, evidence: Evidence, nearest: Rule = NEAREST_RULE, *, doubtful: Evidence | None = None) -> None:
        self._wary = self if doubtful is None else Odds(doubtful, nearest)
        self.evidence = evidence
        self.nearest = nearest
        self._doubts = {True: arb(_DOUBT), False: self._hidden()}
        self._shares: dict[_Kind, Mapping[Rule, arb]] = {}
        """The likelihoods of numbers under each rule; many small stages have the same numbers."""
        self._known: dict[tuple[_Kind, ...], RuleSet] = {}
        """The rules of stages by their evidence."""
        shares = [self._shares_of(fits) for fits in evidence.shared.values()]
        self._products = {rule: _product(share[rule] for share in shares) for rule in evidence.rules}
        self._chance = _product(map(_chance, evidence.shared.values()))
        self._kinds = {fitting for fits in evidence.own.values() for _, fitting in fits}
        """The sets of rules that print a number."""

    def _hidden(self) -> arb:
        """How far it is to be doubted that the values are the author's where operands hide digits, no less than _DOUBT.

        Numbers that one rule prints nearly all are no chance.
        """
        fits = sum((_part(found, is_known=False) for found in self.evidence.shared.values()), Fits())
        by_chance = _HIDDEN * _chance(fits)
        doubt = by_chance / (by_chance + (1 - _HIDDEN) * max(_told(fits, rule) for rule in self.evidence.rules))
        return doubt if doubt > _DOUBT else arb(_DOUBT)

    def rules_of(self, stage: str) -> RuleSet:
        """The rules that a stage may follow."""
        key = tuple(map(_kind, (*self.evidence.of(stage), *self._wary.evidence.of(stage))))
        if key not in self._known:
            likely = _but_rare(self._standing(LIKELY, self._of_stage(stage, LIKELY)))
            possible = self._standing(POSSIBLE, self._wary._of_stage(stage, POSSIBLE))  # noqa: SLF001 - its own kind
            self._known[key] = RuleSet(self._shown(likely), tuple(dict.fromkeys([*possible, *likely])))
        return self._known[key]

    def leading(self) -> tuple[Rule, ...]:
        """The rules that the document is likely to follow, the likeliest first; empty if chance is as likely."""
        if not self.evidence.shared:
            return ()
        found = {rule: LIKELY.weight(rule) * self._products[rule] for rule in self.evidence.rules}
        likely = self._standing(LIKELY, found)
        return () if found[likely[0]] < self._chance else self._shown(likely)

    def _of_stage(self, stage: str, standard: Standard) -> dict[Rule, arb]:
        """The weight of each rule for one stage: by all other stages, and by its own numbers."""
        rules = self.evidence.rules
        fits, shared = self.evidence.of(stage)
        seen = self._shares_of(shared)
        of_others = {rule: standard.weight(rule) * self._products[rule] / seen[rule] for rule in rules}
        by_chance = self._chance / _chance(shared)
        own = standard.own * sum(of_others.values(), by_chance) + (1 - standard.own) * by_chance
        whole = sum((standard.weight(rule) for rule in rules), fmpq(0))
        shares = self._shares_of(fits)
        return {
            rule: ((1 - standard.own) * of_others[rule] + own * standard.weight(rule) / whole) * shares[rule]
            for rule in rules
        }

    def _shares_of(self, fits: Fits) -> Mapping[Rule, arb]:
        """The likelihood of the numbers of one stage under each rule, doubts included."""
        key = _kind(fits)
        if key not in self._shares:
            parts = [(doubt, _part(fits, is_known=is_known)) for is_known, doubt in self._doubts.items()]
            doubted = [(doubt, part, doubt * _chance(part)) for doubt, part in parts if part]
            self._shares[key] = {
                rule: _product((1 - doubt) * _told(part, rule) + by_chance for doubt, part, by_chance in doubted)
                for rule in self.evidence.rules
            }
        return self._shares[key]

    @staticmethod
    def _standing(standard: Standard, weights: Mapping[Rule, arb]) -> tuple[Rule, ...]:
        """The rules that the likeliest does not beat, the likeliest first."""
        first = max(weights, key=lambda rule: weights[rule])
        ordered = sorted(weights, key=lambda rule: weights[rule], reverse=True)
        return (first, *(r for r in ordered if r != first and not weights[first] > standard.odds * weights[r]))

    def _shown(self, likely: Sequence[Rule]) -> tuple[Rule, ...]:
        """The rules, and those that print the same numbers as the first, if that cuts or rounds in one direction."""
        kinds = self._kinds
        directed = [rule for rule in likely[:1] if not rule.is_to_nearest]
        tied = [
            rule
            for rule in self.evidence.rules
            if kinds and any(all((rule in kind) == (other in kind) for kind in kinds) for other in directed)
        ]
        return tuple(dict.fromkeys(self.nearest if rule == NEAREST_RULE else rule for rule in [*likely, *tied]))


def _but_rare(likely: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules without those behind rounding to the nearest, if that is the first, which are seldom followed."""
    if likely[0] != NEAREST_RULE:
        return likely
    return tuple(rule for rule in likely if rule in (NEAREST_RULE, CUT_RULE) or len(rule.steps) > 1)


def _kind(fits: Fits) -> _Kind:
    """What tells some numbers from others."""
    return frozenset(fits.items()) if fits else _NO_KIND


def _part(fits: Fits, *, is_known: bool) -> Fits:
    return Fits({kind: count for kind, count in fits.items() if kind[0] is is_known})


def _told(fits: Fits, rule: Rule) -> arb:
    """The likelihood of numbers whose values are the author's, under a rule."""
    return _product(arb(1 - _MISFIT if rule in fitting else _MISFIT) ** n for (_, fitting), n in fits.items())


def _chance(fits: Fits) -> arb:
    """The likelihood of numbers under no rule."""
    return _product(
        arb(_NEAR[is_known] if NEAREST_RULE in fitting else 1 - _NEAR[is_known]) ** n
        for (is_known, fitting), n in fits.items()
    )


def _product(factors: Iterable[arb]) -> arb:
    result = arb(1)
    for factor in factors:
        result *= factor
    return result
