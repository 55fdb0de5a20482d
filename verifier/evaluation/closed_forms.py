"""Exact ranges of formulas that use an operand more than once.

A weighted mean, `softmax(S) @ V` or `sum(W * X) / sum(W)`; the distance to the mean, `X - mean(X)`; and sums of squared
distances, `sum((X - m)**2)`, to the mean itself or to another number that all of a row share. (Normalisations, which
divide by the standard deviation, are found in `rewriting/patterns.py`.)
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from flint import fmpq

from verifier.engines.ranges.ranges import Ranges
from verifier.engines.ranges.weighted_mean import softmax_mean, weighted_mean
from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.array import Array, Selector, Shape, Value, sources_of
from verifier.numbers.interval import Interval
from verifier.record import NamedTuple
from verifier.rewriting.definitions import axis_of
from verifier.rewriting.patterns import Axis, find_centred

Cells: TypeAlias = Sequence[Value]
Ends: TypeAlias = Callable[[Cells, Cells], list[Value | None]]
"""The ranges of the result from a line of the first part and one of the second; None where they are not known."""

_RANGES = Ranges()
_TWO = fmpq(2)


class Repeated(NamedTuple):
    """A formula with a closed form: its varying parts, the axis of their lines, and the ranges of a line of the result.

    A line is a row for axis 1, a column for axis 0, and all cells for axis None. The lines of the second part of a
    product are columns.
    """

    parts: tuple[Expression, ...]
    axis: int | None
    ends: Ends
    is_product: bool = False

    def lines(self, row: Selector, column: Selector, shapes: Sequence[Shape]) -> list[tuple[Selector, Selector]] | None:
        """The row and column of each part that a part of the result depends on; None if these are not lines."""
        if self.is_product:
            return [(row, None), (None, column)]
        if self.axis is None:
            return [(None, None)] * len(shapes)
        if (column, row)[self.axis] is None:
            return None
        place = (row, None) if self.axis == 1 else (None, column)
        return [(0 if shape[0] == 1 else place[0], 0 if shape[1] == 1 else place[1]) for shape in shapes]

    def ranges(self, arrays: Sequence[Array]) -> Array | None:
        """The ranges of the result from the parts, whole or in lines; None where the form does not apply."""
        found = self._product(*arrays) if self.is_product else self._of_lines(arrays)
        if found is None or any(cell is None for cell in found.cells):
            return None
        sources = sources_of(list(arrays))
        exact = len(sources) == sum(len(array.sources) for array in arrays)  # none is used in two parts
        exact &= all(array.exact and array.independent for array in arrays)
        exact &= not any(isinstance(cell, Interval) and cell.loose for cell in found.cells)
        return Array(found.rows, found.columns, found.cells, sources, exact, independent=False)

    def _product(self, left: Array, right: Array) -> Array | None:
        if left.columns != right.rows:
            return None
        columns = [right.column(j) for j in range(right.columns)]
        cells = [cell for row in left.row_list() for column in columns for cell in self.ends(row, column)]
        return Array(left.rows, right.columns, tuple(cells))

    def _of_lines(self, arrays: Sequence[Array]) -> Array | None:
        return self._of_all(arrays) if self.axis is None else self._along(arrays)

    def _of_all(self, arrays: Sequence[Array]) -> Array | None:
        """The result of all cells as one line; two parts are of one shape, or one of them is a number."""
        shapes = {array.shape for array in arrays}
        if len(shapes - {(1, 1)}) > 1:
            return None
        cells = self.ends(arrays[0].cells, arrays[-1].cells)
        return Array(*((1, 1) if len(cells) == 1 else arrays[0].shape), tuple(cells))

    def _along(self, arrays: Sequence[Array]) -> Array | None:
        lines = [(array.transposed if self.axis == 0 else array).row_list() for array in arrays]
        first, second = lines[0], lines[-1]
        count = max(len(first), len(second))
        if not {len(first), len(second)} <= {1, count}:
            return None
        made = [self.ends(first[at % len(first)], second[at % len(second)]) for at in range(count)]
        result = Array(len(made), len(made[0]), tuple(cell for line in made for cell in line))
        return result.transposed if self.axis == 0 else result


def normalised_ranges(
    x: Array, axis: int | None, ddof: int, extras: Sequence[Array], place: Selector = None
) -> Array | None:
    """The ranges of (x - mean) / (sqrt(var(x, ddof) + inside) + outside) along an axis; None where none is known.

    With axis None all cells are one line. *extras* are inside and outside, 1 x 1 each. The result has the shape of *x*;
    with a *place*, *x* is one line and the result the one cell there.
    """
    from verifier.engines.ranges.normalised import normalised_cells

    lines = [x.cells] if axis is None else x.transposed.row_list() if axis == 0 else x.row_list()
    inside, outside = (extra.cells[0] for extra in extras)
    cells: list[Value] = []
    for line in lines:
        found = normalised_cells(line, ddof, inside, outside, place)
        if found is None:
            return None
        cells += found
    rows, columns = x.shape if place is None else (1, 1)
    made = Array(columns, rows, tuple(cells)).transposed if axis == 0 else Array(rows, columns, tuple(cells))
    sources = sources_of([x, *extras])
    return Array(rows, columns, made.cells, sources, x.exact and x.independent, independent=False)


def find_repeated(node: Apply) -> Repeated | None:
    """The closed form that belongs to a node of a formula; None if none does."""
    match node:
        case Apply("matmul", (Apply("softmax", (scores,)) as shares, values)) if axis_of(shares) == 1:
            return Repeated((scores, values), 1, _one(softmax_mean), is_product=True)
        case Apply("sum", (Apply("multiply", factors),)):
            return _softmax_sum(factors, axis_of(node))
        case Apply("divide", (Apply() as total, Apply("sum", (weights,)) as divisor)):
            return _weighted(total, weights, axis_of(divisor))
        case Apply("subtract") if (centred := find_centred(node)) is not None:
            return _along_axis((centred.x,), centred.axis, _to_mean)
        case Apply("sum" | "mean" as name, (inner,)):
            return _squares(inner, axis_of(node), is_mean=name == "mean")
    return None


def _softmax_sum(factors: tuple[Expression, ...], axis: Axis) -> Repeated | None:
    """The closed form of `sum(softmax(S) * V)`, or of a sum of squares."""
    for shares, values in (factors, factors[::-1]):
        match shares:
            case Apply("softmax", (scores,)) if axis_of(shares) == axis:
                return _along_axis((scores, values), axis, _one(softmax_mean))
    return _squares(Apply("multiply", factors), axis, is_mean=False)


def _weighted(total: Apply, weights: Expression, axis: Axis) -> Repeated | None:
    """The closed form of `sum(W * X) / sum(W)` or `W @ X / sum(W)`."""
    match total:
        case Apply("matmul", (w, values)) if w == weights and axis == 1:
            return Repeated((weights, values), 1, _one(weighted_mean), is_product=True)
        case Apply("sum", (Apply("multiply", factors),)) if weights in factors and axis_of(total) == axis:
            values = factors[1 - factors.index(weights)]
            return None if values == weights else _along_axis((weights, values), axis, _one(weighted_mean))
    return None


def _squares(inner: Expression, axis: Axis, *, is_mean: bool) -> Repeated | None:
    """The closed form of the sum or the mean of `(X - m)**2`, where m is one number for each line."""
    match inner:
        case Apply("power", (Apply("subtract", (x, m)), Literal(value))) if value == _TWO:
            pass
        case Apply("multiply", (Apply("subtract", (x, m)), other)) if other == Apply("subtract", (x, m)):
            pass
        case _:
            return None
    for difference in (Apply("subtract", (x, m)), Apply("subtract", (m, x))):  # of the same square
        centred = find_centred(difference)
        if centred is not None and centred.axis == axis:
            return _along_axis((centred.x,), axis, _about_mean(is_mean=is_mean))
    return _along_axis((x, m), axis, _about_one(is_mean=is_mean))


def _to_mean(cells: Cells, _: Cells) -> list[Value | None]:
    from verifier.engines.ranges.squared_distances import distances_to_mean

    return distances_to_mean(cells)


def _about_mean(*, is_mean: bool) -> Ends:
    def ends(cells: Cells, _: Cells) -> list[Value | None]:
        variance = _RANGES.variance(tuple(cells), 0)
        return [variance if is_mean else variance * fmpq(len(cells))]

    return ends


def _about_one(*, is_mean: bool) -> Ends:
    """Squared distances; one of the two parts is a single number, the centre."""
    from verifier.engines.ranges.squared_distances import squared_distances

    def ends(first: Cells, second: Cells) -> list[Value | None]:
        cells, centre = (first, second) if len(second) == 1 else (second, first)
        found = squared_distances(cells, centre[0]) if len(centre) == 1 else None
        return [found if found is None or not is_mean else found * fmpq(1, len(cells))]

    return ends


def _one(mean: Callable[[Cells, Cells], Value | None]) -> Ends:
    def ends(weights: Cells, values: Cells) -> list[Value | None]:
        return [mean(weights, values) if len(weights) == len(values) else None]

    return ends


def _along_axis(parts: tuple[Expression, ...], axis: Axis, ends: Ends) -> Repeated | None:
    return Repeated(parts, axis, ends) if axis is None or isinstance(axis, int) else None
