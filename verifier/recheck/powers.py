"""Powers of intervals: real numbers a**b with 0**0 = 1, and no value where the real power is undefined."""

from fractions import Fraction as Q
from typing import Final

from verifier.recheck.functions import exp, log
from verifier.recheck.intervals import (
    ONE,
    ZERO,
    Box,
    NoValue,
    Unknown,
    absolute,
    divide,
    multiply,
    point,
    root,
    square,
    subtract,
)

_HALF: Final = (Q(1, 2), Q(1, 2))
_LARGEST_EXPONENT: Final = 10**30
"""A whole power takes two products for each binary digit of its exponent."""


def power(a: Box, b: Box) -> Box:
    """The powers a**b; raises NoValue if none is defined for any of the numbers, Unknown if one may be undefined.

    A square root is defined for a part of the numbers, and its enclosure is of that part.
    """
    if b[0] == b[1] and b[0].denominator == 1:
        return _whole(a, int(b[0]))
    if b == _HALF:
        return root(a)
    if a[0] > 0:
        return exp(multiply(log(a), b))
    if a[1] < 0 and not _may_be_whole(b):
        raise NoValue("a power of a negative number whose exponent is not whole")
    if a == ZERO and b[1] < 0:
        raise NoValue("a negative power of zero")
    if a[0] == 0 and b[0] > 0:
        return Q(0), exp(multiply(log(point(a[1])), b))[1] if a[1] > 0 else Q(0)
    raise Unknown("a power that may be undefined")


def _may_be_whole(b: Box) -> bool:
    """Whether an interval has a whole number."""
    return -(-b[0].numerator // b[0].denominator) <= b[1]


def _whole(a: Box, n: int) -> Box:
    """The powers with a whole exponent: odd ones grow with a, even ones with its absolute value."""
    if n < 0:
        if a == ZERO:
            raise NoValue("a negative power of zero")
        return divide(ONE, _whole(a, -n))
    lo, hi = a if n % 2 else absolute(a)
    return _of_point(lo, n)[0], _of_point(hi, n)[1]


def _of_point(x: Q, n: int) -> Box:
    """One number to a whole power of at least 0, by repeated squaring; raises Unknown if it is huge."""
    if n > _LARGEST_EXPONENT:
        raise Unknown("a power whose exponent is too large")
    result, factor = ONE, point(x)
    while n:
        if n % 2:
            result = multiply(result, factor)
        n //= 2
        if n:
            factor = square(factor)
    return result


def capital_recovery(rate: Box, periods: Box) -> Box:
    """What is paid in each period for a unit of a loan, which rises with the rate and falls with the periods."""
    if rate[0] <= -1 or periods[0] <= 0:
        raise Unknown("a loan of no periods, or a rate of -1")
    return _recovery(rate[0], periods[1])[0], _recovery(rate[1], periods[0])[1]


def _recovery(rate: Q, periods: Q) -> Box:
    if rate == 0:
        return point(1 / periods)
    return divide(point(rate), subtract(ONE, power(point(1 + rate), point(-periods))))
