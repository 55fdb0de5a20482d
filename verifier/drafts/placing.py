"""Comments put into an author's file: each before the paragraph of its blocks, and nothing else is changed."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from verifier.drafts.naming import Annotation
from verifier.drafts.totals import below
from verifier.record import NamedTuple
from verifier.sources.outline import Outline
from verifier.sources.text.stretch import Paragraph

_OPENING: Final = re.compile(
    r"[ \t>]*(?:\$\$|\\\[|\\begin\{.*|`{3,}.*|~{3,}.*|\\centering.*|\\toprule.*|\\hline.*"
    r"|=+(?:[ \t]+=+)+|\+(?:[-=]+\+)+)[ \t]*\Z"
)
_BEFORE: Final = re.compile(r"(?:[ \t]|>(?=[ \t>]))*")
"""Blanks, and the signs of quotations."""
_TAG: Final = re.compile(r"<(?:p|div|li|table|pre|math|section|ul|ol|dl|figure|blockquote)\b", re.IGNORECASE)
_MATH: Final = ".. math::"
SIGNS: Final = {"latex": "%", "plain": "#", "rst": ".."}


class Insertion(NamedTuple):
    """A text that is put into a file at an offset; of a notebook, one of the text of its cells."""

    at: int
    text: str


def insertions(outline: Outline, annotations: Sequence[Annotation], kind: str) -> list[Insertion]:
    """The comments for some directives, those of one paragraph in one; *kind* is the name of the file's format."""
    end = "\r\n" if "\r\n" in outline.text else "\n"
    found = []
    for _, group in groupby(annotations, key=lambda one: _unit(outline, one)):
        some = list(group)
        paragraph = outline.paragraphs[some[0].quantity.shown.paragraph]
        at, indent = place(outline, paragraph, kind)
        sign = "#" if kind == "notebook" and paragraph.kind == "code" else SIGNS.get(kind, "")
        comments = (comment(directives, sign) for directives in _directives(outline, some))
        found.append(Insertion(at, "".join(f"{indent}{one}{behind(kind, end)}" for one in comments)))
    return found


def behind(kind: str, end: str) -> str:
    """What ends a comment of a format in a text with these line ends: a blank line too where a comment needs one."""
    return end * (1 + (kind == "rst"))


def _directives(outline: Outline, annotations: Sequence[Annotation]) -> list[list[str]]:
    """What comments say of blocks one after another, or of the columns of one table and of the rows below them."""
    quantity = annotations[0].quantity
    table = quantity.shown.table
    if table is None or quantity.column is None:
        return [[annotation.text for annotation in annotations]]
    verbs = ["columns", *("below" for _ in below(table, outline.lines))]
    return [[f"{verb} {_cells(annotations, row, table.columns)}"] for row, verb in enumerate(verbs, start=-1)]


def _cells(annotations: Sequence[Annotation], row: int, columns: int) -> str:
    """What is said of the columns of a table, or of the cells of a row below them."""
    said = {one.quantity.column: one.text for one in annotations if one.quantity.row == row}
    return "; ".join(said.get(column, "_") for column in range(columns))


def comment(directives: Sequence[str], sign: str) -> str:
    """A comment that says some directives, behind the sign of a line or in the brackets of HTML."""
    said = f"verify: {'; '.join(directives)}"
    return f"{sign} {said}" if sign else f"<!-- {said} -->"


def inserted(text: str, insertions: Sequence[Insertion]) -> str:
    """A text with other texts put into it."""
    for one in sorted(insertions, key=lambda one: one.at, reverse=True):
        text = text[: one.at] + one.text + text[one.at :]
    return text


def _unit(outline: Outline, annotation: Annotation) -> int:
    """What one comment can speak of: a paragraph, or a table."""
    shown = annotation.quantity.shown
    cell = outline.paragraphs[shown.paragraph].cell
    return shown.paragraph if cell is None else -1 - cell.table


def place(outline: Outline, paragraph: Paragraph, kind: str) -> tuple[int, str]:
    """The offset at which a comment stands before a paragraph, and the blanks before it."""
    text, stretch = outline.text, paragraph.stretch
    at = stretch.at[len(stretch.text) - len(stretch.text.lstrip())]
    if paragraph.is_output:  # the cell that printed it says what it is
        return max(one.start for one in outline.segments if not one.is_output and one.start <= at), ""
    if kind == "html":
        tags = [match.start() for match in _TAG.finditer(text, 0, at)]
        return (tags[-1] if tags else at), ""
    directive = text.rfind(_MATH, 0, at) if kind == "rst" and paragraph.kind == "math" else -1
    start = _line_start(text, at if directive < 0 else directive)
    while start and _OPENING.match(text[_line_start(text, start - 1) : start].rstrip("\r\n")):
        start = _line_start(text, start - 1)
    before = _BEFORE.match(text, start)
    return start, "" if before is None else before[0]


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at) if "\n" not in text else -1) + 1
