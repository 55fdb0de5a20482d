"""The range of a softmax: the share of each exponential in the sum of a row's."""

from itertools import accumulate
from typing import Final, NamedTuple

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number

_POINTS: Final = Points()


def softmax_ranges(boxes: list[Interval]) -> tuple[Value, ...]:
    """Exact: p_i = 1 / (1 + sum exp(x_j - x_i)) grows with x_i and falls with every other x_j.

    A box that is closed at minus infinity may be masked, and then has no share.
    """
    shift = next((end for box in boxes for end in (box.hi, box.lo) if end is not None), fmpq(0))
    lows = [None if box.lo is None else _POINTS.exp(box.lo - shift) for box in boxes]
    highs = [None if box.hi is None else _POINTS.exp(box.hi - shift) for box in boxes]
    above, below = _sums_of_others(highs), _sums_of_others(lows)
    all_open = [sum(not box.hi_closed for box in boxes), sum(not box.lo_closed for box in boxes)]
    partial, loose = any(box.partial for box in boxes), any(box.loose for box in boxes)
    result: list[Value] = []
    for place, box in enumerate(boxes):
        lo, lo_closed = _least(lows[place], above[place])
        hi, hi_closed = _greatest(highs[place], below[place])
        lo_closed &= box.lo_closed and all_open[0] == (not box.hi_closed)
        hi_closed &= box.hi_closed and all_open[1] == (not box.lo_closed)
        masked = box.lo is None and box.lo_closed
        result.append(Interval(lo, hi, masked or lo_closed, hi_closed, partial, loose))
    return tuple(result)


class _Others(NamedTuple):
    """The sum of the finite exponentials of a row but one, and how many of them have no limit."""

    total: Number
    limitless: int


def _sums_of_others(values: list[Number | None]) -> list[_Others]:
    """For each place the others: what stands before it and what stands behind, so that nothing is taken off again."""
    finite = [fmpq(0) if value is None else value for value in values]
    before = list(accumulate(finite, initial=fmpq(0)))
    behind = list(accumulate(reversed(finite), initial=fmpq(0)))[::-1]
    limitless = sum(value is None for value in values)
    return [
        _Others(before[place] + behind[place + 1], limitless - (value is None)) for place, value in enumerate(values)
    ]


def _least(own: Number | None, others: _Others) -> tuple[Number, bool]:
    """The smallest share, its own exponential low and all others high, and whether it is attained."""
    if own is None or others.limitless:
        return fmpq(0), False
    return own / (own + others.total), True


def _greatest(own: Number | None, others: _Others) -> tuple[Number, bool]:
    """The largest share, its own exponential high and all others low or masked, and whether it is attained."""
    if own is None:
        return fmpq(1), False
    return own / (own + others.total), True
