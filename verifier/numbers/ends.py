"""Ends of ranges: finite numbers, each attained (closed) or only approached (open)."""

from typing import TypeAlias

from flint import arb, fmpq

from verifier.numbers.number import Number, compare

End: TypeAlias = tuple[Number, bool]
"""A finite end and whether it is closed."""
OpenEnd: TypeAlias = tuple[Number | None, bool]
"""The same, with None for infinity: minus infinity as a lower end, plus infinity as an upper one."""


def least(ends: list[End]) -> End:
    """The smallest end; of equal ones the closed one.

    Of balls that overlap, a ball around the smaller of the two numbers, closed if either is.
    """
    best, closed = ends[0]
    for end, end_closed in ends[1:]:
        if type(end) is type(best) is fmpq:
            apart = (end - best).p  # as in `compare`
            if apart < 0:
                best, closed = end, end_closed
            elif apart == 0:
                closed = closed or end_closed
        elif end < best:
            best, closed = end, end_closed
        elif not end > best:
            best, closed = (best if end == best else _ball(best).min(_ball(end))), closed or end_closed
    return best, closed


def greatest(ends: list[End]) -> End:
    """The largest end; equal and overlapping ones as for `least`."""
    best, closed = least([(-end, end_closed) for end, end_closed in ends])
    return -best, closed


def _ball(number: Number) -> arb:
    return arb(number) if isinstance(number, fmpq) else number


def times(x: OpenEnd, y: OpenEnd) -> End:
    """The product of two ends, 0 if one is infinite and the other 0; closed if both are, or if one is a closed 0."""
    (a, a_closed), (b, b_closed) = x, y
    closed = (a_closed and b_closed) or (a_closed and a == 0) or (b_closed and b == 0)
    return (fmpq(0) if a is None or b is None else a * b), closed


def product(x: tuple[OpenEnd, OpenEnd], y: tuple[OpenEnd, OpenEnd]) -> tuple[OpenEnd, OpenEnd]:
    """The lower and the upper end of all products of a number of one range and one of another, each by its two ends."""
    ends: list[End] = []
    unbounded_below = unbounded_above = False
    for a, a_side in ((x[0], -1), (x[1], 1)):
        for b, b_side in ((y[0], -1), (y[1], 1)):
            sign = sign_of(a[0], a_side) * sign_of(b[0], b_side) if a[0] is None or b[0] is None else 0
            if sign:
                unbounded_below |= sign < 0
                unbounded_above |= sign > 0
            else:
                ends.append(times(a, b))
    low = (None, is_closed_infinity(x[0], y[0])) if unbounded_below or not ends else least(ends)
    return low, (None, False) if unbounded_above or not ends else greatest(ends)


def is_closed_infinity(a: OpenEnd, b: OpenEnd) -> bool:
    """Whether one of two ends is infinite and closed: a range with such a lower end may be a masked score."""
    return (a[0] is None and a[1]) or (b[0] is None and b[1])


def sign_of(end: Number | None, infinite: int) -> int:
    """-1, 0 or 1, and *infinite* (-1 for a lower end, 1 for an upper one) of None; raises Uncertain."""
    return infinite if end is None else compare(end, fmpq(0))
