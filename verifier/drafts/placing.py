"""Comments put into an author's file: each before the paragraph of its blocks, and nothing else is changed."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from verifier.drafts.naming import Line
from verifier.sources.outline import Outline

_OPENING: Final = re.compile(
    r"[ \t>]*(?:\$\$|\\\[|\\begin\{.*|`{3,}.*|~{3,}.*|\\centering.*|\\toprule.*|\\hline.*)[ \t]*\Z"
)
_TAG: Final = re.compile(r"<(?:p|div|li|table|pre|math|section|ul|ol|dl|figure|blockquote)\b", re.IGNORECASE)
SIGNS: Final = {"latex": "%", "plain": "#"}


class Insertion(NamedTuple):
    """A text that is put into a file at an offset."""

    at: int
    text: str


def insertions(outline: Outline, lines: Sequence[Line], kind: str) -> list[Insertion]:
    """The comments for some directives, those of one paragraph in one; *kind* is the name of the file's format."""
    end = "\r\n" if "\r\n" in outline.text else "\n"
    found = []
    for _, group in groupby(lines, key=lambda line: _unit(outline, line)):
        some = list(group)
        at, indent = _place(outline, some[0], kind)
        found.append(Insertion(at, f"{indent}{comment([line.text for line in some], kind)}{end}"))
    return found


def comment(directives: Sequence[str], kind: str) -> str:
    """A comment that says some directives, as a format writes it."""
    said = f"verify: {'; '.join(directives)}"
    return f"{SIGNS[kind]} {said}" if kind in SIGNS else f"<!-- {said} -->"


def inserted(text: str, insertions: Sequence[Insertion]) -> str:
    """A text with other texts put into it."""
    for one in sorted(insertions, key=lambda one: one.at, reverse=True):
        text = text[: one.at] + one.text + text[one.at :]
    return text


def _unit(outline: Outline, line: Line) -> int:
    """What one comment can speak of: a paragraph, or a table."""
    shown = line.quantity.shown
    cell = outline.paragraphs[shown.paragraph].cell
    return shown.paragraph if cell is None else -1 - cell.table


def _place(outline: Outline, line: Line, kind: str) -> tuple[int, str]:
    """The offset at which a comment stands before a block, and the blanks before it."""
    text = outline.text
    stretch = outline.paragraphs[line.quantity.shown.paragraph].stretch
    at = stretch.at[len(stretch.text) - len(stretch.text.lstrip())]
    if kind == "html":
        tags = [match.start() for match in _TAG.finditer(text, 0, at)]
        at = tags[-1] if tags else at
        return at, ""
    start = _line_start(text, at)
    while start and _OPENING.match(text[_line_start(text, start - 1) : start].rstrip("\r\n")):
        start = _line_start(text, start - 1)
    shown = text[start:at]
    return start, shown[: len(shown) - len(shown.lstrip(" \t"))]


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at) if "\n" not in text else -1) + 1
