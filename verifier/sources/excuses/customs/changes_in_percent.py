"""Ratios that are said as changes in percent: `150/120 = 25% more`, `90/120 = -25%`, and `0.9 * 0.8 = 28% off`."""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS, PERCENT
from verifier.sources.text.words_behind import words_behind

_CHANGED: Final = pattern(
    r"(?:\\?%)? ?\(?(?:an? |of |de |in )?"
    r"(?:more|less|fewer|off|up|down|over|under|above|below|higher|lower|greater|smaller|larger|bigger|faster|slower|cheaper"
    r"|dearer|longer|shorter|better|worse|extra|growth|increase|decrease|reduction|discount|gain|loss|profit|drop|fall|rise"
    r"|mark-?up|return|interest|improvement|savings?|saved|gone|decayed|lost"
    r"|used up|inflation|change|premium|mehr|weniger|Rabatt|Zuwachs|Wachstum"
    r"|plus|moins|m\u00e1s|menos|mais|pi\u00f9|meno|meer|minder)\b",
    re.IGNORECASE,
)
"""A word for a change behind a number in percent."""
_GROWING: Final = pattern(
    r"\bcompound\w*|\binterest\b|\bgr[eo]w\w*|\bincreas\w*|\breturns?\b|\binflation\b|\brose\b|\brises?\b|\bgains?\b"
    r"|\bmark-?up\b|\byields?\b",
    re.IGNORECASE,
)
"""Words of a text that speaks of growth."""
_NEAR: Final = 160


def is_change(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether a ratio between two offsets is said to be as many percent as it is more or less than one.

    A sign says so, a word behind the number, and of what grows the words around it.
    """
    left, right = sides
    sign, number = (
        (right.tokens[:1], right.tokens[1:]) if right.tokens[0].is_one_of("+", *MINUS) else ((), right.tokens)
    )
    if len(number) <= 1 or not number[1].is_one_of(*PERCENT):
        return False
    value = value_of(left)
    if value is None:
        return False
    change = (value - 1) * fmpq(100)
    if sign:
        return shows(-change if sign[0].is_one_of(*MINUS) else change, number[:1])
    if not shows(abs(change), number[:1]):
        return False
    is_growth = change > 0 and _GROWING.search(text, max(0, start - _NEAR), start) is not None
    return is_growth or _CHANGED.match(words_behind(text, end)) is not None
