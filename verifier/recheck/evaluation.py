"""Enclosures of all cells of a formula, given enclosures of its operands."""

from collections.abc import Callable
from typing import Final

from verifier.recheck.cellwise import CELLWISE
from verifier.recheck.grids import (
    COMPARING,
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
    softmax,
)
from verifier.recheck.intervals import ONE, ZERO, Unknown, larger, point, smaller, square
from verifier.recheck.lines import MASKED, Cell, distances, weighted
from verifier.recheck.normalisation import find_normalisation
from verifier.recheck.normalised import normalised
from verifier.recheck.syntax import Build, Call, Choice, Name, Number, Part, Span, Tree

Operands = Callable[[str], Grid]
_PAIR: Final = 5
_SIDES: Final = 2
_NO_OPTION: Final = Number(ONE[0])


class Work:
    """A bound on what is computed, in operations on intervals."""

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
                rows = self._places(row, len(cells), local)
                columns = self._places(column, len(cells[0]), local) if column else range(len(cells[0]))
                return filled([[cells[i][j] for j in columns] for i in rows])
            case Choice(condition, then, other):
                return self.of(then if self._whole(condition, local) else other, local)
            case Build(rows, columns, (i, j), body):
                height, width = self._whole(rows, local), self._whole(columns, local)
                self.work.spend(max(height, 0) * max(width, 0))
                return assembled(
                    [
                        [self.of(body, {**local, i: [[point(a)]], j: [[point(b)]]}) for b in range(width)]
                        for a in range(height)
                    ]
                )

    def _whole(self, node: Tree, local: dict[str, Grid]) -> int:
        """The value of a formula that is one whole number."""
        grid = self.of(node, local)
        cell = grid[0][0]
        if len(grid) != 1 or len(grid[0]) != 1 or not isinstance(cell, tuple):
            raise Unknown("a size, an index or a condition that is not known")
        if cell[0] != cell[1] or cell[0].denominator != 1 or abs(cell[0]) > self.work.left:
            raise Unknown("a size, an index or a condition that is no whole number")
        return int(cell[0])

    def _places(self, index: Tree | Span, count: int, local: dict[str, Grid]) -> list[int]:
        if isinstance(index, Span):
            ends = [None if end is None else self._whole(end, local) for end in index]
            return list(range(count))[slice(*ends)]
        at = self._whole(index, local)
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
            case Call("matmul", (Call("softmax", (scores,), ()), values)):
                return self._weighted(self.of(scores, local), self.of(values, local))
            case Call("subtract", (x, Call("mean", (y,), options))) if x == y:
                return along(self.of(x, local), self.axis(dict(options), local), linewise(distances))
        found = find_normalisation(node)
        if found is None:
            return None
        inside, outside = (ZERO if part is None else interval(self.of(part, local)) for part in found[2:])
        chosen = dict(found.options)
        ddof = self._ddof(chosen, local)
        made = linewise(lambda line: normalised(line, len(line) - ddof, inside, outside))
        grid = self.of(found.x, local)
        self.work.spend(200 * len(grid) * len(grid[0]) * max(len(grid), len(grid[0])))
        return along(grid, self.axis(chosen, local), made)

    def _weighted(self, scores: Grid, values: Grid) -> Grid:
        if len(values) != len(scores[0]):
            raise Undefined(f"{len(scores[0])} columns meet {len(values)} rows")
        self.work.spend(len(scores) * len(values) ** 2 * len(values[0]))
        columns = [list(column) for column in zip(*values, strict=True)]
        return [[_weighted_cell(row, column) for column in columns] for row in scores]

    def axis(self, options: dict[str, Tree | None], local: dict[str, Grid] | None = None) -> int | None:
        """The axis that a call names, 0 or 1; 1 if it names none, None for all cells. Raises Unknown."""
        value = options.get("axis", _NO_OPTION)
        if value is None:
            return None
        found = self._whole(value, local or {})
        if not -_SIDES <= found < _SIDES:
            raise Unknown("an axis that no matrix has")
        return found % _SIDES

    def _ddof(self, options: dict[str, Tree | None], local: dict[str, Grid]) -> int:
        value = options.get("ddof")
        return 0 if value is None else self._whole(value, local)

    def _called(self, node: Call, local: dict[str, Grid]) -> Grid:
        name, grids = node.operation, [self.of(argument, local) for argument in node.arguments]
        options = dict(node.options)
        self.work.spend(_size(name, grids))
        if name in CELLWISE:
            return cellwise(CELLWISE[name], *grids)
        if name in COMPARING:
            return cellwise(COMPARING[name], *grids)
        if name in REARRANGING:
            return REARRANGING[name](*grids)
        if name in ("max", "min") and len(grids) > 1:
            return cellwise(larger if name == "max" else smaller, *grids)
        if name in REDUCTIONS:
            return along(grids[0], self.axis(options, local), REDUCTIONS[name](self._ddof(options, local)))
        if name == "softmax":
            return along(grids[0], self.axis(options, local), softmax)
        raise Unknown(f"there is no rule here for {name}")


def _size(name: str, grids: list[Grid]) -> int:
    """A bound on the cells that an operation makes, and on the terms of their sums."""
    rows, columns = max((len(grid) for grid in grids), default=1), max((len(grid[0]) for grid in grids), default=1)
    cells = [len(grid) * len(grid[0]) for grid in grids]
    if name in ("softmax", "var", "std"):  # of each pair of a line
        return _PAIR * cells[0] * max(rows, columns)
    if name in ("matmul", "embedding"):
        return max(cells[0] * len(grids[1][0]), cells[1])
    return max(rows * columns, sum(cells))


def _weighted_cell(row: list[Cell], column: list[Cell]) -> Cell:
    kept = [at for at, score in enumerate(row) if score != MASKED]
    scores, values = boxes([row[at] for at in kept]), boxes([column[at] for at in kept])
    if not kept or scores is None or values is None:
        return None
    try:
        return weighted(scores, values)
    except Unknown:
        return None
