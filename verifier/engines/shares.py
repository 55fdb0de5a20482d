"""The range of a softmax: the share of each exponential in the sum of a row's."""

from typing import Final

from flint import fmpq

from verifier.array import Value
from verifier.engines.flint import Points
from verifier.interval import Interval, Number

_POINTS: Final = Points()


def softmax_ranges(boxes: list[Interval]) -> tuple[Value, ...]:
    """Exact: p_i = 1 / (1 + sum exp(x_j - x_i)) grows with x_i and falls with every other x_j.

    A box that is closed at minus infinity may be masked, and then has no share.
    """
    shift = next((end for box in boxes for end in (box.hi, box.lo) if end is not None), fmpq(0))
    lows = [None if box.lo is None else _POINTS.exp(box.lo - shift) for box in boxes]
    highs = [None if box.hi is None else _POINTS.exp(box.hi - shift) for box in boxes]
    partial, loose = any(box.partial for box in boxes), any(box.loose for box in boxes)
    result: list[Value] = []
    for place, box in enumerate(boxes):
        others = [index for index in range(len(boxes)) if index != place]
        lo, lo_closed = _share(lows[place], [highs[index] for index in others])
        hi, _ = _share(highs[place], [lows[index] for index in others], top=True)
        if box.lo is None and box.lo_closed:
            lo_closed = True
        else:
            lo_closed &= box.lo_closed and all(boxes[index].hi_closed for index in others)
        hi_closed = highs[place] is not None and box.hi_closed and all(boxes[index].lo_closed for index in others)
        result.append(Interval(lo, hi, lo_closed, hi_closed, partial, loose))
    return tuple(result)


def _share(own: Number | None, others: list[Number | None], *, top: bool = False) -> tuple[Number, bool]:
    """Own / (own + others), and whether it is attained; None is the far limit: zero below, infinite above."""
    if own is None:
        return (fmpq(1), False) if top else (fmpq(0), False)
    if not top and any(other is None for other in others):
        return fmpq(0), False
    finite = [other for other in others if other is not None]
    return own / (own + sum(finite, fmpq(0))), len(finite) == len(others)
