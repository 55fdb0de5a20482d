r"""Exponents of ten, as in `2.5 * 10^{-3}`, and of units, as in `m^{2}`, and fractions.

A unit behind a power of ten or a fraction is that of the whole. No exponents of units are the indices of names:
`W^{(2)}`, `W^{2\top}`.
"""

from collections.abc import Sequence
from typing import Final

from verifier.sources.text.signs import FRACTIONS, MINUS, OVER, POWER, TIMES, TRANSPOSES
from verifier.sources.text.tokens import Token

_LONGEST: Final = 8
"""Tokens of a number, the sign of a product, ten, and its exponent with a sign in braces."""
_SHORTEST: Final = 3
"""Tokens of a number, the sign of a product, and ten."""
_FRACTION: Final = 7
"""Tokens of a command, and of two numbers in braces."""


def of_power_of_ten(tokens: Sequence[Token]) -> int:
    """How many tokens at the end are a number times a power of ten; 0 if none are."""
    for count in range(_SHORTEST + 1, min(_LONGEST, len(tokens)) + 1):
        number, times, ten, *exponent = tokens[-count:]
        is_ten = number.sort == "number" and times.is_one_of(*TIMES) and ten.text == "10"
        if is_ten and _is_exponent([token for token in exponent if not token.is_one_of("{", "}")]):
            return count
    return 0


def is_of_one_unit(tokens: Sequence[Token]) -> bool:
    """Whether tokens are ten with an exponent, or a fraction, and nothing else: a unit behind is that of the whole."""
    exponent = [token for token in tokens[1:] if not token.is_one_of("{", "}")]
    if tokens[:1] and tokens[0].is_one_of(*FRACTIONS):
        return end_of_group(tokens, end_of_group(tokens, 1)) == len(tokens)
    return len(tokens) > 1 and tokens[0].text == "10" and tokens[0].sort == "number" and _is_exponent(exponent)


def above_of_fraction(tokens: Sequence[Token]) -> Token | None:
    r"""The number above in a fraction of two numbers at the end of tokens, as `\frac{3}{4}`: a unit behind is of it."""
    command, *rest = tokens[-_FRACTION:] if len(tokens) >= _FRACTION else (None,)
    if command is None or not command.is_one_of(*FRACTIONS) or [token.sort for token in rest[1::3]] != ["number"] * 2:
        return None
    braces = [token.text for token in (rest[0], *rest[2:4], rest[5])]
    return rest[1] if braces == ["{", "}", "{", "}"] else None


def in_braces(tokens: Sequence[Token]) -> Token | None:
    """The number alone in braces of its own at the end of tokens, as in `{{ 0.25 }`; these change nothing."""
    if len(tokens) < _SHORTEST:
        return None
    *before, opening, number, closing = tokens
    if number.sort != "number" or not (opening.is_one_of("{") and closing.is_one_of("}")):
        return None
    is_own = not before or before[-1].sort == "relation" or before[-1].is_one_of("{", "(", "+", *MINUS, *TIMES, *OVER)
    return number if is_own else None


def _is_exponent(tokens: Sequence[Token]) -> bool:
    """Whether tokens without braces are a raised number, or the sign of a power with a whole number."""
    first, *rest = tokens or (None,)
    if first is None or first.sort == "raised":
        return first is not None and not rest
    digits = rest[1:] if rest and rest[0].is_one_of("+", *MINUS) else rest
    return first.is_one_of(*POWER) and len(digits) == 1 and digits[0].text.isdecimal()


def end_of_exponent(tokens: Sequence[Token], at: int) -> int | None:
    """The index behind an exponent, or behind a sign of one at the end, as of bold text; None for an index of a name.

    The same index if none stands there.
    """
    if at < len(tokens) and tokens[at].sort == "raised":
        return at + 1
    if at < len(tokens) and tokens[at].is_one_of(*POWER):
        end = end_of_group(tokens, at + 1)
        is_index = any(token.is_one_of("(", *TRANSPOSES) for token in tokens[at + 1 : end])
        return None if is_index else min(max(end, at + 2), len(tokens))
    return at


def end_of_group(tokens: Sequence[Token], at: int) -> int:
    """The index behind the braces that open at an index; the same index if none do."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index].is_one_of("{") - tokens[index].is_one_of("}")
        if depth == 0:
            return index + 1 if index > at else at
    return at
