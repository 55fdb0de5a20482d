"""Numbers that are said again in another form: `0.00045 = 4.5 * 10^-5`, `0.0234 = 23.4%`, `25 mL = 0.25 L`.

Two numbers beside each other may also be a scale (`2 cm = 5 km`) or an assignment. Only those that have the digits of
each other are surely one number, and then its point may stand at a wrong place.
"""

import re
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.printed import Printed
from verifier.sources.chains import Pair, Side
from verifier.sources.signs import PERCENT
from verifier.sources.units import is_value
from verifier.sources.values import Value, printed

_TENS: Final = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "d": -1, "c": -2, "m": -3, "\u00b5": -6, "n": -9, "p": -12}
_SIZED: Final = re.compile(r"(?P<prefix>[kMGTdcmn\u00b5p]?)(?P<base>[mgNJWVAFLK]|Pa|Hz|mol|Omega|Wh|s)")
_POWER: Final = "x10^"
_LEAST: Final = 2
"""Digits that two numbers must share at least to be surely one."""


def said_again(pair: Pair, left: Value, right: Value) -> Expression | None:
    """What the right number of two should be, if they are surely one; None of others."""
    if left.numeral is None or right.numeral is None:
        return None
    one, other = printed(left.numeral), printed(right.numeral)
    ratio = ratio_of(pair)
    has_percent = [side.tokens[-1].is_one_of(*PERCENT) for side in (pair.left, pair.right)]
    is_power = _POWER in left.numeral.text or _POWER in right.numeral.text
    if pair.left.unit or pair.right.unit:
        is_again = ratio not in (None, 1)
    else:
        is_again = has_percent[0] != has_percent[1] or is_power
    return in_unit_of(pair, left.tree) if is_again and _is_one(one, other, is_power=is_power) else None


def in_unit_of(pair: Pair, tree: Expression) -> Expression:
    """The left one of two numbers in the unit of the right one, where that is a power of ten of its own."""
    ratio = ratio_of(pair)
    return tree if ratio in (None, 1) else Apply("multiply", (tree, Literal(ratio or fmpq(1), str(ratio))))


def ratio_of(pair: Pair) -> fmpq | None:
    """What the unit of the left one of two numbers is of that of the right one; None if it is no power of ten."""
    if not all(is_value(side.tokens) for side in (pair.left, pair.right)):
        return None
    ours, theirs = _tens(pair.left), _tens(pair.right)
    return None if ours is None or theirs is None or ours[0] != theirs[0] else fmpq(10) ** (ours[1] - theirs[1])


def _tens(side: Side) -> tuple[tuple[str, fmpq], int] | None:
    """The base of the unit of a number, and what power of ten it is of that; None if it has no such unit alone."""
    factors = side.units[0][1] if side.units and len(side.units) == 1 else ()
    match = _SIZED.fullmatch(factors[0][0]) if len(factors) == 1 else None
    if match is None or factors[0][1].q != 1:
        return None
    power = factors[0][1]
    return (match["base"], power), _TENS[match["prefix"]] * int(power.p)


def _is_one(one: Printed, other: Printed, *, is_power: bool) -> bool:
    """Whether two numbers have the same digits, or as many with a power of ten between them."""
    ours, theirs = _digits(one), _digits(other)
    if is_power and len(ours) == len(theirs):
        return True
    return ours == theirs and len(ours) >= _LEAST


def _digits(number: Printed) -> str:
    """The digits of a number that stand for something, without zeros around them."""
    digits = number.text.partition("x")[0].partition("e")[0].partition("E")[0]
    return "".join(filter(str.isdigit, digits)).strip("0")
