"""Two documents side by side in plain lines; every finding stands at its place in the first one."""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.compare import Answer, Comparison, Difference, Pair, Shown, Standing
from verifier.document import Stage
from verifier.findings import Finding, Level
from verifier.verdict import Size

_LISTED: Final = 5
"""So many cells are written out; the others are counted."""

_PAIRS: Final[dict[str, tuple[Level, str]]] = {
    "identical": ("note", "is identical to"),
    "different-digits": ("note", "shows other digits than"),
    "contradicting": ("error", "contradicts"),
}
_ANSWERS: Final[dict[Answer, tuple[Level, str, str]]] = {
    "found": ("error", "stands in", "erratum-stands"),
    "not-checkable": ("warning", "stands in", "erratum-stands"),
    "right": ("note", "is no erratum in", "right-there"),
}


def compare_as_text(comparison: Comparison, *, verbose: bool = False) -> str:
    """All findings of a comparison, one a line; identical quantities only if *verbose*."""
    found = [_of_pair(comparison, pair) for pair in comparison.pairs if verbose or pair.likeness != "identical"]
    found += [_of_shapes(comparison, *shapes) for shapes in comparison.other_shapes]
    found += [_of_erratum(comparison, one) for one in comparison.alike]
    ordered = sorted(found, key=lambda finding: (finding.line, finding.column, finding.code, finding.message))
    return "".join(f"{finding}\n" for finding in ordered)


def summary(comparison: Comparison) -> str:
    """One line on two documents."""
    first, second = comparison.first.document.name, comparison.second.document.name
    likenesses = [pair.likeness for pair in comparison.pairs]
    counts = ", ".join(f"{likenesses.count(kind)} {kind.replace('-', ' ')}" for kind in ORDER)
    shapes = len(comparison.other_shapes)
    more = f", and {shapes} more of different shapes" if shapes else ""
    mine = sum(one.of_first for one in comparison.standing)
    theirs = len(comparison.standing) - mine
    return (
        f"{first} and {second}: {len(likenesses)} quantities in both: {counts}{more}; errata that stand in the other: "
        f"{mine} of {len(comparison.first.errata)} of {first}, {theirs} of {len(comparison.second.errata)} of {second}"
    )


ORDER: Final = tuple(_PAIRS)


def place(stage: Stage, cells: Sequence[Size] = ()) -> tuple[int, int]:
    """Where a document file has the first of some cells; the block where there is none, or else the stage."""
    block = stage.block
    if block is None:
        return stage.line, stage.column
    shown = [(cell.line, cell.column) for row, column, cell in block.shown() if not cells or (row + 1, column + 1) == cells[0]]
    return shown[0] if shown else (stage.line, stage.column)


def _of_pair(comparison: Comparison, pair: Pair) -> Finding:
    level, verb = _PAIRS[pair.likeness]
    shown = pair.contradictions or pair.differences
    cells = [(cell.row, cell.column) for cell in shown]
    share = _share(len(shown) if shown else pair.compared, pair.compared, pair.first)
    message = f"{pair.first.name} {verb} {_there(comparison, pair.second, cells)} in {share}{_listed(shown)}"
    return _finding(comparison, pair.first, cells, level, message, pair.likeness)


def _listed(cells: Sequence[Difference]) -> str:
    """The first cells with both texts, and how many more there are."""
    spelled = [f"[{cell.row},{cell.column}] {cell.first.text} and {cell.second.text}" for cell in cells[:_LISTED]]
    more = [f"{len(cells) - _LISTED} more"] if len(cells) > _LISTED else []
    return f": {'; '.join(spelled + more)}" if cells else ""


def _of_shapes(comparison: Comparison, mine: Shown, theirs: Shown) -> Finding:
    there = _there(comparison, theirs.stage)
    message = f"{mine.stage.name} is of {_form(mine)}, {there} is of {_form(theirs)}"
    return _finding(comparison, mine.stage, (), "warning", message, "different-shapes")


def _form(shown: Shown) -> str:
    what, (rows, columns) = shown.form
    return f"{rows} x {columns} {what}"


def _of_erratum(comparison: Comparison, one: Standing) -> Finding:
    level, verb, code = _ANSWERS[one.answer]
    there = _there(comparison, one.second, one.cells)
    subject, where = (one.erratum.id, there) if one.of_first else ("", one.first.name)
    ...
