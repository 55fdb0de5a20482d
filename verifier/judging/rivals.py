"""The numbers that may be wrong in the place of one that does not follow from them.

Such a number is right by hidden digits alone, and without its print the other would be possible. So neither agrees
with the other, and each is possible alone. Where other stages bear it out, it has no part in the error.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import islice, zip_longest
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.carried_sets import CarriedSets, Flaws
from verifier.evaluation.predicates import attempt, cell_of, common_cells, failing
from verifier.judging.chains import ChainJudge
from verifier.judging.instead import Accused, Cell, Proposal, holds, solved
from verifier.numbers.array import Array
from verifier.numbers.number import Number
from verifier.numbers.rounding import NEAREST_RULE
from verifier.numbers.rule_sets import ANY_RULE
from verifier.preimages.boxes import Boxes, printed_values
from verifier.preimages.exact_prints import text_in
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.record import NamedTuple
from verifier.replay.candidates import ENOUGH
from verifier.replay.denials import Denials
from verifier.replay.replay import Replay
from verifier.replay.trials import Trial
from verifier.replay.weighing import likelier

LIKELIER: Final = 10
"""Odds at which a number is called likelier to be wrong."""
MOST_SUSPECTS: Final = 4
"""Maximum number of cells of an operand that need hidden digits: where more do, hidden digits are no surprise."""
MOST_RIVALS: Final = 8
"""Maximum number of cells that are tried in the place of the wrong cells of a stage."""


class Rivals(NamedTuple):
    """By name of a number (`S`, `S[1,2]`), what it should read if it is wrong in the place of others.

    Each is wrong alone, or else all of them *together*. `are_likelier` says that they are, by what is computed from
    them; of `solved` ones only that number is known which agrees with the others, and not the one that is right.
    The one that is `of_given` stands in a given, and makes other wrong numbers right too.
    """

    reads: dict[str, str]
    are_likelier: bool = False
    together: bool = False
    solved: frozenset[str] = frozenset()
    of_given: bool = False


class Rival(NamedTuple):
    """A number that may be wrong in the place of others: the wrong cells that it frees, and what it could show."""

    numbers: DerivedNumbers
    at: int
    freed: set[int]
    proposals: list[Proposal]

    @property
    def place(self) -> Cell:
        """The name of its stage, and its index."""
        return self.numbers.stage.name, self.at


def rivals(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int], *, by_chain: bool) -> Rivals:
    """The numbers that may be wrong in the place of the *wrong* cells of a stage.

    Each must explain all of the wrong cells, or else all together must, and no number is named that what it should
    read leaves wrong. Where the formulas above the operands take part (*by_chain*), any number above may be one.
    """
    accused = Accused(numbers, wrong)
    found = list(islice(_found(replay, accused, by_chain=by_chain), MOST_RIVALS))
    alone = [rival for rival in found if rival.freed.issuperset(wrong)]
    settled = [(rival, made) for rival in alone if (made := _agreeing(replay, [rival], accused))]
    together = not alone and set(wrong) <= set().union(*(rival.freed for rival in found))
    if together and (made := _agreeing(replay, found, accused)):
        settled = [(rival, [one]) for rival, one in zip(found, made, strict=True)]
    odds = [_odds(replay, rival, *proposals) for rival, proposals in settled]
    return Rivals(
        {_name(rival): _text(replay, rival, proposal) for rival, (proposal,) in settled},
        bool(odds) and min(odds) >= LIKELIER,
        together,
        frozenset(_name(rival) for rival, (proposal,) in settled if proposal.is_solved),
    )


def _found(replay: Replay, accused: Accused, *, by_chain: bool) -> Iterator[Rival]:
    """The numbers that each leave some of the wrong cells possible if they are wrong, in the order of the file."""
    numbers, wrong = accused
    operands = {operand.name for operand in shown_operands(replay.document, numbers.stage)}
    names = replay.above(numbers.stage) if by_chain else operands
    doubtful = (replay.document.by_name[name] for name in names if not replay.contradicted.get(name))
    for operand in sorted(doubtful, key=lambda stage: (stage.line, stage.column, stage.name)):
        if isinstance(operand.derived, DerivedNumbers):
            for index, proposals in _suspects(replay, operand.derived).items():
                freed = _freed(replay, operand.derived, index, numbers, wrong)
                if freed:
                    other = solved(replay, operand.derived, index, proposals[0].value, accused._replace(wrong=freed))
                    yield Rival(operand.derived, index, freed, [*proposals, *([other] if other else [])])


def _agreeing(replay: Replay, found: Sequence[Rival], accused: Accused) -> list[Proposal] | None:
    """What numbers could show, all together, that leaves nothing wrong and that no other stage speaks against."""
    for made in zip_longest(*(rival.proposals for rival in found)):
        chosen = [one or rival.proposals[0] for rival, one in zip(found, made, strict=True)]
        pairs = list(zip(found, chosen, strict=True))
        if any(_is_borne_out(replay, rival, one.fixed, accused.numbers) for rival, one in pairs):
            continue
        if holds(replay, {rival.place: _text(replay, rival, one) for rival, one in pairs}, accused):
            return chosen
    return None


def _text(replay: Replay, rival: Rival, proposal: Proposal) -> str:
    return text_in(replay.tolerance, rival.numbers.stage, proposal.fixed)


def _odds(replay: Replay, rival: Rival, proposal: Proposal) -> fmpq:
    """The odds, by all that is computed from a number, that it is wrong; 0 if what it should show is solved for."""
    numbers, index, *_ = rival
    number = numbers.block.cells[index]
    if number is None or proposal.is_solved:
        return fmpq(0)
    denials = Denials(replay, numbers, replay.users.get(numbers.stage.name, []))
    cell = PrintedCell(index, *numbers.block.position(index), number)
    return denials.odds(cell, proposal.value, proposal.fixed)


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

    flaws = Flaws(known, replay.misprints.wrong, is_doubtful)
    sets = CarriedSets(document, Boxes(replay.tolerance), flaws, replay.memo)
    judge = ChainJudge(sets, numbers, lambda: wrong)
    targets = ((at, replay.tolerance.widest_preimages(numbers.stage)[at]) for at in wrong)
    return {
        at
        for at, target in targets
        if target is not None and not attempt(partial(judge.refutes, at, target), fallback=True)
    }


def _name(rival: Rival) -> str:
    name, block = rival.numbers.stage.name, rival.numbers.block
    return name if len(block.cells) == 1 else "{}[{},{}]".format(name, *block.coordinates(rival.at))


def _suspects(replay: Replay, numbers: DerivedNumbers) -> dict[int, list[Proposal]]:
    """The cells that only hidden digits allow or another rule, with what they could show.

    That is what their formula gives on its printed operands and, where these do not give what is shown, on what their
    author carried.
    """
    values = [partial(evaluation.of, numbers.formula) for evaluation in (replay.literal, replay.evaluation)]
    missed = [set(failing(replay.tolerance, numbers, value) or ()) for value in values]
    stage, tolerance = numbers.stage, replay.tolerance
    if NEAREST_RULE in tolerance.rules(stage).likely:  # and so rounded, as one that is wrong may tell of another
        tolerance = tolerance.supposing({stage.whole: ANY_RULE})
    arrays = [attempt(value, None) for value in values]
    found: dict[int, list[Proposal]] = {}
    for cell in () if arrays[0] is None else common_cells(numbers.block, arrays[0].shape, numbers.formula):
        made: dict[fmpq, Proposal] = {}
        if cell.at not in missed[0] or cell.at in missed[1]:
            for array in arrays[: 1 + (cell.at in missed[0])]:
                one = None if array is None else _proposal(tolerance, stage, cell, array)
                if one is not None:
                    made.setdefault(one.fixed.value, one)
        if made:
            found[cell.at] = list(made.values())
    return found if len(found) <= MOST_SUSPECTS else {}


def _proposal(tolerance: Tolerance, stage: Stage, cell: PrintedCell, array: Array) -> Proposal | None:
    """What a cell shows if it is what an array gives there; None if that is no number, or prints as shown."""
    value = cell_of(array, cell.row, cell.column)
    if not isinstance(value, Number):
        return None
    fixed = attempt(partial(tolerance.reprint, stage, cell.number, value), None)
    return None if fixed is None or fixed.value == cell.number.value else Proposal(value, fixed)


def _is_borne_out(replay: Replay, rival: Rival, fixed: Reprint, accused: DerivedNumbers) -> bool:
    """Whether users of a number, the accused ones left out, were computed from its print and not from *fixed*."""
    numbers, index, *_ = rival
    shown = printed_values(numbers.block)
    printed = Trial(replay, numbers.stage, shown, {})
    right = Trial(replay, numbers.stage, shown.with_cells({index: fixed.value}), {index: fixed})
    for user in replay.users.get(numbers.stage.name, ()):
        readings = printed.reading(user), right.reading(user)
        if isinstance(user, DerivedNumbers) and user.stage is not accused.stage and readings[0] and readings[1]:
            odds = likelier(replay.tolerance, user, readings[0], readings[1])
            if odds >= ENOUGH:
                return True
    return False
