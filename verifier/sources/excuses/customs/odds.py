"""Odds in the ways of several countries: `5/2 = 3.50 = +250`, `1.91 = 52.4%`, and `£10 @ 5/2 = £35` with the stake."""

from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows

_HUNDRED: Final = fmpq(100)
_AMERICAN: Final = pattern(r"([+-])(\d{3,5})")
_NEXT: Final = pattern(r"\s?=\s?([+\u2212-]\d{3,5})(?!\d)")
_FRACTION: Final = pattern(r"\d{1,4}/\d{1,4}")
_STAKE: Final = pattern(r"(\d+(?:\.\d+)?)\*(\d{1,4}/\d{1,4})")
_PERCENT: Final = pattern(r"(\d{1,2}\.\d+)%")
_DECIMAL: Final = pattern(r"\d{1,3}\.\d+")


def are_odds(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether two sides, of which the second ends at an offset, are odds with the stake, in parts or as a chance."""
    left, right = (plainly(side.tokens) for side in sides)
    stake = _STAKE.fullmatch(left)
    if stake is not None:
        is_bet = any(token.text == "@" for token in sides[0].tokens)
        return is_bet and shows(number(stake[1]) * (1 + number(stake[2])), sides[1].tokens)
    if _FRACTION.fullmatch(left) is not None:
        behind = _NEXT.match(text, end)
        american = None if behind is None else _profit(behind[1].replace("\u2212", "-"))
        odds = number(left)
        return american is not None and _is_about(american, odds) and shows(odds + 1, sides[1].tokens)
    if _DECIMAL.fullmatch(left) is None or number(left) == 0:
        return False
    chance, american = _PERCENT.fullmatch(right), _profit(right)
    if american is not None:
        return _is_about(american, number(left) - 1)
    return chance is not None and shows(_HUNDRED / number(left), sides[1].tokens[:1])


def _profit(american: str) -> fmpq | None:
    """What one unit wins by odds such as +250 or -110."""
    found = _AMERICAN.fullmatch(american)
    if found is None or int(found[2]) == 0:
        return None
    return int(found[2]) / _HUNDRED if found[1] == "+" else _HUNDRED / int(found[2])


def _is_about(one: fmpq, other: fmpq) -> bool:
    """Whether two profits are equal but for the digits that decimal odds leave out."""
    return abs(one - other) <= fmpq(1, 100)
