"""The right numbers beside the printed ones: what a later stage gives if its author had them where the print is wrong.

A wrong number, and one that is computed from it, stands for its print or for its right value, never for what lies
between. Where the stages that use it fit its print and not its right value, at odds of a thousand to one, the author
went on with the print, and its right value excuses nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Formula, Stage
from verifier.evaluation.predicates import failing
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array
from verifier.preimages.boxes import Boxes
from verifier.preimages.reprints import Reprint
from verifier.replay.carrying import Carrying
from verifier.replay.correction import Mending
from verifier.replay.weighing import Reading, likelier

ENOUGH: Final = 1000
"""The least odds at which users show that the author went on with a print."""


class Right:
    """What formulas give on the operands that a correction of the document has in the place of wrong ones."""

    def __init__(self, replay: Carrying, mending: Mending) -> None:
        self.replay = replay
        self.mending = mending
        self._open: dict[str, bool] = {}
        self._readings: dict[tuple[str, bool], Reading | None] = {}
        """What printed operands say of the numbers of a stage, and (True) what corrected ones do."""
        self.ranges = self._ranges()

    def _ranges(self) -> Possible:
        return Possible(self.replay.document, Boxes(self.replay.tolerance), self._perhaps, memo=self.replay.memo)

    def forget(self) -> None:
        """Weigh all wrong stages again, now that all their users are known."""
        self._open.clear()
        self.ranges = self._ranges()

    @property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """The evaluations on corrected operands: as carried, as printed, and with all digits of their formulas."""
        return self.mending.evaluation, self.mending.printed, self.mending.unrounded

    def values(self, formula: Formula) -> Iterator[Callable[[], Array]]:
        """The values of a formula on corrected operands, by each evaluation; none if no operand is corrected."""
        if self.mending.sources_of(formula):
            yield from (partial(evaluation.of, formula) for evaluation in self.evaluations)

    def is_open(self, formula: Formula) -> bool:
        """Whether the author may have had a right number where an operand of a formula is wrong."""
        return any(map(self.is_doubtful, self.mending.sources_of(formula)))

    def _perhaps(self, name: str) -> Mapping[int, Reprint]:
        fixed = self.mending.reprints.get(name)
        return fixed if fixed and self.is_doubtful(name) else {}

    def is_doubtful(self, name: str) -> bool:
        """Whether the author may have gone on with the right numbers of a stage that has wrong ones."""
        if name not in self._open:
            stage = self.replay.document.by_name[name]
            is_wrong = self.mending.seeded.get(name, False) or any(map(self.is_doubtful, self.mending.sources(stage)))
            self._open[name] = is_wrong and self._odds_of_print(stage) < ENOUGH
        return self._open[name]

    def _odds_of_print(self, stage: Stage) -> fmpq:
        """The odds that users of a stage were computed from prints, and not from right numbers.

        They are even where the right numbers are not known to the digit.
        """
        found = fmpq(1)
        for user in self.replay.users.get(stage.name, ()) if self._is_to_the_digit(stage) else ():
            if isinstance(user, DerivedNumbers) and self._is_known(user.stage):
                printed, right = self._reading(user, is_right=False), self._reading(user, is_right=True)
                found *= (
                    fmpq(1)
                    if printed is None or right is None
                    else likelier(self.replay.tolerance, user, printed, right)
                )
        return found

    def _is_to_the_digit(self, stage: Stage) -> bool:
        """Whether a formula gives all numbers of a stage but wrong ones, so that it gives the right one for these."""
        numbers = stage.derived
        reading = self._reading(numbers, is_right=True) if isinstance(numbers, DerivedNumbers) else None
        return reading is None or reading.missed.issubset(self.mending.reprints.get(stage.name, ()))

    def _is_known(self, user: Stage) -> bool:
        """Whether it is decided what each operand of a stage carries on."""
        operands = shown_operands(self.replay.document, user)
        return all(operand.block is None or operand.name in self.replay.carried for operand in operands)

    def _reading(self, user: DerivedNumbers, *, is_right: bool) -> Reading | None:
        """What evaluations say of the numbers of a stage together; None if one of them says nothing."""
        key = user.stage.name, is_right
        if key not in self._readings:
            evaluations = self.evaluations if is_right else (self.replay.literal, self.replay.evaluation)
            self._readings[key] = self._read(user, [partial(evaluation.of, user.formula) for evaluation in evaluations])
        return self._readings[key]

    def _read(self, user: DerivedNumbers, values: Sequence[Callable[[], Array]]) -> Reading | None:
        missed = [failing(self.replay.tolerance, user, value) for value in values]
        sets = [set(found) for found in missed if found is not None]
        return Reading(frozenset(set.intersection(*sets)), values[0]) if len(sets) == len(values) else None
