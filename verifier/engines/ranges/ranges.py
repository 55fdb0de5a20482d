"""Ranges: the set of values a cell can have while operand cells vary over theirs.

Monotone functions are taken at the two ends; softmax and the variance have closed
forms, so that their ranges are exact. Cells that do not vary are points, and go to
the engine of points. Domains follow IEEE 1788's set rule: a function is applied to
the part of the box inside its domain, nothing inside is UNDEFINED, and a box that
leaves the domain is marked partial.
"""

from collections.abc import Callable, Sequence
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points, ball
from verifier.engines.points.masks import largest_known, unmasked
from verifier.engines.ranges.corners import determinant_range, inverse_range, rank_range
from verifier.engines.ranges.monotone import increasing, rising, stepped, valley
from verifier.engines.ranges.powers import real_power, whole_power
from verifier.engines.ranges.products import limbs, operands, product_ranges
from verifier.engines.ranges.softmax import softmax_ranges
from verifier.engines.ranges.trigonometric import cosine, is_between_poles, sine
from verifier.engines.ranges.variance import greatest_square_sum, least_square_sum, rational_ends
from verifier.numbers.array import Array, Value, as_interval
from verifier.numbers.ends import greatest
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing, overlap
from verifier.numbers.number import Number, compare
from verifier.operations import Engine

_UNDECIDED: Final = Interval(fmpq(0), fmpq(1))
"""The range of a comparison that may hold or not."""
_ANY_SCORE: Final = Interval(None, None, hi_closed=False)
"""The range of a score that is not known, and may be masked."""
_POINTS: Final = Points()
RANGE_WORK: Final = 20
"""Cost of a product of two ranges, in products of two numbers."""
AT_ONCE: Final = 4
"""Products of ranges per unit of work where `products.py` computes the whole matrix product."""


class Ranges(Engine):
    """The engine of ranges, over the engine of points."""

    is_range: Final = True

    def divide(self, a: Value, b: Value) -> Value:
        if isinstance(b, Interval):
            return a / b
        if isinstance(a, Interval) and not isinstance(b, Missing):
            return UNDEFINED if compare(b, fmpq(0)) == 0 else a * _POINTS.divide(fmpq(1), b)
        return a / b if isinstance(a, Missing) else _POINTS.divide(a, b)

    def power(self, a: Value, b: Value) -> Value:
        if isinstance(a, Missing) or isinstance(b, Missing):
            return (a if isinstance(a, Missing) else b).onward
        if not isinstance(a, Interval) and not isinstance(b, Interval):
            return _POINTS.power(a, b)
        if isinstance(b, fmpq) and b.q == 1 and isinstance(a, Interval):
            return whole_power(self, a, b)
        return real_power(self, as_interval(a), as_interval(b))

    def floor_divide(self, a: Value, b: Value) -> Value:
        quotient = self.divide(a, b)
        if not isinstance(quotient, Interval):
            return _POINTS.floor_divide(quotient, fmpq(1))
        return stepped(quotient, lambda end: _POINTS.floor_divide(end, fmpq(1)))

    def remainder(self, a: Value, b: Value) -> Value:
        if isinstance(a, Interval) or isinstance(b, Interval):
            return a - b * self.floor_divide(a, b)
        return _POINTS.remainder(a, b)

    def round(self, a: Value, digits: int, rule: str = "half_even") -> Value:
        if isinstance(a, Interval):
            return stepped(a, lambda end: _POINTS.round(end, digits, rule))
        return _POINTS.round(a, digits, rule)

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
        """1 if the comparison holds for all numbers of *a* and *b*, 0 if for none, else both."""
        if not (isinstance(a, Interval) or isinstance(b, Interval)):
            return of_points(a, b)
        if isinstance(a, Missing) or isinstance(b, Missing):
            return (a if isinstance(a, Missing) else b).onward
        x, y = as_interval(a), as_interval(b)
        if x.hi is not None and y.lo is not None and surely(compare(x.hi, y.lo)):
            return fmpq(1)
        if x.lo is not None and y.hi is not None and never(compare(x.lo, y.hi)):
            return fmpq(0)
        return _UNDECIDED

    def equal(self, a: Value, b: Value) -> Value:
        if isinstance(a, Interval) or isinstance(b, Interval):
            if isinstance(a, Missing) or isinstance(b, Missing):
                return (a if isinstance(a, Missing) else b).onward
            return _UNDECIDED if overlap(as_interval(a), as_interval(b)) else fmpq(0)
        return _POINTS.equal(a, b)

    def maximum(self, a: Value, b: Value) -> Value:
        if isinstance(a, Missing) or isinstance(b, Missing):
            return largest_known(a, b)
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
        return increasing(a, _POINTS.exp, fmpq(0), None) if isinstance(a, Interval) else _POINTS.exp(a)

    def tanh(self, a: Value) -> Value:
        return increasing(a, _POINTS.tanh, fmpq(-1), fmpq(1)) if isinstance(a, Interval) else _POINTS.tanh(a)

    def log(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.log(a)
        if a.hi is not None and compare(a.hi, fmpq(0)) <= 0:
            return UNDEFINED
        sign = -1 if a.lo is None else compare(a.lo, fmpq(0))
        outside = sign < 0 or (sign == 0 and a.lo_closed)
        inside = a
        if sign <= 0:
            inside = Interval(
                None, a.hi, lo_closed=False, hi_closed=a.hi_closed, partial=a.partial or outside, loose=a.loose
            )
        return increasing(inside, _POINTS.log, None, None)

    def sqrt(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.sqrt(a)
        if a.hi is not None:
            sign = compare(a.hi, fmpq(0))
            if sign < 0 or (sign == 0 and not a.hi_closed):
                return UNDEFINED
        if a.lo is None or compare(a.lo, fmpq(0)) < 0:
            a = Interval(fmpq(0), a.hi, hi_closed=a.hi_closed, partial=True, loose=a.loose)
        return increasing(a, _POINTS.sqrt, None, None)

    def sin(self, a: Value) -> Value:
        return sine(a) if isinstance(a, Interval) else _POINTS.sin(a)

    def cos(self, a: Value) -> Value:
        return cosine(a) if isinstance(a, Interval) else _POINTS.cos(a)

    def tan(self, a: Value) -> Value:
        if not isinstance(a, Interval):
            return _POINTS.tan(a)
        if is_between_poles(a):
            return increasing(a, _POINTS.tan, None, None)
        return Interval(None, None, lo_closed=False, hi_closed=False, partial=True, loose=True)

    def pi(self) -> Value:
        return _POINTS.pi()

    def erf(self, a: Value) -> Value:
        return increasing(a, _POINTS.erf, fmpq(-1), fmpq(1)) if isinstance(a, Interval) else _POINTS.erf(a)

    def tail(self, name: str, a: Value, *degrees: Value) -> Value:
        values = a, *degrees
        if not any(isinstance(value, Interval) for value in values) or any(isinstance(v, Missing) for v in values):
            return _POINTS.tail(name, *values)
        from verifier.engines.ranges.tails import tail_range

        return tail_range(name, as_interval(a), [as_interval(number) for number in degrees])

    def rising(self, a: Value, function: Callable[[Value], Value], domain: Interval, values: Interval) -> Value:
        if isinstance(a, Interval):
            return rising(a, function, domain, values)
        return _POINTS.rising(a, function, domain, values)

    def valley(self, a: Value, function: Callable[[Value], Value], slope: Callable[[Value], Value]) -> Value:
        return valley(a, function, slope) if isinstance(a, Interval) else _POINTS.valley(a, function, slope)

    def matmul(self, a: Array, b: Array) -> Array:
        cells = product_ranges(a, b)
        if cells is not None:
            return Array(a.rows, b.columns, cells)
        columns = [b.column(j) for j in range(b.columns)]
        return Array(a.rows, b.columns, tuple(_dot(row, column) for row in a.row_list() for column in columns))

    def matmul_work(self, a: Array, b: Array) -> int:
        products = len(a.cells) * b.columns
        found = operands(a, b)
        return RANGE_WORK * products if found is None else products * limbs(*found) // AT_ONCE

    def determinant(self, a: Array) -> Value:
        return determinant_range(a)

    def inverse(self, a: Array) -> Array:
        return inverse_range(a)

    def solution(self, a: Array, b: Array) -> Array:
        return inverse_range(a, lambda found: self.matmul(found, b))

    def rank(self, a: Array) -> Value:
        is_known = not any(isinstance(cell, Interval) for cell in a.cells)
        return _POINTS.rank(a) if is_known else rank_range(a)

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        if not any(isinstance(cell, Interval | Missing) for cell in cells):
            return _POINTS.softmax(cells)
        if len(cells) == 1:
            return (self._only(cells[0], fmpq(1)),) if cells[0] is not MINUS_INFINITY else (UNDEFINED,)
        masked = unmasked(cells, self.softmax)
        if masked is not None:
            return masked
        return softmax_ranges([_ANY_SCORE if cell is UNKNOWN else as_interval(cell) for cell in cells])

    def _only(self, cell: Value, value: fmpq) -> Value:
        """The value of a row of one cell, which is the same for each number of the cell; partial if the cell is."""
        return Interval(value, value, partial=True) if isinstance(cell, Interval) and cell.partial else value

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        if any(cell is UNDEFINED or cell is MINUS_INFINITY for cell in cells):
            return UNDEFINED
        if not any(isinstance(cell, Interval | Missing) for cell in cells):
            return _POINTS.variance(cells, ddof)
        if len(cells) == 1:
            return self._only(cells[0], fmpq(0))
        boxes = [as_interval(cell) for cell in cells]
        partial = any(box.partial for box in boxes)
        ends = [finite for finite in map(rational_ends, boxes) if finite is not None]
        if len(ends) < len(boxes):
            return Interval(fmpq(0), None, hi_closed=False, partial=partial, loose=True)
        count = len(ends) - ddof
        low, high = least_square_sum(ends), greatest_square_sum(ends)
        loose = high.is_loose or any(box.loose for box in boxes)
        return Interval(low.value / count, high.value / count, low.is_attained, high.is_attained, partial, loose)

    def argmax(self, cells: tuple[Value, ...]) -> Value:
        if not any(isinstance(cell, Interval) for cell in cells):
            return _POINTS.argmax(cells)
        kept = [place for place, cell in enumerate(cells) if cell is not MINUS_INFINITY]
        boxes = [as_interval(cells[place]) for place in kept]
        best = max(box.lo for box in boxes if box.lo is not None) if any(box.lo is not None for box in boxes) else None
        able = [
            fmpq(place)
            for place, box in zip(kept, boxes, strict=True)
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


def _dot(row: tuple[Value, ...], column: tuple[Value, ...]) -> Value:
    """The sum of products of two lines of cells, each cell used once."""
    total: Value = fmpq(0)
    for a, b in zip(row, column, strict=True):
        total = total + a * b
    return total
