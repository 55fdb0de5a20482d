"""What an author may choose to change: digits that have one right value, and comments that say what is meant."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.problems import DocumentError
from verifier.drafts.drafting import drafts
from verifier.drafts.placing import SIGNS, Insertion, behind, comment, inserted, insertions, place
from verifier.drafts.writing import annotated
from verifier.errata.finding_records import DECLARE
from verifier.errata.fixed import fixed
from verifier.integrations.checked_text import CheckedText
from verifier.integrations.marks import Edit, Mark, Remedy, Span
from verifier.integrations.notebook_text import sources
from verifier.sources.formats import read_outline
from verifier.sources.outline import Outline
from verifier.verdict import Verdict

_NUMBER: Final = re.compile(r"([-+\u2212]?\d+(?:[.,]\d+)*(?:[eE][-+\u2212]?\d+)?)")
_LINE_END: Final = re.compile("\r\n|\n|\r")
REASON: Final = "it is wrong on purpose"
_KEY: Final = re.compile(r"(\w+)[ \t]*:")


class Fixes:
    """The changes of digits that `verifier fix` would make in a checked text."""

    def __init__(self, checked: CheckedText) -> None:
        is_any = checked.report is not None and any(
            cell.verdict is Verdict.CONTRADICTED for stage in checked.report.stages for cell in stage.cells
        )
        text = checked.asked.text
        self.edits: tuple[Edit, ...] = ()
        if is_any:
            self.edits = tuple(changes(text, fixed(text, checked.judged).text, checked.asked.format))

    def at(self, span: Span) -> Iterator[Remedy]:
        """The change of the number at a span."""
        for edit in self.edits:
            if edit.span.touches(span):
                title = f"Replace with {edit.text}"
                yield Remedy(title, "quickfix", (edit,), edit.span, is_preferred=True)

    def all(self) -> Iterator[Remedy]:
        """All changes at once."""
        if self.edits:
            yield Remedy("Replace all numbers that have one right value", "source.fixAll", self.edits)


def changes(before: str, after: str, kind: str | None) -> Iterator[Edit]:
    """The changes from a text to one that differs in numbers alone, each of one number."""
    if kind == "notebook":
        pairs = zip(sources(before), sources(after), strict=True)
        for cell, (old, new) in enumerate(pairs, start=1):
            yield from _in_lines(old.text, new.text, cell)
    else:
        yield from _in_lines(before, after, None)


def _in_lines(before: str, after: str, cell: int | None) -> Iterator[Edit]:
    if before == after:
        return
    pairs = zip(_LINE_END.split(before), _LINE_END.split(after), strict=True)
    for number, (old, new) in enumerate(pairs, start=1):
        if old == new:
            continue
        was, now = _NUMBER.split(old), _NUMBER.split(new)
        if was[::2] != now[::2]:
            yield Edit(Span(number, 1, len(old) + 1, cell), new)
            continue
        column = 1
        for one, other in zip(was, now, strict=True):
            if one != other:
                yield Edit(Span(number, column, column + len(one), cell), other)
            column += len(one)


class Comments:
    """The comments that can be put into an author's file, of which there is none if it cannot be read."""

    def __init__(self, checked: CheckedText) -> None:
        asked = checked.asked
        self.checked, self.kind = checked, asked.format or ""
        self.outline: Outline | None = None
        if asked.format is not None and checked.report is not None:
            self.outline = read_outline(asked.path, asked.format, asked.text)

    def at(self, mark: Mark) -> Iterator[Remedy]:
        """What can be said of a mark: that its paragraph is skipped, or what givens are."""
        if mark.is_output:
            return
        if mark.code == DECLARE:
            yield from (self._declared(mark, reading) for reading in ("exact", "rounded"))
        elif self.outline is not None:
            offset = self._offset(self.outline, mark.span)
            made = self._before(self.outline, offset, f"skip because {REASON}")
            if made is not None and self._is_skipped(self.outline, offset, made):
                edits = (self._edit(self.outline, *made),)
                yield Remedy(f"Skip because {REASON}", "quickfix", edits, mark.span, mark.code)

    def _declared(self, mark: Mark, reading: str) -> Remedy:
        title = f"Declare the givens {reading}"
        if self.outline is None:
            lines = self.checked.lines[None]
            first = next((number for number, line in enumerate(lines, start=1) if _KEY.match(line)), 1)
            edits: tuple[Edit, ...] = (
                Edit(Span(first, 1, 1), f"givens: {reading}{self._end(self.checked.asked.text)}"),
            )
        else:
            made = self._before(self.outline, self._offset(self.outline, mark.span), f"givens {reading}")
            edits = () if made is None else (self._edit(self.outline, *made),)
        return Remedy(title, "quickfix", edits, mark.span, mark.code)

    def _before(self, outline: Outline, offset: int, directive: str) -> Insertion | None:
        """A comment before the paragraph or the table that holds an offset; None if none does."""
        for paragraph in outline.paragraphs:
            at = paragraph.stretch.at
            if len(at) and paragraph.stretch.text.strip() and at[-1] >= offset:
                table = None if paragraph.cell is None else paragraph.cell.table
                cells = (one for one in outline.paragraphs if one.cell is not None and one.cell.table == table)
                start, indent = place(outline, next(cells, paragraph), self.kind)
                sign = "#" if self.kind == "notebook" and paragraph.kind == "code" else SIGNS.get(self.kind, "")
                said = f"{indent}{comment([directive], sign)}{behind(self.kind, self._end(outline.text))}"
                return Insertion(start, said)
        return None

    def _is_skipped(self, outline: Outline, offset: int, made: Insertion) -> bool:
        """Whether what stands at an offset is skipped with a comment; of a notebook that is not asked."""
        if self.kind == "notebook":
            return True
        moved = offset + len(made.text)
        try:
            after = read_outline(outline.path, self.kind, inserted(outline.text, [made]))
        except DocumentError:  # formulas use it by its name
            return False
        return any(one.kind == "excluded" and moved in one.stretch.at for one in after.paragraphs)

    def drafted(self) -> Iterator[Remedy]:
        """The comments that confirm formulas which the text states or its numbers bear out, each at its block."""
        if self.outline is None:
            return
        found, raw = drafts(self.outline), self.checked.asked.text
        for draft in found.drafts:
            written = annotated(self.outline, self.kind, found.quantities, [draft], raw)
            line = next((one for one in written.annotations if one.quantity is draft.quantity), None)
            if draft.is_above_the_bar and line is not None:
                edits = tuple(
                    self._edit(self.outline, one.at, one.text)
                    for one in insertions(self.outline, written.annotations, self.kind)
                )
                first, last = self._ends(self.outline, draft.quantity.shown.paragraph)
                for number in range(first.line, last.line + 1):
                    span = Span(number, 1, len(self.checked.line(number, first.cell)) + 1, first.cell)
                    yield Remedy(f"Confirm {line.text}", "quickfix", edits, span)

    def _ends(self, outline: Outline, paragraph: int) -> tuple[Span, Span]:
        at = outline.paragraphs[paragraph].stretch.at
        return self._span(outline, at[0]), self._span(outline, at[-1])

    def _edit(self, outline: Outline, offset: int, text: str) -> Edit:
        return Edit(self._span(outline, offset), text)

    def _span(self, outline: Outline, offset: int) -> Span:
        """The empty span at an offset of the outline's text."""
        before = [one for one in outline.segments if one.start <= offset]
        line, column = outline.lines.of(offset)
        if not before:
            return Span(line, column, column)
        first, start = outline.lines.of(before[-1].start)
        column = column - start + 1 if line == first else column
        return Span(line - first + 1, column, column, before[-1].cell)

    def _offset(self, outline: Outline, span: Span) -> int:
        """The offset of the outline's text at which a span begins."""
        starts = [one.start for one in outline.segments if one.cell == span.cell and not one.is_output]
        first = outline.lines.of(starts[0])[0] if starts else 1
        return outline.lines.starts[first + span.line - 2] + span.start - 1

    @staticmethod
    def _end(text: str) -> str:
        return "\r\n" if "\r\n" in text else "\n"


def touched(marks: Sequence[Mark], span: Span) -> Iterator[Mark]:
    """The marks that a span touches."""
    return (mark for mark in marks if mark.span.touches(span))
