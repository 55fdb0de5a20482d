"""Names with one value in a whole text, which hold beyond the section that says it: `## Inputs`, and then `## Step 1`.

A letter may be another thing in another section. So the value stands before the formula, no example or problem begins
in between, nor is one what says it, and no words of the section with the formula say the name anew.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

from verifier.late import pattern
from verifier.sources.annotations.names.said_values import Value
from verifier.sources.text.scopes import Scopes

_LEAST: Final = 2
"""Numbers of names that a formula uses where some stand in other sections."""
_ANEW: Final = (
    r"\b(?:[Ll]et|[Ss]uppose|[Aa]ssum(?:e|ing)|[Ii]f|[Tt]ak(?:e|ing)|[Dd]enotes?|[Dd]efine|[Ss]et|[Ff]or|as|[Nn]ow"
    r"|[Cc]all(?:ed)?(?: it| this| these)?|[Ww]rite|named|[Uu]pdated?|becomes?)\b[\s$\\({]{1,4}"
)
_SAID: Final = (
    r"[\s$\\)}]{0,4}(?:(?:is|are|be|was|were|becomes|equals?|stands?|denotes?|of|to|at|:)"
    r"[\s$\\({]{1,4}(?:-?\d|an?\b|the\b)|(?:here|now)\b)"
)
"""Words before and behind a name that say what it is."""
_OTHERS: Final = pattern(
    r"\b(?:another|different|instead|variants?|alternatively?|new|second|third|next|others?|again|this time"
    r"|neu(?:e[nrsm]?)?|zweite[nrsm]?|andere[nrsm]?|jetzt|nouve(?:au|lle)s?|autres?|deuxi\u00e8me|maintenant"
    r"|nuev[oa]s?|otr[oa]s?|segund[oa]s?|ahora|nuov[oaie]|altr[oaie]|second[oa])\b",
    re.IGNORECASE,
)
"""Words of a section that may be about other things by the same names."""
_MATHEMATICS: Final = pattern(
    r"\$\$[^$]{1,2000}\$\$|\$[^$\n]{1,400}\$|\\\([^\n]{1,400}?\\\)|\\\[[^\]]{1,400}\\\]"
    r"|^[^\n=]{0,40}=[^\n]*$|^[ \t]{0,3}#{1,6}[^\n]*$|\\(?:sub){0,2}section\*?\{[^{}\n]{0,200}\}|<h[1-6][^\n]*$",
    re.MULTILINE,
)
"""Mathematics, lines that are equalities, and headings."""
_DIGITS: Final = pattern("[0-9]+")
MAX_SECTION: Final = 4_000
"""Characters before a formula in which words may say a name anew."""


class BeyondSections:
    """The names of a text that hold in sections which do not say them."""

    def __init__(self, text: str, scopes: Scopes) -> None:
        self.text = text
        self.scopes = scopes
        self._numbers: dict[tuple[int, int], list[int]] = {}
        """By section, where its words have numbers."""

    def values(self, values: Iterable[Value], at: int) -> list[Value]:
        """The one value of a name that holds at an offset, though other sections say it; empty if none does."""
        some = sorted(values, key=lambda one: one.at)
        if not some or some[-1].at > at or len({one.shown for one in some}) > 1 or not some[0].shown:
            return []
        start, end = self.scopes.apart(at, some[0].at)
        is_open = self.scopes.has_scene(some[0].at, at) or at - start > MAX_SECTION
        if is_open or (not some[0].is_of_matrix and self._has_numbers(start, end, at)):
            return []
        return [] if _is_said_anew("".join(some[0].name), self.text[start:at]) else some[:1]

    def _has_numbers(self, start: int, end: int, at: int) -> bool:
        """Whether words of a section before an offset have numbers, which its names may stand for."""
        if (start, end) not in self._numbers:
            words = _MATHEMATICS.sub(lambda match: " " * len(match[0]), self.text[start:end])
            self._numbers[start, end] = [start + match.start() for match in _DIGITS.finditer(words)]
        found = self._numbers[start, end]
        return bool(found) and found[0] < at


def _is_said_anew(name: str, section: str) -> bool:
    """Whether words of a section say what a name is, or speak of other things."""
    shown = re.escape(name)
    return (
        _OTHERS.search(section) is not None
        or re.search(rf"{_ANEW}{shown}(?!\w)|(?<!\w){shown}{_SAID}", section) is not None
    )


def are_enough(names: Collection[Value], *, is_named: bool) -> bool:
    """Whether a formula with these names says by itself what they are: of matrices, or of several for another name."""
    return any(one.is_of_matrix for one in names) or (is_named and len({one.name for one in names}) >= _LEAST)
