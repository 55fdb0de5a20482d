"""What the author did instead, over blocks that no annotation names: another formula over any block of the text before.

It is searched only where a block with an annotated formula is wrong and nothing that annotations name explains it.
"""

from collections.abc import Collection, Iterator
from typing import Final

from verifier.document.model import Document, Stage
from verifier.formulas.parser import FormulaError, parse_formula
from verifier.formulas.tree import Apply, Expression, Name, Subscript
from verifier.late import pattern
from verifier.operations import signatures
from verifier.sources.annotations.annotated import Annotated
from verifier.verdict import Erratum, Report, Verdict

_WORD: Final = pattern(r"[^\W\d]\w*")
_JOINS: Final = ("hstack", "vstack", "transpose")
"""Operations that compute nothing."""


def unexplained(report: Report, annotated: Annotated) -> list[Erratum]:
    """The errata on blocks with annotated formulas for which no cause was found, if the text has other blocks."""
    own = {stage.name for stage in annotated.stages} if annotated.others else frozenset()
    return [one for one in report.errata if one.stage in own and one.tried and not one.slips]


def with_others(document: Document, annotated: Annotated, wrong: Collection[Erratum]) -> Document:
    """A document with the other blocks of its text as givens, but those that print what a wrong block does."""
    taken = {(stage.line, stage.column) for stage in document.stages}
    shown = {_texts(document.by_name[one.stage]) for one in wrong}
    own = {stage.name for stage in annotated.stages}
    equalities = [stage for stage in document.stages if stage.name not in own]
    blocks = [stage for stage in document.stages if stage.name in own]
    for one in annotated.others:
        is_free = (one.line, one.column) not in taken and one.name not in document.by_name
        blocks += [one] if is_free and _texts(one) not in shown else []
    blocks.sort(key=lambda one: (one.line, one.column))
    return document._replace(stages=(*equalities, *blocks))


def explained(report: Report, more: Report, wrong: Collection[Erratum]) -> Report:
    """A report with what was found of wrong blocks when *more* blocks could be used; only those used are added."""
    causes = {(one.stage, one.cells): one for one in more.errata if any(map(_is_computed, one.slips))}
    found = {one.id: causes[one.stage, one.cells] for one in wrong if (one.stage, one.cells) in causes}
    if not found or _wrong(more) != _wrong(report):
        return report
    used = {word for one in found.values() for slip in one.slips for word in _WORD.findall(slip.get("formula", ""))}
    kept = used | report.document.by_name.keys()
    stages = tuple(stage for stage in more.document.stages if stage.name in kept)
    errata = tuple(found[one.id]._replace(id=one.id) if one.id in found else one for one in report.errata)
    known = report.by_name
    reports = tuple(known.get(one.stage.name, one) for one in more.stages if one.stage.name in kept)
    return report._replace(document=report.document._replace(stages=stages), stages=reports, errata=errata)


def _is_computed(slip: dict[str, str]) -> bool:
    """Whether a slip is another operand or another formula, and no mere copy, part or stack of blocks."""
    if slip["slip"] not in ("other-operand", "other-formula"):
        return False
    try:
        tree: Expression = parse_formula(slip["formula"], signatures())
    except (KeyError, FormulaError):
        return False
    return not isinstance(tree, Name | Subscript) and not (isinstance(tree, Apply) and tree.operation in _JOINS)


def _wrong(report: Report) -> list[tuple[str, int, int]]:
    return sorted(_wrong_in(report))


def _wrong_in(report: Report) -> Iterator[tuple[str, int, int]]:
    for stage in report.stages:
        for cell in stage.cells:
            if cell.verdict is Verdict.CONTRADICTED:
                yield stage.stage.name, cell.row, cell.column


def _texts(stage: Stage) -> tuple[object, ...]:
    block = stage.printed
    return () if block is None else (block.shape, *(cell and cell.text for cell in block.cells))
