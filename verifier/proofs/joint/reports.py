"""Joint tests: what a whole row shows to be impossible although each of its numbers is possible.

A test belongs to an operation as it is called: shares with one denominator for a
softmax, a sum of zero and a known sum of squares for a normalisation by its own mean
and deviation. It does not apply where mean or deviation is a printed stage that the
formula uses. Each refutation comes with the two or three numbers that suffice.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from verifier.document.model import DerivedNumbers
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array, as_interval
from verifier.numbers.interval import WHOLE_LINE
from verifier.preimages.readings import Tolerance
from verifier.proofs.joint.line import Line, Test
from verifier.proofs.joint.normalisation import normalisation_test
from verifier.proofs.joint.softmax import softmax_test
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import RowReport, Verdict

Settled: TypeAlias = Callable[[int, int], bool]
"""Of a line, by its axis (1 for rows, 0 for columns) and its number from zero: whether it needs no test."""


def joint_reports(
    numbers: DerivedNumbers,
    tolerance: Tolerance,
    ranges: Evaluation,
    shapes: Shapes,
    settled: Settled,
) -> tuple[RowReport, ...]:
    """The joint tests of a stage's rows; none where no test belongs to its formula.

    *settled* says of a line, by its axis and its place from zero, that the printed operands give all of it as shown:
    then they are the choice of numbers that the test asks for.
    """
    found = softmax_test(numbers.formula.expression) or normalisation_test(numbers.formula, ranges, shapes)
    if found is None:
        return ()
    name, operand, axis, test = found
    count = numbers.block.shape[1 - axis]
    if all(settled(axis, place) for place in range(count)):
        return tuple(RowReport(place, Verdict.AGREES, name, None, axis) for place in range(1, count + 1))
    array = attempt(lambda: Evaluator(ranges.engine, ranges.operand).evaluate(operand), None)
    if array is not None and array.shape != numbers.block.shape:
        return ()  # a row that lacks cells need not sum up
    lines = _lines(numbers, tolerance, array, axis)
    return tuple(
        RowReport(place, Verdict.AGREES, name, None, axis)
        if settled(axis, place - 1)
        else _report(place, name, axis, test, line)
        for place, line in enumerate(lines, start=1)
    )


def _report(place: int, name: str, axis: int, test: "Test", line: Line) -> RowReport:
    certificate = attempt(lambda: test(line), None)
    verdict = Verdict.AGREES if certificate is None else Verdict.CONTRADICTED
    return RowReport(place, verdict, name, certificate, axis)


def _lines(numbers: DerivedNumbers, tolerance: Tolerance, array: Array | None, axis: int) -> Iterator[Line]:
    """The rows of a block, or with axis 0 its columns; *array* has the ranges of the operand's cells, if known."""
    stage, _, block = numbers
    for number in range(block.shape[1 - axis]):
        indices = block.line(axis, number)
        shown = [block.cells[index] for index in indices]
        targets = [None if n is None else tolerance.widest_preimage(stage, n) for n in shown]
        operands = [as_interval(array.cells[i]) if array is not None else WHOLE_LINE for i in indices]
        yield Line(
            tuple(operands),
            tuple(WHOLE_LINE if target is None else target for target in targets),
            tuple("?" if n is None else n.text for n in shown),
        )
