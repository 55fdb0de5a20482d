"""Hyphens that are no minus: in doses (`1-0-1 * 10 = 20`), prices in 32nds, spectacles, tolerances and half points."""

from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import is_tight, number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.tokens import Token

_ONE: Final = r"(?:[0-4](?:\.5|_1/[24])?|1/[24])"
_DOSES: Final = pattern(rf"({_ONE}(?:-{_ONE}){{2,3}})(?:\*(\d{{1,3}}))?")
_PRICE: Final = r"(\d{1,3})-([0-2]?\d|3[01])"
_PRICES: Final = pattern(rf"{_PRICE}([+-]){_PRICE}")
_PRICED: Final = pattern(_PRICE)
_PARTS: Final = 32
_LENS: Final = pattern(r"[+-]?\d{1,2}\.(?:00|25|50|75)[+-/]+\d{1,2}\.(?:00|25|50|75)\*(\d{1,3})")
_STRAIGHT: Final = 180
_TOLERANCE: Final = pattern(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)/-(\d+(?:\.\d+)?)")
_RANGE: Final = pattern(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)")
_COUNTED: Final = pattern(r"(\d{1,4})-(\d{1,4})\*(\d{1,3})")
_THREAD: Final = pattern(r"\d{1,2}/\d{1,2}-\d{1,2}\*(\d+(?:\.\d+)?)")
_HALVES: Final = ("1/2-1/2", "0-1", "1-0")
_GAMES: Final = pattern(r"(?:[01]|1/2)(?:\+(?:[01]|1/2))+")
_OUT_OF: Final = pattern(r"((?:\d+_)?1/2|\d+)/(\d+)")


def has_other_hyphens(sides: tuple[Side, Side]) -> bool:
    """Whether two sides may be equal where a hyphen or a slash on the left parts numbers that belong together."""
    left, right = (plainly(side.tokens) for side in sides)
    if _is_of_doses(left, sides) or _is_price(left, right) or _is_of_games(left, right):
        return True
    lenses = [_LENS.fullmatch(side) for side in (left, right)]
    if all(lens is not None and 0 < int(lens[1]) <= _STRAIGHT for lens in lenses):
        return True
    tolerance, shown = _TOLERANCE.fullmatch(left), _RANGE.fullmatch(right)
    if tolerance is not None and shown is not None:
        return number(shown[1]) < number(shown[2])
    counted, thread = _COUNTED.fullmatch(left), _THREAD.fullmatch(left)
    if counted is not None and is_tight(sides[0].tokens[:3]):
        first, last, times = (int(counted[at]) for at in (1, 2, 3))
        return first < last and right == str((last - first + 1) * times)
    return thread is not None and is_tight(sides[0].tokens[:5]) and sides[1].unit != "" and right == thread[1]


def _is_of_doses(left: str, sides: tuple[Side, Side]) -> bool:
    """Whether small numbers with hyphens are what is taken in the morning, at noon and in the evening, for some days.

    Beside no days one of them is none or half. Where a difference would not be positive, it is surely none.
    """
    doses = _DOSES.fullmatch(left)
    hyphens = _before_times(sides[0].tokens)
    if doses is None or not is_tight(hyphens):
        return False
    parts = [number(one) for one in doses[1].split("-")]
    shown = value_of(sides[1])
    total = sum(parts, start=fmpq(0)) * int(doses[2] or 1)
    if shown is None or not (doses[2] or fmpq(0) in parts or any(one.q > 1 for one in parts)):
        return False
    is_no_difference = (
        parts[0] <= sum(parts[1:], start=fmpq(0)) and shown > 0 and (doses[2] is not None or fmpq(0) in parts[1:-1])
    )
    return shown == total or is_no_difference


def _before_times(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens before a sign of a product, all of them without one."""
    signs = (at for at, token in enumerate(tokens) if plainly((token,)) == "*")
    return tokens[: next(signs, len(tokens))]


def _is_price(left: str, right: str) -> bool:
    """Whether prices have 32nds behind their hyphens, as those of bonds."""
    prices, shown = _PRICES.fullmatch(left), _PRICED.fullmatch(right)
    if prices is None or shown is None:
        return False
    one, other = (int(prices[at]) * _PARTS + int(prices[at + 1]) for at in (1, 4))
    return one + (other if prices[3] == "+" else -other) == int(shown[1]) * _PARTS + int(shown[2])


def _is_of_games(left: str, right: str) -> bool:
    """Whether a game gives one point, or the right side says how many points of how many games there are."""
    if left == _HALVES[0]:
        return right == "1"
    games, shown = _GAMES.fullmatch(left), _OUT_OF.fullmatch(right)
    if games is None or shown is None:
        return False
    points = [number(one) for one in left.split("+")]
    return int(shown[2]) == len(points) and number(shown[1]) == sum(points, start=fmpq(0))
