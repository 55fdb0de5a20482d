"""The operands that may be wrong in the place of a number that does not follow from them.

Such an operand is right by hidden digits alone, and without its print the number would be possible. So neither agrees
with the other, and each is possible alone. Where other stages bear out the operand, it has no part in the error.
"""

from collections.abc import Collection
from functools import partial
from typing import Final

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt, cell_of, common_cells, failing
from verifier.numbers.number import Number
from verifier.preimages.boxes import printed_values
from verifier.preimages.readings import Reprint
from verifier.replay.candidates import ENOUGH
from verifier.replay.replay import Replay
from verifier.replay.trials import Trial, with_cell
from verifier.replay.weighing import likelier

MOST_SUSPECTS: Final = 4
"""Maximum number of cells of an operand that need hidden digits: where more do, hidden digits are no surprise."""


def rivals(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int]) -> dict[str, str]:
    """By name of a number (`S`, `S[1,2]`), what it should read if it is wrong and not the *wrong* cells of a stage.

    Empty unless these numbers together explain all of the wrong cells.
    """
    found: dict[str, str] = {}
    left = set(wrong)
    for operand in shown_operands(replay.document, numbers.stage):
        rival = operand.derived
        if isinstance(rival, DerivedNumbers) and not replay.contradicted.get(operand.name):
            for index, fixed in _suspects(replay, rival).items():
                printed, right = _trials(replay, rival, index, fixed)
                freed = set(wrong).difference(at for _, at in right.refuted([numbers]))
                if freed and not _is_borne_out(printed, right, numbers):
                    left -= freed
                    found[_name(rival, index)] = replay.tolerance.show(operand, fixed)
    return {} if left else found


def _name(numbers: DerivedNumbers, index: int) -> str:
    name, block = numbers.stage.name, numbers.block
    return name if len(block.cells) == 1 else "{}[{},{}]".format(name, *block.coordinates(index))


def _suspects(replay: Replay, numbers: DerivedNumbers) -> dict[int, Reprint]:
    """The cells that only hidden digits allow, with what they should show without them."""
    values = [partial(evaluation.of, numbers.formula) for evaluation in (replay.literal, replay.evaluation)]
    missed = [set(failing(replay.tolerance, numbers, value) or ()) for value in values]
    suspects = missed[0] & missed[1]
    array = attempt(values[0], None)
    if array is None or len(suspects) > MOST_SUSPECTS:
        return {}
    found: dict[int, Reprint] = {}
    for cell in common_cells(numbers.block, array.shape):
        value = cell_of(array, cell.row, cell.column)
        if cell.at in suspects and isinstance(value, Number):
            fixed = attempt(partial(replay.tolerance.reprint, numbers.stage, cell.number, value), None)
            found.update({} if fixed is None or fixed.value == cell.number.value else {cell.at: fixed})
    return found


def _trials(replay: Replay, rival: DerivedNumbers, index: int, fixed: Reprint) -> tuple[Trial, Trial]:
    """The trials in which a stage carries on its print, and in which one cell is mended."""
    shown = printed_values(rival.block)
    right = Trial(replay, rival.stage, with_cell(shown, index, fixed.value), {index: fixed})
    return Trial(replay, rival.stage, shown, {}), right


def _is_borne_out(printed: Trial, right: Trial, accused: DerivedNumbers) -> bool:
    """Whether users of a stage, the accused one left out, were computed from its print."""
    for user in printed.replay.users.get(printed.stage.name, ()):
        readings = printed.reading(user), right.reading(user)
        if isinstance(user, DerivedNumbers) and user.stage is not accused.stage and readings[0] and readings[1]:
            odds = likelier(printed.replay.tolerance, user, readings[0], readings[1])
            if odds >= ENOUGH:
                return True
    return False
