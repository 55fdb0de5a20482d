"""A document in which each number that rests on others of its own stage is a stage of its own.

What is known of chains of stages then holds of the rows of a recurrence: what each of them can have been, which are
misprinted, and which inherit an error. The stage itself stays, as one that shows nothing and is made of its parts.
"""

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from verifier.document.graph import above, part_at
from verifier.document.model import Block, Document, Formula, Stage
from verifier.document.parts import Part
from verifier.document.recurrences import Misuse, circles, stages_used, which_cell
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Name, Subscript, names, places
from verifier.numbers.printed import Printed

if TYPE_CHECKING:
    from verifier.document.block_layouts import Layout
    from verifier.document.cell_formulas import Cells

MOST_PARTS: Final = 20_000
"""Maximum number of blocks of all stages of a document that rest on one another."""
MOST_SHOWN: Final = 6
"""Maximum number of stages of a circle that a message names."""


def unrolled(document: Document) -> Document:
    """The document itself if no stage uses its own cells; raises Misuse where such cells lead back to themselves."""
    if document.whole is not None:
        return document
    found = list(circles(document.by_name))
    if not found:
        return document
    from verifier.document.cell_formulas import Cells  # imported here, as in few documents stages use their own cells

    parts: dict[str, tuple[Part, ...]] = {}
    made: dict[str, list[Stage]] = {}
    for circle in found:
        cells = Cells(document.by_name, circle)
        if sum(layout.rows * layout.columns for layout in cells.layouts.values()) > MOST_PARTS:
            must = f"at most {MOST_PARTS} cells of stages that use their own cells"
            raise Misuse(circle[0], circle[0], "too-many-cells", must, "more")
        for name in circle:
            pairs = list(_parts(document, cells, document.by_name[name]))
            parts[name] = tuple(part for part, _ in pairs)
            made[name] = [*(stage for _, stage in pairs), _joined(document.by_name[name], cells.layouts[name])]
        _check_order(cells, made)
    stages = tuple(one for stage in document.stages for one in made.get(stage.name, [stage]))
    return document._replace(stages=stages, parts=parts, whole=document)


def _parts(document: Document, cells: "Cells", stage: Stage) -> Iterator[tuple[Part, Stage]]:
    from verifier.document.block_layouts import blocks_of

    layout = cells.layouts[stage.name]
    for row, column, block in blocks_of(stage, layout):
        part = Part(layout.part(row, column), row * layout.height, column * layout.width, layout.height, layout.width)
        made = _part(cells, stage, part, block, (row, column))
        is_start = (
            made.formula is None
            and block is not None
            and any(isinstance(shown, Printed) and shown.is_bare_integer for _, shown in block.printed())
        )
        yield part, made._replace(givens=stage.givens or document.givens or "rounded") if is_start else made


def _part(cells: "Cells", stage: Stage, part: Part, block: Block | None, at: tuple[int, int]) -> Stage:
    """One block of a stage as a stage; a given if its formula is the block itself."""

    def here(formula: Formula | None) -> Formula | None:
        return None if formula is None else _formula(formula, cells.formula(stage.name, formula.expression, *at))

    first = None if block is None else next((shown for _, shown in block.printed()), None)
    own = None if stage.leaves_out and block is None else here(stage.formula)
    return stage._replace(
        name=part.name,
        line=stage.line if first is None else first.line,
        column=stage.column if first is None else first.column,
        formula=None if own is not None and own.expression == Name(part.name) else own,
        standard=None if own is None else here(stage.standard),
        also=() if own is None else tuple(made for formula in stage.also if (made := here(formula)) is not None),
        printed=block,
        shape=None if block is not None else (part.rows, part.columns) if stage.printed or stage.shape else None,
        part_of=stage.name,
    )


def _formula(formula: Formula, expression: Expression) -> Formula:
    return formula._replace(text=spell(expression), expression=expression, written=formula.shown)


def _joined(stage: Stage, layout: "Layout") -> Stage:
    """The stage as what its blocks make."""
    formula = Formula(f"the parts of {stage.name}", layout.whole(), stage.line, stage.column)
    return Stage(stage.name, stage.line, stage.column, formula=formula)


def _check_order(cells: "Cells", made: Mapping[str, list[Stage]]) -> None:
    """Raise Misuse where cells lead back to themselves."""
    stages = [stage for name in cells.layouts for stage in made[name]]
    known = {stage.name for stage in stages}
    graph = {stage.name: [used for used in stages_used(stage) if used in known] for stage in stages}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise _circular(error.args[1][:0:-1], {stage.name: stage for stage in stages}) from None


def _circular(circle: list[str], stages: Mapping[str, Stage]) -> Misuse:
    """The problem of cells that lead back to themselves, each of which uses the next; the first is a part."""
    start = next(at for at, name in enumerate(circle) if stages[name].part_of is not None)
    circle = [*circle[start:], *circle[: start + 1]]
    first, following = (stages[name].whole for name in circle[:2])
    user, used = next((pair for pair in pairwise(circle) if stages[pair[1]].part_of is None), circle[:2])
    hint = f"use cells that stand before, as {following}[i - 1, 0] for the row before"
    if following in circle:
        hint = f"say which cells, as {following}[i - 1, 0], with indices made of i, j and whole numbers"
    elif stages[used].part_of is None:
        first, following, hint = stages[user].whole, used, which_cell(used, is_mixed=True)
    shown = " -> ".join([*circle[:MOST_SHOWN], *(["..."] if len(circle) > MOST_SHOWN else [])])
    return Misuse(first, following, "cycle", "cells that do not lead back to themselves", shown, hint)


class CellsBefore:
    """Tells of other formulas for a stage that uses its own cells whether their cells may do so as well."""

    def __init__(self, document: Document, stage: Stage) -> None:
        """The stage is one with parts in the *document*, which is unrolled."""
        from verifier.document.cell_formulas import Cells

        whole = document.whole or document
        self.document = document
        self.stage = stage
        self.circle = next(circle for circle in circles(whole.by_name) if stage.name in circle)
        self.cells = Cells(whole.by_name, self.circle)
        self.parts = frozenset(part.name for name in self.circle for part in document.parts[name])

    def are_used(self, expression: Expression, index: int) -> bool:
        """Whether a formula gives a number of the stage from no cell that rests on that number itself."""
        part, _ = part_at(self.document, self.stage, index)
        layout = self.cells.layouts[self.stage.name]
        row, column = divmod(index, layout.columns * layout.width)
        try:
            here = self.cells.formula(self.stage.name, expression, row // layout.height, column // layout.width)
        except Misuse:
            return False
        if any(isinstance(node, Subscript) and _is_from_the_end(node) for node, _ in places(here)):
            return False
        used = frozenset(names(here))
        return used.isdisjoint(self.circle) and not any(
            name == part.name or part.name in above(self.document, self.document.by_name[name])
            for name in used & self.parts
        )


def _is_from_the_end(node: Subscript) -> bool:
    """Whether a row or a column is counted backwards from the last, which nobody does who counts from the place."""
    return any(isinstance(place, Apply) and place.operation == "negative" for place in (node.row, node.column))
