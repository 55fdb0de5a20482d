"""Contradictions that the replay does not know yet: those proved by rows, jointly or by bisection."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from verifier.replay.carrying import STATED
from verifier.replay.replay import Replay
from verifier.verdict import StageReport, Verdict

_POSSIBLE: Final = (Verdict.AGREES, Verdict.TOLERATED, Verdict.UNDECIDED, Verdict.UNCHECKED)


def newly_proved(replay: Replay, stages: Iterable[StageReport]) -> dict[str, frozenset[int]]:
    """By stage, the indices of all its contradicted cells; only of stages where the replay does not know them all.

    A stage is left out if a stage that it depends on is in the result, as that one is settled first.
    """
    stages = list(stages)
    joined = {(of.stage, *of.cell[:2]) for stage in stages for joint in stage.joint for of in joint.multiples}
    telling = (stage for stage in stages if joined or stage.verdict is Verdict.CONTRADICTED)
    cells = {stage.stage.name: _proved(replay, stage, joined) for stage in telling}
    found = {name: proved for name, proved in cells.items() if proved}
    return {
        name: cells for name, cells in found.items() if replay.above(replay.document.by_name[name]).isdisjoint(found)
    }


def proves_more(replay: Replay, report: StageReport) -> bool:
    """Whether a report has contradicted cells that the replay does not know, whatever other reports prove of them."""
    return report.verdict is Verdict.CONTRADICTED and bool(_proved(replay, report, ()))


def _proved(replay: Replay, report: StageReport, joined: Collection[tuple[str, int, int]]) -> frozenset[int]:
    """The indices of all contradicted cells of a stage; none where the replay knows them all."""
    name = report.stage.name
    known = replay.proved.get(name, frozenset[int]())
    cells = known.union(contradicted_cells(report), _of_refuted_sets(report, joined))
    return cells if cells - known - set(replay.contradicted.get(name, ())) else frozenset()


def may_be_right(replay: Replay, stages: Iterable[StageReport], proved: dict[str, frozenset[int]]) -> bool:
    """Whether some contradicted number rests on cells that are newly *proved* wrong, and may follow from right ones."""
    return any(
        (contradicted_cells(stage) or stage.joint) and not replay.above(stage.stage).isdisjoint(proved)
        for stage in stages
    )


def is_open_together(replay: Replay, report: StageReport) -> bool:
    """Whether each number of a stage is possible, and no one choice of operands is known to give all.

    A number that agrees with corrected operands alone says that prints are no choice.
    """
    if report.verdict is Verdict.CONTRADICTED or replay.carried.get(report.stage.name) == STATED:
        return False
    bases = {cell.basis for cell in report.cells}
    is_settled = bases <= {"literal"} or "mended" in bases
    return not is_settled and {cell.verdict for cell in report.cells}.issubset(_POSSIBLE)


def contradicted_cells(report: StageReport) -> list[int]:
    """The indices of the contradicted cells of a stage with a formula and a block; none of any other stage."""
    block = report.stage.block
    if block is None or report.stage.formula is None or report.verdict is not Verdict.CONTRADICTED:
        return []  # a stage with such a cell is contradicted
    return [cell.index_in(block) for cell in report.cells if cell.verdict is Verdict.CONTRADICTED]


def _of_refuted_sets(report: StageReport, joined: Collection[tuple[str, int, int]]) -> Iterator[int]:
    """The indices of the cells in refuted rows or *joined* with others, without those that the prints give."""
    rows = [row for row in report.rows if row.verdict is Verdict.CONTRADICTED]
    block, name = report.stage.block, report.stage.name
    if block is None:
        return
    for cell in report.cells:
        if cell.basis != "literal" and ((name, *cell[:2]) in joined or any(row.holds(cell) for row in rows)):
            yield cell.index_in(block)
