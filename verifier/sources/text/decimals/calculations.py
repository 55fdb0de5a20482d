"""What calculations with two numbers tell of their commas: whether they hold with decimals, or where commas part."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from flint import fmpq

UNIT: Final = (
    r"(?:\\?%|\u20ac|(?:EUR|[Ee]uros?|[Pp]rozent|[Ll]iter|litr(?:os?|i|es?)|[Mm]eter|metr(?:os?|i)|m\u00e8tres?|[Kk]ilos?"
    r"|Stunden|heures?|horas?|Mio|Mrd|[Mm]illion(?:en|i)|milioni|millones|milh\u00f5es|[kcmd]?m[\u00b2\u00b3]?|ha|[km]?g"
    r"|[cmdh]?[lL]|t|km/h|m/s|h|min|s|[km]?V|m?A|k?W|kWh|k?N|k?J)(?!\w))"
)
_PRODUCT: Final = re.compile(
    r"(?<![\w.,])(?P<one>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)\s?(?P<sign>[-+*/:x\u00b7\u00d7\u2212]|\\(?:cdot|times|div))\s?"
    r"(?P<other>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)\s?=\s?(?P<result>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)(?![0-9]|[.,][0-9])"
)
"""A calculation with two numbers."""
_FRACTION: Final = re.compile(
    r"(?<![0-9}])(?P<sign>\\[dt]?frac)(?:\{(?P<one>[0-9]{1,6})\}\{(?P<other>[0-9]{1,6})\}|\s?(?P<digit>[0-9])(?P<below>[0-9]))"
    r"\s?=\s?(?P<result>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)(?![0-9]|[.,][0-9])"
)
"""A fraction of two whole numbers."""
_ADDING: Final = ("+", "-", "\u2212")
_OVER: Final = ("/", ":", "\\div")
_UNIT_BEHIND: Final = re.compile(rf"(?:\s|~|\\,)*(?:{UNIT}|\\(?:text|mathrm)\{{\s*{UNIT})")
OF_THOUSANDS: Final = 3
_NEAR: Final = 8
"""A result that is off by no more than such a part of what it should be is nearly right."""
EXACTLY, NEARLY, PARTED, MAYBE = "exactly", "nearly", "parted", "maybe parted"
_GOES_ON: Final = re.compile(r"\s?(?:[-+*/:x\u00b7\u00d7\u2212]|\\(?:cdot|times|div))")


def products(text: str) -> Iterator[re.Match[str]]:
    """The calculations with two numbers of a text."""
    return chain(_PRODUCT.finditer(text), _FRACTION.finditer(text))


def tells(product: re.Match[str]) -> str:
    """Whether a calculation holds with decimals, nearly does, or holds with what its commas part, surely or maybe."""
    groups = product.groupdict()
    one, other = (groups.get("digit") or groups["one"], groups.get("below") or groups["other"])
    texts = [text.replace("{,}", ",") for text in (one, other, groups["result"])]
    first, last, result = map(_number, texts)
    sign = "/" if "frac" in product["sign"] else product["sign"]
    behind = [len(text.partition(",")[2]) for text in texts]
    if (sign in _OVER and last == 0) or not any(behind):
        return ""
    value = _value(first, last, sign)
    is_rounded = sign not in _ADDING and abs(value - result) <= fmpq(1, 2 * 10 ** behind[-1])
    if result == value or (behind[-1] and is_rounded):
        return EXACTLY if behind[-1] or OF_THOUSANDS not in behind else ""
    goes_on = _GOES_ON.match(product.string, product.end()) is not None
    if _is_of_parts(texts, sign):
        return PARTED if goes_on or any(behind[:-1]) else MAYBE
    has_decimals = behind[-1] > 1 or (behind[-1] == 1 and _UNIT_BEHIND.match(product.string, product.end()) is not None)
    is_near = abs(value - result) * _NEAR <= value or (0 < value < 1 and texts[-1].startswith("0,") and has_decimals)
    is_near = is_near and OF_THOUSANDS not in behind
    return NEARLY if is_near and not goes_on else ""


def _is_of_parts(texts: Sequence[str], sign: str) -> bool:
    """Whether commas may part: a calculation holds by each number, by those beside the signs, or with a remainder."""
    parts = [[fmpq(int(part)) for part in text.split(",")] for text in texts]
    one, other, result = parts
    count = max(map(len, parts))
    ways = [[numbers[index % len(numbers)] for numbers in parts] for index in range(count)]
    if len(one) == len(other) == 1 and sign in _OVER and result[0] * other[0] + result[-1] == one[0]:
        return True
    beside = [one[-1], other[0], result[0]]
    return all(_holds(way, sign) for way in ways) or _holds(beside, sign)


def _holds(way: Sequence[fmpq], sign: str) -> bool:
    """Whether a calculation holds, of two operands and a result."""
    one, other, result = way
    return not (sign in _OVER and other == 0) and _value(one, other, sign) == result


def _value(one: fmpq, other: fmpq, sign: str) -> fmpq:
    """What a calculation with two numbers gives."""
    if sign in _ADDING:
        return one + other if sign == "+" else one - other
    return one / other if sign in _OVER else one * other


def _number(text: str) -> fmpq:
    """A number with a decimal comma."""
    whole, _, decimals = text.partition(",")
    return fmpq(int(whole + decimals), 10 ** len(decimals))
