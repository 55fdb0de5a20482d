"""Formulas that say how many rows there are, of tables in which nothing says how many rows of dots stand for.

What they give is unknown, and so is what a formula gives by the number of a row. So are rows with dots in a cell.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from verifier.document.model import Formula, Stage
from verifier.formulas.counting import number
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Choice, Expression, Name, Subscript, children, names, with_children

_SIZES: Final = ("rows", "columns", "count")


def with_unknown_counts(stages: Sequence[Stage], dots: Mapping[str, int], unknown: str) -> list[Stage]:
    """The stages, and what has the name *unknown* where a count of rows cannot be known.

    *dots* are the first rows of dots, or in a row the first cells, from 0, of stages that have some, by their names.
    """
    found = [_with_formulas(stage, dots, unknown) for stage in stages]
    is_used = any(unknown in one.uses for stage in found for one in (stage.formula, stage.standard, *stage.also) if one)
    return [*found, Stage(unknown, found[0].line, found[0].column)] if is_used else found


def _with_formulas(stage: Stage, dots: Mapping[str, int], unknown: str) -> Stage:
    first = dots.get(stage.name, -1)
    is_row = stage.printed is not None and stage.printed.rows == 1
    formula, standard, *also = (
        one and _made(one, _apart(one.expression, dots, (first, is_row), Name(unknown)))
        for one in (stage.formula, stage.standard, *stage.also)
    )
    return stage._replace(formula=formula, standard=standard, also=tuple(filter(None, also)))


def _made(formula: Formula, tree: Expression) -> Formula:
    is_same = tree == formula.expression
    return formula if is_same else formula._replace(text=spell(tree), expression=tree, written=formula.shown)


def _apart(tree: Expression, dots: Mapping[str, int], first: tuple[int, bool], unknown: Name) -> Expression:
    """An expression with what is *unknown* in the place of counts, and of numbers from the *first* dots on.

    These stand in that row, or in that place of a single row.
    """
    at, axis = first
    match tree:
        case Apply(operation) if operation in _SIZES and not dots.keys().isdisjoint(names(tree)):
            return unknown
        case Build(rows, columns, indices, body) if at >= 0 and _is_value(indices[axis], body):
            is_above = Apply("less", (Name(indices[axis]), number(at)))
            return Build(rows, columns, indices, Choice(is_above, body, unknown))
    parts = children(tree)
    made = [_apart(part, dots, first, unknown) for part in parts]
    return tree if all(one is part for one, part in zip(made, parts, strict=True)) else with_children(tree, made)


def _is_value(index: str, tree: Expression) -> bool:
    """Whether an index counts in an expression by its value, and does not only say which row is meant."""
    match tree:
        case Name(name):
            return name == index
        case Subscript(array):
            return _is_value(index, array)
        case Choice(_, then, other):
            return _is_value(index, then) or _is_value(index, other)
    return any(_is_value(index, part) for part in children(tree))
