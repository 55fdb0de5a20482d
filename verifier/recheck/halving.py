"""Proofs by bisection: what an enclosure does not prove of a box may be proved of each of its parts."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction as Q
from itertools import islice
from typing import Final

from verifier.recheck.evaluation import Evaluation, Operands, Work
from verifier.recheck.expansion import names_in
from verifier.recheck.grids import Grid
from verifier.recheck.intervals import point
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Tree

_FEW: Final = 4
_LOOKED_AT: Final = 16
"""So many numbers are looked at in a unit of work, to see whether they vary."""
_MOST_PARTS: Final = 64
"""So few numbers that vary are halved, into so many parts at most."""


def holds_in_parts(tree: Tree, operands: Operands, work: Work, holds: Callable[[Grid], bool]) -> bool:
    """Whether something holds for the enclosures of a formula on each part of the box of its operands.

    Operands that stand in it several times are halved first: a range is no wider by others than it need be. It cannot
    hold where it does not at the middle of a part: each part that has this point fails too.
    """
    times = Counter(names_in(tree))
    whole = {name: operands(name) for name in times}
    work.spend(1 + sum(len(grid) * len(grid[0]) for grid in whole.values()) // _LOOKED_AT)
    if len(list(islice(_varying(whole), _FEW + 1))) > _FEW:
        return False
    widths = {at: width for width, at in _varying(whole)}
    pending = [whole]
    for _ in range(_MOST_PARTS):
        if not pending:
            return True
        part = pending.pop()
        if not holds(Evaluation(part.__getitem__, work).of(tree)):
            shares = ((times[at[0]] > 1, width / widths[at], at) for width, at in _varying(part))
            widest = max(shares, key=lambda share: share[:2], default=None)
            if widest is None or not holds(Evaluation(_middle(part).__getitem__, work).of(tree)):
                return False
            pending += _halves(part, *widest[-1])
    return False


def _varying(boxes: dict[str, Grid]) -> Iterator[tuple[Q, tuple[str, int, int]]]:
    """The cells that are not one number: their width, and where they are."""
    return (
        (cell[1] - cell[0], (name, i, j))
        for name, grid in boxes.items()
        for i, row in enumerate(grid)
        for j, cell in enumerate(row)
        if isinstance(cell, tuple) and cell[0] < cell[1]
    )


def _middle(part: dict[str, Grid]) -> dict[str, Grid]:
    """The point in the middle of a part."""
    return {name: [[_middle_of(cell) for cell in row] for row in grid] for name, grid in part.items()}


def _middle_of(cell: CellValue) -> CellValue:
    return point((cell[0] + cell[1]) / 2) if isinstance(cell, tuple) else cell


def _halves(part: dict[str, Grid], name: str, i: int, j: int) -> list[dict[str, Grid]]:
    """The two halves of a part, split in one cell."""
    cell = part[name][i][j]
    assert isinstance(cell, tuple)
    middle = (cell[0] + cell[1]) / 2
    made = []
    for half in ((cell[0], middle), (middle, cell[1])):
        grid = [list(row) for row in part[name]]
        grid[i][j] = half
        made.append({**part, name: grid})
    return made
