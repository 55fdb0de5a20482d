"""Numbers with a decimal point: those that stand in calculations, and those that number, date or measure beside them.

A version, the number of an exercise, a time, a day and a length of running text say nothing of the commas of a text;
points in its calculations do, unless they part thousands.
"""

import re
from collections.abc import Sequence
from typing import Final

from verifier import late
from verifier.sources.text.stretch import blanked

_POINTED: Final = re.compile(
    r"(?<![\w.,])(?:(?<!\n)[0-9]+\.[0-9]{1,2}(?![\w.]|\sUhr)|[0-9]+\.[0-9]{4,}|0\.[0-9]{3}(?![\w.]))"
)
"""A number with a decimal point; none with thousands, and none that numbers a heading."""
_WORDS: Final = (
    r"v|ver\.?|version|fig(?:ure|ura|\.)?|abb(?:ildung|\.)?|tab(?:elle|le|ela|la|\.)?|sections?|abschnitt|kap(?:itel|\.)?"
    r"|chapter|aufgabe|\u00fcbung|exercises?|exercice|ejercicio|exerc\u00edcio|secci\u00f3n|se\u00e7\u00e3o|cap[i\u00ed]tulo|python"
    r"|step|part"
)
_LABELLED: Final = late.pattern(rf"(?:#|\b(?:{_WORDS}))[ ]?\Z", re.IGNORECASE)
"""Before the number of a heading, a figure or a version."""
_LONGEST: Final = 48
"""Characters before and behind a number that are looked at."""
_RANGE: Final = late.pattern(r"(?:\s?[-\u2013\u2014]\s?[0-9]+(?:[.,][0-9]+)?(?![\w.,]*[0-9]))*")
"""What a number goes on with to a range, as of two days."""
_OPTION: Final = late.pattern(r"(?:\A|[\s,;\[{?&])[A-Za-z-]{3,}={1,2}\Z")
"""Before what is set of a picture, a program or an address, as `[width=0.8\\textwidth]`."""
_RELATED: Final = r"[=\u2248\u00d7\u00b7\u22c5\u00f7]|\\(?:cdot|times|div|approx|simeq)"
_ON_THE_LEFT: Final = late.pattern(
    rf"(?:{_RELATED}|(?:[0-9)}}\]%!]|(?<![^\W\d_])[^\W\d_]|\\[A-Za-z]+)\s?[+*/^\u2212]|[0-9)}}\]]\s:\s"
    r"|(?:frac|sqrt)\s?(?:\{[^{}]*\}\s?)?\{|\^\{)[\s({\[|+\u2212-]*\Z"
)
"""Signs and brackets before a number that is computed with."""
_ON_THE_RIGHT: Final = late.pattern(
    r"(?:\s|\\[,;!]|~)?(?:\\(?:text|mathrm)\{[^{}]*\}|\\?%|[\u20ac\u00b0]|[^\W\d_]{1,4})?[)}\]]*\s?"
    rf"(?:{_RELATED}|\u2212|\^(?!\[)|\\[dt]?frac|(?:(?<=\s)[*/+:]\s|[*/+])(?=[0-9(\\{{]))"
)
"""Signs behind a number that is computed with, and behind its unit."""


def first_computed(text: str, code: Sequence[tuple[int, int]] = ()) -> int:
    """Where the first number with a decimal point stands that is computed with, outside of *code*; -1 for none."""
    shown = blanked(text, code) if code else text
    return next((match.start() for match in _POINTED.finditer(shown) if _is_computed(match)), -1)


def number_at(text: str, at: int) -> str:
    """The number with a decimal point that begins at an offset."""
    match = _POINTED.match(text, at)
    return "" if match is None else match[0]


def has_points(text: str) -> bool:
    """Whether a number of a text has a decimal point, and is no number of a heading, a figure or a version."""
    return any(not _is_labelled(match) for match in _POINTED.finditer(text))


def _is_labelled(match: re.Match[str]) -> bool:
    return _LABELLED.search(_before(match)) is not None


def _before(match: re.Match[str]) -> str:
    """What stands before a number on its line."""
    found = match.string[max(0, match.start() - _LONGEST) : match.start()]
    return found[found.rfind("\n") + 1 :]


def _is_computed(match: re.Match[str]) -> bool:
    """Whether a number, or the difference that it begins, stands beside the sign of a relation or an operation."""
    before = _before(match)
    if _LABELLED.search(before) is not None or _OPTION.search(before) is not None:
        return False
    text, end = match.string, match.end()
    going_on = _RANGE.match(text, end)
    end = end if going_on is None else going_on.end()
    return _ON_THE_LEFT.search(before) is not None or _ON_THE_RIGHT.match(text, end, end + _LONGEST) is not None
