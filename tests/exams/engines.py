"""The two engines compared on every cell of every evaluation of the published documents and of the cases.

`python -m tests.exams.engines [DOC...]` prints how many cells were compared, and each that differs. Points
must be equal where they are rational and lie in each other's balls beyond; where the first
engine gives a range, the second computes the formula at random points of the operands' boxes,
and each value must lie in the range.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from flint import arb, fmpq

from verifier.document.lookup import find, names
from verifier.document.model import Document, Formula, Stage
from verifier.document.reader import read
from verifier.engines.sympy.values import evaluate
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation, literal, textbook
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval, Missing, contains
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import working_precision
from verifier.operations import ShapeError, TooLarge, Unprinted, signatures
from verifier.preimages.boxes import Boxes
from verifier.replay.correction import Mending
from verifier.replay.givens import infer_givens
from verifier.replay.policies import evaluations
from verifier.replay.rule_evidence import infer

CASES = Path(__file__).parents[1] / "cases"
BITS = 256
SAMPLES = 3
LITTLE = arb(2) ** -100
FAILURES = (Unprinted, ShapeError, TooLarge, Uncertain)


def policies(document: Document) -> Iterator[tuple[str, Evaluation]]:
    """The evaluations of points: literal, replayed, corrected and standard."""
    replay, _ = infer(document)
    views = evaluations(replay, infer_givens(replay))
    yield "literal", literal(document)
    yield "replayed", views.replayed
    yield "corrected", Mending(replay).mend_all(lambda stage: replay.contradicted.get(stage.name, [])).evaluation
    yield "standard", Mending(replay, textbook).mend_all(lambda _: []).evaluation


def formulas(stage: Stage) -> list[Formula]:
    return [formula for formula in (stage.formula, stage.standard, *stage.also) if formula is not None]


def attempt(compute: Callable[[], Array]) -> Array | str:
    try:
        return compute()
    except FAILURES as failure:
        return type(failure).__name__


def compared(document: Document) -> Iterator[tuple[str, str | None]]:
    """For each cell where it was compared, and what differs."""
    with working_precision(BITS):
        for policy, evaluation in policies(document):
            for stage in document.stages:
                for formula in formulas(stage):
                    where = f"{document.name}, {policy}, {stage.name} = {formula.text[:40]}"
                    first = attempt(partial(evaluation.of, formula))
                    second = attempt(partial(evaluate, formula.expression, evaluation.operand))
                    yield from _of_arrays(where, first, second)
        yield from _in_ranges(document)


def _of_arrays(where: str, first: Array | str, second: Array | str) -> Iterator[tuple[str, str | None]]:
    if isinstance(first, str) or isinstance(second, str):
        # a tie that only one engine decides, and a budget that only one spends, are no difference
        told = {first if isinstance(first, str) else "value", second if isinstance(second, str) else "value"}
        if not told & {"Uncertain", "TooLarge"}:
            yield where, None if len(told) == 1 else f"{first} and {second}"
        return
    if first.shape != second.shape:
        yield where, f"shapes {first.shape} and {second.shape}"
        return
    for index, (a, b) in enumerate(zip(first.cells, second.cells, strict=True)):
        yield f"{where} [{index}]", None if same(a, b) else f"{a} and {b}"


def same(a: Value, b: Value) -> bool:
    """Whether two cells are the same number, word, or lack of one."""
    if isinstance(a, Missing | str) or isinstance(b, Missing | str):
        return a == b or (isinstance(a, Missing) and isinstance(b, Missing))
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a == b
    apart = abs(arb(a) - arb(b))
    return not apart > LITTLE * (1 + abs(arb(a)))


def _in_ranges(document: Document) -> Iterator[tuple[str, str | None]]:
    """Values at points of the boxes, each in its range."""
    replay, _ = infer(document)
    ranges = Possible(document, Boxes(replay.tolerance), replay.mended)
    random = Random(document.name)
    for stage in document.stages:
        for formula in formulas(stage):
            box = attempt(partial(ranges.of, formula))
            if isinstance(box, str) or not any(isinstance(cell, Interval) for cell in box.cells):
                continue
            for _ in range(SAMPLES):
                yield from _at_a_point(f"{document.name}, possible, {stage.name}", formula, ranges, box, random)


def _at_a_point(
    where: str, formula: Formula, ranges: Evaluation, box: Array, random: Random
) -> Iterator[tuple[str, str | None]]:
    chosen: dict[str, Array] = {}

    def operand(name: str) -> Array:
        if name not in chosen:
            stage = ranges.document.by_name[name]
            if stage.shown is None and stage.formula is not None:
                chosen[name] = evaluate(stage.formula.expression, operand)
            else:
                chosen[name] = ranges.operand(name).map(lambda cell: drawn(cell, random))
        return chosen[name]

    values = attempt(lambda: evaluate(formula.expression, operand))
    if isinstance(values, str):
        return
    for index, (value, cell) in enumerate(zip(values.cells, box.cells, strict=True)):
        if isinstance(cell, Interval) and not isinstance(value, Missing | str):
            yield f"{where} [{index}]", None if inside(value, cell) else f"{value} outside of {cell}"


def inside(value: Value, box: Interval) -> bool:
    try:
        return contains(box, value)
    except Uncertain:
        return True


def drawn(cell: Value, random: Random) -> Value:
    """A number of a range, its ends often where they belong to it."""
    if not isinstance(cell, Interval):
        return cell
    lo = fmpq(-10) if cell.lo is None else cell.lo if isinstance(cell.lo, fmpq) else cell.lo.upper().fmpq()
    hi = lo + 20 if cell.hi is None else cell.hi if isinstance(cell.hi, fmpq) else cell.hi.lower().fmpq()
    share = random.choice([0, 0, 8, 8, *range(1, 8)])
    if (share == 0 and not cell.lo_closed) or (share == 8 and not cell.hi_closed):
        share = random.randint(1, 7)
    return lo + (hi - lo) * share / 8


def readable(folders: tuple[str, ...] = ("agrees", "tolerated", "contradicted", "undecided")) -> list[Path]:
    return sorted(path for folder in folders for path in (CASES / folder).glob("*.yaml"))


def main() -> None:
    paths = [find(name) for name in sys.argv[1:]] or [*map(find, names()), *map(str, readable())]
    total = 0
    for path in paths:
        found = list(compared(read(path, signatures())))
        differing = [f"{where}: {what}" for where, what in found if what is not None]
        total += len(found)
        sys.stdout.write(f"{Path(path).stem}: {len(found)} cells compared, {len(differing)} differ\n")
        sys.stdout.writelines(f"  {line}\n" for line in differing[:20])
        sys.stdout.flush()
    sys.stdout.write(f"{total} cells in all\n")


if __name__ == "__main__":
    main()
