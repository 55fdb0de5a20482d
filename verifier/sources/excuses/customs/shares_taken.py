"""Shares of what stands before them, and marks in percent: `£30 - 1/3 = £20`, `-20% - 10% = -28%`, `18/20 = 90`."""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import differ_in_a_digit, is_tight, number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows
from verifier.sources.text.words_behind import words_behind

_NEAR: Final = 160
_SHARE: Final = pattern(r"(\d+(?:\.\d+)?)([+-])(\d{1,2}/\d{1,2})")
_NAME: Final = pattern(r"\d{1,3}/\d{1,3}")
_PRICE: Final = pattern(r"\d+\.\d\d")
_QUOTIENT: Final = pattern(r"\d+(?:\.\d+)?/\d+(?:\.\d+)?")
_PART: Final = pattern(r"\d{1,2}/\d{1,2}")
_CHAIN: Final = pattern(r"(?:100%)?(?:[+-]\d+(?:\.\d+)?%){2,}")
_PERCENT: Final = pattern(r"([+-]?\d+(?:\.\d+)?)%")
_MARK: Final = pattern(r"(\d{1,3}(?:\.5)?)/(\d{1,3})")
_HALVES: Final = pattern(r"\d{1,3}(?:\.[05]0?)?")
_LONE: Final = pattern(r"\d+(?:\.\d+)?%")
_AMOUNT: Final = pattern(r"\d+(?:\.\d+)?")
_DIFFERENCE: Final = pattern(r"(\d[\d,]*(?:\.\d+)?)\s?[-\u2212\u2013]\s?(\d[\d,]*(?:\.\d+)?)\s?=\s?\$?\Z")
_NO_SHARE: Final = 3
"""So much is no percentage as a number, but what one is of something."""
_FEW: Final = 3
"""So many digits but zeros at their end have the amounts that are shared at most, unless they have decimals."""
_HUNDRED: Final = fmpq(100)
_LEAST: Final = 10
_MOST: Final = 200
_TENS: Final = (10, 100)
_ENDS: Final = pattern(r"[.,;!?)]*(?:\s|$)|\s?=\s?[A-F][+\u2212-]?")
_MARKS: Final = pattern(
    r"\b(?:tests?|exams?|quiz(?:zes)?|midterms?|finals?|marks?|scores?d?|grades?|homeworks?|assignments?|klausur(?:en)?|noten?"
    r"|pr\u00fcfung(?:en)?|examen(?:s|es)?|notes?|notas?|calificaci\u00f3n|esam[ei]|vot[oi]|provas?|cijfers?|prov|ocen[ay]|egzamin)\b",
    re.IGNORECASE,
)


def is_share_taken(sides: tuple[Side, Side]) -> bool:
    """Whether the right side is an amount more or less a share of it, or a chain of percents one of the other.

    So may a percentage or a fraction alone be said as the amount that it is of something else: `21 % = 9828 €`, `1/2 =
    45,000`. One whose digits a fraction has, or the inverse of one, is wrong.
    """
    left, right = (plainly(side.tokens) for side in sides)
    if _LONE.fullmatch(left) is not None and _AMOUNT.fullmatch(right) is not None:
        return sides[1].unit != "" or sides[1].tokens[0].is_money or number(right) >= _NO_SHARE  # of what stands before
    is_part = _PART.fullmatch(left) is not None and not sides[0].unit and 0 < number(left) < 1
    if is_part and _AMOUNT.fullmatch(right) is not None and number(right) >= _NO_SHARE:
        share, amount = number(left), number(right)
        digits = _digits(amount / share)
        is_measured = sides[1].unit != "" or sides[1].tokens[0].is_money or amount >= _LEAST
        is_measured = is_measured or _PRICE.fullmatch(right) is not None
        is_likely = ("." in right and is_measured) or ((amount / share).q == 1 and len(digits) <= _FEW)
        return amount * share != 1 and digits != "1" and is_likely
    if _is_name_before_a_price(sides) or _is_change(left, right):
        return True
    taken = _SHARE.fullmatch(left)
    if taken is not None:
        amount, share = number(taken[1]), number(taken[3])
        is_proper = 0 < share < 1 and amount >= _LEAST
        return is_proper and shows(amount * (1 + (share if taken[2] == "+" else -share)), sides[1].tokens)
    shown = _PERCENT.fullmatch(right)
    return _CHAIN.fullmatch(left) is not None and shown is not None and _is_chain(left, shown[1])


def _is_name_before_a_price(sides: tuple[Side, Side]) -> bool:
    """Whether a number with a stroke may name what costs a price behind it, as `195/65 = 79.90 each` does."""
    left, right = (plainly(side.tokens) for side in sides)
    if (
        _NAME.fullmatch(left) is None
        or _PRICE.fullmatch(right) is None
        or sides[0].unit
        or not is_tight(sides[0].tokens)
    ):
        return False
    above, below = map(int, left.split("/"))
    times = number(right) * below / above if above else fmpq(0)
    return times >= _LEAST and _digits(times) != "1"


def _is_change(left: str, right: str) -> bool:
    """Whether a percentage with its sign says how much a number is more or less than what divides it."""
    shown = _PERCENT.fullmatch(right)
    if shown is None or right[0] not in "+-" or _QUOTIENT.fullmatch(left) is None:
        return False
    above, below = map(number, left.split("/"))
    change = (above / below - 1) * _HUNDRED if below else fmpq(0)
    decimals = len(shown[1].partition(".")[2])
    return (
        below != 0
        and 2 * abs(change - number(shown[1].lstrip("+-")) * (-1 if right[0] == "-" else 1)) * 10**decimals <= 1
    )


def _digits(times: fmpq) -> str:
    """The digits of a whole number without the zeros at its end."""
    return str(times).rstrip("0")


def is_share_of_a_difference(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether a difference, which stands before the left side, is said in percent of what it is the difference of."""
    left, right = (plainly(side.tokens) for side in sides)
    before, percent = _DIFFERENCE.search(text, max(0, start - _NEAR), start), _PERCENT.fullmatch(right)
    if before is None or percent is None or _AMOUNT.fullmatch(left) is None:
        return False
    wholes = (number(before[1].replace(",", "")), number(before[2].replace(",", "")))
    return any(whole and shows(number(left) / whole * _HUNDRED, sides[1].tokens[:1]) for whole in wholes)


def _is_chain(left: str, shown: str) -> bool:
    """Whether percents, each of what the one before leaves, give what is shown, and no digit of their sum does."""
    total, rest = fmpq(1), fmpq(0)
    for one in re.findall(r"[+-]?[\d.]+(?=%)", left.removeprefix("100%")):
        change = number(one.lstrip("+-")) * (-1 if one[0] == "-" else 1)
        total, rest = total * (1 + change / _HUNDRED), rest + change
    is_whole = left.startswith("100%")
    value = (total if is_whole else total - 1) * _HUNDRED
    found = number(shown.lstrip("+-")) * (-1 if shown[0] == "-" else 1)
    return found == value and not differ_in_a_digit(shown, str(rest + _HUNDRED if is_whole else rest))


def is_mark_in_percent(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether a number is what marks are in percent, without the sign, as in `18/20 = 90`.

    So it is alone at an end, where not ten or a hundred are the most, or where words around it speak of marks.
    """
    left, right = (plainly(side.tokens) for side in sides)
    mark = _MARK.fullmatch(left)
    if mark is None or _HALVES.fullmatch(right) is None or sides[1].unit:
        return False
    most = int(mark[2])
    if not 1 < most <= _MOST or number(mark[1]) > most or number(right) * most != number(mark[1]) * _HUNDRED:
        return False
    is_told = _MARKS.search(text[max(0, start - _NEAR) : start] + words_behind(text, end)) is not None
    return is_told or (most >= _LEAST and most not in _TENS and _ENDS.match(words_behind(text, end) or " ") is not None)
