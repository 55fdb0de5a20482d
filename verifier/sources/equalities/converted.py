r"""Quantities that a calculation says again in another unit: `60 km/h = 60 / 3.6 m/s`, `1 bar = 10^5 Pa`.

So are angles, `30° = \pi/6`, and temperatures, `15 °C = 288 K`, of which one unit begins elsewhere, and differences of
them, where it does not.
"""

from collections.abc import Iterator
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, children, with_children
from verifier.sources.expressions.both_computed import as_wholes
from verifier.sources.expressions.calls import takes_angle
from verifier.sources.expressions.chains import Pair
from verifier.sources.expressions.results import are_powers_of_ten, lone_power_of_ten
from verifier.sources.expressions.statement import Found, Parsed, Statement
from verifier.sources.expressions.values import Reading, Value, one, printed
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import FRACTIONS
from verifier.sources.units.exponents import is_of_one_unit
from verifier.sources.units.said_again import is_scaled
from verifier.sources.units.unit_ratios import ratios_of
from verifier.sources.units.units import NAME, is_value

_NEAR: Final = fmpq(2, 5)
"""By so much of itself at most a quantity differs from another one that is surely meant to be the same."""
_DEGREES: Final = "deg"
_HALF_TURN: Final = 180
_KELVIN: Final = ("K",)
_CELSIUS: Final = ("\u00b0C",)
_ZERO: Final = (fmpq(27315, 100), fmpq(273), fmpq(27316, 100))
"""How much colder than 0 °C nothing can be, also as schools and old books take it."""


def ratio_between(pair: Pair) -> fmpq | None:
    """What the unit of the left side is of that of the right one, if that is one exact number and not 1."""
    if pair.is_about or not (pair.left.units and pair.right.units):
        return None
    ratios = ratios_of(pair.left, pair.right)
    is_exact = ratios is not None and ratios.is_one and not ratios.is_about and ratios.whole != 1
    return ratios.whole if ratios is not None and is_exact else None


def is_open_conversion(pair: Pair, left: Value, right: Value, *, is_in_another: bool) -> bool:
    """Whether it is open what two sides in two units are of each other."""
    if _may_be_a_scale(pair):
        return True
    return is_in_another and not (_is_surely_again(pair) or _is_surely_a_temperature(pair, left, right))


def _is_surely_again(pair: Pair) -> bool:
    """Whether a number with its unit is near what it is said to be in another unit, or said again as a power of ten."""
    ratio = ratio_between(pair)
    value, other = (None, None) if ratio is None else (value_of(pair.left), value_of(pair.right))
    if ratio is None or not value or other is None or NAME in pair.left.unit + pair.right.unit:
        return False
    is_power = value == 1 and str(other).strip("0") == "1" and not is_scaled(pair.left)
    return is_power or abs(other - value * ratio) <= _NEAR * abs(value * ratio)


def _may_be_a_scale(pair: Pair) -> bool:
    """Whether one of a unit is said to be a power of ten of a larger one, as lengths on a map are: `1 cm = 10^3 m`."""
    for side, power, is_left in ((pair.left, pair.right, True), (pair.right, pair.left, False)):
        if is_of_one_unit(power.tokens) and not power.tokens[0].is_one_of(*FRACTIONS) and is_value(side.tokens):
            ratio = ratio_between(pair)
            return ratio is not None and is_scaled(side) and (ratio < 1 if is_left else ratio > 1)
    return False


def again_in_another_unit(pair: Pair, left: Parsed, right: Parsed, reading: Reading) -> Iterator[Statement]:
    """That the left side is the right one in another unit, where it is known what that is of its own."""
    ratio = ratio_between(pair)
    if ratio is None or left.value.shape is not None:
        return
    power = lone_power_of_ten(right.value, pair.right)
    if power is None:
        yield from as_wholes(pair, _times(left.value.tree, ratio), left, reading)
    elif power.numeral is not None and are_powers_of_ten(*(side._replace(unit="") for side in pair[:2])):
        number, tree = power.numeral, _times(left.value.tree, ratio)
        yield Statement("result", (Found(one(number), reading.name(number.start), tree, pair.left, is_exact=True),))


def _times(tree: Expression, ratio: fmpq) -> Expression:
    return Apply("multiply", (tree, Literal(ratio, str(ratio))))


def in_degrees(pair: Pair, tree: Expression) -> Expression:
    r"""What an angle in degrees should be where the side beside it has it in radians, as `\frac{\pi}{6}`."""
    number, side = (pair.left, pair.right) if pair.left.unit == _DEGREES else (pair.right, pair.left)
    is_open = number.unit != _DEGREES or side.unit or takes_angle(side.tokens)
    return tree if is_open or _power_of_pi(tree) != 1 else _with_half_turn(tree)


def _power_of_pi(tree: Expression) -> int | None:
    """The power of pi of which an expression is a multiple; None if it is none of products, quotients and sums."""
    match tree:
        case Apply("pi", ()):
            return 1
        case Apply("negative", (part,)):
            return _power_of_pi(part)
        case Apply("add" | "subtract" | "multiply" | "divide" as operation, (left, right)):
            one, other = _power_of_pi(left), _power_of_pi(right)
            if one is None or other is None or operation in ("add", "subtract"):
                return one if one == other else None
            return one + other if operation == "multiply" else one - other
        case Apply():
            return None
    return 0


def _with_half_turn(tree: Expression) -> Expression:
    """An expression with 180 for pi."""
    if isinstance(tree, Apply) and tree.operation == "pi":
        return Literal(fmpq(_HALF_TURN), str(_HALF_TURN))
    return with_children(tree, [_with_half_turn(part) for part in children(tree)])


def temperatures(pair: Pair, left: Value, right: Value) -> list[Expression]:
    """What the right one of two temperatures may be for the left one, in kelvin and degrees; nothing for other numbers.

    A difference of temperatures is the same in both.
    """
    kinds = pair.left.kinds, pair.right.kinds
    if kinds not in ((_KELVIN, _CELSIUS), (_CELSIUS, _KELVIN)) or left.numeral is None or right.numeral is None:
        return []
    operation = "add" if kinds[0] == _CELSIUS else "subtract"
    return [*(Apply(operation, (left.tree, Literal(zero, str(zero)))) for zero in _ZERO), left.tree]


def _is_surely_a_temperature(pair: Pair, left: Value, right: Value) -> bool:
    """Whether the right one of two temperatures is near what the left one is in the other unit."""
    if not temperatures(pair, left, right) or left.numeral is None or right.numeral is None:
        return False
    one, other = printed(left.numeral).value, printed(right.numeral).value
    heat, kelvin = (one + _ZERO[0], other) if pair.left.kinds == _CELSIUS else (one, other + _ZERO[0])
    return heat > 0 and abs(heat - kelvin) <= _NEAR * heat / 2
