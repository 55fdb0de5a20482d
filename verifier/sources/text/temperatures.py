r"""Degrees Celsius as kelvin: `45\,^\circ\text{C} + 273 = 318\text{ K}` adds a number to the one before the degrees."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

_TEXT: Final = r"\\(?:text|mathrm|textrm|mbox)\s*\{\s*"
_CELSIUS: Final = (
    rf"(?:(?:\^\s*\{{?\s*\\circ\s*\}}?|\\degree(?![A-Za-z])|\u00b0)\s*(?:{_TEXT}C\s*\}}|C\b)"
    rf"|{_TEXT}(?:\u00b0\s?C|\u2103)\s*\}}|\\degreeCelsius|\\celsius|\u2103)"
)
_KELVIN: Final = rf"(?:{_TEXT}K\s*\}}|K\b)"
_GAP: Final = r"(?:\s|\\[,;: ])*"
_NOT_IN_FULL: Final = r"(?![^=.,]{0,12}=\s*[-\u2212]?[0-9]+[.,]1[56])"
"""Behind a 273 that stands for itself: a result with `.15` had more digits of it."""
TURNED: Final = pattern(
    rf"(?<=[0-9\s,;~}}])(?:{_CELSIUS}(?={_GAP}\+{_GAP}273{_NOT_IN_FULL})|{_KELVIN}(?={_GAP}[-\u2212\u2013]{_GAP}273))"
)
"""The unit of a temperature to which 273 is added, or from which it is taken: what comes out has the other one."""


def without_degrees(stretch: Stretch) -> Stretch:
    """The same with blanks in the place of the units of temperatures that are turned into others."""
    return stretch.replaced(TURNED)
