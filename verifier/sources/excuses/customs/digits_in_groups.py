"""Digits in groups of their own: `150/60 = 2.30 h`, `303/6 = 50.3 overs`, `1015 + 45 = 1100`, `3.9 + 1 = 3.10`.

Behind a point stand minutes, balls or the number of a version; the last two of four digits are minutes; and a number is
said to be the sum of its digits.
"""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows
from verifier.sources.text.words_behind import words_behind

_QUOTIENT: Final = pattern(r"(\d+)/(60|6|3)")
_BEHIND: Final = pattern(r"(\d+)\.(\d{1,2})")
_HOURS: Final = pattern(
    r"(?:h|hrs?|hours?|std|stunden?|uhr|heures?|horas?|or[ae]|uur|o'clock|timm\w+|godz\w*)\b", re.IGNORECASE
)
_OVERS: Final = pattern(r"(?:overs?|innings?|IP)\b")
_CLOCK: Final = pattern(r"([01]\d|2[0-4])([0-5]\d)([+-])(\d{1,3})")
_TIME: Final = pattern(r"([01]\d|2[0-4])([0-5]\d)")
_VERSION: Final = pattern(r"(\d+)\.(\d+)\+1")
_EARNED: Final = pattern(r"9\*(\d+)/(\d+)\.([12])")
_ERA: Final = pattern(r"\bERA\b|\bearned runs?\b|\binnings\b")
_NEXT: Final = pattern(r"\s?=\s?(\d{1,3})(?!\d)")
_HOUR: Final = 60
_DAY: Final = 24 * 60
_THIRDS: Final = 3
_NEAR: Final = 160


def has_digits_in_groups(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether two sides between offsets are equal where digits count minutes, balls or versions, or are added up."""
    left, right = (plainly(side.tokens) for side in sides)
    return (
        _has_parts_behind(left, right, words_behind(text, end))
        or _is_time(left, right)
        or _is_version(left, right)
        or _is_sum_of_digits(left, right, _NEXT.match(text, end))
        or (_ERA.search(text, max(0, start - _NEAR), end + _NEAR) is not None and _is_of_innings(left, sides[1]))
    )


def _has_parts_behind(left: str, right: str, behind: str) -> bool:
    """Whether a quotient by 60 is said in hours and minutes, or one by 6 in overs and balls, of which words speak."""
    quotient, shown = _QUOTIENT.fullmatch(left), _BEHIND.fullmatch(right)
    if quotient is None or shown is None:
        return False
    parts = int(quotient[2])
    words = _HOURS if parts == _HOUR else _OVERS
    is_of_places = len(shown[2]) == len(str(parts))
    return (
        is_of_places and words.match(behind) is not None and int(quotient[1]) == int(shown[1]) * parts + int(shown[2])
    )


def _is_time(left: str, right: str) -> bool:
    """Whether minutes are added to hours and minutes in four digits, which pass an hour."""
    clock, shown = _CLOCK.fullmatch(left), _TIME.fullmatch(right)
    if clock is None or shown is None:
        return False
    added = int(clock[3] + clock[4])
    return (int(clock[1]) * _HOUR + int(clock[2]) + added - int(shown[1]) * _HOUR - int(shown[2])) % _DAY == 0


def _is_version(left: str, right: str) -> bool:
    """Whether the number behind a point goes up by one, and gets a digit more."""
    version = _VERSION.fullmatch(left)
    if version is None or right != f"{version[1]}.{int(version[2]) + 1}":
        return False
    return len(str(int(version[2]) + 1)) > len(version[2])


def _is_sum_of_digits(left: str, right: str, behind: re.Match[str] | None) -> bool:
    """Whether a number is said to be the sum of its digits; where that is written out, the sum stands behind it."""
    if not left.isdecimal() or len(left) == 1:
        return False
    total = sum(map(int, left))
    if right == "+".join(left):
        return behind is not None and int(behind[1]) == total
    return right == str(total)


def _is_of_innings(left: str, right: Side) -> bool:
    """Whether nine times runs are divided by innings, behind whose point thirds stand."""
    earned = _EARNED.fullmatch(left)
    if earned is None:
        return False
    innings = number(earned[2]) + fmpq(int(earned[3]), _THIRDS)
    return innings > 0 and shows(9 * number(earned[1]) / innings, right.tokens)
