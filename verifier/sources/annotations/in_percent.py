"""Numbers that annotations name or use, and that equalities state in percent: `r = 0.24 / 12 = 2%` is 0.02."""

from typing import Final

from flint import fmpq

from verifier.document.model import Formula, Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Literal, Name

IN_PERCENT: Final = "_percent"
"""What the name of a number ends with where the stage of its equality shows it in percent."""


def in_hundredths(stage: Stage, stated: str) -> Stage:
    """A number as a hundredth of what an equality states; it may hide digits as that does."""
    tree = Apply("divide", (Name(stated), Literal(fmpq(100), "100")))
    return stage._replace(printed=None, formula=Formula(spell(tree), tree, stage.line, stage.column))
