"""Group contradicted or departing cells into errata, each with its correction.

A stage has one erratum for each cause that the search found, and one for the contradicted cells that it left.
"""

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from verifier.document.graph import part_at
from verifier.document.model import DerivedNumbers, Stage
from verifier.errata.as_written import as_written
from verifier.errata.deviation import departed, deviation, in_units, relative
from verifier.errata.effort import Effort
from verifier.errata.explanations import UNSEARCHED, or_else, why
from verifier.errata.headline import Case, headline
from verifier.errata.likely_slips import likely_slip
from verifier.errata.reach import Followed, following, inherited, reach_of
from verifier.errata.repeats import corrected, repeated
from verifier.errata.sentences import Said, first_of, refuted_rows, region_of, statement
from verifier.evaluation.predicates import attempt, cell_of, shown_by
from verifier.evaluation.stage_values import Evaluation
from verifier.hint import Hint
from verifier.judging.misprinted_givens import rivals_or_given
from verifier.judging.rivals import Rivals
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import is_far
from verifier.numbers.number import Number, nearby
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.rounding import one_step_rules
from verifier.preimages.exact_prints import print_in
from verifier.record import NamedTuple
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Erratum, Kind, StageReport, StandardVerdict, Verdict

if TYPE_CHECKING:
    from verifier.causes.search import Cause


class Group(NamedTuple):
    """Cells of a stage that make one erratum.

    `tried` counts the slips tried; `is_cut` says that the search reached its bound before all were tried. `hints` say
    what may explain cells without a cause.
    """

    kind: Kind
    cells: list[CellReport]
    cause: "Cause | None" = None
    tried: int = 0
    is_cut: bool = False
    hints: tuple[Hint, ...] = ()


def errata_of(
    replay: Replay, literal: Evaluation, reports: list[StageReport], *, causes: Collection[str], rivals: bool = True
) -> list[Erratum]:
    """All errata of a document, by reach, then size; cause and reach are computed of the stages named in *causes*.

    Both are computed as long as there is effort left; errata behind say that they are not. Without *rivals* only the
    errata of these stages have the numbers that may be wrong instead.
    """
    found: list[Erratum] = []
    places: dict[tuple[str, str], str] = {}
    follow = following(reports) if causes else frozenset[tuple[str, int]]()
    heirs, followed = inherited(reports) if causes else {}, Followed(replay)
    effort = Effort(literal, replay.evaluation)
    for report in sorted(reports, key=lambda one: one.stage.text is not None):
        may_repeat = places and report.stage.text is not None and report.verdict is Verdict.CONTRADICTED
        is_again = may_repeat and repeated(report, _of_stage(replay, None, report, rivals=False), places)
        here = repeated(report, _of_stage(replay, None, report, rivals=rivals), places) if is_again else []
        if not here and report.stage.name in causes and effort.is_left:
            here = _of_stage(replay, literal, report)
            reached = [reach_of(followed, made, follow) for made in here]
            effort.add(report, here, sum(stages for _, stages in reached))
            here = [
                made._replace(reach=reach, inherited=() if made.kind == "departure" else heirs.get(made.stage, ()))
                for made, (reach, _) in zip(here, reached, strict=True)
            ]
        elif not here:
            here = _of_stage(replay, None, report, rivals=rivals)
            here = [made._replace(explanation=UNSEARCHED) for made in here] if causes else here
        for place, shown in corrected(report, here):
            places.setdefault(shown, place)
        found += here
    return sorted(found, key=_weight)


def numbered(reports: list[StageReport], errata: list[Erratum]) -> tuple[StageReport, ...]:
    """The reports with the id of its erratum set on each cell; departures are left out."""
    ids = {(made.stage, *cell): made.id for made in errata if made.kind != "departure" for cell in made.cells}

    def of(report: StageReport, cell: CellReport) -> CellReport:
        found = ids.get((report.stage.name, cell.row, cell.column))
        return cell if found is None else cell._replace(erratum=found)

    return tuple(report._replace(cells=tuple(of(report, cell) for cell in report.cells)) for report in reports)


def _weight(erratum: Erratum) -> tuple[int, fmpq, str]:
    return -sum(reach.cells for reach in erratum.reach), -_rough(erratum.units), erratum.id


def _rough(number: Number | None) -> fmpq:
    return fmpq(0) if number is None else nearby(number)


def _of_stage(replay: Replay, literal: Evaluation | None, report: StageReport, *, rivals: bool = True) -> list[Erratum]:
    groups = _contradicted(replay, literal, report)
    if report.standard_verdict is StandardVerdict.DEPARTS:
        departing = [cell for cell in report.cells if cell.standard not in (None, cell.corrected)]
        groups.append(Group("departure", departing))
    name = report.stage.name
    numbers = enumerate(groups, start=1)
    return [_erratum(replay, report, group, f"{name}-{number}", rivals=rivals) for number, group in numbers]


def _contradicted(replay: Replay, literal: Evaluation | None, report: StageReport) -> list[Group]:
    cells = [cell for cell in report.cells if cell.verdict is Verdict.CONTRADICTED]
    groups: list[Group] = []
    if report.shape.verdict is Verdict.CONTRADICTED:
        groups.append(Group("shape", []))
    if report.stage.words is not None:
        return [*groups, Group("words", cells)] if cells else groups
    if report.stage.of_sides:  # any number of two expressions may be wrong
        return [Group("arithmetic", cells)] if cells else groups
    if any(cell.basis != "row" for cell in cells):
        for kind, some in _by_kind(replay, report.stage, cells):
            groups += _of_numbers(replay, literal, report, kind, some)
        cells = []
    accused = [cell for cell in report.cells if cell.verdict is Verdict.CONTRADICTED and cell.basis != "row"]
    alone = [row for row in refuted_rows(report) if not any(map(row.holds, accused))]
    if cells or alone or report.claim is Verdict.CONTRADICTED:
        groups += _by_cause(replay, literal, report, "row", cells)
    if report.joint and not any(cell.basis == "joint" for cell in report.cells):
        groups.append(Group("joint", [cell for cell in report.cells if report.clashes(cell)]))
    return groups


def _by_kind(replay: Replay, stage: Stage, cells: list[CellReport]) -> Iterator[tuple[Kind, list[CellReport]]]:
    """The contradicted cells of a stage that later stages show to be misprinted, and the others."""
    block = stage.block
    misprinted = [cell for cell in cells if block is not None and replay.misprints.has(stage, cell.index_in(block))]
    if misprinted:
        yield "misprint", misprinted
    if len(misprinted) < len(cells):
        yield "arithmetic", [cell for cell in cells if cell not in misprinted]


def _part(replay: Replay, stage: Stage, cell: CellReport) -> Stage:
    """The part of a stage in which a cell lies."""
    return stage if stage.block is None else part_at(replay.document, stage, cell.index_in(stage.block))[0]


def _of_numbers(
    replay: Replay, literal: Evaluation | None, report: StageReport, kind: Kind, cells: list[CellReport]
) -> list[Group]:
    """The groups of contradicted numbers; those that another rounding rule prints form a `display` group.

    They do not if a cause that is found for other cells explains them too.
    """
    infinite = [cell for cell in cells if cell.number is None]
    if infinite:  # no cause is searched for them
        numbers = [cell for cell in cells if cell.number is not None]
        found = _of_numbers(replay, literal, report, kind, numbers) if numbers else []
        return [*found, Group("arithmetic", infinite)]
    shown = [cell for cell in cells if _by_another_rule(replay, report.stage, cell)]
    if len(shown) == len(cells):
        return [Group("display", shown)]
    groups = _by_cause(replay, literal, report, kind, cells)
    rest = [cell for group in groups if group.cause is None for cell in group.cells]
    wrong = [cell for cell in rest if cell not in shown]
    displayed = [cell for cell in rest if cell in shown and not _is_of_wrong_line(report, cell, wrong)]
    left = [cell for cell in rest if cell not in displayed]
    groups = [group if group.cause is not None else group._replace(cells=left) for group in groups]
    return [*(group for group in groups if group.cells), *([Group("display", displayed)] if displayed else [])]


def _is_of_wrong_line(report: StageReport, cell: CellReport, wrong: Collection[CellReport]) -> bool:
    """Whether all other numbers of a row or a column, two or more, are wrong: its last is no rounding beside them."""
    rows = [one for one in report.cells if one.row == cell.row and one is not cell]
    columns = [one for one in report.cells if one.column == cell.column and one is not cell]
    return any(len(line) > 1 and all(one in wrong for one in line) for line in (rows, columns))


def _by_cause(
    replay: Replay, literal: Evaluation | None, report: StageReport, kind: Kind, cells: list[CellReport]
) -> list[Group]:
    """One group for each cause found, and one for the rest; one group if causes are off or no cell is a number."""
    numbers = report.stage.derived
    if literal is None or not isinstance(numbers, DerivedNumbers) or all(cell.number is None for cell in cells):
        return [Group(kind, cells)]
    from verifier.causes.diagnosis import diagnose  # imported here, as a check without causes starts faster

    by_index = {cell.index_in(numbers.block): cell for cell in cells if cell.number is not None}
    found = diagnose(replay, literal, numbers, list(by_index))
    groups = [Group(kind, [by_index[index] for index in cause.cells], cause, found.tried) for cause in found.causes]
    left = [cell for cell in cells if cell.number is None or cell.index_in(numbers.block) in found.unexplained]
    if left:
        groups.append(Group(kind, left, None, found.tried, found.is_cut, found.hints))
    return groups


def _by_another_rule(replay: Replay, stage: Stage, cell: CellReport) -> bool:
    """Whether some rounding rule prints the literal or the carried value of the cell as shown.

    None prints a number that has a finer digit than it stands for, as 17 rounded to tens.
    """
    number, formula = cell.number, stage.formula
    if number is None or (not number.is_fraction and (number.value / _unit(replay, stage, number)).q != 1):
        return False
    replayed = None if formula is None else attempt(partial(replay.evaluation.of, formula), None)
    carried = None if replayed is None else cell_of(replayed, cell.row - 1, cell.column - 1)
    values = [value for value in (cell.literal, carried) if isinstance(value, Number)]
    by = partial(shown_by, replay.tolerance, stage, number)
    unit = _unit(replay, stage, number)
    shown = BoundedInterval(number.value - unit, number.value + unit)  # all that some rule may print so
    near = [value for value in values if number.is_fraction or not is_far(shown, value)]
    return any(by(value, rule) for rule in one_step_rules() for value in near)


def _unit(replay: Replay, stage: Stage, number: Printed) -> fmpq:
    """The unit of the last digit that a number stands for."""
    return power_of_ten(-replay.tolerance.resolutions[stage.name].decimals_of(number))


def _erratum(replay: Replay, report: StageReport, group: Group, name: str, *, rivals: bool) -> Erratum:
    kind, cells, cause = group.kind, group.cells, group.cause
    judged = [] if kind == "joint" else cells  # which of them are wrong is not known
    wanted = {
        (cell.row, cell.column): text
        for cell in judged
        if (text := cell.standard if kind == "departure" else cell.corrected) not in (None, cell.text)
    }
    far = partial(departed, wanted) if kind == "departure" else deviation
    worst = max(judged, key=lambda cell: _rough(far(cell)), default=None)
    instead = _rivals(replay, report, cells) if rivals and kind in ("arithmetic", "display") else Rivals({})
    if instead.of_given:  # then nothing else was done
        group, cause = group._replace(cause=None, tried=0, hints=()), None
    document, sure = replay.document.whole or replay.document, _said(replay, report, cells, wanted)
    said = statement(report, kind, cells, sure), likely_slip(replay, report.stage, judged), or_else(instead)
    return Erratum(
        id=name,
        stage=report.stage.name,
        kind=kind,
        cells=tuple((cell.row, cell.column) for cell in cells),
        statement="; ".join(filter(None, said)),
        explanation=as_written(replay, why(cause, group.tried, len(cells), group.hints, is_cut=group.is_cut)),
        correction=wanted,
        instead=instead.reads,
        units=None if worst is None else in_units(worst, far(worst)),
        relative=None if worst is None else relative(worst, far(worst), wanted if kind == "departure" else {}),
        slips=() if cause is None else cause.readings[0].slips,
        reproduced=0 if cause is None else len(cause.cells),
        of=len(cells),
        tried=group.tried,
        fitting=0 if cause is None else len(cause.readings),
        chance=None if cause is None else cause.chance,
        hints=tuple(hint._replace(text=as_written(replay, hint.text)) for hint in group.hints),
        region=str(region_of(report, cells)) if cells else "",
        heading=as_written(replay, headline(document, Case(report, kind, cells, sure, cause))),
    )


def _said(replay: Replay, report: StageReport, cells: list[CellReport], wanted: dict[tuple[int, int], str]) -> Said:
    stage, tolerance, first = report.stage, replay.tolerance, first_of(cells, wanted)
    declared, part = tolerance.declared(stage), stage if first is None else _part(replay, stage, first)
    return Said(
        wanted=wanted,
        fits_all=replay.misprints.fits_all_users(stage),
        rule=declared or tolerance.rules(stage).likely[0],
        is_declared=declared is not None,
        here=_from_printed(replay, report, first),
        mended=tuple(name for name in replay.above(part) if replay.contradicted.get(name)),
    )


def _from_printed(replay: Replay, report: StageReport, cell: CellReport | None) -> str | None:
    """What the printed operands of a number give, as it would be printed; None if that is no number or word."""
    value = None if cell is None else cell.literal
    if cell is None or cell.number is None or not isinstance(value, Number):
        return value if isinstance(value, str) else None
    fixed = attempt(partial(print_in(replay.tolerance, report.stage), cell.number, value), None)
    return None if fixed is None else replay.tolerance.show(report.stage, fixed)


def _rivals(replay: Replay, report: StageReport, cells: list[CellReport]) -> Rivals:
    """What operands should read if they are wrong, and not the cells."""
    if report.stage.block is None:
        return Rivals({})
    found = [part_at(replay.document, report.stage, cell.index_in(report.stage.block)) for cell in cells]
    parts = list(dict.fromkeys(part.name for part, _ in found))
    numbers = found[0][0].derived if len(parts) == 1 else None
    if not isinstance(numbers, DerivedNumbers):
        return Rivals({})
    indices, by_chain = [index for _, index in found], any(cell.basis == "chain" for cell in cells)
    return rivals_or_given(replay, numbers, indices, by_chain=by_chain)
