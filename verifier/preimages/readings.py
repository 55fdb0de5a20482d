"""Which numbers a printed number stands for, in its document: the sets D and U.

D follows the declared or else the inferred rule; U is what can print so when no rule
was declared. A proof of contradiction is a proof under U; agreement is agreement by D.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from flint import fmpq

from verifier.document.model import Block, Document, GivensReading, Stage
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval, contains, surely_contains
from verifier.numbers.number import FAR, Number, Uncertain, below
from verifier.numbers.printed import Printed, parse, power_of_ten
from verifier.numbers.resolution import Resolution, magnitude
from verifier.numbers.rounding import NEAREST_RULE, Rule, preimage, round_to, widest
from verifier.numbers.slack import slackened
from verifier.preimages.units import drops_zeros, resolution_of

_DECIMALS: Final = parse("0.00")
_KEPT: Final = 3
"""Arrays of a stage that were looked at last: as printed, as replayed, and one that is tried."""


class Reprint(NamedTuple):
    """A cell as it should have been printed: its value on the document's grid, and its decimals."""

    value: fmpq
    decimals: int


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How the printed numbers of one document are read; `inferred` is the rule inferred, if one was."""

    document: Document
    inferred: Rule | None = None
    resolutions: dict[str, Resolution] = field(default_factory=dict, compare=False)
    _targets: dict[tuple[str, Printed, bool], Interval | None] = field(default_factory=dict, compare=False, repr=False)
    _blocks: dict[tuple[str, bool], tuple[Interval | None, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _boxes: dict[tuple[str, bool, bool], Array] = field(default_factory=dict, compare=False, repr=False)
    _sets: dict[tuple[str, str, int, bool], Value] = field(default_factory=dict, compare=False, repr=False)
    _open: dict[str, list[tuple[Array, frozenset[int]]]] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.resolutions:
            dropping = drops_zeros(self.document)
            for stage in self.document.stages:
                self.resolutions[stage.name] = resolution_of(stage, self.document, dropping=dropping)

    def with_rule(self, inferred: Rule | None) -> "Tolerance":
        """The same reading of digits with another inferred rule."""
        return Tolerance(self.document, inferred, self.resolutions)

    def declared(self, stage: Stage) -> Rule | None:
        """The rule that the stage or its document states."""
        return stage.rounding or self.document.rounding

    def rule(self, stage: Stage) -> Rule | None:
        """The rule that decides D: declared, or else inferred."""
        return self.declared(stage) or self.inferred

    def givens(self, stage: Stage) -> GivensReading | None:
        """The declared reading of a given."""
        return stage.givens or self.document.givens

    def by_rule(self, stage: Stage, value: fmpq, place: int) -> Interval | None:
        """D: what prints so by the stage's rule; U where there is none."""
        rule = self.rule(stage)
        if rule is None:
            return self.at_all(stage, value, place)
        by = partial(preimage, place=place, rule=rule, significant=self.resolutions[stage.name].is_finer_below_powers)
        return self._slackened(stage, value, place, by)

    def at_all(self, stage: Stage, value: fmpq, place: int) -> Interval | None:
        """U: what can print so at all."""
        if self.declared(stage) is not None:
            return self.by_rule(stage, value, place)
        significant = self.resolutions[stage.name].is_finer_below_powers
        return self._slackened(
            stage, value, place, partial(widest, place=place, rule=self.inferred, significant=significant)
        )

    def _slackened(
        self, stage: Stage, value: fmpq, place: int, before: Callable[[fmpq], Interval | None]
    ) -> Interval | None:
        """What *before* has for a number, or for some number that the stated slack lets be printed so."""
        slack = stage.within or self.document.within
        if slack is None:
            return before(value)
        rule = self.declared(stage)
        off_grid = rule is not None and (rule.is_exact or rule.format is not None)
        loose = self.resolutions[stage.name].is_significant or off_grid
        return slackened(slack, value, place, before, on_grid=not loose)

    def target(self, stage: Stage, number: Printed, *, strict: bool) -> Interval | None:
        """The numbers that print as shown: by D if strict, else by U. None if no number does."""
        strict = strict or self.declared(stage) is not None  # then they are one
        key = stage.name, number, strict
        if key not in self._targets:
            self._targets[key] = self._target(stage, number, strict=strict)
        return self._targets[key]

    def _target(self, stage: Stage, number: Printed, *, strict: bool) -> Interval | None:
        rule = self.by_rule if strict else self.at_all
        return rule(stage, number.value, self.resolutions[stage.name].decimals_of(number))

    def targets(self, stage: Stage, *, strict: bool) -> tuple[Interval | None, ...]:
        """The same of all cells of a block; None also where none shows a number."""
        strict = strict or self.declared(stage) is not None
        key = stage.name, strict
        if key not in self._blocks:
            cells = () if stage.printed is None else stage.printed.cells
            self._blocks[key] = tuple(None if n is None else self._target(stage, n, strict=strict) for n in cells)
        return self._blocks[key]

    def open_cells(self, stage: Stage, array: Array) -> frozenset[int]:
        """The numbers of a block, by index, for which an array of its shape is not seen at once to print them by D.

        The others lie inside what prints so. All are looked at in one pass, once for an array.
        """
        known = self._open.setdefault(stage.name, [])
        for other, found in known:
            if other is array:
                return found
        known[:] = [(array, frozenset(self._not_seen(stage, array))), *known[: _KEPT - 1]]
        return known[0][1]

    def _not_seen(self, stage: Stage, array: Array) -> Iterator[int]:
        assert stage.printed is not None
        rows = zip(stage.printed.cells, self.targets(stage, strict=True), array.cells, strict=True)
        for index, (number, target, value) in enumerate(rows):
            is_seen = target is not None and isinstance(value, Number) and surely_contains(target, value)
            if number is not None and not is_seen:
                yield index

    def prints(self, stage: Stage, number: Printed, value: Value) -> bool:
        """Whether one value prints as shown by D; raises Uncertain."""
        if not isinstance(value, Number):
            return False
        target = self.target(stage, number, strict=True)
        return target is not None and contains(target, value)

    def reprint(self, stage: Stage, like: Printed, value: Number) -> Reprint:
        """*value* as the document would print it in the place of *like*; raises Uncertain."""
        resolution = self.resolutions[stage.name]
        rule = self.rule(stage) or NEAREST_RULE
        place = (
            resolution.decimals_of(like)
            if not resolution.is_significant
            else resolution.decimals_at(_size(value), like)
        )
        rounded = round_to(value, place, rule)
        if resolution.is_significant and abs(rounded) >= power_of_ten(resolution.digits - place):
            place = resolution.decimals_at(rounded, like)  # 9.996 is printed as 10.0
            rounded = round_to(value, place, rule)
        if rounded == 0 and like.has_exponent and stage.printed is not None and place < model(stage.printed).decimals:
            return self.reprint(stage, model(stage.printed), value)  # -1e9 for 0.90 does not say how
        return Reprint(rounded, place)

    def show(self, stage: Stage, reprint: Reprint) -> str:
        """The text of a reprinted cell."""
        return self.resolutions[stage.name].show(reprint.value, reprint.decimals)


def _size(value: Number) -> fmpq:
    """A rational of the same magnitude; zero for what is astronomically small. Raises Uncertain."""
    if isinstance(value, fmpq):
        return value
    size = abs(value)
    if size * FAR < 1:
        return fmpq(0)
    if not (size < FAR and size * FAR > 1):
        raise Uncertain
    digits = magnitude(below(size))
    if not size < power_of_ten(digits):
        raise Uncertain
    return power_of_ten(digits - 1)


def model(block: Block) -> Printed:
    """A number with digits as the block shows them, for a cell that shows none."""
    return next((number for *_, number in block.shown()), _DECIMALS)
