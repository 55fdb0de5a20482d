"""Formulas by names that use wrong numbers of the text: their author may have gone on with the right ones.

So `12.5` is right below a matrix that shows 24 in the place of 25 and `A A^T / 2`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from verifier.document.model import Stage
from verifier.numbers.printed import Printed, parse
from verifier.sources.judged import Judge, parts_of, worst
from verifier.sources.source import Source
from verifier.verdict import StageReport, Verdict

_Right: TypeAlias = dict[tuple[int, int], str]
"""What wrong numbers should read, by the line and the column of each."""


def explained(
    source: Source, told: Collection[int], parts: Mapping[int, Sequence[StageReport]], judge: Judge
) -> frozenset[int]:
    """Those of the equalities *told* that are of names and hold with the right numbers in the place of wrong ones.

    *parts* are the reports on all wrong equalities; one that is so explained has no wrong number itself.
    """
    right: _Right = {}
    found = set[int]()
    for index in sorted(parts):
        if index in told and source.equalities[index].carried and _holds(source, index, right, judge):
            found.add(index)
        else:
            right |= _wrong_in(parts[index])
    return frozenset(found)


def _wrong_in(parts: Sequence[StageReport]) -> _Right:
    """What the wrong numbers of an equality should read."""
    cells = (cell for part in parts for cell in part.cells if cell.verdict is Verdict.CONTRADICTED)
    return {
        (cell.number.line, cell.number.column): cell.corrected
        for cell in cells
        if cell.number is not None and cell.corrected is not None
    }


def _holds(source: Source, index: int, right: _Right, judge: Judge) -> bool:
    """Whether an equality holds with right numbers in the place of wrong ones among its operands."""
    variant = source.equalities[index].variants[0]
    stages = tuple(_with_right(stage, right) if stage.formula is None else stage for stage in variant.stages)
    if stages == variant.stages:
        return False
    alone = {other: 0 if other == index else None for other in range(len(source.equalities))}
    document, owners = source.with_first({index: variant._replace(stages=stages)}).owned(alone, annotated=False)
    parts = parts_of(judge(document, causes=False, errata=False), owners).get(index, [])
    return bool(parts) and worst(parts) is not Verdict.CONTRADICTED


def _with_right(stage: Stage, right: _Right) -> Stage:
    """An operand with what its numbers should read."""
    block = stage.printed
    if block is None or not any((cell.line, cell.column) in right for cell in block.contents()):
        return stage
    return stage._replace(printed=block._replace(cells=tuple(_mended(cell, right) for cell in block.cells)))


def _mended(cell: Printed | None, right: _Right) -> Printed | None:
    """A number as it should read, where that is one number."""
    text = None if cell is None else right.get((cell.line, cell.column))
    if cell is None or text is None:
        return cell
    try:
        return parse(text)._replace(line=cell.line, column=cell.column)
    except ValueError:
        return cell
