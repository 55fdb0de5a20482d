"""Enclosures of all cells of a formula, given enclosures of its operands."""

from collections.abc import Callable
from typing import Final

from verifier.recheck.arrays import ARRAYS
from verifier.recheck.cellwise import CELLWISE, COSTS
from verifier.recheck.comparing import COMPARING
from verifier.recheck.definitions import axis_of
from verifier.recheck.functions import CONSTANTS
from verifier.recheck.grids import (
    REARRANGING,
    REDUCTIONS,
    Grid,
    Undefined,
    along,
    assembled,
    boxes,
    cellwise,
    filled,
    interval,
    linewise,
)
from verifier.recheck.intervals import ZERO, Box, Unknown, larger, point, smaller, square
from verifier.recheck.linear import LARGEST_SIDE, LINEAR
from verifier.recheck.normalised import normalised
from verifier.recheck.patterns import find_normalisation
from verifier.recheck.row_functions import MASKED, CellValue, distances, shares, weighted, weights_of
from verifier.recheck.syntax import Build, Call, Choice, Name, Number, Part, Span, Tree

Operands = Callable[[str], Grid]
_PAIR: Final = 5
_SHARE: Final = 220
"""The cost of two exponentials and of what they are used for."""
_TRIALS: Final = 200
"""The cost of a number of a normalised line for each number of the line."""
_TERM: Final = 20
"""The cost of a term of a weighted mean."""
_SIDES: Final = 2


class Work:
    """A bound on what is computed, in units of 10 microseconds: the time of a sum of two intervals."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, count: int) -> None:
        """Subtract a cost from the budget; raises Unknown if it is exceeded."""
        self.left -= count
        if self.left < 0:
            raise Unknown("it takes too long")


class Evaluation:
    """Enclosures of formulas on the same operands; raises Unknown."""

    def __init__(self, operands: Operands, work: Work) -> None:
        self.operands = operands
        self.work = work
        self._known: dict[Tree, Grid] = {}

    def of(self, node: Tree, local: dict[str, Grid] | None = None) -> Grid:
        """The cells of a formula; *local* names hide stages."""
        if local:
            return self._of(node, local)
        if node not in self._known:
            self._known[node] = self._of(node, {})
        return self._known[node]

    def _of(self, node: Tree, local: dict[str, Grid]) -> Grid:
        self.work.spend(1)
        match node:
            case Number(value):
                return [[point(value)]]
            case Name(name):
                return local[name] if name in local else self.operands(name)
            case Call():
                found = self._repeated(node, local) or self._called(node, local)
                self.work.spend(len(found) * len(found[0]))
                return found
            case Part(array, row, column):
                cells = self.of(array, local)
                rows = self.places(row, len(cells), local)
                columns = self.places(column, len(cells[0]), local) if column else range(len(cells[0]))
                self.work.spend(len(rows) * len(columns))
                return filled([[cells[i][j] for j in columns] for i in rows])
            case Choice(condition, then, other):
                return self.of(then if self.whole(condition, local) else other, local)
            case Build(rows, columns, (i, j), body):
                height, width = self.whole(rows, local), self.whole(columns, local)
                self.work.spend(max(height, 0) * max(width, 0))
                return assembled(
                    [
                        [self.of(body, {**local, i: [[point(a)]], j: [[point(b)]]}) for b in range(width)]
                        for a in range(height)
                    ]
                )

    def whole(self, node: Tree, local: dict[str, Grid]) -> int:
        """The value of a formula that is one whole number; raises Unknown."""
        grid = self.of(node, local)
        cell = grid[0][0]
        if len(grid) != 1 or len(grid[0]) != 1 or not isinstance(cell, tuple):
            raise Unknown("a size, an index or a condition that is not known")
        if cell[0] != cell[1] or cell[0].denominator != 1 or abs(cell[0]) > self.work.left:
            raise Unknown("a size, an index or a condition that is no whole number")
        return int(cell[0])

    def places(self, index: Tree | Span, count: int, local: dict[str, Grid]) -> list[int]:
        """The places of a count that an index or a slice names; raises Unknown."""
        if isinstance(index, Span):
            parts = [None if part is None else self.whole(part, local) for part in index]
            self.work.spend(count)
            if parts[2] == 0:
                raise Unknown("a slice with a step of 0")
            return list(range(count))[slice(*parts)]
        at = self.whole(index, local)
        if not -count <= at < count:
            raise Unknown("an index beyond its matrix")
        return [at % count]

    def _repeated(self, node: Call, local: dict[str, Grid]) -> Grid | None:
        """The enclosure by a rule for a formula that uses an operand twice; None if there is no rule."""
        match node:
            case Call("power", (a, Number(value))) if value == 2:  # noqa: PLR2004 - a square
                return cellwise(square, self.of(a, local))
            case Call("multiply", (a, b)) if a == b:
                return cellwise(square, self.of(a, local))
            case Call("matmul", (Call("softmax", (scores,)) as shares_of, values)) if (
                self.axis(axis_of(shares_of), local) == 1
            ):
                return self._weighted(self.of(scores, local), self.of(values, local))
            case Call("subtract", (x, Call("mean", (y,)) as mean)) if x == y:
                return along(self.of(x, local), self.axis(axis_of(mean), local), linewise(distances))
        found = find_normalisation(node)
        if found is None:
            return None
        inside, outside = (
            ZERO if part is None else interval(self.of(part, local)) for part in (found.inside, found.outside)
        )
        ddof = self._ddof(dict(found.options), local)
        made = linewise(lambda line: normalised(line, len(line) - ddof, inside, outside))
        grid = self.of(found.x, local)
        axis = self.axis(found.axis, local)
        self.work.spend(_TRIALS * len(grid) * len(grid[0]) * _length(grid, axis))
        return along(grid, axis, made)

    def _weighted(self, scores: Grid, values: Grid) -> Grid:
        if len(values) != len(scores[0]):
            raise Undefined(f"{len(scores[0])} columns meet {len(values)} rows")
        self.work.spend(len(scores) * len(values) * (_SHARE + _TERM * len(values[0])))
        columns = [list(column) for column in zip(*values, strict=True)]
        return [_weighted_row(row, columns) for row in scores]

    def axis(self, value: Tree | None, local: dict[str, Grid] | None = None) -> int | None:
        """The value of an axis, 0 or 1; None for all cells. Raises Unknown."""
        if value is None:
            return None
        found = self.whole(value, local or {})
        if not -_SIDES <= found < _SIDES:
            raise Unknown("an axis that no matrix has")
        return found % _SIDES

    def _ddof(self, options: dict[str, Tree | None], local: dict[str, Grid]) -> int:
        value = options.get("ddof")
        return 0 if value is None else self.whole(value, local)

    def _called(self, node: Call, local: dict[str, Grid]) -> Grid:
        name, grids = node.operation, [self.of(argument, local) for argument in node.arguments]
        if name in CONSTANTS:
            return [[CONSTANTS[name]()]]
        options = dict(node.options)
        axis = self.axis(axis_of(node), local)
        self.work.spend(_cost(node, grids, _length(grids[0], axis)))
        of_cells = CELLWISE.get(name) or COMPARING.get(name)
        if of_cells is not None:
            return cellwise(of_cells, *grids)
        if name in REARRANGING:
            return REARRANGING[name](*grids)
        if name in LINEAR:
            self.work.spend(COSTS["multiply"] * len(grids[0]) ** 3 << LARGEST_SIDE)
            return LINEAR[name](*grids)
        if name in ("max", "min") and len(grids) > 1:
            return cellwise(larger if name == "max" else smaller, *grids)
        if name in REDUCTIONS:
            if options.get("ord"):
                raise Unknown(f"a {name} by another sum")
            return along(grids[0], axis, REDUCTIONS[name](self._ddof(options, local)))
        if name == "softmax":
            return along(grids[0], axis, shares)
        if name in ARRAYS:
            chosen = {key: None if value is None else self.whole(value, local) for key, value in options.items()}
            return ARRAYS[name](*grids, **(chosen | ({"axis": axis} if "axis" in options else {})))
        raise Unknown(f"there is no rule here for {name}")


def _length(grid: Grid, axis: int | None) -> int:
    """How many cells a line along an axis has."""
    rows, columns = len(grid), len(grid[0])
    return rows * columns if axis is None else columns if axis else rows


def _cost(node: Call, grids: list[Grid], length: int) -> int:
    """A bound on the work of an operation, whose lines have so many cells."""
    rows, columns = max(len(grid) for grid in grids), max(len(grid[0]) for grid in grids)
    cells = [len(grid) * len(grid[0]) for grid in grids]
    match node:
        case Call("power", (_, Number(value))) if value.denominator == 1:
            exponent = int(abs(value))
            return rows * columns * COSTS["multiply"] * max(2 * exponent.bit_length(), 1)
        case Call("softmax"):
            return _SHARE * cells[0]
        case Call("var" | "std"):  # of each pair of a line
            return _PAIR * cells[0] * length
        case Call("matmul"):
            of_term = COSTS["multiply"] if all(map(_has_numbers, grids)) else 1
            return of_term * max(cells[0] * len(grids[1][0]), cells[1])
        case Call("conv2d"):
            return COSTS["multiply"] * cells[0] * cells[1]
        case Call("embedding"):
            return max(cells[0] * len(grids[1][0]), cells[1])
    return max(rows * columns, sum(cells)) * COSTS.get(node.operation, 1)


def _has_numbers(grid: Grid) -> bool:
    return any(isinstance(cell, tuple) for row in grid for cell in row)


def _weighted_row(row: list[CellValue], columns: list[list[CellValue]]) -> list[CellValue]:
    """The means of columns by one softmax; nothing is known where a score or a value is not."""
    kept = [at for at, score in enumerate(row) if score != MASKED]
    scores = boxes([row[at] for at in kept])
    if not scores:
        return [None] * len(columns)
    weights = weights_of(scores)
    return [_weighted_cell(weights, boxes([column[at] for at in kept])) for column in columns]


def _weighted_cell(weights: list[Box], values: list[Box] | None) -> CellValue:
    try:
        return None if values is None else weighted(weights, values)
    except Unknown:
        return None
