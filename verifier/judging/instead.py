"""What a number above a wrong one would have to show for both to hold, tried by judging the document with it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from flint import fmpq

from verifier.document.graph import shown_operands, whole_at
from verifier.document.model import DerivedNumbers, Document, Grid, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import attempt, cell_of
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.stages import judge_cells
from verifier.numbers.array import Array
from verifier.numbers.number import Number, Uncertain, nearby
from verifier.numbers.printed import parse, power_of_ten
from verifier.numbers.rounding import NEAREST_RULE, round_to
from verifier.preimages.boxes import printed_values
from verifier.preimages.reprints import Reprint
from verifier.record import NamedTuple
from verifier.replay.givens import infer_givens
from verifier.replay.policies import evaluations
from verifier.replay.replay import Replay
from verifier.replay.rule_evidence import infer
from verifier.replay.trials import Trial
from verifier.verdict import CellReport, Verdict

Cell: TypeAlias = tuple[str, int]
"""A number by the name of its stage and its index."""
MOST_STEPS: Final = 8
"""Maximum number of steps in which a number is solved for."""
_GUARD: Final = 4
"""Decimals below a unit to which it is."""


class Proposal(NamedTuple):
    """What a number could show: a value and its print. One that is `solved` for is not what its formula gives."""

    value: Number
    fixed: Reprint
    is_solved: bool = False


class Accused(NamedTuple):
    """The wrong cells of a stage, by index."""

    numbers: DerivedNumbers
    wrong: Collection[int]


def solved(replay: Replay, rival: DerivedNumbers, index: int, start: Number, accused: Accused) -> Proposal | None:
    """The number in the place of a print with which formulas give what the first wrong cell shows; by secants.

    *start* is another number in that place. Numbers between the two are computed through.
    """
    number, at = rival.block.cells[index], min(accused.wrong)
    wanted = accused.numbers.block.cells[at]
    if number is None or wanted is None:
        return None
    shown, place = printed_values(rival.block), accused.numbers.block.position(at)

    def off(value: fmpq) -> fmpq:
        """How far the formula is from what the cell shows; raises Uncertain where it is no number."""
        array = _given(replay, rival.stage, shown.with_cells({index: value}), accused.numbers)
        given = cell_of(array, *place)
        if not isinstance(given, Number):
            raise Uncertain
        return nearby(given) - wanted.value

    search = _Search(off, number.decimals + _GUARD, power_of_ten(-wanted.decimals - 1))
    found = attempt(partial(search.root, number.value, nearby(start)), None)
    fixed = None if found is None else attempt(partial(replay.tolerance.reprint, rival.stage, number, found), None)
    return None if found is None or fixed is None else Proposal(found, fixed, is_solved=True)


def _given(replay: Replay, rival: Stage, array: Array, numbers: DerivedNumbers) -> Array:
    """What a formula gives if a stage above carries on *array*; raises Unprinted, ShapeError or TooLarge."""
    if any(operand.name == rival.name for operand in shown_operands(replay.document, numbers.stage)):
        return Trial(replay, rival, array, {}).value(numbers)

    def carried(stage: Stage) -> Array | None:
        if stage.name == rival.name:
            return array
        return None if rival.name in replay.above(stage) else replay.source(stage)

    return Evaluation(replay.document, Points(), carried, memo=replay.memo).of(numbers.formula)


class _Search(NamedTuple):
    """A search for the number at which a function is zero but for less than `near`, among those of so many decimals."""

    off: Callable[[fmpq], fmpq]
    decimals: int
    near: fmpq

    def root(self, first: fmpq, second: fmpq) -> fmpq | None:
        """The number, by secants from two others; None if it is not found. Raises what the function raises."""
        before, now = self.off(first), self.off(second)
        for _ in range(MOST_STEPS):
            if abs(now) < self.near:
                return second
            if now == before:
                return None
            step = now * (second - first) / (now - before)
            first, second = second, round_to(second - step, self.decimals, NEAREST_RULE)
            before, now = now, self.off(second)
        return None


def holds(replay: Replay, prints: Mapping[Cell, str], accused: Accused) -> bool:
    """Whether *prints* in the place of what is shown leave nothing wrong of the accused.

    Nor may a number become wrong of their own stages, of those that use them, and of the stage of the accused.
    """
    document = _with_prints(replay.document, prints)
    again, _ = infer(document, replay)
    views = evaluations(again, infer_givens(again))
    names = {name for name, _ in prints}
    names |= {user.stage.name for name in names for user in replay.users.get(name, ())} | {accused.numbers.stage.name}
    for name in names:
        known = replay.known_wrong(name).difference(accused.wrong if name == accused.numbers.stage.name else ())
        stage = document.by_name[name]
        if stage.block is not None and not known.issuperset(
            _contradicted(judge_cells(again, views, stage.derived), stage.block)
        ):
            return False
    return True


def _contradicted(cells: Collection[CellReport], block: Grid[Any]) -> Iterator[int]:
    return (cell.index_in(block) for cell in cells if cell.verdict is Verdict.CONTRADICTED)


def _with_prints(document: Document, prints: Mapping[Cell, str]) -> Document:
    """The document with other numbers in the place of some."""
    by_stage: dict[str, dict[int, str]] = {}
    for (name, index), text in prints.items():
        by_stage.setdefault(name, {})[index] = text
    stages = tuple(_showing(stage, by_stage.get(stage.name, {})) for stage in document.stages)
    in_wholes = {whole_at(document, document.by_name[name], index): text for (name, index), text in prints.items()}
    whole = document.whole and _with_prints(document.whole, in_wholes)
    return document._replace(stages=stages, whole=whole)


def _showing(stage: Stage, texts: Mapping[int, str]) -> Stage:
    """A stage that shows other numbers in the place of some, by index."""
    if stage.printed is None or not texts:
        return stage
    cells = tuple(
        cell if cell is None or index not in texts else parse(texts[index], cell.line, cell.column)
        for index, cell in enumerate(stage.printed.cells)
    )
    return stage._replace(printed=stage.printed._replace(cells=cells))
