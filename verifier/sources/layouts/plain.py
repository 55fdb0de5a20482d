"""Plain text: paragraphs of lines, with mathematics between dollar signs or without."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.layouts.comments import html_comments, line_comments
from verifier.sources.passages.line_ends import SUM_BEGUN
from verifier.sources.text.citations import CITATION
from verifier.sources.text.stretch import Layout, Paragraph, Stretch, whole

_BREAK: Final = pattern(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*")
_BULLET: Final = pattern(
    r"^[ \t]*(?:(?:[-*\u2022]|//+|#+|\+(?![ \t]+(?:[\d(.\[]|e\^))"
    r"|\d{1,4}[.)]|\((?!\d+\)[ \t]+[(\[])[a-z0-9]{1,3}\)|[a-z][.)]|[A-Z]\)|[ivx]{2,4}[.)])[ \t]+)",
    re.MULTILINE,
)
_WRITTEN: Final = pattern(
    r"^[ \t]*[$\u20ac\u00a3]?[0-9][0-9.,]*[ \t]*(?:\r\n|\r|\n)"
    r"(?:[ \t]*[-+*x\u2212\u00d7][ \t]*[$\u20ac\u00a3]?[0-9][0-9.,]*[ \t]*(?:\r\n|\r|\n)){1,40}"
    r"(?=[ \t]*(?:-{2,}|_{2,}|={2,}|\u2013{2,}|\u2014+|\u2500{2,}|\u2550{2,})[ \t]*$)",
    re.MULTILINE,
)
"""Lines above a rule, each of which has one number, and all but the first a sign, which is no bullet."""
_TERM: Final = pattern(
    rf"^(?![ \t]*(?:[-*+\u2022]|\d{{1,4}}[.)])[ \t])(?=[^\r\n]{{0,400}}[\r\n]){SUM_BEGUN}(?:\r\n|\r|\n)"
    r"[ \t]*[-*][ \t]+(?=[\d(.\[])",
    re.MULTILINE,
)
"""A line, no long one, with which a sum may begin, and the sign of the next, which it may go on with, or of an item."""
_BOLD: Final = pattern(
    r"(?<![\w*)\]])(?<![-+/\u00d7\u00b7\u00f7\u2212])(?<![-+*/\u00d7\u00b7\u00f7\u2212] )\*\*"
    r"(?=[^\s*])([^*\r\n]{1,200})(?<=[^\s*])\*\*(?![\w*(\[]|[ ]?[-+*/\u00d7\u00b7\u00f7\u2212])"
)
"""What two stars on either side, as in Markdown, make bold, and no operand of something."""
_ADDRESS: Final = pattern(rf"\b(?:https?|ftp)://[^\s)>\]]+|\bdoi:\S+|{CITATION}")


def layout(text: str) -> Layout:
    """The paragraphs of a plain text."""
    source = whole(text)
    comments = (*html_comments(source), *line_comments(source, "#"), *line_comments(source, "%"))
    source = source.blanked(sorted((comment.start, comment.end) for comment in comments))
    return Layout(tuple(_paragraphs(source)), comments=comments)


def _paragraphs(source: Stretch) -> Iterator[Paragraph]:
    source = source.replaced(_ADDRESS).replaced(_BOLD, lambda match: f"  {match[1]}  ")
    written = [match.span() for match in _WRITTEN.finditer(source.text)]
    bullets = [match.span() for match in _BULLET.finditer(source.text)]
    terms = {match.end() for match in _TERM.finditer(source.text)}
    source = source.blanked(one for one in bullets if not (one[1] in terms or _is_inside(one[0], written)))
    start = len(source.text) - len(source.text.lstrip())
    for match in _BREAK.finditer(source.text):
        yield Paragraph("text", source.part(start, match.start()), is_plain=True)
        start = match.end()
    yield Paragraph("text", source.part(start, len(source.text)), is_plain=True)


def _is_inside(offset: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an offset stands in one of spans that are in their order."""
    index = bisect_right(spans, (offset, 1 << 62)) - 1
    return index >= 0 and offset < spans[index][1]
