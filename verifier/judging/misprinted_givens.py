"""A given that is misprinted, and not the numbers that do not follow from it.

Nothing checks a given but what is computed from it. Where two numbers or more are wrong, and one slip less in a given,
two digits exchanged or another digit, makes all of them right to the last digit and none wrong, it is the given.
"""

import re
from collections.abc import Collection, Iterator
from functools import partial
from itertools import islice, pairwise
from math import prod
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import Block, DerivedBlock, DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt
from verifier.judging.instead import Accused, holds
from verifier.judging.rivals import Rivals, rivals
from verifier.numbers.printed import parse
from verifier.preimages.boxes import printed_values
from verifier.replay.evidence import numerals
from verifier.replay.replay import Replay
from verifier.replay.trials import Trial

_PLAIN: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
ACCEPTED: Final = fmpq(1, 1000)
"""The chance, by the numerals of the numbers that are right with it, below which a slip is named."""
FEWEST: Final = 2
"""Wrong numbers that must be right without the slip."""
MOST_CELLS: Final = 32
"""Maximum number of cells of a block of givens whose slips are tried."""
MOST_SLIPS: Final = 600
"""Maximum number of slips that are tried for a stage."""


def rivals_or_given(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int], *, by_chain: bool) -> Rivals:
    """The numbers that may be wrong in the place of the *wrong* cells of a stage: computed ones, or else a given."""
    found = rivals(replay, numbers, wrong, by_chain=by_chain)
    return found if found.reads else _misprinted_given(replay, numbers, wrong)


def _misprinted_given(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int]) -> Rivals:
    """The only given with a slip without which the *wrong* cells of a stage are right, and others too; else none."""
    found: dict[str, str] = {}
    for stage in shown_operands(replay.document, numbers.stage):
        block = stage.printed
        if stage.formula is None and block is not None and len(block.cells) <= MOST_CELLS:
            for index, text in _slips_of(replay, stage, block, Accused(numbers, wrong)):
                if found:
                    return Rivals({})
                place = "" if len(block.cells) == 1 else "[{},{}]".format(*block.coordinates(index))
                found[f"{stage.name}{place}"] = text
    return Rivals(found, are_likelier=bool(found), of_given=bool(found))


def _slips_of(replay: Replay, stage: Stage, block: Block, accused: Accused) -> Iterator[tuple[int, str]]:
    """The cells of a given, by index, each with what it should read."""
    users = list(replay.users.get(stage.name, ()))
    doubtful = [user for user in users if replay.known_wrong(user.stage.name)]
    if sum(len(replay.known_wrong(user.stage.name)) for user in doubtful) < FEWEST:
        return
    shown, tried = printed_values(block), list(islice(_slips(block), MOST_SLIPS))
    before, moving = Trial(replay, stage, shown, {}), dict[int, bool]()
    for index, text in tried:
        if not moving.get(index, True):
            continue
        trial = Trial(replay, stage, shown.with_cells({index: parse(text).value}), {})
        if index not in moving:
            moving[index] = _moves(before, trial, accused)
        if not moving[index] or not _misses(trial, accused.numbers).isdisjoint(accused.wrong):
            continue
        freed = list(_freed(replay, trial, doubtful))
        is_harmless = all(_misses(trial, user) <= _misses(before, user) for user in users)
        chance = len(tried) / prod(freed, start=fmpq(1))
        is_likely = len(freed) >= FEWEST and is_harmless and chance < ACCEPTED
        if is_likely and holds(replay, {(stage.name, index): text}, accused):
            yield index, text


def _moves(before: Trial, trial: Trial, accused: Accused) -> bool:
    """Whether all wrong numbers change from one trial to another: else no slip of what changed makes them right."""
    values = [attempt(partial(one.value, accused.numbers), None) for one in (before, trial)]
    old, new = (None if value is None else value.cells for value in values)
    return old is None or new is None or not any(old[index] == new[index] for index in accused.wrong)


def _misses(trial: Trial, user: DerivedBlock) -> frozenset[int]:
    """The cells of a user that a trial does not print as shown; all if that is not known."""
    missed = trial.failing(user)
    return frozenset(range(len(user.block.cells)) if missed is None else missed)


def _freed(replay: Replay, trial: Trial, users: Collection[DerivedBlock]) -> Iterator[fmpq]:
    """For each wrong number of users that a trial prints as shown, how many numerals are like it."""
    for user in users:
        if isinstance(user, DerivedNumbers):
            for index in replay.known_wrong(user.stage.name) - _misses(trial, user):
                number = user.block.cells[index]
                if number is not None:
                    yield numerals(number.value, number.decimals)


def _slips(block: Block) -> Iterator[tuple[int, str]]:
    """The numerals with one slip less that the cells of a block may have had, by index, exchanges first."""
    return ((index, text) for index, text in _changed(block) if _PLAIN.fullmatch(text))


def _changed(block: Block) -> Iterator[tuple[int, str]]:
    """The same, with texts that are no plain numerals."""
    cells = [(index, cell.text) for index, cell in enumerate(block.cells) if cell is not None]
    for index, text in cells:
        for a, b in pairwise(k for k, letter in enumerate(text) if letter.isdigit()):
            if text[a] != text[b]:
                yield index, f"{text[:a]}{text[b]}{text[a + 1 : b]}{text[a]}{text[b + 1 :]}"
    for index, text in cells:
        for k, letter in enumerate(text):
            others = set("0123456789") - {letter} if letter.isdigit() else ()
            yield from ((index, f"{text[:k]}{other}{text[k + 1 :]}") for other in sorted(others))
