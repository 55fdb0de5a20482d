"""Formulas as affine forms: a number and multiples of hidden numbers, which cells have in common.

Sums and multiples are exact. A product of two forms is linear but for the product of their distances to the middles
of their ranges, a hidden number of its own. So is what any other operation gives, within its interval.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction as Q
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from verifier.recheck.definitions import axis_of
from verifier.recheck.evaluation import Evaluation
from verifier.recheck.grids import MOVING, Grid, along, assembled, broadcast, shape, transposed
from verifier.recheck.intervals import Unknown, point
from verifier.recheck.rounding import Set
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Build, Call, Choice, Name, Number, Part, Tree

End: TypeAlias = Q | None
_TERM: Final = 2
"""The cost of a term."""


class Form(NamedTuple):
    """`constant + sum(factor * variable)`; variables are numbered."""

    constant: Q
    factors: dict[int, Q]


Forms: TypeAlias = list[list[Form]]
Local: TypeAlias = dict[str, Grid]


class Affine:
    """The forms of formulas on the operands of an evaluation; raises Unknown.

    *boxes* has what each variable lies in; None is an end that is not known.
    """

    def __init__(self, evaluation: Evaluation, boxes: list[tuple[End, End]]) -> None:
        self.evaluation = evaluation
        self.boxes = boxes
        self.named: dict[str, Forms] = {}
        """The hidden numbers of stages."""
        self._known: dict[Tree, Forms] = {}

    def of(self, node: Tree, local: Local | None = None) -> Forms:
        """The cells of a formula; *local* names are indices of a matrix that is built."""
        if local:
            return self._of(node, local)
        if node not in self._known:
            self._known[node] = self._of(node, {})
        return self._known[node]

    def sum_of(self, parts: Sequence[tuple[Form, Q]]) -> Form:
        """The sum of multiples of forms."""
        self.evaluation.work.spend(_TERM * (1 + sum(len(form.factors) for form, _ in parts)))
        constant, factors = Q(0), dict[int, Q]()
        for form, scale in parts:
            constant += scale * form.constant
            for variable, factor in form.factors.items():
                factors[variable] = factors.get(variable, Q(0)) + scale * factor
        return Form(constant, {variable: factor for variable, factor in factors.items() if factor})

    def put(self, form: Form, put: dict[int, Form]) -> Form:
        """A form with others in the place of some hidden numbers."""
        parts = [(put.get(one) or Form(Q(0), {one: Q(1)}), factor) for one, factor in form.factors.items()]
        return self.sum_of([*parts, (Form(form.constant, {}), Q(1))])

    def range(self, form: Form) -> tuple[End, End]:
        """The values of a form while each variable runs over its box."""
        lo: End = form.constant
        hi: End = form.constant
        for variable, factor in form.factors.items():
            ends = self.boxes[variable] if factor > 0 else self.boxes[variable][::-1]
            lo = None if lo is None or ends[0] is None else lo + factor * ends[0]
            hi = None if hi is None or ends[1] is None else hi + factor * ends[1]
        return lo, hi

    def is_refuted(self, parts: list[tuple[Form, Set, int]]) -> bool:
        """Whether a sum of multiples of forms and that of the sets that they should lie in have no number in common."""
        total = self.sum_of([(form, Q(factor)) for form, _, factor in parts])
        lo, hi = self.range(total)
        least, most = Q(0), Q(0)
        lo_closed = hi_closed = True
        for _, claim, factor in parts:
            ends = [(claim.lo * factor, claim.lo_closed), (claim.hi * factor, claim.hi_closed)]
            (low, is_low), (high, is_high) = ends if factor > 0 else ends[::-1]
            least, most = least + low, most + high
            lo_closed, hi_closed = lo_closed and is_low, hi_closed and is_high
        return _is_beyond(lo, most, is_closed=hi_closed) or _is_beyond(least, hi, is_closed=lo_closed)

    def _of(self, node: Tree, local: Local) -> Forms:
        match node:
            case Number(value):
                return [[Form(value, {})]]
            case Name(name):
                made = self._hidden(self.evaluation.of(node, local))
                self.named.update({} if name in local else {name: made})
                return made
            case Call():
                return self._called(node, local)
            case Part(array, row, column):
                cells = self.of(array, local)
                rows = self.evaluation.places(row, len(cells), local)
                columns = self.evaluation.places(column, len(cells[0]), local) if column else range(len(cells[0]))
                return [[cells[i][j] for j in columns] for i in rows]
            case Choice(condition, then, other):
                return self.of(then if self.evaluation.whole(condition, local) else other, local)
            case Build(rows, columns, (i, j), body):
                height, width = (self.evaluation.whole(side, local) for side in (rows, columns))
                return assembled(
                    [
                        [self.of(body, {**local, i: [[point(a)]], j: [[point(b)]]}) for b in range(width)]
                        for a in range(height)
                    ]
                )

    def _called(self, node: Call, local: Local) -> Forms:
        name, made = node.operation, partial(self._argument, node, local)
        match name, node.arguments:
            case (("add" | "subtract"), (_, _)):
                sign = Q(1 if name == "add" else -1)
                return _cellwise(lambda a, b: self.sum_of([(a, Q(1)), (b, sign)]), made(0), made(1))
            case "negative", (_,):
                return _cellwise(lambda a: self.sum_of([(a, Q(-1))]), made(0))
            case "multiply", (a, b) if a != b:
                return _cellwise(lambda x, y: self._products([(x, y)]), made(0), made(1))
            case "divide", (_, Number() as divisor) if divisor.value:
                return _cellwise(lambda a: self.sum_of([(a, 1 / divisor.value)]), made(0))
            case "multiply", (a, _):
                return _cellwise(self._square, self.of(a, local))
            case "power", (a, Number(value)) if value == 2:  # noqa: PLR2004 - a square
                return _cellwise(self._square, self.of(a, local))
            case "matmul", (_, _):
                return self._product(made(0), made(1))
            case (("transpose" | "flatten" | "hstack" | "concat" | "vstack"), arguments):
                return MOVING[name](*(self.of(argument, local) for argument in arguments))
            case (("sum" | "mean"), (_,)):
                axis = self.evaluation.axis(axis_of(node), local)
                return along(made(0), axis, partial(self._total, is_mean=name == "mean"))
        return self._enclosed(node, local)

    def _argument(self, node: Call, local: Local, place: int) -> Forms:
        return self.of(node.arguments[place], local)

    def _enclosed(self, node: Tree, local: Local) -> Forms:
        """What any other operation gives: the form of its operand where it changes nothing, else hidden numbers."""
        grid = self._hidden(self.evaluation.of(node, local))
        match node:
            case Call("relu" | "abs" as name, (a,)):
                turned = Q(-1 if name == "abs" else 0)
                return _cellwise(lambda x, made: self._kept(x, made, turned), self.of(a, local), grid)
        return grid

    def _kept(self, form: Form, made: Form, turned: Q) -> Form:
        """A form if it is not negative, a multiple of it if it is not positive, else what encloses both."""
        lo, hi = self.range(form)
        if lo is not None and lo >= 0:
            return form
        return self.sum_of([(form, turned)]) if hi is not None and hi <= 0 else made

    def _hidden(self, grid: Grid) -> Forms:
        return [[self.variable(cell) for cell in row] for row in grid]

    def variable(self, cell: CellValue) -> Form:
        """A new hidden number, or one that is known."""
        if isinstance(cell, str):
            raise Unknown("a cell that is no number")
        if cell is not None and cell[0] == cell[1]:
            return Form(cell[0], {})
        self.boxes.append((None, None) if cell is None else cell)
        return Form(Q(0), {len(self.boxes) - 1: Q(1)})

    def _halves(self, form: Form) -> tuple[Q, Q]:
        """The middle and the radius of the range of a form."""
        lo, hi = self.range(form)
        if lo is None or hi is None:
            raise Unknown("a product with what is not known")
        return (lo + hi) / 2, (hi - lo) / 2

    def _products(self, pairs: Sequence[tuple[Form, Form]]) -> Form:
        """The sum of products, with one hidden number for all that is not linear in it."""
        parts: list[tuple[Form, Q]] = []
        rest = Q(0)
        for a, b in pairs:
            if not a.factors or not b.factors:
                parts.append((b, a.constant) if not a.factors else (a, b.constant))
                continue
            (middle, radius), (other, reach) = self._halves(a), self._halves(b)
            parts += [(a, other), (b, middle), (Form(-middle * other, {}), Q(1))]
            rest += radius * reach
        return self.sum_of([*parts, (self.variable((-rest, rest)), Q(1))])

    def _square(self, a: Form) -> Form:
        middle, radius = self._halves(a)
        rest = self.variable((Q(0), radius**2))
        return self.sum_of([(a, 2 * middle), (Form(-middle * middle, {}), Q(1)), (rest, Q(1))])

    def _product(self, a: Forms, b: Forms) -> Forms:
        if len(a[0]) != len(b):
            raise Unknown("a product of matrices that do not fit")
        return [[self._products(list(zip(row, column, strict=True))) for column in transposed(b)] for row in a]

    def _total(self, line: list[Form], *, is_mean: bool) -> list[Form]:
        return [self.sum_of([(form, Q(1, len(line) if is_mean else 1)) for form in line])]


def _cellwise(function: Callable[..., Form], *grids: Forms) -> Forms:
    """A function of forms applied to broadcast grids."""
    rows, columns = (broadcast([shape(grid)[side] for grid in grids]) for side in (0, 1))
    return [
        [function(*(grid[i % len(grid)][j % len(grid[0])] for grid in grids)) for j in range(columns)]
        for i in range(rows)
    ]


def _is_beyond(lo: End, hi: End, *, is_closed: bool) -> bool:
    """Whether numbers from *lo* on and numbers up to *hi* have none in common."""
    return lo is not None and hi is not None and (lo > hi or (lo == hi and not is_closed))
