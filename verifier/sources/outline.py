"""What stands in an author's file, without a word on what is right: its blocks, its headings and its annotations."""

from verifier.document.problems import Problems
from verifier.document.what_was_read import Part
from verifier.record import NamedTuple
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.blocks import Shown
from verifier.sources.gone_through import Format, gone_through
from verifier.sources.text.places import Lines
from verifier.sources.text.settings import Section
from verifier.sources.text.stretch import Paragraph, Segment


class Outline(NamedTuple):
    """The blocks of a source in the order of reading, and what they stand in.

    Offsets count in `text`, which of a notebook is that of its cells and outputs one after another. `confirmed` is
    what annotations name and use. `segments` are the cells of a notebook.
    """

    path: str
    text: str
    lines: Lines
    paragraphs: tuple[Paragraph, ...]
    shown: tuple[Shown, ...]
    headings: tuple[Section, ...]
    confirmed: Annotated = Annotated()
    segments: tuple[Segment, ...] = ()

    @property
    def cells(self) -> tuple[Part, ...]:
        """The cells of a notebook and their outputs, by their first lines."""
        return tuple(Part(self.lines.of(start)[0], cell, is_output) for start, cell, is_output in self.segments)


def outline_of(path: str, text: str, read: Format, problems: Problems) -> Outline:
    """The outline of a source text in a format; raises DocumentError for annotations that say nothing."""
    found = gone_through(path, text, read, problems, blocks=True)
    annotated = found.annotated()
    problems.give_up_if_any()
    shown = sorted((one for one in found.finder.blocks.found if not one.is_inside), key=lambda one: one.at)
    headings = found.said.headings_of(found.text)
    return Outline(
        path, found.text, found.finder.lines, found.paragraphs, tuple(shown), headings, annotated, found.segments
    )
