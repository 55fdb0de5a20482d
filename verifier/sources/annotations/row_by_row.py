"""Whole columns in formulas that go row by row, or lead back to themselves where others of their table say the row.

They mean it too: `k = x + y` beside `y = y[i-1] + 0.5 * k[i-1] if i else 2` is `k = x[i] + y[i]`, and so is the `x` of
`k = x + k[i-1] if i else 2`.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.document.model import Block, Formula, Stage
from verifier.document.recurrences import INDICES, by_cells, circles, is_by_cells
from verifier.formulas.counting import number
from verifier.formulas.parser import CONSTANTS
from verifier.formulas.spelling import spell
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
    names,
    with_children,
)
from verifier.numbers.array import Shape
from verifier.operations import REGISTER

_FIRST: Final = Literal(fmpq(0), "0")
_INDEX: Final = {index: Name(index) for index in INDICES}
_IF: Final = re.compile(r"\bif\s+(?:not\s+)?([ij])\s+else\b")
_INSIDE: Final = re.compile(r"\[([^\[\]]*)\]")
_WORD: Final = re.compile(r"[^\W\d]\w*")


def indices_said(texts: Iterable[str], *, is_line: bool) -> set[str]:
    """The names in square brackets of some formulas; of those of a column or a row also what their conditions are."""
    found: set[str] = set()
    for text in texts:
        found.update(name for inside in _INSIDE.findall(text) for name in _WORD.findall(inside))
        found.update(_IF.findall(text) if is_line else ())
    return found


def row_by_row(stages: Sequence[Stage], known: Collection[str]) -> list[Stage]:
    """The stages; of those that lead back to themselves each by rows, or by columns, if one of these is.

    A formula of each row has its cell in the place of a whole column. *known* are the names that are taken: an index of
    such a name says no row.
    """
    found = {stage.name: stage for stage in stages}
    found |= {name: _with_cells(stage, found) for name, stage in found.items()}
    for circle in circles(found):
        members = [found[name] for name in circle]
        shapes = {stage.printed and stage.printed.shape for stage in members}
        if len(shapes) == 1 and any(map(is_by_cells, members)):
            made = [stage if is_by_cells(stage) else _by_lines(stage, found, known) for stage in members]
            found |= {stage.name: stage for stage in made if None not in made and stage is not None}
    return [found[stage.name] for stage in stages]


def with_one_number(stages: Sequence[Stage], lines: Collection[str]) -> list[Stage]:
    """The stages; of the columns and rows among them, by name *lines*, a formula of one number is that of each cell.

    So are `D = 900 / 3` of a table of depreciation and `share = total / 4`.
    """
    known = {stage.name: stage for stage in stages}
    return [_spread(stage, known) if stage.name in lines else stage for stage in stages]


def _spread(stage: Stage, stages: Mapping[str, Stage]) -> Stage:
    formula, block = stage.formula, stage.printed
    if formula is None or block is None or block.shape == (1, 1) or not _is_one(formula.expression, stages):
        return stage
    rows, columns = map(number, block.shape)
    built = Build(rows, columns, (f"{INDICES[0]}_", f"{INDICES[1]}_"), formula.expression)
    return stage._replace(formula=formula._replace(text=spell(built), expression=built, written=formula.shown))


def _is_one(tree: Expression, stages: Mapping[str, Stage]) -> bool:
    """Whether a formula gives one number, whatever its names show."""
    match tree:
        case Literal():
            return True
        case Name(name) if name in stages:
            stage = stages[name]
            if stage.printed is not None or stage.formula is None:
                return stage.printed is not None and stage.printed.shape == (1, 1)
            return _is_one(stage.formula.expression, {one: of for one, of in stages.items() if one != name})
        case Name(name):
            return name in CONSTANTS
        case Apply(operation, arguments) if not tree.options:
            is_whole = REGISTER[operation].pattern == "reducing" and len(arguments) == 1 and _is_of_lines(tree, stages)
            return is_whole or (_goes_by_cells(tree) and all(_is_one(part, stages) for part in arguments))
        case Subscript(_, row, column) if column is not None:
            return not (isinstance(row, Span) or isinstance(column, Span))
        case Subscript(Name(name), row, None) if name in stages:
            block = stages[name].printed
            return block is not None and block.columns == 1 and not isinstance(row, Span)
    return False


def _is_of_lines(tree: Expression, stages: Mapping[str, Stage]) -> bool:
    """Whether an expression uses numbers, columns and rows alone: of a matrix each row or column may be meant."""
    shown = [stages[name].printed for name in names(tree) if name in stages]
    return all(block is not None and 1 in block.shape for block in shown)


def _by_lines(stage: Stage, stages: Mapping[str, Stage], known: Collection[str]) -> Stage | None:
    """A column built row by row, or a row column by column; None if its formula cannot be meant so."""
    if stage.formula is None or stage.printed is None or stage.standard is not None or stage.also:
        return None
    index = INDICES[0 if stage.printed.columns == 1 else 1]
    tree = _of_line(stage.formula.expression, stage.printed.shape, index, stages)
    if tree is None or index in known or 1 not in stage.printed.shape:
        return None
    formula = stage.formula._replace(text=spell(tree), expression=tree, written=stage.formula.shown)
    return by_cells(stage._replace(formula=formula), known)


def _with_cells(stage: Stage, stages: Mapping[str, Stage]) -> Stage:
    """A column or row whose formulas go cell by cell, with a cell in the place of each block of its shape in them."""
    shape = None if stage.printed is None else stage.printed.shape
    if shape is None or 1 not in shape or shape == (1, 1):
        return stage
    index = INDICES[0 if shape[1] == 1 else 1]

    def changed(formula: Formula) -> Formula:
        built = formula.expression
        if not isinstance(built, Build) or index not in built.indices:
            return formula
        body = _of_line(built.body, shape, index, stages)
        if body is None or body == built.body:
            return formula
        tree = Build(built.rows, built.columns, built.indices, body)
        return formula._replace(text=spell(tree), expression=tree, written=formula.shown)

    return stage._replace(
        formula=stage.formula and changed(stage.formula),
        standard=stage.standard and changed(stage.standard),
        also=tuple(map(changed, stage.also)),
    )


def _of_line(tree: Expression, shape: Shape, index: str, stages: Mapping[str, Stage]) -> Expression | None:
    """A formula with one cell of each block of a shape in its place; None if it does not go cell by cell."""
    match tree:
        case Name(name):
            block = stages[name].printed if name in stages else None
            if block is None or block.shape == (1, 1):
                return tree
            at = (_INDEX[index], None) if index == INDICES[0] else (_FIRST, _INDEX[index])
            return Subscript(tree, *at) if block.shape == shape else None
        case Apply() | Choice() if isinstance(tree, Choice) or _goes_by_cells(tree):
            parts = [_of_line(child, shape, index, stages) for child in children(tree)]
            return None if None in parts else with_children(tree, [part for part in parts if part is not None])
        case Apply(operation) if REGISTER[operation].pattern == "reducing" and not tree.options:
            return tree
        case Subscript(_, row, column) if not isinstance(row, Span) and not isinstance(column, Span):
            return tree if column is not None or index == INDICES[0] else None
    return None if any(names(tree)) else tree


def _goes_by_cells(tree: Apply) -> bool:
    return not tree.options and _is_cellwise(tree.operation, len(tree.arguments))


def _is_cellwise(operation: str, count: int) -> bool:
    """Whether an operation goes cell by cell, as the largest of two blocks does too."""
    pattern = REGISTER[operation].pattern
    return pattern == "cellwise" or (pattern == "reducing" and count > 1)


def without_end(block: Block | None) -> Block | None:
    """A column without the empty cells at its end, for a formula of rows behind: there is none that they could use."""
    if block is None or block.columns > 1:
        return block
    shown = [index for index, cell in enumerate(block.cells) if cell is not None or index in block.infinite]
    rows = shown[-1] + 1
    return block._replace(rows=rows, cells=block.cells[:rows])
