"""Parse a strict subset of YAML into nodes with positions.

Every scalar is text, so that no digit is lost. Anchors, aliases, tags, duplicate keys and a second document are
refused. The parser yields a stream of events, so that a file over the limits is refused before its nodes are built.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Protocol, TypeAlias, cast

import yaml

from verifier.document.files import FORBIDDEN, text_of
from verifier.document.problems import START, Problems, Spot, quote
from verifier.record import NamedTuple

MAX_DEPTH: Final = 20
MAX_TEXTS: Final = 1_000_000

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORD: Final = re.compile(r"\S+")
_QUOTES: Final = ("'", '"')


class _Text(NamedTuple):
    value: str
    line: int
    column: int
    end: tuple[int, int]
    style: str
    file: list[str]


class Text(_Text):
    """A scalar: its text, begin and end in the file, its quoting style, and the lines of its file."""

    @property
    def length(self) -> int:
        """The number of characters on its first line."""
        last_line, last_column = self.end
        last = last_column if last_line == self.line else len(self.file[self.line - 1]) + 1
        return max(1, last - self.column)

    def spot(self, offset: int, length: int) -> Spot:
        """The position in the file of *length* characters from *offset*; that of the whole text if it is unknown."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return Spot(self.line, self.column, length)
        line, column = self._spots[index]
        return Spot(line, column + offset - self._starts[index], length)

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _, _ in self._runs]

    @cached_property
    def _spots(self) -> list[tuple[int, int]]:
        return [(line, column) for _, line, column in self._runs]

    @cached_property
    def _runs(self) -> list[tuple[int, int, int]]:
        """Parts of the text that are in the file literally: (offset, line, column) of each."""
        return list(self._lines() if self.style == "|" else self._words())

    def _lines(self) -> Iterator[tuple[int, int, int]]:
        """The lines of a block scalar; only their indentation is not text."""
        offset = 0
        for line, shown in enumerate(self.value.removesuffix("\n").split("\n"), self.line + 1):
            yield offset, line, len(self.file[line - 1]) - len(shown) + 1
            offset += len(shown) + 1

    def _words(self) -> Iterator[tuple[int, int, int]]:
        """The words of any other scalar, as folding changes only blanks; none if escapes change their number."""
        words = list(_WORD.finditer(self.value))
        spots = list(self._raw_words())
        if len(words) == len(spots):
            for word, (line, column) in zip(words, spots, strict=True):
                yield word.start(), line, column

    def _raw_words(self) -> Iterator[tuple[int, int]]:
        quote = self.style in _QUOTES
        last_line, last_column = self.end
        for line in range(self.line + (self.style == ">"), min(last_line, len(self.file)) + 1):
            raw = self.file[line - 1]
            first = self.column - 1 + quote if line == self.line else 0
            last = last_column - 1 - quote if line == last_line else len(raw)
            yield from ((line, word.start() + 1) for word in _WORD.finditer(raw, first, last))


class Items(NamedTuple):
    """A list."""

    items: tuple["Node", ...]
    line: int
    column: int
    length: int = 1


class Keys(NamedTuple):
    """A mapping."""

    entries: tuple[tuple[Text, "Node"], ...]
    line: int
    column: int
    length: int = 1


class Broken(NamedTuple):
    """A node whose problem was noted."""

    line: int
    column: int
    length: int = 1


Node: TypeAlias = Text | Items | Keys | Broken


def load(path: str, problems: Problems, text: str | None = None) -> Node:
    """The root node of the file at *path*, or of its *text* where that was read.

    Problems are added to *problems*; raises DocumentError with all of them at one that prevents further reading.
    """
    return _Composer(text_of(path, problems, text), problems).compose()


def kind(node: Node) -> str:
    """The kind of a node, for a message."""
    if isinstance(node, Text):
        return quote(node.value)
    return "a list" if isinstance(node, Items) else "a mapping"


class _Composer:
    """Builds nodes from the events of one file, and notes what the subset does not allow."""

    def __init__(self, text: str, problems: Problems) -> None:
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self.problems = problems
        self.texts = 0
        self.end = START

    def compose(self) -> Node:
        root: Node | None = None
        try:
            for event in self.events:
                if isinstance(event, yaml.DocumentStartEvent):
                    if root is not None:
                        self.problems.fail(_spot(event), "several-documents", "one document in a file", "a second one")
                    root = self.node(next(self.events), 1)
        except yaml.YAMLError as error:
            self.fail_syntax(error)
        if root is None or (isinstance(root, Text) and not root.value):
            self.problems.fail(START, "empty-file", "a document, with its title and stages", "an empty file")
        return root

    def node(self, event: yaml.Event, depth: int) -> Node:
        if depth > MAX_DEPTH:
            self.problems.fail(_spot(event), "too-deep", f"at most {MAX_DEPTH} levels of lists and mappings", "more")
        spot = _spot(event)
        if isinstance(event, yaml.AliasEvent):
            self.problems.add(spot, "alias", "every value in full", f"*{event.anchor}", "write it again")
            return Broken(spot.line, spot.column)
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
        if event.anchor is not None:
            self.problems.add(spot, "anchor", "a value without an anchor", f"&{event.anchor}", "leave it out")
        if event.tag is not None:
            self.problems.add(spot, "tag", "a value without a tag", event.tag, "leave it out: every value is text")
        if isinstance(event, yaml.ScalarEvent):
            return self.text(event, spot)
        if isinstance(event, yaml.SequenceStartEvent):
            return Items(tuple(self.items(depth)), spot.line, spot.column, self.length_from(spot))
        return Keys(tuple(self.entries(depth)), spot.line, spot.column, self.length_from(spot))

    def text(self, event: yaml.ScalarEvent, spot: Spot) -> Text:
        self.texts += 1
        if self.texts > MAX_TEXTS:
            self.problems.fail(spot, "too-many-cells", f"at most {MAX_TEXTS} values in a file", "more")
        end = _marked(event.end_mark)
        style = event.style or ""
        text = Text(event.value, spot.line, spot.column, (end.line + 1, end.column + 1), style, self.problems.lines)
        if style == '"' and (forbidden := FORBIDDEN.search(event.value)):
            self.problems.add(text, "control-character", "text", f"the character {forbidden[0]!a}")
        return text

    def items(self, depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield self.node(event, depth + 1)
        self.end = _spot(event)

    def entries(self, depth: int) -> Iterator[tuple[Text, Node]]:
        first: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(next(self.events), depth + 1)
            if not isinstance(key, Text):
                if not isinstance(key, Broken):
                    self.problems.add(key, "wrong-kind", "a key that is text", kind(key))
            elif key.value in first:
                found = f"{quote(key.value)} again, first on line {first[key.value]}"
                self.problems.add(key, "duplicate-key", "each key once", found)
            else:
                first[key.value] = key.line
                yield key, value
        self.end = _spot(event)

    def length_from(self, spot: Spot) -> int:
        """The number of characters of the list or mapping that has just ended, 1 if it has several lines."""
        return max(1, self.end.column + 1 - spot.column) if self.end.line == spot.line else 1

    def fail_syntax(self, error: yaml.YAMLError) -> None:
        mark = getattr(error, "problem_mark", None)
        spot = self.problems.end()
        if mark is not None and mark.line < spot.line:
            spot = Spot(mark.line + 1, mark.column + 1)
        reason = getattr(error, "problem", None) or "it cannot be read"
        hint = "quote text that holds ': ' or ' #', or that begins with a sign"
        if "\t" in self.problems.line(spot.line)[: spot.column]:
            hint = "indent with blanks"
        self.problems.fail(spot, "yaml-syntax", f"YAML: {reason}", hint=hint)


def _spot(event: yaml.Event) -> Spot:
    mark = _marked(event.start_mark)
    return Spot(mark.line + 1, mark.column + 1)


def _marked(mark: "_Mark | None") -> "_Mark":
    """A mark of an event: the parser marks every one, and the type also allows unmarked ones."""
    return cast("_Mark", mark)


class _Mark(Protocol):
    """A place in a text, from zero; the parser in C has a class of its own for it."""

    line: int
    column: int
