"""Constants, roundings and functions of one number of the second engine."""

from collections.abc import Callable
from typing import Final

from verifier.engines.sympy.numbers import sign, sympy
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNDEFINED, UNKNOWN
from verifier.numbers.rules import ROUNDINGS, USUAL_RULE

_GOES_UP: Final[dict[str, Callable[[int, int, bool], bool]]] = {
    "half_up": lambda half, _sign, _is_odd: half >= 0,
    "half_down": lambda half, _sign, _is_odd: half > 0,
    "half_away": lambda half, of, _is_odd: half > 0 or (half == 0 and of > 0),
    "half_to_zero": lambda half, of, _is_odd: half > 0 or (half == 0 and of < 0),
    "half_even": lambda half, _sign, is_odd: half > 0 or (half == 0 and is_odd),
    "ceiling": lambda _half, _sign, _is_odd: True,
    "floor": lambda _half, _sign, _is_odd: False,
    "trunc": lambda _half, of, _is_odd: of < 0,
    "away": lambda _half, of, _is_odd: of > 0,
}
"""Whether a number between two whole ones goes up: by the sign of what it is above the middle, by its own, and by
whether the whole number below it is odd."""


def rounded(value: Value, digits: int = 0, rule: int = USUAL_RULE) -> Value:
    """A number rounded to decimals by the rule at a place among `ROUNDINGS`."""
    if value.is_infinite:
        return UNKNOWN
    scaled = value * sympy().Integer(10) ** digits
    below = sympy().floor(scaled)
    rest = scaled - below
    is_between = sign(rest) != 0
    half = sign(rest - sympy().Rational(1, 2))
    up = is_between and _GOES_UP[ROUNDINGS[rule]](half, sign(value), below % 2 == 1)
    return (below + int(up)) / sympy().Integer(10) ** digits


def cut(value: Value, digits: int = 0) -> Value:
    """A number without its further decimals."""
    return rounded(value, digits, ROUNDINGS.index("trunc"))


def binary_logarithm(a: Value) -> Value:
    """As a quotient of logarithms, which is a whole number where a power of two gives the number."""
    if sign(a) <= 0:
        return UNDEFINED
    quotient = sympy().log(a) / sympy().log(2)
    whole = sympy().floor(quotient + sympy().Rational(1, 2))
    return whole if a == sympy().Integer(2) ** whole else quotient


def inverse_sine(a: Value) -> Value:
    """By the inverse tangent, but at its ends."""
    room = 1 - a**2
    if sign(room) < 0:
        return UNDEFINED
    return sympy().atan(a / sympy().sqrt(room)) if sign(room) > 0 else a * sympy().pi / 2


def inverse_cosine(a: Value) -> Value:
    """The rest of the inverse sine to a right angle."""
    found = inverse_sine(a)
    return found if found is UNDEFINED else sympy().Integer(0) if a == 1 else sympy().pi / 2 - found


def hyperbolic(sign_of_second: int) -> Callable[[Value], Value]:
    """The hyperbolic cosine (1) or sine (-1) by exponentials."""
    return lambda a: (sympy().exp(a) + sign_of_second * sympy().exp(-a)) / 2


def constant(name: str) -> Callable[[], Array]:
    """A constant of SymPy's."""
    return lambda: Array(1, 1, (getattr(sympy(), name),))
