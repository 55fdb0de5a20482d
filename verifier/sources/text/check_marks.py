"""Marks behind an equality that say that it is right, as a tick: they are no part of it."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import TICKS
from verifier.sources.text.stretch import Stretch

MARK: Final = rf"(?:[{TICKS}]\ufe0f?|\\checkmark(?![A-Za-z]))"
_MARKED: Final = pattern(rf"[ \t]*(?:\({MARK}\)|{MARK})(?P<next>[ \t]*[^\s.,;:!?)|$*}}\\])?")


def without_marks(stretch: Stretch) -> Stretch:
    """A stretch with blanks in the place of such marks, or a semicolon where a sentence goes on behind one."""
    return stretch.replaced(_MARKED, _without)


def _without(match: re.Match[str]) -> str:
    behind = match["next"] or ""
    length = len(match[0]) - len(behind)
    return (";" if behind else "").ljust(length) + behind
