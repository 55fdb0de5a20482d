"""How long causes and consequences are searched: they cost more than verdicts, and end where enough was done."""

from collections.abc import Sequence
from typing import Final

from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import size
from verifier.verdict import Erratum, StageReport

MAX_SEARCHES: Final = 100
"""Maximum number of stages of a document whose causes are searched."""
MAX_WORK: Final = 100_000
"""The work after which no further stage is searched: slips tried, times the nodes of their formulas."""
STAGE_WORK: Final = 5
"""A stage that is computed again for the reach of an erratum, as such work."""
CELLS_OF_WORK: Final = 40
"""So many cells that are computed for slips are one unit of it."""


class Effort:
    """What was done so far at the errata of a document, with the evaluations that try slips."""

    def __init__(self, *evaluations: Evaluation) -> None:
        self.evaluations = evaluations
        self.searches = 0
        self.work = 0
        self._cells = self._spent()

    @property
    def is_left(self) -> bool:
        """Whether one more stage is searched."""
        return self.searches < MAX_SEARCHES and self.work < MAX_WORK

    def add(self, report: StageReport, found: Sequence[Erratum], stages: int) -> None:
        """Count the search at a stage: slips tried for its errata, and *stages* computed again for their reach."""
        formula, cells = report.stage.formula, self._spent()
        self.searches += bool(found)
        self.work += sum(made.tried for made in found) * (1 if formula is None else size(formula.expression))
        self.work += STAGE_WORK * stages + (cells - self._cells) // CELLS_OF_WORK
        self._cells = cells

    def _spent(self) -> int:
        return sum(evaluation.spent for evaluation in self.evaluations)
