"""What stands around and behind the number of a cell, and changes nothing of it; and letters that say its size."""

import re
from collections.abc import Collection
from typing import Final

from verifier.late import pattern
from verifier.sources.text.check_marks import MARK

AROUND: Final = pattern(
    rf"[^\S\u2009\u202f]|(?<![A-Za-z$\\])(?:R|A|C|US|NZ|HK|MX)\\?\$(?=\s?[-+(\u2212]?[0-9])|[$*`]|\\[()]|\\euro(?![A-Za-z])|{MARK}"
)
"""Blanks, signs of mathematics and of emphasis, and signs of money of several letters."""
BEHIND: Final = pattern(
    r"(?<=[0-9%])(?:\s*\(\s*[-+\u2212]?[0-9.,]+\s*\\?%\s*\)|\s*[\u2020\u2021\u2605\u2606\u2b50\ufe0f]"
    r"|\s+\((?![^()]*\b(?:thousands?|millions?|billions?|hundreds?|dozens?|loss|negative|minus|deficit|debit|down|below"
    r"|decrease|error|sd|se|std)\b)[^()\d=+*/]*[^\W\d_]{3}[^()\d=+*/]*\))+\s*\$?\s*$",
    re.IGNORECASE,
)
"""What says of a number how good or which percentage it is, or refers to a note; a remark in words, without a size."""
SCALES: Final = ("K", "M")
"""Letters of thousands and of millions, which may be those of kelvin and of moles in a litre."""
_LARGE: Final = pattern(r"[\s$*]*[-+\u2212(]?\\?[$\u20ac\u00a3]?[0-9][0-9.,{}\\]*[kKM][\s$*)]*")
_MONEY: Final = pattern(r"[$\u20ac\u00a3]\s?[0-9][0-9.,{}\\]*[KM]\b")
_ALONE: Final = pattern(r"[^0-9]*[0-9][0-9.,{}\\]*[\s$*)]*")
_ZERO: Final = pattern(r"[^1-9]*")


def without_signs(text: str) -> str:
    """The text of a cell with blanks in the place of the signs around its numbers."""
    return AROUND.sub(lambda match: " " * len(match[0]), text)


def is_large(text: str) -> bool:
    """Whether a cell shows thousands or millions by a letter right behind its digits, unless that is a unit."""
    return text[-1:] not in "0123456789" and _LARGE.fullmatch(text) is not None


def is_scaled(units: Collection[str], texts: Collection[str]) -> bool:
    """Whether the *units* behind numbers of a column say thousands and millions.

    They do behind amounts of money, beside `950k`, where both are there, and where some number has none.
    """
    if not set(units).issubset(SCALES) or not any(map(is_large, texts)):
        return False
    shown = [text for text in texts if not _ZERO.fullmatch(text)]
    is_mixed = len(units) > 1 or any(_ALONE.fullmatch(text) for text in shown)
    return is_mixed or any(_MONEY.search(text) or (is_large(text) and "k" in text) for text in shown)
