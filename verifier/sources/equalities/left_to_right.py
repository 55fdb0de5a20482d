"""Sides of which either may be wrong, as where brackets lack, and arithmetic from left to right, as of calculators."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate
from typing import Final

from flint import fmpq

from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS, OVER, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.said_again import is_number

_SPOKEN: Final = re.compile(
    r"\bleft[- ]to[- ]right\b|\b(?:simple|cheap|basic|four-function|pocket) calculator\b|\bimmediate execution\b"
    r"|\b(?:without|ignor\w+|no) (?:operator )?precedence\b",
    re.IGNORECASE,
)
_NEAR: Final = 160
_CLOSING: Final = (")", "]")
_LEAST: Final = 4
"""Tokens of the shortest sum with a bracket."""


def is_open(pair: Pair, known: AbstractSet[Side]) -> bool:
    """Whether either side may be wrong: of numbers alone in two units or behind nothing *known*, without brackets."""
    if not (is_number(pair.left.tokens) and is_number(pair.right.tokens)):
        return lacks_brackets(pair) or (bool(pair.earlier) and goes_on_from(pair))
    return pair.left.unit != pair.right.unit or known.isdisjoint(pair.earlier)


def lacks_brackets(pair: Pair) -> bool:
    """Whether a product or a quotient stands behind a sum, and brackets around that would make it equal to a side."""
    left, others = pair.left, (pair.right, *pair.later)
    signs = left.tokens[1::2]
    are_sums = [sign.is_one_of("+", *MINUS) for sign in signs]
    is_mixed = True in are_sums and False in are_sums[are_sums.index(True) :]
    if is_mixed and any(_are_equal_in_order((left, other)) for other in others):
        return True
    if len(left.tokens) < _LEAST or left.tokens[-3].text not in _CLOSING:
        return False
    value = _as_a_whole(left)
    return value is not None and any(value_of(other) == value for other in others)


def goes_on_from(pair: Pair) -> bool:
    """Whether the right number is what a quotient gives with what the side before gives for its first number."""
    before, (first, *rest), right = pair.earlier[0].tokens, pair.left.tokens, pair.right
    if not rest or first.sort != "number" or len(right.tokens) != 1:
        return False
    value = _value(before) if _is_product(before) and _is_product(pair.left.tokens) else None
    if value is None or value.q != 1:
        return False
    found = _value((first._replace(text=str(value)), *rest))
    return found is not None and shows(found, right.tokens)


def _is_product(tokens: Sequence[Token]) -> bool:
    """Whether the signs between numbers are those of products and quotients alone."""
    return len(tokens) > 1 and all(token.is_one_of(*TIMES, *OVER) for token in tokens[1::2])


def _as_a_whole(side: Side) -> fmpq | None:
    """What a sum that ends with a bracket over a number gives if all of it is divided; None of other sides."""
    *before, sign, last = side.tokens
    number = number_in(last.text) if last.sort == "number" and sign.is_one_of(*OVER) else None
    if number is None or not number.value:
        return None
    depths = accumulate(token.is_one_of("(", "[") - token.is_one_of(")", "]") for token in before)
    is_sum = any(not depth and token.is_one_of("+", *MINUS) for token, depth in zip(before, depths, strict=True))
    value = value_of(side._replace(tokens=tuple(before))) if is_sum else None
    return None if value is None else value / number.value


def _are_equal_in_order(sides: tuple[Side, Side]) -> bool:
    values = [_value(side.tokens) for side in sides]
    return values[0] is not None and values[0] == values[1]


def holds_left_to_right(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether the words before an offset say that signs are taken in their order, and the sides are equal so."""
    return _SPOKEN.search(text[max(0, start - _NEAR) : start]) is not None and _are_equal_in_order(sides)


def _value(tokens: Sequence[Token]) -> fmpq | None:
    """What numbers with signs between them give, each sign with all before it; None of other expressions."""
    numbers = [number_in(token.text) if token.sort == "number" else None for token in tokens[::2]]
    if not tokens or len(tokens) % 2 == 0 or None in numbers:
        return None
    total, *rest = (number.value for number in numbers if number is not None)
    for sign, number in zip(tokens[1::2], rest, strict=True):
        if sign.is_one_of("+", *MINUS):
            total += number if sign.is_one_of("+") else -number
        elif sign.is_one_of(*TIMES):
            total *= number
        elif sign.is_one_of(*OVER) and number:
            total /= number
        else:
            return None
    return total
