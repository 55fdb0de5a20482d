"""The range that a stage states for its numbers: against what a given shows, and against what a formula can give."""

from collections.abc import Callable
from functools import partial

from verifier.boxes import bounds
from verifier.cells import attempt, keeps
from verifier.document import Stage
from verifier.evaluation import Evaluation
from verifier.interval import overlap, point
from verifier.printed import Infinite, Printed
from verifier.verdict import CellReport, Verdict, cell_report


def given_cells(stage: Stage, place: Callable[[Printed], int]) -> tuple[CellReport, ...]:
    """The cells of a given: contradicted only where the stage's own stated range rules out what it shows."""
    block = stage.block
    assert block is not None
    limits = bounds(stage)
    cells = []
    for index in block.places():
        cell = block.at(index)
        outside = limits is not None and (
            isinstance(cell, Infinite) or (isinstance(cell, Printed) and not overlap(point(cell.value), limits))
        )
        verdict = Verdict.CONTRADICTED if outside else Verdict.GIVEN
        cells.append(
            cell_report(
                stage,
                index,
                verdict=verdict,
                basis="cell" if outside else None,
                possible=limits if outside else None,
                place=place(cell) if isinstance(cell, Printed) else 0,
            )
        )
    return tuple(cells)


def judge_bounds(stage: Stage, ranges: Evaluation) -> tuple[Verdict, ...]:
    """Whether the formula keeps the range that the stage states: nothing where none is stated or none is known."""
    limits = bounds(stage)
    if limits is None or stage.formula is None:
        return ()
    array = attempt(lambda: ranges.value(stage.name), None)
    if array is None:
        return ()
    answers = {attempt(partial(keeps, cell, limits), None) for cell in array.cells}
    if False in answers:
        return (Verdict.CONTRADICTED,)
    return (Verdict.AGREES,) if answers == {True} else ()
