"""Blank lines within a display, which Jupyter, Typora and Obsidian show as if they were not there."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

_MOST: Final = 60
"""Maximum number of lines of a display behind a blank one."""
_IN_WORDS: Final = pattern(
    r"\\(?:text[a-z]*|mathrm|mbox|tag|label|intertext)\*?\{[^{}]*\}|\\[A-Za-z]+\*?(?:\{[a-z*]+\})?"
)
_WORDS: Final = pattern(r"(?<![\w\\])[^\W\d_]{2,}[ ,.:;]+[^\W\d_]{2,}|^[#>|]|^(?:[-*+]|\d+\.)[ ]+[^\W\d_]{2,}")
"""What stands in no mathematics: two words, or the beginning of a heading, a quotation, a table or an item of words."""
_ROW_ENDS: Final = pattern(r"(?:\\\\|&|\\begin\{[^{}]*\}(?:\{[^{}]*\})?|\$\$|\\\[)\s*\Z")
_ROW: Final = " \\\\ "


def with_row(line: Stretch) -> Stretch:
    """A line before a blank one of a display as the end of a row: a minus behind it may be a sign."""
    return line if _ROW_ENDS.search(line.text) else joined([line, Stretch(_ROW, [line.at[-1]] * len(_ROW))])


def go_on(lines: Iterable[str], closing: str) -> bool:
    """Whether lines behind a blank one are mathematics up to one that is the end of the display, or ends with it."""
    for line in islice(filter(None, lines), _MOST):
        inside, end, rest = line.partition(closing)
        if "$" in inside or _WORDS.search(_IN_WORDS.sub(" 0 ", inside)):
            return False
        if end:
            return not rest.strip(" .,;")
    return False
