"""Parse a strict subset of YAML into nodes with positions.

Anchors, aliases, tags, duplicate keys and a second document are refused. The parser yields a stream of events, so that
a file over the limits is refused before its nodes are built.
"""

from collections.abc import Iterator
from typing import Final, NoReturn, Protocol, cast

import yaml

from verifier.document.files import FORBIDDEN
from verifier.document.nodes import Broken, Items, Keys, Node, Text, kind
from verifier.document.problems import START, Problems, Spot, quote

MAX_DEPTH: Final = 20
MAX_TEXTS: Final = 1_000_000

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PARSER_TOO_DEEP: Final = "exceeded maximum nesting depth"
"""What the parser of PyYAML 6.0.4 says of a thousand levels, which it may see ahead of the events before them."""


def compose(text: str, problems: Problems) -> Node:
    """The root node of a text, with problems noted; raises DocumentError with all of them at one that stops reading."""
    return _Composer(text, problems).compose()


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
            self.fail_depth(_spot(event))
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

    def fail_depth(self, spot: Spot) -> NoReturn:
        self.problems.fail(spot, "too-deep", f"at most {MAX_DEPTH} levels of lists and mappings", "more")

    def fail_syntax(self, error: yaml.YAMLError) -> None:
        mark = getattr(error, "problem_mark", None)
        spot = self.problems.end()
        if mark is not None and mark.line < spot.line:
            spot = Spot(mark.line + 1, mark.column + 1)
        reason = getattr(error, "problem", None) or "it cannot be read"
        if reason == _PARSER_TOO_DEEP:
            self.fail_depth(spot)
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
