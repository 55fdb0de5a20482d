"""Whole numbers with their base as an index: `1101_2 = 13`, `1101_2 + 110_2 = 10011_2`."""

from collections.abc import Sequence
from typing import Final

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Numeral, Reading, literal
from verifier.sources.text.tokens import Token

BINARY: Final = 2
TEN: Final = 10
_BASES: Final = {"2": BINARY, "8": 8, "10": TEN, "16": 16}
_MOST_DIGITS: Final = 64
_ALONE: Final = ("0", "1")
"""Digits that may be a vector with its length."""


def base_of(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """The base that an index says, with which tokens begin, and how many tokens it has; None for no such index."""
    texts = [token.text for token in tokens[:4]]
    if texts[:1] != ["_"]:
        return None
    is_group = texts[1:2] == ["{"] and texts[3:4] == ["}"]
    base = _BASES.get("".join(texts[1 + is_group : 2 + is_group]))
    return None if base is None else (base, 4 if is_group else 2)


def value_of(digits: str, base: int) -> int | None:
    """The value of digits to a base; None if they are none."""
    is_short = digits.isdecimal() and len(digits) <= _MOST_DIGITS and digits not in _ALONE
    return int(digits, base) if is_short and all(int(digit) < base for digit in digits) else None


def signed(digits: str, value: int, reading: Reading) -> int:
    """A value, or the number that bits may show by a sign before them, by a complement or by an excess."""
    if len(digits) < BINARY or set(digits) - {"0", "1"}:
        return value
    size, half = 1 << len(digits), 1 << (len(digits) - 1)
    by_sign = (value - size, value - size + 1, half - value) if value >= half else (value, value, value)
    readings = [value, *by_sign, value - half, value - half + 1]
    return readings[reading.choice("bits", len(readings))]


def digits_of_result(tokens: Sequence[Token], left: Expression, reading: Reading) -> tuple[Numeral, Expression] | None:
    """The digits of a side that is a number to a base, and what they should be for the value of the left side.

    None also where that is not known. Where only a carry beyond its digits is lost, or the exclusive or may be meant,
    nobody is accused.
    """
    shown = [token for token in tokens if not token.is_one_of("(", ")")]
    found = base_of(shown[1:]) if shown and shown[0].sort == "number" else None
    if found is None or len(shown) != 1 + found[1] or found[0] >= TEN:
        return None
    (base, _), token = found, shown[0]
    value, exact = value_of(token.text, base), value_at(left, {}, with_powers=True)
    should = int(exact.p) if exact is not None and exact.q == 1 else -1
    if value is None or should < 0:
        return None
    reading.is_doubtful |= _may_be(should, value, base ** len(token.text), left)
    text = token.text.lstrip("0") or "0"
    return Numeral(text, token.end - len(text), token.end), literal(int(_to_base(should, base)))


def _may_be(should: int, value: int, size: int, left: Expression) -> bool:
    """Whether digits, before a first one of this size, are what is left without a carry, or an exclusive or."""
    match left:
        case Apply("add" | "subtract", (Literal(one), Literal(other))) if int(one.p) ^ int(other.p) == value != should:
            return True
    return value != should and (value - should) % size == 0


def _to_base(value: int, base: int) -> str:
    """The digits of a number to a base below ten."""
    found = ""
    while value:
        value, digit = divmod(value, base)
        found = f"{digit}{found}"
    return found or "0"
