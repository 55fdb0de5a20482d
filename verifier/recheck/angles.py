"""Inverse functions of angles, hyperbolic functions, and what is made of exponentials."""

from fractions import Fraction as Q
from functools import lru_cache
from typing import Final

from verifier.recheck.functions import exp_at, log, pi, sigmoid
from verifier.recheck.intervals import (
    GRID,
    ONE,
    Box,
    NoValue,
    absolute,
    add,
    divide,
    multiply,
    negative,
    outward,
    point,
    root,
    square,
    subtract,
)

_TINY: Final = Q(1, GRID)
_TERMS: Final = 45
_HALVINGS: Final = 2


def atan(a: Box) -> Box:
    """The arctangent, in radians, which is increasing."""
    return _atan_at(a[0])[0], _atan_at(a[1])[1]


@lru_cache(maxsize=4096)
def _atan_at(x: Q) -> Box:
    """Beyond 1 from a right angle; else atan(x) = 2 atan(x / (1 + sqrt(1 + x**2))), twice, and a series."""
    if x < 0:
        return negative(_atan_at(-x))
    if x > 1:
        return subtract(right_angle(), atan(divide(ONE, point(x))))
    small = point(x)
    for _ in range(_HALVINGS):
        small = divide(small, add(ONE, root(add(ONE, square(small)))))
    middle = Q((small[0] + small[1]) / 2 * GRID // 1, GRID)
    lo, hi = _series(middle)
    off = small[1] - small[0] + _TINY  # it changes no faster than its argument
    return outward(2**_HALVINGS * (lo - off), 2**_HALVINGS * (hi + off))


def _series(x: Q) -> Box:
    """The series x - x**3 / 3 + x**5 / 5 - ... for 0 <= x < 1/4; what is left out is less than the last power."""
    power, factor = point(x), negative(square(point(x)))
    total = power
    for k in range(1, _TERMS):
        power = multiply(power, factor)
        total = add(total, divide(power, point(2 * k + 1)))
    rest = max(abs(power[0]), abs(power[1]))
    return outward(total[0] - rest, total[1] + rest)


def right_angle() -> Box:
    """Half of pi."""
    return divide(pi(), point(2))


def asin(a: Box) -> Box:
    """The arcsine of the numbers from -1 to 1, which is increasing; raises NoValue if there is none."""
    if a[0] > 1 or a[1] < -1:
        raise NoValue("the arcsine of a number beyond 1")
    return _asin_at(max(a[0], Q(-1)))[0], _asin_at(min(a[1], Q(1)))[1]


def _asin_at(x: Q) -> Box:
    if abs(x) == 1:
        return multiply(point(x), right_angle())
    return atan(divide(point(x), root(point(1 - x * x))))


def acos(a: Box) -> Box:
    """The arccosine of the numbers from -1 to 1; raises NoValue if there is none."""
    return subtract(right_angle(), asin(a))


def sinh(a: Box) -> Box:
    """The hyperbolic sine, which is increasing."""
    lo, hi = (divide(subtract(exp_at(end), exp_at(-end)), point(2)) for end in a)
    return lo[0], hi[1]


def cosh(a: Box) -> Box:
    """The hyperbolic cosine, which grows with the size of its argument."""
    lo, hi = (divide(add(exp_at(end), exp_at(-end)), point(2)) for end in absolute(a))
    return lo[0], hi[1]


def log2(a: Box) -> Box:
    """The logarithm to base two."""
    return divide(log(a), log(point(2)))


def silu(a: Box) -> Box:
    """A number times its logistic function."""
    return multiply(a, sigmoid(a))
