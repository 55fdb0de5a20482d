"""Results that are no decimals: lone powers of ten, and digits in brackets that recur or are uncertain."""

import re
from typing import Final

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.forms import recurring
from verifier.numbers.number import ratio
from verifier.sources.chains import Side
from verifier.sources.solving import value_at
from verifier.sources.values import Numeral, Value, number_of

_TEN: Final = 10


def lone_power_of_ten(value: Value, side: Side) -> Value | None:
    """A side that is a lone power of ten, as a printed number; None for another."""
    match value.tree:
        case Apply("power", (Literal(base), Literal() | Apply("negative", (Literal(),)) as exponent)) if base == _TEN:
            text = f"10^{number_of(Value(exponent))}"
            return value._replace(numeral=Numeral(text, side.tokens[0].start, side.tokens[-1].end))
    return None


def may_be_uncertain(numeral: Numeral | None, tree: Expression) -> bool:
    """Whether digits in brackets may be others than those that recur: the expression gives none that recur so."""
    if numeral is None or not numeral.text.endswith(")"):
        return False
    value = value_at(tree, {})
    shown = None if value is None else recurring(*ratio(value))
    return shown is None or _places(shown) != _places(numeral.text)


def _places(text: str) -> list[int]:
    """The numbers of decimals before those that recur, and of these."""
    return [len(part) for part in re.split("[.(]", text)[1:]]
