"""Where the characters of a notebook's cells stand in its file, which an editor shows as JSON."""

import json
import re
from collections.abc import Iterator, Sequence
from json.decoder import py_scanstring  # type: ignore[attr-defined]
from typing import Any, Final

from verifier.record import NamedTuple

_ESCAPE: Final = re.compile(
    r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^"\\]', re.DOTALL
)


class Source(NamedTuple):
    """The source of a cell, and for each of its characters the offset in the file; the last is that of its end."""

    text: str
    at: Sequence[int]


def sources(text: str) -> list[Source]:
    """The sources of the cells of a notebook's JSON; empty if it is none."""
    try:
        return list(_sources(text, len(json.loads(text)["cells"])))
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _sources(text: str, count: int) -> Iterator[Source]:
    """The sources of so many cells, in their order."""
    walker = _Walker(text)
    walker.value(())
    for index in range(count):
        pieces = walker.found.get(index, [])
        at = [offset for piece in pieces for offset in piece[:-1]]
        end = pieces[-1][-1] if pieces else 0
        yield Source("".join(walker.texts.get(index, [])), [*at, end])


class _Walker:
    """Walks through JSON, and keeps the strings of the sources of cells."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[int, list[list[int]]] = {}
        self.texts: dict[int, list[str]] = {}

    def value(self, path: tuple[Any, ...]) -> None:
        """Walk over one value, which is at *path*."""
        self.blanks()
        sign = self.text[self.at]
        if sign == "{":
            self._items(path, "}", has_keys=True)
        elif sign == "[":
            self._items(path, "]", has_keys=False)
        elif sign == '"':
            self._string(path)
        else:
            while self.text[self.at] not in " \t\r\n,]}":
                self.at += 1

    def blanks(self) -> None:
        """Walk over what separates values."""
        while self.text[self.at] in " \t\r\n,:":
            self.at += 1

    def _items(self, path: tuple[Any, ...], end: str, *, has_keys: bool) -> None:
        self.at += 1
        index = 0
        self.blanks()
        while self.text[self.at] != end:
            key: Any = index
            if has_keys:
                key, self.at = py_scanstring(self.text, self.at + 1)
            self.value((*path, key))
            self.blanks()
            index += 1
        self.at += 1

    def _string(self, path: tuple[Any, ...]) -> None:
        start = self.at + 1
        value, self.at = py_scanstring(self.text, start)
        if len(path) >= 3 and path[0] == "cells" and path[2] == "source":  # noqa: PLR2004 - cells, a number, source
            at = [match.start() for match in _ESCAPE.finditer(self.text, start, self.at - 1)]
            self.found.setdefault(path[1], []).append([*at, self.at - 1])
            self.texts.setdefault(path[1], []).append(value)


def escaped(text: str) -> str:
    """A text as it stands inside of a string of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
