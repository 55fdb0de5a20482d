"""Judge a number by what its operands can have been, as their own formulas say."""

from collections.abc import Callable, Collection, Iterator
from functools import cached_property, partial
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers
from verifier.evaluation.carried_evaluation import Carried
from verifier.evaluation.carried_sets import CarriedSets
from verifier.evaluation.predicates import attempt, is_apart, is_comparable
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN, Interval, Missing
from verifier.numbers.number import Number
from verifier.proofs.bisection import Refinement, vary_much
from verifier.verdict import Link

MISTAKE: Final = fmpq(1, 50)
"""The chance that a number is a mistake of its own."""
CHANCE: Final = fmpq(1, 1000)


class ChainJudge:
    """Judges the numbers of a stage by the carried sets of the operands of one of its formulas.

    *open_cells* gives the indices of the numbers that the printed operands do not settle. *nearest* are the sets of an
    author who rounds all to nearest.
    """

    def __init__(
        self,
        sets: CarriedSets,
        numbers: DerivedNumbers,
        open_cells: Callable[[], Collection[int]],
        nearest: CarriedSets | None = None,
    ) -> None:
        self.sets, self.numbers, self.nearest = sets, numbers, nearest
        self.open_cells = open_cells
        self.stage, self.formula, self.block = numbers
        self.operands = list(shown_operands(sets.document, self.stage, self.formula))
        self.is_empty = not any(isinstance(operand.derived, DerivedNumbers) for operand in self.operands)
        """Whether no operand is computed, so that the preimages say all."""
        self.is_doubtful = any(sets.is_doubtful(operand.name) for operand in self.operands)
        """Whether the author may have gone on from right values; else what the preimages refute is refuted."""

    def refutes(self, index: int, target: Interval) -> bool:
        """Whether no number of the target comes from what computed operands can have been; raises Uncertain."""
        return not self.is_empty and all(is_apart(self._at(account, index), target) for account in self._accounts)

    def denies(self, index: int, declared: Interval) -> bool:
        """Whether no number of the declared preimage comes from that, also of an author who rounds as that says."""
        return self.refutes(index, declared) or (
            self._to_nearest is not None and self._to_nearest.refutes(index, declared)
        )

    @cached_property
    def _to_nearest(self) -> "ChainJudge | None":
        """The judge by numbers rounded to nearest, where those of the stage are so by all its likely rules."""
        likely = () if self.nearest is None else self.sets.boxes.tolerance.rules(self.stage).likely
        if self.nearest is None or not all(rule.is_to_nearest for rule in likely):
            return None
        return ChainJudge(self.nearest, self.numbers, self.open_cells)

    def refutes_in_parts(self, index: int, target: Interval) -> bool:
        """Whether each part of the carried sets of the operands refutes a number that all together do not."""
        if len(self._accounts) > 1 or not self._narrowed or self._varies_much:
            return False
        return attempt(lambda: self._refinement.reaches(*self.block.position(index), target) is False, fallback=False)

    def meets(self, index: int, target: Interval) -> bool:
        """Whether it is known that some choice of the operands gives a number of the target."""
        return any(
            attempt(partial(self._attains, account, index, target), fallback=False) for account in self._accounts
        )

    def meets_by_right(self, index: int, target: Interval) -> bool:
        """Whether right values in the place of wrong ones are known to give a number of the target, and prints not."""
        rights = self._choices[1:] if self.is_doubtful else ()
        if rights and attempt(partial(self._attains, self._choices[0], index, target), fallback=False):
            return False
        return any(attempt(partial(self._attains, account, index, target), fallback=False) for account in rights)

    def range(self, index: int, target: Interval) -> Value:
        """The range of a cell by the first account that allows it, or else by the prints; UNKNOWN if not computed."""
        ranges = [attempt(partial(self._at, account, index), UNKNOWN) for account in self._accounts]
        allowed = (value for value in ranges if not attempt(partial(is_apart, value, target), fallback=True))
        return next(allowed, ranges[0])

    def left(self, index: int, target: Interval | None, possible: Value | None) -> Value | None:
        """What is *possible* of a number by all preimages, or what the formulas of computed operands leave of that."""
        if target is None or self.is_empty or not isinstance(possible, Interval):
            return possible
        left = self.range(index, target)
        return possible if isinstance(left, Missing) else left

    def links(self, index: int, target: Interval) -> tuple[Link, ...]:
        """The operands that refute a cell by their carried sets, without those that it takes no more of."""
        names = self._narrowed
        for name in names:
            fewer = [other for other in names if other != name]
            if attempt(partial(self._is_apart, self.sets.with_only(fewer), index, target), fallback=False):
                names = fewer
        return tuple(self._link(name) for name in names)

    @cached_property
    def _accounts(self) -> list[Carried]:
        """What the author may have gone on from: the prints, or right values that explain what the prints do not.

        Right values explain a stage if the numbers that they leave impossible, each a mistake of its own with a chance
        of MISTAKE, are not a thousand times less likely than that the others fit them by chance, each one in two.
        """
        by_prints, *others = self._choices
        if not others:
            return [by_prints]
        impossible = [index for index in self.open_cells() if self._is_impossible(by_prints, index)]
        return [by_prints, *(other for other in others if self._explains(other, impossible))]

    def _explains(self, other: Carried, impossible: Collection[int]) -> bool:
        left = sum(self._is_impossible(other, index) for index in impossible)
        return left < len(impossible) and 2 ** (len(impossible) - left) * MISTAKE**left >= CHANCE

    def _is_impossible(self, account: Carried, index: int) -> bool:
        """Whether one account of the operands refutes a number."""
        target = self.sets.boxes.tolerance.widest_preimages(self.stage)[index]
        is_apart_now = partial(self._is_apart, account, index)
        return target is not None and attempt(partial(is_apart_now, target), fallback=False)

    @cached_property
    def _choices(self) -> list[Carried]:
        return self.sets.evaluations(self.stage, self.formula)

    @cached_property
    def _narrowed(self) -> list[str]:
        return self.sets.narrowed(self.stage, self.formula)

    @cached_property
    def _varies_much(self) -> bool:
        """Whether more numbers of the operands vary than a refinement takes; no more are looked at than tell this."""
        return attempt(lambda: vary_much(cell for row in self._rows() for cell in row.cells), fallback=True)

    def _rows(self) -> Iterator[Array]:
        """What the operands stand for, row by row."""
        for name in self._shown:
            rows, _ = self._choices[0].size(name)
            yield from (self._choices[0].operand_part(name, row, None) for row in range(rows))

    @property
    def _shown(self) -> list[str]:
        return [operand.name for operand in self.operands if operand.numbers is not None]

    @cached_property
    def _refinement(self) -> Refinement:
        boxes = {name: self._choices[0].operand(name) for name in self._shown}
        return Refinement(self.sets.document, self.formula, boxes, self.sets.memo)

    def _at(self, evaluation: Carried, index: int) -> Value:
        row, column = self.block.position(index)
        rows, columns = evaluation.shape(self.formula)
        is_alike = is_comparable(self.block.shape, (rows, columns), self.formula)
        reaches = row < rows and column < columns and is_alike
        return evaluation.cell(self.formula, row, column).cells[0] if reaches else UNKNOWN

    def _attains(self, account: Carried, index: int, target: Interval) -> bool:
        array = account.cell(self.formula, *self.block.position(index))
        cell = array.cells[0]
        is_attained = isinstance(cell, Number) or (isinstance(cell, Interval) and array.exact and not cell.partial)
        return is_attained and not is_apart(cell, target)

    def _is_apart(self, evaluation: Carried, index: int, target: Interval) -> bool:
        return is_apart(self._at(evaluation, index), target)

    def _link(self, name: str) -> Link:
        cells = self._choices[0].operand(name).cells
        is_exact = not any(isinstance(cell, Interval | Missing) for cell in cells)
        return Link(name, cells[0] if len(cells) == 1 else None, is_exact)
