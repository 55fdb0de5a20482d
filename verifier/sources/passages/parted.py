"""Numbers of running text with a stray blank behind the comma or the point: `3, 600`, `1, 223.5` and `0. 75 m3`."""

from collections.abc import Sequence
from string import digits
from typing import Final

from verifier.late import pattern
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import MEASURES, NUMBERED

_LEADING: Final = pattern(r"[1-9][0-9]{0,2}(?:\D{1,3}[0-9]{3})*")
_LEAST: Final = 2
"""Tokens around a mark that say whether it parts a number."""
_GROUP: Final = pattern(r"[0-9]{3}(?![0-9])")


def is_parted(mark: Token, before: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Whether a comma or a point between two numbers may stand inside of one, of thousands or before decimals.

    A number with a point that begins a statement is the number of that, as in `3. 160 + 20 = 180`, and so is that of a
    step, as in `Exercise 3. 160 + 20 = 180`.
    """
    is_point = mark.is_one_of(".")
    if not (is_point or mark.is_one_of(",")) or mark.spaced or len(before) <= is_point or not behind:
        return False
    last, first = before[-1], behind[0]
    if is_point and before[-2].text.lower() in NUMBERED and last.text.isdecimal() and before[:-2] == []:
        return False
    if last.sort != "number" or first.sort != "number" or not first.spaced or first.is_money or "." in last.text:
        return False
    is_alone = all(token.sort in ("relation", "line") or token.is_one_of(".", ",", ";") for token in behind[1:2])
    is_thousands = _LEADING.fullmatch(last.text) is not None and _GROUP.match(first.text) is not None
    is_measured = any(token.sort == "word" and token.text.rstrip(digits) in MEASURES for token in behind[1:2])
    return is_thousands or (is_point and (is_alone or is_measured or last.text == "0"))


def is_broken(mark: Token, before: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Whether a number that a name is said to be may go on behind a line end, as in `range = 31.` and `46 - 17 = 14`.

    A result of numbers before it ends a sentence there.
    """
    if not mark.is_one_of(".", ",") or mark.spaced or len(before) < _LEAST or len(behind) < _LEAST:
        return False
    relation, last = before[-2:]
    is_said = relation.sort == "relation" and last.sort == "number" and last.text.isdecimal()
    goes_on = behind[0].sort == "line" and behind[1].sort == "number" and not behind[1].is_money
    return is_said and goes_on and not any(token.sort == "number" for token in before[:-2])
