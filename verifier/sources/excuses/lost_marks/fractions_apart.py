"""Fractions whose tops and bottoms are added apart: `100/100 - 35 = 65/100`, `120/80 - 10/5 = 110/75`.

Hit points have one number of the most below, pressures of blood two numbers, cards of games power and toughness.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.excuses.plainly import plainly
from verifier.sources.expressions.chains import Side

_NEAR: Final = 160
_FRACTION: Final = r"\+?(\d{1,4})/\+?(\d{1,4})"
_POINTS: Final = pattern(rf"{_FRACTION}((?:[+-]\d{{1,4}})+)")
_ALONE: Final = pattern(_FRACTION)
_SEVERAL: Final = pattern(rf"{_FRACTION}((?:[+-]{_FRACTION})+)")
_CHANGE: Final = pattern(r"([+-])(\d{1,3})/([+-])(\d{1,3})")
_BEFORE: Final = pattern(r"(\d{2,3})/(\d{2,3})\s?(?:\u2192|->|=>|\u21d2|to|bis|\u00e0|a|auf|nach|on|na)\s$")
_LEAST: Final = 10
"""The least number of which hit points are, or marks."""
_SYSTOLIC: Final = range(70, 261)
_DIASTOLIC: Final = range(35, 151)
_PULSE: Final = pattern(
    r"\bPP\b|\bpulse pressure|\bpulsdruck|\bblutdruckamplitude|\bpression (?:pulsée|différentielle)|\bpresión de pulso"
    r"|\bpressione differenziale|\bpolsdruk",
    re.IGNORECASE,
)
_APART: Final = pattern(
    r"\bmediants?\b|\bfarey\b|\bmédiante?s?\b|\bmediante?\b|\bcreatures?\b|\btoughness\b|\bcounters?\b|\bmagic\b|\bpower/"
    r"|\bSimpson\b|\b(?:shots?|FG|field goals?|free throws?|hits?)\b",
    re.IGNORECASE,
)


def has_tops_apart(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the right side has what comes of the numbers above lines on the left, and of those below, each apart."""
    left, right = (plainly(side.tokens) for side in sides)
    if _is_pulse(left, right) and _PULSE.search(text, max(0, start - _NEAR), end + _NEAR):
        return True
    shown = _ALONE.fullmatch(right)
    if shown is None:
        return _is_change(text[max(0, start - _NEAR) : start], left, right)
    result = int(shown[1]), int(shown[2])
    return _are_points(left, result) or _are_added(text[max(0, start - _NEAR) : end + _NEAR], left, result)


def _are_points(left: str, result: tuple[int, int]) -> bool:
    """Whether whole numbers are added to what stands above a line and, of a pressure, to what stands below it."""
    points = _POINTS.fullmatch(left)
    if points is None:
        return False
    above, below = int(points[1]), int(points[2])
    added = sum(map(int, re.findall(r"[+-]\d+", points[3])))
    if _is_pressure(above, below):
        return _is_pressure(*result)
    is_of_points = below >= _LEAST and abs(added) > 1 and result == (above + added, below)
    is_surely = below >= 2 * _LEAST and result[1] == below and max(above, result[0]) <= below < abs(added) * below
    return is_of_points or is_surely


def _are_added(near: str, left: str, result: tuple[int, int]) -> bool:
    """Whether the numbers above and below the lines of several fractions have the sums of one; pressures have.

    A pupil adds so by mistake: beside no word for it one fraction has 1 below, all are 1, or the first is a pressure.
    """
    several = _SEVERAL.fullmatch(left)
    if several is None:
        return False
    terms = [(sign, int(above), int(below)) for sign, above, below in re.findall(rf"([+-]){_FRACTION}", "+" + left)]
    sums = [sum(term[at] * (1 if term[0] == "+" else -1) for term in terms) for at in (1, 2)]
    if _is_pressure(terms[0][1], terms[0][2]) and _is_pressure(*result):
        return True
    is_of_ones = all(above == below for _, above, below in terms) or any(below == 1 for _, _, below in terms)
    return tuple(sums) == result and (is_of_ones or _APART.search(near) is not None)


def _is_pressure(above: int, below: int) -> bool:
    return above in _SYSTOLIC and below in _DIASTOLIC and above >= below + _LEAST


def _is_pulse(left: str, right: str) -> bool:
    """Whether a number is what lies between the two of a pressure."""
    pressure = _ALONE.fullmatch(left)
    if pressure is None or not right.isdecimal() or not _is_pressure(int(pressure[1]), int(pressure[2])):
        return False
    return int(pressure[1]) - int(pressure[2]) == int(right)


def _is_change(before: str, left: str, right: str) -> bool:
    """Whether the right side says by how much both numbers of a pressure changed, of which the first stands before."""
    first, last, change = _BEFORE.search(before), _ALONE.fullmatch(left), _CHANGE.fullmatch(right)
    if first is None or last is None or change is None:
        return False
    return all(int(first[at]) + int(change[2 * at - 1] + change[2 * at]) == int(last[at]) for at in (1, 2))
