"""Judge one stage: its shape, cells, rows, further formulas, stated bounds and standard definition."""

from verifier.document.model import Derived, DerivedInterval, DerivedNumbers, DerivedWords, Formula, Stage
from verifier.judging.bounds import given_cells, judge_bounds
from verifier.judging.lines import judge_lines
from verifier.judging.numbers import NumberJudge
from verifier.judging.shapes import judge_shape, with_conflict
from verifier.judging.words import WordJudge
from verifier.preimages.readings import Tolerance
from verifier.proofs.equivalence import against_standard
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.rewriting.bound_symbols import BoundSymbols
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import AlsoReport, CellReport, RowReport, ShapeReport, StageReport, Verdict


def judge_stage(replay: Replay, views: Evaluations, shapes: Shapes, symbols: BoundSymbols, stage: Stage) -> StageReport:
    """The report on one stage, without corrections and errata."""
    shape = with_conflict(judge_shape(stage, stage.formula, views.literal, shapes), symbols.conflict(stage))
    shown = stage.numbers
    resolution = None if shown is None else str(replay.tolerance.resolutions[stage.name])
    if stage.formula is None:
        cells = _given(stage, replay.tolerance)
        return StageReport(stage, stage_verdict(shape, cells), shape, cells, resolution=resolution)
    derived = stage.derived
    cells = judge_cells(replay, views, derived)
    also = tuple(also_report(replay, views, shapes, stage, formula) for formula in stage.also)
    rows: tuple[RowReport, ...] = ()
    if isinstance(derived, DerivedNumbers):
        rows, cells = judge_lines(replay, views, shapes, derived, shape, cells)
    claim = judge_bounds(stage, views.widest, cells, replay.tolerance)
    departs, why = against_standard(stage, views.literal, shapes) or (None, None)
    refuted = (row.verdict for row in rows if row.verdict is Verdict.CONTRADICTED)
    return StageReport(
        stage,
        stage_verdict(shape, cells, *refuted, *claim),
        shape,
        cells,
        rows,
        claim=claim[0] if claim else None,
        standard_verdict=departs,
        standard_reason=why,
        also=also,
        reason=shape.reason,
        carried=replay.carried.get(stage.name, "computed"),
        resolution=resolution,
    )


def _given(stage: Stage, tolerance: Tolerance) -> tuple[CellReport, ...]:
    """The cells of a stage without a formula."""
    if stage.block is not None:
        return given_cells(stage, stage.block, tolerance)
    if stage.hull is None:
        return ()
    from verifier.judging.hulls import given_ends  # imported here, as few stages show intervals

    return given_ends(stage.hull, tolerance.resolutions[stage.name].decimals_of)


def judge_cells(replay: Replay, views: Evaluations, derived: Derived | None) -> tuple[CellReport, ...]:
    """The reports on the numbers, the words or the two ends that a stage shows; empty if it shows nothing."""
    match derived:
        case DerivedNumbers():
            cells = NumberJudge(replay, views, derived).cells()
            if not any(cell.verdict is Verdict.CONTRADICTED for cell in cells):
                return cells
            from verifier.judging.borne_out import with_borne_out  # imported here, as right documents need none

            return with_borne_out(replay, views, derived, cells)
        case DerivedWords():
            return WordJudge(replay, views, derived).cells()
        case DerivedInterval():
            from verifier.judging.hulls import HullJudge  # imported here, as few stages show intervals

            return HullJudge(replay.document, replay.tolerance, views.widest, derived).cells()
    return ()


def also_report(replay: Replay, views: Evaluations, shapes: Shapes, stage: Stage, formula: Formula) -> AlsoReport:
    """The report on a further formula of a stage; the ends of an interval are not judged by it."""
    shape = judge_shape(stage, formula, views.literal, shapes)
    cells = () if stage.block is None else judge_cells(replay, views, stage.derived_by(formula))
    return AlsoReport(formula, stage_verdict(shape, cells), cells, shape)


def stage_verdict(shape: ShapeReport, cells: tuple[CellReport, ...], *others: Verdict) -> Verdict:
    """The verdict of a stage: the worst of shape, cells and *others*; else given, agrees or unchecked.

    An agreeing shape makes a stage agree only if the stage has no cells.
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
