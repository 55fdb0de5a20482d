"""Names with one value in a whole text, which hold beyond the section that says it: `## Inputs`, and then `## Step 1`.

A letter may be another thing in another section. So the value stands before the formula, no example or problem begins
in between, nor is one what says it, and no words of the section with the formula say the name anew.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

from verifier.sources.annotations.said_values import Value
from verifier.sources.text.scopes import Scopes

_LEAST: Final = 2
"""Numbers of names that a formula uses where some stand in other sections."""
_ANEW: Final = (
    r"\b(?:[Ll]et|[Ss]uppose|[Aa]ssum(?:e|ing)|[Ii]f|[Tt]ak(?:e|ing)|[Dd]enotes?|[Dd]efine|[Ss]et|[Ff]or)\b"
    r"[\s$\\({]{1,4}"
)
_SAID: Final = (
    r"[\s$\\)}]{0,4}(?:is|are|be|was|were|becomes|equals?|stands?|denotes?|of|to|at|:)"
    r"[\s$\\({]{1,4}(?:-?\d|an?\b|the\b)"
)
"""Words before and behind a name that say what it is."""
_MATHEMATICS: Final = re.compile(
    r"\$\$[^$]{1,2000}(?:\$\$|\Z)|\$[^$\n]{1,400}(?:\$|\Z)|\\\(.{1,400}?(?:\\\)|\Z)|\\\[.{1,2000}?(?:\\\]|\Z)|^[^\n=]{0,40}=[^\n]*$",
    re.MULTILINE | re.DOTALL,
)
"""Mathematics of a section, and lines that are equalities."""


def before_section(values: Iterable[Value], at: int, text: str, scopes: Scopes) -> list[Value]:
    """The one value of a name that holds at an offset, though other sections say it; empty if none does."""
    some = sorted(values, key=lambda one: one.at)
    if not some or some[-1].at > at or len({one.shown for one in some}) > 1 or not some[0].shown:
        return []
    section = text[scopes.start(at) : at]
    is_open = scopes.has_scene(some[0].at, at) or (not some[0].is_of_matrix and _has_other_numbers(section))
    return [] if is_open or _is_said_anew("".join(some[0].name), section) else some[:1]


def _has_other_numbers(section: str) -> bool:
    """Whether words of a section below its heading have numbers, which its names may stand for."""
    _, _, words = _MATHEMATICS.sub("", section.lstrip()).partition("\n")
    return any(letter.isdecimal() for letter in words)


def _is_said_anew(name: str, section: str) -> bool:
    """Whether words of a section say what a name is."""
    shown = re.escape(name)
    return re.search(rf"{_ANEW}{shown}(?!\w)|(?<!\w){shown}{_SAID}", section) is not None


def are_enough(names: Collection[Value], *, is_named: bool) -> bool:
    """Whether a formula with these names says by itself what they are: of matrices, or of several for another name."""
    return any(one.is_of_matrix for one in names) or (is_named and len({one.name for one in names}) >= _LEAST)
