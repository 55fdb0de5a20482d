"""The numbers that may be wrong in the place of one that does not follow from them.

Such a number is right by hidden digits alone, and without its print the other would be possible. So neither agrees
with the other, and each is possible alone. Where other stages bear it out, it has no part in the error.
"""

from collections.abc import Collection
from functools import partial
from typing import Final, NamedTuple

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers
from verifier.evaluation.carried_sets import CarriedSets
from verifier.evaluation.predicates import PrintedCell, attempt, cell_of, common_cells, failing
from verifier.judging.chains import ChainJudge
from verifier.numbers.number import Number
from verifier.preimages.boxes import Boxes, printed_values
from verifier.preimages.reprints import Reprint
from verifier.replay.candidates import ENOUGH
from verifier.replay.denials import Denials
from verifier.replay.replay import Replay
from verifier.replay.trials import Trial, with_cell
from verifier.replay.weighing import likelier

LIKELIER: Final = 10
"""Odds at which a number is called likelier to be wrong."""
MOST_SUSPECTS: Final = 4
"""Maximum number of cells of an operand that need hidden digits: where more do, hidden digits are no surprise."""


class Rivals(NamedTuple):
    """By name of a number (`S`, `S[1,2]`), what it should read if it is wrong in the place of others.

    `are_likelier` says that it is, for all of them, by what is computed from them.
    """

    reads: dict[str, str]
    are_likelier: bool = False


def rivals(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int], *, by_chain: bool) -> Rivals:
    """The numbers that may be wrong in the place of the *wrong* cells of a stage.

    None unless these numbers together explain all of the wrong cells. Where the formulas above the operands take part
    (*by_chain*), any number above may be one.
    """
    found: dict[str, str] = {}
    odds: list[fmpq] = []
    left = set(wrong)
    operands = {operand.name for operand in shown_operands(replay.document, numbers.stage)}
    names = replay.above(numbers.stage) if by_chain else operands
    doubtful = (replay.document.by_name[name] for name in names if not replay.contradicted.get(name))
    for operand in sorted(doubtful, key=lambda stage: (stage.line, stage.column, stage.name)):
        rival = operand.derived
        if isinstance(rival, DerivedNumbers):
            for index, (value, fixed) in _suspects(replay, rival).items():
                freed = _freed(replay, rival, index, numbers, wrong)
                if freed and not _is_borne_out(replay, rival, index, fixed, numbers):
                    left -= freed
                    found[_name(rival, index)] = replay.tolerance.show(operand, fixed)
                    odds.append(_odds(replay, rival, index, value, fixed))
    return Rivals({}) if left else Rivals(found, bool(odds) and min(odds) >= LIKELIER)


def _odds(replay: Replay, rival: DerivedNumbers, index: int, value: Number, fixed: Reprint) -> fmpq:
    """The odds, by all that is computed from a number, that it is wrong."""
    number = rival.block.cells[index]
    if number is None:
        return fmpq(0)
    denials = Denials(replay, rival, replay.users.get(rival.stage.name, []))
    return denials.odds(PrintedCell(index, *rival.block.position(index), number), value, fixed)


def _freed(
    replay: Replay, rival: DerivedNumbers, index: int, numbers: DerivedNumbers, wrong: Collection[int]
) -> set[int]:
    """The wrong cells that are possible if one number above them is wrong."""
    document, name = replay.document, rival.stage.name

    def known(other: str) -> frozenset[int]:
        return replay.known_wrong(other) | ({index} if other == name else frozenset[int]())

    def is_doubtful(other: str) -> bool:
        is_below = other == name or name in replay.above(document.by_name[other])
        return is_below or replay.right.is_doubtful(other)

    sets = CarriedSets(document, Boxes(replay.tolerance), known, is_doubtful, replay.memo)
    judge = ChainJudge(sets, numbers, lambda: wrong)
    targets = ((at, replay.tolerance.widest_preimages(numbers.stage)[at]) for at in wrong)
    return {
        at
        for at, target in targets
        if target is not None and not attempt(partial(judge.refutes, at, target), fallback=True)
    }


def _name(numbers: DerivedNumbers, index: int) -> str:
    name, block = numbers.stage.name, numbers.block
    return name if len(block.cells) == 1 else "{}[{},{}]".format(name, *block.coordinates(index))


def _suspects(replay: Replay, numbers: DerivedNumbers) -> dict[int, tuple[Number, Reprint]]:
    """The cells that only hidden digits allow, with their values without them and what these print."""
    values = [partial(evaluation.of, numbers.formula) for evaluation in (replay.literal, replay.evaluation)]
    missed = [set(failing(replay.tolerance, numbers, value) or ()) for value in values]
    suspects = missed[0] & missed[1]
    array = attempt(values[0], None)
    if array is None or len(suspects) > MOST_SUSPECTS:
        return {}
    found: dict[int, tuple[Number, Reprint]] = {}
    for cell in common_cells(numbers.block, array.shape):
        value = cell_of(array, cell.row, cell.column)
        if cell.at in suspects and isinstance(value, Number):
            fixed = attempt(partial(replay.tolerance.reprint, numbers.stage, cell.number, value), None)
            if fixed is not None and fixed.value != cell.number.value:
                found[cell.at] = value, fixed
    return found


def _is_borne_out(replay: Replay, rival: DerivedNumbers, index: int, fixed: Reprint, accused: DerivedNumbers) -> bool:
    """Whether users of a number, the accused ones left out, were computed from its print and not from *fixed*."""
    shown = printed_values(rival.block)
    printed = Trial(replay, rival.stage, shown, {})
    right = Trial(replay, rival.stage, with_cell(shown, index, fixed.value), {index: fixed})
    for user in replay.users.get(rival.stage.name, ()):
        readings = printed.reading(user), right.reading(user)
        if isinstance(user, DerivedNumbers) and user.stage is not accused.stage and readings[0] and readings[1]:
            odds = likelier(replay.tolerance, user, readings[0], readings[1])
            if odds >= ENOUGH:
                return True
    return False
