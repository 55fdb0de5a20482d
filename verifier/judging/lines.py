"""Judge rows and columns as a whole with joint tests; some cells are contradicted by their line alone."""

from functools import cache

from verifier.document.model import DerivedNumbers
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
    settled = _settled(numbers, shape, cells)
    rows = joint_reports(numbers, replay.tolerance, views.widest, shapes, settled)
    is_open = replay.right.is_open(numbers.formula)  # the author may have had the right numbers
    if is_open and _has_refuted(rows):
        rows = _in_both(rows, joint_reports(numbers, replay.tolerance, replay.right.ranges, shapes, settled))
    cells = _by_rows(cells, rows)
    if {cell.verdict for cell in cells}.isdisjoint(_OPEN):
        return rows, cells
    from verifier.proofs.joint.contraction import contraction_reports

    more = contraction_reports(numbers, replay.tolerance, views.widest, cells)
    if is_open and _has_refuted(more):
        more = _in_both(more, contraction_reports(numbers, replay.tolerance, replay.right.ranges, cells))
    return (*rows, *more), _by_rows(cells, more)


def _has_refuted(rows: tuple[RowReport, ...]) -> bool:
    return any(row.verdict is Verdict.CONTRADICTED for row in rows)


def _in_both(printed: tuple[RowReport, ...], right: tuple[RowReport, ...]) -> tuple[RowReport, ...]:
    """The reports on lines for printed operands, without those refuted lines that right operands do not refute."""
    refuted = {(row.axis, row.row) for row in right if row.verdict is Verdict.CONTRADICTED}
    return tuple(row for row in printed if row.verdict is not Verdict.CONTRADICTED or (row.axis, row.row) in refuted)


def _settled(numbers: DerivedNumbers, shape: ShapeReport, cells: tuple[CellReport, ...]) -> Settled:
    """A function of axis and line (from 0): whether printed or corrected operands, taken as exact, give all of it."""
    if shape.computed != numbers.block.shape:
        return lambda _axis, _line: False

    @cache
    def others() -> tuple[set[int], set[int]]:
        """The columns and the rows, from one, with a number that is not given so: most stages are not asked of any."""
        agrees = Verdict.AGREES
        left = [cell for cell in cells if cell.verdict is not agrees or cell.basis == "replayed"]
        return {cell.column for cell in left}, {cell.row for cell in left}

    return lambda axis, line: line + 1 not in others()[axis]


def _by_rows(cells: tuple[CellReport, ...], rows: tuple[RowReport, ...]) -> tuple[CellReport, ...]:
    """The cells; open ones in a refuted line are contradicted, unless a contradicted cell already explains the line."""
    refuted = [row for row in rows if row.verdict is Verdict.CONTRADICTED]
    if not refuted:
        return cells
    accused = [cell for cell in cells if cell.verdict is Verdict.CONTRADICTED]  # each explains its row by itself
    refuted = [row for row in refuted if not any(map(row.holds, accused))]
    return tuple(
        cell._replace(verdict=Verdict.CONTRADICTED, basis="row", reason=None)
        if cell.verdict in _OPEN and any(row.holds(cell) for row in refuted)
        else cell
        for cell in cells
    )
