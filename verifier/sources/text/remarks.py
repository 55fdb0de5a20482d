"""What stands in a program for its readers: remarks behind `#` or `//`, and lines that are calculations and no code."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

_CODE: Final = r"""(?:[^"'#/\r\n]|"[^"\r\n]*"|'[^'\r\n]*'|/(?!/))*"""
_REMARK: Final = pattern(rf"^{_CODE}(?:\#+|//+)(?P<said>[^\r\n]{{3,1000}})", re.MULTILINE)
_NO_CODE: Final = pattern(
    r"""^(?P<said>[^"'`#;\r\n]{1,500}?[\u00d7\u00b7\u22c5\u00f7\u221a\u2248\u00b2\u00b3\u2211][^"'`#;\r\n]{1,500})$""",
    re.MULTILINE,
)
"""A line with a sign that no program has outside of its texts."""

_LINE: Final = pattern("^[^\r\n]{3,1000}(?:\r?\n[ \t]*[=\u2248](?![=>])[^\r\n]{1,300}){0,20}(?=\r?$)", re.MULTILINE)
"""A line, with those below it that begin with an equals sign."""
_BEHIND: Final = pattern("=.*?[0-9)\\]%](?P<remark>[ \t]+(?:[\u2190-\u21ff]|<-+|-+>|=>)[ \t]+[^=\u2248\r\n0-9]*)$")
"""What is said without numbers behind an equality and an arrow: it is a remark."""


def lines_of(stretch: Stretch) -> Iterator[Stretch]:
    """The lines of a block of code in no language that may be an equality, without remarks behind arrows."""
    for line in _LINE.finditer(stretch.text):
        remark = _BEHIND.search(line[0])
        yield stretch.part(line.start(), line.end() if remark is None else line.start() + remark.start("remark"))


def remarks(stretch: Stretch) -> Iterator[Stretch]:
    """The remarks and the calculations of a block of code, each a part of one line, in their order."""
    found = [*_REMARK.finditer(stretch.text), *_NO_CODE.finditer(stretch.text)]
    for match in sorted(found, key=re.Match.start):
        yield stretch.part(*match.span("said"))
