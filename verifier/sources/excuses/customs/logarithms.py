"""Numbers that are said again as their logarithms: `3/2 = 1.5 = 7 semitones`, `5/4 = 386 cents`, `62^8 = 47.6 bits`."""

import re
from typing import Final

from flint import arb

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.excuses.plainly import number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.written_values import tree_of
from verifier.sources.text.words_behind import words_behind

_UNITS: Final = (
    (1, pattern(r"octaves?\b|oktaven?\b|octavas?\b|ottav[ae]\b|bits?\b|stops?\b|doublings?\b", re.IGNORECASE)),
    (
        12,
        pattern(r"semi-?tones?\b|halbt\u00f6ne?n?\b|demi-?tons?\b|semiton(?:os|i|o)\b|half[- ]steps?\b", re.IGNORECASE),
    ),
    (1200, pattern(r"cents?\b|centi?es(?:imi)?\b", re.IGNORECASE)),
)
"""How many of a unit are a factor of two."""
_MANY: Final = 1000
"""So many times as many bits as a number has it never is."""
_ONE: Final = pattern(r"\d*\.?\d+|\d+/\d+")


def is_logarithm(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the right side, in a unit of ratios that stands behind it, is what the left one is there."""
    right = plainly(sides[1].tokens)
    per_octave = next((per for per, words in _UNITS if words.match(words_behind(text, end))), None)
    tree = tree_of(sides[0])
    if per_octave is None or tree is None or sides[0].unit or _ONE.fullmatch(right) is None:
        return False
    shown, ratio = number(right), enclosed(tree, {})
    if ratio is None or not ratio > 0:
        return False
    if per_octave == 1 and "/" not in right and ratio > _MANY * arb(shown + 1):
        return True
    half = _half_of_last(sides[0])
    low, high = ((ratio + change).log() / arb(2).log() * per_octave for change in (-half, half))
    off = arb(shown) - low, high - arb(shown)
    unit = arb(0) if "/" in right else arb(power_of_ten(-len(right.partition(".")[2])))
    unit = arb("0.01") if "/" in right else unit
    return not any((gap + unit) < 0 for gap in off)


def _half_of_last(side: Side) -> arb:
    """Half a unit of the last decimal of a number alone, which may hide digits; zero of anything else."""
    shown = number_in(side.tokens[0].text) if len(side.tokens) == 1 else None
    return arb(0) if shown is None or shown.decimals <= 0 else arb(power_of_ten(-shown.decimals)) / 2
