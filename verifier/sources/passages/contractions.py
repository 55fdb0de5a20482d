"""Words with an apostrophe in running text, of which each is one word: `That's 3 * 4 = 12`, `D'o\u00f9 3 * 4 = 12`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.text.tokens import Token
from verifier.sources.text.words import words_of

_SIGNS: Final = ("'", "\u2019")
_SUBJECTS: Final = words_of("that it there here this he she we they you i who those these")
_VERBS: Final = words_of("s re ve ll d")
_ABROAD: Final = words_of("o\u00f9 est on il elle")
_SHORT: Final = words_of("d c l qu s n j")
_IS: Final = "is"
"""Stands for a subject with its verb."""


def with_whole_words(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with one word for each subject with its verb, which leads to what stands behind it."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        first, *rest = tokens[at : at + 3]
        if [token.sort for token in rest] == ["sign", "word"] and _is_one(first, *rest):
            found.append(first._replace(text=_IS, end=rest[1].end))
            at += 3
        else:
            found.append(first)
            at += 1
    return found


def _is_one(first: Token, sign: Token, last: Token) -> bool:
    """Whether three tokens are one word."""
    if first.sort != "word" or not sign.is_one_of(*_SIGNS) or sign.spaced or last.spaced:
        return False
    subject, verb = first.text.lower(), last.text.lower()
    return (subject in _SUBJECTS and verb in _VERBS) or (subject in _SHORT and verb in _ABROAD)
