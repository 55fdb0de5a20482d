"""Ranges that are calculated with: `2-3 * 10 = 20-30`, `60 / 10-15 = 4-6` and, of years, `1914-18 = 4`.

A dash between two numbers of which the second is larger may say from where to where something is; so it does where
both sides have one, and both ends follow from those of the other side.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import DASH, MINUS, OVER, PERCENT
from verifier.sources.text.tokens import Token

_YEAR: Final = 4
"""Digits of a year."""
_SHORT: Final = 2
"""Digits of a year whose century is not said again."""
_SPAN: Final = 3
"""Tokens of two years with a dash between them."""
_FRACTION: Final = 3
"""Tokens of a fraction that is written in one word, as `1/2`."""


class _Range(NamedTuple):
    """Where a range begins and ends in tokens, with its two ends."""

    start: int
    end: int
    low: tuple[Token, ...]
    high: tuple[Token, ...]


def is_of_ranges(sides: tuple[Side, Side]) -> bool:
    """Whether a range is what a calculation with another one gives, or a number the years of one."""
    left, right = (side.tokens for side in sides)
    if any(_follows(one, other) for one, other in ((left, right), (right, left))):
        return True
    return _is_of_years(left, right)


def _follows(tokens: Sequence[Token], result: Sequence[Token]) -> bool:
    """Whether a side is a range whose ends a calculation gives with those of its own range, in either order."""
    behind = tuple([token for token in result[-1:] if token.is_one_of(*PERCENT)])
    plain = [token for token in result if not token.is_one_of(*PERCENT)]
    whole = next(_ranges(plain), None)
    if whole is None or whole.end - whole.start != len(plain):
        return False
    shown = ((*whole.low, *behind), (*whole.high, *behind))
    for one in _ranges(tokens):
        before, after = tokens[: one.start], tokens[one.end :]
        found = ((*before, *one.low, *after), (*before, *one.high, *after))
        if any(all(map(_shows, found, ends)) for ends in (shown, shown[::-1])):
            return True
    return False


def _ranges(tokens: Sequence[Token]) -> Iterator[_Range]:
    """Two numbers with a dash between them, the second one larger."""
    for at, dash in enumerate(tokens):
        if not dash.is_one_of(DASH, *MINUS) or not 0 < at < len(tokens) - 1:
            continue
        start = at - (_FRACTION if _is_fraction(tokens[max(0, at - _FRACTION) : at]) else 1)
        end = at + 1 + (_FRACTION if _is_fraction(tokens[at + 1 : at + 1 + _FRACTION]) else 1)
        low, high = (value_of(Side(tuple(part))) for part in (tokens[start:at], tokens[at + 1 : end]))
        if low is not None and high is not None and low < high:
            yield _Range(start, end, tuple(tokens[start:at]), tuple(tokens[at + 1 : end]))


def _is_fraction(tokens: Sequence[Token]) -> bool:
    """Whether tokens are one number over another without blanks."""
    if len(tokens) != _FRACTION or not tokens[1].is_one_of(*OVER) or tokens[1].spaced or tokens[2].spaced:
        return False
    return tokens[0].sort == tokens[2].sort == "number"


def _shows(tokens: Sequence[Token], number: Sequence[Token]) -> bool:
    """Whether a number, perhaps in percent or a fraction, is what tokens give, be it rounded or cut."""
    value, shown, printed = value_of(Side(tuple(tokens))), value_of(Side(tuple(number))), number_in(number[0].text)
    if value is None or shown is None:
        return False
    if printed is None or not printed.value or any(token.is_one_of(*OVER) for token in number):
        return value == shown
    return abs(value - shown) < power_of_ten(-printed.decimals) * abs(shown / printed.value)


def _is_of_years(tokens: Sequence[Token], result: Sequence[Token]) -> bool:
    """Whether a number says how many years there are between one and another whose century is not said again."""
    if len(tokens) != _SPAN or len(result) != 1 or not tokens[1].is_one_of(DASH, *MINUS) or tokens[1].spaced:
        return False
    first, last, years = tokens[0].text, tokens[2].text, result[0].text
    are_years = first.isdecimal() and last.isdecimal() and (len(first), len(last)) == (_YEAR, _SHORT)
    return are_years and years == str((int(last) - int(first)) % 10**_SHORT)
