"""What stands around and behind the number of a cell, and changes nothing of it."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.check_marks import MARK

AROUND: Final = pattern(rf"[^\S\u2009\u202f]|[$*`]|\\[()]|{MARK}")
BEHIND: Final = pattern(
    r"(?<=[0-9%])(?:\s*\(\s*[-+\u2212]?[0-9.,]+\s*\\?%\s*\)|\s*[\u2020\u2021\u2605\u2606\u2b50\ufe0f]"
    r"|\s+\((?![^()]*\b(?:thousands?|millions?|billions?|hundreds?|dozens?|loss|negative|minus|deficit|debit|down|below"
    r"|decrease|error|sd|se|std)\b)[^()\d=+*/]*[^\W\d_]{3}[^()\d=+*/]*\))+\s*\$?\s*$",
    re.IGNORECASE,
)
"""What says of a number how good or which percentage it is, or refers to a note; a remark in words, without a size."""


def without_signs(text: str) -> str:
    """The text of a cell with blanks in the place of the signs around its numbers."""
    return AROUND.sub(lambda match: " " * len(match[0]), text)
