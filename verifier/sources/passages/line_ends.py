"""Ends of lines in running text: whether they part two expressions, or an expression goes on behind them."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.operand_words import is_part
from verifier.sources.text.signs import MINUS, OPERATORS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import BEFORE, MEASURES, UNITS
from verifier.sources.units.things import MOST_WORDS, is_thing
from verifier.sources.units.unit_texts import SIZES, is_spoken

_THOUSANDS: Final = 3
"""Digits between the blanks of a large number."""
SUM_BEGUN: Final = (
    r"(?:[^\r\n]*=[^\r\n]*[\d)\]]"
    r"|(?:[^\r\n]*\b(?:is|are|was|were|be|equals?|costs?|gives?|leaves?)[ \t])?[ \t]*"
    r"[$\u20ac\u00a3]?\d[\d.,]*(?:[ \t][A-Za-z]{1,3})?)[ \t]*"
)
"""A line that the next may go on with a term: an equality, or a number, alone or as what something is."""

_LABEL: Final = pattern(r"(?:[a-zA-Z]|[0-9]{1,2}|[ivx]{1,4})\)")


def line_boundary(ahead: Sequence[Token], found: Sequence[Token]) -> bool | None:
    """A line end is a boundary between two expressions, and none inside of one, or between words.

    *found* stands before it, and *ahead* are the next three tokens behind it.
    """
    if not found or not ahead:
        return None
    last, following = found[-1], ahead[0]
    if last.sort == "number" and _is_unit(ahead):
        return None
    if last.sort == "number" and (_is_begun(found, ahead) or _may_be_thousands(last, ahead)):
        return False
    if last.sort == "word" and found[-2:-1] and found[-2].sort == "number" and _ends_line(found):
        return True
    if last.sort == "word" and _begins_item(ahead) and _ends_with_things(found):
        return True
    if last.sort == "word" and _begins_statement(last, ahead) and any(token.sort == "relation" for token in found):
        return True
    if following.is_one_of("*"):
        return False  # a bullet that was typed, or a product that goes on
    if (
        _needs_more(last)
        or _needs_more(following)
        or (last.sort == "word" and not is_part(last, found[-2:-1], following))
    ):
        return None
    return not following.is_one_of(*MINUS) and not last.is_one_of(*MINUS)


def _ends_line(found: Sequence[Token]) -> bool:
    """Whether the word behind a number is a unit with which an equality ends, as `kg` and `m3`; a sum may go on."""
    is_unit = found[-1].text in MEASURES or SIZES.fullmatch(found[-1].text) is not None
    return is_unit and any(token.sort == "relation" for token in found)


def _ends_with_things(found: Sequence[Token]) -> bool:
    """Whether an equality ends with words for what is counted, as in `208 / 8 = 26 round tables`."""
    behind = list(takewhile(lambda token: token.sort != "number", reversed(found[-MOST_WORDS - 1 :])))
    if len(behind) > MOST_WORDS or not all(map(is_thing, behind)):
        return False
    return any(token.sort == "relation" for token in found)


def _may_be_thousands(last: Token, ahead: Sequence[Token]) -> bool:
    """Whether a number may go on in the next line, as `23` before `382 W`: the blank between its thousands is there."""
    following = ahead[0]
    is_three = following.sort == "number" and len(following.text) == _THOUSANDS and following.text.isdecimal()
    begins = len(ahead) > 1 and ahead[1].is_one_of(*OPERATORS)
    return is_three and not begins and last.text.isdecimal() and len(last.text) <= _THOUSANDS


def _begins_statement(last: Token, ahead: Sequence[Token]) -> bool:
    """Whether a line begins with a name of one or two words and a relation, and with nothing that is of a unit."""
    sorts = [token.sort for token in ahead]
    is_named = sorts[:2] == ["word", "relation"] or sorts[:3] == ["word", "word", "relation"]
    goes_on = last.text in BEFORE or ahead[0].text in BEFORE or is_spoken(ahead[0]) or ahead[0].text in UNITS
    return is_named and not goes_on


def _begins_item(ahead: Sequence[Token]) -> bool:
    """Whether a line begins with a number, or with the label of an item, as `b)` and `(ii)`."""
    if ahead[0].sort == "number":
        return True
    is_bracketed = ahead[0].is_one_of("(")
    shown = [token.text for token in ahead[is_bracketed : is_bracketed + 2]]
    return len(shown) > 1 and _LABEL.fullmatch("".join(shown)) is not None


def _is_unit(ahead: Sequence[Token]) -> bool:
    """Whether a line begins with the unit of the number before it, and with no name that is set."""
    is_name = len(ahead) > 1 and ahead[1].sort == "relation"
    return ahead[0].sort == "word" and not is_name and (is_spoken(ahead[0]) or ahead[0].text in UNITS)


def _is_begun(found: Sequence[Token], ahead: Sequence[Token]) -> bool:
    """Whether a sum or a mixed number may have begun before a line end, as `1 + 2` before `3/4 = 3 3/4`."""
    if any(token.sort == "relation" for token in found):
        return False
    is_operand = ahead[0].sort == "number" or ahead[0].is_one_of("(")
    is_term = len(found) > 1 and found[-2].is_one_of(*OPERATORS) and is_operand
    is_fraction = [token.sort for token in ahead[::2]] == ["number"] * 2 and ahead[1].is_one_of("/")
    return is_term or (is_fraction and not ahead[1].spaced and found[-1].text.isdecimal())


def _needs_more(token: Token) -> bool:
    return token.sort == "relation" or (token.is_one_of(*OPERATORS) and not token.is_one_of(*MINUS))
