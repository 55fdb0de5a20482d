"""Environments of LaTeX and pairs of braces, found in one pass: what begins and does not end costs no further look."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.stretch import blanked

_BRACE: Final = pattern(r"\\.|[{}]", re.DOTALL)


class Environment(NamedTuple):
    """The name of an environment, and the offsets of its beginning, of what is inside, of its end and behind that."""

    name: str
    start: int
    inner: int
    stop: int
    end: int


def environments(text: str, beginning: re.Pattern[str]) -> Iterator[Environment]:
    r"""The environments of a text that do not lie in one another.

    *beginning* matches `\begin{...}`, its first group the name. Each goes on to the next end of its name.
    """
    endless: set[str] = set()
    at = 0
    while (match := beginning.search(text, at)) is not None:
        at, closing = match.end(), f"\\end{{{match[1]}}}"
        stop = -1 if match[1] in endless else text.find(closing, at)
        if stop < 0:
            endless.add(match[1])
        else:
            yield Environment(match[1], match.start(), at, stop, stop + len(closing))
            at = stop + len(closing)


def without(text: str, beginning: re.Pattern[str]) -> str:
    """The text with blanks in the place of some environments."""
    return blanked(text, [(found.start, found.end) for found in environments(text, beginning)])


def brace_ends(text: str) -> dict[int, int]:
    """For each brace that opens and closes its offset, and the offset behind the one that closes it."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            found[opened.pop()] = match.end()
    return found
