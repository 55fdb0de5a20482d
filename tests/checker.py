"""A tiny second opinion on contradictions: integers and fractions alone, no library but Python's own.

It is given what a contradiction claims (the formula, the sets of numbers behind its operands, the
set behind the print) and computes an enclosure of the formula's values by rules that fit on
one page. If that misses the print, the contradiction is proved once more. It never confirms anything
else: an enclosure that meets the print says nothing. `python -m tests.checker` goes through the published documents.
"""

import math
import operator
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction as Q
from math import isqrt
from typing import TypeAlias

from flint import fmpq

from verifier.array import Array, Value
from verifier.check import check
from verifier.document import Document
from verifier.engines.flint import working_precision
from verifier.expression import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.formula import parse_formula
from verifier.inference import infer
from verifier.interval import Interval, Missing
from verifier.library import find, names
from verifier.operations import REGISTER, Unprinted, signatures
from verifier.reading import read
from verifier.verdict import Verdict

Box: TypeAlias = tuple[Q, Q]
Grid: TypeAlias = list[list[Box]]
DIGITS = 10**40
"""Ends are rounded outward to so fine a grid, which keeps fractions short."""


class Silent(Exception):
    """Nothing can be said: an operand is unbounded, or no rule is here for an operation."""


def outward(lo: Q, hi: Q) -> Box:
    return Q(lo.numerator * DIGITS // lo.denominator, DIGITS), -Q(-hi.numerator * DIGITS // hi.denominator, DIGITS)


def add(a: Box, b: Box) -> Box:
    return a[0] + b[0], a[1] + b[1]


def negative(a: Box) -> Box:
    return -a[1], -a[0]


def multiply(a: Box, b: Box) -> Box:
    ends = [x * y for x in a for y in b]
    return outward(min(ends), max(ends))


def square(a: Box) -> Box:
    ends = [a[0] ** 2, a[1] ** 2]
    return outward(Q(0) if a[0] <= 0 <= a[1] else min(ends), max(ends))


def divide(a: Box, b: Box) -> Box:
    if b[0] <= 0 <= b[1]:
        raise Silent
    return multiply(a, outward(1 / b[1], 1 / b[0]))


def root(a: Box) -> Box:
    if a[1] < 0:
        raise Silent
    lo, hi = (isqrt(int(max(end, Q(0)) * DIGITS**2)) for end in a)
    return Q(lo, DIGITS), Q(hi + 1, DIGITS)


def exp_of(x: Q) -> Box:
    """Taylor's series of a small number, squared until it is that of x."""
    halvings = max(0, (abs(x.numerator) // x.denominator).bit_length() + 2)
    small = x / 2**halvings
    term = total = Q(1)
    for k in range(1, 40):
        term = term * small / k
        total += term
    box = outward(total - abs(term), total + abs(term))
    for _ in range(halvings):
        box = outward(box[0] ** 2, box[1] ** 2)
    return max(box[0], Q(0)), box[1]


def exp(a: Box) -> Box:
    return exp_of(a[0])[0], exp_of(a[1])[1]


def log_of(x: Q) -> Box:
    """Between two numbers whose exponentials lie on either side; where to look is guessed, and then proved."""
    if x <= 0:
        raise Silent
    guess = Q(math.log(x))
    lo, hi = outward(guess - Q(1, 10**12), guess + Q(1, 10**12))
    if not exp_of(lo)[1] < x < exp_of(hi)[0]:
        raise Silent
    return lo, hi


def log(a: Box) -> Box:
    return log_of(a[0])[0], log_of(a[1])[1]


def wave(shift: int) -> Callable[[Box], Box]:
    """Sine (0) or cosine (1) of the middle, and no farther off than the argument may be."""

    def of(a: Box) -> Box:
        middle, half = (a[0] + a[1]) / 2, (a[1] - a[0]) / 2
        if abs(middle) > 60:
            raise Silent
        term, total, k = (Q(1), Q(1), 0) if shift else (middle, middle, 1)
        while k < 2 * abs(middle) + 80:
            term = outward(*(2 * [-term * middle**2 / ((k + 1) * (k + 2))]))[0]
            total, k = total + term, k + 2
        slack = half + Q(1, 10**30)
        return max(total - slack, Q(-1)), min(total + slack, Q(1))

    return of


def tanh(a: Box) -> Box:
    one = (Q(1), Q(1))
    ends = [divide(add(square(exp((x, x))), negative(one)), add(square(exp((x, x))), one)) for x in a]
    return ends[0][0], ends[1][1]


def power(a: Box, b: Box) -> Box:
    if b[0] == b[1] and b[0].denominator == 1 and abs(b[0]) <= 64:
        box, n = (Q(1), Q(1)), int(abs(b[0]))
        for _ in range(n // 2):
            box = multiply(box, square(a))
        box = multiply(box, a) if n % 2 else box
        return divide((Q(1), Q(1)), box) if b[0] < 0 else box
    return exp(multiply(log(a), b))


def share(line: list[Box], at: int) -> Box:
    """One of a softmax: it grows with its own number and falls with the others."""
    one = (Q(1), Q(1))
    ends = []
    for own, other in ((0, 1), (1, 0)):
        total = one
        for place, box in enumerate(line):
            if place != at:
                apart = box[other] - line[at][own]
                total = add(total, exp((apart, apart)))
        ends.append(divide(one, total))
    return ends[0][0], ends[1][1]


def spread(line: list[Box], ddof: int) -> Box:
    """A variance: by pairs from below, and from above by squares about any number: the mean's are least."""
    count = len(line)
    low = sum((square(add(a, negative(b)))[0] for at, a in enumerate(line) for b in line[:at]), Q(0)) / count
    centre = sum(((lo + hi) / 2 for lo, hi in line), Q(0)) / count
    high = sum((max((lo - centre) ** 2, (hi - centre) ** 2) for lo, hi in line), Q(0))
    return outward(low / (count - ddof), high / (count - ddof))


def total(line: list[Box]) -> Box:
    return sum((lo for lo, _ in line), Q(0)), sum((hi for _, hi in line), Q(0))


def mean(line: list[Box]) -> Box:
    lo, hi = total(line)
    return outward(lo / len(line), hi / len(line))


def larger(a: Box, b: Box) -> Box:
    return max(a[0], b[0]), max(a[1], b[1])


def sigmoid(a: Box) -> Box:
    return divide((Q(1), Q(1)), add((Q(1), Q(1)), exp(negative(a))))


CELLS: dict[str, Callable[..., Box]] = {
    "add": add,
    "subtract": lambda a, b: add(a, negative(b)),
    "multiply": multiply,
    "divide": divide,
    "negative": negative,
    "sqrt": root,
    "exp": exp,
    "log": log,
    "sin": wave(0),
    "cos": wave(1),
    "tanh": tanh,
    "power": power,
    "relu": lambda a: larger(a, (Q(0), Q(0))),
    "sigmoid": sigmoid,
    "log10": lambda a: divide(log(a), log((Q(10), Q(10)))),
    "abs": lambda a: (max(a[0], -a[1], Q(0)), max(abs(a[0]), abs(a[1]))),
}
LINES: dict[str, Callable[[list[Box], int], Box]] = {
    "sum": lambda line, _: total(line),
    "mean": lambda line, _: mean(line),
    "var": spread,
    "std": lambda line, ddof: root(spread(line, ddof)),
    "max": lambda line, _: (max(lo for lo, _ in line), max(hi for _, hi in line)),
    "min": lambda line, _: (min(lo for lo, _ in line), min(hi for _, hi in line)),
}


POINTS = {"less": "lt", "less_equal": "le", "equal": "eq", "remainder": "mod", "floor_divide": "floordiv"}


class Checker:
    """Enclosures of a formula over boxes."""

    def __init__(self, boxes: Callable[[str], Array]) -> None:
        self.boxes = boxes

    def of(self, node: Expression, local: dict[str, Grid]) -> Grid:
        match node:
            case Literal(value):
                return [[exact(value)]]
            case Name(name):
                return local[name] if name in local else grid(self.boxes(name))
            case Apply():
                return self.call(node, local)
            case Subscript(array, row, column):
                cells = self.of(array, local)
                rows = self.places(row, len(cells), local)
                columns = self.places(column, len(cells[0]), local) if column else list(range(len(cells[0])))
                return [[cells[i][j] for j in columns] for i in rows]
            case Choice(condition, then, other):
                flag = self.of(condition, local)
                if len(flag) != 1 or len(flag[0]) != 1 or flag[0][0][0] != flag[0][0][1]:
                    raise Silent
                return self.of(then if flag[0][0][0] else other, local)
            case Build(rows, columns, (i, j), body):
                sides = [self.whole(side, local) for side in (rows, columns)]
                return [
                    [self.of(body, {**local, i: [[(Q(a), Q(a))]], j: [[(Q(b), Q(b))]]})[0][0] for b in range(sides[1])]
                    for a in range(sides[0])
                ]
        raise Silent

    def whole(self, node: Expression, local: dict[str, Grid]) -> int:
        lo, hi = self.of(node, local)[0][0]
        if lo != hi or lo.denominator != 1:
            raise Silent
        return int(lo)

    def places(self, index: Expression | Span, count: int, local: dict[str, Grid]) -> list[int]:
        if isinstance(index, Span):
            ends = [None if end is None else self.whole(end, local) for end in (index.start, index.stop)]
            return list(range(count))[slice(*ends)]
        return [self.whole(index, local) % count]

    def call(self, node: Apply, local: dict[str, Grid]) -> Grid:
        made, name = REGISTER[node.operation], node.operation
        grids = [self.of(argument, local) for argument in node.arguments]
        options = {key: None if value is None else self.whole(value, local) for key, value in node.options}
        axis, ddof = options.get("axis", 1), options.get("ddof") or 0
        if is_square(node):
            return [[square(cell) for cell in row] for row in grids[0]]
        if name in CELLS:
            return cellwise(CELLS[name], *grids)
        if name in POINTS:
            return [[points(name, grids)]]
        if name in WHOLE:
            return WHOLE[name](*grids)
        if name in LINES and len(grids) == 1:
            return along(grids[0], axis, lambda line: [LINES[name](line, ddof)])
        if name == "softmax":
            return along(grids[0], axis, lambda line: [share(line, at) for at in range(len(line))])
        if made.definition is not None:
            defaults = zip(made.signature.options, made.defaults, strict=True)
            inner: dict[str, Grid] = {key: [[(Q(value), Q(value))]] for key, value in defaults}
            inner |= {key: self.of(value, local) for key, value in node.options if value is not None}
            inner |= dict(zip(made.signature.arrays, grids, strict=True))
            return self.of(parse_formula(made.definition, signatures()), inner)
        raise Silent


def is_square(node: Apply) -> bool:
    match node:
        case Apply("power", (_, Literal(value))):
            return value == 2
        case Apply("multiply", (a, b)):
            return a == b
    return False


def product(a: Grid, b: Grid) -> Grid:
    columns = list(zip(*b, strict=True))
    return [[total([multiply(x, y) for x, y in zip(row, column, strict=True)]) for column in columns] for row in a]


def beside(*parts: Grid) -> Grid:
    return [[cell for part in rows for cell in part] for rows in zip(*parts, strict=True)]


WHOLE: dict[str, Callable[..., Grid]] = {
    "matmul": product,
    "transpose": lambda a: [list(column) for column in zip(*a, strict=True)],
    "rows": lambda a: [[(Q(len(a)), Q(len(a)))]],
    "columns": lambda a: [[(Q(len(a[0])), Q(len(a[0])))]],
    "hstack": beside,
    "concat": beside,
}


def points(name: str, grids: list[Grid]) -> Box:
    """What needs two known numbers."""
    if any(len(g) != 1 or len(g[0]) != 1 or g[0][0][0] != g[0][0][1] for g in grids):
        raise Silent
    a, b = (g[0][0][0] for g in grids)
    value = Q(getattr(operator, POINTS[name])(a, b))
    return value, value


def cellwise(function: Callable[..., Box], *grids: Grid) -> Grid:
    rows, columns = max(map(len, grids)), max(len(g[0]) for g in grids)
    return [[function(*(g[i % len(g)][j % len(g[0])] for g in grids)) for j in range(columns)] for i in range(rows)]


def along(cells: Grid, axis: int | None, function: Callable[[list[Box]], list[Box]]) -> Grid:
    if axis is None:
        return [function([cell for row in cells for cell in row])]
    if axis == 0:
        turned = [function(list(column)) for column in zip(*cells, strict=True)]
        return [list(row) for row in zip(*turned, strict=True)]
    return [function(row) for row in cells]


def exact(value: fmpq) -> Box:
    return Q(int(value.p), int(value.q)), Q(int(value.p), int(value.q))


def box(cell: Value) -> Box:
    """A cell's ends as fractions; balls at their outer ends."""
    if isinstance(cell, fmpq):
        return exact(cell)
    if not isinstance(cell, Interval) or cell.lo is None or cell.hi is None:
        if isinstance(cell, Missing | str | Interval):
            raise Silent
        return exact(cell.lower().fmpq())[0], exact(cell.upper().fmpq())[1]
    return box(cell.lo)[0], box(cell.hi)[1]


def grid(array: Array) -> Grid:
    return [[box(cell) for cell in row] for row in array.row_list()]


def enclosures(formula: Expression, boxes: Callable[[str], Array]) -> Grid | None:
    """What encloses the values of all cells; None where nothing is said."""
    try:
        return Checker(boxes).of(formula, {})
    except (Silent, Unprinted):
        return None


def misses(found: Box, target: Interval) -> bool:
    """Whether an enclosure shares no number with what the print stands for."""
    (lo, hi), (least, most) = found, box(target)
    return hi < least or lo > most or (hi == least and not target.lo_closed) or (lo == most and not target.hi_closed)


def again(document: Document) -> Iterator[tuple[str, bool | None]]:
    """Each contradicted number of a document: proved once more, not proved, or None where nothing is said."""
    report, (replay, _) = check(document, causes=False), infer(document)
    for stage in report.stages:
        formula = stage.stage.formula
        cells = [c for c in stage.cells if c.verdict is Verdict.CONTRADICTED and c.basis == "cell" and c.target]
        if formula is None or stage.stage.printed is None or not cells:
            continue
        with working_precision(128):
            found = enclosures(formula.expression, replay.ranges.operand)
        for cell in cells:
            assert cell.target is not None
            name = f"{document.name} {stage.stage.name}[{cell.row},{cell.column}]"
            if found is None or cell.row > len(found) or cell.column > len(found[0]):
                yield name, None
            else:
                yield name, misses(found[cell.row - 1][cell.column - 1], cell.target)


def main() -> None:
    """The published documents: how many contradictions are proved once more, and which are not."""
    for name in names():
        found = list(again(read(find(name), signatures())))
        proved = sum(answer is True for _, answer in found)
        sys.stdout.write(f"{name}: {proved} of {len(found)} contradicted numbers proved once more\n")
        for cell, answer in found:
            if answer is not True:
                sys.stdout.write(f"  {cell}: {'no rule here' if answer is None else 'its enclosure is too wide'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
