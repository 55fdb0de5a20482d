"""The exact range of a weighted mean, sum w v / sum w, over boxes of weights that are not negative and of values.

The mean rises with every value. It is a quotient of two linear functions of the weights, so it is greatest at a vertex
of their box. There every value above the mean has its greatest weight and every other its least: with the values sorted
in descending order, n + 1 vertices are tried. For a softmax the weights are the exponentials of the scores.
"""

from collections.abc import Sequence
from functools import cmp_to_key

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.numbers.array import Value, as_interval
from verifier.numbers.ends import End, greatest
from verifier.numbers.interval import MINUS_INFINITY, Interval, Missing
from verifier.numbers.number import Number, Uncertain, compare
from verifier.record import NamedTuple

_POINTS = Points()


class Weight(NamedTuple):
    """The least and the greatest value of a weight."""

    least: End
    most: End


def softmax_mean(scores: Sequence[Value], values: Sequence[Value]) -> Value | None:
    """The range of softmax(scores) @ values; None where a score has no upper end or a value no end at all.

    A masked score has the weight 0. The least weight of a score without a lower end is 0.
    """
    kept = [place for place, score in enumerate(scores) if score is not MINUS_INFINITY]
    boxes = [as_interval(scores[place]) for place in kept]
    if not boxes or any(isinstance(value, Missing) for value in values):
        return None
    highs = [box.hi for box in boxes if box.hi is not None]
    if len(highs) < len(boxes):
        return None
    weights = [
        Weight(
            (fmpq(0), box.lo_closed) if box.lo is None else (_exponential(box.lo - highs[0]), box.lo_closed),
            (_exponential(high - highs[0]), box.hi_closed),
        )
        for box, high in zip(boxes, highs, strict=True)
    ]
    return _mean(weights, boxes, [as_interval(values[place]) for place in kept])


def _exponential(exponent: Number) -> Number:
    power = _POINTS.exp(exponent)
    assert isinstance(power, Number)
    return power


def weighted_mean(weights: Sequence[Value], values: Sequence[Value]) -> Value | None:
    """The range of sum w v / sum w; None where a weight may be negative, all may be 0, or an end is missing."""
    if any(isinstance(cell, Missing) for cell in (*weights, *values)):
        return None
    boxes = [as_interval(weight) for weight in weights]
    ends: list[Weight] = []
    for box in boxes:
        if box.lo is None or box.hi is None or not box.lo >= 0:
            return None
        ends.append(Weight((box.lo, box.lo_closed), (box.hi, box.hi_closed)))
    if not sum((weight.least[0] for weight in ends), fmpq(0)) > 0:
        return None
    return _mean(ends, boxes, [as_interval(value) for value in values])


def _mean(weights: list[Weight], boxes: list[Interval], values: list[Interval]) -> Interval | None:
    tops: list[End] = []
    bottoms: list[End] = []
    for value in values:
        if value.lo is None or value.hi is None:
            return None
        tops.append((value.hi, value.hi_closed))
        bottoms.append((-value.lo, value.lo_closed))
    try:
        hi, hi_closed = _largest(weights, tops)
        lo, lo_closed = _largest(weights, bottoms)
    except Uncertain:  # values that balls cannot put in order
        return None
    partial = any(box.partial for box in (*boxes, *values))
    return Interval(-lo, hi, lo_closed, hi_closed, partial, any(box.loose for box in (*boxes, *values)))


def _largest(weights: list[Weight], values: list[End]) -> End:
    """The greatest mean of *values*, their upper ends, and whether it is attained; raises Uncertain."""
    if all(_is_same(value, values[0][0]) for value, _ in values):  # the mean does not depend on the weights
        return values[0][0], all(closed or _is_zero(w.most[0]) for (_, closed), w in zip(values, weights, strict=True))
    order = _descending(values)
    weight = sum((weights[place].least[0] for place in order), fmpq(0))
    total = sum((weights[place].least[0] * values[place][0] for place in order), fmpq(0))
    means: list[Number] = [] if weight == 0 else [total / weight]
    for place in order:
        least, most = weights[place]
        weight = weight + (most[0] - least[0])
        total = total + (most[0] - least[0]) * values[place][0]
        means.append(total / weight)
    first = len(order) + 1 - len(means)  # without any weight the mean is undefined
    best, _ = greatest([(mean, True) for mean in means])
    attained = any(
        not mean < best and _is_attained(mean, order[: first + high], order[first + high :], weights, values)
        for high, mean in enumerate(means)
    )
    return best, attained


def _descending(values: list[End]) -> list[int]:
    def order(a: int, b: int) -> int:
        return compare(values[b][0], values[a][0])

    return sorted(range(len(values)), key=cmp_to_key(order))


def _is_attained(mean: Number, high: list[int], low: list[int], weights: list[Weight], values: list[End]) -> bool:
    """Whether a vertex is in the box, with the values *high* at their greatest weights and *low* at their least.

    The weight of a value that equals the mean does not matter, nor does a value of weight 0.
    """
    chosen = [(weights[place].most, values[place]) for place in high]
    chosen += [(weights[place].least, values[place]) for place in low]
    weighing = [value for weight, (value, _) in chosen if not _is_zero(weight[0])]
    if all(_is_same(value, weighing[0]) for value in weighing):
        mean = weighing[0]
    return all(
        (value[1] or _is_zero(weight[0])) and (weight[1] or _is_same(value[0], mean)) for weight, value in chosen
    )


def _is_zero(number: Number) -> bool:
    return isinstance(number, fmpq) and number == 0


def _is_same(a: Number, b: Number) -> bool:
    return isinstance(a, fmpq) and isinstance(b, fmpq) and a == b
