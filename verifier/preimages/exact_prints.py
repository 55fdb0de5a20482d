"""The decimals of an exact value in the place of a number of another size, whose own say nothing of it."""

from collections.abc import Callable
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
    """Tells what should stand in the place of a wrong number of a stage; one of a row has the decimals of that row."""
    is_single = stage.printed is None or stage.printed.shape == (1, 1)
    return partial(_alone if is_single else Tolerance.reprint, tolerance, stage)


def text_in(tolerance: Tolerance, stage: Stage, fixed: Reprint) -> str:
    """How a number is written that stands in the place of another.

    A whole one has no zeros behind it where those of its block have none; what is computed from it is not asked here,
    as it stands for what its decimals say.
    """
    is_whole = fixed.decimals > 0 and fixed.value.q == 1 and fixed.form == PLAIN
    if not is_whole or tolerance.resolutions[stage.name].kind != "own":
        return tolerance.show(stage, fixed)
    block = (tolerance.document.whole or tolerance.document).by_name[stage.whole].printed
    if block is not None:
        shown = list(block.contents())
        is_bare = sum(one.is_bare_integer for one in shown) >= LEAST_WHOLE
        fixed = fixed._replace(decimals=0) if is_bare and not any(one.ends_in_zero for one in shown) else fixed
    return tolerance.show(stage, fixed)


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
