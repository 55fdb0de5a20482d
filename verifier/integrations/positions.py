"""Positions as editors count them: lines and characters from 0, characters in units of an encoding."""

import re
from bisect import bisect_right
from typing import Final, Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]
Point: TypeAlias = tuple[int, int]
"""A line and a character, both from 0."""
_LINE_END: Final = re.compile("\r\n|\n|\r")
_ASTRAL: Final = 0xFFFF


def units(text: str, encoding: Encoding) -> int:
    """The length of a text in units of an encoding."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode(errors="surrogatepass"))
    return len(text) + sum(ord(character) > _ASTRAL for character in text)


class Text:
    """A text with its lines, as an editor with some encoding counts in it."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self.encoding = encoding
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def line(self, number: int) -> str:
        """A line, from 1, without its end; empty if there is none."""
        if not 1 <= number <= len(self.starts):
            return ""
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r\n")

    def point(self, line: int, column: int) -> Point:
        """The position of a line and a column from 1; one behind the end of a line is that end."""
        return line - 1, units(self.line(line)[: column - 1], self.encoding)

    def place(self, point: Point) -> Point:
        """The line and the column, from 1, of a position."""
        number, character = point
        line, column = self.line(number + 1), 0
        if line.isascii() or self.encoding == "utf-32":
            return number + 1, min(character, len(line)) + 1
        while column < len(line) and character > 0:
            character -= units(line[column], self.encoding)
            column += 1
        return number + 1, column + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column from 1."""
        return self.starts[min(line, len(self.starts)) - 1] + column - 1

    def of_offset(self, offset: int) -> Point:
        """The line and the column, from 1, of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1
