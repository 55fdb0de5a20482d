"""Sums that some trades write in ways of their own: marks of tests, stations of a survey, weeks with days, cents.

`18/20 + 14/15 = 32/35` adds the marks and what there were to get, and `14+35.20` is one number, a place on a line.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.interval import Interval, overlap
from verifier.sources.expressions.chains import SEAM, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS, OVER
from verifier.sources.text.tokens import Token
from verifier.sources.text.topics import Words
from verifier.sources.text.words_behind import words_behind
from verifier.verdict import CellReport

_NEAR: Final = 240
"""So many characters before and behind an equality say what it is of."""
_MARKS: Final = pattern(
    r"\b(?:grad(?:es?|ing)|scor(?:es?|ing)|quiz(?:zes)?|marks?|points?|tests?|exams?|assignments?|homeworks?|rubrics?"
    r"|shots?|hits?|goals?|throws?|attempts?|tries|out of|correct|votes?|batting)\b",
    re.IGNORECASE,
)
_STATIONS: Final = Words(
    r"\bstation(?:s|ing)?\b|\bsta\.|\bsta \d|\bchainages?\b|\bstakes?\b|\bgestation|\bPV[ICT]\b|\bPOT\b"
)
_BELOW: Final = pattern(
    r"[^\r\n]{0,60}\r?\n[ \t]*(\d[\d.,]*)[ \t]+[A-Za-z/]+[ \t]*(?:\([^()\r\n]*\)[ \t]*)?(?:\r?\n|\Z)"
)
"""A line with a number and its unit alone, perhaps with a remark, right below."""
_METRES: Final = pattern(r"\d\d\.\d\d|\d{3}(?:\.\d+)?")
"""What stands behind the plus of a station, of hundreds of feet or of kilometres."""
_POINTS: Final = pattern(r"(?:points?|pts?|Punkte?|punt[io]s?|pontos?)\b", re.IGNORECASE)
_MATCH: Final = pattern(r"\b(?:w[io]n(?:s|ning)?|victor\w+|beat|match(?:es)?|goals?|league|Sieg\w*)\b", re.IGNORECASE)
_SCORE: Final = 3
"""Tokens of the goals of two teams."""
_MOST_GOALS: Final = 15
_SEVERAL: Final = pattern(r"(?<![\w.])([2-9]|1[0-9]) (?:for|f\u00fcr|pour|por|per) (?:[A-Z]{3} )?[$\u20ac\u00a3\\]*$")
"""How many are sold for the price that stands next."""
_PRICED: Final = 3
"""Tokens of a number of things, and their price behind a slash."""
_FRACTION: Final = 4
"""Tokens of a fraction and the sign before the next."""


def holds_in_a_trade(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether an equality between two offsets may hold as a trade writes it, of which the text speaks there."""
    near = text[max(0, start - _NEAR) : end + _NEAR]
    is_of_marks = _is_sum_of_marks(*(side.tokens for side in sides)) and (
        _MARKS.search(near) is not None or _are_large(sides[0].tokens)
    )
    has_stations = any(_has_station(side.tokens) for side in sides)
    are_surely = any(_is_surely_of_stations(side.tokens) for side in sides)
    if is_of_marks or are_surely or (has_stations and _speaks_of_stations(text)):
        return True
    return _is_score(text, start, end, *(side.tokens for side in sides)) or _is_for_several(text, start, sides)


@lru_cache(maxsize=1)
def _speaks_of_stations(text: str) -> bool:
    return _STATIONS.are_in(text.lower())


def is_price_of_several(sides: tuple[Side, Side]) -> bool:
    """Whether a number of things stands before a slash, and their price behind it, as in `6/$9 = $1.50`.

    Of an amount on the right nothing else can be meant.
    """
    left, right = (side.tokens for side in sides)
    *count, several, over, price = left if len(left) in (_PRICED, _PRICED + 2) else (SEAM, SEAM, SEAM)
    is_priced = over.is_one_of(*OVER) and price.is_money and not several.is_money
    values = [number_in(token.text) for token in (several, price, *count[:1])]
    if (
        not is_priced
        or (count and count[1].text != "@")
        or not all(value is not None and value.value for value in values)
    ):
        return False
    each = fmpq(1)
    for value, power in zip(values, (-1, 1, 1), strict=False):
        each *= fmpq(1) if value is None else value.value**power
    return shows(each, right) or (not count and right[0].is_money)


def is_of_cents(cells: Iterable[CellReport], sides: tuple[Side, Side]) -> bool:
    """Whether amounts in hundredths are those of money that is shown whole, as `3 * 75 = $2.25`."""
    left, right = sides
    is_whole = right.tokens[0].is_money and not (left.unit or any(token.is_money for token in left.tokens))
    return is_whole and all(_is_share(cell, fmpq(1, 100)) for cell in cells)


def is_divided_below(cells: Iterable[CellReport], behind: str) -> bool:
    """Whether numbers hold if what is computed stands over the number of the next line: a fraction without its line."""
    divisor = _BELOW.match(behind)
    number = None if divisor is None else number_in(divisor[1])
    return number is not None and number.value != 0 and all(_is_share(cell, 1 / number.value) for cell in cells)


def _is_share(cell: CellReport, share: fmpq) -> bool:
    """Whether a number can be a share of what its formula gives."""
    if cell.possible is None or cell.target is None:
        return False
    box = cell.possible * share
    return isinstance(box, Interval) and overlap(box, cell.target)


def _is_sum_of_marks(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether the numbers above the lines of fractions, and those below, have the sums of one fraction."""
    terms = [left[at : at + _FRACTION] for at in range(0, len(left), _FRACTION)]
    fractions = [*(term[: _FRACTION - 1] for term in terms), right]
    is_sum = len(terms) > 1 and all(term[-1].is_one_of("+") for term in terms[:-1])
    if not (is_sum and all(len(one) == _FRACTION - 1 and one[1].is_one_of(*OVER) for one in fractions)):
        return False
    for at in (0, 2):
        numbers = [number_in(one[at].text) for one in fractions]
        values = [number.value for number in numbers if number is not None]
        if len(values) < len(fractions) or sum(values[:-1]) != values[-1]:
            return False
    return True


def _are_large(terms: Sequence[Token]) -> bool:
    """Whether fractions have two digits or more below their lines: who adds all of them adds marks, or shots."""
    return all(len(token.text) > 1 for token in terms[2::_FRACTION])


def _is_score(text: str, start: int, end: int, left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether two numbers are the score of a match, and the result has the points: one for a draw, three or none."""
    if (
        len(left) != _SCORE
        or len(right) != 1
        or not left[1].is_one_of(*MINUS)
        or not _POINTS.match(words_behind(text, end))
    ):
        return False
    goals = [int(token.text) for token in left[::2] if token.text.isdecimal()]
    if len(goals) < 2 or max(goals) >= _MOST_GOALS:  # noqa: PLR2004 - of two teams
        return False
    points = "1" if goals[0] == goals[1] else "30"[goals[0] < goals[1]]
    is_told = points != "3" or _MATCH.search(text, max(0, start - _NEAR), end + _NEAR) is not None
    return is_told and right[0].text == points


def _is_for_several(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether a price is that of several things together, as in `2 for $3 * 4 = $6`."""
    several = _SEVERAL.search(text[max(0, start - _NEAR) : start])
    value = None if several is None else value_of(sides[0])
    return several is not None and value is not None and shows(value / int(several[1]), sides[1].tokens)


def _has_station(tokens: Sequence[Token]) -> bool:
    """Whether a plus touches the numbers on both of its sides."""
    return any(True for _ in _stations(tokens))


def _is_surely_of_stations(tokens: Sequence[Token]) -> bool:
    """Whether a plus before three digits, or two and hundredths, touches its numbers, and a sign stands apart."""
    is_apart = any(token.is_one_of("+", *MINUS) and token.spaced for token in tokens[1:])
    return is_apart and any(_METRES.fullmatch(rest.text) for rest in _stations(tokens))


def _stations(tokens: Sequence[Token]) -> Iterator[Token]:
    """The numbers that a plus joins to those before it without blanks."""
    for one, plus, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if one.sort == other.sort == "number" and plus.is_one_of("+") and not (plus.spaced or other.spaced):
            yield other
