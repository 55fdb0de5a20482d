"""Brackets of matrices that are drawn over several lines of code or output, as `⎡ 1 2 ⎤` above `⎣ 3 4 ⎦`."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Paragraph, Stretch

DRAWN: Final = pattern("[\u239b-\u23a6]")
_BRACKETS: Final = {
    **dict.fromkeys((0x239B, 0x239C, 0x239D, 0x23A1, 0x23A2, 0x23A3), "["),
    **dict.fromkeys((0x239E, 0x239F, 0x23A0, 0x23A4, 0x23A5, 0x23A6), "]"),
}


def with_brackets(paragraph: Paragraph) -> Paragraph:
    """A paragraph of code with square brackets around each row in their place; any other as it is."""
    text, at = paragraph.stretch
    return paragraph._replace(stretch=Stretch(text.translate(_BRACKETS), at)) if paragraph.kind == "code" else paragraph
