"""The chains of words, found where signs show that there may be any."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Chain
from verifier.sources.passages.prose import prose_chains
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import tokens

EQUAL_SIGN: Final = pattern("[=\uff1d\u2248\u2243\u2245\u2250\u2251\u2a70]")
_ORDER: Final = pattern("[<>\u2264\u2265]")
DIGIT: Final = pattern("[0-9]")
_RESULT_OF_CODE: Final = pattern("^.{1,300}?[=\u2248] {0,3}[1-9][0-9]{1,14}(?![0-9.,]).{0,20}$", re.MULTILINE)
"""A line of code that ends with a whole number behind an equals sign, and perhaps a unit or a full stop."""


def chains_of(words: Stretch, source: str = "") -> list[Chain]:
    """The chains of running text, or of a line of code; a *source* says which blanks stand for a sign of it."""
    layout = words.laid_out(source) if source else words.text
    return list(prose_chains(list(tokens(words.text, is_prose=True)), layout))


def has_chains(text: str) -> bool:
    """Whether words may hold chains that say something: equalities, or inequalities of numbers."""
    return bool(EQUAL_SIGN.search(text) or (_ORDER.search(text) and DIGIT.search(text)))


def results_of_code(stretch: Stretch) -> Iterator[Stretch]:
    """The lines of code that end with a whole number as a result."""
    for line in _RESULT_OF_CODE.finditer(stretch.text):
        yield stretch.part(line.start(), line.end())
