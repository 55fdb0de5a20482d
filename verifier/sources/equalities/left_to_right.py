"""Sides of which either may be wrong, as where brackets lack, and arithmetic from left to right, as of calculators."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, islice
from operator import attrgetter
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS, OVER, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.said_again import is_number
from verifier.sources.units.unit_ratios import ratios_of

_SPOKEN: Final = pattern(
    r"\bleft[- ]to[- ]right\b|\b(?:simple|cheap|basic|four-function|pocket) calculator\b|\bimmediate execution\b"
    r"|\b(?:without|ignor\w+|no) (?:operator )?precedence\b|\bsmalltalk\b|\bohne punkt[- ]vor[- ]strich\b"
    r"|\b(?:von links nach rechts|de gauche \u00e0 droite|de izquierda a derecha|da esquerda para a direita"
    r"|da sinistra a destra"
    r"|van links naar rechts|fr\u00e5n v\u00e4nster till h\u00f6ger|fra venstre (?:til|mot) h\u00f8[jy]re"
    r"|od lewej do prawej"
    r"|zleva doprava|\u0441\u043b\u0435\u0432\u0430 \u043d\u0430\u043f\u0440\u0430\u0432\u043e"
    r"|\u0437\u043b\u0456\u0432\u0430 \u043d\u0430\u043f\u0440\u0430\u0432\u043e|balr\u00f3l jobbra"
    r"|vasemmalta oikealle|de la st\u00e2nga la dreapta|soldan sa\u011fa"
    r"|t\u1eeb tr\u00e1i sang ph\u1ea3i|dari kiri ke kanan)\b",
    re.IGNORECASE,
)
_NEAR: Final = 160
_CLOSING: Final = (")", "]")
_FAR: Final = 3
"""So many sides behind a pair are asked whether they show what it gives with brackets."""
_MOST: Final = 24
"""So many ways to put brackets into a side are tried."""
_STROKES: Final = frozenset(OVER)
_SUMS: Final = frozenset(("+", *MINUS))
_TEXT: Final = attrgetter("text")
_LEAST: Final = 4
"""Tokens of the shortest sum with a bracket."""


def is_open(pair: Pair, known: AbstractSet[Side]) -> bool:
    """Whether either side may be wrong: of numbers alone in two units or behind nothing *known*, without brackets.

    So may it be where a number is taken apart, as `105 = 2 * 42 + 12`: it is a given, or a result that was right.
    """
    if is_number(pair.left.tokens) and not is_number(pair.right.tokens):
        return True
    if not (is_number(pair.left.tokens) and is_number(pair.right.tokens)):
        is_converted = pair.left.unit != "" != pair.right.unit and _is_converted_behind(pair)
        is_open_so = is_converted or lacks_brackets(pair) or _lacks_below(pair)
        return is_open_so or (bool(pair.earlier) and goes_on_from(pair))
    return pair.left.unit != pair.right.unit or known.isdisjoint(pair.earlier)


def _is_converted_behind(pair: Pair) -> bool:
    """Whether a quantity stands before its conversion, which is written out: `72 km/h = 72000/3600 m/s`."""
    return is_number(pair.left.tokens) and ratios_of(pair.right, pair.left) is not None


def lacks_brackets(pair: Pair) -> bool:
    """Whether a product or a quotient stands behind a sum, and brackets around that would make it equal to a side."""
    left, others = pair.left, (pair.right, *pair.later)
    signs = left.tokens[1::2]
    are_sums = [sign.text in _SUMS for sign in signs]
    is_mixed = True in are_sums and False in are_sums[are_sums.index(True) :]
    if is_mixed and any(_are_equal_in_order((left, other)) for other in others):
        return True
    if len(left.tokens) < _LEAST or left.tokens[-3].text not in _CLOSING:
        return False
    value = _as_a_whole(left)
    return value is not None and any(value_of(other) == value for other in others)


def _lacks_below(pair: Pair) -> bool:
    """Whether sides that are not equal would be with brackets around a sum behind a stroke, as `60 / 5 + 7 = 5`.

    So would a number behind two sides, of which the first lacks them: then the second is not what it should be.
    """
    left, right, *earlier = pair.left, pair.right, *pair.earlier[:1]
    lacking = [
        (side, others)
        for side, *others in ((left, right, *pair.later[:_FAR]), (right, left), (*earlier, right))
        if not (_STROKES.isdisjoint(signs := {*map(_TEXT, side.tokens)}) or _SUMS.isdisjoint(signs))
    ]
    if not lacking or _is_shown(value_of(left), right):
        return False
    return any(
        any(_is_shown(value, other) for other in others)
        for side, others in lacking
        for tokens in islice(_with_brackets(side.tokens), _MOST)
        if (value := value_of(side._replace(tokens=tokens))) is not None
    )


def _with_brackets(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """Tokens with brackets around each sum that may be meant behind a stroke, and does not stand in brackets.

    A sum before the first stroke may lack them with it, as in `3 + 5 / 4 + 4`.
    """
    depths = list(accumulate(token.is_one_of("(", "[") - token.is_one_of(")", "]") for token in tokens))
    signs = [at for at, token in enumerate(tokens) if not depths[at] and token.is_one_of("+", *MINUS, *TIMES, *OVER)]
    for first, stroke in enumerate(signs):
        if not tokens[stroke].is_one_of(*OVER):
            continue
        is_sum = False
        for at, end in zip(signs[first + 1 :], (*signs[first + 2 :], len(tokens)), strict=False):
            is_sum = is_sum or (at > stroke + 1 and tokens[at].is_one_of("+", *MINUS))
            if is_sum:
                behind = (tokens[stroke], *_in_brackets(tokens[stroke + 1 : end]), *tokens[end:])
                yield (*tokens[:stroke], *behind)
                if any(tokens[sign].is_one_of("+", *MINUS) for sign in signs[:first]):
                    yield (*_in_brackets(tokens[:stroke]), *behind)


def _in_brackets(tokens: Sequence[Token]) -> tuple[Token, ...]:
    start, end = tokens[0].start, tokens[-1].end
    return Token("sign", "(", start, start), *tokens, Token("sign", ")", end, end)


def _is_shown(value: fmpq | None, side: Side) -> bool:
    """Whether a side is a value, or a number that may show it."""
    return value is not None and (shows(value, side.tokens) or value_of(side) == value)


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
