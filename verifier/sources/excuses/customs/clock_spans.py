"""Times of a clock and how long it is between them: `22 - 6 = 8 hours`, `8 - 12 + 13 - 17 = 8 h`."""

from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.excuses.plainly import differ_in_a_digit
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import DASH, MINUS, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.conversions import unit_word_behind

_HOURS: Final = ("h", "hr", "hrs", "hour", "Std", "Stunde", "Stunden", "heure", "hora", "ora", "uur")
_TIME: Final = pattern(r"(?P<hours>[01]?[0-9]|2[0-4])(?:[.:](?P<minutes>[0-5][0-9]))?")
_WITH_MINUTES: Final = pattern(r"[0-9]{1,2}[.:][0-5][0-9]")
_OF_CLOCK: Final = pattern(r"[\s.]*\b(?:Uhr|o'clock|[ap]\.?m\b)")
"""A word behind a time of the clock."""
_HOUR: Final = 60
_TURNS: Final = (12 * _HOUR, 24 * _HOUR)
_DAY: Final = 24
_EVENING: Final = 18
_MATHEMATICS: Final = ("$", "\\(", "\\[")
"""How mathematics begins."""
_SPAN: Final = 4
"""Tokens of two times, a dash between them, and the sign before the next two."""


def is_of_a_clock(sides: tuple[Side, Side]) -> bool:
    """Whether an equality says how many hours there are between two times, or between several."""
    left, right = sides
    if len(left.tokens) > _SPAN and left.tokens[2].text == "(" and left.tokens[-1].text == ")":
        return _is_of_days(left, right)
    if _is_past_midnight(left, right):
        return True
    if left.unit or len(right.tokens) != 1 or not any(kind in _HOURS for kind in right.kinds):
        return False
    spans = [left.tokens[at : at + _SPAN] for at in range(0, len(left.tokens), _SPAN)]
    if len(left.tokens) % _SPAN != _SPAN - 1 or not all(span[_SPAN - 1].is_one_of("+") for span in spans[:-1]):
        return False
    return any(_shows(right.tokens[0], _minutes_in(spans, turn)) for turn in _TURNS)


def _is_past_midnight(left: Side, right: Side) -> bool:
    """Whether hours are added to a time of the clock beyond midnight, as in `22h + 5h = 3h`."""
    kinds = (*left.kinds, *right.kinds)
    texts = [token.text for token in (*left.tokens, *right.tokens)]
    if len(texts) != _SPAN or texts[1] != "+" or len(kinds) < _SPAN - 1 or not all(kind in _HOURS for kind in kinds):
        return False
    hours = [int(text) for text in texts[::2] + texts[3:] if text.isdecimal()]
    return len(hours) == _SPAN - 1 and hours[0] < _DAY and hours[0] + hours[1] == _DAY + hours[2]


def is_in_minutes(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether hours with their minutes behind a point are added or subtracted, as in `10.15 - 8.45 = 1.30 h`.

    The result is one of them, or hours with decimals; a unit or a word behind it says that it is a time.
    """
    left, right = sides
    words = (*left.kinds, *right.kinds, unit_word_behind(text, end))
    is_time = any(word in _HOURS for word in words) or _OF_CLOCK.match(text, end) is not None
    is_time = is_time or (_turns_over(left, right) and not left.unit + right.unit)
    if not (is_time and len(left.tokens) > 1 and len(right.tokens) == 1):
        return False
    numbers, signs = left.tokens[::2], left.tokens[1::2]
    if len(numbers) != len(signs) + 1 or not all(sign.is_one_of("+", *MINUS) for sign in signs):
        return False
    times = [_minutes(token) if _WITH_MINUTES.fullmatch(token.text) else None for token in numbers]
    minutes = [time for time in times if time is not None]
    if len(minutes) < len(times):
        return False
    signed = (-time if sign.is_one_of(*MINUS) else time for sign, time in zip(signs, minutes[1:], strict=True))
    total = sum(signed, start=minutes[0])
    return _shows(right.tokens[0], total)


def _turns_over(left: Side, right: Side) -> bool:
    """Whether times with minutes behind a point are added or subtracted over the hour, which no decimals give."""
    times = [*left.tokens[::2], *right.tokens]
    return len(left.tokens) > 1 and all(_WITH_MINUTES.fullmatch(one.text) is not None for one in times)


def is_over_midnight(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether a dash of running text stands between an evening and a morning, and the result is the hours of the night.

    Where but a digit of a difference is another one, that is likelier.
    """
    left, right = (side.tokens for side in sides)
    if len(left) != _SPAN - 1 or len(right) != 1 or text[:start].rstrip().endswith(_MATHEMATICS):
        return False
    evening, dash, morning = left
    is_dash = dash.text in (DASH, "\u2013") or (dash.text == "-" and not (dash.spaced or morning.spaced))
    if not (is_dash and all(token.text.isdecimal() for token in (evening, morning, *right))):
        return False
    begin, stop, shown = (int(token.text) for token in (evening, morning, *right))
    is_night = _EVENING <= begin <= _TURNS[1] // _HOUR and 0 < stop <= _TURNS[0] // _HOUR
    return is_night and (stop - begin) % _DAY == shown and not differ_in_a_digit(str(begin - stop), right[0].text)


def _is_of_days(left: Side, right: Side) -> bool:
    """Whether so many times a span in brackets has the hours on the right."""
    count, times, _, *span, _ = left.tokens
    if not (count.text.isdecimal() and times.is_one_of(*TIMES) and len(span) == _SPAN - 1):
        return False
    total = number_in(right.tokens[0].text)
    minutes = [_minutes_in((span,), turn) for turn in _TURNS]
    if total is None or not any(kind in _HOURS for kind in right.kinds):
        return False
    return any(one is not None and one * int(count.text) == total.value * _HOUR for one in minutes)


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
