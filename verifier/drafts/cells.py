"""Comments put into the cells of a notebook; all else in its file stays as it was written."""

import json
from collections.abc import Sequence
from itertools import product
from typing import Any

from verifier.drafts.placing import Insertion, inserted
from verifier.sources.layouts.notebook import in_lines
from verifier.sources.text.stretch import Segment

_INDENTS = (1, 2, 4, None)


def with_comments(raw: str, segments: Sequence[Segment], insertions: Sequence[Insertion]) -> str | None:
    """The text of a notebook's file with comments in its cells; None if it is not written as programs write JSON.

    The offsets of insertions count in the texts of all cells one after another, where those of *segments* begin.
    """
    notebook = json.loads(raw)
    style = _style(raw, notebook)
    if style is None:
        return None
    for segment in segments:
        ends = [one.start for one in segments if one.start > segment.start]
        here = [one for one in insertions if segment.start <= one.at < min(ends, default=one.at + 1)]
        if here and not segment.is_output:
            cell = notebook["cells"][segment.cell - 1]
            moved = [one._replace(at=one.at - segment.start) for one in here]
            cell["source"] = _with(cell["source"], moved)
    return _dumped(notebook, *style)


def _with(source: Any, insertions: Sequence[Insertion]) -> Any:  # noqa: ANN401 - JSON
    """A cell's source, one text or a list of lines, with comments."""
    if isinstance(source, str):
        return inserted(source, insertions)
    return in_lines(inserted("".join(source), insertions), source)


def _style(raw: str, notebook: Any) -> tuple[int | None, bool, str] | None:  # noqa: ANN401 - JSON
    """The indent, the spelling of letters and the end with which a file was written."""
    for indent, is_ascii, end in product(_INDENTS, (False, True), ("\n", "")):
        if _dumped(notebook, indent, is_ascii, end) == raw:
            return indent, is_ascii, end
    return None


def _dumped(notebook: Any, indent: int | None, is_ascii: bool, end: str) -> str:  # noqa: ANN401, FBT001 - JSON, and its style
    return json.dumps(notebook, indent=indent, ensure_ascii=is_ascii) + end
