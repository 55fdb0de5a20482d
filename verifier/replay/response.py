"""How a computed number responds to the digits that givens hide, to first order.

One hidden digit is moved at a time, as far as the print allows, and the number is computed again from the cells that it
rests on. Sums and products respond so exactly; other formulas nearly, as hidden digits are small.
"""

from collections.abc import Collection, Mapping
from functools import cached_property, partial
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.memo import Memo
from verifier.evaluation.on_demand import Parts
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, Expression, Name
from verifier.numbers.array import Value
from verifier.numbers.number import Number, nearby
from verifier.preimages.boxes import printed_values
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.replay.hidden_digits import HiddenDigits, hidden_digits
from verifier.replay.moved import Hidden, Moved, place_in, share
from verifier.replay.rearranged import Rearranged
from verifier.replay.singles import singles
from verifier.rewriting.definitions import inlined

Slopes: TypeAlias = Mapping[Hidden, fmpq]
"""By the givens that a number rests on, how much it changes where one of them changes by 1."""

MOST_EVALUATIONS: Final = 4_000
"""For one document; numbers beyond are said to respond to nothing, which makes them no evidence."""

MOST_READ: Final = 4_000_000
"""The same in givens read: each evaluation reads at least all those of a block that are moved one by one."""

MOST_APART: Final = 32
"""Numbers of one block that are moved one by one; more are first moved together, to see if anything changes."""


_Asked: TypeAlias = tuple[Formula, int, int]


class _Paid(NamedTuple):
    """A response that was computed in full, and what that took of both bounds."""

    slopes: Slopes
    evaluations: int
    read: int


class Responses:
    """The responses of the numbers of one document to its givens, computed when they are asked for and kept.

    A number responds through stages that show nothing, and through those that are printed with all their digits. What
    was computed in full before counts as if it were computed again.
    """

    def __init__(
        self,
        document: Document,
        tolerance: Tolerance,
        literal: Evaluation,
        known: "Responses | None" = None,
        standing: Collection[str] = (),
    ) -> None:
        """The responses of a document; *known* are those of the same, or of another one with the stages *standing*."""
        self.document = document
        self.tolerance = tolerance
        self.literal = literal
        self.left = MOST_EVALUATIONS
        self.left_to_read = MOST_READ
        self._memo = Memo()
        self._rearranged = Rearranged(literal)
        self._known = known
        self._standing = standing
        self._exact: dict[str, bool] = {}
        self._kept: dict[_Asked, Slopes] = {}
        self.paid: dict[_Asked, _Paid] = {} if known is None else self._paid_for(known)
        self._is_full = True  # whether nothing was refused since the last response was asked for

    @cached_property
    def digits(self) -> dict[str, dict[int, HiddenDigits]]:
        """The givens that may hide digits."""
        if self._known is not None and self._known.document is self.document:
            return self._known.digits
        known = {} if self._known is None else {name: self._known.digits.get(name) for name in self._standing}
        return hidden_digits(self.document, self.tolerance, known)

    def slopes(self, formula: Formula, row: int, column: int) -> Slopes:
        """The response of one cell, counted from 0; empty where it cannot be computed or too much was."""
        key = formula, row, column
        if key not in self._kept:
            paid = self.paid.get(key)
            self._kept[key] = self._found(key) if paid is None else self._found_again(key, paid)
        return self._kept[key]

    def _paid_for(self, known: "Responses") -> dict[_Asked, _Paid]:
        """What was computed in full for others and is the same here."""
        if known.document is self.document:
            return dict(known.paid)
        formulas = {self.document.by_name[name].formula for name in self._standing}
        return {asked: paid for asked, paid in known.paid.items() if asked[0] in formulas}

    def spend(self, evaluations: int, read: int) -> None:
        """Take from both bounds what responses took that are not asked for again."""
        self.left -= evaluations
        self.left_to_read -= read

    def _found_again(self, key: _Asked, paid: _Paid) -> Slopes:
        if paid.evaluations > self.left or paid.read > self.left_to_read:
            return self._found(key)
        self.spend(paid.evaluations, paid.read)
        return paid.slopes

    def _found(self, key: _Asked) -> Slopes:
        left, left_to_read, self._is_full = self.left, self.left_to_read, True
        slopes = self._slopes(*key)
        if self._is_full and self.left >= 0:
            self.paid[key] = _Paid(slopes, left - self.left, left_to_read - self.left_to_read)
        return slopes

    def _slopes(self, formula: Formula, row: int, column: int) -> Slopes:
        expression = inlined(formula.expression, self._spelled_out)
        for known in (self._of_shown, self._of_sum, self._of_product, self._of_singles):
            if (slopes := known(expression, row, column)) is not None:
                return slopes
        value = partial(self._value, expression, row, column)

        def moved(steps: Mapping[Hidden, fmpq]) -> Value:
            return value(Moved(self.literal, steps))

        start = Moved(self.literal, {})
        here = value(start)
        found: dict[Hidden, fmpq] = {}
        for numbers in self._numbers_of(start):
            steps = {(name, index): self.digits[name][index].farthest for name, index in numbers}
            if len(steps) > MOST_APART and moved({at: step * share(at[1]) for at, step in steps.items()}) == here:
                continue
            if not isinstance(here, Number) or not self._may_move(len(steps)):
                return {}
            for at, step in steps.items():
                there = moved({at: step}) if step else here
                if self.left < 0 or not isinstance(there, Number):
                    return {}
                if step:
                    found[at] = nearby(there - here) / step
        return {at: slope for at, slope in found.items() if slope}

    def _of_shown(self, expression: Expression, row: int, column: int) -> Slopes | None:
        """The response of a cell that shows a number of a block in another place: that of the number; else None.

        It counts as if all numbers of the block were moved.
        """
        shown = self._rearranged.shown(expression, row, column)
        if shown is None:
            return None
        name, index = shown
        value = attempt(lambda: self.literal.operand(name).cells[index], None)
        count, is_moved = len(self.digits.get(name, {})), self._is_moved(name, index)
        self.left -= 1 + (count > MOST_APART)
        if not count or (count > MOST_APART and not is_moved):
            return {}
        if not isinstance(value, Number) or not self._may_move(count):
            return {}
        steps = sum(bool(digits.farthest) for digits in self.digits[name].values())
        self.left -= min(steps, max(self.left + 1, 1))
        return {shown: fmpq(1)} if is_moved and self.left >= 0 else {}

    def _is_moved(self, name: str, index: int) -> bool:
        return index in self.digits.get(name, {}) and bool(self.digits[name][index].farthest)

    def _of_sum(self, expression: Expression, row: int, column: int) -> Slopes | None:
        """The response of a cell of a sum or a difference of blocks of one shape, or of its transpose; else None."""
        match expression:
            case Apply("transpose", (Apply() as inner,), ()):
                return self._of_sum(inner, column, row)
            case Apply("add" | "subtract" as name, (Name(one), Name(other)), ()):
                arrays = [attempt(partial(self.literal.operand, of), None) for of in (one, other)]
            case _:
                return None
        shapes = {None if array is None else array.shape for array in arrays}
        found: dict[Hidden, fmpq] = {}
        for of, array, sign in zip((one, other), arrays, (1, 1 if name == "add" else -1), strict=True):
            if array is None or len(shapes) > 1 or row >= array.rows or column >= array.columns:
                return None
            index = array.index_of(row, column)
            if not isinstance(array.cells[index], fmpq):
                return None
            if self._is_moved(of, index):
                found[of, index] = found.get((of, index), fmpq(0)) + sign
        return {at: slope for at, slope in found.items() if slope}

    def _of_singles(self, expression: Expression, row: int, column: int) -> Slopes | None:
        """The response of a formula of single numbers, counted as its evaluations would be; None of any other."""
        if (row, column) != (0, 0) or (numbers := singles(expression, self.literal)) is None:
            return None
        self.left -= 1
        from verifier.sources.expressions.solving import value_at  # imported here, as few documents have such formulas

        here, found = value_at(expression, numbers), dict[Hidden, fmpq]()
        for name in (name for name in numbers if 0 in self.digits.get(name, ())):
            if here is None or not self._may_move(1):
                return {}
            step = self.digits[name][0].farthest
            self.left -= bool(step)
            there = value_at(expression, {**numbers, name: numbers[name] + step})
            if self.left < 0 or there is None:
                return {}
            found[name, 0] = fmpq((there - here) / step) if step else step
        return {at: slope for at, slope in found.items() if slope}

    def _value(self, expression: Expression, row: int, column: int, operands: Moved) -> Value:
        """One cell of an evaluation, which is counted; None if it cannot be computed."""
        self.left -= 1
        shown = self._rearranged.shown(expression, row, column)
        if shown is not None:
            return attempt(lambda: operands.operand(shown[0]).cells[shown[1]], None)
        parts = Parts(expression, Points(), operands, self._memo)
        return attempt(lambda: parts.cell(row, column).cells[0], None)

    def _may_move(self, count: int) -> bool:
        """Whether so many givens of one block may still be moved one by one; they are counted if so."""
        if count**2 > self.left_to_read:
            self._is_full = False
            return False
        self.left_to_read -= count**2
        return True

    def _of_product(self, expression: Expression, row: int, column: int) -> Slopes | None:
        """The response of a cell of a product of two blocks: each factor of a sum responds as the other one is.

        None of any other formula, and where a factor is no rational.
        """
        match expression:
            case Apply("matmul", (left, right), ()):
                lines = self._line(left, row, axis=0), self._line(right, column, axis=1)
            case _:
                return None
        (one, factors), (other, others) = lines
        if one == other or not factors or len(factors) != len(others):
            return None
        found: dict[Hidden, fmpq] = {}
        for name, own, beside in ((one, factors, others), (other, others, factors)):
            digits = self.digits.get(name, {})
            for (index, _), (_, slope) in zip(own, beside, strict=True):
                if slope and index in digits and digits[index].farthest:
                    found[name, index] = slope
        return found

    def _line(self, factor: Expression, at: int, *, axis: int) -> tuple[str, list[tuple[int, fmpq]]]:
        """The name of a block and the cells of its row, or with axis 1 of its column, each with its index.

        The block may be transposed; none of any other factor, and where some cell is no rational.
        """
        match factor:
            case Apply("transpose", (Name() as block,), ()):
                return self._line(block, at, axis=1 - axis)
            case Name(name):
                array = attempt(partial(self.literal.operand, name), None)
            case _:
                return "", []
        if array is None or at >= array.shape[axis]:
            return name, []
        count = array.shape[1 - axis]
        places = [array.index_of(at, k) if axis == 0 else array.index_of(k, at) for k in range(count)]
        line = [(index, array.cells[index]) for index in places]
        return name, line if all(isinstance(value, fmpq) for _, value in line) else []

    def _spelled_out(self, name: str) -> Expression | None:
        """The formula of a stage that shows nothing, or exactly what its formula gives; None of any other."""
        stage = self.document.by_name[name]
        is_through = stage.formula is not None and (stage.shown is None or self._is_exact(stage))
        return stage.formula.expression if is_through and stage.formula is not None else None

    def _is_exact(self, stage: Stage) -> bool:
        """Whether all numbers of a computed stage are printed with all digits that its printed operands give."""
        if stage.name not in self._exact:
            found = None if stage.printed is None else attempt(partial(self.literal.value, stage.name), None)
            shown = None if stage.printed is None else printed_values(stage.printed)
            self._exact[stage.name] = (
                found is not None
                and shown is not None
                and found.shape == shown.shape
                and all(isinstance(cell, fmpq) and cell == shown.cells[at] for at, cell in enumerate(found.cells))
            )
        return self._exact[stage.name]

    def _numbers_of(self, start: Moved) -> list[list[Hidden]]:
        """The givens with hidden digits in the parts of operands that were asked for, by stage."""
        found: dict[str, dict[Hidden, None]] = {}
        for name, row, column in start.asked:
            block = self.document.by_name[name].printed
            for index in self.digits.get(name, ()) if block is not None else ():
                if block is not None and place_in(block.position(index), row, column) is not None:
                    found.setdefault(name, {})[name, index] = None
        return [list(numbers) for numbers in found.values()]
