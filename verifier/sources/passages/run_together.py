"""Equalities of running text with nothing but a blank between them: `20 * 6 = 120 g 30 * 4 = 120 g`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.text.signs import MINUS, OPERATORS, OVER
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import MEASURES, words_of
from verifier.sources.units.things import MOST_WORDS, is_thing
from verifier.sources.units.unit_texts import is_spoken

_TWO: Final = 2
_IN_TWO_SIZES: Final = words_of(
    """h hr hrs hour hours min minute minutes d day days wk week weeks yr yrs year years month months m km dm cm mm kg t
    l L ft feet foot lb lbs st pound pounds metres meters metre meter dollars dollar euros euro degrees degree"""
)
"""Units behind which a number alone may count a smaller one, as in `1 h 20`, or be an exponent, as in `12 mm 3`."""
_SMALLER: Final = 3
"""Digits of such a number at most."""


def with_ends(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with a semicolon behind each result with what it counts, where another equality begins behind it."""
    if [token.sort for token in tokens].count("relation") < _TWO:
        return tokens
    found: list[Token] = []
    for index, token in enumerate(tokens):
        if token.sort == "number" and token.spaced and _ends(tokens, index) and _begins(tokens, index):
            end = tokens[index - 1].end
            found.append(Token("sign", ";", end, end))
        found.append(token)
    return found


def _begins(tokens: Sequence[Token], index: int) -> bool:
    """Whether a calculation begins with the number at an index, and a relation stands behind it."""
    sign, operand = tokens[index + 1 : index + 2], tokens[index + 2 : index + 3]
    if not operand or not sign[0].is_one_of(*OPERATORS) or operand[0].sort != "number":
        return False
    if sign[0].is_one_of(*MINUS, *OVER) and sign[0].spaced != operand[0].spaced:
        return False
    return any(token.sort == "relation" for token in tokens[index + 3 :])


def _ends(tokens: Sequence[Token], index: int) -> bool:
    """Whether a relation, a number and words for what it counts, or a unit, perhaps with an exponent, stand before."""
    end = index - (tokens[index - 1].sort == "raised")
    at = end - 1
    while at > 0 and tokens[at].sort == "word" and end - at <= MOST_WORDS:
        at -= 1
    if at == end - 1 or at < _TWO or tokens[at].sort != "number" or tokens[at - 1].sort != "relation":
        return False
    return end < index or _is_counted(tokens[at + 1 : end], tokens[index])


def _is_counted(words: Sequence[Token], following: Token) -> bool:
    """Whether words say what a result counts, of which the following number counts no smaller part."""
    if all(map(is_thing, words)):
        return True
    unit = words[0]
    is_unit = unit.text in MEASURES or is_spoken(unit)
    is_smaller = following.text.isdecimal() and len(following.text) <= _SMALLER and unit.text in _IN_TWO_SIZES
    return len(words) == 1 and is_unit and not is_smaller
