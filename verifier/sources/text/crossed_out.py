r"""Units that are crossed out, as `\cancel{\text{ g}}`: they are read as if nothing were drawn through them."""

import re
from typing import Final

from verifier.sources.text.stretch import Stretch, joined

_PLAIN: Final = r"(?:[^{}0-9^=]|\^(?:\{-?[1-4]\}|[1-4]))"
_CROSSED: Final = re.compile(rf"\\[bx]?cancel\s*\{{((?:{_PLAIN}|\{{(?:{_PLAIN}|\{{{_PLAIN}*\}})*\}})*)\}}")
"""A stroke through what has no digits but those of exponents; through a number it may say that another is meant."""


def without_strokes(stretch: Stretch) -> Stretch:
    """A stretch without the commands that cross units out."""
    pieces: list[Stretch] = []
    end = 0
    for match in _CROSSED.finditer(stretch.text):
        pieces += [stretch.part(end, match.start()), stretch.part(*match.span(1))]
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
