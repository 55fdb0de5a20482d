"""Clauses before a comma, behind which an equality begins: `After a week, 6 * 8 = 48`, `In step 2, 3 + 4 = 7`."""

from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.text.context import MIN_WORD, is_latin
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import JOINED, LEADING, words_of

_OPENING: Final = words_of("in on at for after by with from during under since until at according")
_OPEN: Final = words_of(
    """of half if suppose supposing assuming unless were whether when whenever imagine pretend once had should sum sums
    product products total totals difference quotient mean average median add adding added multiply multiplying
    subtract subtracting divide dividing between plus times minus max min maximum minimum says said say claims
    claimed thinks thought writes wrote argues believes answers answered reasons guesses guessed not never no"""
)
"""Words of a clause that may go on behind its comma, supposes, or tells what somebody says."""
_JOINING: Final = JOINED | words_of(
    """and or to from with without than versus under through until till nor one two three four five six seven eight nine
    ten eleven twelve twenty hundred thousand million third quarter tenth"""
)
"""Words that end no clause: an operand is one, or follows."""
_CALLS: Final = words_of(
    """hmm hm ok okay well yes oh ah aha right sure great good nice yep yeah bon bref bien vale bueno genau
    richtig gut klar certo bene allora dobrze dobra ok\u00e9"""
)
"""Words by themselves before a comma with which a sentence begins."""
_LONG: Final = 6
"""Letters of a word by itself that is no name, at least."""
_LEAST: Final = 2
"""Words of a clause."""
_DATE: Final = 5
"""Tokens of a day with its month and year."""
_YEAR: Final = pattern("[12][0-9]{3}")


def leads(before: Sequence[Token]) -> bool:
    """Whether words alone stand before a comma, the last of which lead to an expression, as `Thus,` and `i.e.,`."""
    is_plain = bool(before) and all(token.sort == "word" or token.is_one_of(".") for token in before)
    words = "".join(token.text.lower() for token in before[-4:])
    return is_plain and (before[-1].text.lower() in LEADING or words.endswith(("i.e.", "e.g.")))


def _without_date(before: Sequence[Token]) -> Sequence[Token]:
    """Tokens with the year alone of the date at their end, as in `On 3/14/2024`."""
    shown = before[-_DATE:]
    is_date = len(shown) == _DATE and [token.text for token in shown[1::2]] == ["/", "/"]
    is_tight = is_date and not any(token.spaced for token in shown[1:]) and _YEAR.fullmatch(shown[-1].text) is not None
    return [*before[:-_DATE], shown[-1]] if is_tight else before


def is_clause(before: Sequence[Token]) -> bool:
    """Whether a clause stands before a comma, and no operand, and no number of a list."""
    before = _without_date(before)
    if len(before) == 1 and _begins_sentence(before[0]):
        return True
    is_plain = all(token.sort in ("word", "number") for token in before)
    if not is_plain or len(before) < _LEAST or before[0].sort != "word":
        return False
    words = [token.text.lower() for token in before]
    if not _OPEN.isdisjoint(words):
        return False
    last, noun = before[-1], before[-2]
    if last.sort == "number":
        is_one = (
            noun.sort == "word" and noun.text.isalpha() and not noun.text.endswith("s") and len(noun.text) >= MIN_WORD
        )
        return words[0] in _OPENING and (is_one or _YEAR.fullmatch(last.text) is not None)
    is_noun = len(last.text) >= MIN_WORD and last.text.isalpha() and is_latin(last.text)
    return is_noun and words[-1] not in _JOINING


def _begins_sentence(word: Token) -> bool:
    """Whether one word before a comma is no operand, as `Consequently`: it is long, and begins a sentence."""
    text = word.text
    if word.sort == "word" and text.lower() in _CALLS:
        return True
    is_long = word.sort == "word" and len(text) >= _LONG and text.isalpha() and is_latin(text) and text.istitle()
    return is_long and text.lower() not in _OPEN | _JOINING
