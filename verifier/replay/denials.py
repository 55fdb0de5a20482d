"""Cells that hidden digits would allow, and that the stages which use them prove to be misprinted.

Such a cell and a user of it cannot both be right. The cell is wrong if what uses it fits the value of its formula and
not its print, at odds of a thousand to one for each cell that is tried.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.model import DerivedBlock, DerivedNumbers
from verifier.evaluation.predicates import attempt, cell_of, common_cells
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN
from verifier.numbers.number import Number
from verifier.preimages.boxes import printed_values
from verifier.preimages.looks import PrintedCell
from verifier.preimages.reprints import Reprint
from verifier.replay.candidates import ENOUGH, MISTAKE
from verifier.replay.carrying import Carrying
from verifier.replay.trials import Trial, odds
from verifier.replay.weighing import surprise

MOST_SUSPECTS: Final = 16
"""Maximum number of cells of a stage that are tried."""
ONE: Final = fmpq(1)
FEWEST: Final = 2
"""The least number of wrong cells of which some can be misprints and others not."""


def denied(
    replay: Carrying,
    numbers: DerivedNumbers,
    suspects: Collection[int],
    value: Callable[[], Array],
    users: list[DerivedBlock],
) -> dict[int, Reprint]:
    """The *suspects* of a stage that its users prove to be misprinted, by index, with what they should show.

    *value* gives the values of the formula. Each suspect is tried alone: some user must be impossible with its print.
    """
    array = attempt(value, None)
    if array is None or not suspects or len(suspects) > MOST_SUSPECTS:
        return {}
    denials = Denials(replay, numbers, users)
    if not any(denials.printed.failing(user) for user in users):
        return {}
    cells = [cell for cell in common_cells(numbers.block, array.shape, numbers.formula) if cell.at in suspects]
    rights = {cell.at: cell_of(array, cell.row, cell.column) for cell in cells}
    found = {cell.at: denials.right(cell, rights[cell.at], ENOUGH * len(cells)) for cell in cells}
    return {index: fixed for index, fixed in found.items() if fixed is not None}


def borne_out(
    replay: Carrying, numbers: DerivedNumbers, value: Callable[[], Array], users: list[DerivedBlock]
) -> frozenset[int]:
    """The contradicted cells of a stage whose right values its users fit, each tried alone, and not their prints.

    They need the odds of a misprint each, and no cell of a user may be impossible that is possible by the prints. A
    stage of which all later numbers tell the same is a misprint as a whole, or none.
    """
    wrong, fixed = replay.contradicted[numbers.stage.name], replay.reprints[numbers.stage.name]
    if not FEWEST <= len(wrong) <= MOST_SUSPECTS:
        return frozenset()
    array = attempt(value, None)
    denials = Denials(replay, numbers, users)
    if array is None or not any(denials.printed.failing(user) for user in users):
        return frozenset()
    cells = [cell for cell in common_cells(numbers.block, array.shape, numbers.formula) if cell.at in wrong]
    values = {cell.at: cell_of(array, cell.row, cell.column) for cell in cells if cell.at in fixed}
    rights = {at: value for at, value in values.items() if isinstance(value, Number)}
    least: fmpq = fmpq(ENOUGH * len(wrong)) / MISTAKE

    def is_borne_out(at: int) -> bool:
        return any(denials.odds_of(at, each, fixed[at], least) for each in _carried(fixed[at], rights[at]))

    return frozenset(filter(is_borne_out, rights))


def _carried(fixed: Reprint, value: Number) -> tuple[Number, ...]:
    """What users can have had of a right number: its print, and its *value* where that has more digits."""
    return (fixed.value,) if value == fixed.value else (fixed.value, value)


class Denials:
    """What the users of a stage say of its cells, each tried alone."""

    def __init__(self, replay: Carrying, numbers: DerivedNumbers, users: list[DerivedBlock]) -> None:
        self.replay = replay
        self.numbers = numbers
        self.users = users
        self.shown = printed_values(numbers.block)
        self.printed = Trial(replay, numbers.stage, self.shown, {})

    def right(self, cell: PrintedCell, value: Value, enough: int) -> Reprint | None:
        """What a cell should show if its formula gives *value*, and the users deny its print at the odds *enough*."""
        if not isinstance(value, Number):
            return None
        fixed = attempt(partial(self.replay.tolerance.reprint, self.numbers.stage, cell.number, value), None)
        if fixed is None or fixed.value == cell.number.value:
            return None
        return fixed if self.odds(cell, value, fixed) >= enough else None

    def odds(self, cell: PrintedCell, value: Number, fixed: Reprint) -> fmpq:
        """The odds by the users of a cell that its formula gave *value*, printed as *fixed*, and not what it shows."""
        likelier = max(self.odds_of(cell.at, each, fixed) for each in _carried(fixed, value))
        if likelier <= 1:
            return likelier
        formula = self.numbers.formula
        box = attempt(lambda: cell_of(self.replay.ranges.of(formula), cell.row, cell.column), UNKNOWN)
        return likelier * surprise(self.replay.tolerance, self.numbers, cell, value, box)

    def odds_of(self, at: int, value: Number, fixed: Reprint, least: fmpq = ONE) -> fmpq:
        """The odds for a value in the place of a print, if they are above one and no less than the *least* that count.

        0 if they are not, or unless that print makes more cells of users impossible.
        """
        trial = Trial(self.replay, self.numbers.stage, self.shown.with_cells({at: value}), {at: fixed})
        found = odds(trial, self.printed, self.users)
        is_freed = found > 1 and found >= least and trial.refutes_less(self.printed, self.users)
        return found if is_freed else fmpq(0)
