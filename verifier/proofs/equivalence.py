"""A stated formula against the standard definition: the same, apart, or undecided.

Proved the same if both have one normal form; apart if they differ at a point whose
coordinates are exact: the printed operands, or random rationals where none are printed.
An earlier departure does not matter: both are taken on the same operands. Where the standard has no name for a part
that is computed from its operands, the part is written out.
"""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from flint import fmpq

from verifier.document.graph import above, shown_operands
from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation, as_printed, literal
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Expression
from verifier.numbers.array import Array, Position, Value
from verifier.numbers.interval import MINUS_INFINITY, Missing
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import decide
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.record import NamedTuple
from verifier.rewriting.definitions import inlined
from verifier.rewriting.symbolic_shapes import Shapes, Sides
from verifier.verdict import StandardVerdict

if TYPE_CHECKING:
    from random import Random

Answer = tuple[StandardVerdict, str | None]
MAX_SIDE: Final = 4
"""So large is a symbolic dimension at most in a trial: the point that separates should fit in a sentence."""
MAX_POINT: Final = 200
MAX_SYMBOLS: Final = 9
"""So many cells an operand has at most for a proof with symbols, which takes time."""


class TwoFormulas(NamedTuple):
    """The formula of a stage as stated and the standard definition of what it computes."""

    stage: Stage
    stated: Formula
    standard: Formula

    def operands(self, document: Document) -> Iterator[Stage]:
        """The stages that show something and that one of the two formulas rests on."""
        for formula in (self.stated, self.standard):
            yield from shown_operands(document, self.stage, formula)


def against_standard(stage: Stage, points: Evaluation, shapes: Shapes) -> Answer | None:
    """How the stated formula stands to the standard one, and the reason or the witness; None if one is missing."""
    if stage.formula is None or stage.standard is None:
        return None
    certain = points if points.interpreter is None else literal(points.document)  # balls, not values that are nearly so
    return _compared(
        _on_same_operands(TwoFormulas(stage, stage.formula, stage.standard), points.document), certain, shapes
    )


def _on_same_operands(both: TwoFormulas, document: Document) -> TwoFormulas:
    """The two formulas in which the parts of a formula that are computed from operands of the standard are written out.

    The prints of parts are rounded, and would depart from a standard that has no parts.
    """
    operands = frozenset(both.standard.uses)

    def formula_of(name: str) -> Expression | None:
        part = document.by_name[name]
        is_part = part.formula is not None and name not in operands and operands & above(document, part)
        return part.formula.expression if part.formula is not None and is_part else None

    tree = inlined(both.stated.expression, formula_of)
    if tree is both.stated.expression:
        return both
    return both._replace(stated=Formula(spell(tree), tree, both.stated.line, both.stated.column))


def _compared(both: TwoFormulas, points: Evaluation, shapes: Shapes) -> Answer:
    undefined = _undefined(both.stated, shapes)
    found = None if undefined is not None else _on_printed(both, points)
    if found is not None and found[0] is StandardVerdict.DEPARTS:
        return found
    from verifier.rewriting.normal_form import normal_forms

    mine, theirs = normal_forms(shapes.side_of, both.stated.expression, both.standard.expression)
    if mine is theirs:
        return StandardVerdict.AGREES, "both spell out to the same formula"
    if undefined is not None and _undefined(both.standard, shapes) is None:
        return StandardVerdict.DEPARTS, f"as stated it is undefined: {undefined}"
    answer = found or _on_printed(both, points) or _on_a_trial(both, points, shapes)
    if answer[0] is StandardVerdict.UNDECIDED and _proved_with_symbols(both, points.document, shapes):
        return StandardVerdict.AGREES, "SymPy proves each cell of the two equal"
    return answer


def _undefined(formula: Formula, shapes: Shapes) -> str | None:
    try:
        shapes.of(formula.expression)
    except ShapeError as error:
        return str(error)
    except Unprinted:
        return None
    return None


def _on_printed(both: TwoFormulas, points: Evaluation) -> Answer | None:
    """The two formulas on the printed operands; None where those are not all printed."""
    try:
        mine, theirs = (decide(partial(points.of, formula)) for formula in (both.stated, both.standard))
    except Unprinted:
        return None
    except (ShapeError, TooLarge, Uncertain) as error:
        return StandardVerdict.UNDECIDED, str(error) or "an exact tie"
    if mine.shape != theirs.shape:
        return StandardVerdict.DEPARTS, f"{_size(mine)} as stated, {_size(theirs)} by the standard"
    if _equal_constants(mine, theirs) and not any(both.operands(points.document)):
        return StandardVerdict.AGREES, "both give the same exact numbers, and use no operands"
    place = _first_difference(both, points)
    if place is not None:
        return StandardVerdict.DEPARTS, f"they differ in cell [{place[0] + 1},{place[1] + 1}]"
    if any(isinstance(cell, Missing) for cell in (*mine.cells, *theirs.cells)):
        return None
    return StandardVerdict.UNDECIDED, "they give the same on the printed operands, which is no proof"


def _first_difference(both: TwoFormulas, points: Evaluation) -> Position | None:
    """The first cell in which two formulas, which have values of one shape, certainly differ."""
    mine, theirs = (attempt(partial(points.of, formula), None) for formula in (both.stated, both.standard))
    if mine is None or theirs is None:
        return None
    found = (at for at, (a, b) in enumerate(zip(mine.cells, theirs.cells, strict=True)) if _differ(a, b))
    return next(map(mine.position, found), None)


def _differ(a: Value, b: Value) -> bool:
    """Whether two values are certainly not equal."""
    if MINUS_INFINITY in (a, b):
        return isinstance(a, Number) or isinstance(b, Number)
    return isinstance(a, Number) and isinstance(b, Number) and bool(a != b)


def _on_a_trial(both: TwoFormulas, points: Evaluation, shapes: Shapes) -> Answer:
    """The two formulas on random rationals of the stated shapes, each symbol a size of its own.

    An operand of which no shape is known takes that of the other formula's value, so that
    nothing is told apart by a shape that nobody stated.
    """
    trial = _Trial(points.document, shapes, _known_shape(both, shapes))
    answer = _on_printed(both, Evaluation(points.document, Points(), trial.source, memo=points.memo))
    if answer is None or answer[0] is not StandardVerdict.DEPARTS or (trial.guessed and "differ" not in str(answer[1])):
        return StandardVerdict.UNDECIDED, "neither the same by definition nor apart at a random rational point"
    point = "; ".join(f"{name} = {_spelled(array)}" for name, array in trial.values.items())
    return answer[0], f"{answer[1]} at {point}" if len(point) <= MAX_POINT else answer[1]


def _proved_with_symbols(both: TwoFormulas, document: Document, shapes: Shapes) -> bool:
    """Whether SymPy proves the two formulas equal on symbols; False for shapes that are large or not known."""
    from verifier.engines.sympy.symbols import Symbols

    engine = Symbols()

    def operand(name: str) -> Array:
        sides = shapes.of_stage(name)
        if len(sides) != 2 or not all(isinstance(side, int) for side in sides) or sides[0] * sides[1] > MAX_SYMBOLS:  # noqa: PLR2004 - rows and columns
            raise Unprinted(name)
        stage_of = document.by_name[name]
        if stage_of.block is None and stage_of.formula is not None:
            return Evaluator(engine, operand).evaluate(stage_of.formula.expression)
        cells = tuple(engine.symbol(f"{name}_{i + 1}_{j + 1}") for i in range(sides[0]) for j in range(sides[1]))
        return Array(sides[0], sides[1], cells)

    try:
        mine, theirs = (
            Evaluator(engine, operand).evaluate(formula.expression) for formula in (both.stated, both.standard)
        )
    except (Unprinted, ShapeError, TooLarge, Uncertain, TypeError):
        return False
    if mine.shape != theirs.shape or len(mine.cells) > MAX_SYMBOLS:
        return False
    return all(map(engine.are_equal, mine.cells, theirs.cells))


class _Trial:
    """Random operands, the same ones whenever they are asked for."""

    def __init__(self, document: Document, shapes: Shapes, fallback: Sides) -> None:
        self.document = document
        self.shapes = shapes
        self.fallback = fallback
        self.values: dict[str, Array] = {}
        self.guessed = False
        self._sizes: dict[object, int] = {}

    @cached_property
    def _random(self) -> "Random":
        from random import Random  # imported here, as most formulas are compared on what is printed

        return Random(2017)  # noqa: S311 - a fixed point to try, no secret

    def source(self, stage: Stage) -> Array | None:
        """What is printed, what a formula gives, or random rationals."""
        if stage.block is not None:
            return as_printed(stage)
        if stage.formula is not None:
            return None
        if stage.name not in self.values:
            rows, columns = (_sized(side, self._sizes) for side in self._shape(stage.name))
            cells = tuple(fmpq(self._random.randint(-9, 9), self._random.randint(1, 4)) for _ in range(rows * columns))
            self.values[stage.name] = Array(rows, columns, cells)
        return self.values[stage.name]

    def _shape(self, name: str) -> Sides:
        try:
            return self.shapes.of_stage(name)[-2:]
        except (Unprinted, ShapeError):
            self.guessed = True
            return self.fallback


def _known_shape(both: TwoFormulas, shapes: Shapes) -> Sides:
    """The shape of the first of the two formulas that has one; 2 x 2 if none has."""
    for formula in (both.stated, both.standard):
        try:
            return shapes.of(formula.expression)[-2:]
        except (Unprinted, ShapeError):
            continue
    return (2, 2)


def _sized(side: object, sizes: dict[object, int]) -> int:
    if isinstance(side, int):
        return side
    return sizes.setdefault(side, 2 + len(sizes) % (MAX_SIDE - 1))


def _spelled(array: Array) -> str:
    return "[" + "; ".join(" ".join(map(str, row)) for row in array.row_list()) + "]"


def _equal_constants(a: Array, b: Array) -> bool:
    return a.cells == b.cells and all(isinstance(cell, fmpq) for cell in a.cells)


def _size(array: Array) -> str:
    return f"{array.rows} x {array.columns}"
