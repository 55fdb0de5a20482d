"""Whether a cell is impossible by each rule that its stage and its operands may follow, each throughout its stage."""

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import product
from typing import Final

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt, is_apart
from verifier.evaluation.range_evaluation import Possible
from verifier.judging.values import Decision
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import contains
from verifier.numbers.number import Number, nearby
from verifier.numbers.other_cells import Infinite
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.rule_sets import ANY_RULE, RuleSet
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.replay.policies import carried_by
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Verdict

EACH_RULE: Final = "by each rule that its stage and its operands may follow"
"""The reason of a contradiction that no box of all rules together proves."""
AT_ODDS: Final = "at odds with each other: no one rounding rule prints all numbers of the stage"
AT_ODDS_WITH_OTHERS: Final = "at odds with the others: no one rounding rule prints all numbers of the stage"
SELDOM: Final = "right only by a rounding rule that is seldom followed"
"""The reason where no evidence tells the rule of a stage, and none of the usual ones prints a number."""
WITH_DIGITS: Final = "right only with digits of its inputs that are not shown, and by a rounding rule that "
"""The beginning of the reason where no rule prints what the inputs give as they are shown."""
_SELDOM: Final = "is seldom followed"
_OTHER: Final = "differs from that of the rest"
BY_TWO_RULES: Final = "right only if its operands were cut and it was rounded, or the other way"
"""The reason where no usual rule prints a number of a text throughout its equality."""
MOST_CHOICES: Final = 125
"""Maximum number of choices of rules that are tried for a stage."""
MOST_CELLS: Final = 16
"""Maximum number of cells of a stage that are tried."""


class Throughout:
    """The choices of one rule for a stage and for each stage that its formula uses."""

    def __init__(self, replay: Replay, numbers: DerivedNumbers) -> None:
        self.replay = replay
        self.numbers = numbers
        self._tried = 0
        self._made: dict[Tolerance, Sequence[Possible]] = {}

    @cached_property
    def _choices(self) -> list[Tolerance]:
        """The reading of digits by each choice. Empty if there are too many choices or only one."""
        tolerance = self.replay.tolerance
        operands = shown_operands(self.replay.document, self.numbers.stage, self.numbers.formula)
        stages = {self.numbers.stage.whole: self.numbers.stage, **{other.whole: other for other in operands}}
        possible = {name: tolerance.rules(of).possible for name, of in stages.items() if not tolerance.declared(of)}
        choices = 1
        for rules in possible.values():
            choices *= len(rules)
        if not 1 < choices <= MOST_CHOICES:
            return []
        found = []
        for chosen in product(*possible.values()):
            alone = {name: RuleSet((rule,), (rule,)) for name, rule in zip(possible, chosen, strict=True)}
            found.append(tolerance.supposing(alone))
        return found

    def _ranges(self, by: Tolerance) -> Sequence[Possible]:
        """The ranges by a choice: by prints, and by right values that may have been had where an operand is wrong.

        They are made once a number is asked for: most choices are told by values alone.
        """
        if by not in self._made:
            document, memo, boxes = self.replay.document, self.replay.memo, Boxes(by)
            stage, formula, _ = self.numbers
            is_open = self.replay.right.is_open(formula)
            by_right_values = carried_by(self.replay, boxes).evaluations(stage, formula)[1:] if is_open else ()
            self._made[by] = [Possible(document, boxes, self.replay.mended, memo=memo), *by_right_values]
        return self._made[by]

    def told(self, reports: Sequence[CellReport], values: Sequence[Array | None]) -> Sequence[CellReport]:
        """The reports on all that is printed, with those that are at odds, if nothing else is said of any.

        So are those that are right by another rule, if a rule leaves fewer: no one rule prints them and no others.
        """
        if len(reports) < 2 or not all(map(_is_by_any_rule, reports)):  # noqa: PLR2004 - numbers that may differ
            return reports
        shown = list(zip(self.numbers.block.printed(), reports, strict=True))
        others = frozenset(at for (at, _), report in shown if report.basis == "other rule")
        least = self._least(values)
        if not least or 0 < len(others) <= len(next(iter(least))):
            return reports
        found = others or frozenset[int]().union(*least)
        why = AT_ODDS_WITH_OTHERS if others or len(least) == 1 else AT_ODDS
        return [
            report._replace(verdict=Verdict.TOLERATED, basis="other rule", reason=why) if at in found else report
            for (at, _), report in shown
        ]

    def _least(self, values: Sequence[Array | None]) -> set[frozenset[int]]:
        """The numbers that keep any one rule from printing the whole stage; none if some rule prints all.

        They are the fewest that a choice of rules leaves, one set for each that leaves as few. *values* are arrays of
        the shape of the block, of which one is the author's, as far as is known.
        """
        stage, block, tolerance = self.numbers.stage, self.numbers.block, self.replay.tolerance
        known = [array for array in values if array is not None]
        if tolerance.declared(stage) is not None or tolerance.resolutions[stage.name].is_program:
            return set()
        if tolerance.rule(stage) is not None and any(not tolerance.looks.open_cells(stage, array) for array in known):
            return set()  # the one rule that is likely prints all
        open_by: dict[Tolerance, list[int]] = {}
        left_by: dict[RuleSet, list[int]] = {}
        for by in self._choices:
            own = by.rules(stage)
            if own not in left_by:
                left_by[own] = [at for at, number in block.printed() if not _fits(by, stage, at, number, known)]
            if not left_by[own] or len(left_by[own]) > MOST_CELLS:
                return set()
            open_by[by] = left_by[own]
        least: set[frozenset[int]] = set()
        for by, left in open_by.items():
            missing = frozenset(index for index in left if self._is_apart_at(by, index))
            if not missing:
                return set()
            if not least or len(missing) <= min(map(len, least)):
                least = {other for other in least if len(other) == len(missing)} | {missing}
        return least

    def _is_apart_at(self, by: Tolerance, index: int) -> bool:
        number = self.numbers.block.cells[index]
        return number is not None and self._is_apart(by, *self.numbers.block.position(index), number)

    def misses(self, index: int, number: Printed) -> bool:
        """Whether it is proved that a cell is not printed as shown by any choice."""
        self._tried += 1
        if self._tried > MOST_CELLS or not self._choices:
            return False
        row, column = self.numbers.block.position(index)
        return all(self._is_apart(by, row, column, number) for by in self._choices)

    def unusual(self, index: int, number: Printed, value: Value | None, basis: str | None) -> Decision | None:
        """The verdict on a tolerated number that no likely one of the rules of its stage prints, or no one throughout.

        None of any other; the reason is None if other numbers tell the rule. No rule moves a *value*, which operands
        give at their word, by a unit of the last digit.
        """
        stage, tolerance = self.numbers.stage, self.replay.tolerance
        if basis == "other rule":
            if stage.is_solved:  # what was rounded to its number is not its formula
                return Verdict.TOLERATED, "hidden digits", None
            is_told = tolerance.rules(stage).likely != ANY_RULE.likely
            unit = power_of_ten(-tolerance.resolutions[stage.name].decimals_of(number))
            if isinstance(value, Number) and abs(nearby(value) - number.value) >= unit:
                return Verdict.TOLERATED, basis, f"{WITH_DIGITS}{_OTHER if is_told else _SELDOM}"
            return Verdict.TOLERATED, basis, None if is_told else SELDOM
        if basis != "hidden digits" or stage.text is None:
            return None
        from verifier.replay.by_two_rules import is_by_two_rules  # imported here, as few numbers ask for it

        is_mixed = is_by_two_rules(self.replay, self.numbers, index, number)
        return (Verdict.TOLERATED, "other rule", BY_TWO_RULES) if is_mixed else None

    def _is_apart(self, by: Tolerance, row: int, column: int, number: Printed) -> bool:
        stage, formula, _ = self.numbers
        target = by.widest_preimage(stage, number)

        def misses(evaluation: Possible) -> bool:
            return target is None or is_apart(evaluation.cell(formula, row, column).cells[0], target)

        return all(attempt(partial(misses, evaluation), fallback=False) for evaluation in self._ranges(by))


def _is_by_any_rule(report: CellReport) -> bool:
    """Whether nothing is said against a number, whatever rule printed it."""
    if report.basis in ("literal", "replayed"):
        return report.verdict is Verdict.AGREES
    is_tolerated = report.verdict is Verdict.TOLERATED and report.doubt is None
    is_by_another = report.basis == "other rule" and report.reason in (None, SELDOM)
    return is_tolerated and (report.basis == "hidden digits" or is_by_another)


def _fits(by: Tolerance, stage: Stage, index: int, number: Printed | Infinite, known: Sequence[Array]) -> bool:
    """Whether a known value of a cell is one of those that may print as shown; infinities always do."""
    target = by.widest_preimages(stage)[index] if isinstance(number, Printed) else None
    values = (array.cells[index] for array in known)
    return not isinstance(number, Printed) or any(
        target is not None and isinstance(value, Number) and attempt(partial(contains, target, value), fallback=False)
        for value in values
    )
