r"""Matrices of plain TeX, as `\pmatrix{1 & 2 \cr 3 & 4}`: they are read as environments."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

_OPENING: Final = pattern(r"\\([bpBvV]?matrix)\s*\{")
_BRACES: Final = pattern(r"\\.|[{}]", re.DOTALL)
MAX_LENGTH: Final = 4000
"""Characters between the braces of a matrix that is read."""


def with_environments(stretch: Stretch) -> Stretch:
    """A stretch with an environment in the place of each such matrix; those in others, and open ones, are left."""
    pieces: list[Stretch] = []
    end = 0
    for match in _OPENING.finditer(stretch.text):
        close = _close(stretch.text, match.end()) if match.start() >= end else 0
        if close:
            pieces += [stretch.part(end, match.start()), _put(stretch, f"\\begin{{{match[1]}}}", match.start())]
            pieces += [stretch.part(match.end(), close), _put(stretch, f"\\end{{{match[1]}}}", close)]
            end = close + 1
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def _close(text: str, start: int) -> int:
    """Where the brace closes that opens before *start*; 0 if it does not."""
    depth = 1
    for match in _BRACES.finditer(text, start, start + MAX_LENGTH):
        depth += (match[0] == "{") - (match[0] == "}")
        if not depth:
            return match.start()
    return 0


def _put(stretch: Stretch, text: str, index: int) -> Stretch:
    """A text in which each character stands at one offset."""
    return Stretch(text, [stretch.at[index]] * len(text))
