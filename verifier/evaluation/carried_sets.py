"""What a computed number can have been when its author went on from it: its carried set.

The author had one of these in hand: the print itself, the value of the stage's formula on what he had before, or that
value rounded or cut to more digits than are printed. So a computed number stands for the part of its preimage between
its print and the values of its formula, these down and up to the next digit. A formula that has one exact value,
of no more digits than are printed, leaves no choice: what is computed from counts is a count.

A contradicted number has two accounts, its print and its right value, and so has a number that does not print as shown
once those above it are put right. An author goes on from one or the other, and from nothing between them.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cached_property, partial, reduce
from itertools import chain, combinations
from typing import Final

from flint import fmpq

from verifier.document.ancestry import Above
from verifier.document.graph import above, shown_operands, some
from verifier.document.model import DerivedNumbers, Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.carried_evaluation import Account, Carried, Choice, Names, Taken
from verifier.evaluation.memo import Memo
from verifier.evaluation.more_digits import with_more_digits
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array, Value
from verifier.numbers.bounded import BoundedInterval, bounded
from verifier.numbers.interval import Interval, overlap, surely_contains
from verifier.numbers.nesting import Nesting
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.rounding import parse_rule, round_to
from verifier.preimages.boxes import Boxes, printed_values
from verifier.preimages.displacement import perhaps_rounded
from verifier.record import NamedTuple

MOST: Final = 4
"""Maximum number of cells, or else of stages, with two accounts of which each choice is tried."""
_DOWN: Final = parse_rule("floor")
_UP: Final = parse_rule("ceiling")
_NONE: Final[Choice] = frozenset()


class Flaws(NamedTuple):
    """What is known of wrong numbers, by the name of their stage.

    `wrong` gives the indices of those that are known as wrong, `misprinted` of those of them of which the author had
    the right value; `is_doubtful` says whether the author may have gone on from right values that differ from prints.
    """

    wrong: Callable[[str], Collection[int]]
    misprinted: Callable[[str], Collection[int]]
    is_doubtful: Callable[[str], bool]


class CarriedSets:
    """The carried sets of the computed numbers of a document, perhaps of an author who rounds all *to_nearest*."""

    def __init__(
        self,
        document: Document,
        boxes: Boxes,
        flaws: Flaws,
        memo: Memo | None = None,
        *,
        to_nearest: bool = False,
    ) -> None:
        self.to_nearest = to_nearest
        self.document = document
        self.boxes = boxes
        self.memo = memo or Memo()
        self._flaws = flaws
        self._accounts: dict[tuple[str, int], Account] = {}
        self._evaluations: dict[tuple[Choice, Names | None], Carried] = {}
        self._of_formulas: dict[tuple[str, Formula], list[Carried]] = {}
        self.is_doubtful = flaws.is_doubtful
        self._nesting = Nesting(self._settle)
        self._right_values = Evaluation(document, Points(), self._right_source, memo=self.memo)
        self._from_givens = Evaluation(document, Points(), _given_as_printed, memo=self.memo)

    def evaluations(self, stage: Stage, formula: Formula) -> list["Carried"]:
        """One evaluation for each choice of operands that are put right: the first of none, the last of all.

        Where there are too many choices, the last is one in which a number stands for all between its two accounts.
        """
        key = stage.name, formula
        if key not in self._of_formulas:
            self._of_formulas[key] = [self._evaluation(right) for right in self._choices(stage, formula)]
        return self._of_formulas[key]

    def with_only(self, narrowed: Collection[str]) -> "Carried":
        """The evaluation in which these stages stand for their carried sets, and all others for their preimages."""
        return self._evaluation(_NONE, frozenset(narrowed))

    def narrowed(self, stage: Stage, formula: Formula) -> list[str]:
        """The operands of a formula of which some number stands for less than its preimage."""
        found = []
        for operand in shown_operands(self.document, stage, formula):
            numbers = operand.derived
            if isinstance(numbers, DerivedNumbers):
                indices = range(len(numbers.block.cells))
                if any(self.account(numbers, index).printed is not self._box(numbers, index) for index in indices):
                    found.append(operand.name)
        return found

    def account(self, numbers: DerivedNumbers, index: int) -> Account:
        """What a number of a computed stage stands for."""
        key = numbers.stage.name, index
        if key not in self._accounts:
            self._nesting.settle((numbers, index))
        return self._accounts[key]

    def _settle(self, of: tuple[DerivedNumbers, int]) -> None:
        numbers, index = of
        self._accounts[numbers.stage.name, index] = self._account(numbers, index)

    def _choices(self, stage: Stage, formula: Formula) -> Iterator[Choice]:
        operands = shown_operands(self.document, stage, formula)
        doubtful = [operand.derived for operand in operands if self.is_doubtful(operand.name)]
        cells = [
            (numbers.stage.name, index)
            for numbers in doubtful
            if isinstance(numbers, DerivedNumbers)
            for index in range(len(numbers.block.cells))
            if self.account(numbers, index).is_double
        ]
        parts: list[str | tuple[str, int]] = [*cells] if len(cells) <= MOST else [*dict(cells)]
        if len(parts) > MOST:
            return iter((_NONE, Taken.EITHER))
        return map(frozenset, chain.from_iterable(combinations(parts, size) for size in range(len(parts) + 1)))

    def _evaluation(self, right: Choice, narrowed: Names | None = None) -> "Carried":
        key = right, narrowed
        if key not in self._evaluations:
            self._evaluations[key] = Carried(self, right, narrowed)
        return self._evaluations[key]

    def _account(self, numbers: DerivedNumbers, index: int) -> Account:
        """The account of a number; its preimage in both parts where nothing more is known."""
        stage, number = numbers.stage, numbers.block.cells[index]
        box = self._box(numbers, index)
        if number is None or not isinstance(box, BoundedInterval):
            return Account(box, box)
        wrong = self._flaws.wrong(stage.name)
        if not self.is_doubtful(stage.name):
            printed = box if index in wrong else self._carried(stage, number, box, self._given(numbers, index, _NONE))
            may_differ = self._may_differ(stage.name, unless=False) and isinstance(printed, Interval)
            printed = box if may_differ else printed  # it may come from what gave the wrong ones
            printed = printed if printed is box else self.memo.same(printed, (stage.name, index))
            return Account(printed, printed)
        may_differ = self._may_differ(stage.name, unless=True)
        if may_differ and self._is_right(numbers, number, index, box):
            return Account(box, box)
        is_wrong, right = index in wrong, self._given(numbers, index, Taken.RIGHT)
        by_prints = [] if is_wrong else self._given(numbers, index, _NONE)
        printed = self._carried(stage, number, box, [*by_prints, *right] if by_prints and right else [])
        if may_differ and isinstance(printed, Interval):
            printed = box  # what gave the wrong numbers may have given this one as well
        if not right or not self._rests_on_shown(numbers, index) or (not is_wrong and overlap(box, right[0])):
            return Account(printed, printed)
        put_right = self._put_right(stage, number, right[0])
        return Account(printed, self.memo.same(put_right, (stage.name, index, "right")))

    def _may_differ(self, name: str, *, unless: bool) -> bool:
        """Whether something else than its formula may have given the numbers of a stage; *unless* some are wrong."""
        wrong = self._flaws.wrong(name)
        return bool(frozenset(wrong).difference(self._flaws.misprinted(name))) if wrong else unless

    @cached_property
    def _hidden(self) -> Above:
        """The stages of which some number is neither printed nor computed through."""
        return some(self.document, (stage.name for stage in self.document.stages if _is_hidden(stage)))

    def _box(self, numbers: DerivedNumbers, index: int) -> Value:
        """The preimage of a number, one object for all that read the number so."""
        name = numbers.stage.name
        return self.memo.same(self.boxes.array(numbers.stage, numbers.block, {}).cells[index], (name, index))

    def _is_right(self, numbers: DerivedNumbers, number: Printed, index: int, box: BoundedInterval) -> bool:
        """Whether a number that is not known as wrong prints as shown by some right values, and is none of them itself.

        One that is may be known exactly, which only the ranges tell.
        """
        if index in self._flaws.wrong(numbers.stage.name):
            return False
        array = attempt(partial(self._right_values.of, numbers.formula), None)
        value = None if array is None or array.shape != numbers.block.shape else array.cells[index]
        return isinstance(value, Number) and surely_contains(box, value) and value != number.value

    def _right_source(self, stage: Stage) -> Array | None:
        """One of the right values of each number."""
        if stage.block is None:
            return None
        shown, numbers = printed_values(stage.block), stage.derived
        if not isinstance(numbers, DerivedNumbers) or not self.is_doubtful(stage.name):
            return shown
        accounts = (self.account(numbers, index) for index in range(len(shown.cells)))
        cells = (
            _one_of(account.right, cell) if account.is_double else cell
            for cell, account in zip(shown.cells, accounts, strict=True)
        )
        return Array(*shown.shape, tuple(cells))

    def _rests_on_shown(self, numbers: DerivedNumbers, index: int) -> bool:
        """Whether all that a number rests on is printed; of anything else the right value is hardly known.

        Where blocks above it have elided cells, these are among what it rests on unless givens as printed give it.
        """
        if above(self.document, numbers.stage).isdisjoint(self._hidden):
            return True
        array = attempt(partial(self._from_givens.of, numbers.formula), None)
        return array is not None and array.shape == numbers.block.shape and isinstance(array.cells[index], Number)

    def _is_loose(self, stage: Stage) -> bool:
        """Whether a stage has a slack or a binary format, so that preimages are all that is known of right ones."""
        rule = self.boxes.tolerance.rule(stage)
        if self.boxes.tolerance.inaccuracy(stage) is not None:
            return True
        is_slack = (stage.within or self.document.within) is not None
        return is_slack or (rule is not None and rule.format is not None)

    def _given(self, numbers: DerivedNumbers, index: int, choice: Choice) -> list[BoundedInterval]:
        """The range that each formula of a stage gives in a cell; empty if one is unknown or partial."""
        stage, block = numbers.stage, numbers.block
        row, column = block.position(index)
        evaluation = self._evaluation(choice)

        def value(formula: Formula) -> BoundedInterval | None:
            is_reached = evaluation.shape(formula) == block.shape
            return bounded(evaluation.cell(formula, row, column).cells[0]) if is_reached else None

        found = [attempt(partial(value, formula), None) for formula in (numbers.formula, *stage.also)]
        known = [box for box in found if box is not None]
        return known if len(known) == len(found) else []

    def _decimals(self, stage: Stage, number: Printed) -> int:
        return self.boxes.tolerance.resolutions[stage.name].decimals_of(number)

    def _put_right(self, stage: Stage, number: Printed, given: BoundedInterval) -> Value:
        """The right value of a number, exact, rounded to more digits than are printed, or as the document prints."""
        if self._is_loose(stage):
            return perhaps_rounded(given, stage, self.boxes.tolerance, self._flaws.wrong(stage.name))
        if _is_exact(given, self._decimals(stage, number)):
            return given.lo
        ends = (self._prints(stage, number, end) for end in (given.lo, given.hi))
        next_digit = power_of_ten(-self.boxes.tolerance.reprint(stage, number, given.lo).decimals - 1)
        return reduce(BoundedInterval.joined, ends, given.widened(next_digit, closed=True))

    def _prints(self, stage: Stage, number: Printed, value: fmpq) -> BoundedInterval:
        """What the document would print for a value in the place of a number, by any rule if it states none."""
        tolerance = self.boxes.tolerance
        rounded, decimals, _ = tolerance.reprint(stage, number, value)
        is_stated = tolerance.declared(stage) is not None
        prints = [rounded, *(round_to(value, decimals, rule) for rule in (_DOWN, _UP) if not is_stated)]
        return BoundedInterval(min(prints), max(prints))

    def _carried(
        self, stage: Stage, number: Printed, box: BoundedInterval, given: Collection[BoundedInterval]
    ) -> Value:
        """The part of a preimage between the print and what formulas give; all of it if they give nothing in it.

        All of it, too, where a slack or the arithmetic of a program comes between the two.
        """
        within = [] if self._is_loose(stage) else [found for found in given if overlap(box, found)]
        if not within:
            return box
        decimals, reach = self._decimals(stage, number), reduce(BoundedInterval.joined, within)
        if _is_exact(reach, decimals):
            return reach.lo
        reach = with_more_digits(reach, stage, decimals, to_nearest=self.to_nearest)
        return box.met(reach.joined(BoundedInterval(number.value, number.value)))


def _given_as_printed(stage: Stage) -> Array | None:
    """The numbers of a given as printed; None of a computed stage, which is computed through."""
    return None if stage.formula is not None or stage.block is None else printed_values(stage.block)


def _one_of(value: Value, shown: Value) -> Value:
    """A number of a range; what is shown, of one without two rational ends."""
    if not isinstance(value, Interval):
        return value
    return (value.lo + value.hi) / 2 if isinstance(value.lo, fmpq) and isinstance(value.hi, fmpq) else shown


def _is_exact(given: BoundedInterval, decimals: int) -> bool:
    """Whether a range is one number of no more than so many decimals."""
    return given.lo == given.hi and (given.lo * power_of_ten(decimals)).q == 1


def _is_hidden(stage: Stage) -> bool:
    """Whether some number of a stage is neither printed nor computed through."""
    block = stage.block
    return stage.formula is None and stage.hull is None if block is None else block.has_elided
