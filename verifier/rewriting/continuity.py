"""Continuity of formulas: a continuous formula takes all values between two of its values."""

from functools import cache

from verifier.document.graph import computed_through, shown_operands
from verifier.document.model import Document, Formula
from verifier.formulas.tree import Apply, Build, Choice, Expression, Name, Span, Subscript, children
from verifier.operations import REGISTER, Defined

Moving = frozenset[str]
"""The names of what varies."""


def is_continuous(document: Document, formula: Formula, boxes: Moving) -> bool:
    """Whether a formula, with the stages that it is computed through, is continuous in the operands in *boxes*."""
    through = list(computed_through(document, formula))
    moved = [s.name for s in through if any(operand.name in boxes for operand in shown_operands(document, s))]
    trees = [formula.expression, *(stage.formula.expression for stage in through if stage.formula is not None)]
    return not any(_jumps(tree, boxes.union(moved)) for tree in trees)


def _jumps(expression: Expression | Span, moving: Moving) -> bool:
    """Whether some subexpression may be discontinuous."""
    match expression:
        case Apply(name, arguments, options):
            given = zip(REGISTER[name].signature.arrays, arguments, strict=False)  # more of a variadic one jump no more
            moved = [key for key, value in (*given, *options) if value is not None and _moves(value, moving)]
            if moved and _operation_jumps(name, frozenset(moved)):
                return True
        case Choice(condition) if _moves(condition, moving):
            return True
        case Subscript(_, row, column) if _moves(row, moving) or (column is not None and _moves(column, moving)):
            return True
        case Build(_, _, indices):
            moving -= set(indices)
    return any(_jumps(child, moving) for child in children(expression))


@cache
def _operation_jumps(name: str, moving: Moving) -> bool:
    """Whether an operation may be discontinuous in those of its arrays and options that vary."""
    made = REGISTER[name]
    if isinstance(made, Defined):
        return _jumps(made.expression, moving)
    return not moving.isdisjoint(made.jumps_in)


def _moves(expression: Expression | Span, moving: Moving) -> bool:
    """Whether a subexpression varies; the size of a block does not."""
    if isinstance(expression, Apply) and REGISTER[expression.operation].is_of_size:
        return False
    inner = moving - set(expression.indices) if isinstance(expression, Build) else moving
    if isinstance(expression, Name):
        return expression.name in inner
    return any(_moves(part, inner) for part in children(expression))
