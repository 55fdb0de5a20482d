"""A stage as a witness of the givens that it rests on: its numbers that these give, and those that they cannot give."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Final

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Document, Stage
from verifier.evaluation.carried_sets import CarriedSets
from verifier.evaluation.predicates import attempt, prints_as_shown, shown_by, unsettled
from verifier.numbers.array import Array
from verifier.numbers.number import Number, nearby
from verifier.numbers.rounding import Rule
from verifier.numbers.rule_sets import RuleSet
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.replay.accounts import Told, chance
from verifier.replay.givens_by_number import room_of
from verifier.replay.policies import impossible
from verifier.replay.replay import Replay
from verifier.replay.response import Responses, Slopes
from verifier.replay.tellings import SAYS_NOTHING, Answer, Counts, Said, Telling
from verifier.replay.text_habits import doubted_preimage, in_full

MOST_LOOKED_AT: Final = 24
"""Numbers of a stage whose response is computed; each stands for as many others."""
MOST_WEIGHT: Final = 50


class Witness:
    """What the numbers of one stage tell of the givens that it uses.

    What it *said* in another document, where it stands too, is not found again as long as its responses are the same;
    what it says more is added.
    """

    def __init__(
        self,
        replay: Replay,
        responses: Responses,
        exact: CarriedSets,
        numbers: DerivedNumbers,
        said: Said | None = None,
    ) -> None:
        self.replay = replay
        self.exact = exact
        self.tolerance = replay.tolerance
        self.responses = responses
        self.stage, self.formula, self.block = numbers
        self.numbers = numbers
        operands = self.operands = list(shown_operands(replay.document, self.stage))
        self.known = exact.boxes.exact
        self.blocks = frozenset(other.name for other in operands if other.name in self.known)
        above, known = replay.above(self.stage), self.known
        self.under = frozenset(name for name in min(above, known, key=len) if name in above and name in known)
        self.said: Said = {} if said is None else said
        self._told: dict[str, list[Told]] = {}
        self._slopes_asked: list[tuple[int, int, Slopes]] = []
        self.is_direct = all(other.is_given or not _uses(replay.document, other) for other in operands)

    def tell(self) -> Telling:
        """The numbers that tell something, and the count of those that rest on givens alone."""
        if self.array is None:
            return SAYS_NOTHING
        from verifier.replay.later_numbers import told_by_later_numbers

        before = self.responses.left, self.responses.left_to_read
        if self.is_direct and self.tolerance.rule(self.stage) is None:
            self.tolerance = self._by_one_rule(self.array)
        misfits = self.misfits()
        later = list(told_by_later_numbers(self.replay, self.responses, self.numbers, self.array))
        telling, counts = self.literals(), None
        if self.blocks and self.is_direct:
            reproduced = len(self._literally) if telling else 0
            missed = self.tolerance.looks.open_cells(self.stage, self.array)
            proved = missed.intersection(self.replay.proved.get(self.stage.name, ()))
            counts = Counts(self.blocks, reproduced, reproduced + len(proved))
        spent = before[0] - self.responses.left, before[1] - self.responses.left_to_read
        return Telling(misfits, [*later, *telling], counts, spent)

    def misfits(self) -> list[Told]:
        """The numbers that are impossible if all givens are exact, and possible if they are rounded."""
        array = self.array
        return [] if array is None else self._once("misfits", lambda: self._misfits(array))

    def literals(self) -> list[Told]:
        """The numbers that givens at their word print, if others would not, where the stage rests on givens alone."""
        array = self.array
        if array is None or not (self.blocks and self.is_direct):
            return []
        return self._once("literals", lambda: self._literal(array, self._literally))

    def _once(self, what: str, find: Callable[[], Iterator[Told]]) -> list[Told]:
        """What was said before by the same responses, or what is found; of both bounds as much is taken."""
        if what in self._told:
            return self._told[what]
        key = what, self.under, tuple(self.replay.contradicted.get(self.stage.name, ()))
        known, slopes = self.said.get(key), self.responses.slopes
        if known is None or any(slopes(self.formula, *place) is not found for *place, found in known.slopes):
            self._slopes_asked = []
            known = Answer(list(find()), self._slopes_asked)
            self.said[key] = known
        self._told[what] = known.told
        return known.told

    @cached_property
    def array(self) -> Array | None:
        """What givens at their word give; None if none hides digits, or if it has not the shape of the block."""
        found = attempt(partial(self.replay.literal.of, self.formula), None) if self.under else None
        return None if found is None or found.shape != self.block.shape else found

    @property
    def _literally(self) -> list[int]:
        """The indices of the numbers that are as the givens at their word give them."""
        missed = () if self.array is None else self.tolerance.looks.open_cells(self.stage, self.array)
        return [index for index, number in enumerate(self.block.cells) if number and index not in missed]

    def _by_one_rule(self, array: Array) -> Tolerance:
        """The reading by which the stage follows one rule: that by which most numbers are as givens give them.

        If each number could be printed by a rule of its own, a print would tell little.
        """

        def literal_by(rule: Rule) -> int:
            return sum(
                shown_by(self.tolerance, self.stage, number, array.cells[index], rule)
                for index, number in enumerate(self.block.cells)
                if number is not None
            )

        best = max(self.tolerance.rules(self.stage).possible, key=literal_by)
        return self.tolerance.supposing({self.stage.name: RuleSet((best,), (best,))})

    def _literal(self, array: Array, indices: list[int]) -> Iterator[Told]:
        """The numbers that the givens at their word print, a few for all, without those that any givens do."""
        step = max(1, -(-len(indices) // MOST_LOOKED_AT))
        chosen = indices[::step]
        for index in chosen:
            value, target = array.cells[index], self.tolerance.declared_preimages(self.stage)[index]
            if isinstance(value, Number) and target is not None:
                slopes = self._slopes(*self.block.position(index))
                room, weight = (target.lo - nearby(value), target.hi - nearby(value)), _weight(indices, chosen)
                told = Told(self.stage.name, index, is_literal=True, room=room, slopes=slopes, weight=weight)
                if chance(told, self.responses.digits, slopes) < 1:
                    yield told

    def _misfits(self, array: Array) -> Iterator[Told]:
        known = self.replay.contradicted.get(self.stage.name, ())
        replayed = attempt(partial(self.replay.evaluation.of, self.formula), None)
        left = [
            cell
            for cell in unsettled(self.tolerance, self.numbers, array.shape, array, replayed)
            if cell.at not in known and not self._agrees(cell, array, replayed)
        ]
        step = max(1, -(-len(left) // MOST_LOOKED_AT))
        chosen = left[::step]
        for cell in chosen:
            target = doubted_preimage(self.tolerance, self.stage, cell.number)
            found = None if target is None else impossible(self.exact, self.numbers, cell.at, target)
            if found is not None and target is not None:
                slopes = self._slopes(cell.row, cell.column)
                room, weight = room_of(found, target), _weight(left, chosen)
                told = Told(self.stage.name, cell.at, is_literal=False, room=room, slopes=slopes)
                full = in_full(array.cells[cell.at], cell.number, self.formula, self.operands)
                twice = self._is_by_two_rules(cell)
                yield told._replace(weight=weight, under=self.under, in_full=full, by_two_rules=twice)

    def _is_by_two_rules(self, cell: PrintedCell) -> bool:
        """Whether a number of a text is one that no usual rule prints throughout its equality."""
        if self.stage.text is None:
            return False
        from verifier.replay.by_two_rules import is_by_two_rules  # imported here, as few numbers ask for it

        return is_by_two_rules(self.replay, self.numbers, cell.at, cell.number)

    def _slopes(self, row: int, column: int) -> Slopes:
        """The response of a cell to the givens that may be exact."""
        slopes, is_all = self.responses.slopes(self.formula, row, column), len(self.known) == len(self.responses.digits)
        self._slopes_asked.append((row, column, slopes))
        return slopes if is_all else {at: slope for at, slope in slopes.items() if at[0] in self.known}

    def _agrees(self, cell: PrintedCell, *arrays: Array | None) -> bool:
        return any(
            array is not None and prints_as_shown(self.tolerance, self.stage, partial(_itself, array), cell)
            for array in arrays
        )


def _itself(array: Array) -> Array:
    return array


def _weight(all_of: Sequence[object], chosen: Sequence[object]) -> int:
    """How many numbers each of the chosen ones stands for."""
    return min(MOST_WEIGHT, len(all_of) // max(len(chosen), 1))


def _uses(document: Document, stage: Stage) -> bool:
    """Whether a computed stage rests on anything shown."""
    return any(True for _ in shown_operands(document, stage))
