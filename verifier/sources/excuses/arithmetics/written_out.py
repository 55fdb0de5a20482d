"""Numerals to another base that are written out as a sum of powers: `755 = 7·64 + 5·8 + 5`."""

from collections.abc import Iterator
from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import POWER

_BASES: Final = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16)
_LEAST: Final = 2
"""Digits of a numeral that is written out."""


def is_written_out(sides: tuple[Side, Side]) -> bool:
    """Whether a side is a numeral to some base, and the other one the sum of its digits times the powers of that."""
    for side, other in (sides, sides[::-1]):
        digits = side.tokens[0].text
        if len(side.tokens) > 1 or not digits.isdecimal() or len(digits) < _LEAST:
            continue
        value = value_of(other) if _has_digits(other, digits) else None
        if value is not None and any(value == number for number in _read(digits)):
            return True
    return False


def _has_digits(side: Side, digits: str) -> bool:
    """Whether the first number of each term of a sum is a digit of a numeral, in their order, without 0."""
    firsts, is_first = list[str](), True
    for token in side.tokens:
        if token.sort == "number" and is_first:
            firsts.append(token.text)
            is_first = False
        elif token.is_one_of("+"):
            is_first = True
        elif token.is_one_of("-", "(", *POWER) and is_first:
            return False
    shown = "".join(firsts)
    return len(firsts) >= _LEAST and (shown == digits or shown.replace("0", "") == digits.replace("0", ""))


def _read(digits: str) -> Iterator[int]:
    """What a numeral is to the bases that have its digits."""
    return (int(digits, base) for base in _BASES if int(max(digits)) < base)
