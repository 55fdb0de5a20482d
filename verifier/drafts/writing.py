"""Accepted drafts as comments in the author's file: what was written is read again, and says what was meant."""

from collections.abc import Sequence
from typing import Final

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

_NOT_FOUND: Final = "a comment there would name no block"
_OTHER_NUMBERS: Final = "its numbers or names would mean others of the text there"
_BESIDE: Final = "it needs others that cannot be written"


class Written(NamedTuple):
    """The text of a file with comments, the directives in these, and why comments could not say other drafts."""

    text: str
    annotations: tuple[Annotation, ...]
    left_out: tuple[tuple[Draft, str], ...]


def annotated(
    outline: Outline, kind: str, everything: Sequence[Quantity], accepted: Sequence[Draft], raw: str | None = None
) -> Written:
    """The text of a file of a format, *kind*, with comments for accepted drafts.

    *raw* is what was read, where the file has something else. The text is read again. A draft whose comment would mean
    something else is left out, and the comments made anew.
    """
    left, reasons = list(accepted), dict[str, str]()
    while left:
        said = annotations(everything, left)
        text = _with(outline, kind, said, raw)
        if text is None:
            break
        wrong = _misread(outline.path, kind, text, said, left)
        if not wrong:
            out = [draft for draft in accepted if draft not in left]
            return Written(text, tuple(said), tuple((one, reasons.get(one.quantity.id, _BESIDE)) for one in out))
        reasons |= wrong
        bad = [draft for draft in left if draft.quantity.id in wrong]
        bad = bad or [draft for draft in left if not wrong.keys().isdisjoint(draft.link.uses)]
        left = [draft for draft in left if draft not in bad] if bad else []
    return Written("", (), tuple((draft, reasons.get(draft.quantity.id, _BESIDE)) for draft in accepted))


def _with(outline: Outline, kind: str, said: Sequence[Annotation], raw: str | None) -> str | None:
    """The text of the file with comments; None for a notebook in which they cannot be put."""
    comments = insertions(outline, said, kind)
    whole = read_text(outline.path, Problems(outline.path), is_authors=True) if raw is None else raw
    if kind != "notebook":
        return inserted(whole, comments)
    return with_comments(whole, outline.segments, comments)


def _misread(path: str, kind: str, text: str, said: Sequence[Annotation], drafts: Sequence[Draft]) -> dict[str, str]:
    """Why a text with comments says something else than was meant of blocks, by their names in the search."""
    try:
        found = {one.id: one.confirmed for one in quantities(read_outline(path, kind, text))}
    except DocumentError as error:
        shown = [problem.text for problem in error.problems]
        refused = ((one.quantity.id, next((text for text in shown if one.text in text), None)) for one in said)
        return {name: text.split("\n")[0] for name, text in refused if text is not None}
    wrong = {one.quantity.id: _NOT_FOUND for one in said if found.get(one.quantity.id) is None}
    for draft in drafts:
        stage = found.get(draft.quantity.id)
        used = {one.name for name in draft.link.uses if (one := found.get(name)) is not None}
        if stage is None or stage.formula is None or set(stage.formula.uses) != used:
            wrong.setdefault(draft.quantity.id, _OTHER_NUMBERS)
    return wrong
