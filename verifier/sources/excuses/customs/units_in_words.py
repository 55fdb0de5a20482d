"""Sums of two units of which one is not known: `1 cup + 2 tbsp = 18 tbsp` has 16 tablespoons in a cup."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.words_behind import words_behind

_UNIT: Final = r"\u00b0|[^\W\d_]{2,}"
_SUM: Final = pattern(
    rf"(?P<first>\d+)\s?(?P<first_word>{_UNIT})\.?\s?(?P<sign>[+\u2212\u2013-])"
    rf"\s?(?P<second>\d+)\s?(?P<second_word>{_UNIT})\.?\s?=\s?(?P<result>\d+)"
)
_WORD: Final = pattern(_UNIT)
_ALIKE: Final = 3
"""Letters with which a word and its plural begin."""
_LARGEST: Final = 2000
"""So many of a unit has a larger one at most."""


def is_of_two_units(text: str, start: int, end: int) -> bool:
    """Whether a whole number of the unit of the result makes one of the other unit of a sum."""
    found, unit = _SUM.fullmatch(text, start, end), _WORD.match(words_behind(text, end))
    if found is None or unit is None:
        return False
    first, second = found["first_word"], found["second_word"]
    if _are_alike(first, second):
        return False
    sign, total = (1 if found["sign"] == "+" else -1), int(found["result"])
    if _are_alike(unit[0], second):
        rest, count = total - sign * int(found["second"]), int(found["first"])
    elif _are_alike(unit[0], first):
        rest, count = sign * (total - int(found["first"])), int(found["second"])
    else:
        return False
    return count > 0 and rest % count == 0 and 1 < rest // count <= _LARGEST


def _are_alike(one: str, other: str) -> bool:
    return one[:_ALIKE].lower() == other[:_ALIKE].lower()
