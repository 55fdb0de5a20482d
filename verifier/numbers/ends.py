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
        if end < best:
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


def sign_of(end: Number | None, infinite: int) -> int:
    """-1, 0 or 1, and *infinite* (-1 for a lower end, 1 for an upper one) of None; raises Uncertain."""
    return infinite if end is None else compare(end, fmpq(0))
