"""What an editor shows of a document: plain records with places in it, which can be sent from process to process.

Lines and columns count from 1, columns in code points; in a notebook they are those of a cell, counted from 1.
"""

from typing import Literal, TypeAlias

from verifier.record import NamedTuple

Level: TypeAlias = Literal["error", "warning", "note"]


class Span(NamedTuple):
    """The characters of a line from column `start` to before column `end`."""

    line: int
    start: int
    end: int
    cell: int | None = None

    def touches(self, other: "Span") -> bool:
        """Whether two spans have a character or an end in common."""
        is_same = (self.cell, self.line) == (other.cell, other.line)
        return is_same and self.start <= other.end and other.start <= self.end


class Related(NamedTuple):
    """A place that has to do with a mark, and what it is."""

    span: Span
    message: str


class Mark(NamedTuple):
    """One message on one number, or on another part of the text."""

    span: Span
    level: Level
    code: str
    message: str
    related: tuple[Related, ...] = ()
    is_output: bool = False


class Edit(NamedTuple):
    """The characters of a span become a text; an empty span is where the text is put in."""

    span: Span
    text: str


class Remedy(NamedTuple):
    """A change of the text that the author may choose; `code` is that of the marks it ends, `kind` that of the editor.

    It is offered at `span`, and anywhere if that is None.
    """

    title: str
    kind: Literal["quickfix", "source.fixAll"]
    edits: tuple[Edit, ...]
    span: Span | None = None
    code: str | None = None
    is_preferred: bool = False


class Hint(NamedTuple):
    """A text that is shown behind a place, without being in the document."""

    span: Span
    text: str
    tooltip: str


class Shown(NamedTuple):
    """All that is shown of a document: its marks, and what is written behind its numbers."""

    marks: tuple[Mark, ...]
    hints: tuple[Hint, ...] = ()


class Words(NamedTuple):
    """What is said of one number, in Markdown."""

    span: Span
    text: str


class Asked(NamedTuple):
    """What is asked of a text: `check`, `account` of the number at a span, `remedies` at a span, `fixes` or `drafts`.

    `path` is that of its file, which need not exist; `format` the name of an author's format, None for a document file.
    """

    what: Literal["check", "account", "remedies", "fixes", "drafts"]
    path: str
    format: str | None
    text: str
    span: Span | None = None
    causes: bool = False
