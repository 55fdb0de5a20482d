"""Regions of a block: all cells, rows, columns or single cells; their text, and how many are as simple."""

from collections.abc import Collection, Sequence
from itertools import groupby, pairwise
from math import comb
from typing import Final

from verifier.numbers.array import Coordinates
from verifier.record import NamedTuple

MAX_NAMED: Final = 6
"""Single cells are listed up to this number; more are only counted."""


class Region(NamedTuple):
    """Some cells of a block; `kind` is all, none, rows, columns or cells. `lines` count from 1."""

    kind: str
    lines: tuple[int, ...]
    cells: tuple[Coordinates, ...]

    def __str__(self) -> str:
        match self.kind:
            case "all":
                return "all"
            case "none":
                return ""
            case "rows" | "columns":
                word = self.kind if len(self.lines) > 1 else self.kind[:-1]
                return f"{word} {runs(self.lines)}"
        if len(self.cells) > MAX_NAMED:
            return f"{len(self.cells)} cells"
        return " ".join(f"[{row},{column}]" for row, column in self.cells)


def region(cells: Collection[Coordinates], among: Collection[Coordinates]) -> Region:
    """The simplest region that has exactly *cells* of the cells *among*."""
    ordered = tuple(sorted(cells))
    if not ordered:
        return Region("none", (), ())
    if len(ordered) == len(among):
        return Region("all", (), ordered)
    for kind, axis in (("rows", 0), ("columns", 1)) if len(ordered) > 1 else ():
        lines = sorted({cell[axis] for cell in ordered})
        if sum(cell[axis] in lines for cell in among) == len(ordered) and len({cell[axis] for cell in among}) > 1:
            return Region(kind, tuple(lines), ordered)
    return Region("cells", (), ordered)


def as_simple(cells: Collection[Coordinates], among: Collection[Coordinates]) -> int:
    """The number of regions *among* the cells with the kind and size of that of *cells*."""
    found = region(cells, among)
    match found.kind:
        case "all":
            return 1
        case "rows" | "columns":
            axis = 0 if found.kind == "rows" else 1
            return comb(len({cell[axis] for cell in among}), len(found.lines))
    return comb(len(among), len(found.cells))


def runs(lines: Sequence[int]) -> str:
    """`1, 3 to 5 and 8`."""
    steps = [0]
    for before, line in pairwise(lines):
        steps.append(steps[-1] + (line != before + 1))
    runs = [[line for _, line in run] for _, run in groupby(zip(steps, lines, strict=True), key=lambda pair: pair[0])]
    texts: list[str] = []
    for run in runs:
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)  # noqa: PLR2004 - two are named
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
