"""What calculations with two numbers tell of their commas: whether they hold with decimals, or where commas part."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.text.signs import VULGAR

_PRODUCT: Final = pattern(
    r"(?<![\w.,])(?P<one>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?|[\u00bc-\u00be\u2153\u2154])\s?(?P<sign>[-+*/:x\u00b7\u00d7\u2212]|\\(?:cdot|times|div))\s?"
    r"(?P<other>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)\s?=\s?(?P<result>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)(?![0-9]|[.,][0-9])"
)
"""A calculation with two numbers."""
_FRACTION: Final = pattern(
    r"(?<![0-9}])(?P<sign>\\[dt]?frac)(?:\{(?P<one>[0-9]{1,6})\}\{(?P<other>[0-9]{1,6})\}|\s?(?P<digit>[0-9])(?P<below>[0-9]))"
    r"\s?=\s?(?P<result>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)(?![0-9]|[.,][0-9])"
)
"""A fraction of two whole numbers."""
_SHARE: Final = re.compile(
    r"(?<![\w.,])(?P<one>[0-9]{1,6}(?:,[0-9]{1,4})?)\s?(?P<sign>%)\s[^\W\d_]{1,3}"
    r"\s(?P<other>[0-9]{1,6}(?:,[0-9]{1,4})?)(?:\s?[^\W\d_]{1,8}\.?|\s?[\u20ac\u20bd\u20b4\u20ba])?"
    r"\s?[=\u2248]\s?(?P<result>[0-9]{1,6}(?:,[0-9]{1,4})?)(?![0-9]|[.,][0-9])"
)
"""Percent of a number, as in `15 % von 250 \u20ac = 37,50 \u20ac`."""
_MEAN: Final = re.compile(
    r"(?<![\w^\\])\((?P<one>[0-9]{1,6}(?:\s?\+\s?[0-9]{1,6}){1,20})\)\s?(?P<sign>[/:\u00f7])\s?(?P<other>[0-9]{1,4})"
    r"\s?[=\u2248]\s?(?P<result>[0-9]{1,6}(?:,[0-9]{1,4})?)(?![0-9]|[.,][0-9])"
)
"""A sum of whole numbers that is divided by one."""
_POINTED: Final = re.compile(
    r"(?<![\w.,/])(?P<one>[0-9]{1,6})\s?[/\u00f7]\s?(?P<other>[0-9]{1,6})\s?[=\u2248]\s?(?P<whole>[0-9]{1,3})\.(?P<decimals>[0-9]{3})"
    r"(?![\w.,]*[0-9])"
)
"""A quotient of whole numbers with a point before three digits."""
_ADDING: Final = ("+", "-", "\u2212")
_OVER: Final = ("/", ":", "\u00f7", "\\div")
_PERCENT: Final = "%"
_GROUP: Final = 3
"""Digits of a group of thousands."""
_NEAR: Final = 8
"""A result that is off by no more than such a part of what it should be is nearly right."""
EXACTLY, NEARLY, PARTED, MAYBE = "exactly", "nearly", "parted", "maybe parted"
_GOES_ON: Final = pattern(r"\s?(?:[-+*/:x\u00b7\u00d7\u2212]|\\(?:cdot|times|div))")


def calculations(text: str, unit: re.Pattern[str]) -> list[str]:
    """What the calculations with two numbers of a text tell, one after another; a *unit* may stand behind them."""
    return [_tells(product, unit) for product in _products(text)]


def has_pointed_quotient(text: str) -> bool:
    """Whether a quotient of a text holds with three decimals behind a point, which parts no thousands then."""
    for match in _POINTED.finditer(text):
        one, other, shown = int(match["one"]), int(match["other"]), int(match["whole"] + match["decimals"])
        if other and abs(fmpq(one, other) - fmpq(shown, 1000)) <= fmpq(1, 2000):
            return True
    return False


def _products(text: str) -> Iterator[re.Match[str]]:
    """The calculations with two numbers of a text."""
    others = (one for has, one in ((" %", _SHARE), ("% ", _SHARE), ("+", _MEAN)) if has in text)
    return chain(
        _PRODUCT.finditer(text), _FRACTION.finditer(text), *(one.finditer(text) for one in dict.fromkeys(others))
    )


def _tells(product: re.Match[str], unit: re.Pattern[str]) -> str:
    """Whether a calculation holds with decimals, nearly does, or holds with what its commas part, surely or maybe."""
    groups = product.groupdict()
    one, other = (groups.get("digit") or groups["one"], groups.get("below") or groups["other"])
    one = str(sum(map(int, one.split("+")))) if "+" in one else one
    texts = [text.replace("{,}", ",") for text in (one, other, groups["result"])]
    first, last, result = map(_number, texts)
    sign = "/" if "frac" in product["sign"] else product["sign"]
    behind = [len(text.partition(",")[2]) for text in texts]
    if (sign in _OVER and last == 0) or not any(behind):
        return ""
    value = _value(first, last, sign)
    if _GROUP in behind and _holds([_number(text.replace(",", "")) for text in texts], sign):
        return ""  # so it does where commas part thousands
    is_rounded = sign not in _ADDING and abs(value - result) <= fmpq(1, 2 * 10 ** behind[-1])
    if result == value or (behind[-1] and is_rounded):
        return EXACTLY if behind[-1] or _GROUP not in behind else ""
    goes_on = _GOES_ON.match(product.string, product.end()) is not None
    if _is_of_parts(texts, sign):
        return PARTED if goes_on or any(behind[:-1]) else MAYBE
    has_decimals = behind[-1] > 1 or (behind[-1] == 1 and unit.match(product.string, product.end()) is not None)
    is_near = abs(value - result) * _NEAR <= value or (0 < value < 1 and texts[-1].startswith("0,") and has_decimals)
    is_near = is_near and _GROUP not in behind
    return NEARLY if is_near and not goes_on else ""


def _is_of_parts(texts: Sequence[str], sign: str) -> bool:
    """Whether commas may part: a calculation holds by each number, by those beside the signs, or with a remainder."""
    parts = [list(map(_number, text.split(","))) for text in texts]
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
    if sign == _PERCENT:
        return one * other / 100
    return one / other if sign in _OVER else one * other


def _number(text: str) -> fmpq:
    """A number with a decimal comma, or a fraction that is one character."""
    if text in VULGAR:
        return fmpq(*VULGAR[text])
    whole, _, decimals = text.partition(",")
    return fmpq(int(whole + decimals), 10 ** len(decimals))
