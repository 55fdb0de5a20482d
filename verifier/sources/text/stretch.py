"""A piece of a source text in which each character knows its offset in the file."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

from verifier.record import NamedTuple

Kind: TypeAlias = Literal["text", "math", "cell", "code", "excluded"]
"""What a piece is: running text, display mathematics, the cell of a table, code or output, or nothing to be read."""
SIGN: Final = "\ufffd"
"""Stands where a blank of a stretch stands for a sign of its source."""


class Stretch(NamedTuple):
    """A text and, for each of its characters, the offset in the source; both have the same length."""

    text: str
    at: Sequence[int]

    def part(self, start: int, end: int) -> "Stretch":
        """The characters from *start* to *end*, counted from zero."""
        return Stretch(self.text[start:end], self.at[start:end])

    def blanked(self, ranges: Iterable[tuple[int, int]]) -> "Stretch":
        """The same with blanks in the place of ranges of characters, which are in their order."""
        return Stretch(blanked(self.text, ranges), self.at)

    def laid_out(self, source: str) -> str:
        """The text with a sign in the place of each blank that stands for one of its source, as for a tag."""
        if "  " not in self.text:
            return self.text
        pairs = zip(self.text, self.at, strict=True)
        return "".join(SIGN if letter == " " and source[at] != " " else letter for letter, at in pairs)

    def replaced(self, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str] = lambda _: " ") -> "Stretch":
        """The text with each match replaced by a text of the same length, which *by* makes or which is padded."""
        return Stretch(pattern.sub(lambda match: by(match).ljust(len(match[0]))[: len(match[0])], self.text), self.at)


def as_written(stretch: Stretch, source: str) -> str:
    """The text of a stretch with the small letters that its *source* has in the places of a K."""
    if "K" not in stretch.text:
        return stretch.text
    text, small, at = stretch.text, list[int](), stretch.text.find("K")
    while at >= 0:
        small += [at] if source[stretch.at[at]] == "k" else []
        at = text.find("K", at + 1)
    ends = zip([0, *(at + 1 for at in small)], [*small, len(text)], strict=True)
    return "k".join(text[start:end] for start, end in ends) if small else text


def respelled(stretch: Stretch, pattern: re.Pattern[str], shown: str) -> Stretch:
    """A stretch with what is *shown*, of any length, in the place of each match."""
    pieces: list[Stretch] = []
    end = 0
    for match in pattern.finditer(stretch.text):
        pieces += [stretch.part(end, match.start()), Stretch(shown, [stretch.at[match.start()]] * len(shown))]
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


NOTHING: Final = Stretch("", ())
"""No characters."""


def group_of(match: re.Match[str]) -> str:
    """The name of the group that a match of named alternatives has; empty if its alternative has no name."""
    return match.lastgroup or ""


class Cell(NamedTuple):
    """The place of a cell: the number of its table, its row and its column, all from zero."""

    table: int
    row: int
    column: int
    is_header: bool = False


class Paragraph(NamedTuple):
    """A stretch of one kind. A chain of equal expressions never leaves its paragraph.

    `cell` is the place of the cell of a table; `is_output`: a program printed it; `is_plain`: code in no language.
    `codes` is the code among its words that may be an equality. `is_run`: a program that printed what stands behind it.
    """

    kind: Kind
    stretch: Stretch
    cell: Cell | None = None
    is_output: bool = False
    is_plain: bool = False
    codes: tuple[Stretch, ...] = ()
    is_run: bool = False


class Comment(NamedTuple):
    """What a comment says behind `verify:`, with the offsets of the comment.

    One in a code cell speaks of what the cell prints, which ends before the offset `until`.
    """

    words: Stretch
    start: int
    end: int
    until: int | None = None


NoteCode: TypeAlias = Literal[
    "unread", "stated", "in-code", "order", "quoted", "percent", "no-unit", "not-judged", "if-exact"
]


class Note(NamedTuple):
    """What could not be read, or what a formula by names does not give, at an offset of the source."""

    offset: int
    message: str
    code: NoteCode = "unread"
    level: Literal["warning", "note"] = "warning"


class Segment(NamedTuple):
    """The source or the output of a cell of a notebook: its first offset and the number of the cell, from 1."""

    start: int
    cell: int
    is_output: bool = False


class Layout(NamedTuple):
    """What a format finds in a source: its paragraphs in their order, and what it could not read.

    A numeral outside of all paragraphs stands for layout and is excluded. Of a notebook, `text` is that of its cells
    and their outputs one after another, to which offsets belong, and `cells` says where these begin.
    """

    paragraphs: tuple[Paragraph, ...]
    notes: tuple[Note, ...] = ()
    text: str | None = None
    cells: tuple[Segment, ...] = ()
    comments: tuple[Comment, ...] = ()


class NoNotebook(ValueError):
    """A text that is no notebook, where a format finds one; the message is the reason."""


def whole(text: str) -> Stretch:
    """A whole source text, each character at its own offset."""
    return Stretch(text, range(len(text)))


def joined(pieces: Iterable[Stretch]) -> Stretch:
    """Pieces one after another."""
    some = [piece for piece in pieces if piece.text]
    if len(some) == 1:
        return some[0]
    offsets: list[int] = []
    for piece in some:
        offsets += piece.at
    return Stretch("".join([piece.text for piece in some]), offsets)


def blanked(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    """A text with blanks in the place of ranges of characters, which are in their order."""
    pieces: list[str] = []
    end = 0
    for start, stop in ranges:
        pieces += [text[end:start], " " * (stop - max(start, end))]
        end = max(end, stop)
    return "".join([*pieces, text[end:]])
