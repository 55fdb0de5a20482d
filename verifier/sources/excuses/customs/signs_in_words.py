"""Negative results whose sign is said otherwise: by a word, as in `15 - 40 = 25 short`, or by brackets, as in accounts.

A percent error, a difference and a decrease have none: `(40 - 50) / 50 = 20% decrease`.

So a result has the right size, and not the sign that the difference has. A known unit behind it says no sign, nor does
a word that goes on with the sentence, or one that stands behind an operand too.
"""

import re
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply
from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.written_values import shows, spelled, tree_of, value_of
from verifier.sources.text.signs import PERCENT
from verifier.sources.text.words_behind import GOES_ON, words_behind
from verifier.sources.units.conversions import is_known
from verifier.sources.units.unit_sizes import size_of

_BEHIND: Final = pattern(r"\(?(?P<first>[^\W\d_]+|\\?[%\u00b0\u20ac]+[A-Z]?)(?: \(?(?P<second>[^\W\d_]{3,}))?")
"""The words behind a result, the first of which may be its unit."""
_YEARS: Final = pattern(r"(?:years?|Jahre?n?|ans|a\u00f1os|anos|anni)\b")
_OF_ERAS: Final = pattern(
    r"\bB\.?C\.?(?:E\b|\b|(?=\s))|\bno year (?:0|zero)\b|\bv\. ?Chr\b|\bav\. ?J\.?-?C\b|\ba\. ?C\."
)
_NEAR: Final = 80
_SIDE: Final = pattern(
    r"\(?(?:[^\W\d_]{1,3} )?"
    r"(?:to the (?:left|right|north|south|east|west)|in the (?:red|negative|minus|other|opposite))\b"
)
"""A direction behind a result that no single word says."""
_PERCENT: Final = pattern(r"[\s$}]{0,3}\\?%")
_SIZE_BEFORE: Final = pattern(
    r"\b(?:errors?|differences?|deviations?|discrepancy|gap|distance|decreases?|decline|drop|reduction|fall|loss|discount"
    r"|savings?|shortfall|deficit|Fehler|Abweichung|Differenz|Unterschied|R\u00fcckgang|Verlust|Abnahme|erreur|\u00e9cart"
    r"|diff\u00e9rence|baisse|perte|diferencia|desviaci\u00f3n|descenso|p\u00e9rdida|errore|differenza|scarto|erro"
    r"|diferen\u00e7a|desvio)\b[^.;!?\n]{0,60}\Z",
    re.IGNORECASE,
)
"""Words before an expression that say how large something is, and not in which direction."""
_SIZE_BEHIND: Final = pattern(
    r"\\?%? ?\(?(?:[^\W\d_\u00b7/\u00b2*]{1,4}(?:[\u00b7/*][^\W\d_]{1,3}\u00b2?)? \(?)?(?:an? |of |the )?"
    r"(?:decrease|decline|reduction|discount|off|lower|less|fewer|cheaper|drop|fall|loss|below|down|smaller|shorter|slower"
    r"|released|absorbed|given off|deceleration|slowing|clockwise|compress\w*|virtual|inverted|behind|to go|favou?rable"
    r"|unfavou?rable|adverse|weniger|R\u00fcckgang|Abnahme|de moins|menos|meno)\b",
    re.IGNORECASE,
)
"""Words behind a number, or behind its unit, that say a direction."""
_ERAS: Final = pattern(r"[(\d]?\d+-\([-\u2212]\d+\)|[-\u2212]\d+-\d+")


def has_sign_in_words(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the result of an equality between two offsets is the negative of what is before it, and says so.

    So is one of years, of which there is no year 0 between those of two eras.
    """
    left, right = sides
    tree = tree_of(left)
    value = None if tree is None else value_at(tree, {})
    if value is None or not isinstance(tree, Apply):
        return False
    if _is_size(text, end, value, right) and _says_a_size(text, start, end):
        return True
    if tree.operation not in ("subtract", "add"):
        return False
    if any(shows(value + one, right.tokens) for one in (-1, 1)) and _is_of_eras(text, end, left):
        return True
    is_opposite = shows(-value, right.tokens) or value_of(right) == -value
    return value < 0 and (
        _is_in_brackets(right, -value) or (is_opposite and _says_a_sign(words_behind(text, end), left))
    )


def _is_size(text: str, end: int, value: fmpq, right: Side) -> bool:
    """Whether a number is a negative value without its sign, as it is or in percent."""
    *number, last = right.tokens
    is_shown = last.is_one_of(*PERCENT)
    sizes = (-value, -100 * value) if is_shown or _PERCENT.match(text, end) is not None else (-value,)
    return value < 0 and any(shows(size, number if is_shown else right.tokens) for size in sizes)


def _says_a_size(text: str, start: int, end: int) -> bool:
    """Whether words say that a number has no sign: a difference, an error or a decrease of so much."""
    return _SIZE_BEFORE.search(text, max(0, start - _NEAR), start) is not None or (
        _SIZE_BEHIND.match(words_behind(text, end)) is not None
    )


def _is_of_eras(text: str, end: int, left: Side) -> bool:
    """Whether years before and behind the one in which an era begins are added or subtracted."""
    if _YEARS.match(words_behind(text, end)) is not None and _ERAS.fullmatch(spelled(left)) is not None:
        return True
    are_whole = all(token.text.isdecimal() for token in left.tokens if token.sort == "number")
    return are_whole and _OF_ERAS.search(text, max(0, end - _NEAR), end + _NEAR) is not None


def _is_in_brackets(right: Side, size: fmpq) -> bool:
    """Whether a side is a number of this size in brackets, as accounts show negative ones."""
    texts = [token.text for token in (right.tokens[0], right.tokens[-1])]
    return texts == ["(", ")"] and shows(size, right.tokens[1:-1])


def _says_a_sign(words: str, left: Side) -> bool:
    """Whether words behind a number may say that it is below zero."""
    behind = _BEHIND.match(words)
    if behind is None:
        return False
    if _SIDE.match(words) is not None:
        return True
    first, second = behind["first"], behind["second"] or ""
    is_counted = first in left.kinds or first.removesuffix("s") in left.kinds
    is_unit = not first[-1].isalpha() or len(first) == 1 or size_of(first) is not None or is_known(first)
    said = second if is_unit or is_counted else first
    return said != "" and GOES_ON.fullmatch(said) is None and size_of(said) is None
