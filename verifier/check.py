"""From a document to its report: every room in its turn."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from verifier.document.graph import users_of
from verifier.document.model import DerivedNumbers, Document, Formula, Stage
from verifier.errata.grouping import errata_of
from verifier.evaluation.evaluation import Interpreter, textbook
from verifier.formulas.parser import parse_formula
from verifier.judging.bounds import given_cells, judge_bounds
from verifier.judging.hulls import given_ends
from verifier.judging.shapes import judge_shape
from verifier.judging.stages import also_report, judge_cells, stage_verdict
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.operations import signatures
from verifier.preimages.readings import Tolerance
from verifier.proofs.equivalence import against_standard
from verifier.proofs.joint.contraction import contraction_reports
from verifier.proofs.joint.reports import joint_reports
from verifier.replay.correction import Mending
from verifier.replay.inference import infer, infer_givens
from verifier.replay.policies import Evaluations, evaluations
from verifier.replay.replay import SLIPPED, Replay
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import CellReport, Report, RoundingReport, RowReport, ShapeReport, StageReport, Verdict

ENGINES: Final = ("flint", "sympy")


MOST_ROUNDS: Final = 8
"""So many stages, each below the one before, may be seen to be misprinted by more than their ranges."""
Proved: TypeAlias = dict[str, frozenset[int]]


class Wishes(NamedTuple):
    """What is asked for beyond verdicts: causes, an engine for the literal values, the range of every cell."""

    causes: bool
    engine: str
    ranges: bool


def check(document: Document, *, causes: bool = True, engine: str = "flint", ranges: bool = False) -> Report:
    """The report on a document; without *causes* it says what is wrong, and not why or how far it reaches.

    With the *engine* sympy the values that printed operands give are the second engine's. With *ranges* each cell has
    its possible range; else those that no single choice of operands settles.
    """
    with working_precision(PRECISIONS[0]):
        return _check(document, Wishes(causes, engine, ranges))


def _check(document: Document, wishes: Wishes) -> Report:
    replay, rounding = infer(document)
    report = _judge(replay, rounding, wishes)
    proved: Proved = {}
    for _ in range(MOST_ROUNDS):  # what follows is judged against the right numbers of a misprint
        more = _newly_proved(replay, report)
        if not more:
            break
        proved |= more
        again = Replay(document, replay.tolerance, proved=proved, memo=replay.memo)
        replay, report = again, report if again.carried == replay.carried else _judge(again, rounding, wishes)
    slipped = _slipped(report) if wishes.causes else {}
    if slipped:  # what follows is judged against what the author really had
        again = Replay(document, replay.tolerance, slipped, proved, memo=replay.memo)
        if SLIPPED in again.carried.values():
            report = _judge(again, rounding, wishes)
    return report


def _interpreter(engine: str) -> Interpreter | None:
    if engine != "sympy":
        return None
    from verifier.engines.sympy.values import evaluate

    return evaluate


def _judge(replay: Replay, rounding: RoundingReport, wishes: Wishes) -> Report:
    """The report under one replay."""
    document = replay.document
    givens = infer_givens(replay)
    views = evaluations(replay, givens, _interpreter(wishes.engine))._replace(every_range=wishes.ranges)
    shapes = Shapes(document)
    reports = [_judged(replay, views, shapes, stage) for stage in document.stages]
    wrong = {report.stage.name: _contradicted(report) for report in reports}
    corrected = Mending(replay, lambda stage: wrong[stage.name])
    standard = Mending(replay, lambda stage: wrong[stage.name] if stage.standard is None else [], textbook)
    reports = [_with_corrections(report, corrected, standard) for report in reports]
    reports = [_with_resolution(report, replay) for report in reports]
    errata = errata_of(replay, views.literal, reports, causes=wishes.causes)
    named = {(made.stage, *place): made.id for made in errata if made.kind != "departure" for place in made.cells}
    reports = [_with_errata(report, named) for report in reports]
    return Report(document, wishes.engine, rounding, givens, tuple(reports), tuple(errata))


def _slipped(report: Report) -> dict[str, Formula]:
    """The slips that explain all that is wrong of a stage, where a later stage is not yet right at its word."""
    users = users_of(report.document)
    found: dict[str, Formula] = {}
    for erratum in report.errata:
        text = erratum.slips[-1].get("formula") if erratum.slips else None
        wrong = sum(cell.verdict is Verdict.CONTRADICTED for cell in report.by_name[erratum.stage].cells)
        later = [report.by_name[user.stage.name] for user in users.get(erratum.stage, ())]
        open_cells = any(cell.basis != "literal" for user in later for cell in user.cells)
        if text is not None and len(erratum.cells) == wrong and open_cells:
            found[erratum.stage] = Formula(text, parse_formula(text, signatures()), 0, 0)
    return found


def _contradicted(report: StageReport) -> list[int]:
    block = report.stage.block
    if block is None or report.stage.formula is None:
        return []
    return [cell.index_in(block) for cell in report.cells if cell.verdict is Verdict.CONTRADICTED]


def _newly_proved(replay: Replay, report: Report) -> Proved:
    """By stage, the contradicted cells that the replay does not know of; of stages with nothing such above them."""
    found: Proved = {}
    for stage in report.stages:
        known = replay.proved.get(stage.stage.name, frozenset())
        cells = known.union(_contradicted(stage), _of_refuted_rows(stage))
        if cells - known - set(replay.contradicted.get(stage.stage.name, ())):
            found[stage.stage.name] = cells
    return {
        name: cells for name, cells in found.items() if not found.keys() & replay.above(replay.document.by_name[name])
    }


def _of_refuted_rows(report: StageReport) -> Iterator[int]:
    """The cells of rows that are impossible together, where the printed operands do not give them as shown."""
    rows = [row for row in report.rows if row.verdict is Verdict.CONTRADICTED]
    block = report.stage.block
    if not rows or block is None:
        return
    for cell in report.cells:
        if cell.basis != "literal" and any(row.holds(cell) for row in rows):
            yield cell.index_in(block)


def _judged(replay: Replay, views: Evaluations, shapes: Shapes, stage: Stage) -> StageReport:
    if stage.formula is None:
        shape = judge_shape(stage, None, views.literal, shapes)
        cells = _given(stage, replay.tolerance)
        return StageReport(stage, stage_verdict(shape, cells), shape, cells)
    shape = judge_shape(stage, stage.formula, views.literal, shapes)
    derived = stage.derived
    cells = judge_cells(replay, views, derived)
    also = tuple(also_report(replay, views, shapes, stage, formula) for formula in stage.also)
    rows: tuple[RowReport, ...] = ()
    if isinstance(derived, DerivedNumbers):
        rows = joint_reports(derived, replay.tolerance, views.widest, shapes, _settled(derived, shape, cells))
        cells = _by_rows(cells, rows)
        more = contraction_reports(derived, replay.tolerance, views.widest, cells)
        rows, cells = (*rows, *more), _by_rows(cells, more)
    claim = judge_bounds(stage, views.widest)
    departs, why = against_standard(stage, views.literal, shapes) or (None, None)
    return StageReport(
        stage,
        stage_verdict(shape, cells, *(row.verdict for row in rows if row.verdict is Verdict.CONTRADICTED), *claim),
        shape,
        cells,
        rows,
        claim=claim[0] if claim else None,
        standard_verdict=departs,
        standard_reason=why,
        also=also,
        reason=shape.reason,
        carried=replay.carried.get(stage.name, "computed"),
    )


def _given(stage: Stage, tolerance: Tolerance) -> tuple[CellReport, ...]:
    """The cells of a stage that no formula gives."""
    if stage.block is not None:
        return given_cells(stage, stage.block, tolerance)
    return () if stage.hull is None else given_ends(stage.hull, tolerance.resolutions[stage.name].place)


def _settled(numbers: DerivedNumbers, shape: ShapeReport, cells: tuple[CellReport, ...]) -> Callable[[int, int], bool]:
    """Whether the printed operands, taken at their word, give all that a line shows."""
    if shape.computed != numbers.block.shape:
        return lambda _axis, _place: False
    count = {1: [0] * numbers.block.rows, 0: [0] * numbers.block.columns}
    for cell in cells:
        if cell.basis != "literal":
            count[1][cell.row - 1] += 1
            count[0][cell.column - 1] += 1
    return lambda axis, place: count[axis][place] == 0


def _by_rows(cells: tuple[CellReport, ...], rows: tuple[RowReport, ...]) -> tuple[CellReport, ...]:
    """Cells that nothing else decides, where their row as a whole is impossible."""
    accused = [cell for cell in cells if cell.verdict is Verdict.CONTRADICTED]  # each explains its row by itself
    refuted = [row for row in rows if row.verdict is Verdict.CONTRADICTED and not any(map(row.holds, accused))]
    open_verdicts = (Verdict.UNDECIDED, Verdict.UNCHECKED)
    return tuple(
        cell._replace(verdict=Verdict.CONTRADICTED, basis="row", reason=None)
        if cell.verdict in open_verdicts and any(row.holds(cell) for row in refuted)
        else cell
        for cell in cells
    )


def _with_corrections(report: StageReport, corrected: Mending, standard: Mending) -> StageReport:
    stage = report.stage
    if stage.formula is None or stage.block is None:
        return report
    touched = corrected.touched.get(stage.name, set())
    above = corrected.roots(stage) if touched else ()
    cells = []
    for cell in report.cells:
        index = cell.index_in(stage.block)
        inherits = index in touched and cell.verdict not in (Verdict.CONTRADICTED, Verdict.UNCHECKED)
        cells.append(
            cell._replace(
                corrected=corrected.text(stage.name, index),
                standard=standard.text(stage.name, index),
                inherited_from=above if inherits else (),
            )
        )
    return report._replace(cells=tuple(cells))


def _with_resolution(report: StageReport, replay: Replay) -> StageReport:
    """How the digits of the stage's numbers were counted."""
    if report.stage.numbers is None:
        return report
    return report._replace(resolution=str(replay.tolerance.resolutions[report.stage.name]))


def _with_errata(report: StageReport, named: dict[tuple[str, int, int], str]) -> StageReport:
    def numbered(cell: CellReport) -> CellReport:
        found = named.get((report.stage.name, cell.row, cell.column))
        return cell if found is None else cell._replace(erratum=found)

    return report._replace(cells=tuple(map(numbered, report.cells)))
