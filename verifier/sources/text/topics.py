"""Of what a text speaks, by words: those of all topics are searched at once, as most texts speak of none."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Generic, TypeVar

from verifier.late import pattern

Told = TypeVar("Told")

_BEGIN: Final = r"\b"


class Topics(Generic[Told]):
    """Regular expressions of words, in either case, each with what it tells of a text in which it is found.

    Small letters are searched in the text in small letters: to find letters of either case takes four times as long.
    """

    def __init__(self, said: Sequence[tuple[str, Told]]) -> None:
        self._each = tuple((pattern(by_words(_in_small_letters(words))), told) for words, told in said)
        some = by_words(_in_small_letters("|".join(words for words, _ in said)))
        self._some = pattern(f"(?={some})")
        """Where the words of some topic begin, within those of another one too."""

    def told(self, text: str) -> list[Told]:
        """What is told by the words of a text."""
        small, found = text.lower(), set[int]()
        for match in self._some.finditer(small):
            left = (number for number in range(len(self._each)) if number not in found)
            found.update([number for number in left if self._each[number][0].match(small, match.start())])
            if len(found) == len(self._each):
                break
        return [told for number, (_, told) in enumerate(self._each) if number in found]


def _in_small_letters(words: str) -> str:
    """The same regular expression with small letters for capital ones; what follows a backslash stays."""
    return re.sub(r"\\.|[A-Z]+", lambda match: match[0] if match[0][0] == "\\" else match[0].lower(), words)


def by_words(words: str) -> str:
    r"""The same regular expression with `\b` once before all alternatives that begin with it.

    Inside of words, where most characters stand, none of them is tried then.
    """
    every = list(_alternatives(words))
    first = [one.removeprefix(_BEGIN) for one in every if one.startswith(_BEGIN)]
    others = [one for one in every if not one.startswith(_BEGIN)]
    return "|".join([*([rf"{_BEGIN}(?:{'|'.join(first)})"] if first else []), *others])


def _alternatives(words: str) -> Iterator[str]:
    """The alternatives of a regular expression, none of which is empty."""
    depth, begin, is_class = 0, 0, False
    for match in re.finditer(r"\\.|[][()|]", words):
        sign = match[0]
        is_class = sign == "[" or (is_class and sign != "]")
        if not is_class:
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if sign == "|" and depth == 0:
                yield words[begin : match.start()]
                begin = match.end()
    yield words[begin:]
