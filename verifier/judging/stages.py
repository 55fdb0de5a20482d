"""What a stage shows, judged by one of its formulas, and the verdict of the stage as a whole."""

from verifier.document.model import Derived, DerivedInterval, DerivedNumbers, DerivedWords, Formula, Stage
from verifier.judging.hulls import HullJudge
from verifier.judging.numbers import NumberJudge
from verifier.judging.shapes import judge_shape
from verifier.judging.words import WordJudge
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import AlsoReport, CellReport, ShapeReport, Verdict


def judge_cells(replay: Replay, views: Evaluations, derived: Derived | None) -> tuple[CellReport, ...]:
    """The verdicts of the numbers, the words or the two ends that a stage shows; none where it shows nothing."""
    match derived:
        case DerivedNumbers():
            return NumberJudge(replay, views, derived).cells()
        case DerivedWords():
            return WordJudge(replay.document, views, derived).cells()
        case DerivedInterval():
            return HullJudge(replay.document, replay.tolerance, views.widest, derived).cells()
    return ()


def also_report(replay: Replay, views: Evaluations, shapes: Shapes, stage: Stage, formula: Formula) -> AlsoReport:
    """A further formula of a stage, judged on its own; an interval is judged by its first formula alone."""
    shape = judge_shape(stage, formula, views.literal, shapes)
    cells = () if stage.block is None else judge_cells(replay, views, stage.derived_by(formula))
    return AlsoReport(formula, stage_verdict(shape, cells), cells, shape)


def stage_verdict(shape: ShapeReport, cells: tuple[CellReport, ...], *others: Verdict) -> Verdict:
    """The worst of shape, cells and whatever else was judged; else given; else unchecked.

    A shape that agrees makes a stage right only if none of its numbers went unchecked for that.
    """
    of_cells = {cell.verdict for cell in cells}
    verdicts = {shape.verdict, *of_cells, *others}
    for verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDED, Verdict.TOLERATED):
        if verdict in verdicts:
            return verdict
    if of_cells == {Verdict.GIVEN}:
        return Verdict.GIVEN
    checked = of_cells | set(others) if cells else verdicts
    return Verdict.AGREES if Verdict.AGREES in checked else Verdict.UNCHECKED
