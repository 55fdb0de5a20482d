"""Factorials, binomial coefficients, and the distributions of counts."""

from collections.abc import Callable
from functools import partial
from math import comb as _comb
from math import factorial as _factorial
from typing import Final

from flint import arb, fmpq

from verifier.numbers.array import Array, Shape, Value, as_interval
from verifier.numbers.interval import UNDEFINED, UNKNOWN, Interval, Missing
from verifier.numbers.number import Number, Uncertain, compare, floor_of
from verifier.operations.operation import Engine, Slip, broadcast, cellwise, define, operation, same

_COUNTS: Final = "SciPy, special.comb and special.factorial"
_MAX_TERMS: Final = 3000
"""Of a factorial or a binomial coefficient that is computed as a whole number."""
_MAX_EXACT: Final = 300
"""Number of trials up to which the share of a binomial distribution is added up exactly."""
_MAX_TRIED: Final = 100
"""Number of whole numbers of a range that are tried one by one."""
_SHARE: Final = Interval(fmpq(0), fmpq(1), partial=True, loose=True)


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


def _whole(number: Number) -> int | None:
    """A whole number that is not negative; None of another. Raises Uncertain of a ball, and of what is too large."""
    if not isinstance(number, fmpq):
        raise Uncertain
    if number.q != 1 or number < 0:
        return None
    if number.p.bit_length() > 64:  # noqa: PLR2004 - beyond any count
        raise Uncertain
    return int(number.p)


def _counts(box: Interval) -> tuple[int, int | None] | None:
    """The least and the greatest whole number of a range that are not negative; None if it holds none."""
    least = 0
    if box.lo is not None and compare(box.lo, fmpq(0)) > 0:
        least = -floor_of(-box.lo)
        least += compare(box.lo, fmpq(least)) == 0 and not box.lo_closed
    most = None if box.hi is None else floor_of(box.hi)
    if most is not None and box.hi is not None:
        most -= compare(box.hi, fmpq(most)) == 0 and not box.hi_closed
    return None if most is not None and most < least else (least, most)


def _between(lo: Number, hi: Number | None) -> Interval:
    """Some numbers of a range, for those arguments that are whole."""
    return Interval(lo, hi, hi_closed=hi is not None, partial=True, loose=True)


@operation(
    "n",
    shape=same,
    pattern="cellwise",
    reference=_COUNTS,
    exact=False,
    jumps_in=("n",),
    slips=(
        Slip("other-function", "factorial(n - 1)", "one factor left out"),
        Slip("other-function", "factorial(n + 1)", "one factor more"),
    ),
)
def factorial(_engine: Engine, n: Array) -> Array:
    """The product of the whole numbers from 1 to n; 1 for n = 0, and no value for negative numbers."""
    return n.map(_of_factorial)


def _of_factorial(n: Value) -> Value:
    if isinstance(n, Missing):
        return n.onward
    if isinstance(n, Interval):
        found = _counts(n)
        if found is None:
            return UNKNOWN
        return _between(_product_to(found[0]), None if found[1] is None else _product_to(found[1]))
    whole = _whole(n)
    if whole is None:
        return UNDEFINED if n < 0 else UNKNOWN
    return _product_to(whole)


def _product_to(n: int) -> Number:
    return fmpq(_factorial(n)) if n <= _MAX_TERMS else _factorial_ball(n)


@operation(
    "n",
    "k",
    shape=_spread,
    pattern="cellwise",
    reference=_COUNTS,
    exact=False,
    jumps_in=("n", "k"),
    slips=(
        Slip("swapped-order", "comb(k, n)"),
        Slip("other-function", "comb(n, k) * factorial(k)", "the order counted"),
        Slip("other-function", "comb(n + k - 1, k)", "with repetition"),
    ),
)
def comb(_engine: Engine, n: Array, k: Array) -> Array:
    """The number of ways to choose k of n things; 0 for k > n, and no value for negative numbers."""
    return cellwise(_of_comb, n, k)


def _of_comb(n: Value, k: Value) -> Value:
    missing = next((value for value in (n, k) if isinstance(value, Missing)), None)
    if missing is not None:
        return missing.onward
    if isinstance(n, Interval) or isinstance(k, Interval):
        return _comb_range(as_interval(n), as_interval(k))
    things, chosen = _whole(n), _whole(k)
    if things is None or chosen is None:
        return UNDEFINED if n < 0 or k < 0 else UNKNOWN
    return _ways(things, chosen)


def _ways(n: int, k: int) -> Number:
    if _are_many(n, k):
        return _factorial_ball(n) / (_factorial_ball(k) * _factorial_ball(n - k))
    return fmpq(_comb(n, k))


def _are_many(n: int, k: int) -> bool:
    return k <= n and min(k, n - k) > _MAX_TERMS


def _factorial_ball(n: int) -> arb:
    """A ball around the product of the whole numbers from 1 to n."""
    found: arb = arb(n + 1).gamma()
    return found


def _comb_range(n: Interval, k: Interval) -> Value:
    """The range over whole numbers: it rises with n, and all k are tried if they are few."""
    things, chosen = _counts(n), _counts(k)
    if things is None or chosen is None:
        return UNKNOWN
    if things[1] is None or chosen[1] is None or chosen[1] - chosen[0] > _MAX_TRIED:
        return _between(fmpq(0), None)
    tried = range(chosen[0], chosen[1] + 1)
    if any(_are_many(end, i) for end in (things[0], things[1]) for i in tried):  # balls have no least one
        return _between(fmpq(0), None)
    return _between(min(fmpq(_comb(things[0], i)) for i in tried), max(fmpq(_comb(things[1], i)) for i in tried))


define(
    "binomial_pmf",
    "k",
    "n",
    "p",
    definition="comb(n, k) * p**k * (1 - p)**(n - k)",
    reference="SciPy, stats.binom; Bernoulli 1713",
    slips=(
        Slip("omitted-term", "p**k * (1 - p)**(n - k)", "the binomial coefficient left out"),
        Slip("other-function", "binomial_cdf(k, n, p)", "the probability of at most k"),
        Slip("other-operand", "binomial_pmf(k, n, 1 - p)", "the probabilities exchanged"),
    ),
)
define(
    "poisson_pmf",
    "k",
    "mu",
    definition="exp(-mu) * mu**k / factorial(k)",
    reference="SciPy, stats.poisson; Poisson 1837",
    slips=(
        Slip("omitted-term", "exp(-mu) * mu**k", "the factorial left out"),
        Slip("other-function", "poisson_cdf(k, mu)", "the probability of at most k"),
    ),
)


@operation(
    "k",
    "n",
    "p",
    shape=_spread,
    pattern="cellwise",
    reference="SciPy, stats.binom; Bernoulli 1713",
    exact=False,
    jumps_in=("k", "n"),
    slips=(
        Slip("other-function", "binomial_pmf(k, n, p)", "the probability of k alone"),
        Slip("other-function", "1 - binomial_cdf(k, n, p)", "the probability of more than k"),
        Slip("other-operand", "binomial_cdf(k - 1, n, p)", "the probability of less than k"),
    ),
)
def binomial_cdf(engine: Engine, k: Array, n: Array, p: Array) -> Array:
    """The probability of at most k successes in n trials, each with the probability p."""
    return cellwise(partial(_binomial_cdf, engine), k, n, p)


def _binomial_cdf(engine: Engine, k: Value, n: Value, p: Value) -> Value:
    missing = next((value for value in (k, n, p) if isinstance(value, Missing)), None)
    if missing is not None:
        return missing.onward
    if isinstance(k, Interval) or isinstance(n, Interval):
        return _SHARE
    trials = _whole(n)
    if trials is None:
        return UNDEFINED if n < 0 else UNKNOWN
    most = floor_of(k)
    falling: Callable[[Number], Value] = lambda x: -_at_most(most, trials, x)  # noqa: E731 - with its type
    return -engine.rising(p, falling, Interval(fmpq(0), fmpq(1)), Interval(fmpq(-1), fmpq(0)))


def _at_most(k: int, n: int, p: Number) -> Number:
    if k < 0 or k >= n:
        return fmpq(k >= n)
    if isinstance(p, fmpq) and (n <= _MAX_EXACT or p in (0, 1)):
        if p in (0, 1):
            return fmpq(p == 0)
        return sum((fmpq(_comb(n, i)) * p**i * (1 - p) ** (n - i) for i in range(k + 1)), fmpq(0))
    return _finite((1 - arb(p)).beta_lower(arb(n - k), arb(k + 1), 1))


def _finite(found: arb) -> arb:
    if not found.is_finite():
        raise Uncertain
    return found


@operation(
    "k",
    "mu",
    shape=_spread,
    pattern="cellwise",
    reference="SciPy, stats.poisson; Poisson 1837",
    exact=False,
    jumps_in=("k",),
    slips=(
        Slip("other-function", "poisson_pmf(k, mu)", "the probability of k alone"),
        Slip("other-function", "1 - poisson_cdf(k, mu)", "the probability of more than k"),
        Slip("other-operand", "poisson_cdf(k - 1, mu)", "the probability of less than k"),
    ),
)
def poisson_cdf(engine: Engine, k: Array, mu: Array) -> Array:
    """The probability of at most k events where mu are expected."""
    return cellwise(partial(_poisson_cdf, engine), k, mu)


def _poisson_cdf(engine: Engine, k: Value, mu: Value) -> Value:
    missing = next((value for value in (k, mu) if isinstance(value, Missing)), None)
    if missing is not None:
        return missing.onward
    if isinstance(k, Interval):
        return _SHARE
    most = floor_of(k)
    falling: Callable[[Number], Value] = lambda x: -_of_events(most, x)  # noqa: E731 - with its type
    return -engine.rising(mu, falling, Interval(fmpq(0), None, hi_closed=False), Interval(fmpq(-1), fmpq(0)))


def _of_events(k: int, mu: Number) -> Number:
    if k < 0 or (isinstance(mu, fmpq) and mu == 0):
        return fmpq(k >= 0)
    return _finite(arb(mu).gamma_upper(arb(k + 1), 1))
