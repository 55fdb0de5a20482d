"""Whole percents that a text shows behind counts, which are rounded shares of their total: `3 (14 %), 18 (86 %)`.

Used again, `14 % * 350 = 50` is computed with the share.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import PERCENT

_SHARE: Final = pattern(
    r"(?<![\w.,])(?P<count>[0-9]{1,6})[ \u00a0]?(?:\(|\|[ *]*)(?P<percent>[0-9]{1,2})[ \u00a0]?\\?%"
)
_LEAST: Final = 2
_HALF: Final = fmpq(1, 2)


def is_percent_of_counts(text: str, sides: tuple[Side, Side]) -> bool:
    """Whether a side with a whole percentage gives the other one if that is the share of counts of the text."""
    tokens = sides[0].tokens
    percents = [one.text for one, sign in pairwise(tokens) if sign.is_one_of(*PERCENT)]
    if len(percents) != 1 or not percents[0].isdecimal():
        return False
    shares = _shares(text)
    value, shown, percent = value_of(sides[0]), value_of(sides[1]), fmpq(int(percents[0]))
    if int(percents[0]) not in shares or not value or not shown or not percent:
        return False
    number = number_in(sides[1].tokens[0].text)
    near = _HALF / percent * abs(value) + (_HALF if number is not None and number.is_bare_integer else 0)
    return abs(shown - value) <= near


@lru_cache(maxsize=1)
def _shares(text: str) -> frozenset[int]:
    """The whole percents behind counts whose shares of the sum of all counts they are."""
    found = [(int(match["count"]), int(match["percent"])) for match in _SHARE.finditer(text)]
    total = sum(count for count, _ in found)
    if len(found) < _LEAST or not total:
        return frozenset()
    return frozenset(percent for count, percent in found if abs(fmpq(100 * count, total) - percent) <= _HALF)
