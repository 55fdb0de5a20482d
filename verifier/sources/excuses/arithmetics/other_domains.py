"""What a function may give where its formula does not hold: 0 outside of its domain, or what symmetry gives.

So may it be shown in another unit, as a population in thousands. What the numbers say of this needs no words.
"""

from collections.abc import Callable, Sequence
from typing import Final

from flint import arb

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.written_values import tree_of
from verifier.sources.text.signs import MINUS
from verifier.sources.text.tokens import Token

_POWERS: Final = (-9, -6, -3, -2, 2, 3, 6, 9)
"""Powers of ten between the units of a formula and of a number."""
_NEAR: Final = arb(1) / 1000
_SMALL: Final = arb(1) / 100


def may_hold_elsewhere(
    given: Callable[[Sequence[Token]], Side], argument: Side, right: Side, *, is_mirrored: bool
) -> bool:
    """Whether a function, *given* an argument, may give another number than its formula does.

    It may give 0 where the formula gives another number, a number a thousand times as large, and where it *is mirrored*
    what it gives of the argument without its minus.
    """
    shown, value = _value(right), _value(given(argument.tokens))
    if shown is None:
        return False
    if shown.is_zero():
        return value is None or bool(abs(value) > _SMALL)
    if is_mirrored and argument.tokens[0].is_one_of(*MINUS):
        mirrored = _value(given(argument.tokens[1:]))
        if mirrored is not None and bool(abs(abs(mirrored) - abs(shown)) <= _NEAR * abs(shown)):
            return True
    ratio = None if value is None or value.contains(0) else shown / value
    return ratio is not None and any(bool(abs(ratio / arb(10) ** power - 1) < _NEAR) for power in _POWERS)


def _value(side: Side) -> arb | None:
    tree = tree_of(side)
    return None if tree is None else enclosed(tree, {})
