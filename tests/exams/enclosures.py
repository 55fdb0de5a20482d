"""Intervals of fractions, and tables of them: the arithmetic of the exams of ordinary documents.

It shares no code with the verifier. One formula serves twice: on single points it gives the author's
value, on intervals all values that are possible. Irrational functions are enclosed by fractions
that are 10**-50 apart, relative to their size.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import starmap
from math import isqrt
from typing import NamedTuple, TypeAlias

from mpmath import mpf
from mpmath.ctx_mp import MPContext

MP = MPContext()
MP.dps = 60
_NARROW = Fraction(1, 10**50)


class OutsideDomainError(ArithmeticError):
    """A formula has no value somewhere in the interval."""


class Enclosure(NamedTuple):
    """All reals from *lo* to *hi*."""

    lo: Fraction
    hi: Fraction

    @property
    def is_point(self) -> bool:
        """Whether it is a single number."""
        return self.lo == self.hi

    @property
    def size(self) -> Fraction:
        """The largest absolute value."""
        return max(abs(self.lo), abs(self.hi))

    def misses(self, other: "Enclosure") -> bool:
        """Whether the two have no number in common."""
        return self.hi < other.lo or other.hi < self.lo

    def plus(self, other: "Enclosure") -> "Enclosure":
        return Enclosure(self.lo + other.lo, self.hi + other.hi)

    def negated(self) -> "Enclosure":
        return Enclosure(-self.hi, -self.lo)

    def minus(self, other: "Enclosure") -> "Enclosure":
        return Enclosure(self.lo - other.hi, self.hi - other.lo)

    def times(self, other: "Enclosure") -> "Enclosure":
        products = [a * b for a in self for b in other]
        return Enclosure(min(products), max(products))

    def over(self, other: "Enclosure") -> "Enclosure":
        if other.lo <= 0 <= other.hi:
            raise OutsideDomainError
        return self.times(Enclosure(1 / other.hi, 1 / other.lo))

    def squared(self) -> "Enclosure":
        ends = self.lo**2, self.hi**2
        return Enclosure(Fraction(0) if self.lo < 0 < self.hi else min(ends), max(ends))


Table: TypeAlias = list[list[Enclosure]]
ONE = Enclosure(Fraction(1), Fraction(1))


def point(value: Fraction | int | str) -> Enclosure:
    """A single number."""
    return Enclosure(Fraction(value), Fraction(value))


def _fraction(value: mpf) -> Fraction:
    sign, mantissa, exponent, _ = value._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


def increasing(function: Callable[[mpf], mpf]) -> Callable[[Enclosure], Enclosure]:
    """An increasing function of mpmath on an interval; its values are widened by 10**-50 of their size."""

    def at(x: Fraction) -> Fraction:
        return _fraction(function(MP.mpf(x.numerator) / x.denominator))

    def applied(x: Enclosure) -> Enclosure:
        low = at(x.lo)
        high = low if x.is_point else at(x.hi)
        return Enclosure(low - abs(low) * _NARROW, high + abs(high) * _NARROW)

    return applied


exp = increasing(MP.exp)
tanh = increasing(MP.tanh)
sigmoid = increasing(lambda x: 1 / (1 + MP.exp(-x)))
_log = increasing(MP.log)
_root = increasing(MP.sqrt)


def log(x: Enclosure) -> Enclosure:
    """The natural logarithm; raises OutsideDomainError unless all of *x* is positive."""
    if x.lo <= 0:
        raise OutsideDomainError
    return point(0) if x == ONE else _log(x)


def root(x: Enclosure) -> Enclosure:
    """The square root, exact where a single number has a rational one; raises OutsideDomainError below 0."""
    if x.lo < 0:
        raise OutsideDomainError
    top, bottom = isqrt(x.lo.numerator), isqrt(x.lo.denominator)
    if x.is_point and Fraction(top, bottom) ** 2 == x.lo:
        return point(Fraction(top, bottom))
    return _root(x)


def relu(x: Enclosure) -> Enclosure:
    """The larger of 0 and x."""
    return Enclosure(max(x.lo, Fraction(0)), max(x.hi, Fraction(0)))


def total(cells: Iterable[Enclosure]) -> Enclosure:
    """The sum."""
    result = point(0)
    for cell in cells:
        result = result.plus(cell)
    return result


# Tables


def each(function: Callable[..., Enclosure], *tables: Table) -> Table:
    """A function of tables cell by cell; rows and columns of one are repeated."""
    height, width = max(len(a) for a in tables), max(len(a[0]) for a in tables)
    return [[function(*(a[i % len(a)][j % len(a[0])] for a in tables)) for j in range(width)] for i in range(height)]


def turned(a: Table) -> Table:
    """Rows as columns."""
    return [list(column) for column in zip(*a, strict=True)]


def product(a: Table, b: Table) -> Table:
    """The matrix product."""
    return [[total(map(Enclosure.times, row, column)) for column in turned(b)] for row in a]


def sums(a: Table) -> Table:
    """The sum of each row, as a column."""
    return [[total(row)] for row in a]


def means(a: Table) -> Table:
    """The mean of each row, as a column."""
    return [[total(row).over(point(len(row)))] for row in a]


def deviations(a: Table) -> Table:
    """Each cell less the mean of its row; each number of the row is used once."""
    return [
        [
            total(
                starmap(_weighted, [(cell, Fraction((k == j) * len(row) - 1, len(row))) for k, cell in enumerate(row)])
            )
            for j in range(len(row))
        ]
        for row in a
    ]


def _weighted(x: Enclosure, weight: Fraction) -> Enclosure:
    return x.times(point(weight))


def variances(a: Table) -> Table:
    """The mean square of the deviations of each row, as a column."""
    return means(each(Enclosure.squared, deviations(a)))


def shares(a: Table) -> Table:
    """Each cell over the sum of its row; raises OutsideDomainError unless all are positive."""
    if any(cell.lo <= 0 for row in a for cell in row):
        raise OutsideDomainError
    return [[ONE.over(ONE.plus(total(others).over(cell))) for cell, others in _each_and_others(row)] for row in a]


def softmax(a: Table) -> Table:
    """softmax of each row: a share is 1 over 1 and the sum of exp of the differences."""
    return [
        [
            ONE.over(ONE.plus(total(exp(other.minus(cell)) for other in others)))
            for cell, others in _each_and_others(row)
        ]
        for row in a
    ]


def _each_and_others(row: list[Enclosure]) -> list[tuple[Enclosure, list[Enclosure]]]:
    return [(cell, row[:j] + row[j + 1 :]) for j, cell in enumerate(row)]
