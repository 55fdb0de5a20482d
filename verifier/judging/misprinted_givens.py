"""A given that is misprinted, and not the numbers that do not follow from it.

Nothing checks a given but what is computed from it. Where two numbers or more are wrong, and one slip less in a given,
another sign, two digits exchanged or another digit, makes most of them right to the last digit and none wrong, it is
the given.
"""

import re
from collections.abc import Collection, Iterator
from functools import cached_property, partial
from itertools import islice, pairwise
from math import prod
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import Block, DerivedBlock, DerivedNumbers, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import attempt, failing
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.instead import Accused, holds
from verifier.judging.rivals import Rivals, rivals
from verifier.numbers.array import Array
from verifier.numbers.printed import parse
from verifier.preimages.boxes import printed_values
from verifier.replay.evidence import numerals
from verifier.replay.replay import Replay
from verifier.replay.trials import Trial

_PLAIN: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_DIGITS: Final = frozenset("123456789")
"""A number without one of these is zero, and has no sign."""
ACCEPTED: Final = fmpq(1, 1000)
"""The chance, by the numerals of the numbers that are right with it, below which a slip is named."""
_TELLING: Final = 3
"""Digits of a number that does not show another one by chance."""
FEWEST: Final = 2
"""Wrong numbers that must be right without the slip."""
MOST_CELLS: Final = 32
"""Maximum number of cells of a block of givens whose slips are tried."""
MOST_SLIPS: Final = 600
"""Maximum number of slips that are tried for a stage."""


class _Slip(Trial):
    """A given with other numbers, for an author who went on with hidden digits or with prints."""

    @cached_property
    def _by_prints(self) -> Evaluation:
        return Evaluation(self.replay.document, Points(), self._shown, memo=self.replay.memo)

    def _shown(self, other: Stage) -> Array | None:
        if other.name == self.stage.name or other.block is None:
            return self._source(other)
        return self.replay.memo.printed(other.block)

    def misses(self, user: DerivedBlock) -> frozenset[int]:
        """The cells of a user that are not shown so in either way; all if that is not known."""
        missed = self.failing(user)
        if missed:
            by_prints = failing(self.replay.tolerance, user, partial(self._by_prints.of, user.formula))
            missed = missed if by_prints is None else [index for index in missed if index in by_prints]
        return frozenset(range(len(user.block.cells)) if missed is None else missed)


def rivals_or_given(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int], *, by_chain: bool) -> Rivals:
    """The numbers that may be wrong in the place of the *wrong* cells of a stage: computed ones, or else a given."""
    found = rivals(replay, numbers, wrong, by_chain=by_chain)
    return found if found.reads else _misprinted_given(replay, numbers, wrong)


def _misprinted_given(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int]) -> Rivals:
    """The only given with a slip without which the *wrong* cells of a stage are right, and others too; else none.

    If there are several, it is the only one that gives as many of the wrong cells by the digits shown.
    """
    found: list[tuple[int, str, str]] = []
    for stage in shown_operands(replay.document, numbers.stage):
        block = stage.printed
        is_given = stage.formula is None and block is not None and len(block.cells) <= MOST_CELLS
        if block is not None and is_given and not _is_proved(replay, block):
            for missed, index, text in _slips_of(replay, stage, block, Accused(numbers, wrong)):
                place = "" if len(block.cells) == 1 else "[{},{}]".format(*block.coordinates(index))
                found.append((missed, f"{stage.name}{place}", text))
    least = min((missed for missed, *_ in found), default=0)
    best = [(name, text) for missed, name, text in found if missed == least]
    return Rivals(dict(best), are_likelier=True, of_given=True) if len(best) == 1 else Rivals({})


def _is_proved(replay: Replay, block: Block) -> bool:
    """Whether a given is one number, of two digits or more, that a calculation rightly gives elsewhere."""
    number = block.cells[0] if len(block.cells) == 1 else None
    if number is None or sum(letter in _DIGITS for letter in number.text) < FEWEST:
        return False
    document = replay.document.whole or replay.document
    computed = (stage for stage in document.stages if stage.formula is not None)
    shown = ((stage.name, stage.printed.cells) for stage in computed if stage.printed is not None)
    return any(
        cells[0].value == number.value and cells[0].decimals == number.decimals and not replay.known_wrong(name)
        for name, cells in shown
        if len(cells) == 1 and cells[0] is not None
    )


def _slips_of(replay: Replay, stage: Stage, block: Block, accused: Accused) -> Iterator[tuple[int, int, str]]:
    """The cells of a given, by index, each with what it should read, and before it how many wrong cells this misses.

    These are right with other digits than are shown; they are fewer than those that are right as shown.
    """
    users = list(replay.users.get(stage.name, ()))
    doubtful = [user for user in users if replay.known_wrong(user.stage.name)]
    if sum(len(replay.known_wrong(user.stage.name)) for user in doubtful) < FEWEST:
        return
    shown, tried = printed_values(block), list(islice(_slips(block), MOST_SLIPS))
    before, moving = _Slip(replay, stage, shown, {}), dict[int, bool]()
    for index, text in tried:
        if not moving.get(index, True):
            continue
        trial = _Slip(replay, stage, shown.with_cells({index: parse(text).value}), {})
        if index not in moving:
            moving[index] = _moves(before, trial, accused)
        if not moving[index]:
            continue
        missed = len(trial.misses(accused.numbers).intersection(accused.wrong))
        if 2 * missed >= len(accused.wrong):
            continue
        freed = list(_freed(replay, trial, doubtful))
        is_harmless = all(trial.misses(user) <= before.misses(user) for user in users)
        chance = len(tried) / prod(freed, start=fmpq(1))
        is_likely = len(freed) >= FEWEST and is_harmless and chance < ACCEPTED
        is_alone = is_likely and not _stands_elsewhere(replay, stage, block, index)
        if is_alone and holds(replay, {(stage.name, index): text}, accused):
            yield missed, index, text


def _stands_elsewhere(replay: Replay, stage: Stage, block: Block, index: int) -> bool:
    """Whether a document shows a number of a given elsewhere too, where a slip would have to stand again.

    It does in another block with the same numbers, several, or as a number of three digits and more that a formula
    gives and that is not known as wrong.
    """
    texts = [cell.text if cell else "" for cell in block.cells]
    text = texts[index]
    is_telling = len(text.strip("-0.").replace(".", "")) >= _TELLING
    for other in replay.document.stages:
        cells = () if other.printed is None or other.name == stage.name else other.printed.cells
        if other.formula is None:
            if len(cells) == len(texts) > 1 and [cell.text if cell else "" for cell in cells] == texts:
                return True
        elif is_telling:
            wrong = replay.known_wrong(other.name)
            if any(cell is not None and cell.text == text and at not in wrong for at, cell in enumerate(cells)):
                return True
    return False


def _moves(before: Trial, trial: Trial, accused: Accused) -> bool:
    """Whether all wrong numbers change from one trial to another: else no slip of what changed makes them right."""
    values = [attempt(partial(one.value, accused.numbers), None) for one in (before, trial)]
    old, new = (None if value is None else value.cells for value in values)
    return old is None or new is None or not any(old[index] == new[index] for index in accused.wrong)


def _freed(replay: Replay, trial: _Slip, users: Collection[DerivedBlock]) -> Iterator[fmpq]:
    """For each wrong number of users that a trial prints as shown, how many numerals are like it."""
    for user in users:
        if isinstance(user, DerivedNumbers):
            for index in replay.known_wrong(user.stage.name) - trial.misses(user):
                number = user.block.cells[index]
                if number is not None:
                    yield numerals(number.value, number.decimals)


def _slips(block: Block) -> Iterator[tuple[int, str]]:
    """The numerals with one slip less that the cells of a block may have had, by index, signs first."""
    return ((index, text) for index, text in _changed(block) if _PLAIN.fullmatch(text))


def _changed(block: Block) -> Iterator[tuple[int, str]]:
    """The same, with texts that are no plain numerals."""
    cells = [(index, cell.text) for index, cell in enumerate(block.cells) if cell is not None]
    for index, text in cells:
        if set(text) & _DIGITS:
            yield index, text[1:] if text.startswith("-") else f"-{text}"
    for index, text in cells:
        for a, b in pairwise(k for k, letter in enumerate(text) if letter.isdigit()):
            if text[a] != text[b]:
                yield index, f"{text[:a]}{text[b]}{text[a + 1 : b]}{text[a]}{text[b + 1 :]}"
    for index, text in cells:
        for k, letter in enumerate(text):
            others = set("0123456789") - {letter} if letter.isdigit() else ()
            yield from ((index, f"{text[:k]}{other}{text[k + 1 :]}") for other in sorted(others))
