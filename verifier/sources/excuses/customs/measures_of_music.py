"""Music: measures, as `6/8 = 2 beats` and `7/8 = 2 + 2 + 3`, and intervals, which count both ends: `3 + 3 = 5`."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.text.tokens import Token
from verifier.sources.text.words_behind import words_behind

_MEASURE: Final = 3
"""Tokens of a measure; beats of three notes each."""
_BEATS: Final = pattern(
    r"(?:beats?|eighths?|quarters?|sixteenths?|hal(?:f|ves)|pulses?|(?:quarter|half|eighth)[ -]notes?|notes?)\b"
)
_NOTES: Final = ("2", "4", "8", "16")
"""Notes that a measure can count: below its line."""

_NAMED: Final = r"(?:second|third|fourth|fifth|sixth|seventh|octave)s?"
_INTERVALS: Final = pattern(
    rf"\bcount(?:s|ing|ed)? both (?:ends|notes)\b|\b{_NAMED}\s?(?:\+|and|plus)\s?(?:an? )?{_NAMED}\b", re.IGNORECASE
)
_NEAR: Final = 160


def is_of_intervals(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether numbers between two offsets are intervals, of which two together have one note of both."""
    count, total = _notes(sides[0].tokens), _notes(sides[1].tokens)
    if count is None or total is None or count - total != len(sides[0].tokens) // 2 or count == total:
        return False
    return _INTERVALS.search(text, max(0, start - _NEAR), end + _NEAR) is not None


def is_of_a_measure(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether an equality that ends at an offset of a text says how many beats or notes a measure has."""
    for side, other in (sides, sides[::-1]):
        count = _count(side.tokens)
        if count is None:
            continue
        if len(other.tokens) > 1:
            return _notes(other.tokens) == count
        is_said = _BEATS.match(words_behind(text, end)) is not None
        shown = other.tokens[0].text
        return is_said and shown.isdecimal() and count in (int(shown), _MEASURE * int(shown))
    return False


def _count(tokens: Sequence[Token]) -> int | None:
    """How many notes a measure has; None of other tokens."""
    if len(tokens) != _MEASURE or not tokens[1].is_one_of("/"):
        return None
    count, _, note = (token.text for token in tokens)
    return int(count) if count.isdecimal() and note in _NOTES else None


def _notes(tokens: Sequence[Token]) -> int | None:
    """The sum of groups of notes; None of anything else than a sum of whole numbers."""
    numbers, signs = tokens[::2], tokens[1::2]
    is_sum = len(numbers) == len(signs) + 1 and all(sign.is_one_of("+") for sign in signs)
    return sum(int(one.text) for one in numbers) if is_sum and all(one.text.isdecimal() for one in numbers) else None
