"""Ranges: the set of values a cell can have while operand cells vary over theirs.

Monotone functions are taken at the two ends; softmax and the variance have closed
forms, so that their ranges are exact. Cells that do not vary are points, and go to
the engine of points. Domains follow IEEE 1788's set rule: a function is applied to
the part of the box inside its domain, nothing inside is UNDEFINED, and a box that
leaves the domain is marked partial.
"""

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from functools import reduce as fold
from itertools import accumulate, product
from typing import Final

from flint import arb, fmpq

from verifier.array import Array, Value
from verifier.engines.flint import MAX_BITS, Points, ball
from verifier.interval import (
    UNDEFINED,
    WHOLE_LINE,
    Interval,
    Missing,
    Number,
    Uncertain,
    compare,
    contains,
    floor_of,
    greatest,
    hull,
    least,
    point,
)

MAX_FREE_SPREADS: Final = 10
"""So many cells of unequal widths are tried at both ends for the largest variance: 2**10 vertices."""

MAX_WHOLE_EXPONENTS: Final = 8

_UNDECIDED: Final = Interval(fmpq(0), fmpq(1))
_POINTS: Final = Points()


def as_interval(value: Value) -> Interval:
    """A cell as a range; what is unknown may be anything."""
    if isinstance(value, Interval):
        return value
    return WHOLE_LINE if isinstance(value, Missing | str) else point(value)


def _increasing(box: Interval, function: Callable[[Value], Value], floor: Number | None, top: Number | None) -> Interval:
    """A function that grows, with its limits at minus and plus infinity (None: infinite)."""
    lo = floor if box.lo is None else function(box.lo)
    hi = top if box.hi is None else function(box.hi)
    lo_closed = box.lo_closed and box.lo is not None
    return Interval(lo, hi, lo_closed, box.hi_closed and box.hi is not None, box.partial, box.loose)


def _stepped(box: Interval, function: Callable[[Value], Value]) -> Interval:
    """A function that grows in steps: every end is attained, open ends of the box or not."""
    lo = None if box.lo is None else function(box.lo)
    hi = None if box.hi is None else function(box.hi)
    return Interval(lo, hi, lo is not None, hi is not None, box.partial, loose=True)


class Ranges:
    """The engine of ranges, over the engine of points."""

    is_range: Final = True

    def divide(self, a: Value, b: Value) -> Value:
        if isinstance(b, Interval):
            return a / b
        if isinstance(a, Interval) and not isinstance(b, Missing):
            return UNDEFINED if compare(b, fmpq(0)) == 0 else a * _POINTS.divide(fmpq(1), b)
        return a if isinstance(a, Missing) else _POINTS.divide(a, b)

    def power(self, a: Value, b: Value) -> Value:
        if isinstance(a, Missing) or isinstance(b, Missing):
            return a if isinstance(a, Missing) else b
        if not isinstance(a, Interval) and not isinstance(b, Interval):
            return _POINTS.power(a, b)
        if isinstance(b, fmpq) and b.q == 1 and isinstance(a, Interval):
            return self._whole_power(a, b)
        return self._real_power(as_interval(a), as_interval(b))

    def _real_power(self, base: Interval, exponent: Interval) -> Value:
        """Base above zero, zero and below: the last has powers where the exponent is whole."""
        least_sign, most_sign = (
            infinite if end is None else compare(end, fmpq(0)) for end, infinite in ((base.lo, -1), (base.hi, 1))
        )
        parts: list[Value] = []
        if most_sign > 0:
            above = base if least_sign > 0 else Interval(fmpq(0), base.hi, False, base.hi_closed, base.partial)
            parts.append(self.exp(exponent * self.log(above)))
        grows = exponent.hi is None or compare(exponent.hi, fmpq(0)) > 0
        falls = exponent.lo is None or compare(exponent.lo, fmpq(0)) < 0
        partial = base.partial or exponent.partial or least_sign < 0
        if contains(base, fmpq(0)):
            partial |= falls
            parts += [fmpq(0)] if grows else []
            parts += [fmpq(1)] if contains(exponent, fmpq(0)) else []
        loose = most_sign <= 0
        if least_sign < 0:
            below = base if most_sign < 0 else Interval(base.lo, fmpq(0), base.lo_closed, False)
            wholes = _wholes(exponent)
            parts += [WHOLE_LINE] if wholes is None else [self._whole_power(below, whole) for whole in wholes]
            loose |= wholes != []
        if not parts:
            return UNDEFINED
        result = fold(hull, map(as_interval, parts))
        loose |= base.loose or exponent.loose
        return Interval(result.lo, result.hi, result.lo_closed, result.hi_closed, partial, loose)

    def _whole_power(self, a: Interval, b: fmpq) -> Value:
        if b < 0:
            return self.divide(fmpq(1), self._whole_power(a, -b))
        if b == 0:
            return Interval(fmpq(1), fmpq(1), partial=True) if a.partial else fmpq(1)
        base = self.absolute(a) if b.p % 2 == 0 else a
        assert isinstance(base, Interval)
        return _increasing(base, lambda end: _POINTS.power(end, b), None, None)

    def floor_divide(self, a: Value, b: Value) -> Value:
        quotient = self.divide(a, b)
        if not isinstance(quotient, Interval):
            return _POINTS.floor_divide(quotient, fmpq(1))
        return _stepped(quotient, lambda end: _POINTS.floor_divide(end, fmpq(1)))

    def remainder(self, a: Value, b: Value) -> Value:
        if isinstance(a, Interval) or isinstance(b, Interval):
            return a - b * self.floor_divide(a, b)
        return _POINTS.remainder(a, b)

    def round(self, a: Value, digits: int) -> Value:
        if isinstance(a, Interval):
            return _stepped(a, lambda end: _POINTS.round(end, digits))
        return _POINTS.round(a, digits)

    def less(self, a: Value, b: Value) -> Value:
        return self._ordered(a, b, _POINTS.less, surely=lambda order: order < 0, never=lambda order: order >= 0)

    def less_equal(self, a: Value, b: Value) -> Value:
        return self._ordered(a, b, _POINTS.less_equal, surely=lambda order: order <= 0, never=lambda order: order > 0)

    def _ordered(
        self,
        a: Value,
        b: Value,
        of_points: Callable[[Value, Value], Value],
        *,
        surely: Callable[[int], bool],
        never: Callable[[int], bool],
    ) -> Value:
        """1 if the largest a compares so with the smallest b, 0 if the smallest a does not with the largest b."""
        if not (isinstance(a, Interval) or isinstance(b, Interval)):
            return of_points(a, b)
        if isinstance(a, Missing) or isinstance(b, Missing):
            return a if isinstance(a, Missing) else b
        x, y = as_interval(a), as_interval(b)
        if x.hi is not None and y.lo is not None and surely(compare(x.hi, y.lo)):
            return fmpq(1)
        if x.lo is not None and y.hi is not None and never(compare(x.lo, y.hi)):
            return fmpq(0)
        return _UNDECIDED

    def equal(self, a: Value, b: Value) -> Value:
        if isinstance(a, Interval) or isinstance(b, Interval):
            return _UNDECIDED
        return _POINTS.equal(a, b)

    def maximum(self, a: Value, b: Value) -> Value:
        if isinstance(a, Missing) or isinstance(b, Missing):
            return a if isinstance(a, Missing) else b
        if not (isinstance(a, Interval) or isinstance(b, Interval)):
            return _POINTS.maximum(a, b)
        x, y = as_interval(a), as_interval(b)
        lows = [(end, closed) for end, closed in ((x.lo, x.lo_closed), (y.lo, y.lo_closed)) if end is not None]
        lo, lo_closed = _larger(lows) if lows else (None, False)
        hi, hi_closed = (None, False)
        if x.hi is not None and y.hi is not None:
            hi, hi_closed = greatest([(x.hi, x.hi_closed), (y.hi, y.hi_closed)])
        return Interval(lo, hi, lo_closed, hi_closed, x.partial or y.partial, x.loose or y.loose)

    def absolute(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.absolute(a)
        if a.lo is not None and compare(a.lo, fmpq(0)) >= 0:
            return a
        if a.hi is not None and compare(a.hi, fmpq(0)) <= 0:
            return -a
        if a.lo is None or a.hi is None:
            return Interval(fmpq(0), None, hi_closed=False, partial=a.partial, loose=a.loose)
        hi, hi_closed = greatest([(-a.lo, a.lo_closed), (a.hi, a.hi_closed)])
        return Interval(fmpq(0), hi, lo_closed=True, hi_closed=hi_closed, partial=a.partial, loose=a.loose)

    def exp(self, a: Value) -> Value:
        return _increasing(a, _POINTS.exp, fmpq(0), None) if isinstance(a, Interval) else _POINTS.exp(a)

    def tanh(self, a: Value) -> Value:
        return _increasing(a, _POINTS.tanh, fmpq(-1), fmpq(1)) if isinstance(a, Interval) else _POINTS.tanh(a)

    def log(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.log(a)
        if a.hi is not None and compare(a.hi, fmpq(0)) <= 0:
            return UNDEFINED
        sign = -1 if a.lo is None else compare(a.lo, fmpq(0))
        outside = sign < 0 or (sign == 0 and a.lo_closed)
        inside = a if sign > 0 else Interval(None, a.hi, False, a.hi_closed, a.partial or outside, a.loose)
        return _increasing(inside, _POINTS.log, None, None)

    def sqrt(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.sqrt(a)
        if a.hi is not None:
            sign = compare(a.hi, fmpq(0))
            if sign < 0 or (sign == 0 and not a.hi_closed):
                return UNDEFINED
        if a.lo is None or compare(a.lo, fmpq(0)) < 0:
            a = Interval(fmpq(0), a.hi, True, a.hi_closed, True, a.loose)
        return _increasing(a, _POINTS.sqrt, None, None)

    def sin(self, a: Value) -> Value:
        return _wave(a, _POINTS.sin, arb.pi() / 2) if isinstance(a, Interval) else _POINTS.sin(a)

    def cos(self, a: Value) -> Value:
        return _wave(a, _POINTS.cos, arb(0)) if isinstance(a, Interval) else _POINTS.cos(a)

    def tan(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.tan(a)
        if a.lo is None or a.hi is None or _turns(a.lo, arb.pi() / 2, arb.pi()) != _turns(a.hi, arb.pi() / 2, arb.pi()):
            return Interval(None, None, lo_closed=False, hi_closed=False, partial=True, loose=True)
        return _increasing(a, _POINTS.tan, None, None)

    def matmul(self, a: Array, b: Array) -> Array:
        columns = [b.column(j) for j in range(b.columns)]
        return Array(a.rows, b.columns, tuple(_dot(row, column) for row in a.row_list() for column in columns))

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        if not any(isinstance(cell, Interval | Missing) for cell in cells):
            return _POINTS.softmax(cells)
        if len(cells) == 1:
            return (self._only(cells[0], fmpq(1)),)
        return _softmax([as_interval(cell) for cell in cells])

    def _only(self, cell: Value, value: fmpq) -> Value:
        """What a row of one cell gives, whatever is in it."""
        return Interval(value, value, partial=True) if isinstance(cell, Interval) and cell.partial else value

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        if any(cell is UNDEFINED for cell in cells):
            return UNDEFINED
        if not any(isinstance(cell, Interval | Missing) for cell in cells):
            return _POINTS.variance(cells, ddof)
        if len(cells) == 1:
            return self._only(cells[0], fmpq(0))
        boxes = [_rational_ends(as_interval(cell)) for cell in cells]
        count = len(boxes) - ddof
        partial = any(box.partial for box in boxes)
        if any(box.lo is None or box.hi is None for box in boxes):
            return Interval(fmpq(0), None, hi_closed=False, partial=partial, loose=True)
        lo, lo_closed = _least_spread(boxes)
        hi, hi_closed, loose = _greatest_spread(boxes)
        loose |= any(box.loose for box in boxes)
        return Interval(lo / count, hi / count, lo_closed, hi_closed, partial, loose)

    def argmax(self, cells: tuple[Value, ...]) -> Value:
        if not any(isinstance(cell, Interval) for cell in cells):
            return _POINTS.argmax(cells)
        boxes = [as_interval(cell) for cell in cells]
        best = max(box.lo for box in boxes if box.lo is not None) if any(box.lo is not None for box in boxes) else None
        able = [
            fmpq(place)
            for place, box in enumerate(boxes)
            if best is None or box.hi is None or not compare(box.hi, best) < 0
        ]
        return able[0] if len(able) == 1 else Interval(able[0], able[-1], loose=True)


def _larger(ends: Sequence[tuple[Number, bool]]) -> tuple[Number, bool]:
    """The lower end of a maximum: of equal ends it is attained only if both are."""
    best, closed = ends[0]
    for end, end_closed in ends[1:]:
        if end > best:
            best, closed = end, end_closed
        elif not end < best:
            same = isinstance(end, fmpq) and isinstance(best, fmpq)
            best, closed = (best, closed and end_closed) if same else (ball(best).max(ball(end)), closed or end_closed)
    return best, closed


def _turns(angle: Number, offset: arb, period: arb) -> int:
    """How many whole periods lie between -offset and the angle."""
    whole = _POINTS.floor_divide((ball(angle) + offset) / period, fmpq(1))
    assert isinstance(whole, fmpq)
    return int(whole.p)


def _wave(box: Interval, function: Callable[[Value], Value], crest: arb) -> Interval:
    """Sine or cosine, whose largest value 1 is at `crest` and every full turn from it."""
    if box.lo is None or box.hi is None:
        return Interval(fmpq(-1), fmpq(1), partial=box.partial, loose=box.loose)
    turn = 2 * arb.pi()
    ends = [(function(box.lo), box.lo_closed), (function(box.hi), box.hi_closed)]
    lo, lo_closed = least(ends)
    hi, hi_closed = greatest(ends)
    crests = _turns(box.hi, -crest, turn) - _turns(box.lo, -crest, turn)
    if crests > 0:
        at_end = crests == 1 and isinstance(ends[1][0], fmpq) and ends[1][0] == 1  # the cosine of zero
        hi, hi_closed = fmpq(1), hi_closed if at_end else True
    trough = crest + arb.pi()
    if _turns(box.hi, -trough, turn) > _turns(box.lo, -trough, turn):
        lo, lo_closed = fmpq(-1), True
    return Interval(lo, hi, lo_closed, hi_closed, box.partial, box.loose)


def _wholes(exponent: Interval) -> list[fmpq] | None:
    """The whole numbers of a range, or None if they are too many to try."""
    if exponent.lo is None or exponent.hi is None or exponent.hi - exponent.lo > MAX_WHOLE_EXPONENTS:
        return None
    first, last = floor_of(exponent.lo), floor_of(exponent.hi)
    return [fmpq(whole) for whole in range(first, last + 1) if contains(exponent, fmpq(whole))]


def _dot(row: tuple[Value, ...], column: tuple[Value, ...]) -> Value:
    """The sum of products of two lines of cells, each cell used once."""
    total: Value = fmpq(0)
    for a, b in zip(row, column, strict=True):
        total = total + a * b
    return total


def _softmax(boxes: list[Interval]) -> tuple[Value, ...]:
    """Exact: p_i = 1 / (1 + sum exp(x_j - x_i)) grows with x_i and falls with every other x_j."""
    shift = next((end for box in boxes for end in (box.hi, box.lo) if end is not None), fmpq(0))
    lows = [None if box.lo is None else _POINTS.exp(box.lo - shift) for box in boxes]
    highs = [None if box.hi is None else _POINTS.exp(box.hi - shift) for box in boxes]
    partial, loose = any(box.partial for box in boxes), any(box.loose for box in boxes)
    result: list[Value] = []
    for place, box in enumerate(boxes):
        others = [index for index in range(len(boxes)) if index != place]
        lo, lo_closed = _share(lows[place], [highs[index] for index in others])
        hi, hi_closed = _share(highs[place], [lows[index] for index in others], top=True)
        lo_closed &= box.lo_closed and all(boxes[index].hi_closed for index in others)
        hi_closed &= box.hi_closed and all(boxes[index].lo_closed for index in others)
        result.append(Interval(lo, hi, lo_closed, hi_closed, partial, loose))
    return tuple(result)


def _share(own: Number | None, others: list[Number | None], *, top: bool = False) -> tuple[Number, bool]:
    """own / (own + others), and whether it is attained; None is the far limit: zero below, infinite above."""
    if own is None:
        return (fmpq(1), False) if top else (fmpq(0), False)
    if not top and any(other is None for other in others):
        return fmpq(0), False
    finite = [other for other in others if other is not None]
    return own / (own + sum(finite, fmpq(0))), len(finite) == len(others)


def _rational_ends(box: Interval) -> Interval:
    """The box with ends that are balls widened to the rationals at their rims."""
    if isinstance(box.lo, fmpq | None) and isinstance(box.hi, fmpq | None):
        return box
    lo = _rational(box.lo.lower()) if isinstance(box.lo, arb) else box.lo
    hi = _rational(box.hi.upper()) if isinstance(box.hi, arb) else box.hi
    return Interval(lo, hi, box.lo_closed, box.hi_closed, box.partial, box.loose)


def _rational(rim: arb) -> fmpq:
    if abs(int(rim.man_exp()[1])) > MAX_BITS:
        raise Uncertain
    return rim.fmpq()


def _least_spread(boxes: list[Interval]) -> tuple[fmpq, bool]:
    """min over mu of the squared distances from mu to each box: convex, so the slope finds the segment."""
    lows, highs = [box.lo for box in boxes], [box.hi for box in boxes]
    first, last = max(lows), min(highs)
    if first <= last:
        meeting = first < last or all(
            (box.lo_closed or box.lo < first) and (box.hi_closed or box.hi > first) for box in boxes
        )
        return fmpq(0), meeting
    breaks = sorted({(int(end.p), int(end.q)) for end in lows + highs}, key=cmp_to_key(_by_value))
    ends = [fmpq(*end) for end in breaks]
    below, above = 0, len(ends) - 1  # the slope is not positive at the first break and not negative at the last
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (middle, above) if _slope(ends[middle], boxes) <= 0 else (below, middle)
    pinned = [(box.hi, box.hi_closed) for box in boxes if box.hi <= ends[below]]
    pinned += [(box.lo, box.lo_closed) for box in boxes if box.lo >= ends[above]]
    mu = sum((end for end, _ in pinned), fmpq(0)) / len(pinned)
    spread = sum(((end - mu) * (end - mu) for end, _ in pinned), fmpq(0))
    met = all((mu > box.lo or box.lo_closed) and (mu < box.hi or box.hi_closed) for box in boxes)
    return spread, met


def _by_value(a: tuple[int, int], b: tuple[int, int]) -> int:
    left, right = a[0] * b[1], b[0] * a[1]
    return (left > right) - (left < right)


def _slope(mu: fmpq, boxes: list[Interval]) -> fmpq:
    pulls = (mu - box.hi if mu > box.hi else mu - box.lo if mu < box.lo else fmpq(0) for box in boxes)
    return sum(pulls, fmpq(0))


def _greatest_spread(boxes: list[Interval]) -> tuple[fmpq, bool, bool]:
    """The largest sum of squared distances to the mean, whether attained, and whether it is only a bound.

    It is at a vertex. With equal widths only the vertices `the k smallest low, the rest
    high` matter (Xiang, Starks, Kreinovich et al.); with others, few enough, all are tried.
    """
    if len({box.hi - box.lo == boxes[0].hi - boxes[0].lo for box in boxes} - {True}) == 0:
        ordered = sorted(boxes, key=cmp_to_key(_threshold_order))
        return (*_threshold_vertices(ordered), False)
    free = sum(box.lo != box.hi for box in boxes)
    if free <= MAX_FREE_SPREADS:
        return (*_all_vertices(boxes), False)
    center = sum((box.lo + box.hi for box in boxes), fmpq(0)) / (2 * len(boxes))
    far = (max((box.lo - center) * (box.lo - center), (box.hi - center) * (box.hi - center)) for box in boxes)
    return sum(far, fmpq(0)), True, True


def _threshold_order(a: Interval, b: Interval) -> int:
    """By place; of equal boxes those first whose high end is open, as they may be attained low alone."""
    return compare(a.lo, b.lo) or (a.hi_closed - a.lo_closed) - (b.hi_closed - b.lo_closed)


def _threshold_vertices(ordered: list[Interval]) -> tuple[fmpq, bool]:
    count = len(ordered)
    low_sums = [fmpq(0), *accumulate(box.lo for box in ordered)]
    low_squares = [fmpq(0), *accumulate(box.lo * box.lo for box in ordered)]
    high_sums = [fmpq(0), *accumulate(box.hi for box in reversed(ordered))]
    high_squares = [fmpq(0), *accumulate(box.hi * box.hi for box in reversed(ordered))]
    vertices: list[tuple[Number, bool]] = []
    for low in range(count + 1):
        total = low_sums[low] + high_sums[count - low]
        spread = low_squares[low] + high_squares[count - low] - total * total / count
        closed = all(box.lo_closed for box in ordered[:low]) and all(box.hi_closed for box in ordered[low:])
        vertices.append((spread, closed))
    return greatest(vertices)  # type: ignore[return-value]  # rationals in, a rational out


def _all_vertices(boxes: list[Interval]) -> tuple[fmpq, bool]:
    ends = [
        [(box.lo, box.lo_closed), (box.hi, box.hi_closed)] if box.lo != box.hi else [(box.lo, True)] for box in boxes
    ]
    count = len(boxes)
    vertices: list[tuple[Number, bool]] = []
    for vertex in product(*ends):
        total = sum((end for end, _ in vertex), fmpq(0))
        squares = sum((end * end for end, _ in vertex), fmpq(0))
        vertices.append((squares - total * total / count, all(closed for _, closed in vertex)))
    return greatest(vertices)  # type: ignore[return-value]  # rationals in, a rational out
