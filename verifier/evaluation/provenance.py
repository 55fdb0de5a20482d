"""The stages on which the ranges of a result depend, and whether the ranges are attained.

They are not where numbers that are too long to go on with are kept short.
"""

from verifier.engines.points.flint import kept_short as points_kept_short
from verifier.numbers.array import Array, sources_of
from verifier.numbers.choice import chosen
from verifier.numbers.interval import Interval, Missing
from verifier.numbers.lengths import shortened
from verifier.operations import Primitive
from verifier.operations.operation import broadcast, cellwise


def with_provenance(made: Primitive, arrays: list[Array], result: Array) -> Array:
    """The *result* of an operation on *arrays* with its `sources`, `exact` and `independent`.

    A range is attained if no stage is a source of two arguments (`apart`), the arguments are attained, the operation
    is exact, and, where a result cell uses several cells of an argument, these vary independently. Result cells vary
    independently if each argument cell is used in one of them alone.
    """
    varying = [array for array in arrays if array.sources]
    if not varying or not any(isinstance(cell, Interval | Missing) for cell in result.cells):
        return result
    sources = sources_of(arrays)
    apart = len(sources) == sum(len(array.sources) for array in varying)
    free = all(array.independent for array in varying)
    exact = apart and all(array.exact for array in varying)
    if made.pattern in ("reducing", "mixing"):
        exact &= free
    exact &= made.exact
    exact &= not any(isinstance(cell, Interval) and cell.loose for cell in result.cells)
    whole = all(array.shape == result.shape for array in varying)
    broadcasts = made.pattern == "cellwise" or (made.pattern == "reducing" and len(arrays) > 1)  # max of two arrays
    independent = free and apart and made.pattern != "mixing" and (whole or not broadcasts)
    return Array(result.rows, result.columns, result.cells, sources, exact, independent)


def kept_short(array: Array) -> Array:
    """The array, or a range around it where numbers are too long to go on with through many stages."""
    if not any(issubclass(kind, Interval) for kind in set(map(type, array.cells))):
        return points_kept_short(array)
    cells = tuple(shortened(cell) if isinstance(cell, Interval) else cell for cell in array.cells)
    if all(old is new for old, new in zip(array.cells, cells, strict=True)):
        return points_kept_short(array)
    return Array(array.rows, array.columns, cells, array.sources, exact=False, independent=array.independent)


def chosen_cells(condition: Array, then: Array, other: Array) -> Array:
    """`then if condition else other`, cell by cell; raises ShapeError where the three do not fit each other."""
    arrays = [condition, then, other]
    broadcast(*(array.shape for array in arrays))
    result = cellwise(chosen, *arrays)
    return Array(result.rows, result.columns, result.cells, sources_of(arrays), exact=False, independent=False)
