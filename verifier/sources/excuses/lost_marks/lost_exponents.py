"""Exponents that came down to the line where a text was copied from a page: `32 + 42 = 25` is 3² + 4² = 25."""

import re
from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import MINUS, OVER, TIMES
from verifier.sources.text.tokens import Token

_SQUARE: Final = re.compile("[1-9][0-9]{0,2}2")
"""A number with its exponent behind it on the line."""
_QUOTIENT: Final = 3
_POWER: Final = 5
"""Tokens of a number times a power of ten."""
_MOST_DIGITS: Final = 2
"""Digits of the exponent of ten."""


def has_lost_exponents(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a number is what the left side gives with exponents that stand on the line."""
    found = _has_squares(left, right) or _has_square_above(left, right) or _has_power_of_ten(left, right)
    return found or _has_logarithm_of_ten(left) or _has_logarithm_of_ten(right)


def _has_logarithm_of_ten(tokens: Sequence[Token]) -> bool:
    """Whether the logarithm of a power of ten is in an expression whose exponent stands on the line: `log 10-3`."""
    for name, ten, minus, digits in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        is_power = ten.text == "10" and minus.is_one_of(*MINUS) and digits.text.isdigit()
        if is_power and name.is_one_of("log", "lg", "log10") and not (minus.spaced or digits.spaced):
            return True
    return False


def _has_squares(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether all terms of a sum are squares, as in `32 + 42 = 25`, and perhaps the result, as in `32 + 42 = 52`."""
    terms, signs = left[::2], left[1::2]
    are_squares = None not in map(_squared, terms) and all(sign.is_one_of("+") for sign in signs)
    if not (len(terms) > 1 and are_squares and len(right) == 1 and right[0].text.isdigit()):
        return False
    total = sum(square for term in terms if (square := _squared(term)) is not None)
    return int(right[0].text) == total or _squared(right[0]) == total


def _has_square_above(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a square stands above the line of a fraction, as in `32/2 = 4.5`."""
    if len(left) != _QUOTIENT or not left[1].is_one_of(*OVER) or (square := _squared(left[0])) is None:
        return False
    divisor, result = _value(left[2:]), _value(right)
    return divisor is not None and result is not None and square == result * divisor


def _has_power_of_ten(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether the exponent of ten stands on the line with its minus, as in `21.3 * 10-3 = 0.0213`."""
    if len(left) != _POWER or not (left[1].is_one_of(*TIMES) and left[3].is_one_of(*MINUS)):
        return False
    ten, minus, digits = left[2:]
    number, result = _value(left[:1]), number_in(right[0].text) if len(right) == 1 else None
    is_tight = ten.text == "10" and not (minus.spaced or digits.spaced) and digits.text.isdigit()
    if number is None or result is None or not is_tight or len(digits.text) > _MOST_DIGITS:
        return False
    return abs(number * power_of_ten(-int(digits.text)) - result.value) < power_of_ten(-result.decimals)


def _squared(token: Token) -> int | None:
    """The square of a number whose exponent stands behind it; None of another token."""
    return int(token.text[:-1]) ** 2 if _SQUARE.fullmatch(token.text) else None


def _value(tokens: Sequence[Token]) -> fmpq | None:
    """The value of one numeral; None of anything else."""
    number = number_in(tokens[0].text) if len(tokens) == 1 else None
    return None if number is None else number.value
