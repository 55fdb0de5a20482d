"""What does not hold and accuses nobody, told: before the others are chosen, and what is wrong after that alone."""

from collections.abc import Collection, Mapping, Sequence

from verifier.sources.judged import Chosen, Judge, judged, parts_of, worst
from verifier.sources.source import Source
from verifier.sources.text.stretch import Note
from verifier.verdict import Report, StageReport, Verdict


def as_told(
    source: Source, wrong: Collection[int], chosen: Chosen, parts: Mapping[int, Sequence[StageReport]], judge: Judge
) -> tuple[Source, Chosen]:
    """The source with notes on what does not hold and accuses nobody, and the choices without that.

    No warning is given of what follows from the right numbers in the place of wrong ones.
    """
    if not wrong:
        return source, chosen
    from verifier.sources.mended_operands import explained
    from verifier.sources.told import note, told  # what it takes is asked only where something is wrong

    denied, chosen = told(source, wrong, chosen)
    by_right = explained(source, denied, {index: parts[index] for index in wrong}, judge) if denied else ()
    notes = (_by_right(source, one) if one in by_right else note(source, one, parts[one], wrong) for one in denied)
    return source._replace(notes=(*source.notes, *notes)), chosen


def _by_right(source: Source, index: int) -> Note:
    """That an equality follows from the right numbers."""
    start = source.equalities[index].spans[1].start
    return Note(start, "this follows from what a wrong number above should read", "stated", "note")


def without_carried(
    source: Source, report: Report, judge: Judge, chosen: Chosen, rounded: Collection[int]
) -> tuple[Source, Report, Chosen]:
    """The same with notes on what is carried and wrong in the end only, and accuses nobody even so."""
    if report.is_clean:
        return source, report, chosen
    parts = parts_of(report, source.owned(chosen, rounded=rounded)[1])
    late = {index for index in parts if source.equalities[index].carried}
    late = {index for index in late if worst(parts[index]) is Verdict.CONTRADICTED}
    if not late:
        return source, report, chosen
    chosen = {index: variant for index, variant in chosen.items() if index not in late}
    source, chosen = as_told(source, late, chosen, parts, judge)
    return source, judged(source, judge, chosen, rounded, report).report, chosen
