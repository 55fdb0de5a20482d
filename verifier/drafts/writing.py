"""Accepted drafts as comments in the author's file: what was written is read again, and says what was meant."""

from collections.abc import Sequence

from verifier.document.files import read_text
from verifier.document.problems import DocumentError, Problems
from verifier.drafts.cells import with_comments
from verifier.drafts.drafting import Draft
from verifier.drafts.naming import Annotation, annotations
from verifier.drafts.placing import inserted, insertions
from verifier.drafts.quantities import Quantity, quantities
from verifier.record import NamedTuple
from verifier.sources.formats import read_outline
from verifier.sources.outline import Outline


class Written(NamedTuple):
    """The text of a file with comments, the directives in these, and the drafts that no comment could say."""

    text: str
    annotations: tuple[Annotation, ...]
    left_out: tuple[Draft, ...]


def annotated(
    outline: Outline, kind: str, everything: Sequence[Quantity], accepted: Sequence[Draft], raw: str | None = None
) -> Written:
    """The text of a file of a format, *kind*, with comments for accepted drafts.

    *raw* is what was read, where the file has something else. The text is read again. A draft whose comment would mean
    something else is left out, and the comments made anew.
    """
    left = list(accepted)
    while left:
        said = annotations(everything, left)
        text = _with(outline, kind, said, raw)
        if text is None:
            break
        wrong = _misread(outline.path, kind, text, said, left)
        if not wrong:
            return Written(text, tuple(said), tuple(draft for draft in accepted if draft not in left))
        bad = [draft for draft in left if not wrong.isdisjoint((draft.quantity.id, *draft.link.uses))]
        left = [draft for draft in left if draft not in bad] if bad else []
    return Written("", (), tuple(accepted))


def _with(outline: Outline, kind: str, said: Sequence[Annotation], raw: str | None) -> str | None:
    """The text of the file with comments; None for a notebook in which they cannot be put."""
    comments = insertions(outline, said, kind)
    whole = read_text(outline.path, Problems(outline.path), is_authors=True) if raw is None else raw
    if kind != "notebook":
        return inserted(whole, comments)
    return with_comments(whole, outline.segments, comments)


def _misread(path: str, kind: str, text: str, said: Sequence[Annotation], drafts: Sequence[Draft]) -> set[str]:
    """The blocks, by their names in the search, of which a text with comments says something else than was meant."""
    try:
        found = {one.id: one.confirmed for one in quantities(read_outline(path, kind, text))}
    except DocumentError as error:
        shown = [problem.text for problem in error.problems]
        return {annotation.quantity.id for annotation in said if any(annotation.text in one for one in shown)}
    wrong = {annotation.quantity.id for annotation in said if found.get(annotation.quantity.id) is None}
    for draft in drafts:
        stage = found.get(draft.quantity.id)
        used = {one.name for name in draft.link.uses if (one := found.get(name)) is not None}
        if stage is None or stage.formula is None or set(stage.formula.uses) != used:
            wrong.add(draft.quantity.id)
    return wrong
