"""The joint test of a softmax: all shares of a row have one denominator."""

from flint import arb, fmpq

from verifier.engines.points.flint import Points, ball
from verifier.formulas.tree import Apply, Expression
from verifier.numbers.decimals import decimal, range_text
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.proofs.joint.line import Found, Line, middle, sum_of
from verifier.rewriting.definitions import axis_of

_POINTS = Points()


def softmax_test(expression: Expression) -> Found | None:
    """The test of `softmax(X)`, along its axis."""
    match expression:
        case Apply("softmax", (operand,)):
            axis = axis_of(expression)
            return ("softmax", operand, axis, softmax_row) if isinstance(axis, int) else None
    return None


def softmax_row(line: Line) -> str | None:
    """A complete decision: with c the logarithm of the denominator, p_i = exp(x_i - c) and sum p_i = 1.

    Every printed share bounds c; shares that fall and rise with c decide the sum at the
    ends of what is left (engines.md calls this one unknown).
    """
    limits = [_limits(x, p) for x, p in zip(line.operands, line.prints, strict=True)]
    apart = _apart(limits)
    if apart is not None:
        a, b = apart
        if a == b:
            return f"cell {a + 1} ({line.texts[a]}) is above 1, and must be a share"
        return (
            f"cells {a + 1} and {b + 1} ({line.texts[a]} and {line.texts[b]}) cannot share a denominator: its logarithm"
            f" would lie in {range_text(limits[a], 3)} and in {range_text(limits[b], 3)}"
        )
    least = max((limit.lo for limit in limits if limit.lo is not None), key=middle, default=None)
    most = min((limit.hi for limit in limits if limit.hi is not None), key=middle, default=None)
    smallest = sum_of(_share_below(x, p, most) for x, p in zip(line.operands, line.prints, strict=True))
    if smallest > 1:
        return f"it sums to at least {decimal(smallest, 4)}, and must sum to 1"
    largest = sum_of(_share_above(x, p, least) for x, p in zip(line.operands, line.prints, strict=True))
    if largest < 1:
        return f"it sums to at most {decimal(largest, 4)}, and must sum to 1"
    return None


def _limits(x: Interval, p: Interval) -> Interval:
    """What one share says of c: from x_lo - log p_hi to x_hi - log p_lo."""
    top = p.hi if p.hi is not None and p.hi <= 1 else fmpq(1)
    bottom = p.lo if p.lo is not None and p.lo > 0 else None
    lo = None if x.lo is None or top <= 0 else x.lo - _log(top)
    hi = None if x.hi is None or bottom is None else x.hi - _log(bottom)
    return Interval(lo, hi)


def _log(number: Number) -> arb:
    value = _POINTS.log(number)
    return ball(value) if isinstance(value, Number) else arb.neg_inf()


def _apart(limits: list[Interval]) -> tuple[int, int] | None:
    """The pair of cells whose limits are farthest apart, if they certainly are."""
    lows = [(index, limit.lo) for index, limit in enumerate(limits) if limit.lo is not None]
    highs = [(index, limit.hi) for index, limit in enumerate(limits) if limit.hi is not None]
    if not lows or not highs:
        return None
    a, low = max(lows, key=lambda pair: middle(pair[1]))
    b, high = min(highs, key=lambda pair: middle(pair[1]))
    return (a, b) if low > high else None


def _share_below(x: Interval, p: Interval, c: Number | None) -> Number:
    """The least that a share can be when the denominator is as large as it can be."""
    printed = p.lo if p.lo is not None and p.lo > 0 else fmpq(0)
    if c is None or x.lo is None:
        return printed
    computed = (ball(x.lo) - ball(c)).exp()
    return max(printed, computed)


def _share_above(x: Interval, p: Interval, c: Number | None) -> Number:
    """The most that a share can be when the denominator is as small as it can be."""
    printed = p.hi if p.hi is not None and p.hi < 1 else fmpq(1)
    if c is None or x.hi is None:
        return printed
    computed = (ball(x.hi) - ball(c)).exp()
    return min(printed, computed)
