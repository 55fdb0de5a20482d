"""Numbers that are off by less than a unit, and that another formula of the document gives to the last digit.

Such a number is right there, and nobody rounds it so: one of its operands is wrong, and not its digits.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from verifier.document.model import DerivedNumbers, Document
from verifier.evaluation.predicates import attempt, cell_of
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.number import Number, nearby
from verifier.numbers.printed import Printed, power_of_ten
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Verdict

_TELLING: Final = 3
"""Digits of a number that is hardly the same as another one by chance."""
_MOST: Final = 8
"""Numbers with the same digits that are asked."""
REASON: Final = "right only by another rounding rule than the rest, or if an input is wrong, as it follows elsewhere"


class Shown(dict[str, list[tuple[DerivedNumbers, int]]]):
    """By its digits each number of a document that has a formula: the numbers of its stage, and its index."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        for stage in document.stages:
            if isinstance(stage.derived, DerivedNumbers):
                for index, cell in stage.derived.block.printed():
                    if isinstance(cell, Printed) and cell.decimals > 0 and _digits(cell) >= _TELLING:
                        self.setdefault(cell.text, []).append((stage.derived, index))


def with_borne_out(
    replay: Replay, views: Evaluations, numbers: DerivedNumbers, cells: Sequence[CellReport]
) -> tuple[CellReport, ...]:
    """The reports on the numbers of a stage: one that another formula gives is right only by another rule.

    A number that is cut is left: that is a habit.
    """
    if replay.tolerance.declared(numbers.stage) is not None:
        return tuple(cells)
    return tuple(_report(replay, views, numbers, cell) for cell in cells)


def _report(replay: Replay, views: Evaluations, numbers: DerivedNumbers, cell: CellReport) -> CellReport:
    number, value = cell.number, cell.literal
    is_wrong = cell.verdict is Verdict.CONTRADICTED and cell.basis in ("cell", "chain")
    if not is_wrong or number is None or not isinstance(value, Number) or number.decimals <= 0:
        return cell
    off, unit = nearby(value) - number.value, power_of_ten(-number.decimals)
    is_raised = abs(nearby(value)) < abs(number.value) and unit < 2 * abs(off) < 2 * unit
    if not is_raised or not any(_given(replay, views.literal, numbers, number)):
        return cell
    return cell._replace(verdict=Verdict.TOLERATED, basis="other rule", reason=REASON, chain=())


def _given(replay: Replay, literal: Evaluation, numbers: DerivedNumbers, number: Printed) -> Iterator[bool]:
    """Whether formulas with other operands give a number, asked of those that stand beside the same digits."""
    own = {*numbers.formula.uses, numbers.stage.name}
    unit = power_of_ten(-number.decimals)
    for other, index in replay.memo.once(Shown, replay.document).get(number.text, ())[:_MOST]:
        if own.isdisjoint((*other.formula.uses, other.stage.name)):
            value = attempt(partial(_value, literal, other, index), None)
            yield isinstance(value, Number) and 2 * abs(nearby(value) - number.value) < unit


def _value(literal: Evaluation, numbers: DerivedNumbers, index: int) -> object:
    return cell_of(literal.of(numbers.formula), *numbers.block.position(index))


def _digits(number: Printed) -> int:
    return len(number.text.replace(".", "").strip("-0"))
