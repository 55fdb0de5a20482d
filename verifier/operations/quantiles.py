"""Quantiles of the distributions of test statistics: the numbers below which a share of the distribution lies."""

from collections.abc import Callable
from functools import partial
from typing import Final

from flint import arb, ctx, fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNDEFINED, WHOLE_LINE, Interval, Missing
from verifier.numbers.number import Number, Uncertain, below, compare
from verifier.operations.operation import Engine, Slip, broadcast, cellwise, operation, same

_MOST_BITS: Final = 200
"""Number of steps after which the search for a quantile ends."""
_FARTHEST: Final = fmpq(2) ** 100
_FROM_ZERO: Final = Interval(fmpq(0), None, hi_closed=False)
_OPEN: Final = Interval(fmpq(0), fmpq(1), lo_closed=False, hi_closed=False)
_FROM_NOTHING: Final = Interval(fmpq(0), fmpq(1), hi_closed=False)


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


def _root(above: Callable[[fmpq], Value], q: Number, *, is_positive: bool) -> Number:
    """The number above which the share 1 - q lies, found by bisection; *above* gives the share above a number.

    Raises Uncertain where the number is too far away, or a wide ball of q reaches 0 or 1.
    """
    if not isinstance(q, fmpq):
        ends = below(q), -below(-q)
        if ends[0] <= 0 or ends[1] >= 1:
            raise Uncertain
        low, high = (arb(_root(above, end, is_positive=is_positive)) for end in ends)
        return low.union(high)
    lo, hi = fmpq(0) if is_positive else fmpq(-1), fmpq(1)
    while hi < _FARTHEST and _side(above, hi, q) < 0:
        lo, hi = hi, 2 * hi
    while lo < 0 and lo > -_FARTHEST and _side(above, lo, q) > 0:
        lo, hi = 2 * lo, lo
    for _ in range(min(ctx.prec // 2 + 8, _MOST_BITS)):
        middle = (lo + hi) / 2
        try:
            side = _side(above, middle, q)
        except Uncertain:
            break
        if side == 0:
            return middle
        lo, hi = (middle, hi) if side < 0 else (lo, middle)
    return arb(lo).union(arb(hi))


def _side(above: Callable[[fmpq], Value], x: fmpq, q: fmpq) -> int:
    """-1, 0 or 1 as less than q, as much, or more lies below x; raises Uncertain."""
    return compare(1 - above(x), q)


def _quantile(engine: Engine, name: str, q: Value, *degrees: Value) -> Value:
    """The quantile of a distribution with degrees of freedom; of degrees that vary, any number of its side."""
    missing = next((value for value in (q, *degrees) if isinstance(value, Missing)), None)
    if missing is not None:
        return missing.onward
    is_positive = name != "student_t"
    values = _FROM_ZERO if is_positive else WHOLE_LINE
    if any(isinstance(number, Interval) for number in degrees):
        return Interval(values.lo, None, values.lo_closed, hi_closed=False, partial=True, loose=True)
    if any(compare(number, fmpq(0)) <= 0 for number in degrees):
        return UNDEFINED
    above: Callable[[fmpq], Value] = lambda x: engine.tail(name, x, *degrees)  # noqa: E731 - with its type
    function: Callable[[Number], Value] = lambda share: (  # noqa: E731 - as above
        fmpq(0) if is_positive and share == 0 else _root(above, share, is_positive=is_positive)
    )
    return engine.rising(q, function, _FROM_NOTHING if is_positive else _OPEN, values)


@operation(
    "q",
    shape=same,
    pattern="cellwise",
    reference="SciPy, stats.norm.ppf",
    slips=(Slip("other-function", "normal_ppf((1 + q) / 2)", "of both sides"), Slip("sign", "-normal_ppf(q)")),
)
def normal_ppf(engine: Engine, q: Array) -> Array:
    """The number below which a share q of the standard normal distribution lies; undefined beyond 0 and 1."""
    root = engine.sqrt(fmpq(2))

    def above(x: fmpq) -> Value:
        return (1 - engine.erf(engine.divide(x, root))) / 2

    function = partial(_root, above, is_positive=False)
    return q.map(lambda cell: engine.rising(cell, function, _OPEN, WHOLE_LINE))


@operation(
    "q",
    "degrees",
    shape=_spread,
    pattern="cellwise",
    reference="SciPy, stats.t.ppf; Student 1908",
    slips=(
        Slip("other-function", "student_t_ppf((1 + q) / 2, degrees)", "of both sides"),
        Slip("other-divisor", "student_t_ppf(q, degrees + 1)"),
        Slip("other-function", "normal_ppf(q)", "of the normal distribution"),
    ),
)
def student_t_ppf(engine: Engine, q: Array, degrees: Array) -> Array:
    """The number below which a share q of Student's t distribution lies."""
    return cellwise(partial(_quantile, engine, "student_t"), q, degrees)


@operation(
    "q",
    "degrees",
    shape=_spread,
    pattern="cellwise",
    reference="SciPy, stats.chi2.ppf; Pearson 1900",
    slips=(Slip("other-function", "chi2_ppf(1 - q, degrees)"), Slip("other-divisor", "chi2_ppf(q, degrees + 1)")),
)
def chi2_ppf(engine: Engine, q: Array, degrees: Array) -> Array:
    """The number below which a share q of the chi squared distribution lies."""
    return cellwise(partial(_quantile, engine, "chi_squared"), q, degrees)


@operation(
    "q",
    "above",
    "below",
    shape=_spread,
    pattern="cellwise",
    reference="SciPy, stats.f.ppf; Fisher 1924",
    slips=(Slip("swapped-order", "f_ppf(q, below, above)"), Slip("other-function", "f_ppf(1 - q, above, below)")),
)
def f_ppf(engine: Engine, q: Array, above: Array, below: Array) -> Array:
    """The number below which a share q of Fisher's F distribution lies, with both its degrees of freedom."""
    return cellwise(partial(_quantile, engine, "fisher_f"), q, above, below)
