"""The printed numbers that tell rounding rules apart: those whose value is known and off the grid of their digits."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.graph import above, some
from verifier.document.model import DerivedNumbers, Stage
from verifier.evaluation.predicates import attempt, cell_of, common_cells, is_apart
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Array, Value
from verifier.numbers.columns import Column, fitting_at
from verifier.numbers.interval import Interval, contains, is_far, surely_contains
from verifier.numbers.number import Number, ratio
from verifier.numbers.resolution import Resolution
from verifier.numbers.rounding import Rule, is_power_of_ten, preimage
from verifier.numbers.rule_sets import SINGLE_RULES
from verifier.numbers.rules import candidates, rules_that_print
from verifier.preimages.boxes import Boxes
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.replay.rule_odds import Evidence, Fits

MOST_WITNESSES: Final = 1000
"""Maximum number of cells of a stage that are weighed; more would change no odds that matter."""

Cells: TypeAlias = frozenset[tuple[str, int]]
"""Cells by stage and index."""
_NO_CELLS: Final[Cells] = frozenset()


class Witness(NamedTuple):
    """A cell on which rules differ; `fitting` names the rules by which one of its `values` prints as shown.

    `like` has the values, spelled, and the text of the print: numbers that are alike in both say the same. `composed`
    remembers which rules of several steps print it.
    """

    stage: Stage
    cell: PrintedCell
    fitting: frozenset[str]
    decimals: int
    values: tuple[Value, ...]
    like: tuple[object, ...]
    composed: dict[Rule, bool]

    def prints(self, rule: Rule) -> bool:
        """Whether one of the values prints as shown by *rule*."""
        if len(rule.steps) == 1:
            return str(rule) in self.fitting
        if rule not in self.composed:
            self.composed[rule] = self._is_printed_by(rule)
        return self.composed[rule]

    def _is_printed_by(self, rule: Rule) -> bool:
        target = preimage(self.cell.number.value, self.decimals, rule)
        values = (value for value in self.values if isinstance(value, Number))
        return target is not None and any(_is_in(target, value) for value in values)


def _is_in(target: Interval, value: Number) -> bool:
    """Whether a number lies in a range; undecided counts as no."""
    if surely_contains(target, value):
        return True
    return not is_far(target, value) and attempt(partial(contains, target, value), fallback=False)


class Witnesses:
    """The cells of one document whose values are off the grid of their digits; values of a stage are looked at once.

    Those of another document, *before*, tell of the stages *same* what they told there.
    """

    def __init__(self, tolerance: Tolerance, before: "Witnesses | None" = None, same: Collection[str] = ()) -> None:
        self.tolerance = tolerance
        told = {} if before is None else before.told
        self.told: dict[tuple[str, tuple[Array, ...]], tuple[Witness, ...]] = {
            key: found for key, found in told.items() if key[0] in same
        }
        """By the name of a stage and its values, what these tell."""
        self._alone: dict[str, tuple[Witness, ...]] = {}
        """The same by the name alone, of a stage on givens alone: all evaluations give what these print gives."""
        self._same = same
        self._known_before = frozenset[str]() if before is None else before.known.intersection(same)

    @cached_property
    def known(self) -> frozenset[str]:
        """The stages that rest on no given with hidden digits: on counts, on constants, on what is declared exact."""
        document, boxes = self.tolerance.document, Boxes(self.tolerance)
        left = [stage for stage in document.stages if stage.name not in self._same]
        asked = some(document, (stage.name for stage in left))
        for stage in left if self._same else ():
            asked |= above(document, stage)
        hidden = some(
            document,
            (
                stage.name
                for stage in document.stages
                if stage.name in asked
                if stage.formula is None and (stage.numbers is None or boxes.varies(stage, stage.numbers))
            ),
        )
        return self._known_before.union(stage.name for stage in left if above(document, stage).isdisjoint(hidden))

    @cached_property
    def _asked(self) -> list[Stage]:
        """The stages with computed numbers that may tell of a rule."""
        return [stage for stage in self.tolerance.document.stages if _asked(stage) is not None]

    def telling(self, evaluations: Sequence[Evaluation], stages: Iterable[Stage] | None = None) -> Iterator[Witness]:
        """The cells of stages on which rules differ, by any of the *evaluations*; of a stage that declares none."""
        rules = len(candidates())
        for stage in self._asked if stages is None else stages:
            for witness in self.of(evaluations, stage):
                if 0 < len(witness.fitting) < rules:  # some rules print it and some do not
                    yield witness

    def of(self, evaluations: Sequence[Evaluation], stage: Stage) -> tuple[Witness, ...]:
        """The cells of a stage whose unit is known and whose value is off the grid of their digits."""
        if (found := self._alone.get(stage.name)) is not None:
            return found
        numbers = _asked(stage)
        if numbers is None:
            return ()
        key = stage.name, _arrays(stage, evaluations)
        if (found := self.told.get(key)) is None:
            self.told[key] = found = tuple(self._looked_at(numbers, key[1]))
        used = (self.tolerance.document.by_name[name] for name in numbers.formula.uses)
        if all(one.formula is None and one.standard is None for one in used):
            self._alone[stage.name] = found
        return found

    def _looked_at(self, numbers: DerivedNumbers, arrays: Sequence[Array]) -> Iterator[Witness]:
        resolution, column = self.tolerance.resolutions[numbers.stage.name], self.tolerance.columns.of(numbers.stage)
        if resolution.is_program or not arrays:
            return iter(())  # its last digits are not rounded values
        if column is None or any(array.shape != numbers.block.shape for array in arrays):
            return _one_by_one(resolution, numbers, arrays)
        return _in_column(column, numbers.stage, self.tolerance.looks.cells(numbers.stage), arrays)

    def kinds(self, evaluations: Sequence[Evaluation]) -> Counter[frozenset[str]]:
        """How many cells `telling` tells of, by the rules that fit them; of whole blocks at once."""
        found, rules = Counter[frozenset[str]](), len(candidates())
        for stage in self.tolerance.document.stages:
            found += self._kinds(evaluations, stage)
        return Counter({fit: count for fit, count in found.items() if 0 < len(fit) < rules})

    def _kinds(self, evaluations: Sequence[Evaluation], stage: Stage) -> Counter[frozenset[str]]:
        """The same of one stage, with those that all rules fit or none."""
        numbers, column = _asked(stage), self.tolerance.columns.of(stage)
        arrays = () if numbers is None else _arrays(stage, evaluations)
        if numbers is None or column is None or any(array.shape != numbers.block.shape for array in arrays):
            return Counter(witness.fitting for witness in self.of(evaluations, stage))
        if self.tolerance.resolutions[stage.name].is_program or not arrays:
            return Counter()
        of_cells = zip(column.kinds, *(column.offsets(array.cells) for array in arrays), strict=True)
        found = Counter[frozenset[str]]()
        for (kind, *offsets), count in Counter(of_cells).items():
            if kind is not None and 0 not in offsets:  # every rule prints a number on the grid as itself
                found[fitting_at(kind, offsets)] += count
        return found


def _asked(stage: Stage) -> DerivedNumbers | None:
    """The computed numbers of a stage that may tell of a rule; None of one that states its own."""
    if stage.formula is None or stage.rounding is not None or stage.is_solved:
        return None
    numbers = stage.derived
    return numbers if isinstance(numbers, DerivedNumbers) else None


def _arrays(stage: Stage, evaluations: Sequence[Evaluation]) -> tuple[Array, ...]:
    """The values of a stage that differ; none if the first evaluation has none."""
    arrays = [attempt(partial(evaluation.value, stage.name), None) for evaluation in evaluations]
    different = dict.fromkeys(array for array in arrays if array is not None)
    return () if arrays[0] is None else tuple(different)


def _in_column(
    column: Column, stage: Stage, cells: Sequence[PrintedCell | None], arrays: Sequence[Array]
) -> Iterator[Witness]:
    """The cells of a block of one place, as `_one_by_one` finds them."""
    of_cells = zip(cells, column.kinds, *(column.offsets(array.cells) for array in arrays), strict=True)
    for index, (cell, kind, *offsets) in enumerate(of_cells):
        if cell is None or kind is None or 0 in offsets:
            continue  # every rule prints a number on the grid as itself
        values = tuple([array.cells[index] for array in arrays])
        like = *map(_spelled, values), cell.number.text
        yield Witness(stage, cell, fitting_at(kind, offsets), column.place, values, like, {})


def _spelled(value: Value) -> object:
    """What tells values apart: the text of a ball, and a rational as two integers, which are written faster."""
    return ratio(value) if isinstance(value, fmpq) else str(value)


def _one_by_one(resolution: Resolution, numbers: DerivedNumbers, arrays: Sequence[Array]) -> Iterator[Witness]:
    for cell in common_cells(numbers.block, arrays[0].shape, numbers.formula):
        number = cell.number
        values = tuple(cell_of(array, cell.row, cell.column) for array in arrays)
        if any(isinstance(value, fmpq) and value == number.value for value in values):
            continue  # every rule prints a number on the grid as itself
        if resolution.is_open(number) or (resolution.is_finer_below_powers and is_power_of_ten(number.value)):
            continue  # its unit is not known, or its preimage has two; the table of rules has one
        decimals = resolution.decimals_of(number)
        fit, like = fitting(number.value, decimals, values), (*map(_spelled, values), number.text)
        yield Witness(numbers.stage, cell, fit, decimals, values, like, {})


def fitting(printed: fmpq, decimals: int, values: Iterable[Value]) -> frozenset[str]:
    """The names of the rules by which one of *values* prints as shown."""
    found = none = frozenset[str]()
    for value in values:
        if isinstance(value, fmpq):
            found |= rules_that_print(value, printed, decimals)
        elif isinstance(value, Number):
            found |= attempt(partial(rules_that_print, value, printed, decimals), none)
    return found


def kin(stage: Stage) -> str:
    """The name of what has one rule: a stage, or all equalities of a text."""
    return stage.whole if stage.text is None else f"#{stage.text}"


def evidence(
    found: Iterable[Witness], rules: tuple[Rule, ...], known: frozenset[str], sure: Cells = _NO_CELLS
) -> Evidence:
    """What the witnesses say of *rules*; equal values that are printed alike count once."""
    own: dict[str, Fits] = {}
    shared: dict[str, Fits] = {}
    seen: set[object] = set()
    counts = Counter[str]()
    printing: dict[frozenset[str], frozenset[Rule]] = {}
    composed = [rule for rule in rules if len(rule.steps) > 1]
    for witness in found:
        name, like = kin(witness.stage), witness.like
        fits = own.get(name)
        if fits is None:
            fits = own[name] = Fits()
        if counts[name] == MOST_WITNESSES or (name, like) in seen:
            continue
        counts[name] += 1
        if witness.fitting not in printing:
            printing[witness.fitting] = frozenset(
                rule for rule in rules if rule not in composed and witness.prints(rule)
            )
        printed = printing[witness.fitting]
        if composed:
            printed = printed.union(rule for rule in composed if witness.prints(rule))
        of = witness.stage.name
        kind = of in known or (of, witness.cell.at) in sure, printed
        fits[kind] += 1
        if like not in seen:
            if name not in shared:
                shared[name] = Fits()
            shared[name][kind] += 1
        seen.add(like)
        seen.add((name, like))
    return Evidence(rules, own, shared)


def surely_told(found: Sequence[Witness], ranges: Possible) -> Cells:
    """The cells, by stage and index, on which the rules that fit are those that fit all possible operands."""
    return frozenset((witness.stage.name, witness.cell.at) for witness in found if _is_surely_told(witness, ranges))


def _is_surely_told(witness: Witness, ranges: Possible) -> bool:
    formula, cell = witness.stage.formula, witness.cell
    if formula is None:
        return False
    box = attempt(lambda: ranges.cell(formula, cell.row, cell.column).cells[0], None)
    if box is None:
        return False
    targets = ((rule, preimage(cell.number.value, witness.decimals, rule)) for rule in SINGLE_RULES)
    return all(target is not None and _meets(box, target) is witness.prints(rule) for rule, target in targets)


def _meets(box: Value, target: Interval) -> bool | None:
    """Whether a range has a number of the target; None if that is open."""
    return attempt(lambda: not is_apart(box, target), None)
