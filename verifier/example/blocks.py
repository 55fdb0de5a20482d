"""What a worksheet is made of, whatever it is written as."""

from typing import Final, TypeAlias

from verifier.example.printing import Rows
from verifier.formulas.boxes import Box
from verifier.record import NamedTuple

BLANK: Final = ""
"""A number that is to be filled in."""


class Heading(NamedTuple):
    """A heading; level 1 is the title."""

    text: str
    level: int


class Prose(NamedTuple):
    """A paragraph of words and mathematics; `told` is what `check` is told of it."""

    parts: tuple[str | Box, ...]
    told: str = ""


class Display(NamedTuple):
    """A displayed equation `left = values`, or `left` alone; `told` is what `check` is told of the values."""

    left: Box
    rows: Rows | None = None
    told: str = ""


class Table(NamedTuple):
    """Numbers under heads, with a label before each row; the first head stands above the labels."""

    heads: tuple[str | Box, ...]
    labels: tuple[str, ...]
    rows: Rows
    told: str = ""


class Words(NamedTuple):
    """A row of words. `check` reads them in Markdown and in pages, not in LaTeX."""

    words: tuple[str, ...]
    told: str = ""


class Call(NamedTuple):
    """The command line that makes this."""

    text: str


Block: TypeAlias = Heading | Prose | Display | Table | Words | Call


def prose(*parts: str | Box) -> Prose:
    """A paragraph."""
    return Prose(parts)
