"""Normal forms: two formulas with the same normal form are equal by definition.

Every step is an identity: operations are written out by their definitions, sizes of
stages become numbers or symbols, the order of a sum does not matter, indices lose their names.
Two formulas with one normal form are equal for all operands.

A layer of a network uses its input many times over, so that its tree, written out, has
more nodes than can be visited. Equal parts are therefore one object, and whatever is
said of a tree here is said of its different parts.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.formulas.tree import (
    Apply,
    Build,
    Choice,
    Expression,
    Literal,
    Name,
    Span,
    Subscript,
    children,
    used,
    with_children,
)
from verifier.numbers.array import scalar
from verifier.operations import REGISTER, Primitive
from verifier.operations.operation import Operation
from verifier.rewriting.definitions import Local, bound, options_of, template_of, unstated
from verifier.rewriting.sizes import Extents, SideOf

_COMMUTATIVE: Final = frozenset({"add", "multiply", "max", "min", "equal", "not_equal"})
_SAME: Final = {"concat": "hstack"}
_NEUTRAL: Final = {"add": unstated(0), "multiply": unstated(1)}
_ONE: Final = unstated(1)
_POINTS: Final = Points()
MAX_UNROLLED: Final = 1024
MAX_STEPS: Final = 100_000
"""Maximum number of subexpressions visited; the rest is left unchanged."""


def normal_form(expression: Expression, side_of: SideOf) -> Expression:
    """The normal form of a formula in a document."""
    return normal_forms(side_of, expression)[0]


def normal_forms(side_of: SideOf, *expressions: Expression) -> list[Expression]:
    """The normal forms of formulas of one document: equal ones are one object."""
    normal = _Normal(side_of)
    return [normal.of(expression, {}, 0) for expression in expressions]


def is_small(expression: Expression, most: int) -> bool:
    """Whether a tree has at most *most* nodes, shared subtrees counted each time."""
    pending, count = [expression], 0
    while pending and count <= most:
        count += 1
        pending += children(pending.pop())
    return count <= most


class _Normal:
    def __init__(self, side_of: SideOf) -> None:
        self.extents = Extents(side_of)
        self.steps = 0
        self._shared: dict[Expression, Expression] = {}
        self._found: dict[tuple[object, ...], Expression] = {}
        self._numbers: dict[Expression, int] = {}

    def of(self, expression: Expression, local: Local, depth: int) -> Expression:
        """The normal form of a part of a formula, in which *local* expressions stand in place of names."""
        self.steps += 1
        if not local or not isinstance(expression, Apply):
            return self._one(self._of(expression, local, depth))
        key = expression, depth, *map(local.get, used(expression))  # in a matrix, parts that rest on one index alone
        found = self._found.get(key)
        if found is None:
            self._found[key] = found = self._one(self._of(expression, local, depth))
        return found

    def _one(self, node: Expression) -> Expression:
        """The unique object for all nodes equal to this one; its children are unique too, so comparing is fast."""
        found = self._shared.get(node)
        if found is None:
            found = with_children(node, [self._one(child) for child in children(node)])
            self._shared[found] = found
            self._numbers[found] = len(self._numbers)
        return found

    def _in_order(self, nodes: tuple[Expression, ...]) -> tuple[Expression, ...]:
        return tuple(sorted(map(self._one, nodes), key=self._numbers.__getitem__))

    def _of(self, expression: Expression, local: Local, depth: int) -> Expression:
        again = partial(self.of, local=local, depth=depth)
        match expression:
            case Literal(value):
                return Literal(value, "")
            case Name(name):
                return local.get(name) or expression
            case Apply(name, arguments, options):
                inner = tuple(again(argument) for argument in arguments)
                chosen = {key: self._option(value, local, again) for key, value in options}
                return self._apply(name, inner, chosen, depth)
            case Choice(condition, then, other):
                decided = again(condition)
                if isinstance(decided, Literal):
                    return again(then if decided.value != 0 else other)
                return Choice(decided, again(then), again(other))
            case Subscript(array, row, column):
                places = (self._place(row, again), None if column is None else self._place(column, again))
                return Subscript(again(array), *places)
            case Build(rows, columns, indices, body):
                sides = again(rows), again(columns)
                if _few(sides) and self.steps < MAX_STEPS:
                    return self._unrolled(sides, indices, body, local, depth)
                fresh = (f" i{depth}", f" j{depth}")  # a blank keeps them apart from every stage
                bound = {**local, indices[0]: Name(fresh[0]), indices[1]: Name(fresh[1])}
                return Build(*sides, fresh, self.of(body, bound, depth + 1))

    def _unrolled(
        self, sides: tuple[Expression, Expression], indices: tuple[str, str], body: Expression, local: Local, depth: int
    ) -> Expression:
        """A matrix of known size, cell by cell."""
        rows, columns = (range(int(side.value.p)) if isinstance(side, Literal) else range(0) for side in sides)
        parts = [
            tuple(self.of(body, {**local, indices[0]: unstated(i), indices[1]: unstated(j)}, depth) for j in columns)
            for i in rows
        ]
        if len(parts) == 1 and not any(map(_is_number, parts[0])):
            return Apply("hstack", parts[0])  # blocks in one row, as they are written
        return Apply("vstack", tuple(Apply("hstack", row) for row in parts))

    def _option(
        self, value: Expression | None, local: Local, again: Callable[[Expression], Expression]
    ) -> Expression | None:
        if isinstance(value, Name) and value.name in local:
            return local[value.name]
        return None if value is None else again(value)

    def _place(self, index: Expression | Span, again: Callable[[Expression], Expression]) -> Expression | Span:
        if not isinstance(index, Span):
            return again(index)
        return Span(*(None if part is None else again(part) for part in index.fields))

    def _apply(
        self, name: str, arguments: tuple[Expression, ...], options: dict[str, Expression | None], depth: int
    ) -> Expression:
        made = REGISTER[_SAME.get(name, name)]
        call = Apply(made.name, arguments, tuple(options.items()))
        written = template_of(made)
        if made.definition is not None and None in options.values():  # a number is needed where None is given
            written = None
        if written is not None and self.steps < MAX_STEPS:
            return self.of(written, bound(call), depth)
        folded = _folded(made, arguments)
        if folded is not None:
            return folded
        side = self._side(made.name, arguments)
        if side is not None:
            return side
        if made.name == "transpose":
            turned = _turned(arguments[0])
            if turned is not None:
                return turned
        neutral = _NEUTRAL.get(made.name)
        if neutral is not None and neutral in arguments:
            return arguments[1 - arguments.index(neutral)]
        if made.name in _COMMUTATIVE:
            arguments = self._in_order(arguments)
        return Apply(made.name, arguments, tuple(sorted(self._with_axis(call).items())))

    def _with_axis(self, call: Apply) -> dict[str, Expression | None]:
        """All options of a call; that all cells of a single row or column are reduced is said by its axis."""
        options = options_of(call)
        if REGISTER[call.operation].pattern == "reducing" and options.get("axis", _ONE) is None:
            sides = [self.extents.of(call.arguments[0], side) for side in (0, 1)]
            if len(call.arguments) == 1 and _ONE in sides:
                options["axis"] = unstated(1 - sides.index(_ONE))
        return options

    def _side(self, name: str, arguments: tuple[Expression, ...]) -> Expression | None:
        return self.extents.of(arguments[0], int(name == "columns")) if name in ("rows", "columns") else None


def _few(sides: tuple[Expression, Expression]) -> bool:
    """Whether a matrix has a known size and not too many cells to be written out."""
    rows, columns = sides
    if not (isinstance(rows, Literal) and isinstance(columns, Literal)):
        return False
    return rows.value.q == columns.value.q == 1 and 0 < rows.value * columns.value <= MAX_UNROLLED


def _turned(expression: Expression) -> Expression | None:
    """The transpose of a transpose, or of a matrix written out; None where it stays as it is."""
    match expression:
        case Apply("transpose", (inner,)):
            return inner
        case Apply("vstack", lines) if all(isinstance(row, Apply) and row.operation == "hstack" for row in lines):
            cells = [row.arguments for row in lines if isinstance(row, Apply)]
            if len({len(row) for row in cells}) == 1 and all(_is_number(cell) for row in cells for cell in row):
                return Apply("vstack", tuple(Apply("hstack", column) for column in zip(*cells, strict=True)))
    return None


def _is_number(node: Expression) -> bool:
    """Whether an expression is 1 x 1 whatever its operands are."""
    match node:
        case Literal() | Apply("rows" | "columns"):
            return True
        case Subscript(_, row, column):
            return column is not None and not isinstance(row, Span) and not isinstance(column, Span)
        case Choice() | Apply():
            is_cellwise = isinstance(node, Choice) or REGISTER[node.operation].pattern == "cellwise"
            return is_cellwise and all(map(_is_number, children(node)))
    return False


def _folded(made: Operation, arguments: tuple[Expression, ...]) -> Expression | None:
    """The number that an operation gives on numbers, where it is rational; None where it stays as it is."""
    numbers = [argument.value for argument in arguments if isinstance(argument, Literal)]
    if made.pattern != "cellwise" or not isinstance(made, Primitive) or not numbers or len(numbers) < len(arguments):
        return None
    result = made.value(_POINTS, *map(scalar, numbers)).cells[0]
    return Literal(result, "") if isinstance(result, fmpq) else None
