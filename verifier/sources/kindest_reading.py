"""Judge an author's file in the reading that is kindest to it: what one reading allows is no error."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from verifier.formulas.tree import Literal, Name
from verifier.record import MadeWhenAsked
from verifier.sources.doubted_units import in_other_units
from verifier.sources.equalities.variants import Equality
from verifier.sources.judged import (
    OPEN,
    Chosen,
    Judge,
    Judged,
    is_decimal_wrong,
    is_tolerated,
    is_wrong_twice,
    judged,
    parts_of,
    worst,
)
from verifier.sources.left_out import resting
from verifier.sources.other_formulas import with_open_sides
from verifier.sources.repeated import going_on
from verifier.sources.sides_between import behind, cleared, read_otherwise, sides_between
from verifier.sources.source import Source
from verifier.sources.told_of_wrong import as_told, without_carried
from verifier.sources.wrong_places import without_doubts
from verifier.verdict import Report, StageReport, Verdict

_UNSETTLED: Final = (Verdict.CONTRADICTED, Verdict.TOLERATED)
"""Verdicts of another reading that are no better than that of a first one which is possible."""


def settled(source: Source, judge: Judge) -> Report:
    """The report on a source in which no equality is contradicted that one of its readings allows.

    Each is read in the first way in which it agrees, else in the first that is possible, else in the likeliest; one
    that is doubtful and not possible is left out.
    """
    document, owners = source.owned({})
    report = judge(document, causes=False, errata=False)
    if isinstance(report, MadeWhenAsked):  # it is known that all numbers agree
        return report._replace(document=document._replace(read=source.read(document, {})))
    parts = parts_of(report, owners)
    wrong = {index for index in parts if worst(parts[index]) is Verdict.CONTRADICTED}
    wrong |= {index for index in parts if source.equalities[index].carried and all(map(_is_unusual, parts[index]))}
    chosen = {index: variant for index in wrong if (variant := _accused(source.equalities[index], parts[index])) != 0}
    agreeing, few = _chosen(source, parts, judge)
    chosen = (likeliest := chosen | few) | _excused(source, report, owners) | agreeing | _said_twice(report, owners)
    wholes, known = cleared(source, wrong, agreeing), report
    if following := [*behind(source, wholes, wrong), *read_otherwise(source, chosen, wrong)]:
        now = parts_of(known := judge((of := source.owned(chosen))[0], causes=False, errata=False, known=report), of[1])
        is_wrong = (index for index in following if index in now and worst(now[index]) is Verdict.CONTRADICTED)
        parts |= (later := {index: now[index] for index in is_wrong})
        wrong |= later.keys()
        chosen |= _chosen(source, later, judge)[0]
    source, chosen = as_told(source, wrong, chosen, parts, judge)
    source, chosen = _with_wrong_sides(source, wrong, chosen, wholes, judge)
    source, chosen = _with_middle_sides(source, wrong - agreeing.keys(), chosen, judge, Judged(report, owners))
    rounded = in_other_units(source, report, owners)
    opened = frozenset(at for index in parts if index not in chosen for at in _resting_on_results(source, parts, index))
    source = source._replace(opened=opened)
    if chosen or rounded or opened or not report.is_clean:
        report, chosen = _as_chosen(source, judge, chosen, rounded, Judged(report, owners), known, accused=likeliest)
        source, report, chosen = without_carried(source, report, judge, chosen, rounded)
    verdicts, (further, known) = report, going_on(source, report, judge, chosen, rounded)
    if further is not source:
        report = judge(further.owned(chosen, rounded=rounded)[0], known=known)
    elif not report.is_clean:
        report = judge(report.document, known=verdicts)
    read = source.read(report.document, chosen)
    report = _with_causes_beside(source, report, verdicts, judge)
    return without_doubts(report)._replace(document=report.document._replace(read=read))


def _with_causes_beside(source: Source, report: Report, verdicts: Report, judge: Judge) -> Report:
    """A report with causes over blocks that no annotation names, where nothing that is named explains a wrong block."""
    if not source.annotated.others:
        return report
    from verifier.sources.annotations import blocks_beside  # imported here, as most texts have no such blocks

    if not (accused := blocks_beside.unexplained(report, source.annotated)):
        return report
    document = blocks_beside.with_others(report.document, source.annotated, accused)
    more = judge(document, only={one.stage for one in accused}, known=verdicts)
    return blocks_beside.explained(report, more, accused)


def _with_middle_sides(
    source: Source, wrong: Collection[int], chosen: Chosen, judge: Judge, first: Judged
) -> tuple[Source, Chosen]:
    """The source, and the choices, with sides told that are wrong between equal ones, and with open ones let be."""
    if wrong:
        from verifier.sources.middle_sides import with_middle_sides  # what it takes is asked only where a side is wrong

        source, chosen = with_middle_sides(source, wrong, chosen)
    return with_open_sides(source, wrong, chosen, judge, first), chosen


def _as_chosen(  # noqa: PLR0913, PLR0917 - what is chosen, and what stands without that
    source: Source,
    judge: Judge,
    chosen: Chosen,
    rounded: Collection[int],
    first: Judged,
    known: Report,
    *,
    accused: Chosen,
) -> tuple[Report, Chosen]:
    """The report with equalities as they are chosen, and the choices: without those that are no better than the first.

    *first* has each equality as it is read first. One that is wrong all the same, as it agreed but with others in
    another reading, is *accused* as it would be without a choice. A report on nearly the same is *known*.
    """
    wrong = {index for index, some in first.parts.items() if worst(some) is Verdict.CONTRADICTED}
    now = judged(source, judge, chosen, rounded, known)
    # what is left out changes how the others are read
    while more := _excused(source, now.report, now.owners) | dict.fromkeys(resting(source, wrong, chosen, now.parts)):
        chosen = chosen | more
        now = judged(source, judge, chosen, rounded, now.report)
    before, parts = first.parts, now.parts
    tolerated = (index for index in chosen if is_tolerated(before, index) and index in parts)
    in_vain = {index for index in tolerated if worst(parts[index]) in _UNSETTLED}
    in_vain |= {index for index in chosen if index in parts and is_wrong_twice(before, parts, index)}
    in_vain = {index for index in in_vain if chosen[index] != accused.get(index, 0)}
    if not in_vain:
        return now.report, chosen
    chosen = {index: variant for index, variant in chosen.items() if index not in in_vain}
    chosen |= {index: accused[index] for index in in_vain if index in accused}
    return judged(source, judge, chosen, rounded, now.report).report, chosen


def _with_wrong_sides(
    source: Source, wrong: Collection[int], chosen: Chosen, wholes: Collection[int], judge: Judge
) -> tuple[Source, Chosen]:
    """The source in which a side is wrong that is not what follows, where the side before it gives that; the choices.

    Of code it is told. Those of *wholes* are of sides that can be equal.
    """
    if not (found := list(sides_between(source, wrong, chosen, wholes))):
        return source, chosen
    asked = {index for one in found for index in (one.first, one.last)}
    alone = {index: chosen.get(index, 0) if index in asked else None for index in range(len(source.equalities))}
    alone |= dict.fromkeys((one.first for one in found), 0)
    first = source.with_first({one.first: one.variant for one in found})
    document, owners = first.owned(alone, annotated=False)
    parts = parts_of(judge(document, causes=False, errata=False), owners)
    sure = [one for one in found if is_decimal_wrong(parts[one.first]) and worst(parts[one.last]) is Verdict.AGREES]
    of_code = {one.first for one in sure if source.equalities[one.first].carried}
    source = source.with_first({one.first: one.variant for one in sure if one.first not in of_code})
    chosen = {index: variant for index, variant in chosen.items() if index not in {one.first for one in sure}}
    return as_told(source, of_code, chosen, parts, judge)


def _resting_on_results(source: Source, parts: Mapping[int, Sequence[StageReport]], index: int) -> list[int]:
    """The equality where only digits that exact results would hide explain its numbers, or the one before in its chain.

    That one states what it goes on with.
    """
    if not is_tolerated(parts, index) or any(cell.doubt is not None for part in parts[index] for cell in part.cells):
        return []
    goes_on = index > 0 and source.equalities[index - 1].spans[1] == source.equalities[index].spans[0]
    asked = (index, index - 1) if goes_on and index - 1 in parts else (index,)
    return [at for at in asked if source.rests_on_results(at)][:1]


def _accused(equality: Equality, parts: Sequence[StageReport]) -> int | None:
    """The variant of a wrong equality in which it is accused: its sides, where no part of it fits its counterpart.

    None if nothing is known of the sides, and more than one number differs from its counterpart.
    """
    if equality.likeliest or equality.variants[0].sort != "terms" or _is_plain(parts):
        return equality.likeliest
    fits = equality.variants[0].is_kept or any(
        part.verdict is not Verdict.CONTRADICTED for part in parts if not _is_copy(part)
    )
    return 0 if fits and equality.whole is not None else equality.whole


def _is_plain(parts: Sequence[StageReport]) -> bool:
    """Whether of the numbers of an expression that are all computed one alone differs from its counterpart."""
    wrong = [part for part in parts if part.verdict is Verdict.CONTRADICTED]
    return len(wrong) == 1 and not any(map(_is_copy, parts))


def _is_copy(part: StageReport) -> bool:
    """Whether a number is said to be another number, and was not computed."""
    return part.stage.formula is not None and isinstance(part.stage.formula.expression, Literal | Name)


def _chosen(source: Source, parts: Mapping[int, Sequence[StageReport]], judge: Judge) -> tuple[Chosen, Chosen]:
    """The variants of equalities that do not agree in their first; and those of matrices with the fewest wrong numbers.

    Sides that are equal as wholes clear what differs in parts, unless that is one number alone.
    """
    everything = range(len(source.equalities))
    first = {index: worst(parts[index]) for index in parts}
    open_ = {index for index, verdict in first.items() if verdict in OPEN}
    wrong = {index for index in open_ if first[index] is Verdict.CONTRADICTED}
    are_sides = {index for index in wrong if source.equalities[index].variants[0].sort == "sides"}
    by_sides = are_sides.union(index for index in wrong if not _is_plain(parts[index]))
    chosen: dict[int, int | None] = {}
    fewest = {index: (_wrong_cells(parts[index]), 0) for index in wrong}
    number = 1
    while trial := {index for index in open_ if len(source.equalities[index].variants) > number}:
        document, owners = source.owned({k: number if k in trial else None for k in everything}, annotated=False)
        some = parts_of(judge(document, causes=False, errata=False), owners)
        found = {index: worst(stages) for index, stages in some.items()}
        missed = _missed(source, found, number)
        for index in trial:
            verdict = found.get(index, Verdict.UNCHECKED)
            if missed and not missed.isdisjoint(one.name for one in source.equalities[index].variants[number].givens):
                continue
            if source.equalities[index].variants[number].sort == "sides" and index not in by_sides:
                continue
            if index in wrong and verdict is Verdict.CONTRADICTED:
                fewest[index] = min(fewest[index], (_wrong_cells(some[index]), number))
            if verdict is Verdict.AGREES or (index in wrong and verdict is not Verdict.CONTRADICTED):
                chosen[index] = number
                wrong.discard(index)
                open_ -= {index} if verdict is Verdict.AGREES else set()
        number += 1
    likeliest: dict[int, int | None] = {
        index: number for index in wrong if (number := fewest[index][1]) and _is_of_cells(parts[index])
    }
    return chosen | {index: None for index in wrong if source.equalities[index].is_doubtful}, likeliest


def _missed(source: Source, found: Mapping[int, Verdict], number: int) -> set[str]:
    """The names of numbers that are wrong in the variant of a *number*, where their equality is accused in another one.

    What agrees with what such a number should be does so in a reading that is not chosen.
    """
    wrong = (source.equalities[index] for index, verdict in found.items() if verdict is Verdict.CONTRADICTED)
    return {one.name for equality in wrong if equality.likeliest != number for one in equality.variants[number].stated}


def _wrong_cells(parts: Iterable[StageReport]) -> int:
    return sum(cell.verdict is Verdict.CONTRADICTED for part in parts for cell in part.cells)


def _is_of_cells(parts: Sequence[StageReport]) -> bool:
    """Whether an equality states one matrix or vector: the reading with the fewest wrong numbers is its likeliest."""
    return len(parts) == 1 and len(parts[0].cells) > 1


def _excused(source: Source, report: Report, owners: Mapping[str, int]) -> dict[int, int | None]:
    """None for each equality of wrong numbers that may hold in another way."""
    wrong = [stage for stage in report.stages if _is_asked(stage)]
    if not wrong:
        return {}
    from verifier.sources.excused import excused  # what it takes is asked only where something is wrong

    return dict.fromkeys(excused(source, wrong, owners))


def _is_asked(stage: StageReport) -> bool:
    """Whether the numbers of an equality are wrong, right only by an unusual rounding, or doubted."""
    if stage.verdict is Verdict.GIVEN:
        return False
    is_doubted = any(cell.doubt is not None for cell in stage.cells)
    return is_doubted or stage.verdict is Verdict.CONTRADICTED or _is_unusual(stage)


def _is_unusual(stage: StageReport) -> bool:
    """Whether only a rule gives the numbers of an equality that others do not follow, or that is seldom followed."""
    return bool(stage.cells) and all(cell.basis == "other rule" for cell in stage.cells)


def _said_twice(report: Report, owners: Mapping[str, int]) -> dict[int, int | None]:
    """None for each equality whose number an annotation has in another stage, with a verdict that is no better."""
    own = {
        (cell.line, cell.file_column): stage.verdict
        for stage in report.stages
        if stage.stage.name not in owners and stage.stage.formula is not None
        for cell in stage.cells
    }
    found: dict[int, int | None] = {}
    for stage in report.stages:
        owner, same = owners.get(stage.stage.name), {own.get((cell.line, cell.file_column)) for cell in stage.cells}
        is_twice = stage.verdict in OPEN and bool(same) and same <= {Verdict.CONTRADICTED, stage.verdict}
        if owner is not None and stage.stage.formula is not None and is_twice:
            found[owner] = None
    return found
