"""A piece of a source text in which each character knows its offset in the file."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["text", "math", "cell", "code", "excluded"]
"""What a piece is: running text, display mathematics, the cell of a table, code or output, or nothing to be read."""


class Stretch(NamedTuple):
    """A text and, for each of its characters, the offset in the source; both have the same length."""

    text: str
    at: Sequence[int]

    def part(self, start: int, end: int) -> "Stretch":
        """The characters from *start* to *end*, counted from zero."""
        return Stretch(self.text[start:end], self.at[start:end])

    def replaced(self, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str] = lambda _: " ") -> "Stretch":
        """The text with each match replaced by a text of the same length, which *by* makes or which is padded."""
        return Stretch(pattern.sub(lambda match: by(match).ljust(len(match[0]))[: len(match[0])], self.text), self.at)


class Paragraph(NamedTuple):
    """A stretch of one kind. A chain of equal expressions never leaves its paragraph."""

    kind: Kind
    stretch: Stretch


class Note(NamedTuple):
    """What could not be read, at an offset of the source."""

    offset: int
    message: str


class Layout(NamedTuple):
    """What a format finds in a source: its paragraphs in their order, and what it could not read.

    A numeral outside of all paragraphs stands for layout and is excluded. Of a notebook, `text` is that of its cells
    one after another, to which offsets belong, and `cells` are the offsets at which they begin.
    """

    paragraphs: tuple[Paragraph, ...]
    notes: tuple[Note, ...] = ()
    text: str | None = None
    cells: tuple[int, ...] = ()


def whole(text: str) -> Stretch:
    """A whole source text, each character at its own offset."""
    return Stretch(text, range(len(text)))


def joined(pieces: Iterable[Stretch]) -> Stretch:
    """Pieces one after another."""
    texts: list[str] = []
    offsets: list[int] = []
    for piece in pieces:
        texts.append(piece.text)
        offsets += piece.at
    return Stretch("".join(texts), offsets)
