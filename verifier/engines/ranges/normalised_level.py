"""The level of the other cells at which a normalised cell, (x - mean) / (sqrt(V / c + inside) + outside), is largest.

Where x is at its upper end and every other cell at one level, cut to its box, the value grows
with the level up to a point and falls beyond it. Between two ends of boxes the same cells move
with the level, the sums are polynomials in it, and where nothing is added to the root the point
is rational: the quadratic terms of its equation cancel.
"""

from collections.abc import Callable
from typing import NamedTuple

from flint import arb, ctx, fmpq

from verifier.engines.ranges.variance import Ends


class Divisor(NamedTuple):
    """What is added to the variance under the root, to the root, and taken off the count of cells."""

    ddof: int
    inside: Ends
    outside: Ends

    @property
    def is_scale_free(self) -> bool:
        """Whether nothing may be added to the deviation: then a row keeps its values when it is moved or stretched."""
        return self.inside.lo == self.outside.lo == 0


class _Piece(NamedTuple):
    """Cells of which some are at the level: x and the sums of x and of those that are not, and of their squares."""

    x: fmpq
    total: fmpq
    squares: fmpq
    moving: int
    size: int

    def grows(self, level: fmpq, divisor: Divisor) -> bool:
        """Whether the value grows at a level of the piece; at a level that bits do not tell from the best, no."""
        if divisor.outside.lo == 0:
            return bool(self._slope(divisor) * level < self._constant(divisor))
        count = self.size - divisor.ddof
        mean = (self.total + self.moving * level) / self.size
        spread = self.squares + self.moving * level * level - mean * mean * self.size
        root = arb(spread / count + divisor.inside.lo).sqrt()
        value = arb(self.x - mean) / (root + arb(divisor.outside.lo))
        return bool(value * arb((mean - level) * self.size) > count * root)

    def best(self, divisor: Divisor) -> fmpq | None:
        """The level, beyond the piece perhaps, where nothing is added to the root; None where it is not rational."""
        slope = self._slope(divisor)
        return self._constant(divisor) / slope if divisor.outside.lo == 0 and slope != 0 else None

    def _slope(self, _divisor: Divisor) -> fmpq:
        return self.x * (self.size - self.moving) - self.total

    def _constant(self, divisor: Divisor) -> fmpq:
        return self.x * self.total - self.squares - (self.size - divisor.ddof) * divisor.inside.lo


def best_level(own: Ends, others: list[Ends], divisor: Divisor) -> fmpq:
    """The level of the others at which a cell at its upper end, above their mean, is largest."""
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
        level = _short((low + high) / 2)
        low, high = (level, high) if piece.grows(level, divisor) else (low, level)
    return low


def _last(marks: list[fmpq], grows: Callable[[fmpq], bool]) -> int:
    """The place of the last mark at which the value grows; the first one if there is none."""
    first, last = 0, len(marks) - 1
    while first < last:
        middle = (first + last + 1) // 2
        first, last = (middle, last) if grows(marks[middle]) else (first, middle - 1)
    return first


def _piece(own: Ends, others: list[Ends], mark: fmpq) -> _Piece:
    """What moves just above a mark, and the sums of what does not."""
    still = [own.hi]
    still += [box.hi if box.hi <= mark else box.lo for box in others if box.hi <= mark or box.lo > mark]
    squares = sum((cell * cell for cell in still), fmpq(0))
    return _Piece(own.hi, sum(still, fmpq(0)), squares, len(others) + 1 - len(still), len(others) + 1)


def _short(level: fmpq) -> fmpq:
    """A neighbour of the level with few bits, so that bisecting stays cheap."""
    scale = fmpq(2) ** ctx.prec
    return fmpq((level * scale).floor()) / scale
