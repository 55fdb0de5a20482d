"""Totals of amounts in whole numbers, as 458,855, which may have been rounded before they were shown.

Whole numbers are counts. Those of a column that nothing gives, each of a thousand or more, of which formulas use
the sum alone, may be amounts that hide digits where their author does not say that they are exact: a total that is off
by half a unit for each of them at most is warned of.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.document.model import Stage
from verifier.formulas.tree import Apply, Expression, Name, children
from verifier.numbers.printed import Printed
from verifier.sources.text.directives import Refusals

LEAST: Final = 1000
"""What is less is a count."""


def with_whole_amounts(stages: Sequence[Stage], refusals: Refusals) -> list[Stage]:
    """The stages, whole amounts rounded where a total is not their sum as they are printed, which is noted."""
    known = {stage.name: stage for stage in stages}
    rounded: set[str] = set()
    for stage in stages:
        column = _summed(stage, known)
        if column is None or not all(_uses_sum_alone(one, column.name) for one in stages):
            continue
        numbers, total = _whole(column), _whole(stage)
        right = sum((one.value for one in numbers), fmpq(0))
        if total and 0 < 2 * abs(right - total[0].value) <= len(numbers):
            rounded.add(column.name)
            what = f"{stage.name} is {total[0].text}, should be {right} if {column.name} is exact as printed"
            refusals.not_exact(stage, f"{what}; whole amounts may be rounded: declare their givens")
    return [one._replace(givens="rounded") if one.name in rounded else one for one in stages]


def _summed(stage: Stage, known: Mapping[str, Stage]) -> Stage | None:
    """The column of amounts whose sum a stage is said to be; None if it is something else."""
    match stage.formula and stage.formula.expression:
        case Apply("sum", (Name(name),), ()) if name in known:
            column = known[name]
            is_open = column.formula is None and column.givens is None
            return column if is_open and all(abs(one.value) >= LEAST for one in _whole(column)) else None
    return None


def _whole(stage: Stage) -> tuple[Printed, ...]:
    """The numbers of a block that shows whole numbers alone, and no blank; empty for another."""
    block = stage.printed
    numbers = () if block is None else tuple(block.contents())
    is_whole = block is not None and len(numbers) == len(block.cells) and all(one.is_bare_integer for one in numbers)
    return numbers if is_whole else ()


def _uses_sum_alone(stage: Stage, name: str) -> bool:
    formulas = (stage.formula, stage.standard, *stage.also)
    return all(_are_sums(formula.expression, name) for formula in formulas if formula is not None)


def _are_sums(tree: Expression, name: str) -> bool:
    """Whether a formula uses a name in nothing but its sum."""
    match tree:
        case Apply("sum", (Name(_),), ()):
            return True
        case Name(used):
            return used != name
    return all(_are_sums(child, name) for child in children(tree))
