"""Evaluates `Matrix(rows, columns, lambda ...)` for all cells at once, in one evaluation of the body.

This is possible where every operation in the body is cellwise: the two indices then stand for all rows (a column of
numbers) and all columns (a row of numbers), and a subtree that uses one index is computed once for each of its values.
Both branches of a condition without a fixed value are computed, so a body that fails at a place which a branch
excludes has to be computed place by place (see `assembly.py`).
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from operator import is_
from typing import Final

from flint import fmpq

from verifier.evaluation.at_places import Along, Bound, Results
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNKNOWN
from verifier.operations import REGISTER, Primitive, ShapeError
from verifier.operations.operation import spread

Evaluate = Callable[[Expression, Mapping[str, Array]], Array]

MAX_KEPT: Final = 1 << 12
"""Parts of bodies of which it is known whether they are numbers."""
SPARSE: Final = 2
"""Requested cells are computed alone where the matrix has this many times as many cells."""


def built_at_once(  # noqa: PLR0913, PLR0917 - a matrix, where it is built, and what is known
    made: Build,
    shape: Shape,
    local: Mapping[str, Array],
    evaluate: Evaluate,
    only: Collection[Shape] | None = None,
    along: Along | None = None,
) -> Array | None:
    """The matrix; None if its body needs more than single cells. With *only*, other cells may be UNKNOWN.

    With *along*, what parts of bodies give at the same places is known from matrices built before.
    """
    rows, columns = shape
    if rows * columns <= 1 or not _is_of_cells(made.body):
        return None
    places = sorted(only) if only is not None and SPARSE * len(only) < rows * columns else None
    results = (Along() if along is None else along).at(made.indices, shape, places)
    found = _AtOnce(evaluate, local, results, is_kept=along is not None).of(made.body)
    if places is None:
        return Array(rows, columns, spread(found, rows, columns))
    values = dict(zip(places, spread(found, 1, len(places)), strict=True))
    cells = tuple(values.get((i, j), UNKNOWN) for i in range(rows) for j in range(columns))
    return Array(*shape, cells)


@lru_cache(MAX_KEPT)
def _is_of_cells(node: Expression) -> bool:
    """Whether a body has one number as its value if all its names stand for numbers; most trials differ in one part."""
    match node:
        case Literal() | Name():
            return True
        case Apply(name, arguments, options):
            made = REGISTER[name]
            plain = isinstance(made, Primitive) and made.pattern == "cellwise" and not options and not made.is_dynamic
            return plain and all(_is_of_cells(argument) for argument in arguments)
        case Choice(condition, then, other):
            return all(_is_of_cells(part) for part in (condition, then, other))
        case Subscript(Name(), row, column) if column is not None:
            return all(not isinstance(index, Span) and _is_of_cells(index) for index in (row, column))
    return False


class _AtOnce:
    """Evaluates the body of a `Matrix(...)` for many cells at once, each index being a row of its values.

    The cells that the body takes from matrices are gathered into rows first. Raises ShapeError where a name that is not
    an index stands for more than one number.
    """

    def __init__(self, evaluate: Evaluate, local: Mapping[str, Array], results: Results, *, is_kept: bool) -> None:
        self.evaluate = evaluate
        self.results = results
        self.is_kept = is_kept
        self.bound = Bound({**local, **results.indices}, results if is_kept else None)
        self.free = set(results.indices)

    def of(self, node: Expression) -> Array:
        if isinstance(node, Choice):
            condition = self.of(node.condition)
            if condition.rows == 1 and condition.columns > 1:
                return self._chosen(node, condition)
        return self.evaluate(self._gathered(node), self.bound)

    def _chosen(self, node: Choice, condition: Array) -> Array:
        """Each branch evaluated at the columns that take it; raises ShapeError where a condition is not a number."""
        if any(not isinstance(cell, fmpq) for cell in condition.cells):
            raise ShapeError("a condition that is known")
        taking = [[j for j, cell in enumerate(condition.cells) if (cell != 0) == side] for side in (True, False)]
        branches = [
            self._at(columns, condition.columns).of(branch) if columns else None
            for columns, branch in zip(taking, (node.then, node.other), strict=True)
        ]
        rows = max(branch.rows for branch in branches if branch is not None)
        columns: list[tuple[Value, ...]] = [()] * condition.columns
        for places, branch in zip(taking, branches, strict=True):
            if branch is not None:
                wide = Array(rows, len(places), spread(branch, rows, len(places)))
                for at, j in enumerate(places):
                    columns[j] = wide.column(at)
        return Array(rows, condition.columns, tuple(cell for row in zip(*columns, strict=True) for cell in row))

    def _at(self, columns: list[int], count: int) -> "_AtOnce":
        """The same for some of the *count* columns."""

        def cut(array: Array) -> Array:
            return array if array.columns != count else _columns(array, columns)

        local = {name: array for name, array in self.bound.items() if name not in self.free}
        made = _AtOnce(self.evaluate, local, self.results.among(columns, count, cut), is_kept=self.is_kept)
        for name in self.bound.gathered:
            made.gather(name, cut(self.bound[name]))
        return made

    def gather(self, name: str, cells: Array) -> None:
        """Bind the cells that a body takes from a matrix."""
        self.bound[name] = cells
        self.bound.gathered.add(name)
        self.free.add(name)

    def _gathered(self, node: Expression) -> Expression:
        match node:
            case Name(name) if name not in self.free and self.evaluate(node, self.bound).shape != (1, 1):
                raise ShapeError(f"a number for {name}")
            case Apply(name, arguments, options):
                made = tuple(map(self._gathered, arguments))
                return node if all(map(is_, made, arguments)) else Apply(name, made, options)
            case Choice(condition, then, other):
                return Choice(self._gathered(condition), self._gathered(then), self._gathered(other))
            case Subscript(array, row, column) if not (
                isinstance(row, Span) or column is None or isinstance(column, Span)
            ):
                name = f"#{len(self.bound)}"
                taken = _taken(self.evaluate(array, self.bound), self.of(row), self.of(column))
                self.gather(name, taken)
                return Name(name)
        return node


def _columns(array: Array, columns: list[int]) -> Array:
    cells = tuple(array[i, j] for i in range(array.rows) for j in columns)
    return Array(array.rows, len(columns), cells)


def _taken(array: Array, row: Array, column: Array) -> Array:
    """The cells at places, counted from 0 or backwards from -1; raises ShapeError."""
    height, width = max(row.rows, column.rows), max(row.columns, column.columns)
    if any(array.rows not in (1, height) or array.columns not in (1, width) for array in (row, column)):
        raise ShapeError(f"as many indices of rows as of columns, found {row.shape} and {column.shape}")
    rows, columns = spread(row, height, width), spread(column, height, width)
    places = zip(_whole(rows, array.rows), _whole(columns, array.columns), strict=True)
    return Array(height, width, tuple(array[place] for place in places))


def _whole(indices: tuple[object, ...], count: int) -> list[int]:
    found = []
    for index in indices:
        if not isinstance(index, fmpq) or index.q != 1 or not -count <= (place := int(index.p)) < count:
            raise ShapeError(f"a whole number from {-count} to {count - 1} for an index, found {index}")
        found.append(place % count)
    return found
