"""Judge the bounds that a stage states for its numbers: against printed givens, and against the formula's range."""

from collections.abc import Iterable, Iterator
from functools import partial

from verifier.document.model import Block, Grid, Stage, Word
from verifier.evaluation.predicates import attempt, keeps
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.cells import cell_report
from verifier.numbers.interval import Interval, overlap, point
from verifier.numbers.other_cells import Blank, Bound, Infinite
from verifier.numbers.printed import Printed
from verifier.preimages.boxes import stated_bounds
from verifier.preimages.readings import Tolerance
from verifier.verdict import CellReport, Verdict


def given_cells(stage: Stage, block: Block | Grid[Word], tolerance: Tolerance) -> tuple[CellReport, ...]:
    """The cells of a given: contradicted where no number within the stated bounds prints as shown, else given."""
    limits, decimals = stated_bounds(stage), tolerance.columns.decimals(stage)
    cells = []
    for index, cell in block.printed():
        outside = limits is not None and not _may_lie(cell, limits, stage, tolerance)
        cells.append(
            cell_report(
                *(block, index, cell),
                verdict=Verdict.CONTRADICTED if outside else Verdict.GIVEN,
                basis="cell" if outside else None,
                possible=limits if outside else None,
                decimals=decimals[index] or 0 if isinstance(cell, Printed) else 0,
            )
        )
    return tuple(cells)


def _may_lie(cell: object, limits: Interval, stage: Stage, tolerance: Tolerance) -> bool:
    """Whether some number that prints as shown lies within the limits; a given declared exact is that number itself."""
    if not isinstance(cell, Printed):
        is_any = not isinstance(cell, Infinite) or isinstance(cell, Blank)
        return is_any or (isinstance(cell, Bound) and overlap(cell.box, limits))
    box = None if tolerance.givens(stage) == "exact" else tolerance.widest_preimage(stage, cell)
    return overlap(box or point(cell.value), limits)


def judge_bounds(
    stage: Stage, ranges: Evaluation, cells: Iterable[CellReport], tolerance: Tolerance
) -> tuple[Verdict, ...]:
    """The verdict on the stated bounds; empty if none are stated or neither ranges nor *cells* decide anything."""
    limits = stated_bounds(stage)
    if limits is None or stage.formula is None:
        return ()
    array = attempt(lambda: ranges.value(stage.name), None)
    answers = set() if array is None else {attempt(partial(keeps, cell, limits), None) for cell in array.cells}
    if False in answers or any(not _may_lie(shown, limits, stage, tolerance) for shown in _agreeing(stage, cells)):
        return (Verdict.CONTRADICTED,)
    return (Verdict.AGREES,) if answers == {True} else ()


def _agreeing(stage: Stage, cells: Iterable[CellReport]) -> Iterator[object]:
    """What a stage shows where its formula agrees."""
    block = stage.block
    if block is not None:
        yield from (block.cells[cell.index_in(block)] for cell in cells if cell.verdict is Verdict.AGREES)
