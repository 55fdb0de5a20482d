"""Shapes by the rules of operations alone, with symbols for dimensions: no number is needed.

A symbol stands for any size. A formula over symbolic shapes is defined if it is for all
sizes, so two dimensions fit if they are the same expression. SymPy is imported when the
first symbol is met, and does the algebra of `h * d_v`.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from flint import fmpq

from verifier.document import Document, Stage
from verifier.evaluation import Unprinted
from verifier.expression import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.normal_form import normal_form
from verifier.operations import REGISTER, ShapeError
from verifier.operations.operation import broadcast

Side: TypeAlias = Any
"""One dimension: an int, or a SymPy expression over positive whole symbols."""
Sides: TypeAlias = tuple[Side, ...]
"""The dimensions of an array: leading batch dimensions, then rows and columns."""

_ALGEBRA: Final[dict[str, Callable[[Side, Side], Side]]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "floor_divide": lambda a, b: a // b,
    "divide": lambda a, b: a / b if not (isinstance(a, int) and isinstance(b, int)) else _whole(a, b),
}
_DYNAMIC: Final = frozenset({"unique"})


def _whole(a: int, b: int) -> int:
    if b == 0 or a % b:
        raise ShapeError(f"a whole number for a dimension, found {a} / {b}")
    return a // b


class Shapes:
    """The shapes of the stages of one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._known: dict[str, Sides | Exception] = {}

    def of_stage(self, name: str) -> Sides:
        """The shape that a stage shows, states, or is computed with; raises Unprinted or ShapeError."""
        if name not in self._known:
            self._known[name] = Unprinted(name)
            try:
                self._known[name] = self._of_stage(self.document.by_name[name])
            except (Unprinted, ShapeError) as error:
                self._known[name] = error
        found = self._known[name]
        if isinstance(found, Exception):
            raise found
        return found

    def _of_stage(self, stage: Stage) -> Sides:
        if stage.block is not None:
            return stage.block.shape
        if stage.hull is not None:
            return 1, 1
        if stage.shape is not None:
            return self.stated(stage)
        if stage.formula is None:
            raise Unprinted(stage.name)
        try:
            return self.of(stage.formula.expression)
        except ShapeError:
            raise Unprinted(stage.name) from None

    def stated(self, stage: Stage) -> Sides:
        """The shape that a stage states, with a row added to a lone dimension."""
        sides = tuple(side if isinstance(side, int) else _symbolic(side) for side in stage.shape or ())
        return (1, *sides) if len(sides) == 1 else sides

    def side_of(self, name: str, side: int) -> Expression | None:
        """The rows (0) or columns (1) of a stage as an expression, where they are known."""
        try:
            found = self.of_stage(name)[-2 + side]
        except (Unprinted, ShapeError):
            return None
        return Literal(fmpq(found), "") if isinstance(found, int) else Name(f" {found}")  # a blank: no stage's name

    def of(self, expression: Expression) -> Sides:
        """The shape of a formula; raises Unprinted or ShapeError."""
        return self._of(normal_form(expression, lambda _name, _side: None))

    def _of(self, expression: Expression) -> Sides:
        match expression:
            case Literal():
                return (1, 1)
            case Name(name):
                return (1, 1) if name.startswith(" ") else self.of_stage(name)
            case Apply(name, arguments, options):
                return self._apply(name, [self._of(argument) for argument in arguments], dict(options))
            case Choice(condition, then, other):
                return self._together(broadcast, [self._of(part) for part in (condition, then, other)], {})
            case Subscript(array, row, column):
                *batch, rows, columns = self._of(array)
                return (*batch, self._extent(row, rows), columns if column is None else self._extent(column, columns))
            case Build(rows, columns):
                return self.dimension(rows), self.dimension(columns)

    def _apply(self, name: str, shapes: list[Sides], options: dict[str, Expression | None]) -> Sides:
        made = REGISTER[name]
        if made.shape is None or name in _DYNAMIC:
            raise Unprinted(name)
        chosen = {key: None if value is None else self.dimension(value) for key, value in options.items()}
        return self._together(made.shape, shapes, chosen)

    def _together(self, rule: Callable[..., Any], shapes: list[Sides], options: dict[str, Side | None]) -> Sides:
        """The rule on rows and columns, and NumPy's broadcasting on what leads them."""
        batch: Sides = ()
        for shape in shapes:
            leads = shape[:-2]
            longest = max(len(batch), len(leads))
            pairs = zip((1,) * (longest - len(batch)) + batch, (1,) * (longest - len(leads)) + leads, strict=True)
            batch = tuple(broadcast((a, 1), (b, 1))[0] for a, b in pairs)
        try:
            return (*batch, *rule(*(shape[-2:] for shape in shapes), **options))
        except ShapeError as error:
            raise _for_all_sizes(error) from None

    def _extent(self, index: Expression | Span, count: Side) -> Side:
        if not isinstance(index, Span):
            return 1
        start = 0 if index.start is None else self.dimension(index.start)
        stop = count if index.stop is None else self.dimension(index.stop)
        if isinstance(start, int) and isinstance(stop, int) and isinstance(count, int):
            return len(range(count)[start:stop])
        return stop - start

    def dimension(self, expression: Expression) -> Side:
        """The size that an expression of sizes gives; raises Unprinted where it is not one."""
        match expression:
            case Literal(value) if value.q == 1:
                return int(value.p)
            case Apply("rows", (argument,)):
                return self._of(argument)[-2]
            case Apply("columns", (argument,)):
                return self._of(argument)[-1]
            case Apply(name, (left, right)) if name in _ALGEBRA:
                return _expanded(_ALGEBRA[name](self.dimension(left), self.dimension(right)))
            case Name(name) if not name.startswith(" "):
                return self._printed(name)
        raise Unprinted("a size")

    def _printed(self, name: str) -> int:
        block = self.document.by_name[name].printed
        cell = block.cells[0] if block is not None and block.shape == (1, 1) else None
        if cell is None or cell.value.q != 1:
            raise Unprinted(name)
        return int(cell.value.p)


def _symbolic(expression: Expression) -> Side:
    """A stated dimension as an int or a SymPy expression; raises ShapeError."""
    import sympy

    match expression:
        case Literal(value) if value.q == 1:
            return int(value.p)
        case Name(name):
            return sympy.Symbol(name, positive=True, integer=True)
        case Apply(name, (left, right)) if name in _ALGEBRA:
            return _expanded(_ALGEBRA[name](_symbolic(left), _symbolic(right)))
    raise ShapeError("a dimension made of whole numbers and symbols with + - * /")


def _expanded(side: Side) -> Side:
    if isinstance(side, int):
        return side
    import sympy

    expanded = sympy.expand(side)
    return int(expanded) if expanded.is_Integer else expanded


def _for_all_sizes(error: ShapeError) -> ShapeError | Unprinted:
    """The same error, with the equation of symbols that would mend it.

    A symbol against a number other than 1 proves nothing: the document may use one for the other.
    """
    if error.sides is None or all(isinstance(side, int) for side in error.sides):
        return error
    a, b = error.sides
    numbers = [side for side in error.sides if isinstance(side, int)]
    if numbers and numbers[0] != 1:
        return Unprinted(f"that {a} = {b}")
    return ShapeError(f"{error}, unless {a} = {b}", error.sides)


def spelled(sides: Sides) -> tuple[int | str, ...]:
    """Dimensions as numbers and texts."""
    return tuple(side if isinstance(side, int) else str(side) for side in sides)
