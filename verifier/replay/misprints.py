"""Misprints: contradicted cells whose right values later stages fit; of a whole stage, or of some of its cells."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from verifier.document.graph import part_at, parts_of
from verifier.document.model import DerivedBlock, Stage
from verifier.evaluation.predicates import failing
from verifier.preimages.reprints import Reprint
from verifier.replay.carrying import MENDED, PARTLY, STATED, Carrying

_NO_CELLS: Final = frozenset[int]()


class Misprints:
    """What a replay, done or in progress, knows of misprints.

    `in_part` has the cells that later stages show to be misprinted in stages of which other wrong cells are not.
    """

    def __init__(self, replay: Carrying) -> None:
        self.replay = replay
        self.in_part: dict[str, frozenset[int]] = {}

    def is_whole(self, stage: Stage) -> bool:
        """Whether a stage is contradicted, or some of its parts, and later stages fit its right value."""
        replay = self.replay
        wrong = [part.name for part in parts_of(replay.document, stage) if replay.contradicted.get(part.name)]
        return bool(wrong) and all(replay.carried[name] in (MENDED, STATED) for name in wrong)

    def has(self, stage: Stage, index: int) -> bool:
        """Whether later stages fit the right value of a contradicted cell, or of all wrong cells of its part."""
        part, at = part_at(self.replay.document, stage, index)
        return at in self.in_part.get(part.name, ()) or self.is_whole(part)

    def mended(self, name: str) -> Mapping[int, Reprint]:
        """The misprinted cells of a stage, by index, and what they should show; empty if there is none."""
        if name not in self.replay.carried:
            return {}
        if self.replay.carried[name] == PARTLY:
            return self.mended_in_part(name)
        return self.replay.reprints.get(name, {}) if self.is_whole(self.replay.document.by_name[name]) else {}

    def mended_in_part(self, name: str) -> Mapping[int, Reprint]:
        """What those cells should show that are misprinted in a stage of which other wrong cells are not."""
        return {index: self.replay.reprints[name][index] for index in self.in_part[name]}

    def wrong(self, name: str) -> frozenset[int]:
        """The indices of the contradicted cells of a stage that are misprinted."""
        if self.replay.carried.get(name) == PARTLY:
            return self.in_part[name]
        is_whole = name in self.replay.carried and self.is_whole(self.replay.document.by_name[name])
        return frozenset(self.replay.contradicted.get(name) or _NO_CELLS) if is_whole else _NO_CELLS

    def all_users_fit(self, stage: Stage) -> bool:
        """Whether no number of the next stages that use a stage, or its contradicted parts, fits its print better.

        None of them is contradicted, and none is what only the misprint gives by the digits shown.
        """
        parts = parts_of(self.replay.document, stage)
        wrong = [one.name for one in parts if one is stage or self.replay.contradicted.get(one.name)]
        users = [user for name in wrong for user in self.replay.users.get(name, ())]
        return not any(self.replay.contradicted.get(one.stage.name) or self._goes_on_with_print(one) for one in users)

    def _goes_on_with_print(self, user: DerivedBlock) -> bool:
        """Whether a cell of a stage is what the prints of its operands give, and not what their right values do."""
        tolerance, formula = self.replay.tolerance, user.formula
        by_print, by_right = (
            failing(tolerance, user, partial(evaluation.of, formula))
            for evaluation in (self.replay.literal, self.replay.evaluation)
        )
        return by_print is not None and by_right is not None and not set(by_right) <= set(by_print)
