"""What the evidence says of the givens that one number rests on."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from flint import fmpq

from verifier.document.graph import above, shown_operands
from verifier.document.model import RESULTS, Document, Formula, Stage
from verifier.evaluation.carried_sets import CarriedSets
from verifier.habits import GivensReport
from verifier.numbers.array import Value, as_interval
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number, nearby
from verifier.numbers.printed import Printed, parse, power_of_ten
from verifier.record import NamedTuple
from verifier.replay.accounts import ACCEPTED, UNTOLD, VOUCHED, Accounts, Told, chance
from verifier.replay.response import Responses
from verifier.replay.tellings import Counts, Said, Telling
from verifier.replay.text_habits import Habit, Texts, in_full, likelihood

_QUOTED: Final = re.compile(r"\w+_formula_in\d+")
"""The name of a number of a text that the formula of an annotation has in digits."""
LIKELIER: Final = 50
"""Odds for a given, by other numbers, above which its exactness and a mistake are likelier than its hidden digits."""

_CENTS: Final = 2
"""Decimals of an amount of money."""
_FEW: Final = 3
"""Signs of a number of two digits, as `2.0`; digits of one that may be rounded."""


class _Weighed(NamedTuple):
    document: Document
    report: GivensReport
    accounts: Accounts
    responses: Responses
    odds: Mapping[frozenset[str], fmpq]
    counts: Sequence[Counts]
    texts: Texts
    tellings: Mapping[str, Telling]
    said: Mapping[str, Said]
    carried: CarriedSets


class Weighed(_Weighed):
    """The readings of the givens of a document, with the accounts that they rest on.

    `odds` has by set of blocks the odds of "all exact" against "these are rounded", `tellings` by stage what its
    numbers tell, and `said` of the equalities of texts what they answered. `carried` has what computed operands can
    have been if all givens are exact that may be.
    """

    @cached_property
    def exact(self) -> frozenset[str]:
        """The givens that are exact by accepted evidence."""
        return self.report.exact

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The places in the document of the givens that are exact or may be."""
        supposed = self.report.supposed
        held = (name for name in self.responses.digits if name in supposed)
        return {name: place for place, name in enumerate(held)}

    def givens_of(self, stage: Stage, formula: Formula) -> tuple[str, ...]:
        """The blocks above a formula of a stage that are exact or may be; none if the stage reads givens as rounded."""
        if stage.name in self.report.own:
            return ()
        if not self.order:
            return ()
        under = [above(self.document, self.document.by_name[used]) | {used} for used in formula.uses]
        found = {
            name for names in under for name in min(names, self.order, key=len) if name in names and name in self.order
        }
        return tuple(sorted(found, key=lambda name: self.order[name]))

    def evidence(self, names: Sequence[str]) -> str:
        """That these givens are exact, and what tells it."""
        text = self.document.by_name[names[0]].text
        if text is not None:
            habit = self.texts.habits[text]
            all_ = habit.reproduced + habit.misfits
            return f"its numbers are exact as written: so are {habit.reproduced} of the {all_} equalities that tell"
        here = [count for count in self.counts if count.blocks <= set(names)] or [
            count for count in self.counts if count.blocks & set(names)
        ]
        alone = [name for name in names if any(name in count.blocks for count in here)]
        reproduced, of = sum(count.reproduced for count in here), sum(count.of for count in here)
        told = f"{_all_of(reproduced, of)} derived from {'it' if len(alone) == 1 else 'them'} alone"
        return f"used exactly as printed, {listed(alone)} give{'s' if len(alone) == 1 else ''} {told}"

    def supposing(self, names: Sequence[str], of: Stage) -> str:
        """That the givens of a stage are exact; of a text, with how many others are, and what it says elsewhere."""
        stages = [self.document.by_name[name] for name in names]
        text = next((stage.text for stage in stages if stage.text is not None), None)
        if text is None:
            return exactly([called(stage) for stage in stages])
        numerals = [number.text for stage in stages if stage.printed is not None for number in stage.printed.contents()]
        are, others = "are" if len(set(numerals)) > 1 else "is", self.texts.habits[text].reproduced
        also = "" if not others else f", as in {others} other equalit{'ies' if others > 1 else 'y'}"
        other = self.document.by_name.get(self.texts.differing.get(of.name, ""))
        shown = () if other is None or other.printed is None else other.printed.contents()
        elsewhere = "".join(f"; {other.name} is {one.text} by the same" for one in shown if other is not None)
        return f"{listed(list(dict.fromkeys(numerals)))} {are} exact as written{also}{elsewhere}"

    def told(self, stage: Stage, formula: Formula, index: int, value: Value, target: Interval) -> Told:
        """A number that is impossible if givens are exact; *value* is what it can be then, *target* its preimage."""
        block = stage.printed
        place = (0, 0) if block is None else block.position(index)
        slopes = self.responses.slopes(formula, *place)
        under = frozenset(self.givens_of(stage, formula))
        return Told(stage.name, index, is_literal=False, room=room_of(value, target), slopes=slopes, under=under)

    def is_vouched(self, told: Told, shown: Printed | None, right: str | None) -> bool:
        """Whether other numbers say that the givens are exact whose hidden digits could let this one print as shown.

        Any given that could by itself must be vouched for, and so must those that nothing else tells of, together. Nor
        may few hidden digits do it that leave all literal numbers as they are. For a text its habit vouches, as far as
        mistakes show such a number in the place of the *right* one.
        """
        text = self.document.by_name[told.stage].text
        if text is not None:
            return shown is not None and right is not None and self._odds_in(text, told, shown, right) >= ACCEPTED
        exact = [at for at in told.slopes if at[0] in self.report.exact]
        odds = {at: self.accounts.odds_of(at, (told.stage, told.at)) for at in exact}
        alone = (at for at in exact if odds[at] < VOUCHED)
        untold = [at for at in exact if odds[at] < UNTOLD]
        if any(self.accounts.clears(told, [at]) for at in alone) or self.accounts.clears(told, untold):
            return False
        from verifier.replay.few_digits import may_hide_few

        return not may_hide_few(self.accounts, told, self.report.exact)

    def is_likely(self, told: Told, shown: Printed, right: str) -> bool:
        """Whether exactness, with this number wrong, is likelier than every account that clears it."""
        text = self.document.by_name[told.stage].text
        if text is not None:
            return self._odds_in(text, told, shown, right) > 1
        rivals = [odds for blocks, odds in self.odds.items() if told.rests_on(blocks)]
        place = told.stage, told.at
        single = (at for at in told.slopes if self.accounts.clears(told, [at]))
        return (
            bool(rivals)
            and all(odds > 1 for odds in rivals)
            and all(self.accounts.odds_of(at, place) > LIKELIER for at in single)
        )

    def is_doubtful(self, told: Told, formula: Formula, value: Number, shown: Printed, right: str) -> bool:
        """Whether a number that is impossible if givens are exact is a matter of doubt; of a text by what it shows.

        *value* is what its formula gives with givens at their word.
        """
        stage = self.document.by_name[told.stage]
        if stage.text is None or told.stage in self.texts.differing or told.stage in self.texts.unusual:
            return True
        full = in_full(value, shown, formula, list(shown_operands(self.document, stage, formula)))
        likelier, habit = self._likelier(told, shown, right), self._habit(stage.text, told)
        is_alone = not (habit.reproduced or full) and likelier <= 1  # nothing says that givens are exact
        if is_alone and self._are_rounded(told, value, shown, right):
            return False
        return habit.is_doubtful(likelier=likelier, in_full=full)

    def _are_rounded(self, told: Told, value: Number, shown: Printed, right: str) -> bool:
        """Whether the givens of a number look as rounded ones do: those with zeros alone behind the point explain it.

        Or all show three digits or more, and are no amounts of money, and it is off by a unit of its last digit.
        """
        if self.accounts.clears(told, [at for at in told.slopes if self._is_measured(at[0])]):
            return True
        blocks = [self.document.by_name[name].printed for name in told.under]
        givens = [number for block in blocks if block is not None for number in block.contents()]
        unit = power_of_ten(-shown.decimals)
        off = nearby(shown.value - value)
        is_a_unit_off = abs(parse(right).value - shown.value) == unit and self._reach(told, off, unit)
        is_money = all(given.decimals == _CENTS for given in givens)
        return is_a_unit_off and not is_money and all(map(_has_digits, givens))

    def _reach(self, told: Told, off: fmpq, unit: fmpq) -> bool:
        """Whether givens rounded to the nearest may move a number so far that this rounds it as shown."""
        spread = sum(
            (abs(slope) * self.responses.digits[at[0]][at[1]].width for at, slope in told.slopes.items()), unit
        )
        return bool(2 * abs(off) <= spread)

    def _is_measured(self, name: str) -> bool:
        """Whether a given shows zeros alone behind its point, as `310.0`, and is no money: it was rounded then."""
        block = self.document.by_name[name].printed
        texts = [] if block is None else [number.text for number in block.contents()]
        decimals = [text.partition(".")[2] for text in texts if len(text) > _FEW]
        return 0 < len(texts) == len(decimals) and all(
            one and len(one) != _CENTS and not one.strip("0") for one in decimals
        )

    def _odds_in(self, text: str, told: Told, shown: Printed, right: str) -> fmpq:
        """The odds that a number of a text is a mistake in the place of the *right* one, against hidden digits."""
        habit = self._habit(text, told)
        habit = habit._replace(misfits=1) if told.stage in self.texts.unusual else habit
        return habit.odds * self._likelier(told, shown, right)

    def _likelier(self, told: Told, shown: Printed, right: str) -> fmpq:
        """How many times likelier a mistake shows a number; 0 where slopes say nothing of what other givens give."""
        by_chance = chance(told, self.responses.digits, told.slopes)
        return fmpq(0) if by_chance == 0 else likelihood(shown, right, by_chance)

    def _habit(self, text: str, told: Told) -> Habit:
        """The habit of a text, or that of its exact results if a number rests on such."""
        is_of_results = any(self.document.by_name[name].text == RESULTS for name in told.under)
        return self.texts.habits[RESULTS if is_of_results else text]


def _has_digits(number: Printed) -> bool:
    """Whether a number shows three digits or more."""
    return sum(letter.isdigit() for letter in number.text.lstrip("-0.")) >= _FEW


def room_of(value: Value, target: Interval) -> tuple[fmpq, fmpq]:
    """How far a value or a range must move at least and may at most to meet *target*; 0 for an end that is infinite."""
    here = as_interval(value)
    return _difference(target.lo, here.hi), _difference(target.hi, here.lo)


def _difference(a: Number | None, b: Number | None) -> fmpq:
    return fmpq(0) if a is None or b is None else nearby(a) - nearby(b)


def _all_of(reproduced: int, of: int) -> str:
    """`all 65 numbers`, or `64 of the 65 numbers`."""
    return f"all {of} numbers" if reproduced == of else f"{reproduced} of the {of} numbers"


def exactly(names: Sequence[str]) -> str:
    """`X and W are exact as printed`."""
    return f"{listed(names)} {'are' if len(names) > 1 else 'is'} exact as printed"


def called(stage: Stage) -> str:
    """The name of a given; the digits of one that a formula quotes, of which nobody wrote the name."""
    numbers = () if stage.printed is None else tuple(stage.printed.contents())
    return numbers[0].text if len(numbers) == 1 and _QUOTED.fullmatch(stage.name) else stage.name


def listed(names: Sequence[str]) -> str:
    """Names for a sentence, as `X, W and b`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
