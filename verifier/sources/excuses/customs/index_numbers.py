"""Index numbers, whose base is 100 without a sign of percent: `CPI = 230/200 = 115`, and `55/50 = 110 (2015 = 100)`."""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of

_INDEX: Final = pattern(
    r"\b(?:\w{0,12}ind(?:ex(?:es|zahl(?:en)?)?|ices?|\u00edces?)|CPI|PPI|RPI|HPI|IQ|Laspeyres|Paasche|relatives?)\b",
    re.IGNORECASE,
)
"""What has a base of 100."""
_BASE: Final = pattern(r"=\s*100\b|\bbase(?: year)?\s*:?\s*100\b", re.IGNORECASE)
_SENTENCE: Final = pattern(r"[.;!?]\s|\n")
_BEHIND: Final = 40
_BEFORE: Final = 120
_HUNDRED: Final = fmpq(100)


def is_index(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the number that ends at an offset is a hundred times what stands before it, and is called an index."""
    left, right = sides
    value = value_of(left) if len(right.tokens) == 1 and len(left.tokens) > 1 else None
    if value is None or not shows(value * _HUNDRED, right.tokens):
        return False
    before = _SENTENCE.split(text[max(0, start - _BEFORE) : start])[-1]
    behind = _SENTENCE.split(text[end : end + _BEHIND])[0]
    return _INDEX.search(before) is not None or _BASE.search(behind) is not None
