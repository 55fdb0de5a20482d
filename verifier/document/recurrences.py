"""Stages whose numbers rest on one another number by number, as the rows of a schedule on the row before.

Such stages lead back to themselves, and their numbers do not. Each has a formula for each of its cells, built cell by
cell or block by block, and uses cells of its own block, or of the others', by indices that can be counted.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from verifier.document.ancestry import components
from verifier.document.model import Formula, Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Build

INDICES: Final = ("i", "j")
"""Names of the row and of the column of a cell, counted from 0, where no stage has the name."""


class Misuse(Exception):
    """Cells that a formula cannot rest on: of which stage, in which formula, and what to write instead.

    `used` is the stage whose cells are meant, if it is not known in which formula.
    """

    def __init__(self, stage: str, used: str, code: str, must: str, found: str, hint: str = "") -> None:  # noqa: PLR0913, PLR0917 - the parts of a problem
        super().__init__(must, found)
        self.stage = stage
        self.used = used
        self.code = code
        self.must = must
        self.found = found
        self.hint = hint


def formulas_of(stage: Stage) -> list[Formula]:
    """All formulas of a stage."""
    return [formula for formula in (stage.formula, stage.standard, *stage.also) if formula is not None]


def stages_used(stage: Stage) -> tuple[str, ...]:
    """The stages that the formulas of a stage name, each once."""
    if stage.standard is None and not stage.also:
        return () if stage.formula is None else stage.formula.uses
    return tuple(dict.fromkeys(name for formula in formulas_of(stage) for name in formula.uses))


def is_by_cells(stage: Stage) -> bool:
    """Whether a stage is built cell by cell or block by block."""
    return stage.formula is not None and isinstance(stage.formula.expression, Build)


def which_cell(name: str, *, is_mixed: bool = False) -> str:
    """What to write for a cell of a stage: one that stands before, or beside where the stage is built cell by cell."""
    cell = f"{name}[i, 0] of the same row" if is_mixed else f"{name}[i - 1, 0] of the row before"
    return f"say which cell, as {cell}"


def by_cells(stage: Stage, known: Collection[str]) -> Stage:
    """The stage with formulas of the indices i and j as matrices that are built for each of its rows and columns.

    They are so where no stage of those *known* has the name. A formula of i alone is that of a row.
    """
    size = stage.printed.shape if stage.printed is not None else stage.shape
    match size:
        case (int(rows), int(columns)):
            change = partial(_by_cells, size=(rows, columns), free=[index for index in INDICES if index not in known])
        case _:
            return stage
    return stage._replace(
        formula=None if stage.formula is None else change(stage.formula),
        standard=None if stage.standard is None else change(stage.standard),
        also=tuple(map(change, stage.also)),
    )


def _by_cells(formula: Formula, size: tuple[int, int], free: Sequence[str]) -> Formula:
    used = [index for index in free if index in formula.uses]
    if not used:
        return formula
    from verifier.formulas.counting import number  # imported here, as few formulas have indices of their own

    rows, columns = (number(count if index in used else 1) for index, count in zip(INDICES, size, strict=True))
    i, j = (index if index in used else f"{index}_" for index in INDICES)
    built = Build(rows, columns, (i, j), formula.expression)
    return formula._replace(text=spell(built), expression=built, written=formula.shown)


def _leads_back(stages: Mapping[str, Stage]) -> bool:
    """Whether some stage uses one that does not stand before it, without which none leads back to itself."""
    seen: set[str] = set()
    for name, stage in stages.items():
        if not seen.issuperset(stages_used(stage)):
            return True
        seen.add(name)
    return False


def circle_of_wholes(found: Sequence[str], stages: Mapping[str, Stage], uses: Mapping[str, Sequence[str]]) -> list[str]:
    """The shortest circle, its first name twice, through a stage among those *found* that is not built cell by cell.

    What is *found* where its names are such stages, or lead through none: cells of rows before are no circle.
    """
    if not all(is_by_cells(stages[name]) for name in found):
        return list(found)
    members = next((circle for circle in circles(stages) if found[0] in circle), ())
    ways = (_way_back(name, uses) for name in members if not is_by_cells(stages[name]))
    return min((way for way in ways if way), key=len, default=list(found))


def _way_back(start: str, uses: Mapping[str, Sequence[str]]) -> list[str]:
    """The shortest way from a name to itself; empty if there is none."""
    ways, seen = [[start]], set[str]()
    while ways:
        longer = [[*way, used] for way in ways for used in uses.get(way[-1], ()) if used not in seen]
        for way in longer:
            if way[-1] == start:
                return way
            seen.add(way[-1])
        ways = longer
    return []


def circles(stages: Mapping[str, Stage]) -> Iterator[tuple[str, ...]]:
    """The stages that lead back to themselves, together with those that they lead through, in document order."""
    if not _leads_back(stages):
        return
    order = {name: index for index, name in enumerate(stages)}
    graph = {name: [used for used in stages_used(stage) if used in stages] for name, stage in stages.items()}
    for part in components(graph):
        if len(part) > 1 or part[0] in graph[part[0]]:
            yield tuple(sorted(part, key=order.__getitem__))
