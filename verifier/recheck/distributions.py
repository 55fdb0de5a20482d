"""Shares of distributions and their quantiles, of whole degrees of freedom.

The incomplete gamma and beta functions are series of positive terms (NIST Digital Library of Mathematical Functions,
8.7.1 and 8.17.22 with 15.2.1); logarithms keep what is large and what is small apart from each other.
"""

from collections.abc import Callable
from fractions import Fraction as Q
from functools import lru_cache
from math import comb, factorial, prod
from typing import Final

from verifier.recheck.functions import erf, exp, log, pi
from verifier.recheck.intervals import (
    ONE,
    ZERO,
    Box,
    NoValue,
    Unknown,
    add,
    divide,
    multiply,
    outward,
    point,
    root,
    subtract,
)

_HALF: Final = (Q(1, 2), Q(1, 2))
_UNITS: Final = 10**60
_ENOUGH: Final = 10**10
"""So many units of what is left out are few."""
_MOST_TERMS: Final = 20_000
_MOST_DEGREES: Final = 2000
_MOST_TRIALS: Final = 300
_LARGEST: Final = 1000
_FARTHEST: Final = 2**40
_STEPS: Final = 60
_GRID: Final = 2**80
_NEAR: Final = Q(1, 2**60)
At = Callable[[Q], Box]
"""A share as a function of one number."""


def _whole(a: Box, most: int) -> int:
    if a[0] != a[1] or a[0].denominator != 1 or not 0 <= a[0] <= most:
        raise Unknown("a count, or degrees of freedom, that are no known whole number")
    return int(a[0])


def _degrees(a: Box) -> int:
    found = _whole(a, _MOST_DEGREES)
    if found == 0:
        raise NoValue("no degrees of freedom")
    return found


@lru_cache(maxsize=256)
def _log_gamma(halves: int) -> Box:
    """The logarithm of the gamma function of so many halves."""
    if halves % 2 == 0:
        return log(point(factorial(halves // 2 - 1)))
    product = Q(prod(range(1, halves - 1, 2)), 2 ** (halves // 2))
    return add(log(point(product)), multiply(_HALF, log(pi())))


def _sum(factor: Callable[[int], Q], limit: Q) -> Box:
    """1 and the products of more and more factors, which fall or rise to *limit*; terms in units, rounded outward."""
    low = high = lowest = highest = _UNITS
    for k in range(_MOST_TERMS):
        by = factor(k)
        most = max(by, limit)
        if most < 1 and highest * most < _ENOUGH * (1 - most):
            return outward(Q(low, _UNITS), Q(high + int(highest * most / (1 - most)) + 1, _UNITS))
        lowest = lowest * by.numerator // by.denominator
        highest = -(-highest * by.numerator // by.denominator)
        low, high = low + lowest, high + highest
    raise Unknown("a distribution whose series is too long")


def _gamma_share(halves: int, x: Q) -> Box:
    """The regularized lower incomplete gamma function of so many halves."""
    if x <= 0:
        return ZERO
    if x > _LARGEST:
        raise Unknown("a share that is too near to one")
    a = Q(halves, 2)
    series = log(_sum(lambda k: x / (a + k + 1), Q(0)))
    before = subtract(multiply(point(a), log(point(x))), add(point(x), _log_gamma(halves + 2)))
    return _share(exp(add(before, series)))


def _share(box: Box) -> Box:
    return max(box[0], Q(0)), min(box[1], Q(1))


def _beta_share(x: Q, a_halves: int, b_halves: int) -> Box:
    """The regularized incomplete beta function of x from 0 to 1."""
    a, b = Q(a_halves, 2), Q(b_halves, 2)
    if x in (0, 1):
        return point(x)
    if x > (a + 1) / (a + b + 2):
        return subtract(ONE, _beta_share(1 - x, b_halves, a_halves))
    series = log(_sum(lambda k: (a + b + k) / (a + 1 + k) * x, x))
    whole = subtract(add(_log_gamma(a_halves), _log_gamma(b_halves)), _log_gamma(a_halves + b_halves))
    powers = add(multiply(point(a), log(point(x))), multiply(point(b), log(point(1 - x))))
    return _share(exp(add(subtract(powers, add(log(point(a)), whole)), series)))


def _short(x: Q) -> Box:
    """A number, or two of few digits between which it lies."""
    scale = 10**30
    if x.denominator <= scale**2:
        return point(x)
    return Q(x.numerator * scale // x.denominator, scale), Q(-(-x.numerator * scale // x.denominator), scale)


@lru_cache(maxsize=1024)
def _normal_above(x: Q) -> Box:
    return divide(subtract(ONE, erf(divide(point(x), root(point(2))))), point(2))


@lru_cache(maxsize=1024)
def _student_above(x: Q, degrees: int) -> Box:
    if x < 0:
        return subtract(ONE, _student_above(-x, degrees))
    low, high = _short(Q(degrees) / (degrees + x * x))
    return _beta_share(low, degrees, 1)[0] / 2, _beta_share(high, degrees, 1)[1] / 2


@lru_cache(maxsize=1024)
def _squared_above(x: Q, degrees: int) -> Box:
    low, high = _short(x / 2)
    return subtract(ONE, (_gamma_share(degrees, low)[0], _gamma_share(degrees, high)[1]))


@lru_cache(maxsize=1024)
def _fisher_above(x: Q, above: int, below: int) -> Box:
    if x <= 0:
        return ONE
    low, high = _short(Q(below) / (below + above * x))
    return _beta_share(low, below, above)[0], _beta_share(high, below, above)[1]


def _falling(function: At, x: Box) -> Box:
    return function(x[1])[0], function(x[0])[1]


def student_t_sf(t: Box, degrees: Box) -> Box:
    """The share of Student's t distribution above t."""
    n = _degrees(degrees)
    return _falling(lambda x: _student_above(x, n), t)


def chi2_sf(x: Box, degrees: Box) -> Box:
    """The share of the chi squared distribution above x."""
    n = _degrees(degrees)
    return _falling(lambda at: _squared_above(at, n), x)


def f_sf(x: Box, above: Box, below: Box) -> Box:
    """The share of Fisher's F distribution above x."""
    m, n = _degrees(above), _degrees(below)
    return _falling(lambda at: _fisher_above(at, m, n), x)


def normal_ppf(q: Box) -> Box:
    """The number below which a share of the standard normal distribution lies."""
    return _quantile(_normal_above, q, Q(-1))


def student_t_ppf(q: Box, degrees: Box) -> Box:
    """The number below which a share of Student's t distribution lies."""
    n = _degrees(degrees)
    return _quantile(lambda x: _student_above(x, n), q, Q(-1))


def chi2_ppf(q: Box, degrees: Box) -> Box:
    """The number below which a share of the chi squared distribution lies."""
    n = _degrees(degrees)
    return _quantile(lambda x: _squared_above(x, n), q, Q(0))


def f_ppf(q: Box, above: Box, below: Box) -> Box:
    """The number below which a share of Fisher's F distribution lies."""
    m, n = _degrees(above), _degrees(below)
    return _quantile(lambda x: _fisher_above(x, m, n), q, Q(0))


def _quantile(above: At, q: Box, low: Q) -> Box:
    """From *low* on, which is 0 where no number is less; raises Unknown near 0 and 1."""
    if q[0] <= 0 or q[1] >= 1:
        raise Unknown("a quantile of a share that may be 0 or 1")
    return _root(above, 1 - q[0], low)[0], _root(above, 1 - q[1], low)[1]


def _root(above: At, share: Q, low: Q) -> Box:
    """Where a falling function has a value: by the line through two numbers, one of which weighs less if it stays."""
    high = Q(1)
    while above(high)[1] > share:
        high = _farther(high)
    while low < 0 and above(low)[0] < share:
        low = _farther(low)
    left, right, before = above(low)[0] - share, above(high)[1] - share, low
    for _ in range(_STEPS):
        middle = _rounded(low + (high - low) * left / (left - right)) if left > right else low
        if abs(middle - before) < _NEAR and above(middle - _NEAR)[0] >= share and above(middle + _NEAR)[1] <= share:
            return middle - _NEAR, middle + _NEAR
        value = above(middle)[0] - share
        if value > 0:
            left, right, low = value, right / 2 if before == low else right, middle
        else:
            right, left, high = value, left / 2 if before == high else left, middle
        before = middle
    raise Unknown("a quantile that is not found")


def _rounded(x: Q) -> Q:
    return Q(round(x * _GRID), _GRID)


def _farther(x: Q) -> Q:
    if abs(x) > _FARTHEST:
        raise Unknown("a quantile that is too far away")
    return 2 * x


def binomial_cdf(k: Box, n: Box, p: Box) -> Box:
    """The probability of at most k successes in n trials; it falls with that of one."""
    trials = _whole(n, _MOST_TRIALS)
    most = _whole(k, _MOST_TRIALS)
    if p[0] < 0 or p[1] > 1:
        raise Unknown("a probability that may be beyond 0 or 1")

    def at_most(share: Q) -> Box:
        return point(sum((comb(trials, i) * share**i * (1 - share) ** (trials - i) for i in range(most + 1)), Q(0)))

    return ONE if most >= trials else _falling(at_most, p)


def poisson_cdf(k: Box, mu: Box) -> Box:
    """The probability of at most k events of which mu are expected; it falls with mu."""
    most = _whole(k, _LARGEST)
    if mu[0] < 0 or mu[1] > _LARGEST:
        raise Unknown("a mean that may be negative or is too large")

    def at_most(mean: Q) -> Box:
        total = term = ONE
        for i in range(1, most + 1):
            term = multiply(term, point(mean / i))
            total = add(total, term)
        return _share(exp(subtract(log(total), point(mean))))

    return _falling(at_most, mu)
