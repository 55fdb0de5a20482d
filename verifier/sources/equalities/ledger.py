"""What became of each numeral of a source."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from verifier.document.model import Block, Document
from verifier.document.what_was_read import Heading, Part, Read, SourceNote, SourceNumeral, State
from verifier.late import pattern
from verifier.numbers.other_cells import Bound, Infinite
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple
from verifier.sources.text.places import Lines
from verifier.sources.text.stretch import Kind, Note, Paragraph, Stretch
from verifier.sources.text.tokens import GROUPED_BEHIND, Token
from verifier.sources.text.unlinked import WRITTEN, Reasons, in_written_sums
from verifier.sources.units.measures import values

_DECIMALS: Final = r"(?:(?:[.,]|\{,\})[0-9]+)*"
_NUMERAL: Final = pattern(rf"[.0-9](?:(?<=\.)[0-9]+|(?<!\.)(?:{GROUPED_BEHIND}|[0-9]*){_DECIMALS})")
_ALONE: Final = pattern(r"[\s$*]*[-+\u2212]?[0-9](?:[0-9.,]|\{,\}|\\,)*\s*(?:\\?%)?[\s$*]*")
_BETWEEN: Final = pattern(r"(?:</?su[bp]>|,\(|[^\r\n|&;,<>]){0,20}")
"""What stands between the numerals of one number."""
_BEFORE_OPERAND: Final = pattern(r"(?:[*/^\u00d7\u00b7\u00f7]|[\w)][ \t]{0,3}[-+])[ \t]{0,3}\Z")
_BEHIND_OPERAND: Final = pattern(r"[ \t]{0,3}(?:[*/^\u00d7\u00b7\u00f7]|[-+][ \t]{0,3}[0-9(])")
_NEAR: Final = 8
_MAX_PARTS: Final = 4
_STATES: Final[dict[Kind, State]] = {"code": "read", "excluded": "excluded"}
_WHERE: Final[dict[Kind, str]] = {
    "text": "running text",
    "math": "mathematics",
    "cell": "table",
    "code": "code",
    "excluded": "skipped",
}
_LAYOUT: Final = "layout"
"""Where a numeral stands that is in no paragraph: in a comment, a link, front matter, or a length."""
_ANNOTATED: Final = "beside a number that the formula of an annotation judges"
NOT_EQUAL: Final = "not equal as written; it may be in another unit, or mean something else"
BETWEEN_PREFIXES: Final = "right only by a power of ten that no prefix of its unit is; confirm it"
"""Why a numeral is read and not judged."""
JUDGED_BY_ANNOTATION: Final = "not equal as written; the formula of an annotation judges a number of it"
_HEADING: Final = pattern(
    r"^[ \t]*#{1,6}[ \t]+(?P<hashes>[^\r\n]+?)[ \t#]*$|\\(?:sub)*(?:section|chapter)\*?\{(?P<tex>[^{}\r\n]*)\}"
    r"|<h[1-6][^>]*>(?P<html>[^<]*)</h[1-6]",
    re.MULTILINE | re.IGNORECASE,
)


class Span(NamedTuple):
    """A range of offsets of a source, the end excluded."""

    start: int
    end: int


class Ledger:
    """Collects the numerals of a source; each is where its digits begin. Annotations begin where *hidden* says."""

    def __init__(self, text: str, cells: tuple[Part, ...] = (), hidden: Collection[int] = ()) -> None:
        self.text = text
        self.cells = cells
        self.hidden = hidden
        self.texts = {match.start(): match[0] for match in _NUMERAL.finditer(text)}
        """The numerals by their offsets."""
        self.states: dict[int, State] = dict.fromkeys(self.texts, "excluded")
        self.starts = sorted(self.states)
        self.where = dict.fromkeys(self.states, _LAYOUT)
        self.why: dict[int, str] = {}
        """Reasons for which numerals are unread, by their offsets."""
        self.values: set[int] = set()
        """Offsets of numbers with units."""
        self.code: list[Span] = []
        """Where headings are none."""

    @cached_property
    def words(self) -> str:
        """The text with plain blanks in the place of those that part no line, for what looks for words."""
        return self.text.replace("\u00a0", " ")

    def take(self, paragraph: Paragraph) -> None:
        """Note that the numerals of a paragraph may be read."""
        kind, stretch = paragraph.kind, paragraph.stretch
        state = _STATES.get(kind, "unread")
        if kind == "cell" and _ALONE.fullmatch(stretch.text):
            state = "read"
        where = _WHERE[kind]
        for offset in [stretch.at[match.start()] for match in _NUMERAL.finditer(stretch.text)]:
            self._note(offset, state)
            self.where[offset] = where
        for code in paragraph.codes if kind != "excluded" else ():
            for match in _NUMERAL.finditer(code.text):
                self._note(code.at[match.start()], "read")
                self.where[code.at[match.start()]] = _WHERE["code"]
        if kind in ("text", "cell"):
            self.values.update(values(stretch))
        if kind == "code" and len(stretch.at):
            self.code.append(Span(stretch.at[0], stretch.at[-1] + 1))

    def matrices(self, stretch: Stretch, tokens: Sequence[Token]) -> None:
        """Note that some tokens are mathematics, and that the numerals of the matrices among them are read."""
        written = {token.start for token in in_written_sums(tokens)}
        self.why |= {stretch.at[start]: WRITTEN for start in written}
        depth = 0
        for token in tokens:
            depth += (token.sort == "begin") - (token.sort == "end")
            if token.sort == "number":
                self.where[stretch.at[token.start]] = _WHERE["math"]
                if depth > 0 and token.start not in written:
                    self._note(stretch.at[token.start], "read")

    def side(self, span: Span, why: str = "") -> None:
        """Note that the numerals of a side of an equality are read, or *why* they are not."""
        for start in self._inside(span):
            if self.states[start] == "unread":
                if why:
                    self.why[start] = why
                else:
                    self.states[start] = "read"

    def shown(self, *places: str) -> Iterator[str]:
        """The numerals that stand in places of these kinds and are no operands of calculations there."""
        yield from (self.texts[start] for start in self.starts if self.where[start] in places and self._is_alone(start))

    def _is_alone(self, start: int) -> bool:
        """Whether a numeral is no operand."""
        before, end = self.text[max(0, start - _NEAR) : start], start + len(self.texts[start])
        return not (_BEFORE_OPERAND.search(before) or _BEHIND_OPERAND.match(self.text, end))

    def has_number(self, start: int, end: int) -> bool:
        """Whether a numeral that is no layout stands between two offsets."""
        return any(self.where[at] != _LAYOUT for at in self._inside(Span(start, end)))

    def _inside(self, span: Span) -> Sequence[int]:
        """Where the numerals of a span begin."""
        return self.starts[bisect_left(self.starts, span.start) : bisect_left(self.starts, span.end)]

    def _note(self, offset: int, state: State) -> None:
        if offset in self.states:
            self.states[offset] = state

    def read(
        self,
        document: Document,
        spans: Iterable[Span],
        left_out: Iterable[tuple[Sequence[Span], bool]],
        notes: Sequence[Note],
        lines: Lines,
    ) -> Read:
        """What became of the numerals; those in *spans* are given where no stage of the document states them.

        Those in the equalities that are *left_out* could be read, and not be judged as they are written; each with
        whether the formula of an annotation judges a number of it.
        """
        states = dict(self.states)
        states |= {start: "read" for start in self.values if states.get(start) == "unread" and start not in self.why}
        for span in spans:
            for start in self._inside(span):
                states[start] = "given"
        shown = [stage for stage in document.stages if stage.printed is not None]
        for stage in sorted(shown, key=lambda stage: stage.formula is not None):
            for number in () if stage.printed is None else _shown(stage.printed):
                self._set(states, number, lines, "given" if stage.formula is None else "checked")
        unread, reasons = (start for start in self.starts if states[start] == "unread"), Reasons(self.text)
        why = {start: self.why.get(start) or reasons.of(start, self.where[start]) for start in unread}
        for equality, is_annotated in left_out:
            how = _ANNOTATED if is_annotated else NOT_EQUAL
            why |= {start: how for span in equality for start in self._inside(span) if states[start] == "read"}
        found = [(lines.of(start), start) for start in self.starts]
        numerals = [
            SourceNumeral(
                *place,
                self.texts[start],
                states[start],
                self.where[start],
                why.get(start, ""),
            )
            for place, start in found
        ]
        noted = tuple(SourceNote(*lines.of(note.offset), note.message, note.code, note.level) for note in notes)
        return Read(tuple(numerals), noted, self.cells, tuple(self._headings(lines)))

    def _headings(self, lines: Lines) -> Iterator[Heading]:
        """The headings outside of code and annotations."""
        code = sorted(self.code)
        for match in _HEADING.finditer(self.text):
            if match.start() + len(match[0]) - len(match[0].lstrip()) in self.hidden:
                continue
            before = bisect_left(code, Span(match.start() + 1, 0))
            if not before or code[before - 1].end <= match.start():
                title = next((group for group in match.groups() if group), "")
                yield Heading(lines.of(match.start())[0], title.strip())

    def _set(self, states: dict[int, State], number: Printed | Infinite, lines: Lines, state: State) -> None:
        first = bisect_left(self.starts, lines.starts[number.line - 1] + number.column - 1)
        if self.texts.get(start := self.starts[first] if first < len(self.starts) else -1) == number.text:
            states[start] = state
            return
        for index, start in enumerate(self._parts(first, number.text)):
            if not index or states[start] in ("unread", "read"):
                states[start] = state

    def _parts(self, first: int, shown: str) -> Iterator[int]:
        """Where the numerals of one number begin, from that of an index: three of `1 1/4`, three of `2.5 x 10^4`."""
        rest = _digits(shown)
        end = 0
        for start in self.starts[first : first + _MAX_PARTS]:
            text = self.texts[start]
            digits = _digits(text)
            if end and not _BETWEEN.fullmatch(self.text, end, start):
                return
            if rest.startswith(digits):
                rest = rest[len(digits) :]
            elif end and not (text == "10" and "e" in shown):
                return
            yield start
            if not rest:
                return
            end = start + len(text)


def _shown(block: Block) -> Iterator[Printed | Infinite]:
    """The numbers and bounds of a block; a sign of infinity is no numeral."""
    yield from block.contents()
    yield from (bound for bound in block.infinite.values() if isinstance(bound, Bound))


def _digits(text: str) -> str:
    """The digits of a number, without what stands between them."""
    return "".join(filter(str.isdigit, text))
