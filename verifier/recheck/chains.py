"""A number that what its operands can have been does not give, proved once more."""

from functools import cached_property
from typing import Final

from verifier.recheck.accounts import Accounts
from verifier.recheck.evaluation import Evaluation
from verifier.recheck.intervals import Unknown
from verifier.recheck.printed import decimal
from verifier.recheck.ranges import agree, meets, range_of, shown
from verifier.recheck.report_reading import Cell, Stage
from verifier.recheck.rounding import Set
from verifier.recheck.single_numbers import at, claim_of, is_missed
from verifier.recheck.syntax import Tree

_MISTAKE: Final = 5
"""The chance that a number is a mistake of its own, one in fifty, is below 2**-5."""
_PRINT: Final = 5
"""The cost of comparing a print with what a formula gives."""
_ODDS: Final = 10
"""A thousand to one is below 2**10."""


class ChainProof:
    """The numbers of one stage, by all accounts of the operands of a formula; raises Unknown.

    The prints are an account, and so are right values in the place of wrong numbers, alone or together. Right values
    are none where they leave so many numbers of the stage impossible, each a mistake of its own, that this is a
    thousand times less likely than that they fit all the others by chance, each one in two.
    """

    def __init__(self, accounts: Accounts, stage: Stage, tree: Tree) -> None:
        self.stage = stage
        self.reading = accounts.operands.reading(stage)
        self.tree = tree
        self.by_prints, *self.others = accounts.evaluations(stage, tree)

    def reason(self, cell: Cell) -> str | None:
        """Why a number is not proved to be apart from all that its operands can have been; None if it is."""
        claim = claim_of(self.reading, cell)
        if not isinstance(claim, Set):
            return claim
        found, possible = at(self.by_prints.of(self.tree), cell), range_of(cell.possible)
        if isinstance(found, tuple) and possible is not None and not agree(found, possible):
            return f"the report has it in {cell.possible}, and its formula gives {shown(found)}"
        if not is_missed(self.by_prints, self.tree, cell, claim):
            within = shown(found) if isinstance(found, tuple) else "what is not known"
            return f"what the formulas above leave gives {within}, which meets what its print stands for"
        if all(is_missed(other, self.tree, cell, claim) for other in self._accounts):
            return None
        return "right values in the place of wrong ones above it may give it"

    @cached_property
    def _accounts(self) -> list[Evaluation]:
        """The choices of right values that are accounts of the stage."""
        return [other for other in self.others if not self._is_excluded(other)]

    def _is_excluded(self, evaluation: Evaluation) -> bool:
        cells = [cell for cell in self.stage.cells if decimal(cell.printed) is not None]
        evaluation.work.spend(_PRINT * len(cells))
        left = sum(self._is_impossible(evaluation, cell) for cell in cells)
        return len(cells) - left + _ODDS < _MISTAKE * left

    def _is_impossible(self, evaluation: Evaluation, cell: Cell) -> bool:
        try:
            found, claim = at(evaluation.of(self.tree), cell), claim_of(self.reading, cell)
        except Unknown:
            return False
        return isinstance(found, tuple) and isinstance(claim, Set) and not meets(found, claim)
