"""Numbers that are said again in another form: `0.00045 = 4.5 * 10^-5`, `0.0234 = 23.4%`, `25 mL = 0.25 L`.

Two numbers beside each other may also be a scale (`2 cm = 5 km`) or an assignment. Those that have the digits of each
other are surely one number, and then its point may stand at a wrong place. In known units so are those that are near
each other, as `90 min = 1.6 h`, or of about one size with one digit that differs, as `2450 g = 3.45 kg`.
"""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.numbers.printed import Printed, power_of_ten, show
from verifier.numbers.rounding import is_power_of_ten, parse_rule, round_to
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.values import Reach, Results, Value, printed
from verifier.sources.text.signs import MINUS, PERCENT
from verifier.sources.text.tokens import Token
from verifier.sources.units.exponents import of_power_of_ten
from verifier.sources.units.unit_ratios import ratios_of
from verifier.sources.units.unit_sizes import BASES, Measured, size_of, total
from verifier.sources.units.units import is_value

_TENS: Final = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "d": -1, "c": -2, "m": -3, "\u00b5": -6, "n": -9, "p": -12}
_SIZED: Final = pattern(r"(?P<prefix>[kMGTdcmn\u00b5p]?)(?P<base>[mgNJWVAFLK]|Pa|Hz|mol|Omega|Wh|s)")
_POWER: Final = "x10^"
_LEAST: Final = 2
"""Digits that two numbers must share at least to be surely one."""
_NEAR: Final = fmpq(2, 5)
"""By so much of itself at most one number differs from another that is surely meant to be the same."""
_FAR: Final = 300
"""By so much at least lengths on a map differ from those in nature, and no power of ten that was mistaken."""
_FIVE: Final = 5
_HOUR: Final = 60
_SCALED: Final = ("m", "kg", "mol", "s")
"""Bases of lengths, areas, volumes, masses, amounts of substances and times, of which parts and scales are written."""
_OF_LENGTH: Final = tuple(int(base == "m") for base in BASES)
_OF_TIME: Final = tuple(int(base == "s") for base in BASES)
_SHARED: Final = 3
"""Digits of two numbers that are surely one where a single digit differs, or two are exchanged."""
_RULES: Final = (parse_rule("half_even"), parse_rule("trunc"))


def said_again(pair: Pair, left: Value, right: Value) -> Expression | None:
    """What the right number of two should be, if they are surely one; None of others."""
    if left.numeral is None or right.numeral is None:
        return None
    one, other = printed(left.numeral), printed(right.numeral)
    ratio = ratio_of(pair)
    has_percent = [side.tokens[-1].is_one_of(*PERCENT) for side in (pair.left, pair.right)]
    is_power = _POWER in left.numeral.text or _POWER in right.numeral.text
    if pair.left.unit or pair.right.unit:
        is_again = ratio is not None and (ratio != 1 or is_power)
    else:
        is_again = has_percent[0] != has_percent[1] or is_power
    is_near_size = ratio is None or not is_power or _is_of_size_in(pair, one.value * ratio, other.value)
    is_one = is_near_size and _is_one(one, other, is_power=is_power and ratio != 1)
    is_one = is_one or (is_power and is_near_size and ratio is not None and _has_digits_of(one.value * ratio, other))
    is_one = is_one or (ratio is not None and (_is_meant(one, other, ratio) or _is_moved(pair, one, other, ratio)))
    return in_unit_of(pair, left.tree) if is_again and is_one else None


def said_in_days(pair: Pair, left: Value, right: Value) -> Expression | None:
    """What the right number of two should be in a unit of several sizes, as days are of 24 hours or of those of work.

    It has the digits of the left one in its usual size, three or more, with the point at another place.
    """
    ratios = ratios_of(pair.left, pair.right)
    if ratios is None or left.numeral is None or right.numeral is None:
        return None
    value, other = printed(left.numeral).value * ratios.whole, printed(right.numeral)
    is_one = len(_digits(other)) >= _SHARED and _is_of_size(value, other.value) and _has_digits_of(value, other)
    return Apply("multiply", (left.tree, Literal(ratios.whole, str(ratios.whole)))) if is_one else None


def is_near(pair: Pair, one: Printed, other: Printed, ratio: fmpq) -> bool:
    """Whether a number is about another one in its own unit, as people round: to a digit, to five or to a quarter.

    So may hours with minutes behind their point be, as `2.30 h` are 150 min.
    """
    if _is_of_a_clock(one, other, ratio) or _is_of_a_clock(other, one, 1 / ratio):
        return True
    digits = other.text.lstrip("+-")
    kept = digits.rstrip("0") if other.is_bare_integer else digits
    unit = power_of_ten(len(digits) - len(kept) - other.decimals)
    steps = _FIVE if kept.partition("x")[0].endswith("5") else 1
    return pair.is_about and abs(one.value * ratio - other.value) <= unit * steps


def _is_of_a_clock(hours: Printed, minutes: Printed, ratio: fmpq) -> bool:
    """Whether a number of hours shows minutes behind its point."""
    whole, _, rest = hours.text.partition(".")
    is_clock = (
        ratio == _HOUR and whole.isdecimal() and rest.isdecimal() and len(rest) == len(str(_HOUR)) and int(rest) < _HOUR
    )
    return is_clock and minutes.value == int(whole) * _HOUR + int(rest)


def in_unit_of(pair: Pair, tree: Expression) -> Expression:
    """The left one of two numbers in the unit of the right one, where it is known what that is of its own."""
    ratio = ratio_of(pair)
    return tree if ratio in (None, 1) else Apply("multiply", (tree, Literal(ratio or fmpq(1), str(ratio))))


def ratio_of(pair: Pair) -> fmpq | None:
    """What the unit of the left one of two numbers is of that of the right one; None if that is not known exactly."""
    if not (pair.left.units and pair.right.units and is_number(pair.left.tokens) and is_number(pair.right.tokens)):
        return None
    power = _power(pair)
    if power is not None:
        return fmpq(10) ** power
    if pair.left.has_unit_of(pair.right):
        return fmpq(1)
    ratios = ratios_of(pair.left, pair.right)
    return ratios.whole if ratios is not None and ratios.is_one and not ratios.is_about else None


def is_number(tokens: Sequence[Token]) -> bool:
    """Whether tokens are one number, as `is_value`, or a number times a power of ten."""
    has_sign = len(tokens) > 0 and tokens[0].sort != "number" and tokens[0].is_one_of("+", *MINUS)
    return is_value(tokens) or 0 < of_power_of_ten(tokens) == len(tokens) - has_sign


def _power(pair: Pair) -> int | None:
    """What power of ten the unit of the left one of two numbers is of that of the right one; None if it is none."""
    ours, theirs = _tens(pair.left), _tens(pair.right)
    return None if ours is None or theirs is None or ours[0] != theirs[0] else ours[1] - theirs[1]


def _tens(side: Side) -> tuple[tuple[str, fmpq], int] | None:
    """The base of the unit of a number, and what power of ten it is of that; None if it has no such unit alone."""
    factors = side.units[0][1] if side.units and len(side.units) == 1 else ()
    match = _SIZED.fullmatch(factors[0][0]) if len(factors) == 1 else None
    if match is None or factors[0][1].q != 1:
        return None
    power = factors[0][1]
    return (match["base"], power), _TENS[match["prefix"]] * int(power.p)


def within(pair: Pair) -> Results | None:
    """What a whole number can have been that is said again in another unit, if that is what a pair of sides is.

    It was rounded to its last digit; if it is said again with more digits, zeros at its end may stand for others.
    Results are left to those who know of which expression they are.
    """
    ratio = ratio_of(pair)
    if pair.earlier or ratio in (None, 1):
        return None
    numeral = next(token.text for token in pair.right.tokens if token.sort == "number")
    is_of_tens = ratio is not None and is_power_of_ten(ratio) and numeral.strip("0.") == "1"
    if is_of_tens and pair.left.tokens[-1].text.strip("0.") == "1":
        return None  # which nobody rounds
    shown = "".join(filter(str.isdecimal, numeral)).lstrip("0")
    end = pair.left.tokens[-1].end

    def reach(digits: str, start: int, _is_percent: bool) -> Reach | None:  # noqa: FBT001 - as `Results`
        if start >= end:
            return None
        is_coarse = len(shown) > len(digits)
        unit = fmpq(10) ** (len(digits) - len(digits.rstrip("0"))) if is_coarse else fmpq(1, 2)
        return fmpq(int(digits)) - unit, fmpq(int(digits)) + unit

    return reach


def _is_meant(one: Printed, other: Printed, ratio: fmpq) -> bool:
    """Whether a number in its unit is near another one in its own, or but for a digit the same."""
    if not one.value or not other.value:
        return False
    value = one.value * ratio
    if abs(other.value - value) <= _NEAR * abs(value):
        return True
    decimals = max(0, other.decimals)
    theirs = show(other.value, decimals)
    return any(_is_slip(show(round_to(value, decimals, rule), decimals), theirs) for rule in _RULES)


def _is_moved(pair: Pair, one: Printed, other: Printed, ratio: fmpq) -> bool:
    """Whether a number is another one with its point at another place, or any that is no scale of that.

    Of a length, a mass or a time it has all digits of that, two or more. A scale leads to a larger unit, and a part of
    a mass or a volume, as 10 g of salt for each kg, is a round number.
    """
    value = one.value * ratio
    if not _is_of_size_in(pair, value, other.value):
        return False
    measured = _measured(pair.left)
    bases = [base for base, power in zip(BASES, measured, strict=True) if power]
    if len(bases) != 1 or bases[0] not in _SCALED:
        return True
    is_of_time = measured == _OF_TIME
    is_round = len(_digits(other)) < _LEAST and not (is_of_time or measured == _OF_LENGTH)
    return (ratio > 1 or is_of_time) and not is_round and _has_digits_of(value, other)


def is_scaled(side: Side) -> bool:
    """Whether a number measures what is written in scales and parts: a length, a mass, a time and the like."""
    bases = [base for base, power in zip(BASES, _measured(side), strict=True) if power]
    return len(bases) == 1 and bases[0] in _SCALED


def _measured(side: Side) -> Measured:
    """What a number with a unit measures."""
    factors = side.units[0][1] if side.units else ()
    return total([(size, int(power.p)) for word, power in factors if (size := size_of(word)) is not None])


def _is_slip(right: str, text: str) -> bool:
    """Whether a number of some digits is another one but for a digit, or for two that are exchanged."""
    differing = [pair for pair in zip(right, text, strict=False) if pair[0] != pair[1]]
    is_one = len(differing) == 1 or (len(differing) == 2 and differing[0] == differing[1][::-1])  # noqa: PLR2004
    return is_one and len(right) == len(text) >= _SHARED + ("." in text)


def _is_of_size(value: fmpq, shown: fmpq) -> bool:
    """Whether a number is one that may be a slip of another one, and no length on a map."""
    return value != 0 and fmpq(1, _FAR) < abs(shown / value) < _FAR


def _is_of_size_in(pair: Pair, value: fmpq, shown: fmpq) -> bool:
    """The same of a number in another unit; of what has no scales, as forces, a slip by any power of ten is one."""
    if _is_of_size(value, shown):
        return True
    quotient = shown / value if value else fmpq(0)
    return quotient != 0 and not is_scaled(pair.left) and _is_power_of_ten(quotient)


def _is_power_of_ten(value: fmpq) -> bool:
    larger = max(value, 1 / value)
    return larger.q == 1 and str(larger.p).rstrip("0") == "1"


def _has_digits_of(value: fmpq, shown: Printed) -> bool:
    """Whether a number in standard form shows the digits of a value, two or more, rounded or cut."""
    digits = "".join(filter(str.isdecimal, shown.text.partition("x")[0])).lstrip("0")
    value, most = abs(value), fmpq(10) ** len(digits)
    if len(digits) < _LEAST or not value:
        return False
    while value >= most:
        value /= 10
    while value * 10 < most:
        value *= 10
    return int(digits) in (int(value.floor()), int(value.ceil()))


def _is_one(one: Printed, other: Printed, *, is_power: bool) -> bool:
    """Whether two numbers have the same digits, or as many with a power of ten between them."""
    ours, theirs = _digits(one), _digits(other)
    if is_power and len(ours) == len(theirs):
        return True
    return ours == theirs and len(ours) >= _LEAST


def _digits(number: Printed) -> str:
    """The digits of a number that stand for something, without zeros around them."""
    digits = number.text.partition("x")[0].partition("e")[0].partition("E")[0]
    return "".join(filter(str.isdecimal, digits)).strip("0")
