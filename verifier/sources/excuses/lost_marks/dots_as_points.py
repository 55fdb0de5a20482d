"""Dots that are decimal points (`2·5 * 4 = 10`), points that are products (`4 . 2 . 3 = 24`), and other such signs.

Others are divisors and multiples in brackets, alternatives, and repetitions of a class of characters.
"""

import re
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.sources.excuses.plainly import differ_in_a_digit, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import CROSSES
from verifier.sources.text.tokens import Token

_DOTS: Final = ("\u00b7", "\u22c5", "\u2219", "\\cdot")
_SPACED_POINT: Final = pattern(r"[0-9)] \\?\. ?$")
_BRACKETS: Final = pattern(r"\((\d+),(\d+)\)\*\[(\d+),(\d+)\]")
_CLASS: Final = pattern(r"(?:\]|\)|\\?\w)(?:\\?)$")
_OTHER: Final = pattern(r"(?P<number>\d+(?:\.\d+)?)\s?(?P<word>[^\W\d_]{1,6}|[;/])\s$")


def has_points_as_dots(sides: tuple[Side, Side]) -> bool:
    """Whether an equality holds with decimal points for the dots that touch digits on both sides.

    Beside no other sign of a product, and no zero before a dot, a digit that is another one is likelier.
    """
    pointed = tuple(side._replace(tokens=tuple(_pointed(side.tokens))) for side in sides)
    left, right = pointed
    if len(left.tokens) == len(sides[0].tokens):
        return False
    value, plain, shown = value_of(left), value_of(sides[0]), value_of(right)
    if value is None or shown is None or not (value == shown or shows(value, right.tokens)):
        return False
    is_sure = any(token.is_one_of(*CROSSES, "*") for token in left.tokens) or any(
        token.text.startswith("0.") for token in left.tokens
    )
    return is_sure or not differ_in_a_digit(plainly(right.tokens), str(plain))


def _pointed(tokens: tuple[Token, ...]) -> list[Token]:
    """Tokens in which a dot between two whole numbers that it touches is the point of one number."""
    found: list[Token] = []
    for token in tokens:
        is_behind = len(found) > 1 and token.sort == "number" and not (token.spaced or found[-1].spaced)
        if is_behind and found[-1].text in _DOTS and found[-2].text.isdecimal() and token.text.isdecimal():
            found[-2:] = [found[-2]._replace(text=f"{found[-2].text}.{token.text}", end=token.end)]
        else:
            found.append(token)
    return found


def has_points_as_products(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether points are signs of products: one with a blank before it right before the left side, or those in numbers.

    So they are in school texts of some languages, as in `b = 7 - 4 . 2 . 3 = -17` and `v = 50 + 30.5 = 200`.
    """
    left, right = sides
    if left.tokens[0].sort == "number" and _SPACED_POINT.search(text[max(0, start - 8) : start]) is not None:
        return True
    product = _with_products(left)
    value = value_of(product) if len(product.tokens) > len(left.tokens) else None
    is_behind = any(_is_behind(token, last) for last, token in pairwise(left.tokens))
    others = (right, _with_products(right)) if is_behind else (right,)
    return value is not None and value in map(value_of, others)


def _with_products(side: Side) -> Side:
    """A side whose points, also those behind brackets, are signs of products."""
    before = (None, *side.tokens)
    parts = (part for last, token in zip(before, side.tokens, strict=False) for part in _as_product(token, last))
    return side._replace(tokens=tuple(parts))


def _is_behind(token: Token, last: Token) -> bool:
    """Whether a number begins with a point that touches the bracket before it."""
    return token.text.startswith(".") and last.is_one_of(")", "]") and not token.spaced


def _as_product(token: Token, last: Token | None) -> tuple[Token, ...]:
    """A decimal as a product of two whole numbers, or of the bracket before it and one; any other token as it is."""
    one, point, other = token.text.partition(".")
    is_behind = last is not None and _is_behind(token, last)
    if token.sort != "number" or not (point and (one.isdecimal() or is_behind) and other.isdecimal()):
        return (token,)
    sign = token._replace(sort="sign", text="*", start=token.start + len(one), end=token.start + len(one) + 1)
    rest = sign, token._replace(text=other, start=sign.end)
    return rest if is_behind else (token._replace(text=one, end=sign.start), *rest)


def has_divisor_and_multiple(sides: tuple[Side, Side]) -> bool:
    """Whether the left side has the greatest common divisor and the least common multiple of two numbers."""
    pair = _BRACKETS.fullmatch(plainly(sides[0].tokens))
    if pair is None or (pair[1], pair[2]) != (pair[3], pair[4]):
        return False
    return value_of(sides[1]) == int(pair[1]) * int(pair[2])


def is_alternative(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether two sides have two values each, the first of the left and the last of the right outside of them."""
    before = _OTHER.search(text[max(0, start - 30) : start].rstrip() + " ")
    left, right = sides
    if before is None or left.tokens[0].sort != "number":
        return False
    behind = re.match(rf"\s?{re.escape(before['word'])}\s?(\d+(?:\.\d+)?)(?!\w)", text[end : end + 30])
    if behind is None:
        return False
    first = left._replace(tokens=(left.tokens[0]._replace(text=before["number"]), *left.tokens[1:]))
    value, other = value_of(first), value_of(left)
    last = right.tokens[0]._replace(text=behind[1])
    return value is not None and other is not None and shows(value, right.tokens) and shows(other, (last,))


def is_repetition(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether the left side is how often a class of characters stands in a regular expression, as in `[a-z]{2}`."""
    tokens = sides[0].tokens
    is_braced = tokens[0].text == "{" and tokens[-1].text == "}"
    return is_braced and _CLASS.search(text[max(0, start - 10) : start]) is not None
