"""Arithmetic without precedence, as that of the keys of a simple calculator, where the words before it say so."""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from flint import fmpq

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS, OVER, TIMES
from verifier.sources.text.tokens import Token

_SPOKEN: Final = re.compile(
    r"\bleft[- ]to[- ]right\b|\b(?:simple|cheap|basic|four-function|pocket) calculator\b|\bimmediate execution\b"
    r"|\b(?:without|ignor\w+|no) (?:operator )?precedence\b",
    re.IGNORECASE,
)
_NEAR: Final = 160
_LEAST: Final = 4
"""Tokens of the shortest sum with a bracket."""


def lacks_brackets(left: Side, others: Sequence[Side]) -> bool:
    """Whether a product or a quotient stands behind a sum, and brackets around that would make it equal to another."""
    signs = left.tokens[1::2]
    are_sums = [sign.is_one_of("+", *MINUS) for sign in signs]
    is_mixed = True in are_sums and False in are_sums[are_sums.index(True) :]
    if is_mixed and any(_are_equal_in_order((left, other)) for other in others):
        return True
    value = _as_a_whole(left)
    return value is not None and any(value_of(other) == value for other in others)


def goes_on_from(left: Side, right: Side, earlier: Sequence[Side]) -> bool:
    """Whether the right number is what the left side gives with what the side before it gives for its first number."""
    first, *rest = left.tokens
    value = value_of(earlier[0]) if earlier and rest and first.sort == "number" else None
    if value is None or value.q != 1 or len(right.tokens) != 1:
        return False
    found = value_of(left._replace(tokens=(first._replace(text=str(value)), *rest)))
    return found is not None and shows(found, right.tokens)


def _as_a_whole(side: Side) -> fmpq | None:
    """What a sum of brackets over a number at its end gives if all before that is divided; None of other sides."""
    *before, sign, last = side.tokens if len(side.tokens) > _LEAST else (None, None)
    number = number_in(last.text) if last is not None and last.sort == "number" else None
    if sign is None or number is None or not (sign.is_one_of(*OVER) and number.value):
        return None
    depths = accumulate(token.is_one_of("(", "[") - token.is_one_of(")", "]") for token in before)
    is_sum = any(not depth and token.is_one_of("+", *MINUS) for token, depth in zip(before, depths, strict=True))
    value = value_of(side._replace(tokens=tuple(before))) if is_sum and before[-1].is_one_of(")", "]") else None
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
