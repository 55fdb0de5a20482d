"""The range that a stage states for its numbers: against what a given shows, and against what a formula can give."""

from functools import partial

from verifier.document.model import Block, Grid, Stage, Word
from verifier.evaluation.evaluation import Evaluation
from verifier.evaluation.predicates import attempt, keeps
from verifier.numbers.interval import Interval, overlap, point
from verifier.numbers.printed import Infinite, Printed
from verifier.preimages.boxes import stated_bounds
from verifier.preimages.readings import Tolerance
from verifier.verdict import CellReport, Verdict, cell_report


def given_cells(stage: Stage, block: Block | Grid[Word], tolerance: Tolerance) -> tuple[CellReport, ...]:
    """The cells of a given: contradicted only where the stage's own stated range rules out all that prints so."""
    limits, resolution = stated_bounds(stage), tolerance.resolutions[stage.name]
    cells = []
    for index, cell in block.printed():
        outside = limits is not None and not _may_lie(cell, limits, stage, tolerance)
        cells.append(
            cell_report(
                *(block, index, cell),
                verdict=Verdict.CONTRADICTED if outside else Verdict.GIVEN,
                basis="cell" if outside else None,
                possible=limits if outside else None,
                decimals=resolution.decimals_of(cell) if isinstance(cell, Printed) else 0,
            )
        )
    return tuple(cells)


def _may_lie(cell: object, limits: Interval, stage: Stage, tolerance: Tolerance) -> bool:
    """Whether a number that prints as a given shows lies within limits: of one that is declared exact, itself."""
    if not isinstance(cell, Printed):
        return not isinstance(cell, Infinite)
    box = None if tolerance.givens(stage) == "exact" else tolerance.widest_preimage(stage, cell)
    return overlap(box or point(cell.value), limits)


def judge_bounds(stage: Stage, ranges: Evaluation) -> tuple[Verdict, ...]:
    """Whether the formula keeps the range that the stage states: nothing where none is stated or none is known."""
    limits = stated_bounds(stage)
    if limits is None or stage.formula is None:
        return ()
    array = attempt(lambda: ranges.value(stage.name), None)
    if array is None:
        return ()
    answers = {attempt(partial(keeps, cell, limits), None) for cell in array.cells}
    if False in answers:
        return (Verdict.CONTRADICTED,)
    return (Verdict.AGREES,) if answers == {True} else ()
