"""Lists that are neither rows nor columns, as NumPy's: `W @ x` of a matrix and a printed `[1.5, -2.0]` is a list too.

What is printed as a list is a row. Where a formula has no shape with rows, or another one than its block, lists are
taken for what NumPy takes them for: on the right of a matrix for a column, and what that gives is a list. So is a row
that the text gives as `v^T = [..]`, which v is the column of.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from verifier.document.model import Formula, Stage
from verifier.document.recurrences import is_by_cells
from verifier.formulas.parser import CONSTANTS
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Expression, Literal, Name
from verifier.numbers.array import Shape
from verifier.operations import REGISTER
from verifier.operations.operation import Defined, Primitive, ShapeError, broadcast
from verifier.record import NamedTuple

_ONE: Final = (1, 1)


class UnknownShape(Exception):
    """The shape of an expression is not told here."""


class _Meant(NamedTuple):
    """An expression that has a shape, and whether it is a list: a row that is a column where one is needed."""

    tree: Expression
    shape: Shape
    is_flat: bool = False

    @property
    def turned(self) -> Expression:
        """Its transpose."""
        return Apply("transpose", (self.tree,))


def with_flat_lists(stages: Sequence[Stage], flat: Collection[str]) -> list[Stage]:
    """The stages; formulas that have not the shape of their block are those of lists, if these have it.

    The stages by the names *flat* show lists.
    """
    if not flat:
        return list(stages)
    known = {stage.name: stage for stage in stages}
    for stage in stages:
        if stage.formula is not None and not is_by_cells(stage):
            known[stage.name] = stage._replace(formula=_of_lists(stage, stage.formula, known, flat))
    return [known[stage.name] for stage in stages]


def _of_lists(stage: Stage, formula: Formula, known: Mapping[str, Stage], flat: Collection[str]) -> Formula:
    tree, wanted = formula.expression, None if stage.printed is None else stage.printed.shape
    try:
        found = Shapes(known, ()).of(tree).shape
    except ShapeError:
        found = None
    except UnknownShape:
        return formula
    if found is not None and wanted in (found, None):
        return formula
    try:
        meant = Shapes(known, flat).of(tree)
    except (ShapeError, UnknownShape):
        return formula
    is_list = meant.is_flat or stage.name in flat
    made = meant.turned if is_list and wanted == meant.shape[::-1] != meant.shape else meant.tree
    if made == tree or (wanted is not None and wanted != (meant.shape if made is meant.tree else meant.shape[::-1])):
        return formula
    return formula._replace(text=spell(made), expression=made, written=formula.shown)


class Shapes:
    """The shapes of expressions over stages, of which some are *flat*."""

    def __init__(self, known: Mapping[str, Stage], flat: Collection[str]) -> None:
        self.known = known
        self.flat = flat
        self.asked: set[str] = set()

    def of(self, tree: Expression) -> _Meant:
        """An expression with its shape; raises ShapeError where it has none, and UnknownShape."""
        match tree:
            case Literal():
                return _Meant(tree, _ONE)
            case Name(name):
                return self._of_name(tree, name)
            case Apply(operation, arguments, options):
                if (size := _size_of(tree)) is not None:
                    return _Meant(tree, size)
                parts = [self.of(argument) for argument in arguments]
                if operation == "matmul":
                    return _product(*parts)
                made = Apply(operation, tuple(part.tree for part in parts), options)
                shape = _rule(made)(*(part.shape for part in parts))
                wide = [part for part in parts if part.shape != _ONE]
                keeps = bool(wide) and shape == wide[0].shape and operation != "transpose"
                return _Meant(made, shape, keeps and all(part.is_flat for part in wide))
        raise UnknownShape

    def _of_name(self, tree: Expression, name: str) -> _Meant:
        stage = self.known.get(name)
        if stage is None and name in CONSTANTS:
            return _Meant(tree, _ONE)
        if stage is None or name in self.asked:
            raise UnknownShape
        if stage.printed is not None:
            return _Meant(tree, stage.printed.shape, name in self.flat and stage.printed.rows == 1)
        if stage.formula is None:
            raise UnknownShape
        self.asked.add(name)
        found = self.of(stage.formula.expression)
        self.asked.discard(name)
        return found._replace(tree=tree)


def _product(left: _Meant, right: _Meant) -> _Meant:
    """The product of matrices, of which a list on the right is a column, and on the left a row; raises ShapeError."""
    if right.is_flat and left.shape[1] == right.shape[1]:
        made = _Meant(Apply("matmul", (left.tree, right.turned)), (left.shape[0], 1))
        return made if left.shape[0] == 1 else _Meant(made.turned, made.shape[::-1], is_flat=True)
    tree = Apply("matmul", (left.tree, right.tree))
    return _Meant(tree, _rule(tree)(left.shape, right.shape), left.is_flat)


def _size_of(call: Apply) -> Shape | None:
    """The shape of a matrix of a size that a call states, as that of `eye(2)` or `zeros(2, 3)`; None for others."""
    made = REGISTER[call.operation]
    if not (isinstance(made, Defined) and isinstance(made.expression, Build)):
        return None
    stated = {**dict(zip(made.signature.arrays, call.arguments, strict=False)), **dict(call.options)}
    sides = [
        stated.get(one.name) if isinstance(one, Name) else one
        for one in (made.expression.rows, made.expression.columns)
    ]
    rows, columns = (int(one.value.p) if isinstance(one, Literal) and one.value.q == 1 else 0 for one in sides)
    return (rows, columns) if rows > 0 < columns else None


def _rule(node: Apply) -> Callable[..., Shape]:
    """What gives the shape of an operation by those of its arguments; raises UnknownShape."""
    made = REGISTER[node.operation]
    if not isinstance(made, Primitive):
        if made.pattern != "cellwise" or node.options:
            raise UnknownShape
        return broadcast
    options = {key: _whole(value) for key, value in node.options}
    if made.is_dynamic:
        raise UnknownShape
    return lambda *shapes: made.shape(*shapes, **options)


def _whole(option: Expression | None) -> int | None:
    """The whole number that an option states, or None; raises UnknownShape."""
    match option:
        case None:
            return None
        case Literal(value) if value.q == 1:
            return int(value.p)
    raise UnknownShape
