"""Whether an author goes on with what he prints, or with digits that he does not show.

The numbers on which the two differ tell: those that only the printed operands give, and those that only the carried
digits give. Those of the stage itself decide, and where they are even, those of all stages; else digits are carried.
"""

from collections.abc import Callable, Collection
from functools import partial
from itertools import islice

from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt, failing
from verifier.evaluation.stage_values import Evaluation
from verifier.preimages.readings import Tolerance


class Habits:
    """The habit of the author of one document, told by its stages *decided* so far, to which others may be added.

    *printed* gives the evaluation that computes a stage from what is printed, or should be where its author had that,
    and *carried* computes from what a replay carries.
    """

    def __init__(
        self,
        tolerance: Tolerance,
        printed: Callable[[Stage], Evaluation],
        carried: Evaluation,
        decided: Collection[str],
    ) -> None:
        self.tolerance = tolerance
        self.printed, self.carried = printed, carried
        self.decided = decided
        self.tallies: dict[str, int] = {}
        self._total = 0, 0

    def keep(self, other: "Habits", names: Collection[str]) -> None:
        """Take over what stages told that are decided as before, and all that they rest on."""
        self.tallies |= {name: tally for name, tally in other.tallies.items() if name in names}

    def goes_on_with_prints(self, stage: Stage) -> bool:
        """Whether the numbers of a stage are computed from printed operands."""
        return (self._tally(stage) or self._of_all()) > 0

    def is_open(self, stage: Stage) -> bool:
        """Whether nothing tells what the numbers of a stage are computed from."""
        return not (self._tally(stage) or self._of_all())

    def _of_all(self) -> int:
        """The tally of all stages decided so far."""
        count, total = self._total
        if count < len(self.decided):
            by_name = self.tolerance.document.by_name
            new = list(islice(self.decided, count, None))
            total += sum(self._tally(by_name[name]) for name in new)
            self._total = count + len(new), total
        return total

    def _tally(self, stage: Stage) -> int:
        """The count of numbers that only printed operands give, less that of those that only carried digits give."""
        if stage.name not in self.tallies:
            self.tallies[stage.name] = self._counted(stage)
        return self.tallies[stage.name]

    def _counted(self, stage: Stage) -> int:
        numbers = stage.derived
        if not isinstance(numbers, DerivedNumbers):
            return 0
        values = [partial(evaluation.of, numbers.formula) for evaluation in (self.printed(stage), self.carried)]
        arrays = [attempt(value, None) for value in values]
        if None in arrays or arrays[0] is arrays[1]:
            return 0
        prints, digits = (set(failing(self.tolerance, numbers, value) or ()) for value in values)
        return len(digits - prints) - len(prints - digits)
