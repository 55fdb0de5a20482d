"""The evaluations that verdicts rest on: as printed, as replayed, and all that the operands allow."""

from typing import NamedTuple

from verifier.evaluation.evaluation import Evaluation, Interpreter, literal
from verifier.evaluation.range_evaluation import Possible
from verifier.preimages.boxes import Boxes
from verifier.replay.replay import Replay
from verifier.verdict import GivensReport


class Evaluations(NamedTuple):
    """The evaluations that a cell is judged by: points, and ranges of operands.

    `taken` and `declared` are ranges of declared preimages, `widest` of the widest ones.
    `taken` takes givens as the document's reading has them, `declared` as rounded. Ranges are
    for cells that no single choice settles; with `every_range` a reader wants them of all.
    """

    literal: Evaluation
    replayed: Evaluation
    taken: Evaluation
    declared: Evaluation
    widest: Evaluation
    every_range: bool = False


def evaluations(replay: Replay, givens: GivensReport, interpreter: Interpreter | None = None) -> Evaluations:
    """All evaluations for one document; the literal one by another engine's interpreter, where one is given."""
    document, tolerance = replay.document, replay.tolerance
    declared = Possible(document, Boxes(tolerance, widest=False), replay.mended, memo=replay.memo)
    taken = declared
    if givens.reading == "exact":
        taken = Possible(document, Boxes(tolerance, widest=False, exact_givens=True), replay.mended, memo=replay.memo)
    return Evaluations(literal(document, replay.memo, interpreter), replay.evaluation, taken, declared, replay.ranges)
