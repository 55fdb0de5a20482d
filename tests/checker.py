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
from typing import Any, TypeAlias

from flint import fmpq

from verifier.check import check
from verifier.document.lookup import find, names
from verifier.document.model import Document, Stage
from verifier.document.reader import read
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Options, Span, Subscript
from verifier.formulas.tree import names as names_in
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN, Interval, Missing
from verifier.numbers.precision import working_precision
from verifier.operations import REGISTER, Defined, Unprinted, signatures
from verifier.replay.inference import infer
from verifier.rewriting.definitions import inlined
from verifier.rewriting.patterns import find_normalisation
from verifier.verdict import Verdict

Box: TypeAlias = tuple[Q, Q]
Grid: TypeAlias = list[list[Box]]
DIGITS = 10**40
"""Ends are rounded outward to so fine a grid, which keeps fractions short."""


ANY: Any = None
"""A number that is not shown."""


FEW, MOST_PARTS = 4, 64
"""So few numbers that vary are halved, into so many parts at most."""


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
    """One of a softmax: it grows with its own number and falls with the others, of which some may be anything."""
    one = (Q(1), Q(1))
    if line[at] is ANY:
        return Q(0), Q(1)
    ends = []
    for own, other in ((0, 1), (1, 0)):
        if own == 0 and ANY in line:
            ends.append((Q(0), Q(0)))
            continue
        total = one
        for place, box in enumerate(line):
            if place != at and box is not ANY:
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


def weighted(line: list[Box], values: list[Box]) -> Box:
    """A mean of values by a softmax: those above it weigh most, the others least: one of n + 1 is the largest."""
    top = max(score[1] for score in line)
    weights = [exp(add(score, (-top, -top))) for score in line]
    ends = []
    for sign, end in ((-1, 0), (1, 1)):
        order = sorted(range(len(line)), key=lambda at: -sign * values[at][end])
        for high in range(len(line) + 1):
            chosen = [(weights[at][at in order[:high]], values[at][end]) for at in range(len(line))]
            ends.append(sum((w * v for w, v in chosen), Q(0)) / sum((w for w, _ in chosen), Q(0)))
    return outward(min(ends), max(ends))


def distances(line: list[Box]) -> list[Box]:
    """Each number less the mean of all, its own share of the mean taken off at once."""
    count = len(line)
    others = [total([cell for place, cell in enumerate(line) if place != at]) for at in range(count)]
    return [
        outward((lo * (count - 1) - other[1]) / count, (hi * (count - 1) - other[0]) / count)
        for (lo, hi), other in zip(line, others, strict=True)
    ]


def largest(line: list[Box], at: int, count: int, inside: Q, outside: Q) -> Q | None:
    """A bound t > 0 on (x_i - mean) / (sqrt(V / count + inside) + outside), proved; None where none is found.

    A root is no less than its tangent: sqrt(V / count + e) >= (dev(x) . dev(p) / count + e) / sqrt(V(p) / count + e),
    by Cauchy and Schwarz. So t (root + outside) - (x_i - mean) is no less than a linear function, whose least value
    over the box is at an end of each number. Any p proves a bound; a good one is found by trying levels in floats.
    """
    n = len(line)

    def point(level: float) -> list[Q]:
        return [line[at][1] if j == at else min(max(Q(level), lo), hi) for j, (lo, hi) in enumerate(line)]

    def value(cells: list[Q]) -> tuple[Q, Q, Q]:
        middle = sum(cells, Q(0)) / n
        square = sum(((x - middle) ** 2 for x in cells), Q(0)) / count + inside
        return cells[at] - middle, middle, root((square, square))[1] if square else Q(0)

    lows, highs = float(min(lo for lo, _ in line)), float(max(hi for _, hi in line))
    tried = [point(lows + (highs - lows) * k / 400) for k in range(401)]
    best = max(tried, key=lambda cells: (found := value(cells))[0] / (found[2] + outside or 1))
    above, middle, above_root = value(best)
    if above <= 0 or above_root <= 0:
        return None
    for slack in (Q(1, 10**6), Q(1, 10**5), Q(1, 10**4), Q(1, 10**3)):
        t = above / (above_root + outside) * (1 + slack)
        least = t * (inside / above_root + outside)
        for j, (lo, hi) in enumerate(line):
            slope = t * (best[j] - middle) / (count * above_root) + Q(1, n) - (j == at)
            least += min(slope * lo, slope * hi)
        if least >= 0:
            return t
    return None


def normalised(line: list[Box], at: int, count: int, inside: Box, outside: Box) -> Box:
    """One number of a row less its mean, over a deviation; where it may be of either sign both bounds are proved."""
    turned = [negative(cell) for cell in line]
    top, bottom = (largest(cells, at, count, inside[0], outside[0]) for cells in (line, turned))
    variance = spread(line, len(line) - count)
    rest = (
        divide(distances(line)[at], add(root(add(variance, inside)), outside)) if variance[0] + inside[0] > 0 else None
    )
    if rest is None and (top is None or bottom is None):
        raise Silent
    tops = [end for end in (top, rest and rest[1]) if end is not None]
    bottoms = [end for end in (bottom and -bottom, rest and rest[0]) if end is not None]
    return outward(max(bottoms), min(tops))


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

    def twice(self, node: Apply, local: dict[str, Grid]) -> Grid | None:
        """Where an operand is used twice and a rule is here that counts it once."""
        match node:
            case Apply("index", (Name(words), Name(vocabulary))):
                return places_of(self.boxes(words), self.boxes(vocabulary))
            case Apply("matmul", (Apply("softmax", (scores,), ()), values)):
                columns = list(zip(*self.of(values, local), strict=True))
                return [[weighted(row, list(column)) for column in columns] for row in self.of(scores, local)]
            case Apply("subtract", (x, Apply("mean", (y,), options))) if x == y:
                return along(self.of(x, local), self.axis(options, local), distances)
        found = find_normalisation(node)
        if found is None:
            return None
        extras = [[[(Q(0), Q(0))]] if e is None else self.of(e, local) for e in (found.inside, found.outside)]
        if any(len(extra) != 1 or len(extra[0]) != 1 for extra in extras):
            return None
        ddof = dict(found.options).get("ddof")
        taken = 0 if ddof is None else self.whole(ddof, local)

        def line_of(line: list[Box]) -> list[Box]:
            return [normalised(line, at, len(line) - taken, *(e[0][0] for e in extras)) for at in range(len(line))]

        return along(self.of(found.x, local), self.axis(found.options, local), line_of)

    def axis(self, options: Options, local: dict[str, Grid]) -> int | None:
        value = dict(options).get("axis", Literal(fmpq(1), ""))
        return None if value is None else self.whole(value, local)

    def call(self, node: Apply, local: dict[str, Grid]) -> Grid:
        closed = self.twice(node, local)
        if closed is not None:
            return closed
        made, name = REGISTER[node.operation], node.operation
        grids = [self.of(argument, local) for argument in node.arguments]
        options = {key: None if value is None else self.whole(value, local) for key, value in node.options}
        axis, ddof = options.get("axis", 1), options.get("ddof") or 0
        if name not in MOVING and any(cell is ANY for cells in grids for row in cells for cell in row):
            raise Silent
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
        if isinstance(made, Defined):
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


MOVING = {*WHOLE, "softmax", "index"} - {"matmul"}
"""What takes numbers that are not shown as they are."""


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
    return [[ANY if is_any(cell) else box(cell) for cell in row] for row in array.row_list()]


def is_any(cell: Value) -> bool:
    """Whether a cell may be any number, or is a word, of which only the place counts."""
    return isinstance(cell, str) or cell is UNKNOWN or (isinstance(cell, Interval) and cell.lo is cell.hi is None)


def places_of(words: Array, vocabulary: Array) -> Grid:
    """Where words stand in a vocabulary; those that are not shown or not in it stand anywhere."""
    places = {word: (Q(at), Q(at)) for at, word in reversed([*enumerate(vocabulary.cells)]) if isinstance(word, str)}
    before = [word for word in vocabulary.cells if not isinstance(word, str)]
    if before:
        raise Silent
    return [[places.get(word, ANY) for word in row] for row in words.row_list()]


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


def by_halving(formula: Expression, boxes: dict[str, Array], place: tuple[int, int], target: Interval) -> bool:
    """Whether each of a few parts of the box misses the print."""
    pending = [boxes]
    for _ in range(MOST_PARTS):
        if not pending:
            return True
        part = pending.pop()
        found = enclosures(formula, part.__getitem__)
        if found is None:
            return False
        if not misses(found[place[0]][place[1]], target):
            pending += halves(part)
    return False


def halves(part: dict[str, Array]) -> list[dict[str, Array]]:
    """Two parts: the widest range halved."""
    ends = {
        (name, at): box(cell)
        for name, array in part.items()
        for at, cell in enumerate(array.cells)
        if isinstance(cell, Interval) and not is_any(cell)
    }
    name, at = max(ends, key=lambda place: ends[place][1] - ends[place][0])
    lo, hi = (fmpq(end.numerator, end.denominator) for end in ends[name, at])
    made = []
    for half in (Interval(lo, (lo + hi) / 2), Interval((lo + hi) / 2, hi)):
        array = part[name]
        cells = (*array.cells[:at], half, *array.cells[at + 1 :])
        made.append({**part, name: Array(array.rows, array.columns, cells)})
    return made


def unshown(stage: Stage) -> Expression | None:
    """The formula of a stage that shows nothing."""
    return None if stage.shown is not None or stage.formula is None else stage.formula.expression


def again(document: Document) -> Iterator[tuple[str, bool | None]]:
    """Each contradicted number of a document: proved once more, not proved, or None where nothing is said."""
    report, (replay, _) = check(document, causes=False), infer(document)
    for stage in report.stages:
        formula = stage.stage.formula
        cells = [c for c in stage.cells if c.verdict is Verdict.CONTRADICTED and c.basis == "cell" and c.target]
        if formula is None or stage.stage.printed is None or not cells:
            continue
        with working_precision(128):
            seen = inlined(formula.expression, lambda name: unshown(document.by_name[name]))
            found = enclosures(seen, replay.ranges.operand)
        for cell in cells:
            assert cell.target is not None
            name = f"{document.name} {stage.stage.name}[{cell.row},{cell.column}]"
            if found is None or cell.row > len(found) or cell.column > len(found[0]):
                yield name, None
            else:
                row, column = cell.row - 1, cell.column - 1
                boxes = {used: replay.ranges.operand(used) for used in dict.fromkeys(names_in(seen))}
                few = sum(isinstance(one, Interval) for array in boxes.values() for one in array.cells) <= FEW
                yield (
                    name,
                    misses(found[row][column], cell.target)
                    or (few and by_halving(seen, boxes, (row, column), cell.target)),
                )


def tell(prove: Callable[[Document], Iterator[tuple[str, bool | None]]], what: str) -> None:
    """The published documents: how much is proved once more, and what is not."""
    for name in names():
        found = list(prove(read(find(name), signatures())))
        proved = sum(answer is True for _, answer in found)
        sys.stdout.write(f"{name}: {proved} of {len(found)} {what} proved once more\n")
        for one, answer in found:
            if answer is not True:
                sys.stdout.write(f"  {one}: {'no rule here' if answer is None else 'its enclosure is too wide'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    tell(again, "contradicted numbers")
