"""Of what a text speaks, by words: each is looked for where what it begins with stands, as most stand nowhere."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Generic, TypeVar

from verifier.late import pattern
from verifier.record import NamedTuple

Told = TypeVar("Told")

_BEGIN: Final = r"\b"
_GROUP: Final = "(?:"
_SIGN: Final = pattern(r"\\u([0-9a-f]{4})|\\.|.", re.DOTALL)
_OPTIONAL: Final = frozenset("?*{")
_SPECIAL: Final = frozenset(".^$+?*{}[]|()")
_LEAST: Final = 2
"""Letters of a beginning, at least: single ones stand everywhere."""


class Words:
    """A regular expression of words in either case, the alternatives of which are looked for one by one."""

    def __init__(self, words: str) -> None:
        self._words = words

    @cached_property
    def _ways(self) -> "list[_Way]":
        return list(map(_way, alternatives(_in_small_letters(self._words))))

    def are_in(self, small: str) -> bool:
        """Whether a text in *small* letters has some of them: letters of either case take four times as long."""
        return any(way.is_in(small) for way in self._ways)


class Topics(Generic[Told]):
    """Regular expressions of words, in either case, each with what it tells of a text in which it is found."""

    def __init__(self, said: Sequence[tuple[str, Told]]) -> None:
        self._said = [(Words(words), told) for words, told in said]

    def told(self, text: str) -> list[Told]:
        """What is told by the words of a text."""
        small = text.lower()
        return [told for words, told in self._said if words.are_in(small)]


class _Way(NamedTuple):
    """One alternative of a regular expression, and texts with one of which it begins; none if these are not known."""

    words: re.Pattern[str]
    heads: tuple[str, ...]

    def is_in(self, text: str) -> bool:
        """Whether it is found in a text."""
        if not self.heads:
            return self.words.search(text) is not None
        return any(self.words.match(text, at) for head in self.heads for at in _places(text, head))


def _way(words: str) -> _Way:
    found = beginnings(words)
    return _Way(pattern(words), found if min(map(len, found)) >= _LEAST else ())


def _places(text: str, sought: str) -> Iterator[int]:
    at = text.find(sought)
    while at >= 0:
        yield at
        at = text.find(sought, at + 1)


def _in_small_letters(words: str) -> str:
    """The same regular expression with small letters for capital ones; what follows a backslash stays."""
    return re.sub(r"\\.|[A-Z]+", lambda match: match[0] if match[0][0] == "\\" else match[0].lower(), words)


def beginnings(words: str) -> tuple[str, ...]:
    """Texts with one of which all begins that a regular expression without alternatives finds; some may be empty."""
    words = words.removeprefix(_BEGIN)
    if not words.startswith(_GROUP):
        return (_plain(words)[0],)
    end = next(_ends(words))
    inside, behind = words[len(_GROUP) : end - 1], words[end:]
    if behind[:1] in _OPTIONAL and behind:
        return ("",)
    found = (_plain(one) for one in alternatives(inside))
    return tuple(text + _plain(behind)[0] if is_whole else text for text, is_whole in found)


def _plain(words: str) -> tuple[str, bool]:
    """The letters with which a regular expression begins, and whether it is these alone."""
    found = ""
    for match in _SIGN.finditer(words):
        sign = match[0]
        if sign in _SPECIAL or (match[1] is None and len(sign) > 1 and sign[1].isalnum()):
            return found[:-1] if sign in _OPTIONAL else found, False
        found += sign[-1] if match[1] is None else chr(int(match[1], 16))
    return found, True


def alternatives(words: str) -> Iterator[str]:
    """The alternatives of a regular expression, none of which is empty."""
    begin = 0
    for end in _ends(words, "|"):
        yield words[begin : end - 1]
        begin = end
    yield words[begin:]


def _ends(words: str, sought: str = ")") -> Iterator[int]:
    """Where signs end that stand in no group and no class: those that part alternatives, or that end a group."""
    depth, is_class = 0, False
    for match in re.finditer(r"\\.|[][()|]", words):
        sign = match[0]
        is_class = sign == "[" or (is_class and sign != "]")
        if not is_class:
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if sign == sought and depth == 0:
                yield match.end()
