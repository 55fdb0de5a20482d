"""What a computed number can have been when its author went on from it: its carried set.

The author had one of these in hand: the print itself, the value of the stage's formula on what he had before, or that
value rounded or cut to more digits than are printed. So a computed number stands for the part of its preimage between
its print and the values of its formula, these widened by a unit of the next digit. A formula that has one exact value,
of no more digits than are printed, leaves no choice: what is computed from counts is a count.

A contradicted number has two accounts, its print and its right value, and so has a number that does not print as shown
once those above it are put right. An author goes on from one or the other, and from nothing between them.
"""

from collections.abc import Callable, Collection, Iterator
from functools import partial, reduce
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias

from flint import fmpq

from verifier.document.graph import above, shown_operands
from verifier.document.model import DerivedNumbers, Document, Formula, Stage
from verifier.evaluation.memo import Memo
from verifier.evaluation.predicates import attempt
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array, Selector, Value, as_interval
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import UNKNOWN, Interval, Missing, hull, overlap
from verifier.numbers.number import Number, below
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.rounding import parse_rule, round_to
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Reprint

MOST: Final = 4
"""Maximum number of cells, or else of stages, with two accounts of which each choice is tried."""
Names: TypeAlias = frozenset[str]
Choice: TypeAlias = frozenset[str | tuple[str, int]]
"""What is put right: whole stages by name, or cells by name and index."""
_CUT: Final = parse_rule("trunc")
_NONE: Final[Choice] = frozenset()


class Account(NamedTuple):
    """What a number stands for by its print, and what it stands for once it and all numbers above it are put right."""

    printed: Value
    right: Value

    @property
    def is_double(self) -> bool:
        """Whether the two differ."""
        return self.printed is not self.right

    def taken(self, *, right: bool | None) -> Value:
        """The right value or what the print stands for; with None, all between them."""
        if right is None and self.is_double:
            return (
                UNKNOWN if isinstance(self.right, Missing) else hull(as_interval(self.printed), as_interval(self.right))
            )
        return self.right if right else self.printed


class CarriedSets:
    """The carried sets of the computed numbers of a document; *wrong* gives the indices of those known as wrong."""

    def __init__(
        self, document: Document, boxes: Boxes, wrong: Callable[[str], Collection[int]], memo: Memo | None = None
    ) -> None:
        self.document = document
        self.boxes = boxes
        self.memo = memo or Memo()
        self._wrong = {stage.name: frozenset(wrong(stage.name)) for stage in document.stages}
        self._accounts: dict[tuple[str, int], Account] = {}
        self._evaluations: dict[tuple[Choice | None, Names | None], Carried] = {}
        self._is_doubtful: dict[str, bool] = {}

    def evaluations(self, stage: Stage, formula: Formula) -> list["Carried"]:
        """One evaluation for each choice of operands that are put right: the first of none, the last of all.

        Where there are too many choices, the last is one in which a number stands for all between its two accounts.
        """
        return [self._evaluation(right) for right in self._choices(stage, formula)]

    def with_only(self, narrowed: Collection[str]) -> "Carried":
        """The evaluation in which these stages stand for their carried sets, and all others for their preimages."""
        return self._evaluation(_NONE, frozenset(narrowed))

    def narrowed(self, stage: Stage, formula: Formula) -> list[str]:
        """The operands of a formula of which some number stands for less than its preimage."""
        found = []
        for operand in shown_operands(self.document, stage, formula):
            numbers = operand.derived
            if isinstance(numbers, DerivedNumbers):
                boxes = self.boxes.array(operand, numbers.block, {}).cells
                if any(self.account(numbers, index).printed is not box for index, box in enumerate(boxes)):
                    found.append(operand.name)
        return found

    def account(self, numbers: DerivedNumbers, index: int) -> Account:
        """What a number of a computed stage stands for."""
        key = numbers.stage.name, index
        if key not in self._accounts:
            self._accounts[key] = self._account(numbers, index)
        return self._accounts[key]

    def is_doubtful(self, stage: Stage) -> bool:
        """Whether the numbers of a stage may have two accounts: it has a wrong number, or a stage above it has."""
        if stage.name not in self._is_doubtful:
            names = (stage.name, *above(self.document, stage))
            self._is_doubtful[stage.name] = any(self._wrong[name] for name in names)
        return self._is_doubtful[stage.name]

    def _choices(self, stage: Stage, formula: Formula) -> Iterator[Choice | None]:
        operands = shown_operands(self.document, stage, formula)
        doubtful = [operand.derived for operand in operands if self.is_doubtful(operand)]
        cells = [
            (numbers.stage.name, index)
            for numbers in doubtful
            if isinstance(numbers, DerivedNumbers)
            for index in range(len(numbers.block.cells))
            if self.account(numbers, index).is_double
        ]
        parts: list[str | tuple[str, int]] = [*cells] if len(cells) <= MOST else [*dict(cells)]
        if len(parts) > MOST:
            return iter((_NONE, None))
        return map(frozenset, chain.from_iterable(combinations(parts, size) for size in range(len(parts) + 1)))

    def _evaluation(self, right: Choice | None, narrowed: Names | None = None) -> "Carried":
        key = right, narrowed
        if key not in self._evaluations:
            self._evaluations[key] = Carried(self, right, narrowed)
        return self._evaluations[key]

    def _account(self, numbers: DerivedNumbers, index: int) -> Account:
        """The account of a number; its preimage in both parts where nothing more is known."""
        stage, number = numbers.stage, numbers.block.cells[index]
        box = self.boxes.array(stage, numbers.block, {}).cells[index]
        if number is None or not isinstance(box, BoundedInterval) or self._is_loose(stage):
            return Account(box, box)
        wrong = self._wrong[stage.name]
        by_formula = [self._given(numbers, formula, index) for formula in (numbers.formula, *stage.also)]
        if not all(by_formula):
            return Account(box, box)
        given = [found for ranges in by_formula for found in ranges]
        printed = None if index in wrong else self._carried(stage, number, box, given)
        if printed is None or (wrong and isinstance(printed, Interval)):
            printed = box  # what gave the wrong numbers of a block may have given this one as well
        if not self.is_doubtful(stage):
            return Account(printed, printed)
        last = by_formula[0][-1]
        if not self._is_shown(stage) or (index not in wrong and overlap(box, last)):
            return Account(printed, printed)
        return Account(printed, self._put_right(stage, number, last))

    def _is_shown(self, stage: Stage) -> bool:
        """Whether all that a stage rests on is printed whole; of anything else the right value is hardly known."""
        rests_on = [self.document.by_name[name] for name in above(self.document, stage)]
        return not any(
            other.formula is None if other.shown is None else other.block is not None and other.block.has_elided
            for other in rests_on
        )

    def _is_loose(self, stage: Stage) -> bool:
        """Whether a stage has a slack or a binary format, so that its preimages are all that is known."""
        rule = self.boxes.tolerance.rule(stage)
        if self.boxes.tolerance.inaccuracy(stage) is not None:
            return True
        is_slack = (stage.within or self.document.within) is not None
        return is_slack or (rule is not None and rule.format is not None)

    def _given(self, numbers: DerivedNumbers, formula: Formula, index: int) -> list[BoundedInterval]:
        """The range that a formula gives in a cell, for each choice of operands; empty if one is unknown or partial."""
        row, column = numbers.block.position(index)

        def value(evaluation: Carried) -> BoundedInterval | None:
            is_reached = evaluation.shape(formula) == numbers.block.shape
            return _bounded(evaluation.cell(formula, row, column).cells[0]) if is_reached else None

        found = [attempt(partial(value, choice), None) for choice in self.evaluations(numbers.stage, formula)]
        known = [box for box in found if box is not None]
        return known if len(known) == len(found) else []

    def _decimals(self, stage: Stage, number: Printed) -> int:
        return self.boxes.tolerance.resolutions[stage.name].decimals_of(number)

    def _put_right(self, stage: Stage, number: Printed, given: BoundedInterval) -> Value:
        """The right value of a number, exact or as the document would print it."""
        if _is_exact(given, self._decimals(stage, number)):
            return given.lo
        ends = (self._prints(stage, number, end) for end in (given.lo, given.hi))
        return reduce(BoundedInterval.joined, ends, given)

    def _prints(self, stage: Stage, number: Printed, value: fmpq) -> BoundedInterval:
        """What the document would print for a value in the place of a number; rounded and cut if it has no rule."""
        tolerance = self.boxes.tolerance
        rounded, decimals = tolerance.reprint(stage, number, value)
        cut = rounded if tolerance.rule(stage) is not None else round_to(value, decimals, _CUT)
        return BoundedInterval(min(rounded, cut), max(rounded, cut))

    def _carried(
        self, stage: Stage, number: Printed, box: BoundedInterval, given: Collection[BoundedInterval]
    ) -> Value | None:
        """The part of a preimage between the print and what formulas give; None if they give nothing in it."""
        within = [found for found in given if overlap(box, found)]
        if not within:
            return None
        decimals, reach = self._decimals(stage, number), reduce(BoundedInterval.joined, within)
        if _is_exact(reach, decimals):
            return reach.lo
        reach = reach.widened(power_of_ten(-decimals - 1), closed=True)
        return box.met(reach.joined(BoundedInterval(number.value, number.value)))


def _is_exact(given: BoundedInterval, decimals: int) -> bool:
    """Whether a range is one number of no more than so many decimals."""
    return given.lo == given.hi and (given.lo * power_of_ten(decimals)).q == 1


class Carried(Possible):
    """Each formula on the carried sets of its operands: ranges.

    What *right* names stands for its right values, everything else for its prints; with None, for all between the two.
    With *narrowed*, only the stages in it stand for carried sets.
    """

    def __init__(self, sets: CarriedSets, right: Choice | None, narrowed: Names | None) -> None:
        super().__init__(sets.document, sets.boxes, _none_misprinted, memo=sets.memo)
        self.sets = sets
        self.right = right
        self.narrowed = narrowed

    def part_source(self, stage: Stage, row: Selector, column: Selector) -> Array | None:
        """A row and a column of what a stage stands for; None if its cells are computed with its formula."""
        part, numbers = super().part_source(stage, row, column), self._computed(stage)
        if part is None or numbers is None:
            return part
        rows = range(numbers.block.rows) if row is None else (row,)
        columns = range(numbers.block.columns) if column is None else (column,)
        return self._carried(numbers, part, [numbers.block.index_of(i, j) for i in rows for j in columns])

    def _shown(self, stage: Stage) -> Array | None:
        shown, numbers = super()._shown(stage), self._computed(stage)
        return shown if shown is None or numbers is None else self._carried(numbers, shown, range(len(shown.cells)))

    def _computed(self, stage: Stage) -> DerivedNumbers | None:
        """The numbers of a computed stage, if they stand for their carried sets here."""
        is_carried = self.narrowed is None or stage.name in self.narrowed
        return stage.derived if is_carried and isinstance(stage.derived, DerivedNumbers) else None

    def _carried(self, numbers: DerivedNumbers, shown: Array, indices: Collection[int]) -> Array:
        name = numbers.stage.name

        def taken(index: int) -> Value:
            is_right = None if self.right is None else name in self.right or (name, index) in self.right
            return self.sets.account(numbers, index).taken(right=is_right)

        cells = tuple(map(taken, indices))
        sources = frozenset([name]) if any(isinstance(cell, Interval) for cell in cells) else frozenset()
        return Array(shown.rows, shown.columns, cells, sources)


def _none_misprinted(_name: str) -> dict[int, Reprint]:
    return {}


def _bounded(value: Value) -> BoundedInterval | None:
    """A number or a range with rational ends, rounded outwards; None if it is unknown, unbounded or partial."""
    if isinstance(value, Number):
        return BoundedInterval(below(value), -below(-value))
    if not isinstance(value, Interval) or value.partial or value.lo is None or value.hi is None:
        return None
    lo, hi = below(value.lo), -below(-value.hi)
    return BoundedInterval(lo, hi, lo_closed=value.lo_closed, hi_closed=value.hi_closed)
