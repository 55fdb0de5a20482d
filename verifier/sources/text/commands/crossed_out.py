r"""What is crossed out, units as `\cancel{\text{ g}}` and two equal numbers: read as they stand."""

from collections import Counter
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

_PAIR: Final = 2
_PLAIN: Final = r"(?:[^{}0-9^=]|\^(?:\{-?[1-4]\}|[1-4]))"
_CROSSED: Final = pattern(rf"\\[bx]?cancel\s*\{{((?:{_PLAIN}|\{{(?:{_PLAIN}|\{{{_PLAIN}*\}})*\}})*)\}}")
"""A stroke through what has no digits but those of exponents; through a number it may say that another is meant."""
_NUMBER: Final = pattern(r"\\[bx]?cancel\s*\{\s*([0-9]+(?:\.[0-9]+)?)\s*\}")
"""A stroke through a number, which cancels with the same one."""


def without_strokes(stretch: Stretch) -> Stretch:
    """A stretch without the commands that cross units out."""
    numbers = list(_NUMBER.finditer(stretch.text))
    are_pairs = all(count == _PAIR for count in Counter(match[1] for match in numbers).values())
    pieces: list[Stretch] = []
    end = 0
    found = [*_CROSSED.finditer(stretch.text), *(numbers if are_pairs else ())]
    for match in sorted(found, key=lambda one: one.start()):
        pieces += [stretch.part(end, match.start()), stretch.part(*match.span(1))]
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
