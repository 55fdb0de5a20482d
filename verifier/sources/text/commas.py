"""Numbers with a decimal comma, where an annotation or braces say so: with a point, each character at its place."""

import re
from typing import Final

from verifier.sources.text.stretch import Stretch, joined

_NUMBER: Final = re.compile(
    r"(?<![\w.,])(?P<whole>[1-9][0-9]{0,2}(?:[. \u2009\u202f\u00a0][0-9]{3})+|[0-9]+)(?P<comma>,|\{,\})"
    r"(?=[0-9]|\([0-9]+\))"
    r"|(?<![\w.,])(?P<grouped>[1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?![0-9.,]*[0-9])"
)
_THOUSANDS: Final = re.compile(
    r"(?<![\w.,])(?:[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}|[1-9][0-9]{0,2}(?:,[0-9]{3})+\.[0-9]+"
    r"|(?:(?<=\\\$)|(?<=\u00a3)|(?<=US\$))[1-9][0-9]{0,2},[0-9]{3})"
    r"(?![0-9,])"
)
_BRACED: Final = re.compile(
    r"(?<![\w.,}])(?<!\\max\()(?<!\\min\()(?<!\\gcd\()([0-9]+)(\{,\})([0-9]+)(?![0-9.]|\{,\}[0-9])"
)
"""A number with a comma in braces, as TeX writes one with decimals, and some write thousands; no two arguments."""
_OF_THOUSANDS: Final = 3
_GROUPS: Final = str.maketrans(". ", "\u2009\u2009")


def has_thousands(text: str) -> bool:
    """Whether a number tells that commas part thousands: it has two, decimals behind it, or is so much money."""
    return _THOUSANDS.search(text) is not None


def with_points_for_braces(stretch: Stretch) -> Stretch:
    """The same with a point for each `{,}` that surely parts no thousands, as in `2{,}5` and `0{,}125`."""
    pieces: list[Stretch] = []
    end = 0
    for match in _BRACED.finditer(stretch.text):
        whole, decimals = match[1], match[3]
        if whole[0] == "0" or len(whole) > _OF_THOUSANDS or len(decimals) != _OF_THOUSANDS:
            start = match.start(2)
            pieces += [stretch.part(end, start), Stretch(".", stretch.at[start + 1 : start + 2])]
            end = match.end(2)
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def with_points(stretch: Stretch) -> Stretch:
    """The same with a point for each comma between two digits, and thin spaces between thousands."""
    pieces: list[Stretch] = []
    end = 0
    for match in _NUMBER.finditer(stretch.text):
        digits = match["whole"] or match["grouped"]
        at = stretch.at[match.start() : match.start() + len(digits)]
        pieces += [stretch.part(end, match.start()), Stretch(digits.translate(_GROUPS), at)]
        if match["comma"]:
            pieces.append(Stretch(".", stretch.at[match.start("comma") : match.start("comma") + 1]))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
