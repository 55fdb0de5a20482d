"""Infer whether the givens of a document are exact or rounded."""

from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Document, GivensReading, Stage
from verifier.evaluation.evaluation import Evaluation, literal
from verifier.evaluation.predicates import attempt, common_cells, failing
from verifier.numbers.array import Shape
from verifier.replay.replay import Replay
from verifier.verdict import GivensReport

LEAST_GIVENS: Final = 10
NEARLY_ALL: Final = fmpq(98, 100)


def infer_givens(replay: Replay) -> GivensReport:
    """Exact, if exact givens reproduce nearly all cells that depend on givens alone; else rounded."""
    document = replay.document
    if document.givens is not None:
        return GivensReport(document.givens, is_inferred=False)
    points = literal(document, replay.memo)
    reproduced = total = 0
    for stage in document.stages:
        numbers = stage.derived
        if not isinstance(numbers, DerivedNumbers) or not _rests_on_givens(document, stage):
            continue
        refuted = set(replay.contradicted.get(stage.name, []))
        missed = set(failing(replay.tolerance, numbers, partial(points.value, stage.name)) or ())
        shape = attempt(partial(_shape, points, stage.name), (0, 0))
        checked = [index for index, *_ in common_cells(numbers.block, shape) if index not in refuted]
        total += len(checked)
        reproduced += sum(index not in missed for index in checked)
    reading: GivensReading = "exact" if total >= LEAST_GIVENS and reproduced >= NEARLY_ALL * total else "rounded"
    return GivensReport(reading, is_inferred=True, reproduced=reproduced, of=total)


def _shape(evaluation: Evaluation, name: str) -> Shape:
    return evaluation.value(name).shape


def _rests_on_givens(document: Document, stage: Stage) -> bool:
    """Whether a formula uses givens with decimals, and beside them only givens and formulas without operands."""
    operands = list(shown_operands(document, stage))
    blocks = [operand.printed for operand in operands if operand.is_given and operand.printed is not None]
    others = [operand for operand in operands if not operand.is_given]
    decimal = any(not number.is_bare_integer for block in blocks for *_, number in block.shown())
    return decimal and not any(list(shown_operands(document, other)) for other in others)
