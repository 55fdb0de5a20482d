"""Plain text: paragraphs of lines, with mathematics between dollar signs or without."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.sources.comments import html_comments, line_comments
from verifier.sources.stretch import Layout, Paragraph, Stretch, whole

_BREAK: Final = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*")
_BULLET: Final = re.compile(
    r"^[ \t]*(?:(?:[-*\u2022]|\+(?![ \t]+[\d(.\[])|\d{1,4}[.)]|\((?!\d+\)[ \t]+[(\[])[a-z0-9]{1,3}\))[ \t]+)",
    re.MULTILINE,
)
_ADDRESS: Final = re.compile(
    r"\b(?:https?|ftp)://[^\s)>\]]+|\bdoi:\S+|(?<![:=])(?<![:=]\s)\[\d{1,3}(?:[,\u2013-]\s*\d{1,3})*\]"
)


def layout(text: str) -> Layout:
    """The paragraphs of a plain text."""
    source = whole(text)
    comments = (*html_comments(source), *line_comments(source, "#"), *line_comments(source, "%"))
    source = source.blanked(sorted((comment.start, comment.end) for comment in comments))
    return Layout(tuple(_paragraphs(source)), comments=comments)


def _paragraphs(source: Stretch) -> Iterator[Paragraph]:
    source = source.replaced(_ADDRESS).replaced(_BULLET)
    start = len(source.text) - len(source.text.lstrip())
    for match in _BREAK.finditer(source.text):
        yield Paragraph("text", source.part(start, match.start()))
        start = match.end()
    yield Paragraph("text", source.part(start, len(source.text)))
