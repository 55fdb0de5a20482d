"""What the numbers of a stage tell of the givens that they rest on."""

from typing import Final, TypeAlias

from verifier.record import NamedTuple
from verifier.replay.accounts import Told
from verifier.replay.response import Slopes


class Counts(NamedTuple):
    """Of the numbers of a stage that rest on givens alone, how many these reproduce; `blocks` are the givens."""

    blocks: frozenset[str]
    reproduced: int
    of: int


class Telling(NamedTuple):
    """What the numbers of a stage tell: `misfits`, and those of it and of its users that givens at their word give.

    `counts` has those that rest on givens alone, without misfits; None if none does. `spent` is what was taken of both
    bounds of responses.
    """

    misfits: list[Told]
    others: list[Told]
    counts: Counts | None
    spent: tuple[int, int]

    def add_to(self, told: list[Told], counts: list[Counts], stage: str) -> None:
        """Add all to what was told before, without misfits of the stage that a stage before has explained."""
        explained = {one.at for one in told if one.stage == stage and one.is_literal}
        misfits = [one for one in self.misfits if one.at not in explained]
        told += [*misfits, *self.others]
        if self.counts is not None:
            counts.append(self.counts._replace(of=self.counts.of + sum(one.weight for one in misfits)))


class Answer(NamedTuple):
    """What some numbers of a stage told, and by which responses, each with its row and column."""

    told: list[Told]
    slopes: list[tuple[int, int, Slopes]]


Said: TypeAlias = dict[tuple[object, ...], Answer]
"""The answers of one stage, by all that may differ where it stands in another document with its givens."""


SAYS_NOTHING: Final = Telling([], [], None, (0, 0))
"""Of a stage that rests on no givens that hide digits."""
