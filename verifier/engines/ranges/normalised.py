"""The exact range of a normalised cell, (x_i - mean) / (sqrt(V / c + inside) + outside).

V is the sum of squared distances of n cells to their mean, and c = n - ddof. The value increases with x_i, so its
greatest value has x_i at its upper end. The least value is the negated greatest value of the negated cells.

Where x_i can exceed the mean, finding the greatest value is a quasi-convex program. At its solution every other cell
is at one common level, clipped to its box, and a tangent of a convex function proves the bound. Where x_i cannot exceed
the mean, the greatest value is at a vertex of the box of the other cells.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key, partial
from itertools import product
from math import isqrt, lcm
from typing import Final

from flint import arb, ctx, fmpq

from verifier.engines.ranges.normalised_level import Divisor, best_level
from verifier.engines.ranges.variance import Ends, rational_ends
from verifier.numbers.array import Value, as_interval
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.record import NamedTuple

MAX_VERTEX_CELLS: Final = 9
"""Maximum number of other cells where their widths differ; their box has 2**9 vertices then."""
ROUGH: Final = fmpq(1, 10**9)
"""The share by which rough values must differ before they tell that one is greater."""
_ROOT_BITS: Final = 64
"""Bits behind the point of rough square roots."""
_WIDENINGS: Final = 4
"""Maximum number of bounds that are tried, each farther above the value found."""


def normalised_cells(
    cells: tuple[Value, ...], ddof: int, inside: Value, outside: Value, place: int | None = None
) -> tuple[Interval, ...] | None:
    """The ranges of the normalised cells of a row, or with a *place* that of the cell there alone.

    None where a range is not finite or not exact, an addend may be negative, or no range is known.
    """
    values = [*cells, inside, outside]
    if not all(isinstance(value, Interval | Number) for value in values) or len(cells) <= max(1, ddof):
        return None
    boxes = [as_interval(value) for value in values]
    ends = [finite for finite in map(rational_ends, boxes) if finite is not None]
    if len(ends) < len(boxes) or min(ends[-1].lo, ends[-2].lo) < 0 or any(box.partial or box.loose for box in boxes):
        return None
    found = normalised(ends[:-2], Divisor(ddof, ends[-2], ends[-1]), place)
    return None if found is None else tuple(found)


def normalised(boxes: list[Ends], divisor: Divisor, only: int | None = None) -> list[Interval] | None:
    """The ranges of all normalised cells of a row, or of the one at *only*; None where one is not found."""
    if divisor.is_scale_free and max(box.lo for box in boxes) <= min(box.hi for box in boxes):
        return None  # all cells may be equal, and then the divisor is 0
    negated = [Ends(-box.hi, -box.lo, box.hi_closed, box.lo_closed) for box in boxes]
    result: list[Interval] = []
    for place in range(len(boxes)) if only is None else (only,):
        top, bottom = _largest(boxes, place, divisor), _largest(negated, place, divisor)
        if top is None or bottom is None:
            return None
        result.append(Interval(-bottom[0], top[0], bottom[1], top[1]))
    return result


def _largest(boxes: list[Ends], place: int, divisor: Divisor) -> tuple[arb, bool] | None:
    """The greatest normalised value of one cell, in a thin ball, and whether it is attained; None if not found."""
    others = boxes[:place] + boxes[place + 1 :]
    own = boxes[place]
    if own.hi * len(others) > sum((box.lo for box in others), fmpq(0)):
        return _by_level(own, others, divisor)
    return by_vertices(own, others, divisor)


class _Point(NamedTuple):
    """A point of the box: its cells, their mean, the square root in the divisor, and the normalised first cell."""

    cells: list[fmpq]
    mean: fmpq
    root: arb
    value: arb


def _at(cells: list[fmpq], divisor: Divisor, inside: fmpq, outside: fmpq) -> _Point:
    """The point of the box with these cells, of which the first is normalised."""
    total, squares = sum(cells, fmpq(0)), sum((cell * cell for cell in cells), fmpq(0))
    root, value = _value(cells[0], _Sums(total, squares, len(cells)), divisor, inside, outside)
    return _Point(cells, total / len(cells), root, value)


class _Sums(NamedTuple):
    """The sum of some cells, the sum of their squares, and their number."""

    total: fmpq
    squares: fmpq
    size: int


def _value(own: fmpq, sums: _Sums, divisor: Divisor, inside: fmpq, outside: fmpq) -> tuple[arb, arb]:
    """The square root in the divisor and the normalised cell, for a row with these sums."""
    mean = sums.total / sums.size
    root = arb((sums.squares - mean * sums.total) / (sums.size - divisor.ddof) + inside).sqrt()
    return root, arb(own - mean) / (root + arb(outside))


def _by_level(own: Ends, others: list[Ends], divisor: Divisor) -> tuple[arb, bool] | None:
    """The greatest value where the cell can exceed the mean, with a proved bound; None if no bound is proved."""
    level = best_level(own, others, divisor)
    cells = [_clip(level, box) for box in others]
    point = _at([own.hi, *cells], divisor, divisor.inside.lo, divisor.outside.lo)
    bound = _proved(point, others, divisor)
    if bound is None:
        return None
    attained = own.hi_closed and all(
        box.lo < cell < box.hi or (box.lo_closed if cell == box.lo else box.hi_closed)
        for cell, box in zip(cells, others, strict=True)
    )
    edges = [_edge(cell, box) for cell, box in zip((own.hi, *cells), (own, *others), strict=True)]
    moved = divisor.is_scale_free and _moves_inward([edge for edge in edges if edge is not None])
    return bound, moved or (attained and divisor.inside.lo_closed and divisor.outside.lo_closed)


def _clip(level: fmpq, box: Ends) -> fmpq:
    """The number of a box that is nearest to a level."""
    return box.lo if level < box.lo else min(level, box.hi)


def _proved(point: _Point, others: list[Ends], divisor: Divisor) -> arb | None:
    """A ball from the value at a point to a bound that holds on the whole box; None if no bound is proved.

    t is a bound if f = t (root + outside) - (x_i - mean) >= 0 on the box. For t > 0, f is convex in the cells, so it is
    at least its tangent at the point, whose least value over the box is at the ends that its slopes say.
    """
    size = len(point.cells)
    slack = (abs(point.value) + 1) * arb(2) ** (-ctx.prec // 3)
    for _ in range(_WIDENINGS):
        bound = point.value + slack
        least = bound * (point.root + arb(divisor.outside.lo)) - (point.cells[0] - point.mean)
        steep = bound / ((size - divisor.ddof) * point.root)
        for cell, box in zip(point.cells[1:], others, strict=True):
            slope = steep * (cell - point.mean) + fmpq(1, size)
            if slope > 0:
                least += slope * (box.lo - cell)
            elif slope < 0:
                least += slope * (box.hi - cell)
            else:
                least += (slope * (box.lo - cell)).min(slope * (box.hi - cell))
        if bound > 0 and least >= 0:
            return point.value.union(bound)
        slack *= arb(2) ** (ctx.prec // 16)
    return None


def by_vertices(own: Ends, others: list[Ends], divisor: Divisor) -> tuple[arb, bool] | None:
    """The greatest value where the cell cannot exceed the mean: at a vertex; None if the vertices are too many."""
    vertices = _vertices(own.hi, others, divisor)
    if vertices is None:
        return None
    values = [(_value(own.hi, sums, divisor, divisor.inside.hi, divisor.outside.hi)[1], at) for sums, at in vertices]
    top = values[0][0]
    for value, _ in values:
        top = max(top, value)
    best: tuple[arb, bool] | None = None
    for value, vertex in values:
        if value < top:
            continue
        edges = [_Edge(own.hi, 0 if own.lo == own.hi else 1, own.hi_closed), *vertex()]
        closed = all(edge.is_closed for edge in edges) or (divisor.is_scale_free and _moves_inward(edges))
        best = (value, closed) if best is None or value > best[0] else (value.max(best[0]), closed or best[1])
    return best


class _Edge(NamedTuple):
    """An end of the box of a cell: the lower end (side -1), the upper end (1), or its only number (0)."""

    at: fmpq
    side: int
    is_closed: bool


def _edge(at: fmpq, box: Ends) -> _Edge | None:
    """The end of a box at a number; None if the number lies inside."""
    if box.lo == box.hi:
        return _Edge(at, 0, is_closed=True)
    if at in (box.lo, box.hi):
        return _Edge(at, -1 if at == box.lo else 1, box.lo_closed if at == box.lo else box.hi_closed)
    return None


def _moves_inward(edges: list[_Edge]) -> bool:
    """Whether an affine map of the row brings all cells at open ends into their boxes; it keeps the normalised values.

    The map must move cells at lower ends up, cells at upper ends down, and boxes of one number not at all. It moves all
    numbers on one side of its fixed point in one direction, so the two kinds of ends must lie on different sides.
    """
    lower, upper, fixed = ([edge for edge in edges if edge.side == side] for side in (-1, 1, 0))
    if any(edge.at != fixed[0].at for edge in fixed):
        return False
    return any(
        all(_is_before(a, b, way) for a, b in ((upper, lower), (upper, fixed), (fixed, lower))) for way in (1, -1)
    )


def _is_before(first: list[_Edge], then: list[_Edge], way: int) -> bool:
    """Whether all ends of one list lie before all of the other in a direction; at one number if both are closed."""
    if not first or not then:
        return True
    last, begin = max(edge.at * way for edge in first), min(edge.at * way for edge in then)
    return last < begin or (last == begin and all(edge.is_closed for edge in (*first, *then) if edge.at * way == begin))


Vertex = tuple[_Edge, ...]


def _vertices(own: fmpq, others: list[Ends], divisor: Divisor) -> Iterator[tuple[_Sums, Callable[[], Vertex]]] | None:
    """The vertices to try, each as the sums of its row and a function that returns it; None if they are too many.

    With equal widths these are the vertices with the k lowest boxes at their lower ends and the rest at their upper
    ends (as for the variance), else all that may have the greatest value.
    """
    width = others[0].hi - others[0].lo
    if all(box.hi - box.lo == width for box in others):
        return _thresholds(own, sorted(others, key=cmp_to_key(_by_low)))
    if len(others) > MAX_VERTEX_CELLS:
        return None
    vertices = list(product(*((_bottom(box), _top(box)) for box in others)))
    return (_summed(own, vertices[at]) for at in highest(own, others, divisor))


def highest(own: fmpq, others: list[Ends], divisor: Divisor) -> Iterable[int]:
    """The vertices whose value may be the greatest, by index: all but those whose rough value is surely less.

    As multiples of one fraction all numbers are whole, and so are the distance to the mean and the sum of squares, of
    which neither is negative. What follows of them loses nothing by cancellation: rough values are off by the end of an
    integer square root, far less than ROUGH, and what lies within ROUGH of the best is left for balls. So are all
    vertices where the divisor of one is not surely positive.
    """
    numbers = [own, divisor.inside.hi, divisor.outside.hi, *(end for box in others for end in (box.lo, box.hi))]
    scale = lcm(*(int(number.q) for number in numbers))
    first, inside, outside, *ends = (int(number.p) * (scale // int(number.q)) for number in numbers)
    sums = [(first, first * first)]
    for pair in zip(ends[::2], ends[1::2], strict=True):
        sums = [(total + end, squares + end * end) for total, squares in sums for end in pair]
    size = len(others) + 1
    shares = size * (size - divisor.ddof)
    spreads = [size * squares - total * total + shares * scale * inside for total, squares in sums]
    if min(shares, *spreads) <= 0 or outside < 0:
        return range(len(sums))
    roots = [isqrt((spread << 2 * _ROOT_BITS) // shares) + (outside << _ROOT_BITS) for spread in spreads]
    values = [fmpq(total - size * first, root) for (total, _), root in zip(sums, roots, strict=True)]
    most = min(values) * (1 + ROUGH)
    return [at for at, value in enumerate(values) if value <= most]


def _summed(own: fmpq, vertex: Vertex) -> tuple[_Sums, Callable[[], Vertex]]:
    total, squares = own, own * own
    for edge in vertex:
        total, squares = total + edge.at, squares + edge.at * edge.at
    return _Sums(total, squares, len(vertex) + 1), lambda: vertex


def _thresholds(own: fmpq, ordered: list[Ends]) -> Iterator[tuple[_Sums, Callable[[], Vertex]]]:
    """All boxes at their upper ends, then one after the other at its lower end, with the sums updated."""
    total = sum((box.hi for box in ordered), own)
    squares = sum((box.hi * box.hi for box in ordered), own * own)
    for low in range(len(ordered) + 1):
        if low:
            box = ordered[low - 1]
            total, squares = total + box.lo - box.hi, squares + box.lo * box.lo - box.hi * box.hi
        yield _Sums(total, squares, len(ordered) + 1), partial(_threshold, ordered, low)


def _threshold(ordered: list[Ends], low: int) -> Vertex:
    return (*map(_bottom, ordered[:low]), *map(_top, ordered[low:]))


def _bottom(box: Ends) -> _Edge:
    return _Edge(box.lo, 0 if box.lo == box.hi else -1, box.lo_closed)


def _top(box: Ends) -> _Edge:
    return _Edge(box.hi, 0 if box.lo == box.hi else 1, box.hi_closed)


def _by_low(a: Ends, b: Ends) -> int:
    return (a.lo > b.lo) - (a.lo < b.lo)
