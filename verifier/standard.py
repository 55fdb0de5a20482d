"""A stated formula against the standard definition: the same, apart, or undecided.

Proved the same if both spell out to one expression; apart if they differ at a point
whose coordinates are exact, for which the printed operands serve. An earlier departure
does not matter: both are taken on the same operands.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from flint import fmpq

from verifier.array import Array
from verifier.cells import attempt
from verifier.document import Stage
from verifier.engines.flint import decide
from verifier.evaluation import Evaluation, Unprinted, shown_operands
from verifier.evaluator import TooLarge
from verifier.formula import Apply, Build, Choice, Expression, Literal, Name, Span, Subscript, parse_formula
from verifier.interval import Number, Uncertain
from verifier.operations import REGISTER, ShapeError, signatures
from verifier.verdict import StandardVerdict


def against_standard(stage: Stage, points: Evaluation) -> tuple[StandardVerdict, str | None]:
    """How the stated formula stands to the standard one, and the reason or the witness."""
    assert stage.formula is not None
    assert stage.standard is not None
    shapes = _Shapes(points)
    if spelled_out(stage.formula.expression, shapes) == spelled_out(stage.standard.expression, shapes):
        return StandardVerdict.AGREES, "both spell out to the same formula"
    try:
        mine, theirs = (decide(partial(points.of, formula)) for formula in (stage.formula, stage.standard))
    except (Unprinted, ShapeError, TooLarge, Uncertain) as error:
        return StandardVerdict.UNDECIDED, _why(error)
    if mine.shape != theirs.shape:
        return StandardVerdict.DEPARTS, f"{_size(mine)} as stated, {_size(theirs)} by the standard"
    if _equal_constants(mine, theirs) and not any(_operands(points, stage)):
        return StandardVerdict.AGREES, "both give the same exact numbers, and use no operands"
    for place in mine.places():
        if attempt(partial(_differ, stage, points, place), fallback=False):
            return StandardVerdict.DEPARTS, f"they differ in cell [{place[0] + 1},{place[1] + 1}]"
    return StandardVerdict.UNDECIDED, "they give the same on the printed operands, which is no proof"


def _equal_constants(a: Array, b: Array) -> bool:
    return a.cells == b.cells and all(isinstance(cell, fmpq) for cell in a.cells)


def _operands(points: Evaluation, stage: Stage) -> Iterator[Stage]:
    for formula in (stage.formula, stage.standard):
        yield from shown_operands(points.document, stage, formula)


def _why(error: Exception) -> str:
    return f"{error.name} was never printed" if isinstance(error, Unprinted) else str(error) or "an exact tie"


def _size(array: Array) -> str:
    return f"{array.rows} x {array.columns}"


def _differ(stage: Stage, points: Evaluation, place: tuple[int, int]) -> bool:
    """Whether two values are certainly not equal."""
    assert stage.formula is not None
    assert stage.standard is not None
    a, b = points.of(stage.formula)[place], points.of(stage.standard)[place]
    return isinstance(a, Number) and isinstance(b, Number) and bool(a != b)


class _Shapes:
    """The shapes of operands, looked up when asked for."""

    def __init__(self, points: Evaluation) -> None:
        self.points = points

    def get(self, name: str) -> tuple[int, int] | None:
        return attempt(lambda: self.points.operand(name).shape, None)


def spelled_out(expression: Expression, shapes: "_Shapes") -> Expression:
    """The expression with definitions written out, sizes of stages as numbers, and indices named by depth."""
    return _Speller(shapes).spell(expression, {}, 0)


class _Speller:
    def __init__(self, shapes: _Shapes) -> None:
        self.shapes = shapes

    def spell(self, expression: Expression, local: Mapping[str, Expression], depth: int) -> Expression:
        again = partial(self.spell, local=local, depth=depth)
        match expression:
            case Literal(value):
                return Literal(value, "")
            case Name(name):
                return local.get(name, expression)
            case Apply(name, arguments, options):
                inner = tuple(again(argument) for argument in arguments)
                chosen = {key: None if value is None else again(value) for key, value in options}
                return self._apply(name, inner, chosen, depth)
            case Choice(condition, then, other):
                return Choice(again(condition), again(then), again(other))
            case Subscript(array, row, column):
                return Subscript(
                    again(array), self._place(row, again), None if column is None else self._place(column, again)
                )
            case Build(rows, columns, indices, body):
                fresh = (f" i{depth}", f" j{depth}")  # a blank keeps them apart from every stage
                bound = {**local, indices[0]: Name(fresh[0]), indices[1]: Name(fresh[1])}
                return Build(again(rows), again(columns), fresh, self.spell(body, bound, depth + 1))

    def _place(self, index: Expression | Span, again: Callable[[Expression], Expression]) -> Expression | Span:
        if not isinstance(index, Span):
            return again(index)
        return Span(*(None if end is None else again(end) for end in (index.start, index.stop)))

    def _apply(
        self, name: str, arguments: tuple[Expression, ...], options: dict[str, Expression | None], depth: int
    ) -> Expression:
        made = REGISTER[name]
        filled = {
            key: options.get(key, None if value is None else Literal(fmpq(value), ""))
            for key, value in zip(made.signature.options, made.defaults, strict=True)
        }
        if made.definition is not None:
            local = dict(zip(made.signature.arrays, arguments, strict=True))
            local |= {key: value for key, value in filled.items() if value is not None}
            return self.spell(parse_formula(made.definition, signatures()), local, depth)
        if name in ("rows", "columns") and isinstance(arguments[0], Name):
            shape = self.shapes.get(arguments[0].name)
            if shape is not None:
                return Literal(fmpq(shape[0 if name == "rows" else 1]), "")
        if name == "concat":
            name = "hstack"
        return Apply(name, arguments, tuple(sorted(filled.items())))
