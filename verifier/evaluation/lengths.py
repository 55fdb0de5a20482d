"""Arrays whose numbers are too long to go on with."""

from verifier.engines.points.flint import kept_short as points_kept_short
from verifier.numbers.array import Array
from verifier.numbers.interval import Interval
from verifier.numbers.lengths import shortened


def kept_short(array: Array) -> Array:
    """The array, or a range around it where numbers are too long to go on with through many stages."""
    if not any(issubclass(kind, Interval) for kind in set(map(type, array.cells))):
        return points_kept_short(array)
    cells = tuple(shortened(cell) if isinstance(cell, Interval) else cell for cell in array.cells)
    if all(old is new for old, new in zip(array.cells, cells, strict=True)):
        return points_kept_short(array)
    return Array(array.rows, array.columns, cells, array.sources, exact=False, independent=array.independent)
