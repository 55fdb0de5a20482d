"""Whether a cell is impossible by each rule that its stage and its operands may follow, each throughout its stage."""

from functools import cached_property
from itertools import product
from typing import Final

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers
from verifier.evaluation.predicates import attempt, is_apart
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.printed import Printed
from verifier.numbers.rule_sets import RuleSet
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.replay.replay import Replay

EACH_RULE: Final = "by each rule that its stage and its operands may follow"
"""The reason of a contradiction that no box of all rules together proves."""
MOST_CHOICES: Final = 125
"""Maximum number of choices of rules that are tried for a stage."""
MOST_CELLS: Final = 16
"""Maximum number of cells of a stage that are tried."""


class Throughout:
    """The choices of one rule for a stage and for each stage that its formula uses."""

    def __init__(self, replay: Replay, numbers: DerivedNumbers) -> None:
        self.replay = replay
        self.numbers = numbers
        self._tried = 0

    @cached_property
    def _choices(self) -> list[tuple[Tolerance, Possible]]:
        """The reading of digits and the ranges by each choice; empty if there are too many or only one."""
        document, tolerance = self.replay.document, self.replay.tolerance
        operands = shown_operands(document, self.numbers.stage, self.numbers.formula)
        stages = {self.numbers.stage.name: self.numbers.stage, **{other.name: other for other in operands}}
        possible = {name: tolerance.rules(of).possible for name, of in stages.items() if not tolerance.declared(of)}
        choices = 1
        for rules in possible.values():
            choices *= len(rules)
        if not 1 < choices <= MOST_CHOICES:
            return []
        found = []
        for chosen in product(*possible.values()):
            alone = {name: RuleSet((rule,), (rule,)) for name, rule in zip(possible, chosen, strict=True)}
            by = tolerance.with_rules({**tolerance.inferred, **alone})
            found.append((by, Possible(document, Boxes(by), self.replay.mended, memo=self.replay.memo)))
        return found

    def misses(self, index: int, number: Printed) -> bool:
        """Whether it is proved that a cell is not printed as shown by any choice."""
        self._tried += 1
        if self._tried > MOST_CELLS or not self._choices:
            return False
        row, column = self.numbers.block.position(index)
        return all(self._is_apart(by, ranges, row, column, number) for by, ranges in self._choices)

    def _is_apart(self, by: Tolerance, ranges: Possible, row: int, column: int, number: Printed) -> bool:
        target = by.widest_preimage(self.numbers.stage, number)
        if target is None:
            return True
        formula = self.numbers.formula
        return attempt(lambda: is_apart(ranges.cell(formula, row, column).cells[0], target), fallback=False)
