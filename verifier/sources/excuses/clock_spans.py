"""Times of a clock and how long it is between them, as `22 - 6 = 8 hours`; beats of a measure, as `6/8 = 2 beats`."""

import re
from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.text.signs import DASH, MINUS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words_behind import words_behind

_THREE: Final = 3
"""Tokens of two numbers and a sign between them."""
_HOURS: Final = ("h", "hr", "hour", "Std", "Stunde", "Stunden", "heure", "hora", "ora", "uur")
_TIME: Final = re.compile(r"(?P<hours>[01]?[0-9]|2[0-4])(?:[.:](?P<minutes>[0-5][0-9]))?")
_HOUR: Final = 60
_TURNS: Final = (12 * _HOUR, 24 * _HOUR)
_BEATS: Final = re.compile(
    r"(?:beats?|eighths?|quarters?|sixteenths?|hal(?:f|ves)|pulses?|(?:quarter|half|eighth)[ -]notes?|notes?)\b"
)
_NOTES: Final = ("2", "4", "8", "16")
"""Notes that a measure can count: below its line."""


def is_of_a_clock(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether an equality that ends at an offset of a text says how many hours, or beats, there are."""
    left, right = sides
    if len(left.tokens) != _THREE or len(right.tokens) != 1 or left.unit:
        return False
    first, sign, second = left.tokens
    if sign.is_one_of("/"):
        return _BEATS.match(words_behind(text, end)) is not None and _is_measure(
            first.text, second.text, right.tokens[0].text
        )
    if not sign.is_one_of(DASH, *MINUS) or not any(kind in _HOURS for kind in right.kinds):
        return False
    begin, stop, span = _minutes(first), _minutes(second), _minutes(right.tokens[0])
    return None not in (begin, stop, span) and any(((stop or 0) - (begin or 0)) % turn == span for turn in _TURNS)


def _is_measure(count: str, note: str, shown: str) -> bool:
    """Whether a measure of so many notes has a number of these, or of the beats that three of them make."""
    if not (count.isdigit() and shown.isdigit() and note in _NOTES):
        return False
    return int(count) in (int(shown), _THREE * int(shown))


def _minutes(token: Token) -> int | None:
    """The minutes of a time of the clock, written in hours, perhaps with minutes behind a point."""
    time = _TIME.fullmatch(token.text)
    return None if time is None else int(time["hours"]) * _HOUR + int(time["minutes"] or 0)
