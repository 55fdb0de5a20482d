"""Notebooks: Markdown cells as Markdown, code cells and their printed outputs as code."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from verifier.document.files import with_blanks
from verifier.late import pattern
from verifier.sources.layouts import markdown
from verifier.sources.layouts.comments import line_comments
from verifier.sources.text.stretch import Comment, Layout, NoNotebook, Paragraph, Segment, Stretch

MAX_CELLS: Final = 20_000
_LINE: Final = pattern(r"[^\n]*\n|[^\n]+")
_OTHER_ENDS: Final = ("\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


def layout(text: str) -> Layout:
    """The paragraphs of a notebook, in the text of its cells and outputs one after another; raises NoNotebook."""
    try:
        cells = json.loads(text)["cells"][:MAX_CELLS]
        texts = [(str(cell["cell_type"]), _joined(cell["source"]), "".join(_printed(cell))) for cell in cells]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NoNotebook(f"a notebook as JSON with cells ({type(error).__name__})") from None
    reader = _Reader()
    for number, (kind, source, output) in enumerate(texts, start=1):
        reader.take(number, kind, source, output)
    return Layout(
        tuple(reader.found), text="".join(reader.texts), cells=tuple(reader.segments), comments=tuple(reader.comments)
    )


def in_lines(text: str, like: Sequence[str]) -> list[str]:
    """A cell's text as a list of lines, which other signs than line feeds end where they do in the list *like*."""
    if any(line.endswith(_OTHER_ENDS) for line in like):
        return text.splitlines(keepends=True)
    return _LINE.findall(text)


class _Reader:
    """Puts the texts of cells one after another."""

    def __init__(self) -> None:
        self.found: list[Paragraph] = []
        self.comments: list[Comment] = []
        self.segments: list[Segment] = []
        self.texts: list[str] = []
        self.length = 0

    def take(self, number: int, kind: str, source: str, output: str) -> None:
        """Take a cell and what it printed."""
        start = self.length
        shown = self._segment(number, source, is_output=False)
        if kind == "markdown":
            inside = markdown.layout(source)
            self.found += [_moved(paragraph, start) for paragraph in inside.paragraphs]
            for comment in inside.comments:
                words = Stretch(comment.words.text, [start + offset for offset in comment.words.at])
                self.comments.append(Comment(words, start + comment.start, start + comment.end))
            return
        self.found.append(Paragraph("code", shown, is_run=kind == "code"))
        if output.strip():
            self.found.append(Paragraph("code", self._segment(number, output, is_output=True), is_output=True))
        if kind == "code":
            self.comments += [comment._replace(until=self.length) for comment in line_comments(shown, "#")]

    def _segment(self, number: int, text: str, *, is_output: bool) -> Stretch:
        self.segments.append(Segment(self.length, number, is_output))
        stretch = Stretch(text, range(self.length, self.length + len(text)))
        self.texts.append(f"{text}\n")
        self.length += len(text) + 1
        return stretch


def _printed(cell: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """The texts that a cell printed; raises TypeError and KeyError."""
    for output in cell.get("outputs", ()) if cell["cell_type"] == "code" else ():
        text = output.get("text") or output.get("data", {}).get("text/plain") or ""
        shown = _joined(text)
        yield shown if not shown or shown.endswith("\n") else f"{shown}\n"


def _joined(source: Any) -> str:  # noqa: ANN401 - JSON
    """The text of a cell, which is one text or a list of lines; raises TypeError."""
    return with_blanks(source if isinstance(source, str) else "".join(source))


def _moved(paragraph: Paragraph, start: int) -> Paragraph:
    text, at = paragraph.stretch
    cell = None if paragraph.cell is None else paragraph.cell._replace(table=paragraph.cell.table + start)
    return paragraph._replace(stretch=Stretch(text, [start + offset for offset in at]), cell=cell)
