"""The decimals of an exact value in the place of a number of another size, whose own say nothing of it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Document, Stage
from verifier.numbers.forms import PLAIN
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, decimals_of
from verifier.numbers.resolution import magnitude, magnitude_of
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint, of_its_size

PrintOf: TypeAlias = Callable[[Printed, Number], Reprint]
"""What should stand in the place of a wrong number that has a value; raises Uncertain."""
LEAST_WHOLE: Final = 2
"""So many whole numbers without zeros behind them tell how their block shows such."""
_OF_MONEY: Final = 2
"""Decimals that show no precision: those of money."""


def print_in(tolerance: Tolerance, stage: Stage) -> PrintOf:
    """Tells what should stand in the place of a wrong number of a stage; one of a row has the decimals of that row.

    In a row or column without zeros at ends an exact value of no more decimals than others have has all of its own.
    """
    if stage.printed is None or stage.printed.shape == (1, 1):
        return partial(_alone, tolerance, stage)
    shown = _beside(tolerance, stage) if 1 in stage.printed.shape and _are_own(tolerance, stage) else ()
    if len({one.decimals for one in shown}) == 1 or any(one.ends_in_zero for one in shown):
        shown = ()
    return partial(_without_zeros, tolerance, stage, shown) if shown else partial(Tolerance.reprint, tolerance, stage)


def text_in(tolerance: Tolerance, stage: Stage, fixed: Reprint) -> str:
    """How a number is written that stands in the place of another.

    A whole one has no zeros behind it where those of its block have none; what is computed from it is not asked here,
    as it stands for what its decimals say.
    """
    is_whole = fixed.value.q == 1 and fixed.decimals > 0 and fixed.form == PLAIN
    if is_whole and _are_own(tolerance, stage) and (shown := _beside(tolerance, stage)):
        is_bare = sum(one.is_bare_integer for one in shown) >= LEAST_WHOLE
        fixed = fixed._replace(decimals=0) if is_bare and not any(one.ends_in_zero for one in shown) else fixed
    return tolerance.show(stage, fixed)


def _beside(tolerance: Tolerance, stage: Stage) -> Sequence[Printed]:
    """The numbers of the whole block that a stage is, or is a part of."""
    block = (tolerance.document.whole or tolerance.document).by_name[stage.whole].printed
    return () if block is None else tuple(block.contents())


def _are_own(tolerance: Tolerance, stage: Stage) -> bool:
    """Whether each number has the decimals that it shows."""
    return tolerance.resolutions[stage.name].kind == "own"


def _without_zeros(
    tolerance: Tolerance, stage: Stage, shown: Sequence[Printed], like: Printed, value: Number
) -> Reprint:
    """What should stand in the place of a wrong number among some without zeros at ends; raises Uncertain."""
    fixed = tolerance.reprint(stage, like, value)
    exact = decimals_of(value) if isinstance(value, fmpq) and like.form == PLAIN else None
    others = {one.decimals for one in shown if (one.line, one.column) != (like.line, like.column)}
    if exact is None or not isinstance(value, fmpq) or len(others) == 1 or not 0 < exact <= max(others):
        return fixed
    return fixed._replace(value=value, decimals=exact)


def _alone(tolerance: Tolerance, stage: Stage, like: Printed, value: Number) -> Reprint:
    """What should stand in the place of a wrong number that stands alone; raises Uncertain.

    An exact value of another size is shown with all of its decimals and no more: `15 / 100 = 1.5` should be 0.15, with
    as many digits, and `320 * 15 = 87.272` should be 4800. One that is not exact has as many digits as the wrong one,
    where the decimals of that leave it not two.
    """
    fixed = tolerance.reprint(stage, like, value)
    if stage.text is not None:
        fixed = of_its_size(like, value, fixed, tolerance.declared(stage) or tolerance.rules(stage).likely[0])
    exact = decimals_of(value) if isinstance(value, fmpq) else None
    if exact is None or not isinstance(value, fmpq) or 0 in (value, like.value) or like.form != PLAIN:
        return fixed
    larger = magnitude(value) - magnitude_of(like)
    if larger and fixed.decimals < exact <= like.decimals - larger:
        return fixed._replace(value=value, decimals=exact)
    if stage.text is None:
        return fixed
    least = max(exact, _decimals_used(tolerance.document, stage))
    return fixed._replace(decimals=least) if larger and fixed.decimals > max(least, _OF_MONEY) else fixed


def _decimals_used(document: Document, stage: Stage) -> int:
    """The most decimals of the numbers that the formula of a stage names."""
    operands = () if stage.formula is None else (document.by_name.get(name) for name in stage.formula.uses)
    blocks = (operand.printed for operand in operands if operand is not None and operand.printed is not None)
    return max((number.decimals for block in blocks for number in block.contents()), default=0)
