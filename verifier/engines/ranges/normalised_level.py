"""The level of the other cells at which a normalised cell, (x - mean) / (sqrt(V / c + inside) + outside), is greatest.

With x at its upper end and every other cell at one common level, clipped to its box, the value first increases with the
level and then decreases. Between two neighbouring ends of boxes the same cells are at the level, and the sums are
polynomials in it. If nothing is added to the root, the maximum is at a rational level, because the quadratic terms of
the equation for it cancel.
"""

from collections.abc import Callable

from flint import arb, ctx, fmpq

from verifier.engines.ranges.variance import Ends
from verifier.record import NamedTuple


class Divisor(NamedTuple):
    """The divisor sqrt(V / (n - ddof) + inside) + outside, with the ranges of its two addends."""

    ddof: int
    inside: Ends
    outside: Ends

    @property
    def is_scale_free(self) -> bool:
        """Whether both addends may be 0: an increasing affine map of a row then keeps its normalised values."""
        return self.inside.lo == self.outside.lo == 0


class _Piece(NamedTuple):
    """The levels between two neighbouring ends of boxes, where the same *moving* cells are at the level.

    `total` and `squares`: the sums of the other cells, x included, and of their squares; `size`: the number of all.
    """

    x: fmpq
    total: fmpq
    squares: fmpq
    moving: int
    size: int

    def grows(self, level: fmpq, divisor: Divisor) -> bool:
        """Whether the value increases at a level of the piece; False where the precision does not decide this."""
        if divisor.outside.lo == 0:
            return bool(self._slope(divisor) * level < self._constant(divisor))
        count = self.size - divisor.ddof
        mean = (self.total + self.moving * level) / self.size
        squares = self.squares + self.moving * level * level - mean * mean * self.size
        root = arb(squares / count + divisor.inside.lo).sqrt()
        value = arb(self.x - mean) / (root + arb(divisor.outside.lo))
        return bool(value * arb((mean - level) * self.size) > count * root)

    def best(self, divisor: Divisor) -> fmpq | None:
        """The level of the maximum if nothing is added to the root, possibly outside of the piece; else None."""
        slope = self._slope(divisor)
        return self._constant(divisor) / slope if divisor.outside.lo == 0 and slope != 0 else None

    def _slope(self, _divisor: Divisor) -> fmpq:
        return self.x * (self.size - self.moving) - self.total

    def _constant(self, divisor: Divisor) -> fmpq:
        return self.x * self.total - self.squares - (self.size - divisor.ddof) * divisor.inside.lo


def best_level(own: Ends, others: list[Ends], divisor: Divisor) -> fmpq:
    """The level of the others at which a cell at its upper end, above their mean, is greatest when normalised."""
    marks = sorted(end for box in others for end in (box.lo, box.hi))
    below = _last(marks, lambda mark: _piece(own, others, mark).grows(mark, divisor))
    low = marks[below]
    if below + 1 == len(marks) or not (piece := _piece(own, others, low)).grows(low, divisor):
        return low
    high = marks[below + 1]
    best = piece.best(divisor)
    if best is not None:
        return max(low, min(best, high))
    for _ in range(ctx.prec // 2):
        level = _rounded_down((low + high) / 2)
        low, high = (level, high) if piece.grows(level, divisor) else (low, level)
    return low


def _last(marks: list[fmpq], grows: Callable[[fmpq], bool]) -> int:
    """The index of the last mark at which the value increases; 0 if there is none."""
    first, last = 0, len(marks) - 1
    while first < last:
        middle = (first + last + 1) // 2
        first, last = (middle, last) if grows(marks[middle]) else (first, middle - 1)
    return first


def _piece(own: Ends, others: list[Ends], mark: fmpq) -> _Piece:
    """The piece of the levels just above a mark."""
    still = [own.hi]
    still += [box.hi if box.hi <= mark else box.lo for box in others if box.hi <= mark or box.lo > mark]
    squares = sum((cell * cell for cell in still), fmpq(0))
    return _Piece(own.hi, sum(still, fmpq(0)), squares, len(others) + 1 - len(still), len(others) + 1)


def _rounded_down(level: fmpq) -> fmpq:
    """The level rounded down to a multiple of 2**-precision, which keeps bisection cheap."""
    scale = fmpq(2) ** ctx.prec
    return fmpq((level * scale).floor()) / scale
