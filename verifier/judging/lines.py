"""Judge rows and columns as a whole with joint tests; some cells are contradicted by their line alone."""

from verifier.document.model import DerivedNumbers
from verifier.proofs.joint.contraction import contraction_reports
from verifier.proofs.joint.reports import Settled, joint_reports
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import CellReport, RowReport, ShapeReport, Verdict

_OPEN = (Verdict.UNDECIDED, Verdict.UNCHECKED)


def judge_lines(  # noqa: PLR0913, PLR0917 - all that a line is judged by
    replay: Replay,
    views: Evaluations,
    shapes: Shapes,
    numbers: DerivedNumbers,
    shape: ShapeReport,
    cells: tuple[CellReport, ...],
) -> tuple[tuple[RowReport, ...], tuple[CellReport, ...]]:
    """The reports on rows and columns, and the cells with verdicts updated from them.

    *cells* have the verdicts of single numbers. The test of an operation comes first; contraction then tests lines
    that still have an undecided or unchecked cell.
    """
    rows = joint_reports(numbers, replay.tolerance, views.widest, shapes, _settled(numbers, shape, cells))
    cells = _by_rows(cells, rows)
    more = contraction_reports(numbers, replay.tolerance, views.widest, cells)
    return (*rows, *more), _by_rows(cells, more)


def _settled(numbers: DerivedNumbers, shape: ShapeReport, cells: tuple[CellReport, ...]) -> Settled:
    """A function of axis and line (from 0): whether the printed operands, taken as exact, give the whole line."""
    if shape.computed != numbers.block.shape:
        return lambda _axis, _line: False
    count = {1: [0] * numbers.block.rows, 0: [0] * numbers.block.columns}
    for cell in cells:
        if cell.basis != "literal":
            count[1][cell.row - 1] += 1
            count[0][cell.column - 1] += 1
    return lambda axis, line: count[axis][line] == 0


def _by_rows(cells: tuple[CellReport, ...], rows: tuple[RowReport, ...]) -> tuple[CellReport, ...]:
    """The cells; open ones in a refuted line are contradicted, unless a contradicted cell already explains the line."""
    accused = [cell for cell in cells if cell.verdict is Verdict.CONTRADICTED]  # each explains its row by itself
    refuted = [row for row in rows if row.verdict is Verdict.CONTRADICTED and not any(map(row.holds, accused))]
    return tuple(
        cell._replace(verdict=Verdict.CONTRADICTED, basis="row", reason=None)
        if cell.verdict in _OPEN and any(row.holds(cell) for row in refuted)
        else cell
        for cell in cells
    )
