"""Sections of a source: under headings, and where an example or a problem begins."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import Final

from verifier.late import pattern
from verifier.sources.text.settings import Section

_SCENE: Final = pattern(
    r"^(?:[ \t>*_(#-]|<[^<>\n]{1,60}>)*(?:example|problem|exercise|question|case|scenario|task|sample|trial|experiment"
    r"|beispiel|aufgabe|exemple|exercice|ejemplo|ejercicio|esempio|esercizio|exemplo)\b",
    re.MULTILINE | re.IGNORECASE,
)
"""Where an example or a problem begins."""
_NUMBERED: Final = pattern(
    r"^(?:[ \t>*_(#-]|<[^<>\n]{1,60}>)*(?:example|problem|exercise|question|beispiel|aufgabe|exemple|exercice|ejemplo"
    r"|ejercicio|esempio|esercizio|exemplo|exerc\u00edcio)[ \t]{1,3}(?:no\.?[ \t]{0,3}|#)?[0-9]",
    re.MULTILINE | re.IGNORECASE,
)
"""Where one of several examples or problems begins, which go on with no numbers of each other."""
_LOWEST: Final = 9
MAX_SECTIONS: Final = 2_000


class Scopes:
    """The sections of a text with these headings."""

    def __init__(self, text: str, headings: Sequence[Section]) -> None:
        self.text = text
        scenes = [Section(match.start(), _LOWEST) for match in islice(_SCENE.finditer(text), MAX_SECTIONS)]
        found = [Section(0, 0), *sorted([*headings, *scenes])[:MAX_SECTIONS]]
        self.starts = [one.start for one in found]
        self.ends = [1 << 62] * len(found)
        self.scenes = [scene.start for scene in scenes]
        self.numbered = [match.start() for match in islice(_NUMBERED.finditer(text), MAX_SECTIONS)]
        self.around: list[int] = []
        """The section around each one; -1 around that which is in none."""
        opened: list[int] = []
        for index, (start, level) in enumerate(found):
            while opened and found[opened[-1]].level >= level:
                self.ends[opened.pop()] = start
            self.around.append(opened[-1] if opened else -1)
            opened.append(index)

    def share(self, one: int, other: int) -> bool:
        """Whether one of two offsets stands in the section of the other."""
        return self._holds(one, other) or self._holds(other, one)

    def is_parted(self, one: int, other: int) -> bool:
        """Whether one of several examples or problems begins between two offsets."""
        return bisect_right(self.numbered, one) != bisect_right(self.numbered, other)

    def has_scene(self, one: int, other: int) -> bool:
        """Whether an example or a problem begins between two offsets, or the first stands in one."""
        section = self.start(one)
        is_inside = bisect_right(self.scenes, one) > bisect_right(self.scenes, section - 1)
        return is_inside or bisect_right(self.scenes, one) != bisect_right(self.scenes, other)

    def apart(self, offset: int, other: int) -> tuple[int, int]:
        """Where the largest section around an offset begins and ends that another offset is not in."""
        index = self.index(offset)
        while (above := self.around[index]) >= 0 and not self.starts[above] <= other < self.ends[above]:
            index = above
        return self.starts[index], self.ends[index]

    def start(self, offset: int) -> int:
        """Where the section begins in which an offset stands."""
        return self.starts[self.index(offset)]

    def index(self, offset: int) -> int:
        """The number of the section in which an offset stands."""
        return bisect_right(self.starts, offset) - 1

    def _holds(self, one: int, other: int) -> bool:
        index = self.index(one)
        return self.starts[index] <= other < self.ends[index]
