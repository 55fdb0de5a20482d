"""Exponents that came down to the line where a text was copied from a page: `32 + 42 = 25` is 3² + 4² = 25."""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import gives, shows
from verifier.sources.text.signs import MINUS, OVER, TIMES
from verifier.sources.text.tokens import Token

_SQUARE: Final = pattern("[1-9][0-9]{0,2}2")
"""A number with its exponent behind it on the line."""
_RAISED: Final = pattern("([2-9]|[1-9][0-9]{1,2})([2-9])")
"""A whole number above one with its exponent behind it on the line."""
_FACTORS: Final = 7
"""Tokens at most of a product with one such number."""
_QUOTIENT: Final = 3
_POWER: Final = 5
"""Tokens of a number times a power of ten."""
_MOST_DIGITS: Final = 2
"""Digits of the exponent of ten."""
_TEN: Final = pattern("10([1-9][0-9]?)")
"""A ten with its exponent behind it on the line."""
_LONGEST: Final = 15
"""Tokens of a product with such tens."""
_TENS: Final = 2
"""Such tens of an equality at least."""
_ANGLED: Final = ("sin", "cos", "tan", "cot", "\\sin", "\\cos", "\\tan", "\\cot")
_RING: Final = pattern("[1-9][0-9]?0")
"""An angle of one or two digits with its ring behind it as a zero."""


def has_lost_exponents(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a number is what the left side gives with exponents that stand on the line."""
    found = _has_squares(left, right) or _has_square_above(left, right) or _has_power_of_ten(left, right)
    found = found or _has_logarithm_of_ten(left) or _has_logarithm_of_ten(right)
    found = found or _are_of_powers_of_ten(left, right) or _has_degrees(left, right)
    return found or _has_one_exponent(left, right)


def _are_of_powers_of_ten(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether products are equal with the exponent of each ten behind it, as in `3 * 108 * 10 = 3 * 109`."""
    one, other = _product(left), _product(right)
    if one is None or other is None or one[1] + other[1] < _TENS:
        return False
    return one[1] > 0 < other[1] and (one[0] == other[0] or abs(one[0] - other[0]) < other[2])


def _has_one_exponent(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a product is what one of its factors gives with its last digit as an exponent, as `3 * 102 = 300`."""
    signs, numbers = left[1::2], [number_in(token.text) for token in left[::2] if token.sort == "number"]
    is_product = len(numbers) > 1 and len(left) == 2 * len(numbers) - 1 and len(left) <= _FACTORS
    if not is_product or not all(token.is_one_of(*TIMES) for token in signs):
        return False
    whole = fmpq(1)
    for number in numbers:
        whole *= fmpq(0) if number is None else number.value
    raised = ((token, _RAISED.fullmatch(token.text)) for token in left[::2])
    return any(
        power is not None and shows(whole / int(token.text) * int(power[1]) ** int(power[2]), right)
        for token, power in raised
    )


def _product(tokens: Sequence[Token]) -> tuple[fmpq, int, fmpq] | None:
    """The value of a product of numbers with powers of ten, how many these are, the unit of its decimals, if any."""
    value, scale, count, decimals = fmpq(1), fmpq(1), 0, 0
    if len(tokens) % 2 == 0 or len(tokens) > _LONGEST or not all(token.is_one_of(*TIMES) for token in tokens[1::2]):
        return None
    for token in tokens[::2]:
        number, power = number_in(token.text) if token.sort == "number" else None, _TEN.fullmatch(token.text)
        if number is None:
            return None
        if power is None:
            value, decimals = value * number.value, decimals + number.decimals
        else:
            scale, count = scale * power_of_ten(int(power[1])), count + 1
    return value * scale, count, scale * power_of_ten(-decimals) if decimals else fmpq(0)


def _has_degrees(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a number is what functions of angles give whose ring became a zero, as in `sin 300 = 0.5`."""
    pairs = list(zip((None, *left), left, strict=False))
    if len(left) < 2 or len(right) != 1:  # noqa: PLR2004 - a function and its angle
        return False
    made = list[Token]()
    for before, token in pairs:
        is_angle = before is not None and before.is_one_of(*_ANGLED)
        if is_angle and _RING.fullmatch(token.text) is None:
            return False
        made += (
            [token._replace(text=token.text[:-1]), token._replace(sort="sign", text="\u00b0")] if is_angle else [token]
        )
    return len(made) > len(left) and gives(Side(tuple(made)), right)


def _has_logarithm_of_ten(tokens: Sequence[Token]) -> bool:
    """Whether the logarithm of a power of ten is in an expression whose exponent stands on the line: `log 10-3`."""
    for name, ten, minus, digits in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        is_power = ten.text == "10" and minus.is_one_of(*MINUS) and digits.text.isdecimal()
        if is_power and name.is_one_of("log", "lg", "log10") and not (minus.spaced or digits.spaced):
            return True
    return False


def _has_squares(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether all terms of a sum are squares, as in `32 + 42 = 25`, and perhaps the result, as in `32 + 42 = 52`."""
    terms, signs = left[::2], left[1::2]
    are_squares = None not in map(_squared, terms) and all(sign.is_one_of("+") for sign in signs)
    if not (len(terms) > 1 and are_squares and len(right) == 1 and right[0].text.isdecimal()):
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
    is_tight = ten.text == "10" and not (minus.spaced or digits.spaced) and digits.text.isdecimal()
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
