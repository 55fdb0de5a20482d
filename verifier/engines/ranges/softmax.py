"""The range of a softmax, exp(x_i) / sum exp(x_j) over a row.

It equals 1 / (1 + sum of exp(x_j - x_i) over the other cells), which rises with x_i and falls with every other x_j. So
it is greatest with x_i at its upper end and the others at their lower ends, and least the other way round.
"""

from itertools import accumulate
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.numbers.array import Value
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.record import NamedTuple

_POINTS: Final = Points()


def softmax_ranges(boxes: list[Interval]) -> tuple[Value, ...]:
    """The exact ranges of the softmax of a row of scores, in their order.

    A score whose range is closed at minus infinity may be masked: then its own cell is 0, and it adds nothing to the
    sum. Where all other scores may be masked, a cell may be 1.
    """
    shift = next((end for box in boxes for end in (box.hi, box.lo) if end is not None), fmpq(0))
    lows = [None if box.lo is None else _POINTS.exp(box.lo - shift) for box in boxes]
    highs = [None if box.hi is None else _POINTS.exp(box.hi - shift) for box in boxes]
    above, below = _sums_of_others(highs), _sums_of_others(lows)
    all_open = [sum(not box.hi_closed for box in boxes), sum(not box.lo_closed for box in boxes)]
    maskable = sum(map(may_be_masked, boxes))
    partial, loose = any(box.partial for box in boxes), any(box.loose for box in boxes)
    result: list[Value] = []
    for place, box in enumerate(boxes):
        lo, lo_closed = _least(lows[place], above[place])
        hi, hi_closed = _greatest(highs[place], below[place])
        lo_closed &= box.lo_closed and all_open[0] == (not box.hi_closed)
        hi_closed &= box.hi_closed and all_open[1] == (not box.lo_closed)
        if maskable == len(boxes) - (not may_be_masked(box)):
            hi, hi_closed = fmpq(1), True
        result.append(Interval(lo, hi, may_be_masked(box) or lo_closed, hi_closed, partial, loose))
    return tuple(result)


def may_be_masked(score: Interval) -> bool:
    """Whether a score may be minus infinity."""
    return score.lo is None and score.lo_closed


class _Others(NamedTuple):
    """The sum of the finite exponentials of all cells of a row but one, and the count of those that have no bound."""

    total: Number
    unbounded: int


def _sums_of_others(values: list[Number | None]) -> list[_Others]:
    """For each cell the sum of the others, from cumulative sums of both sides: a difference of balls is wider."""
    finite = [fmpq(0) if value is None else value for value in values]
    before = list(accumulate(finite, initial=fmpq(0)))
    behind = list(accumulate(reversed(finite), initial=fmpq(0)))[::-1]
    unbounded = sum(value is None for value in values)
    return [
        _Others(before[place] + behind[place + 1], unbounded - (value is None)) for place, value in enumerate(values)
    ]


def _least(own: Number | None, others: _Others) -> tuple[Number, bool]:
    """The least value, from the least own exponential and the greatest others, and whether it is attained."""
    if own is None or others.unbounded:
        return fmpq(0), False
    return own / (own + others.total), True


def _greatest(own: Number | None, others: _Others) -> tuple[Number, bool]:
    """The greatest value, from the greatest own exponential and the least others, and whether it is attained."""
    if own is None:
        return fmpq(1), False
    return own / (own + others.total), True
