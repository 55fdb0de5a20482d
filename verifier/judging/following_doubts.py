"""Numbers that are doubted only because one that they use is doubted too, and printed otherwise.

If givens are exact, and a cell is 436.8 in the place of 438.6, then the total below it is right with the former.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import attempt, is_inside
from verifier.evaluation.stage_values import Evaluation, as_printed
from verifier.numbers.array import Array
from verifier.numbers.printed import parse
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, StageReport

_Reads: TypeAlias = dict[str, dict[int, str]]
"""By stage and index, what doubted numbers would read."""


def without_following_doubts(replay: Replay, reports: Iterable[StageReport]) -> list[StageReport]:
    """The reports without doubts of numbers that agree with what the doubted ones before them would read."""
    reads: _Reads = {}
    return [_settled(replay, report, reads) for report in reports]


def _settled(replay: Replay, report: StageReport, reads: _Reads) -> StageReport:
    """One report without such doubts; what the numbers would read that stay doubted is added to *reads*."""
    numbers = report.stage.derived
    if not isinstance(numbers, DerivedNumbers) or all(cell.doubt is None for cell in report.cells):
        return report
    used = [other.name for other in shown_operands(replay.document, numbers.stage, numbers.formula)]
    known = {name: reads[name] for name in used if name in reads}
    made = report
    if known:
        array = attempt(lambda: _with_right(replay, known).of(numbers.formula), None)
        made = report._replace(cells=tuple(_without(replay, numbers, cell, array) for cell in report.cells))
    left = {cell.index_in(numbers.block): cell.doubt.reads for cell in made.cells if cell.doubt is not None}
    reads.update({report.stage.name: left} if left else {})
    return made


def _with_right(replay: Replay, known: Mapping[str, Mapping[int, str]]) -> Evaluation:
    """The evaluation on printed numbers, with what doubted ones would read in their place."""

    def source(stage: Stage) -> Array | None:
        array, right = as_printed(stage), known.get(stage.name)
        if array is None or right is None:
            return array
        cells = (parse(right[at]).value if at in right else cell for at, cell in enumerate(array.cells))
        return Array(array.rows, array.columns, tuple(cells))

    return Evaluation(replay.document, Points(), source)


def _without(replay: Replay, numbers: DerivedNumbers, cell: CellReport, array: Array | None) -> CellReport:
    """A cell without its doubt, if a value prints it, which is right then by what others should be."""
    index = cell.index_in(numbers.block)
    if cell.doubt is None or array is None or array.shape != numbers.block.shape:
        return cell
    target = replay.tolerance.declared_preimages(numbers.stage)[index]
    if not attempt(lambda: is_inside(target, array.cells[index]), fallback=False):
        return cell
    return cell._replace(doubt=None, reason=None, basis="mended")
