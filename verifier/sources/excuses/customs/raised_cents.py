"""Prices with raised cents, as on labels: `3^{99} * 2 = 7^{98}`."""

from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import RAISED
from verifier.sources.text.tokens import Token

_RAISED: Final = pattern(r"\^\{?([0-9]{2})\}?")
_CENTS: Final = 2
"""Raised digits."""
_LONGEST: Final = 4
"""Tokens of an exponent in braces."""


def has_raised_cents(sides: tuple[Side, Side]) -> bool:
    """Whether both sides have numbers with two raised digits, and are equal if these are cents."""
    prices = [_with_cents(side.tokens) for side in sides]
    if any(tokens is None for tokens in prices):
        return False
    values = [value_of(Side(tokens)) for tokens in prices if tokens is not None]
    return values[0] is not None and values[0] == values[1]


def _with_cents(tokens: Sequence[Token]) -> tuple[Token, ...] | None:
    """The same tokens with decimals in the place of raised digits; None if there are none."""
    found, at = list[Token](), 0
    while at < len(tokens):
        token = tokens[at]
        digits, length = _raised(tokens, at + 1) if token.sort == "number" and token.text.isdecimal() else ("", 0)
        found.append(token._replace(text=f"{token.text}.{digits}") if digits else token)
        at += 1 + length
    return tuple(found) if len(found) < len(tokens) else None


def _raised(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The two raised digits at an index, and how many tokens they are."""
    if at < len(tokens) and tokens[at].sort == "raised":
        digits = tokens[at].text.translate(RAISED)
        return (digits, 1) if len(digits) == _CENTS and digits.isdecimal() else ("", 0)
    for length in (_LONGEST, 2):
        raised = _RAISED.fullmatch("".join([token.text for token in tokens[at : at + length]]))
        if raised is not None:
            return raised[1], length
    return "", 0
