"""Make the errata of a document: groups of contradicted or departing cells, each with its correction."""

from collections.abc import Collection
from functools import partial

from flint import fmpq

from verifier.document.graph import part_at
from verifier.document.model import DerivedNumbers, Stage
from verifier.errata.as_written import as_written
from verifier.errata.deviation import departed, deviation, in_units, relative
from verifier.errata.effort import Effort
from verifier.errata.explanations import UNSEARCHED, or_else, why
from verifier.errata.groups import Group, groups_of
from verifier.errata.headline import Case, headline
from verifier.errata.later_steps import used_later
from verifier.errata.likelier import likelier_than
from verifier.errata.likely_slips import likely_slip
from verifier.errata.repeats import corrected, repeated
from verifier.errata.sentences import Said, first_of, region_of, statement
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.misprinted_givens import rivals_or_given
from verifier.judging.rivals import Rivals
from verifier.numbers.number import Number, nearby
from verifier.preimages.exact_prints import print_in, text_in
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Erratum, StageReport, StandardVerdict, Verdict


def errata_of(
    replay: Replay, literal: Evaluation, reports: list[StageReport], *, causes: Collection[str], rivals: bool = True
) -> list[Erratum]:
    """All errata of a document, by reach, then size; cause and reach are computed of the stages named in *causes*.

    Both are computed as long as there is effort left; errata behind say that they are not. Without *rivals* only the
    errata of these stages have the numbers that may be wrong instead.
    """
    found: list[Erratum] = []
    places: dict[tuple[str, str], str] = {}
    effort = Effort(literal, replay.evaluation)
    if causes:
        from verifier.errata.reach import Followed, following, inherited, reach_of

        follow, heirs, followed = following(reports), inherited(reports), Followed(replay)
    for report in sorted(reports, key=lambda one: one.stage.text is not None):
        may_repeat = places and report.stage.text is not None and report.verdict is Verdict.CONTRADICTED
        is_again = may_repeat and repeated(report, _of_stage(replay, None, report, rivals=False), places)
        here = repeated(report, _of_stage(replay, None, report, rivals=rivals), places) if is_again else []
        if not here and report.stage.name in causes and effort.is_left:
            here = _of_stage(replay, literal, report)
            reached = [reach_of(followed, made, follow) for made in here]
            effort.add(report, here, sum(stages for _, stages in reached))
            here = [
                made._replace(
                    reach=() if made.likelier else reach,
                    inherited=() if made.kind == "departure" else heirs.get(made.stage, ()),
                )
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

    stages = {name for name, *_ in ids}
    return tuple(
        report._replace(cells=tuple(of(report, cell) for cell in report.cells))
        if report.stage.name in stages
        else report
        for report in reports
    )


def _weight(erratum: Erratum) -> tuple[int, fmpq, str]:
    return -sum(reach.cells for reach in erratum.reach), -_rough(erratum.units), erratum.id


def _rough(number: Number | None) -> fmpq:
    return fmpq(0) if number is None else nearby(number)


def _of_stage(replay: Replay, literal: Evaluation | None, report: StageReport, *, rivals: bool = True) -> list[Erratum]:
    groups = groups_of(replay, literal, report)
    if report.standard_verdict is StandardVerdict.DEPARTS:
        departing = [cell for cell in report.cells if cell.standard not in (None, cell.corrected)]
        groups.append(Group("departure", departing))
    name = report.stage.name
    numbers = enumerate(groups, start=1)
    return [_erratum(replay, report, group, f"{name}-{number}", rivals=rivals) for number, group in numbers]


def _part(replay: Replay, stage: Stage, cell: CellReport) -> Stage:
    """The part of a stage in which a cell lies."""
    return stage if stage.block is None else part_at(replay.document, stage, cell.index_in(stage.block))[0]


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
    document, sure = replay.document.whole or replay.document, _said(replay, report, cells, wanted)
    other, own = likelier_than(document, instead), statement(report, kind, cells, sure)
    if instead.of_given or other is not None:  # then nothing else was done
        group, cause = group._replace(cause=None, tried=0, hints=()), None
    said = own, likely_slip(replay, report.stage, judged), or_else(instead)
    title = headline(document, Case(report, kind, cells, sure, cause)) if other is None else other.heading
    return Erratum(
        id=name,
        stage=report.stage.name,
        kind=kind,
        cells=tuple((cell.row, cell.column) for cell in cells),
        statement="; ".join(filter(None, said)) if other is None else other.told(own),
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
        heading=as_written(replay, title),
        likelier=None if other is None else other.place,
    )


def _said(replay: Replay, report: StageReport, cells: list[CellReport], wanted: dict[tuple[int, int], str]) -> Said:
    stage, tolerance, first = report.stage, replay.tolerance, first_of(cells, wanted)
    declared, part = tolerance.declared(stage), stage if first is None else _part(replay, stage, first)
    mended = tuple(name for name in replay.above(part) if replay.contradicted.get(name))
    return Said(
        wanted=wanted,
        fits_all=replay.misprints.all_users_fit(stage),
        rule=declared or tolerance.rules(stage).likely[0],
        is_declared=declared is not None,
        here=_from_printed(replay, report, first),
        mended=mended,
        used=None if first is None or not mended else used_later(replay, report, first),
    )


def _from_printed(replay: Replay, report: StageReport, cell: CellReport | None) -> str | None:
    """What the printed operands of a number give, as it would be printed; None if that is no number or word."""
    value = None if cell is None else cell.literal
    if cell is None or cell.number is None or not isinstance(value, Number):
        return value if isinstance(value, str) else None
    fixed = attempt(partial(print_in(replay.tolerance, report.stage), cell.number, value), None)
    return None if fixed is None else text_in(replay.tolerance, report.stage, fixed)


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
