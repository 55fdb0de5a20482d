"""Results that words beside them call rounded to so many digits, or an estimate, in any of many languages.

`1234 * 2 = 2500 (2 s.f.)` holds as 2468 rounded to its two digits; `Estimate: 48 * 21 = 1000` is near. So does
`71 * 114 = 8090` where the text says that results have three digits, and `64.4 * 27.0 = 1740` anyway, as whoever
measures writes it. A number that is not what such a rounding gives, or is not near, is an error all the same.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Final

from flint import arb, fmpq

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.written_values import tree_of, value_of
from verifier.sources.text.signs import TIMES

_DIGITS: Final = (
    r"[1-9]\s?(?:s\.?\s?f\b|sig\b|significant|signifi[ck]\w+|geltende|d\u00f9ng|cifras|chiffres|cifre|siffror|sifre"
    r"|cyfr|\u0437\u043d\u0430\u0447|\u6709\u6548)"
)
_ROUNDED: Final = (
    r"(?:auf|\u00e0 la|aan|a la|a|til|\u0441 \u0442\u043e\u0447\u043d\u043e\u0441\u0442\u044c\u044e \u0434\u043e)"
    r" (?:hunderter|zehner|tausender|centaine|dizaine|centenas?|decenas?|hundrede|\u0441\u043e\u0442\u0435\u043d"
    r"|\u0434\u0435\u0441\u044f\u0442\u043a\u043e\u0432)"
    r"|gerundet|arrondi|redondead|arredondad|arrotondat|afgerond|avrunda|avrunde|afrunde|zaokr|kerek\u00edt|yuvarla"
    r"|py\u00f6rist|\u043e\u043a\u0440\u0443\u0433\u043b|\u56db\u820d\u4e94\u5165|\u6982\u6570|\ubc18\uc62c\ub9bc"
)
_ABOUT: Final = (
    r"ca\b|circa\b|est\.|est\b|ish\b|give or take|more or less|ungef\u00e4hr|rund\b|environ\b|aprox|cirka|ongeveer"
    r"|omtrent|omkring|noin\b|oko\u0142o|p\u0159ibli\u017en|k\u00f6r\u00fclbel\u00fcl|yakla\u015f\u0131k|kira-kira"
    r"|\u043f\u0440\u0438\u0431\u043b\u0438\u0437|\u043f\u0440\u0438\u043c\u0435\u0440\u043d\u043e|[\u7ea6\u7d04]|\uc57d\b"
)
_ESTIMATED: Final = (
    r"about:|(?<!\\)approx(?:\.|imately)?:?"
    r"|rough(?:ly)?|ball-?park|approximation|sanity check|orders? of magnitude|back[- ]of[- ](?:the|an)[- ]envelope"
    r"|in round (?:figures|numbers)|estimat\w*|compatible numbers|\u00fcberschlag\w*|\u00fc:|sch\u00e4tz\w*"
    r"|gesch\u00e4tzt|schatting|stima|estima\w*|szacowanie|oszacowanie|odhad|becsl\u00e9s|tahmin\w*|\u00f6verslag"
    r"|overslag|arvio|perkiraan|\u01b0\u1edbc l\u01b0\u1ee3ng|\u043f\u0440\u0438\u0431\u043b\u0438\u0437\w*"
    r"|\u043e\u0446\u0435\u043d\u043a\u0430|\u043f\u0440\u0438\u043a\u0438\u0434\u043a\u0430|[\u4f30\u6982]\u7b97"
    r"|\u898b\u7a4d\w*|\uc5b4\ub9bc\w*"
)
_BEHIND: Final = r"[\s$)\\%~,;*_-]{0,6}[(\uff08\[]?\s?(?:to |auf |\u00e0 |a )?"
_DIGITS_BEHIND: Final = re.compile(rf"{_BEHIND}(?:{_DIGITS}|{_ROUNDED}|rounded|(?:the )?nearest)", re.IGNORECASE)
_ABOUT_BEHIND: Final = re.compile(rf"{_BEHIND}(?:{_ABOUT})", re.IGNORECASE)
_DIGITS_BEFORE: Final = re.compile(rf"(?<!\w)(?:{_ROUNDED}|rounded|nearest)[^\n.;=]{{0,24}}\Z", re.IGNORECASE)
_ESTIMATED_BEFORE: Final = re.compile(rf"(?<!\w)(?:{_ESTIMATED})[^\n.;]{{0,60}}\Z", re.IGNORECASE)
_AROUND: Final = 80
_NEAR: Final = fmpq(3, 20)
"""By such a share of itself an estimate may be off."""
_COUNTS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "zwei": 2, "drei": 3, "vier": 4, "deux": 2, "trois": 3, "quatre": 4,
    "dos": 2, "tres": 3, "cuatro": 4, "due": 2, "tre": 3, "quattro": 4, "dois": 2, "tr\u00eas": 3, "quatro": 4,
}  # fmt: skip
_OF_ALL: Final = pattern(
    r"s\.?\s?f\b|sig(?:nificant)?\.?[\s-](?:fig|dig)"
    r"|(?:signifikante|g\u00fcltige|geltende)n?\s(?:stellen|ziffern)|chiffres\ssignificatifs|cifras\ssignificativas"
    r"|cifre\ssignificative|algarismos\ssignificativos|\u0437\u043d\u0430\u0447\u0430\u0449"
    r"|\u4f4d\u6709\u6548"
)
"""Significant digits, in small letters."""
_COUNT: Final = pattern(rf"(?<![\w.])(?P<count>[2-6]|{'|'.join(_COUNTS)})[\s-]?\Z")
"""How many of them the results of a text have, before these words."""
_LONGEST: Final = max(map(len, _COUNTS)) + 1
_MEASURED_DIGITS: Final = 3
"""So many digits that are no zeros at the end, or more, does a rounded result of measurements show."""
_SCALES: Final[Mapping[str, int]] = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_ROUND_DIGITS: Final = 2
"""So many digits but zeros at their end do the numbers of an estimate have at most."""


def is_rough(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether words call the right side rounded, and it is so, or an estimate, and it is near, in round numbers."""
    before, behind = text[max(0, start - _AROUND) : start].rpartition("\n")[2], text[end : end + _AROUND]
    is_rounded = _DIGITS_BEHIND.match(behind) or _DIGITS_BEFORE.search(before)
    between = text[start:end]
    if _is_of_significant_digits(text, sides) or _is_of_rounded_scales(sides):
        return True
    is_about = _ABOUT_BEHIND.match(behind) or "=~" in between or "= ~" in between
    is_estimate = is_about or _ESTIMATED_BEFORE.search(before)
    if not (is_rounded or is_estimate):
        return False
    left, right = map(value_of, sides)
    if left is None or right is None or not left:
        return False
    unit = _unit(sides[1])
    if is_rounded and unit is not None and 2 * abs(left - right) <= unit:
        return True
    return bool(is_estimate) and abs(left - right) <= abs(left) * _NEAR and _is_round(sides[1])


def _is_of_significant_digits(text: str, sides: tuple[Side, Side]) -> bool:
    """Whether a whole number is what its expression gives, rounded to the digits that the text says of all results.

    Or to three and more that it shows before its zeros, where the expression has decimals or gives no whole number.
    """
    unit, count = _unit(sides[1]), _digits_of_all(text)
    if unit is None:
        return False
    shown = sum(map(str.isdigit, sides[1].tokens[0].text)) - len(str(unit.p)) + 1
    if unit == 1 or (count is None and shown < _MEASURED_DIGITS) or (count is not None and shown > count):
        return False
    tree = tree_of(sides[0])
    found = None if tree is None else enclosed(tree, {})
    number = number_in(sides[1].tokens[0].text)
    if found is None or number is None or not 2 * abs(found - arb(number.value)) <= arb(unit):
        return False
    value = value_of(sides[0])
    decimals = (token for token in sides[0].tokens if token.sort == "number" and "." in token.text)
    return count is not None or value is None or value.q != 1 or any(decimals)


def _is_of_rounded_scales(sides: tuple[Side, Side]) -> bool:
    """Whether a product of numbers of thousands and more, as `32K * 4K = 131M`, can have a result in others.

    Such numbers are rounded, as those with decimals are.
    """
    left, right = (_powers(side) for side in sides)
    numbers = [[number_in(token.text) for token in side.tokens if token.sort == "number"] for side in sides]
    factors, results = ([one for one in found if one is not None and one.value > 0] for found in numbers)
    is_product = all(token.sort == "number" or token.is_one_of(*TIMES) for side in sides for token in side.tokens)
    are_of_scales = left is not None and right is not None and len(left) > 1
    if not (are_of_scales and is_product and len(factors) >= len(left or ()) and len(results) == len(numbers[1]) == 1):
        return False
    half = fmpq(1, 2)
    result, scale = results[0], fmpq(10) ** (sum(left or ()) - sum(right or ()))
    least = prod((one.value - half * power_of_ten(-one.decimals) for one in factors), start=scale)
    most = prod((one.value + half * power_of_ten(-one.decimals) for one in factors), start=scale)
    reach = half * power_of_ten(-result.decimals)
    return least <= result.value + reach and result.value - reach <= most


def _powers(side: Side) -> tuple[int, ...] | None:
    """The powers of ten of the scales behind the numbers of a side; None where something else stands there."""
    units = [factors for _, factors in side.units or ()]
    if not all(len(factors) == 1 and factors[0][0] in _SCALES and factors[0][1] == 1 for factors in units):
        return None
    return tuple(_SCALES[factors[0][0]] for factors in units)


@lru_cache(maxsize=1)
def _digits_of_all(text: str) -> int | None:
    """How many significant digits a text says that its results have; None where it says nothing of them."""
    small = text.lower()
    before = (_COUNT.search(small, max(0, one.start() - _LONGEST), one.start()) for one in _OF_ALL.finditer(small))
    found = [match["count"] for match in before if match is not None]
    return max((_COUNTS.get(count) or int(count) for count in found), default=None)


def _unit(side: Side) -> fmpq | None:
    """The unit of the last digit that is no zero of a side that is one whole number, and shows no decimals."""
    numbers = [token.text for token in side.tokens if token.sort == "number"]
    if any("." in number for number in numbers):
        return None
    number = number_in(numbers[0]) if len(numbers) == 1 else None
    if number is None or number.value.q != 1 or not number.value:
        return None
    digits = str(abs(int(number.value.p)))
    return fmpq(10) ** (len(digits) - len(digits.rstrip("0")))


def _is_round(side: Side) -> bool:
    """Whether the numbers of a side have few digits that are no zeros at their ends."""
    digits = ["".join(filter(str.isdigit, token.text)) for token in side.tokens if token.sort == "number"]
    return bool(digits) and all(len(some.strip("0")) <= _ROUND_DIGITS for some in digits)
