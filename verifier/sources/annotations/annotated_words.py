"""Words that an annotation names: what a block of code or an output holds, by lines and blanks."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.model import Grid, Word
from verifier.late import pattern
from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.text.directives import Directive, Refusals
from verifier.sources.text.stretch import Paragraph, Stretch

_WORD: Final = pattern(r"\S+")


def worded(named: Sequence[Directive], paragraphs: Sequence[Paragraph], refusals: Refusals) -> Iterator[Bound]:
    """Each directive that names words with those behind it; one without is noted as a problem."""
    free = [(index, one) for index, one in enumerate(paragraphs) if one.kind == "code" and one.stretch.text.strip()]
    for directive in named:
        comment = directive.comment
        behind = (
            place
            for place, (_, one) in enumerate(free)
            if one.stretch.at[0] >= comment.end and (comment.until is None or one.is_output)
        )
        place = next(behind, None)
        if place is None:
            refusals.names.add(directive.name)
            refusals.at(directive.said, "no-block", "a block of code with words behind the annotation", "none")
            continue
        index, paragraph = free.pop(place)
        words = _words(paragraph.stretch, refusals)
        if words is None:
            refusals.names.add(directive.name)
            refusals.at(directive.said, "bad-block", "as many words in each line", "lines of several lengths")
            continue
        yield Bound(directive, Shown(None, paragraph.stretch.at[0], index, words=words))


def _words(stretch: Stretch, refusals: Refusals) -> Grid[Word] | None:
    """The words of a stretch by lines; None if these have not equally many."""
    rows: list[list[Word]] = []
    for line in re.finditer(r"[^\r\n]+", stretch.text):
        found = _WORD.finditer(stretch.text, *line.span())
        row = [Word(match[0], *refusals.lines.of(stretch.at[match.start()])) for match in found]
        rows += [row] if row else []
    if len({len(row) for row in rows}) > 1:
        return None
    return Grid(len(rows), len(rows[0]), tuple(word for row in rows for word in row))
