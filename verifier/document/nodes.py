"""What a document file is made of: texts, lists and mappings, each with its position.

Every scalar is text, so that no digit is lost.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Final, TypeAlias

from verifier.document.problems import Spot, quote
from verifier.record import NamedTuple

_WORD: Final = re.compile(r"\S+")
_QUOTES: Final = ("'", '"')


class _Text(NamedTuple):
    value: str
    line: int
    column: int
    end: tuple[int, int]
    style: str
    file: list[str]


class Text(_Text):
    """A scalar: its text, begin and end in the file, its quoting style, and the lines of its file."""

    @property
    def length(self) -> int:
        """The number of characters on its first line."""
        last_line, last_column = self.end
        last = last_column if last_line == self.line else len(self.file[self.line - 1]) + 1
        return max(1, last - self.column)

    @property
    def is_by_lines(self) -> bool:
        """Whether its lines are in the file as they are, but for their indentation."""
        return self.style == "|"

    def spot(self, offset: int, length: int) -> Spot:
        """The position in the file of *length* characters from *offset*; that of the whole text if it is unknown."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return Spot(self.line, self.column, length)
        line, column = self._spots[index]
        return Spot(line, column + offset - self._starts[index], length)

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _, _ in self._runs]

    @cached_property
    def _spots(self) -> list[tuple[int, int]]:
        return [(line, column) for _, line, column in self._runs]

    @cached_property
    def _runs(self) -> list[tuple[int, int, int]]:
        """Parts of the text that are in the file literally: (offset, line, column) of each."""
        return list(self._lines() if self.is_by_lines else self._words())

    def _lines(self) -> Iterator[tuple[int, int, int]]:
        """The lines of a block scalar; only their indentation is not text."""
        offset = 0
        for line, shown in enumerate(self.value.removesuffix("\n").split("\n"), self.line + 1):
            yield offset, line, len(self.file[line - 1]) - len(shown) + 1
            offset += len(shown) + 1

    def _words(self) -> Iterator[tuple[int, int, int]]:
        """The words of any other scalar, as folding changes only blanks; none if escapes change their number."""
        words = list(_WORD.finditer(self.value))
        spots = list(self._raw_words())
        if len(words) == len(spots):
            for word, (line, column) in zip(words, spots, strict=True):
                yield word.start(), line, column

    def _raw_words(self) -> Iterator[tuple[int, int]]:
        quote = self.style in _QUOTES
        last_line, last_column = self.end
        for line in range(self.line + (self.style == ">"), min(last_line, len(self.file)) + 1):
            raw = self.file[line - 1]
            first = self.column - 1 + quote if line == self.line else 0
            last = last_column - 1 - quote if line == last_line else len(raw)
            yield from ((line, word.start() + 1) for word in _WORD.finditer(raw, first, last))


class Items(NamedTuple):
    """A list."""

    items: tuple["Node", ...]
    line: int
    column: int
    length: int = 1


class Keys(NamedTuple):
    """A mapping."""

    entries: tuple[tuple[Text, "Node"], ...]
    line: int
    column: int
    length: int = 1


class Broken(NamedTuple):
    """A node whose problem was noted."""

    line: int
    column: int
    length: int = 1


Node: TypeAlias = Text | Items | Keys | Broken


def kind(node: Node) -> str:
    """The kind of a node, for a message."""
    if isinstance(node, Text):
        return quote(node.value)
    return "a list" if isinstance(node, Items) else "a mapping"
