"""Exact values in decimals: rounded for reading, outward where a bound must stay a bound."""

from functools import lru_cache

from flint import arb, fmpq

from verifier.numbers.array import Value
from verifier.numbers.interval import MINUS_INFINITY, Interval, Missing
from verifier.numbers.number import FAR, Number, Uncertain, below, nearby
from verifier.numbers.printed import decimals_of, decimals_over, power_of_ten, show, show_units
from verifier.numbers.resolution import magnitude
from verifier.numbers.rounding import Rule, round_to

_EVEN = Rule((("half_even", None),))
_DOWN = Rule((("floor", None),))
_UP = Rule((("ceiling", None),))
_TOLD = 15
"""Number of significant digits of a number that is known to limited precision."""
_WRITTEN = 10**9
"""Largest exponent of ten that is written in full; a larger one gets an exponent of its own."""
_MANY = 24
"""Maximum number of extra decimals that are shown to tell two ranges apart."""
_SOON = 4
"""Maximum number of extra decimals that are shown if the number is complete with them."""
_OF_SOON = 10**_SOON


def decimal(value: Number, decimals: int) -> str:
    """*value* to *decimals* decimals, trailing zeros dropped; more where it ends soon after."""
    if isinstance(value, fmpq):
        return _of_rational(int(value.p), int(value.q), decimals)
    return _astronomic(value) or _vague(value, decimals) or show(_rounded(value, decimals, _EVEN), decimals)


def _of_rational(above: int, under: int, decimals: int) -> str:
    """The same of a rational, as whole numbers: FLINT is slow to make one for each step."""
    least, needed = max(0, decimals), decimals_over(under)
    if needed is not None and needed <= least + _SOON:
        digits = max(least, needed)
        return show_units(above * 10**digits // under, digits, drop_zeros=digits > 0)
    above, under = above * 10**least, under * 10 ** (least - decimals)
    units, rest = divmod(2 * above + under, 2 * under)  # to the nearest, and of two to the even one
    return show_units(units - (rest == 0 and units % 2), decimals)


def _astronomic(value: Number) -> str | None:
    """A ball too large to write in full: `9.90066e+301029`, or `10**4.34294e+19`."""
    if not isinstance(value, arb) or (value < FAR and -value < FAR):
        return None
    digits = abs(value).log() / arb(10).log()
    if digits < _WRITTEN:
        return value.str(6, radius=False)
    told = digits.str(6, radius=False) if digits.is_finite() else f"{_WRITTEN} and more"
    return f"{'-' if value < 0 else ''}10**{told}"


def _vague(value: Number, decimals: int) -> str | None:
    """A ball that is too wide for the decimals asked for, with the digits that are certain: `2.72637457211257e+347`."""
    is_vague = isinstance(value, arb) and value.rad() > power_of_ten(-decimals)
    return value.str(_TOLD, radius=False) if isinstance(value, arb) and is_vague else None


def _terminates(value: Number, decimals: int) -> str | None:
    least = max(0, decimals)
    needed = decimals_of(value) if isinstance(value, fmpq) else None
    if needed is None or needed > least + _SOON or not isinstance(value, fmpq):
        return None
    digits = max(least, needed)
    return show(value, digits, drop_zeros=digits > 0)


def _rounded(value: Number, decimals: int, rule: Rule) -> fmpq:
    try:
        return round_to(value, decimals, rule)
    except Uncertain:  # a ball on a grid point, or one that is wider than the grid
        assert isinstance(value, arb)
        end = below(value) if rule is _DOWN else -below(-value) if rule is _UP else nearby(value)
        return round_to(end, decimals, rule)


@lru_cache(maxsize=1 << 14)
def range_text(box: Interval, decimals: int) -> str:
    """A range with its ends rounded outward to *decimals* decimals."""
    lo = "-inf" if box.lo is None else _end(box.lo, decimals, _DOWN)
    hi = "inf" if box.hi is None else _end(box.hi, decimals, _UP)
    left = "[" if box.lo_closed and box.lo is not None else "("
    right = "]" if box.hi_closed and box.hi is not None else ")"
    return f"{left}{lo}, {hi}{right}"


def decimals_apart(a: Interval | None, b: Interval | None, least: int) -> int:
    """The number of decimals, *least* or a few more, at which two disjoint ranges look disjoint."""
    if a is None or b is None:
        return least
    gaps = [high - low for high, low in ((a.lo, b.hi), (b.lo, a.hi)) if high is not None and low is not None]
    for gap in gaps:
        known = below(gap) if gap < FAR and -gap < FAR else fmpq(0)
        if known > 0 and least < 2 - magnitude(known) <= least + _MANY:
            return 2 - magnitude(known)
    return least


def _end(value: Number, decimals: int, rule: Rule) -> str:
    """The end of a range; of a rational that does not end soon behind *decimals*, in units of the last of these."""
    if isinstance(value, fmpq) and decimals > 0:
        units = value * power_of_ten(decimals)
        if units.q == 1 or _OF_SOON % int(units.q):
            return show_units(units.floor() if rule is _DOWN else units.ceil(), decimals, drop_zeros=True)
    exact = _astronomic(value) or _terminates(value, decimals)
    return exact or show(_rounded(value, decimals, rule), decimals, drop_zeros=decimals > 0)


def has_text(value: Value | None) -> bool:
    """Whether a cell has a value that can be told."""
    return value is MINUS_INFINITY or not (value is None or isinstance(value, Missing))


def text(value: Value | None, decimals: int) -> str | None:
    """Any cell value as text; None if it has no value."""
    if value is None or not has_text(value):
        return None
    if value is MINUS_INFINITY:
        return repr(value)
    if isinstance(value, str):
        return value
    return range_text(value, decimals) if isinstance(value, Interval) else decimal(value, decimals)
