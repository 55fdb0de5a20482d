"""What became of each numeral of a source."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from verifier.document.model import Document
from verifier.document.read import Part, Read, SourceNote, SourceNumeral, State
from verifier.numbers.printed import Printed
from verifier.sources.places import Lines
from verifier.sources.stretch import Kind, Note, Paragraph, Stretch
from verifier.sources.tokens import Token

_NUMERAL: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)*|\.[0-9]+")
_ALONE: Final = re.compile(r"[\s$*]*[-+\u2212]?[0-9][0-9.,]*\s*(?:\\?%)?[\s$*]*")
_STATES: Final[dict[Kind, State]] = {"code": "read", "excluded": "excluded"}


class Span(NamedTuple):
    """A range of offsets of a source, the end excluded."""

    start: int
    end: int


class Ledger:
    """Collects the numerals of a source; each is where its digits begin."""

    def __init__(self, text: str, cells: tuple[Part, ...] = ()) -> None:
        self.text = text
        self.cells = cells
        self.states: dict[int, State] = {match.start(): "excluded" for match in _NUMERAL.finditer(text)}
        self.starts = sorted(self.states)

    def take(self, paragraph: Paragraph) -> None:
        """Note that the numerals of a paragraph may be read."""
        kind, stretch = paragraph.kind, paragraph.stretch
        state = _STATES.get(kind, "unread")
        if kind == "cell" and _ALONE.fullmatch(stretch.text):
            state = "read"
        for match in _NUMERAL.finditer(stretch.text):
            self._note(stretch.at[match.start()], state)

    def matrices(self, stretch: Stretch, tokens: Iterable[Token]) -> None:
        """Note that the numerals of the matrices among some tokens are read."""
        depth = 0
        for token in tokens:
            depth += (token.sort == "begin") - (token.sort == "end")
            if token.sort == "number" and depth > 0:
                self._note(stretch.at[token.start], "read")

    def side(self, span: Span) -> None:
        """Note that the numerals of a side of an equality are read."""
        for start in self._inside(span):
            if self.states[start] == "unread":
                self.states[start] = "read"

    def _inside(self, span: Span) -> Sequence[int]:
        """Where the numerals of a span begin."""
        return self.starts[bisect_left(self.starts, span.start) : bisect_left(self.starts, span.end)]

    def _note(self, offset: int, state: State) -> None:
        if offset in self.states:
            self.states[offset] = state

    def read(self, document: Document, spans: Iterable[Span], notes: Sequence[Note], lines: Lines) -> Read:
        """What became of the numerals; those in *spans* are given where no stage of the document states them."""
        states = dict(self.states)
        for span in spans:
            for start in self._inside(span):
                states[start] = "given"
        shown = [stage for stage in document.stages if stage.printed is not None]
        for stage in sorted(shown, key=lambda stage: stage.formula is not None):
            for number in stage.printed.contents() if stage.printed is not None else ():
                self._set(states, number, lines, "given" if stage.formula is None else "checked")
        found = [(lines.of(start), start) for start in self.starts]
        numerals = [SourceNumeral(*place, _text(self.text, start), states[start]) for place, start in found]
        return Read(
            tuple(numerals), tuple(SourceNote(*lines.of(note.offset), note.message) for note in notes), self.cells
        )

    def _set(self, states: dict[int, State], number: Printed, lines: Lines, state: State) -> None:
        at = bisect_left(self.starts, lines.starts[number.line - 1] + number.column - 1)
        if at < len(self.starts):
            states[self.starts[at]] = state


def _text(text: str, start: int) -> str:
    match = _NUMERAL.match(text, start)
    assert match is not None
    return match[0]
