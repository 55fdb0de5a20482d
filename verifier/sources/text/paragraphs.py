"""Paragraphs of a source text, with the displays behind them, and the names that stand in several."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern

_BREAK: Final = pattern(
    r"\n[ \t>]*(?:\"\\n\",?[ \t]*)?\r?\n(?![ \t>\"]*(?:\r?\n|\\n|\$\$|\\\[|\\begin\b|```[ ]?math\b))"
    r"|</?(?:p|div|li|td|tr)\b",
    re.IGNORECASE,
)
"""Where a paragraph begins, also in a notebook; displays go on with the words before them."""
_NAMED: Final = pattern(
    r"(?<![\\\w])(?P<name>\\[a-z]{2,20}|[^\W\d_]{1,20})(?:_(?:\{[^{}\n]{1,20}\}|\w{1,20}))?[\s$*_]{0,4}"
    r"(?:=(?:[^\n$,;]|[,;](?!\s)){0,200})?(?:\u2248|~|\\(?:approx|simeq)\b|=)[^\w\n]{0,4}\Z",
    re.IGNORECASE,
)
"""A name that a number behind it is said to be about."""
MAX_PARAGRAPH: Final = 2_000
"""Characters of a paragraph, at most."""
_STATEMENT: Final = 300


def are_together(text: str, one: int, other: int) -> bool:
    """Whether two offsets stand in one paragraph, with the displays behind it."""
    start, end = sorted((one, other))
    return end - start <= MAX_PARAGRAPH and _BREAK.search(text, start, end) is None


def is_named_again(text: str, at: int, other: int) -> bool:
    """Whether the name of which a number at an offset is said stands in the paragraph that goes to another one."""
    name = _name_before(text, at)
    if name is None:
        return False
    before = text[max(0, other - MAX_PARAGRAPH) : other]
    start = max((match.end() for match in _BREAK.finditer(before)), default=0)
    return re.search(rf"(?<![\\\w]){re.escape(name)}(?![^\W\d_])", before[start:]) is not None


@lru_cache(maxsize=1024)
def _name_before(text: str, at: int) -> str | None:
    """The name of which a number at an offset is said; None if there is none."""
    named = _NAMED.search(text[max(0, at - _STATEMENT) : at].rpartition("\n\n")[2])
    return None if named is None else named["name"]
