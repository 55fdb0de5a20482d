"""An author's file gone through: its paragraphs in a format, what annotations say of them, and what the finder has."""

import re
from collections.abc import Callable
from typing import TypeAlias

from verifier.document.files import with_blanks
from verifier.document.problems import Problems
from verifier.document.what_was_read import Part
from verifier.record import NamedTuple
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.annotations import Annotations
from verifier.sources.annotations.sidecar import Sidecar
from verifier.sources.equalities.ledger import Ledger
from verifier.sources.finder import Finder
from verifier.sources.layouts.comments import without_colon
from verifier.sources.text.directives import Refusals
from verifier.sources.text.places import Lines
from verifier.sources.text.stretch import Layout, Note, Paragraph, Segment

Format: TypeAlias = Callable[[str], Layout]


class Found(NamedTuple):
    """An author's file gone through: its text, in which offsets count, what annotations say, and what the finder has.

    The blocks of tables are not among those of the finder before `annotated_stages` has put them there.
    """

    text: str
    segments: tuple[Segment, ...]
    said: Annotations
    finder: Finder
    paragraphs: tuple[Paragraph, ...]
    notes: tuple[Note, ...]
    sidecar: Sidecar

    def annotated(self) -> Annotated:
        """The stages of what annotations name, in the file and beside it."""
        from verifier.sources.annotations.tables import add_tables  # imported here, as most files have no annotations

        blocks = self.finder.blocks
        add_tables(blocks, self.paragraphs)
        if any(one.is_literal for one in blocks.found):
            from verifier.sources.annotations.literals import with_sure_literals  # imported here, for notebooks alone

            blocks.found[:] = with_sure_literals(blocks.found, self.text)
        if not (self.said.directives or self.sidecar.entries):
            return Annotated()
        alone = [one for one in blocks.found if not one.is_inside]
        beside = list(self.sidecar.bound(self.text, alone, self.said.headings_of(self.text)))
        return self.said.annotated(blocks.found, self.paragraphs, self.finder.rounded, beside)


def gone_through(path: str, text: str, read: Format, problems: Problems, *, blocks: bool = False) -> Found:
    """Go through a source text in a format; its blocks are found where annotations name some, or if they are wanted."""
    text, sidecar = with_blanks(text), Sidecar(path)
    layout = read(text)
    text = text if layout.text is None else layout.text
    lines = Lines(text)
    cells = tuple(Part(lines.of(start)[0], cell, is_output) for start, cell, is_output in layout.cells)
    if cells:
        problems.lines, problems.cells = re.split("\r\n|\n|\r", text), cells
    said = Annotations(text, layout, Refusals(problems, lines))
    finder = Finder(lines, Ledger(text, cells, said.hidden), said, blocks=blocks or bool(sidecar.entries))
    written = list(said.without_skipped())
    paragraphs = list(map(said.settings.pointed, written))
    if finder.wants_blocks:
        from verifier.sources.annotations.tables import lines_together  # imported here, for files with annotations
        from verifier.sources.text.drawn_brackets import DRAWN, with_brackets

        paragraphs = list(map(with_brackets, paragraphs)) if DRAWN.search(text) else paragraphs
        finder.blocks.together = lines_together(paragraphs)
    for paragraph, pointed in zip(written, paragraphs, strict=True):
        finder.ledger.take(paragraph)
        finder.take(pointed)
    notes = (*layout.notes, *without_colon(text))
    return Found(text, layout.cells, said, finder, tuple(paragraphs), notes, sidecar)
