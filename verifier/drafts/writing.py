"""Accepted drafts as comments in the author's file: what was written is read again, and says what was meant."""

from collections.abc import Sequence
from typing import NamedTuple

from verifier.document.files import read_text
from verifier.document.problems import DocumentError, Problems
from verifier.drafts.cells import with_comments
from verifier.drafts.drafting import Draft
from verifier.drafts.naming import Line, lines
from verifier.drafts.placing import inserted, insertions
from verifier.drafts.quantities import Quantity, quantities
from verifier.sources.formats import read_outline
from verifier.sources.outline import Outline


class Written(NamedTuple):
    """The text of a file with comments, the directives in these, and the drafts that no comment could say."""

    text: str
    lines: tuple[Line, ...]
    left_out: tuple[Draft, ...]


def annotated(outline: Outline, kind: str, everything: Sequence[Quantity], accepted: Sequence[Draft]) -> Written:
    """The text of a file of a format, *kind*, with comments for accepted drafts.

    The text is read again. A draft whose comment would mean something else is left out, and the comments made anew.
    """
    left = list(accepted)
    while left:
        said = lines(everything, left)
        text = _with(outline, kind, said)
        if text is None:
            break
        wrong = _misread(outline.path, kind, text, said, left)
        if not wrong:
            return Written(text, tuple(said), tuple(draft for draft in accepted if draft not in left))
        bad = [draft for draft in left if not wrong.isdisjoint((draft.quantity.id, *draft.link.uses))]
        left = [draft for draft in left if draft not in bad] if bad else []
    return Written("", (), tuple(accepted))


def _with(outline: Outline, kind: str, said: Sequence[Line]) -> str | None:
    """The text of the file with comments; None for a notebook in which they cannot be put."""
    comments = insertions(outline, said, kind)
    if kind != "notebook":
        return inserted(outline.text, comments)
    return with_comments(read_text(outline.path, Problems(outline.path)), outline.segments, comments)


def _misread(path: str, kind: str, text: str, said: Sequence[Line], drafts: Sequence[Draft]) -> set[str]:
    """The blocks, by their names in the search, of which a text with comments says something else than was meant."""
    try:
        found = {one.id: one.confirmed for one in quantities(read_outline(path, kind, text))}
    except DocumentError as error:
        shown = [problem.text for problem in error.problems]
        return {line.quantity.id for line in said if any(line.text in one for one in shown)}
    wrong = {line.quantity.id for line in said if found.get(line.quantity.id) is None}
    for draft in drafts:
        stage = found.get(draft.quantity.id)
        used = {one.name for name in draft.link.uses if (one := found.get(name)) is not None}
        if stage is None or stage.formula is None or set(stage.formula.uses) != used:
            wrong.add(draft.quantity.id)
    return wrong
