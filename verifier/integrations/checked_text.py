"""A text as an editor has it, checked: its report or its problems, and where in its lines the numbers stand."""

import os
import re
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Final

from verifier.configuration import BadConfiguration, Settings, settings
from verifier.document.model import Document
from verifier.document.problems import DocumentError, Problem
from verifier.document.reader import read
from verifier.errata.baseline import BadBaseline
from verifier.errata.findings import selected
from verifier.errata.selection import ALL, Selection
from verifier.fault import told
from verifier.integrations.marks import Asked, Span
from verifier.integrations.notebook_text import sources
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.sources.formats import settled_as
from verifier.verdict import CellReport, Report, StageReport

_LINE_END: Final = re.compile("\r\n|\n|\r")
_BETWEEN: Final = r"[^0-9]{0,6}?"
"""What can stand between two digits of one number: signs that group them."""
_SIGN: Final = re.compile(r"[-+\u2212]|&(?:minus|#8722|#x2212);|", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\s|&<>$\\]+")
_COMMAND: Final = re.compile(r"[-+\u2212]?\s*\\[A-Za-z]+(?:\s*\{[^{}]*\})+")
"""A fraction, and other commands of LaTeX with what they apply to."""
_PERCENTS: Final = "%\u2030"
_PERCENT: Final = re.compile(r"\s?\\?[%\u2030]")
_POWER: Final = re.compile(
    r"[eE][-+\u2212]?\d+|[^\dA-Za-z\\]{0,3}(?:\\\w+|x)?[^\dA-Za-z\\]{0,3}10(?:\s*\^\s*(?:\{\s*[-+\u2212]?\d+\s*\}|[-+\u2212]?\d+)"
    "|[\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)"
)
"""What multiplies a number by a power of ten."""


class _Judge:
    """Checks documents; one that is the last once more, as of a text that is read as before, is not checked again."""

    def __init__(self, *, causes: bool, ranges: bool) -> None:
        self.causes, self.ranges = causes, ranges
        self.last: tuple[Document, tuple[bool, frozenset[str] | None, bool], Report] | None = None

    def __call__(
        self,
        document: Document,
        *,
        causes: bool | None = None,
        only: Collection[str] | None = None,
        errata: bool = True,
        known: Report | None = None,
    ) -> Report:
        """The report on a document."""
        causes = self.causes if causes is None else causes
        some = frozenset(only) if causes and only is not None else None
        if self.last is None or self.last[:2] != (document, (causes, some, errata)):
            report = check(document, causes=causes, only=some, ranges=self.ranges, errata=errata, known=known)
            self.last = document, (causes, some, errata), report
        return self.last[-1]


class CheckedText:
    """A text and what a check gives on it, with the range of each number if *ranges*.

    If *is_isolated*, it is checked as if there were no file of its project.
    """

    def __init__(self, asked: Asked, *, ranges: bool, is_isolated: bool = False) -> None:
        self.asked, self.is_isolated = asked, is_isolated
        self.judge = _Judge(causes=asked.causes, ranges=ranges)
        self.problems: tuple[Problem, ...] = ()
        self.report: Report | None = None
        self.flaw = ""
        """What keeps the project's file from being read."""
        try:
            self.report = selected(self.judged(asked.text, self.judge), self._selection())
        except DocumentError as error:
            self.problems = error.problems
        except MemoryError:
            raise
        except Exception as fault:  # noqa: BLE001 - shown as a fault of the verifier, and the editor goes on
            self.problems = (Problem(asked.path, 1, 1, "fault", told(fault)),)

    def _selection(self) -> Selection:
        """Which findings count by what the project says; all, where that cannot be read."""
        try:
            return ALL if self.is_isolated else settings_of(self.asked.path).selection()
        except (BadConfiguration, BadBaseline, OSError) as error:
            self.flaw = str(error)
            return ALL

    def judged(self, text: str, judge: "_Judge | None" = None) -> Report:
        """The report on another text of the same file, without causes unless *judge* has them; raises DocumentError."""
        judge = judge or _Judge(causes=False, ranges=False)
        path, name = self.asked.path, self.asked.format
        if name is None:
            return judge(read(path, signatures(), text))
        return settled_as(name, path, judge, text)

    @cached_property
    def lines(self) -> dict[int | None, list[str]]:
        """The lines of the text, or those of each cell of a notebook."""
        if self.asked.format == "notebook":
            cells = enumerate(sources(self.asked.text), start=1)
            return {number: _LINE_END.split(source.text) for number, source in cells}
        return {None: _LINE_END.split(self.asked.text)}

    def line(self, number: int, cell: int | None) -> str:
        """A line, from 1, of the text or of a cell; empty if there is none."""
        lines = self.lines.get(cell, [])
        return lines[number - 1] if 1 <= number <= len(lines) else ""

    def place(self, line: int) -> tuple[int, int | None, bool]:
        """The line, its cell and whether that is an output, of a line of the report."""
        read = None if self.report is None else self.report.document.read
        return (line, None, False) if read is None or not read.cells else read.in_cell(line)

    def span_of(self, cell: CellReport) -> Span | None:
        """Where a printed number stands; None if that is not in the text, but in an output or another file."""
        line, number, is_output = self.place(cell.line)
        return None if is_output else self.span(line, cell.file_column, number, cell.text)

    def span(self, line: int, column: int, cell: int | None, printed: str = "") -> Span:
        """The characters of the number that begins at a place and is *printed* so, or else of the word there."""
        text = self.line(line, cell)
        return Span(line, column, end_of(text, column - 1, printed) + 1, cell)

    def cells(self) -> Iterator[tuple[StageReport, CellReport, Span]]:
        """The printed numbers and words of the text, with their stages and places."""
        for stage in () if self.report is None else self.report.stages:
            for cell in stage.cells:
                span = self.span_of(cell)
                if span is not None:
                    yield stage, cell, span

    def at(self, span: Span) -> tuple[StageReport, CellReport, Span] | None:
        """The number that a span touches; one with a formula before one without."""
        found = [one for one in self.cells() if one[2].touches(span)]
        return min(found, key=lambda one: one[0].stage.formula is None, default=None)


def settings_of(path: str) -> Settings:
    """What the project of a file says; raises BadConfiguration, and OSError."""
    return settings(os.path.dirname(path) or os.curdir)


def end_of(text: str, start: int, printed: str) -> int:
    """The offset in a line behind the number at *start*, which is *printed* so; behind the word there if it is none."""
    command = _COMMAND.match(text, start)
    if command is not None:
        return command.end()
    mantissa, *exponent = re.split("[eE]", printed)
    sign = _SIGN.match(text, start)
    end = _behind(text, start if sign is None else sign.end(), mantissa)
    if end is None:
        word = _WORD.match(text, start)
        return max(start + (start < len(text)), word.end() if word else 0)
    more = _POWER.match(text, end) if exponent else _PERCENT.match(text, end) if printed[-1] in _PERCENTS else None
    return end if more is None else more.end()


def _behind(text: str, end: int, printed: str) -> int | None:
    """The offset behind the digits of a number; None if they do not stand there."""
    digits = [character for character in printed if character.isdigit()]
    for digit in digits:
        match = re.compile(_BETWEEN + re.escape(digit)).match(text, end)
        if match is None:
            return None
        end = match.end()
    return end if digits else None
