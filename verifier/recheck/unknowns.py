"""Lines of numbers that are never shown: each cell is a sum of unknown numbers, and the prints may leave one no value.

Each cell is a sum of unknown numbers, each times a known one, and its print bounds the sum. So each bounds every
unknown number by the others, in rounds. Formulas that are no such sums are Unknown.
"""

from collections.abc import Callable
from fractions import Fraction as Q
from typing import Final, NamedTuple, TypeAlias

from verifier.recheck.evaluation import Operands, Work
from verifier.recheck.grids import Undefined
from verifier.recheck.intervals import ONE, ZERO, Box, Unknown, add, divide, multiply, negative, point, subtract
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Call, Name, Number, Tree

_ROUNDS: Final = 8
_COST: Final = 5
"""The cost of a term of a sum."""
PAIR_COST: Final = 12 * _ROUNDS
"""The cost of two unknown numbers of a sum that bound each other, in all rounds."""
Address: TypeAlias = tuple[str, int, int]
"""A stage, and a row and a column from zero."""


class Sum(NamedTuple):
    """A known number, and unknown ones with what each is multiplied by."""

    known: Box
    unknown: dict[Address, Box]


Forms: TypeAlias = list[list[Sum]]


class Sums:
    """The cells of formulas as such sums; raises Unknown."""

    def __init__(self, operands: Operands, work: Work) -> None:
        self.operands = operands
        self.work = work

    def of(self, node: Tree) -> Forms:
        """Every cell of a formula."""
        match node:
            case Number(value):
                return [[Sum(point(value), {})]]
            case Name(name):
                cells = self.operands(name)
                return [[_operand(name, i, j, cell) for j, cell in enumerate(row)] for i, row in enumerate(cells)]
            case Call("negative", (a,)):
                return [[_scaled(cell, point(-1)) for cell in row] for row in self.of(a)]
            case Call("transpose", (a,)):
                return [list(column) for column in zip(*self.of(a), strict=True)]
            case Call("add" | "subtract" | "multiply" | "divide" as name, (a, b)):
                return self._spread(_OPERATIONS[name], self.of(a), self.of(b))
            case Call("matmul", (a, b)):
                return self._product(self.of(a), self.of(b))
        raise Unknown("what is not shown is used in another way than in sums of products")

    def _spread(self, function: Callable[[Sum, Sum], Sum], a: Forms, b: Forms) -> Forms:
        rows, columns = max(len(a), len(b)), max(len(a[0]), len(b[0]))
        if {len(a), len(b)} - {1, rows} or {len(a[0]), len(b[0])} - {1, columns}:
            raise Undefined("shapes that do not fit each other")
        terms = max(len(cell.unknown) for forms in (a, b) for row in forms for cell in row)
        self.work.spend(rows * columns * (1 + _COST * terms))
        return [
            [function(*(g[i % len(g)][j % len(g[0])] for g in (a, b))) for j in range(columns)] for i in range(rows)
        ]

    def _product(self, a: Forms, b: Forms) -> Forms:
        if len(a[0]) != len(b):
            raise Undefined(f"{len(a[0])} columns meet {len(b)} rows")
        self.work.spend(_COST * len(a) * len(b) ** 2 * len(b[0]))
        return [[_dot(row, [line[j] for line in b]) for j in range(len(b[0]))] for row in a]


def _operand(name: str, i: int, j: int, cell: CellValue) -> Sum:
    if isinstance(cell, str):
        raise Unknown("a word or an infinity in a sum")
    return Sum(ZERO, {(name, i, j): ONE}) if cell is None else Sum(cell, {})


def _scaled(cell: Sum, factor: Box) -> Sum:
    return Sum(multiply(cell.known, factor), {place: multiply(one, factor) for place, one in cell.unknown.items()})


def _plus(a: Sum, b: Sum) -> Sum:
    shared = a.unknown.keys() & b.unknown.keys()
    both = {place: add(a.unknown[place], b.unknown[place]) for place in shared}
    return Sum(add(a.known, b.known), {**a.unknown, **b.unknown, **both})


def _times(a: Sum, b: Sum) -> Sum:
    if a.unknown and b.unknown:
        raise Unknown("a product of two numbers that are not shown")
    return _scaled(a, b.known) if a.unknown else _scaled(b, a.known)


def _over(a: Sum, b: Sum) -> Sum:
    if b.unknown:
        raise Unknown("a quotient by a number that is not shown")
    return _scaled(a, divide(ONE, b.known))


_OPERATIONS: Final[dict[str, Callable[[Sum, Sum], Sum]]] = {
    "add": _plus,
    "subtract": lambda a, b: _plus(a, _scaled(b, point(-1))),
    "multiply": _times,
    "divide": _over,
}


def _dot(row: list[Sum], column: list[Sum]) -> Sum:
    result = Sum(ZERO, {})
    for a, b in zip(row, column, strict=True):
        result = _plus(result, _times(a, b))
    return result


class _Bounds(NamedTuple):
    """What is known of an unknown number; None is no bound."""

    least: Q | None = None
    most: Q | None = None

    def cut(self, box: Box) -> "_Bounds":
        """The bounds and those of an interval together."""
        least = box[0] if self.least is None else max(box[0], self.least)
        return _Bounds(least, box[1] if self.most is None else min(box[1], self.most))

    @property
    def box(self) -> Box | None:
        return None if self.least is None or self.most is None else (self.least, self.most)

    @property
    def is_empty(self) -> bool:
        return self.least is not None and self.most is not None and self.least > self.most


def nothing_is_left(sums: list[Sum], prints: list[Box]) -> bool:
    """Whether the prints leave some unknown number no value."""
    known: dict[Address, _Bounds] = {place: _Bounds() for cell in sums for place in cell.unknown}
    for _ in range(_ROUNDS):
        for cell, shown in zip(sums, prints, strict=True):
            for place in cell.unknown:
                found = _bound(cell, place, shown, known)
                if found is not None:
                    known[place] = known[place].cut(found)
                if known[place].is_empty:
                    return True
    return False


def _bound(cell: Sum, place: Address, shown: Box, known: dict[Address, _Bounds]) -> Box | None:
    """What the others and the print leave an unknown number of a sum; None where one of them has no bound."""
    factor = cell.unknown[place]
    if factor[0] <= 0 <= factor[1]:
        return None
    rest = subtract(shown, cell.known)
    for other, one in cell.unknown.items():
        if other != place:
            box = known[other].box
            if box is None:
                return None
            rest = add(rest, negative(multiply(box, one)))
    return divide(rest, factor)
