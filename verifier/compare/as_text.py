"""A comparison as plain lines; the place of each finding is in the first document."""

from collections.abc import Sequence
from typing import Final

from verifier.compare.comparison import Comparison
from verifier.compare.matching import Difference, Pair, Shown
from verifier.compare.shared_errata import Answer, Standing
from verifier.document.model import Document, Stage
from verifier.errata.finding_records import Finding, Level
from verifier.verdict import Size

_LISTED: Final = 5
"""Maximum number of cells written out; the others are counted."""

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


def render(comparison: Comparison, *, verbose: bool = False) -> str:
    """All findings of a comparison, one a line; identical quantities only if *verbose*."""
    found = [_of_pair(comparison, pair) for pair in comparison.pairs if verbose or pair.likeness != "identical"]
    found += [_of_shapes(comparison, *shapes) for shapes in comparison.other_shapes]
    found += [_of_erratum(comparison, one) for one in comparison.alike]
    ordered = sorted(set(found), key=lambda finding: (finding.line, finding.column, finding.code, finding.message))
    return "".join(f"{finding}\n" for finding in ordered)


def summary(comparison: Comparison) -> str:
    """The counts of a comparison in one line."""
    first, second = comparison.first, comparison.second
    likenesses = [pair.likeness for pair in comparison.pairs]
    counts = [f"{sum(one == kind for one in likenesses)} {kind.replace('-', ' ')}" for kind in _PAIRS]
    counts += [f"{len(comparison.other_shapes)} more of different shapes"] if comparison.other_shapes else []
    quantities = f"{len(likenesses)} {'quantity' if len(likenesses) == 1 else 'quantities'}"
    mine = sum(one.of_first for one in comparison.standing)
    theirs = len(comparison.standing) - mine
    return (
        f"{first.document.name} and {second.document.name}: {quantities} in both: {', '.join(counts)};"
        f" errata that stand in the other: {mine} of {first.document.name}'s {len(first.errata)},"
        f" {theirs} of {second.document.name}'s {len(second.errata)}"
    )


def place(stage: Stage, cells: Sequence[Size] = ()) -> tuple[int, int]:
    """The (line, column) of the first of *cells* in the document file; without cells, of the block or the stage."""
    block = stage.block
    if block is None:
        return stage.line, stage.column
    shown = {(row + 1, column + 1): (cell.line, cell.column) for row, column, cell in block.shown()}
    first = cells[0] if cells else next(iter(shown), None)
    return (stage.line, stage.column) if first is None else shown[first]


def _of_pair(comparison: Comparison, pair: Pair) -> Finding:
    level, verb = _PAIRS[pair.likeness]
    shown = pair.contradictions or pair.differences
    cells = [(cell.row, cell.column) for cell in shown]
    share = _share(len(shown) if shown else pair.compared, pair.compared, pair.first)
    message = f"{pair.first.name} {verb} {_there(comparison, pair.second, cells)} in {share}{_listed(shown)}"
    return Finding(*_at(comparison, pair.first, cells), level, message, pair.likeness)


def _listed(cells: Sequence[Difference]) -> str:
    """The first cells with both texts, and the count of the others."""
    spelled = [f"[{cell.row},{cell.column}] {cell.first.text} and {cell.second.text}" for cell in cells[:_LISTED]]
    more = [f"{len(cells) - _LISTED} more"] if len(cells) > _LISTED else []
    return f": {'; '.join(spelled + more)}" if cells else ""


def _of_shapes(comparison: Comparison, mine: Shown, theirs: Shown) -> Finding:
    there = _there(comparison, theirs.stage)
    message = f"{mine.stage.name} is of {_form(mine)}, {there} is of {_form(theirs)}"
    return Finding(*_at(comparison, mine.stage), "warning", message, "different-shapes")


def _form(shown: Shown) -> str:
    what, (rows, columns) = shown.form
    return f"{rows} x {columns} {what}"


def _of_erratum(comparison: Comparison, one: Standing) -> Finding:
    level, verb, code = _ANSWERS[one.answer]
    if level == "error" and one.erratum.kind == "departure":
        level = "warning"
    first, second = comparison.first.document, comparison.second.document
    there = _where(second, one.second, one.cells)
    if one.answer == "found":
        mine, theirs = [one.erratum.id], one.found_as
        here, other = (mine, theirs) if one.of_first else (theirs, mine)
        told = f"{', '.join(here)} here, {', '.join(other)} in {second.name} ({there})"
        message = f"the same error stands in both: {told}; {_alike(one)}"
        return Finding(*_at(comparison, one.first, one.cells), level, message, code)
    if one.of_first:
        said = f"{one.erratum.id} of {first.name} {verb} {one.second.name} of {second.name} ({there})"
    else:
        said = f"{one.erratum.id} of {second.name} ({there}) {verb} {one.first.name} of {first.name}"
    return Finding(*_at(comparison, one.first, one.cells), level, f"{said}: {_alike(one)}; {_found(one)}", code)


def _alike(one: Standing) -> str:
    """The part of an erratum that the other document has too."""
    if one.of:
        return f"{_share(len(one.cells), one.of, one.first)} printed alike"
    return "the same shape" if one.erratum.kind == "shape" and one.first.block is not None else "the same formula"


def _found(one: Standing) -> str:
    """What the check of the other document says of it."""
    if one.answer == "not-checkable":
        return f"not checkable there: {one.reason}"
    return "right there by what that document states"


def _share(count: int, total: int, stage: Stage) -> str:
    what = "word" if stage.words is not None else "number"
    return f"{count} of {total} {what}{'s' if total > 1 else ''}"


def _there(comparison: Comparison, stage: Stage, cells: Sequence[Size] = ()) -> str:
    """A stage of the second document with its place, `P of NAME (path:line:column)`."""
    document = comparison.second.document
    return f"{stage.name} of {document.name} ({_where(document, stage, cells)})"


def _where(document: Document, stage: Stage, cells: Sequence[Size]) -> str:
    line, column = place(stage, cells)
    return f"{document.path}:{line}:{column}"


def _at(comparison: Comparison, stage: Stage, cells: Sequence[Size] = ()) -> tuple[str, int, int]:
    return comparison.first.document.path, *place(stage, cells)
