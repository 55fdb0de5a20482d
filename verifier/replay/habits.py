"""Whether an author goes on with what he prints, or with digits that he does not show.

The numbers on which the two differ tell: those that only the printed operands give, and those that only the carried
digits give. Those of the stage itself decide, and where they are even, those of all stages; else digits are carried.
"""

from functools import partial

from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt, failing
from verifier.replay.carrying import Carrying


class Habits:
    """The habit of the author of one document, told by the stages that a replay has decided so far."""

    def __init__(self, replay: Carrying) -> None:
        self.replay = replay
        self._tallies: dict[str, int] = {}

    def goes_on_with_prints(self, stage: Stage) -> bool:
        """Whether the numbers of a stage are computed from printed operands."""
        own = self._tally(stage)
        if own:
            return own > 0
        decided = (self.replay.document.by_name[name] for name in self.replay.carried)
        return sum(map(self._tally, decided)) > 0

    def _tally(self, stage: Stage) -> int:
        """The count of numbers that only printed operands give, less that of those that only carried digits give."""
        if stage.name not in self._tallies:
            self._tallies[stage.name] = self._counted(stage)
        return self._tallies[stage.name]

    def _counted(self, stage: Stage) -> int:
        numbers = stage.derived
        if not isinstance(numbers, DerivedNumbers):
            return 0
        by_prints = partial(self.replay.literal.of, numbers.formula)
        by_digits = partial(self.replay.evaluation.of, numbers.formula)
        arrays = attempt(by_prints, None), attempt(by_digits, None)
        if None in arrays or arrays[0] == arrays[1]:
            return 0
        missed = (failing(self.replay.tolerance, numbers, value) for value in (by_prints, by_digits))
        prints, digits = (set(found or ()) for found in missed)
        return len(digits - prints) - len(prints - digits)
