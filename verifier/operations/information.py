"""Entropies, in which 0 * log(0) is 0, its limit."""

from functools import partial

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNDEFINED, Interval, Missing
from verifier.numbers.number import Number, compare
from verifier.operations.operation import Engine, Slip, broadcast, cellwise, define, operation, reduce, reduced, same

_SHANNON = "Shannon 1948, sec. 6"
_ZERO = fmpq(0)


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


@operation(
    "x",
    "y",
    shape=_spread,
    pattern="cellwise",
    reference="SciPy, special.xlogy",
    slips=(
        Slip("swapped-order", "xlogy(y, x)"),
        Slip("other-function", "xlogy(x, y) / log(2)", "the logarithm to base two"),
        Slip("other-function", "xlogy(x, y) / log(10)", "the logarithm to base ten"),
        Slip("omitted-term", "log(y)"),
    ),
)
def xlogy(engine: Engine, x: Array, y: Array) -> Array:
    """`x * log(y)`, and 0 where both are 0; undefined where y is negative, or 0 while x is not."""
    return cellwise(partial(_xlogy, engine), x, y)


def _xlogy(engine: Engine, x: Value, y: Value) -> Value:
    for cell in (x, y):
        if isinstance(cell, Missing):
            return cell.onward
    of_x, of_y = engine.equal(x, _ZERO), engine.equal(y, _ZERO)  # an interval where it is open
    if _holds(of_x) and (_holds(of_y) or _holds(engine.less(_ZERO, y))):
        return _ZERO
    logarithm = engine.log(y)
    if logarithm is UNDEFINED and _may_hold(of_x) and _may_hold(of_y):
        return Interval(_ZERO, _ZERO, partial=True)
    return x * logarithm if logarithm is not UNDEFINED else UNDEFINED


def _holds(comparison: Value) -> bool:
    return isinstance(comparison, fmpq) and comparison == 1


def _may_hold(comparison: Value) -> bool:
    return not (isinstance(comparison, fmpq) and comparison == 0)


@operation(
    "p",
    shape=same,
    pattern="cellwise",
    reference=_SHANNON,
    slips=(
        Slip("other-function", "entr(p) / log(2)", "the logarithm to base two"),
        Slip("other-function", "entr(p) / log(10)", "the logarithm to base ten"),
        Slip("sign", "-entr(p)"),
        Slip("omitted-term", "-log(p)"),
    ),
)
def entr(engine: Engine, p: Array) -> Array:
    """`-p * log(p)`, and 0 where p is 0; undefined where p is negative."""
    return p.map(partial(_entr, engine))


def _entr(engine: Engine, p: Value) -> Value:
    if isinstance(p, Interval):
        p = _not_negative(p)
    return -engine.valley(p, partial(_p_log_p, engine), partial(_slope, engine))


def _not_negative(box: Interval) -> Value:
    """The part of a box that is not negative; UNDEFINED if there is none."""
    if box.hi is not None and (compare(box.hi, _ZERO) < 0 or (box.hi == 0 and not box.hi_closed)):
        return UNDEFINED
    if box.lo is not None and compare(box.lo, _ZERO) >= 0:
        return box
    return Interval(_ZERO, box.hi, lo_closed=True, hi_closed=box.hi_closed, partial=True, loose=box.loose)


def _p_log_p(engine: Engine, p: Number) -> Value:
    return _ZERO if p == 0 else p * engine.log(p)


def _slope(engine: Engine, p: Number) -> Value:
    """The derivative of `p * log(p)`; negative also where that is undefined, before its minimum at 1 / e."""
    return fmpq(-1) if compare(p, _ZERO) <= 0 else engine.log(p) + fmpq(1)


@operation(
    "p",
    shape=reduced,
    pattern="reducing",
    reference=_SHANNON,
    identity="sum(entr(p), axis=axis)",
    slips=(
        Slip("other-function", "entropy(p, axis=axis) / log(2)", "the logarithm to base two"),
        Slip("other-function", "entropy(p, axis=axis) / log(10)", "the logarithm to base ten"),
        Slip("other-function", "1 - sum(p**2, axis=axis)", "the Gini impurity"),
        Slip("sign", "-entropy(p, axis=axis)"),
        Slip("other-axis", "entropy(p, axis=0)", "the entropies of columns"),
        Slip("other-axis", "entropy(p, axis=1)", "the entropies of rows"),
        Slip("other-axis", "entropy(p, axis=None)", "the entropy of all"),
    ),
    axis=None,
)
def entropy(engine: Engine, p: Array, axis: int | None = None) -> Array:
    """The sum of `-p * log(p)`, which is 0 where p is 0; to base two it is `entropy(p) / log(2)`."""
    return reduce(lambda cells: sum((_entr(engine, cell) for cell in cells), _ZERO), p, axis)


define(
    "cross_entropy",
    "p",
    "q",
    definition="-sum(xlogy(p, q))",
    reference="Goodfellow, Bengio, Courville 2016, sec. 3.13",
    slips=(
        Slip("swapped-order", "cross_entropy(q, p)"),
        Slip("other-function", "cross_entropy(p, q) / log(2)", "the logarithm to base two"),
        Slip("other-function", "cross_entropy(p, q) / log(10)", "the logarithm to base ten"),
        Slip("other-function", "-mean(xlogy(p, q))", "the mean for the sum"),
    ),
)
define(
    "kl_divergence",
    "p",
    "q",
    definition="sum(xlogy(p, p) - xlogy(p, q))",
    reference="Kullback, Leibler 1951",
    slips=(
        Slip("swapped-order", "kl_divergence(q, p)"),
        Slip("other-function", "kl_divergence(p, q) / log(2)", "the logarithm to base two"),
        Slip("other-function", "kl_divergence(p, q) / log(10)", "the logarithm to base ten"),
        Slip("other-function", "cross_entropy(p, q)", "the cross entropy"),
    ),
)
define(
    "mse",
    "p",
    "q",
    definition="mean((p - q)**2)",
    reference="PyTorch, mse_loss",
    slips=(
        Slip("omitted-term", "sum((p - q)**2)", "the sum"),
        Slip("other-divisor", "mse(p, q) / 2", "halved"),
        Slip("other-function", "sqrt(mse(p, q))", "the root"),
        Slip("other-function", "mean(abs(p - q))", "the mean absolute error"),
    ),
)


@operation(
    "p",
    shape=reduced,
    pattern="reducing",
    reference="Breiman, Friedman, Olshen, Stone 1984, sec. 2.4",
    identity="1 - sum(p**2, axis=axis)",
    slips=(
        Slip("omitted-term", "sum(p**2, axis=axis)", "not taken off 1"),
        Slip("other-function", "entropy(p, axis=axis) / log(2)", "the entropy in bits"),
        Slip("other-axis", "gini(p, axis=0)", "the impurities of columns"),
        Slip("other-axis", "gini(p, axis=1)", "the impurities of rows"),
    ),
    axis=None,
)
def gini(engine: Engine, p: Array, axis: int | None = None) -> Array:
    """The Gini impurity of the shares of classes: 1 less the sum of their squares."""
    return reduce(lambda cells: 1 - sum((engine.power(cell, fmpq(2)) for cell in cells), _ZERO), p, axis)
