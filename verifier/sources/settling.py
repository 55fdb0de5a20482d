"""Judge an author's file in the reading that is kindest to it: what one reading allows is no error."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TypeAlias

from verifier.document.model import Document
from verifier.sources.source import Source
from verifier.verdict import Report, Verdict

Judge: TypeAlias = Callable[[Document], Report]


def settled(source: Source, judge: Judge) -> Report:
    """The report on a source in which no equality is contradicted that one of its readings allows.

    An equality that no reading allows is read in the likeliest way; one that is doubtful is left out.
    """
    document, owners = source.owned({})
    report = judge(document)
    chosen = _chosen(source, _wrong(report, owners), judge)
    if chosen:
        report = judge(source.owned(chosen)[0])
    return replace(report, document=replace(report.document, read=source.read(report.document, chosen)))


def _chosen(source: Source, wrong: Collection[int], judge: Judge) -> dict[int, int | None]:
    """The variants of equalities that are contradicted in their first; None for one that is left out."""
    chosen: dict[int, int | None] = {}
    open_ = set(wrong)
    number = 1
    while trial := {index for index in open_ if len(source.equalities[index].variants) > number}:
        tried = {index: number if index in trial else None for index in range(len(source.equalities))}
        fitting = trial - _wrong_in(source, tried, judge)
        chosen |= dict.fromkeys(fitting, number)
        open_ -= fitting
        number += 1
    return chosen | {index: None for index in open_ if source.equalities[index].is_doubtful}


def _wrong_in(source: Source, chosen: Mapping[int, int | None], judge: Judge) -> set[int]:
    """The equalities that are contradicted in the chosen readings."""
    document, owners = source.owned(chosen)
    return _wrong(judge(document), owners)


def _wrong(report: Report, owners: Mapping[str, int]) -> set[int]:
    return {owners[stage.stage.name] for stage in report.stages if stage.verdict is Verdict.CONTRADICTED}
