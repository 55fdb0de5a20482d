"""Intervals of entropies, in which 0 * log(0) is 0."""

from fractions import Fraction as Q
from typing import Final

from verifier.recheck.functions import exp, log
from verifier.recheck.intervals import ZERO, Box, NoValue, Unknown, multiply, point, total

_BEFORE_PEAK: Final = Q(9, 25)
_AFTER_PEAK: Final = Q(3, 8)
"""Numbers on either side of 1 / e, where `-p * log(p)` is largest, with the value 1 / e."""


def xlogy(x: Box, y: Box) -> Box:
    """`x * log(y)`; raises Unknown where y may be 0 or negative, unless x is 0 and y is not negative."""
    if x == ZERO and y[0] >= 0:
        return ZERO
    if y[0] <= 0:
        raise Unknown("the logarithm of a number that may be zero or negative")
    return multiply(x, log(y))


def entr(p: Box) -> Box:
    """`-p * log(p)`, which rises to 1 / e and then falls; raises NoValue if all numbers are negative."""
    if p[1] < 0:
        raise NoValue("the entropy of a negative number")
    lo, hi = max(p[0], Q(0)), p[1]
    ends = [_entr_at(lo), _entr_at(hi)]
    has_peak = lo < _AFTER_PEAK and hi > _BEFORE_PEAK
    return min(end[0] for end in ends), max([end[1] for end in ends] + [exp(point(-1))[1]] * has_peak)


def _entr_at(p: Q) -> Box:
    return ZERO if p == 0 else multiply(point(-p), log(point(p)))


def entropy(line: list[Box]) -> Box:
    """The sum of `-p * log(p)` over a line."""
    return total([entr(p) for p in line])
