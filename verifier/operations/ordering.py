"""Cells in ascending order, and what is read off their order: the median, quantiles, places of extremes."""

from collections.abc import Callable, Iterator
from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNDEFINED, Interval, Missing
from verifier.numbers.number import Number, compare, floor_of
from verifier.operations.operation import Engine, ShapeError, Slip, ValueFunction, along, operation, reduce, reduced

_STATISTICS: Final = "NumPy, statistics"
_SORTING: Final = "NumPy, sorting"
_PERCENT: Final = fmpq(1, 100)


def in_order(engine: Engine, cells: tuple[Value, ...]) -> tuple[Value, ...]:
    """The cells in ascending order: each is continuous and rises with every cell. None has a value if one has none."""
    missing = next((cell for cell in cells if isinstance(cell, Missing)), None)
    if missing is not None:
        return (missing.onward,) * len(cells)
    if all(isinstance(cell, fmpq) for cell in cells):
        return tuple(sorted(cells))
    ordered = list(cells)
    for low, high in _exchanges(len(ordered)):
        a, b = ordered[low], ordered[high]
        ordered[low], ordered[high] = -engine.maximum(-a, -b), engine.maximum(a, b)
    return tuple(ordered)


def _exchanges(count: int) -> Iterator[tuple[int, int]]:
    """The pairs to compare and exchange that sort so many numbers (Knuth 1998, vol. 3, sec. 5.2.2, merge exchange)."""
    top = 1 << max((count - 1).bit_length() - 1, 0)
    step = top
    while step > 0:
        stride, rest, distance = top, 0, step
        while True:
            for place in range(count - distance):
                if place & step == rest:
                    yield place, place + distance
            if stride == step:
                break
            distance, stride, rest = stride - step, stride >> 1, step
        step >>= 1


def _sort_shape(x: Shape, axis: int | None = None) -> Shape:
    reduced(x, axis)
    return x


@operation(
    "X",
    shape=_sort_shape,
    pattern="mixing",
    reference=_SORTING,
    axis=None,
    slips=(
        Slip("omitted-term", "X", "not sorted"),
        Slip("other-function", "-sort(-X, axis=axis)", "in descending order"),
        Slip("other-axis", "sort(X, axis=0)", "each column sorted"),
        Slip("other-axis", "sort(X, axis=1)", "each row sorted"),
    ),
)
def sort(engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The cells of each row in ascending order, of each column with axis=0; without an axis of a lone column too."""
    axis = axis if axis is not None else 0 if x.columns == 1 else 1
    return along(lambda cells: in_order(engine, cells), x, axis)


@operation("X", shape=reduced, pattern="reducing", reference=_STATISTICS, axis=None, exact=False)
def median(engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The median; of an even number of cells, the mean of the two in the middle."""
    return reduce(lambda cells: _quantile(engine, cells, fmpq(1, 2)), x, axis)


def _quantile_shape(x: Shape, q: Shape, axis: int | None = None) -> Shape:
    if q != (1, 1):
        raise ShapeError(f"one number for the share below, found {q[0]} x {q[1]}")
    return reduced(x, axis)


def _share_below(above: str) -> Callable[[ValueFunction], ValueFunction]:
    """Register a function of the share of cells that lie below a number; *above* is that of the share above."""
    slips = (
        Slip("other-function", above, "the share above"),
        Slip("other-function", "median(X, axis=axis)", "the median"),
    )
    return operation(
        *("X", "q"),
        shape=_quantile_shape,
        pattern="mixing",
        reference=_STATISTICS,
        axis=None,
        exact=False,
        slips=slips,
    )


@_share_below("quantile(X, 1 - q, axis=axis)")
def quantile(engine: Engine, x: Array, q: Array, axis: int | None = None) -> Array:
    """The number below which a share q of the cells lies, on the line between the two nearest cells."""
    return reduce(lambda cells: _quantile(engine, cells, q.cells[0]), x, axis)


@_share_below("percentile(X, 100 - q, axis=axis)")
def percentile(engine: Engine, x: Array, q: Array, axis: int | None = None) -> Array:
    """The number below which q percent of the cells lie, on the line between the two nearest cells."""
    return reduce(lambda cells: _quantile(engine, cells, q.cells[0] * _PERCENT), x, axis)


def _quantile(engine: Engine, cells: tuple[Value, ...], q: Value) -> Value:
    if isinstance(q, Missing) or not cells:
        return q.onward if isinstance(q, Missing) else UNDEFINED
    ordered = in_order(engine, cells)
    if not isinstance(q, Interval):
        return _at_share(ordered, q) if _is_share(q) else UNDEFINED
    shares = [end for end in (q.lo, q.hi) if end is not None and _is_share(end)]
    ends = [shares[0] if q.lo is not None and _is_share(q.lo) else fmpq(0), fmpq(1)]
    if q.hi is not None and _is_share(q.hi):
        ends[1] = shares[-1]
    low, high = (_at_share(ordered, end) for end in ends)
    if isinstance(low, Missing):
        return low
    lo, hi = low.lo if isinstance(low, Interval) else low, high.hi if isinstance(high, Interval) else high
    return Interval(lo, hi, lo is not None, hi is not None, partial=q.partial or len(shares) < len(ends), loose=True)


def _is_share(q: Number) -> bool:
    return compare(q, fmpq(0)) >= 0 and compare(q, fmpq(1)) <= 0


def _at_share(ordered: tuple[Value, ...], q: Number) -> Value:
    place = q * (len(ordered) - 1)
    below = min(floor_of(place), len(ordered) - 1)
    rest = place - below
    if isinstance(rest, fmpq) and rest == 0:
        return ordered[below]
    return ordered[below] * (1 - rest) + ordered[below + 1] * rest


@operation("X", shape=reduced, pattern="reducing", reference=_STATISTICS, axis=None, exact=False, jumps_in=("X",))
def argmax(engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The index of the first largest cell, from zero; without an axis, cells are counted row by row."""
    return reduce(lambda cells: engine.argmax(cells) if cells else UNDEFINED, x, axis)


@operation(
    "X",
    shape=reduced,
    pattern="reducing",
    reference=_STATISTICS,
    axis=None,
    exact=False,
    jumps_in=("X",),
    slips=(
        Slip("other-function", "argmax(X, axis=axis)", "the place of the largest"),
        Slip("other-function", "argmin(X, axis=axis) + 1", "counted from 1"),
        Slip("other-function", "min(X, axis=axis)", "the smallest itself"),
    ),
)
def argmin(engine: Engine, x: Array, axis: int | None = None) -> Array:
    """The index of the first smallest cell, from zero; without an axis, cells are counted row by row."""
    return reduce(lambda cells: engine.argmax(tuple(-cell for cell in cells)) if cells else UNDEFINED, x, axis)
