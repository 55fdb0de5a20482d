"""Enclosures: balls as wide as the boxes of their operands, carried through a formula by the engine of points.

What one computation gives so contains the range, and is mostly wider. It takes no longer than
a point, and where it lies far from a printed number, the range does so too.
"""

from typing import Any

from flint import arb, arb_mat

from verifier.array import Array, Value
from verifier.engines.flint import Points, ball
from verifier.interval import UNKNOWN, Interval, Number


class Enclosures(Points):
    """The engine of points on wide balls; what they do not decide raises Uncertain."""

    def matmul(self, a: Array, b: Array) -> Array:
        """The product by one call of the library, whose radii are a little wider than sums of products have."""
        cells = [[ball(cell) for cell in array.cells if isinstance(cell, Number)] for array in (a, b)]
        if [len(found) for found in cells] != [len(a.cells), len(b.cells)]:
            return super().matmul(a, b)
        product: Any = arb_mat(a.rows, a.columns, cells[0]) * arb_mat(b.rows, b.columns, cells[1])
        return Array(a.rows, b.columns, tuple(product.entries()))


def enclosed(cell: Value) -> Value:
    """A ball around a range; UNKNOWN around one without an end, or that is partly undefined."""
    if not isinstance(cell, Interval):
        return cell
    if cell.lo is None or cell.hi is None or cell.partial:
        return UNKNOWN
    whole: arb = arb(cell.lo).union(arb(cell.hi))
    return whole
