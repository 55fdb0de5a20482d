"""Numbers that are never shown, found between those that are, with fractions alone: some may be left no value.

Each cell of a line is a sum of unknown numbers, each times a known one, and its print bounds the sum. So each bounds
every unknown number by the others, in rounds. Formulas that are no such sums are silent.
"""

from collections.abc import Callable
from fractions import Fraction as Q
from typing import Any, NamedTuple, TypeAlias

from tests.checker import ANY, Box, Silent, add, divide, exact, grid, multiply, negative
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.array import Array

ROUNDS = 8
NOTHING: Box = (Q(0), Q(0))
Place: TypeAlias = tuple[str, int, int]


class Sum(NamedTuple):
    """A known number, and unknown ones with what each is multiplied by."""

    known: Box
    unknown: dict[Place, Box]


Forms: TypeAlias = list[list[Sum]]


def forms(node: Expression, boxes: Callable[[str], Array]) -> Forms:
    """Every cell of a formula as such a sum; raises Silent."""
    match node:
        case Literal(value):
            return [[Sum(exact(value), {})]]
        case Name(name):
            cells = enumerate(grid(boxes(name)))
            one = (Q(1), Q(1))
            return [
                [Sum(NOTHING, {(name, i, j): one}) if cell is ANY else Sum(cell, {}) for j, cell in enumerate(row)]
                for i, row in cells
            ]
        case Apply("negative", (a,)):
            return [[scaled(cell, (Q(-1), Q(-1))) for cell in row] for row in forms(a, boxes)]
        case Apply("transpose", (a,)):
            return [list(column) for column in zip(*forms(a, boxes), strict=True)]
        case Apply("add" | "subtract" | "multiply" | "divide" as name, (a, b)):
            return spread(OPERATIONS[name], forms(a, boxes), forms(b, boxes))
        case Apply("matmul", (a, b)):
            left, right = forms(a, boxes), forms(b, boxes)
            return [[dot(row, [line[j] for line in right]) for j in range(len(right[0]))] for row in left]
    raise Silent


def scaled(cell: Sum, factor: Box) -> Sum:
    return Sum(multiply(cell.known, factor), {place: multiply(one, factor) for place, one in cell.unknown.items()})


def plus(a: Sum, b: Sum) -> Sum:
    shared = a.unknown.keys() & b.unknown.keys()
    both = {place: add(a.unknown[place], b.unknown[place]) for place in shared}
    return Sum(add(a.known, b.known), {**a.unknown, **b.unknown, **both})


def times(a: Sum, b: Sum) -> Sum:
    if a.unknown and b.unknown:
        raise Silent
    return scaled(a, b.known) if a.unknown else scaled(b, a.known)


def over(a: Sum, b: Sum) -> Sum:
    if b.unknown:
        raise Silent
    return scaled(a, divide((Q(1), Q(1)), b.known))


OPERATIONS: dict[str, Callable[[Sum, Sum], Sum]] = {
    "add": plus,
    "subtract": lambda a, b: plus(a, scaled(b, (Q(-1), Q(-1)))),
    "multiply": times,
    "divide": over,
}


def dot(row: list[Sum], column: list[Sum]) -> Sum:
    result = Sum(NOTHING, {})
    for a, b in zip(row, column, strict=True):
        result = plus(result, times(a, b))
    return result


def spread(function: Callable[[Sum, Sum], Sum], a: Forms, b: Forms) -> Forms:
    rows, columns = max(len(a), len(b)), max(len(a[0]), len(b[0]))
    return [[function(*(g[i % len(g)][j % len(g[0])] for g in (a, b))) for j in range(columns)] for i in range(rows)]


def nothing_is_left(sums: list[Sum], prints: list[Box]) -> bool:
    """Whether the prints leave some unknown number no value."""
    known: dict[Place, tuple[Any, Any]] = {place: (None, None) for cell in sums for place in cell.unknown}
    for _ in range(ROUNDS):
        for cell, shown in zip(sums, prints, strict=True):
            for place, factor in cell.unknown.items():
                others = [(known[at], one) for at, one in cell.unknown.items() if at != place]
                if factor[0] <= 0 <= factor[1] or any(None in box for box, _ in others):
                    continue
                rest = add(shown, negative(cell.known))
                for box, one in others:
                    rest = add(rest, negative(multiply(box, one)))
                lo, hi = divide(rest, factor)
                least, most = known[place]
                lo, hi = lo if least is None else max(lo, least), hi if most is None else min(hi, most)
                if lo > hi:
                    return True
                known[place] = lo, hi
    return False
