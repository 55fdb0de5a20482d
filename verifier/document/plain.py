"""Read a document file that consists of plain lines, as nearly all do, without a library for YAML.

The lines are keys with a text, a quoted text, a flat list, a literal block or more lines below, the items of lists,
comments and blank lines, each indented as the lines around it. Their nodes are those that the library's events give
(`tests/test_plain.py`). Whatever else a file has, or whatever is wrong in it, makes the whole file one for the library.
"""

import re
from typing import Final

from verifier.document.nodes import Items, Keys, Node, Text

_KEY: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]{0,99}):(?: +|$)")
_FIRST: Final = re.compile(r"[A-Za-z0-9(+./_$=<^~]|-[0-9.]")
"""How a text without quotes begins, if not with a letter beyond ASCII; no sign of YAML is among these."""
_BEYOND_SIGNS: Final = "\xbf"
_ITEM: Final = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_. ]*|-[0-9.]+")
_QUOTED: Final = re.compile(r""""[^"\\]*"|'[^']*'""")
_MOST: Final = 100_000
"""Lines and items of a file that is read here: far from the limits that are told of."""
_DEEPEST: Final = 10


class _OtherError(Exception):
    """Something that is no plain line."""


def plain(text: str, lines: list[str]) -> Node | None:
    """The root node of a file of plain lines, given as a *text* and its *lines*; None for any other file."""
    if len(lines) > _MOST or text[-1:] != "\n" or "\t" in text or "\r" in text:
        return None
    reader = _Reader(lines)
    try:
        root = reader.mapping(0, 1) if reader.indent == 0 else None
    except _OtherError:
        return None
    return root if reader.indent < 0 else None


class _Reader:
    """Goes through the lines of a file; `at` is the line that is read, and `indent` how far it is indented."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.last = len(lines) - 1  # behind the last line end there is nothing
        self.at = -1
        self.indent = 0
        self.items = 0
        self.next()

    def next(self) -> None:
        """Go to the next line that has more than a comment; the indentation is -1 behind the last."""
        self.indent = -1
        while self.indent < 0 and self.at < self.last:
            self.at += 1
            line = self.lines[self.at]
            shown = line.lstrip(" ")
            if shown and shown[0] != "#":
                self.indent = len(line) - len(shown)

    def mapping(self, indent: int, depth: int) -> Keys:
        """The mapping whose first key is on this line, at the column *indent*."""
        first, column = self.at + 1, indent
        entries: list[tuple[Text, Node]] = []
        known: set[str] = set()
        while column == indent:
            line = self.lines[self.at]
            match = _KEY.match(line, indent)
            if match is None or match[1] in known or depth > _DEEPEST:
                raise _OtherError
            known.add(match[1])
            key = Text(match[1], self.at + 1, indent + 1, (self.at + 1, match.end(1) + 1), "", self.lines)
            entries.append((key, self.value(line, match.end(), indent, depth + 1)))
            column = self.indent
        if column > indent:
            raise _OtherError
        return Keys(tuple(entries), first, indent + 1)

    def value(self, line: str, start: int, indent: int, depth: int) -> Node:
        """What stands behind a key, on its line or below it; *indent* is the column of the key."""
        if start < len(line):
            return self.literal(start, indent) if line[start:] == "|" else self.on_line(line, start)
        self.next()
        if self.lines[self.at].startswith("- ", self.indent) and self.indent >= indent:
            return self.sequence(self.indent, depth)
        if self.indent > indent:
            return self.mapping(self.indent, depth)
        raise _OtherError

    def sequence(self, indent: int, depth: int) -> Items:
        """The list whose first item is on this line, behind a dash at the column *indent*."""
        first, items = self.at + 1, list[Node]()
        while self.indent == indent and self.lines[self.at].startswith("- ", indent):
            line = self.lines[self.at]
            start = len(line) - len(line[indent + 1 :].lstrip(" "))
            items.append(self.mapping(start, depth + 1) if _KEY.match(line, start) else self.on_line(line, start))
        if self.indent > indent:
            raise _OtherError
        return Items(tuple(items), first, indent + 1)

    def on_line(self, line: str, start: int) -> Node:
        """The text or the flat list from *start* to the end of the line, after which the next line is read."""
        value, number = line[start:].rstrip(" "), self.at + 1
        self.next()
        if value[:1] == "[":
            return self.flat(value, number, start + 1)
        return self.text(value, number, start + 1)

    def text(self, value: str, number: int, column: int) -> Text:
        """A text of one line, quoted or not."""
        end = (number, column + len(value))
        is_begun = value > _BEYOND_SIGNS or _FIRST.match(value) is not None
        if is_begun and ": " not in value and " #" not in value and value[-1] != ":":
            return Text(value, number, column, end, "", self.lines)
        if _QUOTED.fullmatch(value) is not None:
            return Text(value[1:-1], number, column, end, value[0], self.lines)
        raise _OtherError

    def flat(self, value: str, number: int, column: int) -> Items:
        """The list of texts between brackets."""
        parts, items, start = value[1:-1].split(","), list[Node](), column + 1
        self.items += len(parts)
        if value[-1] != "]" or self.items > _MOST:
            raise _OtherError
        for part in parts:
            item, left = part.strip(" "), start + len(part) - len(part.lstrip(" "))
            if _ITEM.fullmatch(item) is None:
                raise _OtherError
            items.append(Text(item, number, left, (number, left + len(item)), "", self.lines))
            start += len(part) + 1
        return Items(tuple(items), number, column, len(value))

    def literal(self, start: int, indent: int) -> Text:
        """The lines below `|` that are indented deeper than its key, as they are."""
        number, top = self.at + 1, self.at + 1
        inner = len(self.lines[top]) - len(self.lines[top].lstrip(" "))
        if inner <= indent or inner == len(self.lines[top]):
            raise _OtherError
        margin, at = " " * inner, top
        while at < self.last and (self.lines[at].startswith(margin) or not self.lines[at]):
            at += 1
        shown = [line[inner:] for line in self.lines[top:at]]
        if any(line.isspace() for line in shown) or self.lines[at].isspace():
            raise _OtherError
        self.at = at - 1
        self.next()
        value = "\n".join(shown).rstrip("\n") + "\n"
        return Text(value, number, start + 1, (at + 1, 1), "|", self.lines)
