"""Fractions that are no quotients: days, pressures of blood, draws of lotteries, hours of a week, odds, parts.

`3/4 = 4 March` names a day, `3/1 + 7 = 3/8` counts days, `120/80 = 93` is a mean pressure, `6/49` a draw of six of 49,
`5/2 = 28.6%` the odds of what has that chance, and `8/8/4 = 20` has parts.
"""

import re
from collections.abc import Sequence
from math import comb
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows
from verifier.sources.text.signs import MINUS, PERCENT
from verifier.sources.text.tokens import Token

_NEAR: Final = 160
_PRESSURE: Final = pattern(
    r"\bblood pressures?\b|\bmean arterial\b|\bMAP\b|\bBP\b|\bsystolic\b|\bmm\s?Hg\b", re.IGNORECASE
)
_DAYS: Final = pattern(
    r"\b(?:dates?|days?|due|deadlines?|weeks?|LMP|periods?|tage?|datum|jours?|d\u00edas?)\b", re.IGNORECASE
)
_MONTHS: Final = (
    *("jan|ene|gen", "feb|f\u00e9v|fev", "mar|m\u00e4r|maa", "apr|avr|abr", "mai|may|mei|maj|mag", "jun|juin|giu"),
    *("jul|juil|lug", "aug|ao\u00fb|ago", "sep|set", "oct|okt|ott|out", "nov", "dec|dez|d\u00e9c|dic"),
)
"""How the names of months begin."""
_MONTH: Final = pattern(
    r"\s?(?:st|nd|rd|th|\.)?[ \u00a0](?:of[ ]|de[ ])?"
    rf"(?:{'|'.join(f'({names})' for names in _MONTHS)})[^\W\d_]{{0,7}}\b",
    re.IGNORECASE,
)
_ODDS: Final = pattern(r"\bodds\b|\bimplied\b|\bevens\b|\bbet(?:s|ting)?\b|\bbookmak", re.IGNORECASE)
_HUNDRED: Final = 100
_YEAR: Final = pattern("19[0-9]{2}|20[0-9]{2}")
_TENS: Final = tuple(fmpq(10) ** power for power in range(1, 5))
_WEEK: Final = (24, 7)
_MOST_MONTHS: Final = 12
_MOST_DAYS: Final = 31
_MOST_DRAWN: Final = 100
_THIRD: Final = 3
_ALONE: Final = 3
"""Tokens of a fraction."""
_FRACTION: Final = 4
"""Tokens of a fraction and the sign before the next."""
_SUM: Final = 5
"""Tokens of a fraction and what is added to it."""


def is_no_quotient(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether an equality between two offsets of a text holds with a fraction that is no quotient."""
    left, right = (side.tokens for side in sides)
    near = text[max(0, start - _NEAR) : end + _NEAR]
    if _is_later_day(left, right, day_first=_DAYS.search(near) is not None):
        return True
    if _is_name(left, right):
        return True
    if _is_chance(left, right, has_odds=_ODDS.search(near) is not None) or _is_sum_of_parts(left, right):
        return True
    fraction, result = _fraction(left), right[0].text if len(right) == 1 else ""
    if fraction is None or not result.replace(",", "").isdecimal():
        return False
    first, second = fraction
    number = int(result.replace(",", ""))
    if number == first * second and fraction == _WEEK:
        return True
    if 1 < first < second <= _MOST_DRAWN and number == comb(second, first) > second:
        return True
    is_pressure = first > second and abs(_THIRD * number - first - 2 * second) < _THIRD
    return (is_pressure and _PRESSURE.search(near) is not None) or _is_day(fraction, number, text[end : end + _NEAR])


def _is_name(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether a fraction names a month of a year, or two things, as in `Room 3/4 = 2 doors` and `22/23 = 34 games`.

    A quotient below one is no whole number. Where that is the inverse quotient, or has its digits, it is a slip.
    """
    fraction = _fraction(left)
    if fraction is None or not 0 < fraction[0] < fraction[1]:
        return False
    first, second = fraction
    if first <= _MOST_MONTHS and _YEAR.fullmatch(left[2].text):
        return True
    if len(right) != 1 or not right[0].text.isdecimal() or int(right[0].text) < 2:  # noqa: PLR2004 - more than one
        return False
    ratio = fmpq(int(right[0].text) * second, first)
    return int(right[0].text) * first != second and ratio not in _TENS


def _is_chance(left: Sequence[Token], right: Sequence[Token], *, has_odds: bool) -> bool:
    """Whether a fraction is the odds of what has the chance in percent on the right, as `5/2 = 28.6%`.

    Without a word for odds only what cannot be a share may be some. So may `4-1 = 20%`, and a sum of several.
    """
    if len(right) < 2 or not right[1].is_one_of(*PERCENT):  # noqa: PLR2004 - a sign
        return False
    terms = [left[at : at + _FRACTION] for at in range(0, len(left), _FRACTION)]
    odds = [_fraction(term[:_ALONE], ("/", *MINUS)) or (0, 0) for term in terms]
    if len(left) % _FRACTION != _ALONE or not all(term[_ALONE].is_one_of("+") for term in terms[:-1]):
        return False
    chances = [fmpq(_HUNDRED * for_, against + for_) for against, for_ in odds if against + for_]
    is_told = has_odds or any(against > for_ for against, for_ in odds)
    return is_told and len(chances) == len(terms) and shows(sum(chances, start=fmpq(0)), right[:1])


def _is_sum_of_parts(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether slashes part whole numbers, as those of a fertiliser, and their sum is the other side.

    Two are parts of a hundred, as in `60/40 = 100`.
    """
    numbers, signs = left[::2], left[1::2]
    is_tight = not any(token.spaced for token in left[1:]) and all(sign.is_one_of("/") for sign in signs)
    if not is_tight or not all(one.text.isdecimal() for one in numbers):
        return False
    total = sum(int(one.text) for one in numbers)
    shown = "".join([token.text for token in right]).rstrip("\\%")
    return (len(numbers) >= _ALONE or total == _HUNDRED) and shown == str(total)


def _is_day(fraction: tuple[int, int], number: int, behind: str) -> bool:
    """Whether a number is that of the day, and the name of the month stands behind it."""
    month = _MONTH.match(behind)
    return month is not None and month.lastindex is not None and {*fraction} == {number, month.lastindex}


def _is_later_day(left: Sequence[Token], right: Sequence[Token], *, day_first: bool) -> bool:
    """Whether days are added to one without a year, as in `3/1 + 7 = 3/8`, or in `27/4 + 2 = 29/4`."""
    one, other = _fraction(left[:_ALONE]), _fraction(right)
    if len(left) != _SUM or one is None or other is None or not (left[3].is_one_of("+") and left[4].text.isdecimal()):
        return False
    added = int(left[4].text)
    for month, day in ((0, 1), (1, 0))[: 1 + day_first]:
        is_of_days = one[month] <= _MOST_MONTHS and one[day] > 0 and other[day] <= _MOST_DAYS
        if is_of_days and one[month] == other[month] and one[day] + added == other[day]:
            return True
    return False


def _fraction(tokens: Sequence[Token], signs: Sequence[str] = ("/",)) -> tuple[int, int] | None:
    """Two whole numbers with a slash, or another of some signs, that touches both; None of anything else."""
    if len(tokens) != _ALONE or not tokens[1].is_one_of(*signs) or tokens[1].spaced or tokens[2].spaced:
        return None
    above, below = tokens[0].text, tokens[2].text
    return (int(above), int(below)) if above.isdecimal() and below.isdecimal() else None
