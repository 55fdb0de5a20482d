"""What words behind mathematics add to its unit: a power of ten, as `million`, or the substance, as `$NH_3$`."""

import re
from collections.abc import Mapping
from typing import Final

from verifier.late import pattern
from verifier.sources.text.substances import ELEMENT

_SCALE: Final = pattern(
    r"[ \t]+(?P<scale>thousand|tausend|millions?|millones|millionen|billions?|milliards?|milliarden)"
    r"(?:[ \t]+(?:dollars|euros?|pounds|people|inhabitants|USD|EUR|GBP|CHF))?(?=\s*(?:$|[.,;:!)](?!\d)|\((?!\d)))",
    re.IGNORECASE,
)
"""A word for a power of ten, behind which nothing goes on."""
_RATE: Final = pattern(
    r"[ \t]+(?P<rate>(?!per/|and/|or/)[a-z]{3,14}/(?:s|sec|h|hr|min|day|week|month|year)|km/(?:u|t))"
    r"(?=\s*(?:$|[.,;:!)](?!\d)))"
)
"""Things in a time, and the speed in other languages, behind which nothing goes on."""
INITIALS: Final = frozenset("TMBtmbgkL")
"""Letters with which the words for powers of ten and the units of amounts begin."""
REMARK: Final = " ("
"""Begins a remark behind the unit of mathematics, or the mark of an equation."""
_SCALES: Final[Mapping[str, str]] = {"t": "thousand", "b": "billion", "m": "million"}
"""The power of ten that a word is, by its first letter, unless it is a milliard."""
_ELEMENT: Final = rf"{ELEMENT}(?:_?(?:[0-9]{{1,2}}|\{{[0-9]{{1,2}}\}}|[\u2080-\u2089]{{1,2}}))?"
_FORMULA: Final = rf"(?:{_ELEMENT}|\((?:{_ELEMENT}){{1,4}}\)(?:_?[0-9])?){{1,12}}"
_SUBSTANCE: Final = pattern(
    rf"(?P<unit>[ \t]+(?:m?mol|moles?|[km]?g|grams|m?L))[ \t]+"
    rf"(?:\$(?:\\(?:ce|text|mathrm)\{{{_FORMULA}\}}|{_FORMULA})\$|{_FORMULA})(?=\s*(?:$|[.,;:!)](?!\d)|\())"
)
"""A unit of amounts with the formula of a substance, behind which nothing goes on."""
_AMOUNTS: Final = ("mmol", "mol", "kg", "mg", "g ", "g\t", "grams", "mL", "L ", "L\t")
"""What such a unit begins with."""


def scale_behind(text: str) -> tuple[str, str]:
    """The power of ten, or the rate, whose word a text behind mathematics begins with, empty if none, and the rest."""
    rate = _RATE.match(text)
    if rate is not None:
        return rate["rate"].replace("/", ""), text[rate.end() :]
    found = _SCALE.match(text)
    return ("", text) if found is None else (_scale(found["scale"].lower()), text[found.end() :])


def _scale(word: str) -> str:
    if word.startswith("milliard"):
        return "billion"
    return next(scale for begin, scale in _SCALES.items() if word.startswith(begin))


def without_substance(text: str) -> str:
    """A text behind mathematics without the formula behind the unit that it begins with, as in `mol $NH_3$`."""
    found = _SUBSTANCE.match(text) if text.lstrip(" \t").startswith(_AMOUNTS) else None
    return text if found is None else found["unit"] + text[found.end() :]
