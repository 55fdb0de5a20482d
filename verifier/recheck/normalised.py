"""Enclosures of a normalised row: distances to the mean, divided by a standard deviation of the same numbers."""

from fractions import Fraction as Q
from itertools import product
from typing import Final, NamedTuple

from verifier.recheck.intervals import Box, Unknown, add, divide, negative, outward, root
from verifier.recheck.row_functions import distances, variance

_LEVELS: Final = 10
_ROUNDS: Final = 2
"""So many levels are tried, then so many between the neighbours of the best one."""
_FEW: Final = 6
"""The ends of so few numbers are tried together."""
_SLACKS: Final = (Q(1, 10**6), Q(1, 10**5), Q(1, 10**4), Q(1, 10**3))


def normalised(line: list[Box], count: int, inside: Box, outside: Box) -> list[Box]:
    """(x - mean) / (sqrt(V / count + inside) + outside), where V is the sum of squared distances to the mean."""
    if count < 1 or inside[0] < 0 or outside[0] < 0:
        raise Unknown("a deviation that may be of no real number")
    spread = variance(line, len(line) - count)
    rests: list[Box] | None = None
    if spread[0] + inside[0] > 0:
        deviation = add(root(add(spread, inside)), outside)
        rests = [divide(distance, deviation) for distance in distances(line)]
    turned = [negative(cell) for cell in line]
    made = []
    for at, (low, high) in enumerate(distances(line)):
        top = _Target(line, at, count, inside[0], outside[0]).bound()
        bottom = _Target(turned, at, count, inside[0], outside[0]).bound()
        least = _Target(line, at, count, inside[1], outside[1]).greatest_below() if high < 0 else None
        most = _Target(turned, at, count, inside[1], outside[1]).greatest_below() if low > 0 else None
        rest = None if rests is None else rests[at]
        tops = [end for end in (top, least, rest and rest[1]) if end is not None]
        bottoms = [end for end in (bottom and -bottom, most and -most, rest and rest[0]) if end is not None]
        if not tops or not bottoms:
            raise Unknown("numbers of a row that may all be equal")
        made.append(outward(max(bottoms), min(tops)))
    return made


class _Point(NamedTuple):
    """Numbers of a row, their mean, how far one of them is above it, and an upper bound of the root."""

    cells: list[Q]
    mean: Q
    above: Q
    root: Q


class _Target(NamedTuple):
    """The number at one place of a row that is normalised."""

    line: list[Box]
    at: int
    freedom: int
    inside: Q
    outside: Q

    def bound(self) -> Q | None:
        """A proved upper bound t > 0 of (x_i - mean) / (sqrt(V / count + inside) + outside); None if none is found.

        A root is no less than its tangent: sqrt(V / n + e) >= (dev(x) . dev(p) / n + e) / sqrt(V(p) / n + e),
        by Cauchy and Schwarz. So t (root + outside) - (x_i - mean) is no less than a linear function, whose least
        value over the box is at an end of each number. Any point p proves a bound; a good one is found by trials.
        """
        lowest, highest = min(lo for lo, _ in self.line), max(hi for _, hi in self.line)
        for _ in range(_ROUNDS):
            step = (highest - lowest) / _LEVELS
            level, best = max(
                ((level, self._point(level)) for level in (lowest + step * k for k in range(_LEVELS + 1))),
                key=lambda tried: tried[1].above / (tried[1].root + self.outside or 1),
            )
            lowest, highest = level - step, level + step
        if best.above <= 0 or best.root <= 0:
            return None
        ratio = best.above / (best.root + self.outside)
        return next((t for t in (ratio * (1 + slack) for slack in _SLACKS) if self._is_bound(t, best)), None)

    def greatest_below(self) -> Q | None:
        """The greatest value of a number that is below the mean for all of the box; None if too many numbers vary.

        The distance below the mean less any multiple of the deviation is concave, so that it is least at the ends.
        """
        if sum(lo < hi for lo, hi in self.line) > _FEW:
            return None
        found = []
        for cells in product(*(dict.fromkeys(box) for box in self.line)):
            mean = sum(cells, Q(0)) / len(cells)
            squares = sum(((x - mean) ** 2 for x in cells), Q(0)) / self.freedom + self.inside
            found.append((cells[self.at] - mean) / (root((squares, squares))[1] + self.outside))
        return max(found)

    def _point(self, level: Q) -> _Point:
        """The number in question at its upper end, the others as near to the level as they can be."""
        cells = [hi if j == self.at else min(max(level, lo), hi) for j, (lo, hi) in enumerate(self.line)]
        mean = outward(middle := sum(cells, Q(0)) / len(cells), middle)[0]
        squares = sum(((x - middle) ** 2 for x in cells), Q(0)) / self.freedom + self.inside
        return _Point(cells, middle, cells[self.at] - mean, root((squares, squares))[1] if squares else Q(0))

    def _is_bound(self, t: Q, point: _Point) -> bool:
        """Whether the linear function of the tangent at the point is nowhere negative."""
        least = t * (self.inside / point.root + self.outside)
        for j, (lo, hi) in enumerate(self.line):
            slope = (
                t * (point.cells[j] - point.mean) / (self.freedom * point.root) + Q(1, len(self.line)) - (j == self.at)
            )
            least += min(slope * lo, slope * hi)
        return least >= 0
