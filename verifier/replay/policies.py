"""The evaluations that verdicts are based on: of printed values, of carried values, and of ranges."""

from typing import NamedTuple

from verifier.evaluation.carried_sets import CarriedSets
from verifier.evaluation.evaluation import Evaluation, Interpreter, literal
from verifier.evaluation.range_evaluation import Possible
from verifier.preimages.boxes import Boxes
from verifier.replay.replay import Replay
from verifier.verdict import GivensReport


class Evaluations(NamedTuple):
    """The evaluations by which a cell is judged.

    `literal` computes with printed values, `replayed` with carried ones. `taken` and `declared` compute ranges over
    declared preimages, `widest` over the widest ones. `taken` reads givens as exact or rounded, as the document does;
    `declared` reads them as rounded. `carried` computes ranges over what computed operands can have been, `corrected`
    values with corrected operands, as carried and as printed. Ranges are
    computed of cells that points do not settle; `every_range` asks for those of all cells.
    """

    literal: Evaluation
    replayed: Evaluation
    taken: Evaluation
    declared: Evaluation
    widest: Evaluation
    carried: CarriedSets
    corrected: tuple[Evaluation, Evaluation]
    every_range: bool = False


def evaluations(replay: Replay, givens: GivensReport, interpreter: Interpreter | None = None) -> Evaluations:
    """All evaluations of one document; *interpreter*, if given, computes the literal one."""
    document, tolerance = replay.document, replay.tolerance
    declared = Possible(document, Boxes(tolerance, widest=False), replay.mended, memo=replay.memo)
    taken = declared
    if givens.reading == "exact":
        exact = frozenset(stage.name for stage in document.stages if stage.is_given)
        taken = Possible(document, Boxes(tolerance, widest=False, exact=exact), replay.mended, memo=replay.memo)
    points = literal(document, replay.memo, interpreter)
    carried = CarriedSets(document, Boxes(tolerance), replay.known_wrong, replay.memo)
    corrected = replay.right.evaluations
    return Evaluations(points, replay.evaluation, taken, declared, replay.ranges, carried, corrected)
