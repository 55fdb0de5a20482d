"""The least and the greatest sum of squared distances to the mean, sum (x_i - mean)**2, over a box.

The sum is convex in the cells. So its greatest value is at a vertex of the box; its least is also the least value of
sum dist(mu, box_i)**2 over one number mu, since the mean minimises the sum of squared distances.
"""

from collections.abc import Sequence
from functools import cmp_to_key
from itertools import accumulate, product
from typing import Final

from flint import arb, fmpq

from verifier.engines.points.flint import MAX_BITS
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number, Uncertain, rational
from verifier.record import NamedTuple

MAX_VARIANCE_CELLS: Final = 10
"""Maximum number of varying cells of unequal widths for an exact greatest sum: all 2**10 vertices are tried."""


class Ends(NamedTuple):
    """A finite range whose ends are rationals."""

    lo: fmpq
    hi: fmpq
    lo_closed: bool
    hi_closed: bool


class SquareSum(NamedTuple):
    """An extreme of the sum: whether some cells attain it, and whether it is only a bound."""

    value: fmpq
    is_attained: bool
    is_loose: bool = False


def rational_ends(box: Interval) -> Ends | None:
    """The box with rational ends, those that are balls rounded outwards; None if it is not finite.

    Raises Uncertain if an end has too many bits.
    """
    if box.lo is None or box.hi is None:
        return None
    return Ends(_below(box.lo), _above(box.hi), box.lo_closed, box.hi_closed)


def _below(end: Number) -> fmpq:
    return end if isinstance(end, fmpq) else _rational(end.lower())


def _above(end: Number) -> fmpq:
    return end if isinstance(end, fmpq) else _rational(end.upper())


def _rational(rim: arb) -> fmpq:
    if abs(int(rim.man_exp()[1])) > MAX_BITS:
        raise Uncertain
    return rational(rim)


def least_square_sum(boxes: Sequence[Ends]) -> SquareSum:
    """The least sum: bisection on the slope in mu finds the neighbouring ends of boxes between which it is least."""
    if all_touch(boxes):
        return SquareSum(fmpq(0), all_meet(boxes))
    below, above = _segment_of_least(boxes)
    pinned = [box.hi for box in boxes if box.hi <= below] + [box.lo for box in boxes if box.lo >= above]
    mu = _sum(pinned) / len(pinned)
    met = all((mu > box.lo or box.lo_closed) and (mu < box.hi or box.hi_closed) for box in boxes)
    return SquareSum(_sum([(end - mu) * (end - mu) for end in pinned]), met)


def all_touch(boxes: Sequence[Ends]) -> bool:
    """Whether some number is in all boxes, their open ends included."""
    return max(box.lo for box in boxes) <= min(box.hi for box in boxes)


def all_meet(boxes: Sequence[Ends]) -> bool:
    """Whether some number is in all boxes, of which `all_touch` holds."""
    first, last = max(box.lo for box in boxes), min(box.hi for box in boxes)
    return first < last or all((box.lo_closed or box.lo < first) and (box.hi_closed or box.hi > first) for box in boxes)


def _segment_of_least(boxes: Sequence[Ends]) -> tuple[fmpq, fmpq]:
    """The neighbouring ends of boxes between which the slope in mu changes its sign."""
    breaks = sorted({(int(end.p), int(end.q)) for box in boxes for end in (box.lo, box.hi)}, key=cmp_to_key(_by_value))
    ends = [fmpq(*end) for end in breaks]
    below, above = 0, len(ends) - 1  # the slope is not positive at the first break and not negative at the last
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (middle, above) if _slope(ends[middle], boxes) <= 0 else (below, middle)
    return ends[below], ends[above]


def _by_value(a: tuple[int, int], b: tuple[int, int]) -> int:
    left, right = a[0] * b[1], b[0] * a[1]
    return (left > right) - (left < right)


def _slope(mu: fmpq, boxes: Sequence[Ends]) -> fmpq:
    """Half the derivative of the sum of squared distances from mu to the boxes."""
    return _sum([mu - box.hi if mu > box.hi else mu - box.lo if mu < box.lo else fmpq(0) for box in boxes])


def greatest_square_sum(boxes: Sequence[Ends]) -> SquareSum:
    """The greatest sum; only a bound where the widths differ and the vertices are too many to try.

    With equal widths it is enough to try the n + 1 vertices where the k lowest boxes are at their lower ends and the
    rest at their upper ends (Xiang, Starks, Kreinovich et al.). The bound is the sum of squared distances to the
    middle of the box, which is at least that to the mean.
    """
    width = boxes[0].hi - boxes[0].lo
    if all(box.hi - box.lo == width for box in boxes):
        return _threshold_vertices(sorted(boxes, key=cmp_to_key(_threshold_order)))
    if sum(box.lo != box.hi for box in boxes) <= MAX_VARIANCE_CELLS:
        return _all_vertices(boxes)
    center = _sum([box.lo + box.hi for box in boxes]) / (2 * len(boxes))
    far = [max((box.lo - center) * (box.lo - center), (box.hi - center) * (box.hi - center)) for box in boxes]
    return SquareSum(_sum(far), is_attained=True, is_loose=True)


def _threshold_order(a: Ends, b: Ends) -> int:
    """By lower end; of equal boxes first those with an open upper end, whose lower end alone may be attained."""
    if a.lo != b.lo:
        return 1 if a.lo > b.lo else -1
    return (a.hi_closed - a.lo_closed) - (b.hi_closed - b.lo_closed)


def _threshold_vertices(ordered: Sequence[Ends]) -> SquareSum:
    """The greatest sum over the n + 1 vertices, each sum in constant time from cumulative sums."""
    count = len(ordered)
    low_sums = [fmpq(0), *accumulate(box.lo for box in ordered)]
    low_squares = [fmpq(0), *accumulate(box.lo * box.lo for box in ordered)]
    high_sums = [fmpq(0), *accumulate(box.hi for box in reversed(ordered))]
    high_squares = [fmpq(0), *accumulate(box.hi * box.hi for box in reversed(ordered))]
    vertices: list[SquareSum] = []
    for low in range(count + 1):
        total = low_sums[low] + high_sums[count - low]
        squares = low_squares[low] + high_squares[count - low] - total * total / count
        closed = all(box.lo_closed for box in ordered[:low]) and all(box.hi_closed for box in ordered[low:])
        vertices.append(SquareSum(squares, closed))
    return max(vertices)  # of equal ones, one that is attained


def _all_vertices(boxes: Sequence[Ends]) -> SquareSum:
    ends = [
        [(box.lo, box.lo_closed), (box.hi, box.hi_closed)] if box.lo != box.hi else [(box.lo, True)] for box in boxes
    ]
    count = len(boxes)
    vertices: list[SquareSum] = []
    for vertex in product(*ends):
        total = _sum([end for end, _ in vertex])
        squares = _sum([end * end for end, _ in vertex])
        vertices.append(SquareSum(squares - total * total / count, all(closed for _, closed in vertex)))
    return max(vertices)  # of equal ones, one that is attained


def _sum(numbers: Sequence[fmpq]) -> fmpq:
    return sum(numbers, fmpq(0))
