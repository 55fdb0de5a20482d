"""Words between two equalities of one sentence: `3 + 4 = 7 and 2 * 3 = 6`, `= 7, but the other is 4 * 5 = 20`."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from verifier.sources.expressions.chains import nesting
from verifier.sources.expressions.rows import is_function
from verifier.sources.text.context import MIN_WORD, is_unit
from verifier.sources.text.signs import OPERATORS, OVER, PERCENT
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import BEFORE, COMPARED, GIVING, JOINED, PARTING, PARTING_ABROAD, SAYING, words_of
from verifier.sources.units.unit_texts import is_spoken
from verifier.sources.units.units import end_of_unit

MAX_SIDE: Final = 60
"""Maximum number of tokens behind such a word in which the left side of an equality is looked for."""
MAX_BEFORE: Final = 400
"""Maximum number of tokens before such a word that are looked at."""
_IN_ENGLISH: Final = GIVING | PARTING | COMPARED | SAYING
OF_TWO: Final = _IN_ENGLISH | PARTING_ABROAD
"""Words that may part two equalities."""
_STOPS: Final = (".", ";", ":", "?", "!", ",", "|")
_PURPOSE: Final = ("for",)
_WITH_CAPITALS: Final = ("und", "oder")
"""Such words of a language whose nouns begin with capitals."""
_MOST_WORDS: Final = 5
_WORDS: Final = 3
"""Words behind `for` at most that say what a number is of."""
_AMOUNTS: Final = words_of(
    """a an one two three four five half quarter un une una uno um uma ein eine en et jeden mezzo mezza medio media meio
    meia demi demie halb halbe halv halvt p\u00f3\u0142 quart quarto cuarto viertel tre tres tr\u00eas trois drei"""
)
"""Words behind `and` that go on with a number, as in `7 and a half`."""


def parts_two(word: Token, before: Sequence[Token], following: Sequence[Token]) -> bool:
    """Whether a word OF_TWO parts them: it leads to the second equality, or joins it to the number of the first."""
    is_giving = word.text.lower() in GIVING
    if not before or len(before) > MAX_BEFORE:
        return False
    if is_giving:
        leads_on = before[-1].sort == "word" and any(token.sort == "number" for token in following[:1])
        return leads_on and _is_equality(before)
    if word.text.lower() in SAYING:
        return _is_plain(before[-1]) and _is_equality(before) and _begins(following)
    is_english = word.text.lower() in _IN_ENGLISH
    if not is_english and (word.text.isupper() or not _is_behind_result(word, before, following)):
        return False
    return _ends(before, word) and _begins(following) and _is_equality(before)


def _is_behind_result(word: Token, before: Sequence[Token], following: Sequence[Token]) -> bool:
    """Whether a word is surely no name, as y in `4 y + 2`: it stands right behind a number that is computed."""
    result = list(takewhile(lambda token: token.sort != "relation", reversed(before)))
    is_computed = any(token.is_one_of(*OPERATORS) for token in before[: len(before) - len(result)])
    is_alone = not any(token.is_one_of(*OPERATORS) for token in result[:-1]) and before[-1].end + 1 == word.start
    return is_computed and is_alone and [token.sort for token in following[:1]] in (["number"], ["word"])


def _is_equality(before: Sequence[Token]) -> bool:
    """Whether tokens have a relation, and no bracket is open behind them."""
    has_relation = any(token.sort == "relation" for token in before)
    return has_relation and not sum(nesting(token) for token in before)


def _begins(following: Sequence[Token]) -> bool:
    """Whether another equality begins here, with words or with an expression."""
    if following and following[0].sort == "word" and not is_function(following, 0):
        return following[0].text.lower() not in _AMOUNTS and _has_relation(following)
    if [token.sort for token in following[:3]] == ["number", "word", "relation"] and not following[1].spaced:
        return True  # as 2pq
    side = list(_side(following))
    is_operation = any(token.is_one_of(*OPERATORS) for token in side[1:]) or is_function(following, 0)
    is_half = len(side) > 1 and side[1].is_one_of(*OVER) and len(side[0].text) == 1  # two and 1/2
    goes_on = len(side) < len(following) and following[len(side)].sort == "relation"
    return is_operation and not is_half and goes_on


def _ends(before: Sequence[Token], word: Token) -> bool:
    """Whether a number ends here before a word OF_TWO, or its unit."""
    before = _without_purpose(before)
    last = before[-1]
    is_unit = last.sort == "word" and is_spoken(last) and any(token.sort == "number" for token in before[-2:-1])
    return (
        is_unit
        or _ends_with_unit(before)
        or _ends_in_words(before, has_capitals=word.text in _WITH_CAPITALS)
        or last.sort in ("number", "raised")
        or last.is_one_of(")", "]", *PERCENT)
    )


def _ends_with_unit(before: Sequence[Token]) -> bool:
    """Whether a unit with a stroke stands behind a number, as in `= 960 m/s`."""
    at = next((index for index in range(len(before) - 1, 0, -1) if before[index - 1].sort == "number"), 0)
    return at > 0 and any(token.is_one_of("/") for token in before[at:]) and _is_unit_from(before, at)


def _is_unit_from(before: Sequence[Token], at: int) -> bool:
    """Whether all tokens from an index on are one unit."""
    return end_of_unit(before, at, is_prose=True) == len(before)


def _ends_in_words(before: Sequence[Token], *, has_capitals: bool) -> bool:
    """Whether a few words say what the number before them counts, or is, as `7 red apples`, `47% take the bus`.

    Where nouns *have capitals* the last word may be one, as in `7 Hefte und`.
    """
    last = before[-1]
    is_noun = has_capitals and last.text.istitle() and _is_plain(last._replace(text=last.text.lower()))
    behind = before[-1:] if is_noun else ()
    words = [*behind, *takewhile(_is_plain, reversed(before[-_MOST_WORDS : len(before) - len(behind)]))]
    if not 0 < len(words) < min(_MOST_WORDS, len(before)):
        return False
    last = before[-1 - len(words)]
    is_said = len(words) < _WORDS or BEFORE.isdisjoint(token.text for token in words)
    return is_said and (last.sort == "number" or last.is_one_of(*PERCENT))


def _is_plain(token: Token) -> bool:
    """Whether a word changes nothing of the number before it, and is no operand."""
    text = token.text
    is_noun = token.sort == "word" and text.isalpha() and text.islower() and len(text) >= MIN_WORD
    return is_noun and text not in JOINED and not is_unit(text)


def _without_purpose(before: Sequence[Token]) -> Sequence[Token]:
    """Tokens without the words at their end that say what a number is of, as `for pens` behind `= $12`."""
    near = reversed(before[-1 - _WORDS :])
    words = list(takewhile(lambda token: token.sort == "word" and not token.is_one_of(*_PURPOSE), near))
    rest = before[: len(before) - len(words)]
    return rest[:-1] if 0 < len(words) <= _WORDS and len(rest) > 1 and rest[-1].is_one_of(*_PURPOSE) else before


def _has_relation(following: Sequence[Token]) -> bool:
    """Whether a relation follows before a sentence or a part of it ends."""
    shown = takewhile(lambda token: not token.is_one_of(*_STOPS), following)
    return any(token.sort == "relation" for token in shown)


def _side(following: Sequence[Token]) -> Iterator[Token]:
    """The tokens of an expression of numbers, functions of these and their units."""
    depth = 0
    for at, token in enumerate(following):
        depth += nesting(token)
        is_unit = is_spoken(token) and at > 0 and following[at - 1].sort == "number"
        is_part = token.sort in ("number", "sign", "raised") or is_unit or is_function(following, at)
        if not is_part or (depth <= 0 and token.is_one_of(*_STOPS) and not token.is_one_of("!", "|")):
            return
        yield token
