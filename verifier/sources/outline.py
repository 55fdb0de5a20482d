"""What stands in an author's file, without a word on what is right: its blocks, its headings and its annotations."""

from typing import NamedTuple

from verifier.document.problems import Problems
from verifier.sources.annotated import Annotated
from verifier.sources.blocks import Shown
from verifier.sources.finder import Format, gone_through
from verifier.sources.settings import Section
from verifier.sources.stretch import Paragraph


class Outline(NamedTuple):
    """The blocks of a source in the order of reading, and what they stand in.

    Offsets count in `text`, which of a notebook is that of its cells and outputs one after another. `confirmed` is
    what annotations name and use.
    """

    path: str
    text: str
    paragraphs: tuple[Paragraph, ...]
    shown: tuple[Shown, ...]
    headings: tuple[Section, ...]
    confirmed: Annotated = Annotated()


def outline_of(path: str, text: str, read: Format, problems: Problems) -> Outline:
    """The outline of a source text in a format; raises DocumentError for annotations that say nothing."""
    text, _, said, finder, paragraphs, _ = gone_through(text, read, problems, blocks=True)
    finder.blocks.tables(paragraphs)
    annotated = said.annotated(finder.blocks.found, paragraphs, finder.rounded) if said.directives else Annotated()
    problems.give_up_if_any()
    shown = sorted(finder.blocks.found, key=lambda one: one.at)
    return Outline(path, text, paragraphs, tuple(shown), said.headings_of(text), annotated)
