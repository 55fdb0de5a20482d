"""What looks like a difference and may be none: a range, a part of a scale, a record of wins, a lost superscript."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.values import Value, printed
from verifier.sources.text.signs import DASH, MINUS
from verifier.sources.text.tokens import Token

_RANGE: Final = 3
"""Tokens of two numbers and a sign, and digits of a number that is no small one."""
_COUNT: Final = 4
"""Tokens of a name with a number in brackets."""
_RANGES: Final = re.compile(r"(?<![\w.])([0-9]{1,6})\s*[-\u2212\u2013]\s*([0-9]{1,6})\s*=")
"""Ranges of a scale, before what they stand for."""
_YEAR: Final = re.compile("1[5-9][0-9]{2}|20[0-9]{2}")
_NEAR: Final = 60


def is_range(pair: Pair, right: Value) -> bool:
    """Whether a side may be a range, a power or a part of a scale, by what the other side shows."""
    shown = "" if right.numeral is None else right.numeral.text
    return (_is_no_difference(pair.left) and not _is_falling(pair, shown)) or _is_scale(pair, right)


def _is_no_difference(side: Side) -> bool:
    """Whether a side may be a range, as 1982-84, or a power: two whole numbers with a minus that touches both."""
    tokens = side.tokens
    is_tight = len(tokens) == _RANGE and not tokens[1].spaced and not tokens[2].spaced
    return is_tight and tokens[1].is_one_of(*MINUS) and all(token.text.isdecimal() for token in tokens[::2])


def _is_falling(pair: Pair, shown: str) -> bool:
    """Whether two whole numbers with a minus that touches both are surely no range or power, by what they give.

    So are falling ones of a small whole number, or of a smaller one with three digits if the first has as many, as
    `687-266=412`; but for years, as 1982-84.
    """
    if not shown.lstrip("-").isdecimal() or _is_rising(pair):
        return False
    first, second = pair.left.tokens[0].text, pair.left.tokens[2].text
    is_span = len(second) < _RANGE and _YEAR.fullmatch(first) is not None
    is_large = len(first) >= _RANGE and not shown.startswith("-") and int(shown) < int(first)
    return len(shown) < _RANGE or (is_large and not is_span)


def _is_scale(pair: Pair, right: Value) -> bool:
    """Whether a side may be a range with what it stands for, as `80 - 89 = 3.0`: of rising whole numbers.

    What is the difference but for its sign is a slip, unless it has a unit, as in `9 - 17 = 8 h`.
    """
    tokens = pair.left.tokens
    if len(tokens) != _RANGE or not tokens[1].is_one_of(DASH, *MINUS) or right.numeral is None or pair.left.unit:
        return False
    if not (tokens[0].text.isdecimal() and tokens[2].text.isdecimal() and _is_rising(pair)):
        return False
    return pair.right.unit != "" or printed(right.numeral).value != int(tokens[2].text) - int(tokens[0].text)


def is_one_of_scale(tokens: Sequence[Token], text: str) -> bool:
    """Whether tokens are a range beside another one of their line that ends where it begins, as `4 - 6` by `0 - 3`."""
    if len(tokens) != _RANGE or not tokens[1].is_one_of(DASH, *MINUS) or not tokens[0].text.isdecimal():
        return False
    start, end = max(0, tokens[0].start - _NEAR), tokens[2].end + _NEAR
    shown = [(int(one[1]), int(one[2])) for one in _RANGES.finditer(text, start, end)]
    rising = {(least, most) for least, most in shown if least < most}
    own = (int(tokens[0].text), int(tokens[2].text) if tokens[2].text.isdecimal() else 0)
    return own in rising and any(one[0] - own[1] in (0, 1) or own[0] - one[1] in (0, 1) for one in rising)


def is_record(side: Side) -> bool:
    """Whether a side may be wins, losses and draws, as `5-1-5`, or count primes, as pi of 10."""
    if len(side.tokens) < _COUNT:
        return False
    texts = [token.text for token in side.tokens]
    if len(texts) == _COUNT and texts[0] in ("\u03c0", "\\pi"):
        return (texts[1], texts[3]) == ("(", ")") and texts[2].isdecimal()
    is_tight = texts[1] in MINUS and not any(token.spaced for token in side.tokens[1:])
    numbers, signs = side.tokens[::2], side.tokens[1::2]
    is_score = is_tight and len(numbers) == len(signs) + 1 and all(one.text.isdecimal() for one in numbers)
    is_large = len(numbers[0].text) >= _RANGE  # so often wins nobody
    return is_score and not is_large and all(sign.is_one_of(*MINUS) for sign in signs)


def _is_rising(pair: Pair) -> bool:
    """Whether the second of two numbers with a minus between them is larger, and what they give is not negative."""
    first, _, second = pair.left.tokens
    return int(first.text) < int(second.text) and not pair.right.tokens[0].is_one_of(*MINUS)
