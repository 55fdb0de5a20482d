"""Texts of several words behind a number of mathematics: their words, and the units among them."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.sources.tokens import Token
from verifier.sources.words import MEASURES

_PER: Final = "per"
_TEN: Final = re.compile("10*(?:,000)*")


def words_in(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words of a text in mathematics, where each letter is a token."""
    found: list[list[Token]] = []
    is_inside = False
    for token in tokens:
        if token.sort == "word":
            if token.spaced or not is_inside:
                found.append([])
            found[-1].append(token)
        is_inside = token.sort == "word"
    return found


def measures_in(tokens: Sequence[Token]) -> list[Token]:
    """The letters of the units of a text, and of `per`; empty if it names no unit."""
    words = [(spelled(word), word) for word in words_in(tokens)]
    if not any(text in MEASURES for text, _ in words):
        return []
    return [token for text, word in words if text in MEASURES or text == _PER for token in word]


def is_per_ten(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number is a power of ten behind `per`, as in `per 100 people`."""
    before = spelled(tokens[max(0, index - len(_PER)) : index])
    return before == _PER and _TEN.fullmatch(tokens[index].text) is not None


def spelled(tokens: Sequence[Token]) -> str:
    """The texts of tokens one after another."""
    return "".join(token.text for token in tokens)
