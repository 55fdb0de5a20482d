"""Whether a printed number that hidden digits of givens would explain is wrong because the givens are exact."""

from functools import partial

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt, cell_of, range_of
from verifier.habits import TEXT
from verifier.judging.throughout import BY_TWO_RULES
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.replay.givens_by_number import listed
from verifier.replay.policies import Evaluations, impossible
from verifier.replay.replay import Replay
from verifier.replay.text_habits import Habit, doubted_preimage, slip_seen
from verifier.verdict import CellReport, Doubt, Verdict


class Exactness:
    """Judges the numbers of a stage by givens that are exact by evidence, or may be."""

    def __init__(self, replay: Replay, views: Evaluations, numbers: DerivedNumbers) -> None:
        self.replay = replay
        self.document = replay.document
        self.tolerance = replay.tolerance
        self.views = views
        self.weighed = views.weighed
        self.numbers = numbers
        self.stage, self.formula, _ = numbers
        self.givens = views.weighed.givens_of(self.stage, self.formula)
        self.exact = [name for name in self.givens if name in self.weighed.exact]

    def of(self, tolerated: CellReport, index: int, target: Interval) -> CellReport:
        """The report on a number that hidden digits would explain, by what is known of the givens.

        One that is off by a unit of its last digit is what hidden digits give rather than slips: it is doubted, as an
        author may have gone on with them in this stage alone, and no evidence of other stages is a proof of that.
        """
        found = None if self._is_a_unit_off(tolerated) else self._impossible(tolerated, index, target)
        if found is not None:
            reason = self.weighed.evidence(self.exact)
            by_givens = tolerated._replace(verdict=Verdict.CONTRADICTED, basis="givens", reason=reason)
            return by_givens._replace(possible=range_of(found))
        doubt = self._doubt(tolerated, index) or self._plain_doubt(tolerated)
        if doubt is None:
            return tolerated
        reason = f"would be {doubt.reads} if {doubt.account}"
        basis = "hidden digits" if tolerated.reason == BY_TWO_RULES else tolerated.basis
        return tolerated._replace(doubt=doubt, reason=reason, basis=basis)

    def _is_a_unit_off(self, tolerated: CellReport) -> bool:
        """Whether a number is as givens at their word give it, but for a unit of its last digit."""
        number, value = tolerated.number, tolerated.literal
        if not self.exact or number is None or not isinstance(value, fmpq):
            return False
        unit = power_of_ten(-self.tolerance.resolutions[self.stage.name].decimals_of(number))
        return 2 * abs(value - number.value) <= 3 * unit

    def _impossible(self, tolerated: CellReport, index: int, target: Interval) -> Value | None:
        """What a number can be by the givens that are exact, if that does not print as shown; else None.

        None also where a given that alone could explain it is not vouched for by other numbers.
        """
        found = impossible(self.views.exact, self.numbers, index, target) if self.exact else None
        if found is None:
            return None
        told = self.weighed.told(self.stage, self.formula, index, found, target)
        reads = None if self.stage.text is None else self._reads(tolerated, self._at_its_word(tolerated, index))
        return found if self.weighed.is_vouched(told, tolerated.number, reads) else None

    def _doubt(self, tolerated: CellReport, index: int) -> Doubt | None:
        """What a number would read if all givens were exact that may be, if it is wrong then; else None."""
        value, number = self._at_its_word(tolerated, index), tolerated.number
        if not self.givens or not isinstance(value, Number) or number is None:
            return None
        target = doubted_preimage(self.tolerance, self.stage, number)
        if target is None:
            return None
        may_cut = not self._is_shown_above(value, number)
        found = impossible(self.views.supposed, self.numbers, index, target, may_cut=may_cut)
        if found is None:
            return None
        told = self.weighed.told(self.stage, self.formula, index, found, target)
        reads = self._reads(tolerated, value)
        if reads is None or reads == number.text:
            return None
        if not self.weighed.is_doubtful(told, self.formula, value, number, reads):
            return None
        givens = tuple(name for name in self.givens if name in told.blocks)
        names = givens or self.givens
        return Doubt(
            reads, names, self.weighed.is_likely(told, number, reads), self.weighed.supposing(names, self.stage)
        )

    def _plain_doubt(self, tolerated: CellReport) -> Doubt | None:
        """What the number of an equality would read if all were exact, of which a slip of the pen is plain to see.

        None in a text in which more numbers hide digits than do not.
        """
        value, number = tolerated.literal, tolerated.number
        is_alone = self.formula.written is not None and len(self.numbers.block.cells) == 1
        if not is_alone or number is None or not isinstance(value, Number):
            return None
        habit = self.weighed.texts.habits.get(TEXT, Habit())
        reads = self._reads(tolerated, value) if habit.misfits <= habit.reproduced + 1 else None
        seen = "" if reads is None else slip_seen(number, reads)
        givens = [one for one in shown_operands(self.document, self.stage, self.formula) if one.is_given]
        numerals = dict.fromkeys(number.text for one in givens if one.printed for number in one.printed.contents())
        if reads is None or not seen or not numerals:
            return None
        account = f"{listed(list(numerals))} {'are' if len(numerals) > 1 else 'is'} exact as written, as {seen}"
        return Doubt(reads, tuple(one.name for one in givens if one.text is not None), is_likely=False, account=account)

    def _reads(self, tolerated: CellReport, value: Value | None) -> str | None:
        """What a number would read that has a value."""
        number = tolerated.number
        if number is None or not isinstance(value, Number):
            return None
        reprint = attempt(partial(self.tolerance.reprint, self.stage, number, value), None)
        return None if reprint is None else self.tolerance.show(self.stage, reprint)

    def _at_its_word(self, tolerated: CellReport, index: int) -> Value | None:
        """What the operands give at their word; those that are misprinted at that of their corrections."""
        operands = shown_operands(self.document, self.stage, self.formula)
        if not any(self.replay.mended(operand.name) for operand in operands):
            return tolerated.literal
        corrected, place = self.replay.right.mending.printed, self.numbers.block.position(index)
        return attempt(lambda: cell_of(corrected.of(self.formula), *place), tolerated.literal)

    def _is_shown_above(self, value: Number, number: Printed) -> bool:
        """Whether a computed operand shows the value of a number with as many decimals, and so prints it again."""
        return any(
            other.decimals == number.decimals and value == other.value
            for operand in shown_operands(self.document, self.stage, self.formula)
            for other in (operand.printed.contents() if operand.printed and not operand.is_given else ())
        )
