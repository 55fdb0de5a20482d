"""Lines and columns of the characters of a source."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from verifier.late import pattern

_LINE_END: Final = pattern("\r\n|\n|\r")


class Lines:
    """The lines of a source text; lines and columns count from 1, columns in code points."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def of(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class Places:
    """The lines and columns of the characters of a stretch."""

    def __init__(self, lines: Lines, at: Sequence[int]) -> None:
        self.lines = lines
        self.at = at

    def of(self, index: int) -> tuple[int, int]:
        """The line and the column of a character of the stretch."""
        return self.lines.of(self.at[index])
