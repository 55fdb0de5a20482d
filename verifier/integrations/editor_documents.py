"""The documents that an editor has open: their texts as it changes them, and places in them as it counts."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from verifier.integrations.marks import Edit, Span
from verifier.integrations.notebook_text import Source, escaped, sources
from verifier.integrations.positions import Encoding, Point, Text
from verifier.record import NamedTuple

LANGUAGES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("markdown", "mdx", "quarto", "rmd"), "markdown"),
    **dict.fromkeys(("latex", "tex"), "latex"),
    "html": "html",
    "plaintext": "plain",
    "restructuredtext": "rst",
}
"""The names of formats by what editors call the language of a text."""


class Where(NamedTuple):
    """The characters between two positions of a text that an editor shows."""

    uri: str
    start: Point
    end: Point


class Change(NamedTuple):
    """What an editor changes of a text: the characters between two positions, or all of it."""

    text: str
    start: Point | None = None
    end: Point | None = None


def changed(text: Text, changes: Sequence[Change]) -> Text:
    """A text after changes, one after another."""
    for change in changes:
        if change.start is None or change.end is None:
            text = Text(change.text, text.encoding)
        else:
            start, end = (text.offset(*text.place(point)) for point in (change.start, change.end))
            text = Text(text.text[:start] + change.text + text.text[end:], text.encoding)
    return text


class Document(ABC):
    """A document, with `path` and `format` as they are asked for; `version` is the editor's number of its text."""

    def __init__(self, uri: str, path: str, kind: str | None, version: int | None) -> None:
        self.uri, self.path, self.format, self.version = uri, path, kind, version

    @property
    @abstractmethod
    def text(self) -> str:
        """The text as a file would have it."""

    @abstractmethod
    def where(self, span: Span) -> Where | None:
        """Where a span is shown; None if it is not."""

    @abstractmethod
    def span(self, uri: str, start: Point, end: Point) -> Span | None:
        """The span between two positions, on the line of the first; None if they are in nothing that is read."""

    def edit(self, edit: Edit) -> tuple[Where, str] | None:
        """Where an edit takes place, and the text that is put there."""
        where = self.where(edit.span)
        return None if where is None else (where, edit.text)


def _span(text: Text, start: Point, end: Point, cell: int | None = None) -> Span:
    (line, first), (last_line, last) = text.place(start), text.place(end)
    return Span(line, first, last if last_line == line else len(text.line(line)) + 1, cell)


class Plain(Document):
    """A document that is one text."""

    def __init__(self, uri: str, path: str, kind: str | None, version: int | None, shown: Text) -> None:
        super().__init__(uri, path, kind, version)
        self.shown = shown

    @property
    def text(self) -> str:
        """The text as a file would have it."""
        return self.shown.text

    def where(self, span: Span) -> Where | None:
        """Where a span is shown."""
        return Where(self.uri, self.shown.point(span.line, span.start), self.shown.point(span.line, span.end))

    def span(self, uri: str, start: Point, end: Point) -> Span | None:
        """The span between two positions, on the line of the first."""
        assert uri == self.uri
        return _span(self.shown, start, end)


class NotebookFile(Plain):
    """A notebook whose file is shown as JSON."""

    def where(self, span: Span) -> Where | None:
        """Where a span of a cell is shown; None if the cell is not there."""
        if span.cell is None:
            return super().where(span)
        found = sources(self.shown.text)
        if span.cell > len(found):
            return None
        source = found[span.cell - 1]
        start, end = (self._point(source, span.line, column) for column in (span.start, span.end))
        return Where(self.uri, start, end)

    def _point(self, source: Source, line: int, column: int) -> Point:
        inside = Text(source.text, "utf-32")
        at = min(inside.offset(line, column), inside.offset(line, 1) + len(inside.line(line)))
        return self.shown.point(*self.shown.of_offset(source.at[min(at, len(source.at) - 1)]))

    def span(self, uri: str, start: Point, end: Point) -> Span | None:
        """The span of a cell between two positions; None if they are in no cell."""
        assert uri == self.uri
        first, last = (self.shown.offset(*self.shown.place(point)) for point in (start, end))
        for number, source in enumerate(sources(self.shown.text), start=1):
            if source.at[0] <= first <= source.at[-1]:
                inside = Text(source.text, "utf-32")
                ends = [sum(offset < at for offset in source.at[:-1]) for at in (first, max(first, last))]
                places = [inside.point(*inside.of_offset(min(at, len(source.text)))) for at in ends]
                return _span(inside, places[0], places[1], number)
        return None

    def edit(self, edit: Edit) -> tuple[Where, str] | None:
        """Where an edit takes place, and the text as JSON has it."""
        found = super().edit(edit)
        return None if found is None or edit.span.cell is None else (found[0], escaped(found[1]))


class Cell(NamedTuple):
    """A cell of a notebook that an editor shows cell by cell."""

    uri: str
    is_code: bool


class Notebook(Document):
    """A notebook that is shown cell by cell.

    `texts` are those of its cells, by their names, and `printed` gives what a cell of its file printed, as JSON, by the
    number of the cell from 0 and its source.
    """

    def __init__(self, uri: str, path: str, version: int | None) -> None:
        super().__init__(uri, path, "notebook", version)
        self.cells: list[Cell] = []
        self.texts: dict[str, Text] = {}
        self.printed: Callable[[int, str], object] = lambda _number, _source: []

    @property
    def text(self) -> str:
        """The notebook as a file would have it; outputs are those of the file, of cells that are as they were."""
        cells = [self._cell(number, cell) for number, cell in enumerate(self.cells)]
        return json.dumps({"cells": cells}, indent=1, ensure_ascii=False)

    def _cell(self, number: int, cell: Cell) -> dict[str, object]:
        source = self.texts[cell.uri].text
        if not cell.is_code:
            return {"cell_type": "markdown", "source": source}
        return {"cell_type": "code", "source": source, "outputs": self.printed(number, source)}

    def where(self, span: Span) -> Where | None:
        """Where a span of a cell is shown; one without a cell is in the first."""
        number = span.cell or 1
        if number > len(self.cells):
            return None
        uri = self.cells[number - 1].uri
        text = self.texts[uri]
        return Where(uri, text.point(span.line, span.start), text.point(span.line, span.end))

    def span(self, uri: str, start: Point, end: Point) -> Span | None:
        """The span between two positions of a cell."""
        number = next((number for number, cell in enumerate(self.cells, start=1) if cell.uri == uri), None)
        return None if number is None else _span(self.texts[uri], start, end, number)


def format_for(ending: str | None, language: str, text: str) -> str | bool | None:
    """The name of the format of a text; None for a document file, False for what is neither.

    *ending* is the format that the ending of its name says, which goes before its *language*.
    """
    if ending is not None:
        return ending
    if language in LANGUAGES:
        return LANGUAGES[language]
    is_document = language == "yaml" and any(line.startswith("stages:") for line in text.splitlines())
    return None if is_document else False


def encoding_of(name: str) -> Encoding:
    """The encoding of this name."""
    return "utf-8" if name == "utf-8" else "utf-32" if name == "utf-32" else "utf-16"
