"""Quantities that are said again in another unit: `25 °C = 25 + 273.15 = 298.15 K`, `1 year = 365 * 24 = 8760 h`.

What stands between is computed from the number, and is not that number: the unit changes without a word. So it does
where a number says how many there are, as in `Windows: 7 = 4 * 7 = 28`.
"""

from collections.abc import Iterable
from typing import Final

from verifier.sources.expressions.chains import Pair, Side, has_operation
from verifier.sources.text.signs import FRACTIONS, OVER, PERCENT, POWER, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.exponents import of_power_of_ten
from verifier.sources.units.units import is_value

_PERCENT: Final = PERCENT[0]
_MONEY: Final = "money"


def is_restated(pair: Pair) -> bool:
    """Whether the left side is a number with a unit, and the right one an expression whose result has another unit.

    It has one if a number behind it has, or may have one if the number is one of its operands and what stands behind
    tells no unit, or money of which currency.
    """
    left, right = pair.left, pair.right
    if _is_count(pair):
        return True
    kind = _kind(left) if is_value(left.tokens) else ""
    if not (kind and _is_expression(right)) or kind == _kind(right):
        return False
    kinds = [_kind(side) for side in pair.later if any(token.sort == "number" for token in side.tokens)]
    is_elsewhere = bool(kinds) and kind not in kinds
    is_open = kind == _MONEY or not (kinds or kind == _PERCENT)
    return is_elsewhere or (is_open and _has_number_of(left, right))


def goes_on_with(left: Side, right: Side) -> bool:
    """Whether the right side computes with the number of a quantity and tells no unit, as in `25 °C = 25 + 273`."""
    return left.unit != "" == right.unit and is_value(left.tokens) and _has_number_of(left, right)


def _is_count(pair: Pair) -> bool:
    """Whether a whole number alone says how many there are, and is a factor of a product that has a result."""
    number, *rest = pair.left.tokens
    is_first = not (rest or pair.earlier or number.is_money) and number.text.isdecimal()
    has_result = any(len(side.tokens) > 0 and side.tokens[-1].sort == "number" for side in pair.later)
    return is_first and has_result and _is_product(pair.right.tokens) and number.text in _numbers(pair.right.tokens)


def _is_product(tokens: Iterable[Token]) -> bool:
    """Whether there are numbers alone, with signs of products between them."""
    return all(token.sort == "number" or token.is_one_of(*TIMES) for token in tokens)


def _kind(side: Side) -> str:
    """What the numbers of a side count: their unit, money or percent; empty of numbers alone."""
    if any(token.is_money for token in side.tokens):
        return _MONEY
    return "".join(dict.fromkeys(side.kinds)) or side.unit or (_PERCENT if side.tokens[-1].is_one_of(*PERCENT) else "")


def _is_expression(side: Side) -> bool:
    """Whether something is computed; a number in standard form, as `5 * 10^2`, is a number."""
    if 0 < len(side.tokens) == of_power_of_ten(side.tokens):
        return False
    is_scaled = any(token.is_one_of(*OVER, *POWER, *FRACTIONS) for token in side.tokens)
    return is_scaled or has_operation(side.tokens)


def _has_number_of(value: Side, side: Side) -> bool:
    return not _numbers(value.tokens).isdisjoint(_numbers(side.tokens))


def _numbers(tokens: Iterable[Token]) -> set[str]:
    return {token.text for token in tokens if token.sort == "number"}
