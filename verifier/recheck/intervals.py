"""Arithmetic of intervals with rational ends, rounded outward so that the fractions stay short."""

from fractions import Fraction as Q
from math import isqrt
from typing import Final, TypeAlias

Box: TypeAlias = tuple[Q, Q]
"""A closed interval by its lower and its upper end."""
GRID: Final = 10**40
"""Ends are rounded outward to multiples of 1 / GRID."""
LARGEST: Final = Q(10**400)
"""Bound on abs(end); intervals that exceed it raise Unknown."""
ZERO: Final[Box] = (Q(0), Q(0))
ONE: Final[Box] = (Q(1), Q(1))


class Unknown(Exception):
    """A value about which nothing is known; the argument says why."""


class NoValue(Unknown):
    """The operation is undefined for all numbers of the intervals."""


def point(value: Q | int) -> Box:
    """The interval of one number."""
    return Q(value), Q(value)


def outward(lo: Q, hi: Q) -> Box:
    """The ends rounded outward to the grid; raises Unknown if they are huge."""
    if lo < -LARGEST or hi > LARGEST:
        raise Unknown("a value is too large")
    return Q(lo.numerator * GRID // lo.denominator, GRID), -Q(-hi.numerator * GRID // hi.denominator, GRID)


def add(a: Box, b: Box) -> Box:
    """The sums."""
    return a[0] + b[0], a[1] + b[1]


def negative(a: Box) -> Box:
    """The negated numbers."""
    return -a[1], -a[0]


def subtract(a: Box, b: Box) -> Box:
    """The differences."""
    return a[0] - b[1], a[1] - b[0]


def multiply(a: Box, b: Box) -> Box:
    """The products."""
    ends = [x * y for x in a for y in b]
    return outward(min(ends), max(ends))


def square(a: Box) -> Box:
    """The squares, where both factors are one number."""
    ends = [a[0] ** 2, a[1] ** 2]
    return outward(Q(0) if a[0] <= 0 <= a[1] else min(ends), max(ends))


def divide(a: Box, b: Box) -> Box:
    """The quotients; raises Unknown if the divisor may be zero."""
    if b[0] <= 0 <= b[1]:
        raise Unknown("a divisor may be zero")
    ends = [x / y for x in a for y in b]
    return outward(min(ends), max(ends))


def root(a: Box) -> Box:
    """The square roots of the numbers that are not negative; raises NoValue if all are."""
    if a[1] < 0:
        raise NoValue("the square root of a negative number")
    if a[1] > LARGEST:
        raise Unknown("a value is too large")
    low, high = (max(end, Q(0)) * GRID**2 for end in a)
    lo, hi = isqrt(int(low)), isqrt(int(high))
    return Q(lo, GRID), Q(hi + (hi * hi < high), GRID)


def total(line: list[Box]) -> Box:
    """The sums of a line."""
    return sum((lo for lo, _ in line), Q(0)), sum((hi for _, hi in line), Q(0))


def mean(line: list[Box]) -> Box:
    """The means of a line."""
    lo, hi = total(line)
    return outward(lo / len(line), hi / len(line))


def larger(a: Box, b: Box) -> Box:
    """The larger of two numbers."""
    return max(a[0], b[0]), max(a[1], b[1])


def smaller(a: Box, b: Box) -> Box:
    """The smaller of two numbers."""
    return min(a[0], b[0]), min(a[1], b[1])


def absolute(a: Box) -> Box:
    """The absolute values."""
    return max(a[0], -a[1], Q(0)), max(abs(a[0]), abs(a[1]))
