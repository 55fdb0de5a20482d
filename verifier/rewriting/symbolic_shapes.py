"""Shapes by the rules of operations alone, with symbols for dimensions: no number is needed.

A symbol stands for any size. A formula over symbolic shapes is defined if it is for all
sizes, so two dimensions fit if they are the same expression. SymPy is imported when the
first symbol is met, and does the algebra of `h * d_v`.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final, TypeAlias

from flint import fmpq

from verifier.document.model import Document, Stage
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.operations import REGISTER, Defined, ShapeError, Unprinted
from verifier.operations.operation import broadcast
from verifier.record import NamedTuple
from verifier.rewriting.definitions import bound
from verifier.rewriting.stated_sizes import ALGEBRA, Side, expanded, symbolic

Sides: TypeAlias = tuple[Side, ...]
"""The dimensions of an array: leading batch dimensions, then rows and columns."""

_COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
}


class _Known(NamedTuple):
    """A name inside a definition: its shape, and its value if it is a size."""

    sides: Sides
    size: Side | None = None


Local: TypeAlias = Mapping[str, Callable[[], _Known]]
"""What is known of names, asked when it is needed: an operand without a shape may not matter."""


class Shapes:
    """The shapes of the stages of one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._known: dict[str, Sides | Exception] = {}

    def of_stage(self, name: str) -> Sides:
        """The shape that a stage shows, states, or is computed with; raises Unprinted or ShapeError."""
        if name not in self._known:
            for operand in reversed(self._unknown(name)):  # long chains would nest too deep
                self._settle(operand)
        found = self._known[name]
        if isinstance(found, Exception):
            raise found
        return found

    def _unknown(self, name: str) -> list[str]:
        """A stage and those through which it is computed whose shapes are not known, users before what they use."""
        found: dict[str, None] = {}
        pending = [name]
        while pending:
            one = pending.pop()
            stage = self.document.by_name[one]
            if one in self._known or one in found:
                continue
            found[one] = None
            if stage.formula is not None and stage.shown is None and stage.shape is None:
                pending += stage.formula.uses
        return list(found)

    def _settle(self, name: str) -> None:
        if name in self._known:
            return
        self._known[name] = Unprinted(name)
        try:
            self._known[name] = self._of_stage(self.document.by_name[name])
        except (Unprinted, ShapeError) as error:
            self._known[name] = error
        except RecursionError:
            self._known[name] = Unprinted(name)

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
        sides = tuple(side if isinstance(side, int) else symbolic(side) for side in stage.shape or ())
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
        return self._of(expression, {})

    def _of(self, expression: Expression, local: Local) -> Sides:
        match expression:
            case Literal():
                return (1, 1)
            case Name(name) if name in local:
                return local[name]().sides
            case Name(name):
                return (1, 1) if name.startswith(" ") else self.of_stage(name)
            case Apply():
                return self._apply(expression, local)
            case Choice():
                return self._choice(expression, local)
            case Subscript(array, row, column):
                *batch, rows, columns = self._of(array, local)
                height = self._extent(row, rows, local)
                return (*batch, height, columns if column is None else self._extent(column, columns, local))
            case Build(rows, columns, indices, body):
                counts = self._dimension(rows, local), self._dimension(columns, local)
                first = dict.fromkeys(indices, partial(_Known, (1, 1), 0))  # all parts have the size of the first one
                height, width = self._of(body, {**local, **first})[-2:]
                return expanded(counts[0] * height), expanded(counts[1] * width)

    def _apply(self, call: Apply, local: Local) -> Sides:
        made = REGISTER[call.operation]
        if isinstance(made, Defined):
            return self._of(made.expression, self._bound(call, local))
        if made.is_dynamic:
            raise Unprinted(call.operation)
        shapes = [self._of(argument, local) for argument in call.arguments]
        chosen = {key: self._option(key, value, local) for key, value in call.options}
        return self._together(made.shape, shapes, chosen)

    def _option(self, name: str, value: Expression | None, local: Local) -> Side | None:
        """The size that an option states; None for all axes."""
        if value is not None:
            return self._dimension(value, local)
        if name != "axis":
            raise ShapeError(f"a whole number for {name}, found None")
        return None

    def _bound(self, call: Apply, local: Local) -> Local:
        """The shapes and sizes of the names in the definition of a call; an option that is None has its default."""
        stated = tuple((key, value) for key, value in call.options if value is not None)
        given = bound(Apply(call.operation, call.arguments, stated))
        return {
            name: cache(partial(self._known_of, value, local)) for name, value in given.items() if value is not None
        }

    def _known_of(self, expression: Expression, local: Local) -> "_Known":
        sides = self._of(expression, local)
        if sides != (1, 1):
            return _Known(sides)
        try:
            return _Known(sides, self._dimension(expression, local))
        except (Unprinted, ShapeError):
            return _Known(sides)

    def _choice(self, choice: Choice, local: Local) -> Sides:
        """The shape of the branch that sizes decide, else of condition and branches broadcast together."""
        decided = self._decided(choice.condition, local)
        if decided is not None:
            return self._of(choice.then if decided else choice.other, local)
        parts = (choice.condition, choice.then, choice.other)
        return self._together(broadcast, [self._of(part, local) for part in parts], {})

    def _decided(self, condition: Expression, local: Local) -> bool | None:
        """Whether a condition on sizes holds; None if the known sizes do not decide it."""
        try:
            match condition:
                case Apply(name, (left, right)) if name in _COMPARISONS:
                    sizes = self._dimension(left, local), self._dimension(right, local)
                    return _COMPARISONS[name](*sizes) if all(isinstance(size, int) for size in sizes) else None
            size = self._dimension(condition, local)
        except (Unprinted, ShapeError):
            return None
        return size != 0 if isinstance(size, int) else None

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

    def _extent(self, index: Expression | Span, count: Side, local: Local) -> Side:
        if not isinstance(index, Span):
            return 1
        if index.step is not None:
            return self._stepped(index, count, local)
        start = 0 if index.start is None else self._dimension(index.start, local)
        stop = count if index.stop is None else self._dimension(index.stop, local)
        if isinstance(start, int) and isinstance(stop, int) and isinstance(count, int):
            return len(range(count)[start:stop])
        return expanded(stop - start)

    def _stepped(self, index: Span, count: Side, local: Local) -> Side:
        """The length of a slice with a step, where all its numbers are known."""
        parts = [None if part is None else self._dimension(part, local) for part in index.fields]
        if not isinstance(count, int) or not all(part is None or isinstance(part, int) for part in parts):
            raise Unprinted("a size")
        if parts[2] == 0:
            raise ShapeError("a step of a slice that is not 0")
        return len(range(count)[slice(*parts)])

    def dimension(self, expression: Expression) -> Side:
        """The size that an expression of sizes gives; raises Unprinted where it is not one."""
        return self._dimension(expression, {})

    def _dimension(self, expression: Expression, local: Local) -> Side:
        match expression:
            case Literal(value) if value.q == 1:
                return int(value.p)
            case Apply("rows", (argument,)):
                return self._of(argument, local)[-2]
            case Apply("columns", (argument,)):
                return self._of(argument, local)[-1]
            case Apply("negative", (argument,)):
                return -self._dimension(argument, local)
            case Apply(name, (left, right)) if name in ALGEBRA:
                return expanded(ALGEBRA[name](self._dimension(left, local), self._dimension(right, local)))
            case Name(name) if name in local:
                size = local[name]().size
                if size is None:
                    raise Unprinted("a size")
                return size
            case Name(name) if not name.startswith(" "):
                return self._printed(name)
        raise Unprinted("a size")

    def _printed(self, name: str) -> int:
        block = self.document.by_name[name].printed
        cell = block.cells[0] if block is not None and block.shape == (1, 1) else None
        if cell is None or cell.value.q != 1:
            raise Unprinted(name)
        return int(cell.value.p)


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
