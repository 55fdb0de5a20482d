"""A number that says another one by a power of ten, as 62.4% does 0.624, where that one is wrong by this power."""

from collections.abc import Collection, Mapping

from verifier.document.model import Stage
from verifier.evaluation.predicates import attempt, cell_of
from verifier.evaluation.stage_values import Evaluation
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import said_by_power


def says_right(
    corrected: Evaluation, tolerance: Tolerance, stage: Stage, touched: Mapping[str, Collection[int]], cell: PrintedCell
) -> bool:
    """Whether a number says by itself what the one should be that it says again: 62.4% behind 0.624 for 62.4.

    *corrected* gives what that should be; *touched* has the wrong numbers by stage.
    """
    name = said_by_power(stage)
    if name is None or not touched.get(name):
        return False
    return attempt(
        lambda: tolerance.prints(stage, cell.number, cell_of(corrected.operand(name), cell.row, cell.column)),
        fallback=False,
    )
