"""A printed number: its value and the place of its last digit, read from its text."""

import re
from fractions import Fraction as Q
from functools import lru_cache
from typing import Final, NamedTuple

_LONGEST: Final = 200
_LARGEST_EXPONENT: Final = 400
_MINUS: Final = str.maketrans("\u2212\u2013\ufe63\uff0d", "----")
_RAISED: Final = re.compile("10([\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)")
_LOWERED: Final = str.maketrans(
    "\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "+-0123456789"
)
_NUMBER: Final = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]*)(?P<point>\.?)(?P<decimals>[0-9]*)"
    r"(?:(?:[eE]|(?: ?(?:[xX*\u00d7\u00b7]|\\times|\\cdot) ?10(?:\^|\*\*)))"
    r"(?P<brace>\{)?(?P<exponent>[+-]?[0-9]+)(?(brace)\}))?",
    re.ASCII,
)
_AROUND: Final = re.compile(
    r"(?P<sign>[+-]?)(?:\\?\$|[\u20ac\u00a3\u00a5])?(?P<body>[0-9.,\\{}\u2009\u202f]+?)(?P<after>(?:\\?%|\u2030|[kKM])?)"
)
_GROUPS: Final = re.compile(
    r"([1-9][0-9]{0,2})(,|\\,|\{,\}|[\u2009\u202f])([0-9]{3}(?:\2[0-9]{3})*)(\.[0-9\\,\u2009\u202f]+)?"
)
_BODY: Final = re.compile(r"[0-9]*(?:\.[0-9]+(?:(?:\\,|[\u2009\u202f])[0-9]+)*)?")
_POWER: Final = re.compile(r"([+-]?)10(?:\^|\*\*)(?:\{([+-]?[0-9]+)\}|([+-]?[0-9]+))")
_SHIFTS: Final = {"": 0, "%": 2, "\\%": 2, "\u2030": 3, "k": -3, "K": -3, "M": -6}
_FRACTION: Final = re.compile(r"([+-]?)(?:([0-9]+) )?([0-9]+)/([0-9]+)", re.ASCII)
_RECURRING: Final = re.compile(r"([+-]?)([0-9]+)\.([0-9]*)\(([0-9]+)\)", re.ASCII)
_FRACTION_PLACE: Final = 6
_THIN: Final = re.compile(r"\\,|[\u2009\u202f]")
BLANK: Final = "_"
"""The text of a blank cell of a given, which stands for 0."""
_INFINITE: Final = re.compile(r"[+-]?(inf|infinity|\u221e)", re.IGNORECASE)


class Printed(NamedTuple):
    """A value with *place* decimals, so that its unit is 10**-place; a fraction, or one with a period, is exact."""

    value: Q
    place: int
    is_bare_integer: bool
    has_exponent: bool
    ends_in_zero: bool
    is_fraction: bool = False


@lru_cache(maxsize=1 << 14)
def decimal(text: str) -> Printed | None:
    """The number that a text shows, None if it shows none."""
    if len(text) > _LONGEST:
        return None
    plain = _RAISED.sub(lambda power: f"10^{power[1].translate(_LOWERED)}", text.translate(_MINUS))
    match = _NUMBER.fullmatch(plain)
    if match is None or not (match["whole"] or match["decimals"]):
        return _dressed(plain)
    exponent = int(match["exponent"] or 0)
    if abs(exponent) > _LARGEST_EXPONENT:
        return None
    place = len(match["decimals"]) - exponent
    value = int(match["whole"] + match["decimals"]) * ten(-place)
    signed, has_exponent = -value if match["sign"] == "-" else value, match["exponent"] is not None
    is_bare = not match["point"] and not has_exponent
    return Printed(signed, place, is_bare, has_exponent, match["decimals"].endswith("0"))


def _dressed(text: str) -> Printed | None:
    """A number with signs around or between its digits, or a power of ten; None of another text."""
    exact = _exact(text)
    if exact is not None:
        return Printed(
            exact, _FRACTION_PLACE, is_bare_integer=False, has_exponent=False, ends_in_zero=False, is_fraction=True
        )
    power, match = _POWER.fullmatch(text), _AROUND.fullmatch(text)
    if power is not None:
        return decimal(f"{power[1]}1e{power[2] or power[3]}")
    if match is None:
        return None
    groups, body = _GROUPS.fullmatch(match["body"]), match["body"]
    if groups is not None:
        body = groups[1] + groups[3].replace(groups[2], "") + (groups[4] or "")
    if not _BODY.fullmatch(body):
        return None
    found, shift = decimal(match["sign"] + _THIN.sub("", body)), _SHIFTS[match["after"]]
    if found is None:
        return None
    return found._replace(
        value=found.value / ten(shift), place=found.place + shift, is_bare_integer=found.is_bare_integer and not shift
    )


def _exact(text: str) -> Q | None:
    """The value of a fraction, or of a decimal with its period in brackets; None of another text."""
    fraction, recurring = _FRACTION.fullmatch(text), _RECURRING.fullmatch(text)
    if fraction is not None and int(fraction[4]):
        size = int(fraction[2] or 0) + Q(int(fraction[3]), int(fraction[4]))
        return -size if fraction[1] == "-" else size
    if recurring is None:
        return None
    sign, whole, before, period = recurring.groups()
    size = Q(int(whole + before + period) - int(whole + before), 10 ** len(before) * (10 ** len(period) - 1))
    return -size if sign == "-" else size


def is_infinite(text: str) -> bool:
    """Whether a text shows an infinity."""
    return _INFINITE.fullmatch(text.translate(_MINUS)) is not None


def ten(exponent: int) -> Q:
    """10**exponent, exactly."""
    return Q(10**exponent) if exponent >= 0 else Q(1, 10**-exponent)


def magnitude(value: Q) -> int:
    """The number of digits before the point: 2 for 12.7, 0 for 0.3, -1 for 0.03. The value is not zero."""
    size = abs(value)
    digits = (size.numerator.bit_length() - size.denominator.bit_length()) * 3 // 10
    while ten(digits) <= size:
        digits += 1
    while ten(digits - 1) > size:
        digits -= 1
    return digits
