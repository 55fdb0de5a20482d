"""Later numbers that tell of givens: they follow from what givens at their word give, and not from what is printed.

`x` is 1.5, `x * x` is printed 2.52, and 2 more is 4.25. Hidden digits of `x` allow 2.52. Then 4.25 is wrong, and shows
what it does by chance; it is right if `x` is 1.5 and 2.52 is a misprint.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt, unsettled
from verifier.numbers.array import Array
from verifier.numbers.number import Number, nearby
from verifier.numbers.printed import Printed
from verifier.preimages.boxes import printed_values
from verifier.preimages.looks import PrintedCell
from verifier.preimages.reprints import Reprint
from verifier.record import NamedTuple
from verifier.replay.accounts import Told
from verifier.replay.givens_by_number import room_of
from verifier.replay.moved import Hidden
from verifier.replay.replay import Replay
from verifier.replay.response import Responses
from verifier.replay.trials import Trial

MOST_SUSPECTS: Final = 16
"""Maximum number of cells of a stage that are tried."""


class Suspect(NamedTuple):
    """A number that its printed operands do not give: what they give, what that prints, and what it tells of givens."""

    cell: PrintedCell
    value: Number
    fixed: Reprint
    told: Told


def told_by_later_numbers(
    replay: Replay, responses: Responses, numbers: DerivedNumbers, array: Array
) -> Iterator[Told]:
    """The numbers of the users of a stage that its printed numbers do not give, and what its givens give does.

    *array* has the values of the stage on its printed operands.
    """
    users = [user for user in replay.users.get(numbers.stage.name, ()) if isinstance(user, DerivedNumbers)]
    suspects = list(_suspects(replay, responses, numbers, array)) if users else []
    if suspects and len(suspects) <= MOST_SUSPECTS:
        later = _LaterNumbers(replay, responses, numbers)
        for user in users:
            for suspect in suspects:
                yield from later.told(suspect, user)


def _suspects(replay: Replay, responses: Responses, numbers: DerivedNumbers, array: Array) -> Iterator[Suspect]:
    """The numbers of a stage that neither printed nor carried operands give; without those that nothing allows."""
    (stage, formula, _), tolerance = numbers, replay.tolerance
    impossible = set(replay.contradicted.get(stage.name, ())) - replay.proved.get(stage.name, frozenset())
    carried = attempt(partial(replay.evaluation.of, formula), None)
    for cell in unsettled(tolerance, numbers, array.shape, array, carried):
        value, target = array.cells[cell.at], tolerance.widest_preimages(stage)[cell.at]
        if cell.at not in impossible and isinstance(value, Number) and target is not None:
            fixed = attempt(partial(tolerance.reprint, stage, cell.number, value), None)
            slopes = responses.slopes(formula, cell.row, cell.column)
            if slopes and fixed is not None and fixed.value != cell.number.value:
                told = Told(stage.name, cell.at, is_literal=False, room=room_of(value, target), slopes=slopes)
                yield Suspect(cell, value, fixed, told)


class _LaterNumbers:
    """The numbers of the users of one stage; `printed` is what follows from its printed numbers."""

    def __init__(self, replay: Replay, responses: Responses, numbers: DerivedNumbers) -> None:
        self.replay = replay
        self.responses = responses
        self.stage = numbers.stage
        self.shown = printed_values(numbers.block)
        self.printed = Trial(replay, self.stage, self.shown, {})

    def told(self, suspect: Suspect, user: DerivedNumbers) -> Iterator[Told]:
        """What those numbers of a user tell that only the right value of a suspect gives, in full or as printed."""
        at, left = suspect.cell.at, set(self.printed.failing(user) or ()) - {-1}
        refuted = self.printed.refuted(user) if left else []
        for right in (nearby(suspect.value), suspect.fixed.value) if left else ():
            trial = Trial(self.replay, self.stage, self.shown.with_cells({at: right}), {at: suspect.fixed})
            missed = trial.failing(user)
            given = set[int]() if missed is None else left.difference(missed)
            left -= given
            for index in sorted(given):
                yield from self._told(suspect, user, index, trial, is_refuted=index in refuted)

    def _told(
        self, suspect: Suspect, user: DerivedNumbers, index: int, trial: Trial, *, is_refuted: bool
    ) -> Iterator[Told]:
        """What one number tells that a *trial* gives. Another one is a mistake if this, being refuted, is none.

        One that is not refuted may follow from hidden digits of what its formula uses beside the suspect.
        """
        values = [attempt(partial(each.value, user), None) for each in (self.printed, trial)]
        before, after = (None if value is None else value.cells[index] for value in values)
        target = self.replay.tolerance.declared_preimages(user.stage)[index]
        own = {} if is_refuted else self.responses.slopes(user.formula, *user.block.position(index))
        if isinstance(before, Number) and isinstance(after, Number) and target is not None and trial.array is not None:
            right = trial.array.cells[suspect.cell.at]
            by_print = Told(user.stage.name, index, is_literal=False, room=room_of(before, target), slopes=own)
            if own and self._share_a_cause(suspect.told, by_print):
                return
            rate = nearby(after - before) / (nearby(right) - suspect.cell.number.value)
            slopes = own or {place: of * rate for place, of in suspect.told.slopes.items()}
            told = by_print._replace(is_literal=True, room=room_of(after, target), slopes=slopes)
            yield told._replace(instead=suspect.told if is_refuted else None)

    def _share_a_cause(self, suspect: Told, later: Told) -> bool:
        """Whether hidden digits may let both numbers print as shown, the later one by the printed suspect.

        Where they respond to several givens together, it is asked of each number alone.
        """
        digits = self.responses.digits
        for one in (suspect, later):
            ends = [sorted(of * end for end in digits[at[0]][at[1]].widest) for at, of in one.slopes.items()]
            if sum(least for least, _ in ends) > one.room[1] or sum(most for _, most in ends) < one.room[0]:
                return False
        names = {*suspect.slopes, *later.slopes}
        if len(names) > 1:
            return True
        (low, high), (least, most) = (self._shifts(one, *names) for one in (suspect, later))
        return max(low, least) <= min(high, most)

    def _shifts(self, told: Told, of: Hidden) -> tuple[fmpq, fmpq]:
        """How far one given must lie from its print for a number, as far as its slope at the print tells."""
        low, high = sorted(end / told.slopes[of] for end in told.room)
        block = self.replay.document.by_name[of[0]].block
        shown = None if block is None else block.cells[of[1]]
        size = abs(shown.value) if isinstance(shown, Printed) else fmpq(0)
        far = max(abs(low), abs(high))
        unsure = 2 * far * far / size if size else far  # of a quotient, whose slope is that of a square
        return low - unsure, high + unsure
