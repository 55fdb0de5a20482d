"""Times of a clock and how long it is between them: `22 - 6 = 8 hours`, `8 - 12 + 13 - 17 = 8 h`."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import DASH, MINUS
from verifier.sources.text.tokens import Token

_HOURS: Final = ("h", "hr", "hour", "Std", "Stunde", "Stunden", "heure", "hora", "ora", "uur")
_TIME: Final = re.compile(r"(?P<hours>[01]?[0-9]|2[0-4])(?:[.:](?P<minutes>[0-5][0-9]))?")
_HOUR: Final = 60
_TURNS: Final = (12 * _HOUR, 24 * _HOUR)
_SPAN: Final = 4
"""Tokens of two times, a dash between them, and the sign before the next two."""


def is_of_a_clock(sides: tuple[Side, Side]) -> bool:
    """Whether an equality says how many hours there are between two times, or between several."""
    left, right = sides
    if left.unit or len(right.tokens) != 1 or not any(kind in _HOURS for kind in right.kinds):
        return False
    spans = [left.tokens[at : at + _SPAN] for at in range(0, len(left.tokens), _SPAN)]
    if len(left.tokens) % _SPAN != _SPAN - 1 or not all(span[_SPAN - 1].is_one_of("+") for span in spans[:-1]):
        return False
    return any(_shows(right.tokens[0], _minutes_in(spans, turn)) for turn in _TURNS)


def _shows(token: Token, minutes: int | None) -> bool:
    """Whether a number says so many minutes, as a time of a clock or in hours with decimals."""
    number = number_in(token.text)
    if minutes is None or number is None:
        return False
    return minutes in (_minutes(token), number.value * _HOUR)


def _minutes_in(spans: Sequence[Sequence[Token]], turn: int) -> int | None:
    """The minutes of spans on a clock that begins again after some; None if something is no time."""
    total = 0
    for first, dash, second, *_ in spans:
        begin, stop = _minutes(first), _minutes(second)
        if begin is None or stop is None or not dash.is_one_of(DASH, *MINUS):
            return None
        total += (stop - begin) % turn
    return total


def _minutes(token: Token) -> int | None:
    """The minutes of a time of the clock, written in hours, perhaps with minutes behind a point."""
    time = _TIME.fullmatch(token.text)
    return None if time is None else int(time["hours"]) * _HOUR + int(time["minutes"] or 0)
