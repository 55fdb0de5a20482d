"""The readings of an equality, each with the stages that it becomes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from flint import arb, fmpq

from verifier.document.model import GivensReading, Stage
from verifier.formulas.tree import Apply, Expression, Literal, children
from verifier.numbers.printed import Printed, power_of_ten
from verifier.record import NamedTuple
from verifier.sources.equalities.equality_stages import exactly
from verifier.sources.equalities.ledger import Span
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed, ends
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.statement import Sort
from verifier.sources.expressions.written_values import are_equal, gives

IN_CODE: Final = "in code"
"""What an equality says of itself, as `carried`, that stands in a block of code."""
STEP: Final = "by the step "
"""What stands before the step over an arrow of which an equality is made, as `carried`."""


class _Variant(NamedTuple):
    sort: Sort
    stages: tuple[Stage, ...]
    is_kept: bool = False
    by: Span | None = None


class Variant(_Variant):
    """One reading of an equality: what it states so, and the stages of that, operands first.

    `is_kept`: its sides show a number at the same place. `by` is where the side of the chain stands that is taken in
    the place of the left one, and before it.
    """

    @cached_property
    def stated(self) -> tuple[Stage, ...]:
        """The stages of the numbers that the equality states."""
        return tuple(stage for stage in self.stages if stage.formula is not None)

    @property
    def givens(self) -> tuple[Stage, ...]:
        """The stages of its operands."""
        return tuple(stage for stage in self.stages if stage.formula is None)

    @cached_property
    def values(self) -> Mapping[str, fmpq]:
        """The operands as printed, by their names."""
        givens = [stage for stage in self.stages if stage.formula is None]
        shown = {stage.name: stage.printed.cells[0] for stage in givens if stage.printed is not None}
        return {name: number.value for name, number in shown.items() if number is not None}

    @cached_property
    def results(self) -> tuple[fmpq | None, ...]:
        """What the operands as printed give for each number that is stated; None where that is not known exactly."""
        trees = (stage.formula.expression for stage in self.stated if stage.formula is not None)
        return tuple([value_at(tree, self.values) for tree in trees])

    @property
    def is_exact(self) -> bool:
        """Whether the operands as printed give exactly the numbers that are stated."""
        return all(
            stage.printed is not None and {number.value for number in stage.printed.contents()} == {value}
            for stage, value in zip(self.stated, self.results, strict=True)
        )

    @property
    def exact(self) -> frozenset[str]:
        """The numerals without signs that are stated and are the exact value of exact operands."""
        if self.sort == "sides":
            return frozenset()
        rounded = {
            stage.name
            for stage in self.stages
            if stage.formula is None and stage.givens != "exact" and not _is_whole(stage)
        }
        results: Sequence[fmpq | None] = self.results if not rounded else ()
        if rounded and len(self.stated) > 1:
            values = {name: value for name, value in self.values.items() if name not in rounded}
            trees = (stage.formula.expression for stage in self.stated if stage.formula is not None)
            results = [value_at(tree, values) for tree in trees]
        return frozenset(
            number.text.lstrip("-")
            for stage, value in zip(self.stated, results, strict=False)
            if stage.printed is not None
            for number in stage.printed.contents()
            if number.value == value
        )

    @cached_property
    def missed(self) -> frozenset[str]:
        """The names of the whole numbers that are stated where a calculation with whole numbers gives another one.

        Not of those that are said to be rounded, in any way, or to be near.
        """
        found = set[str]()
        for stage, result in zip(self.stated, self.results, strict=True) if self.sort != "sides" else ():
            number, tree = number_alone(stage), None if stage.formula is None else stage.formula.expression
            if number is None or tree is None or not number.is_bare_integer or result == number.value:
                continue
            is_sharp = (stage.rounding, stage.resolution, stage.within) == (None, None, None)
            value = value_at(tree, {}, with_powers=True) if is_sharp and not isinstance(tree, Literal) else None
            if value is not None and value.q == 1 and value != number.value:
                found.add(stage.name)
        return frozenset(found)

    @property
    def with_missed(self) -> "Variant":
        """The same with whole numbers that are missed taken at their word: no digits explain them or what follows."""
        missed = self.missed
        stages = (exactly(stage) if stage.name in missed else stage for stage in self.stages)
        return self._replace(stages=tuple(stages)) if missed else self

    def gives_one_of(self, sides: Iterable[Side]) -> bool:
        """Whether the operands as printed give what one of the sides prints, in all digits but the last."""
        values = [_value(stage.formula.expression, self.values) for stage in self.stated if stage.formula is not None]
        numbers = [number for side in sides if (number := _alone(side)) is not None]
        return any(value is not None and _prints(number, value) for value in values for number in numbers)

    def with_givens(self, givens: GivensReading) -> "Variant":
        """The same with operands that are read so."""
        stages = (stage if stage.formula is not None else stage._replace(givens=givens) for stage in self.stages)
        return self._replace(stages=tuple(stages))


class Equality(NamedTuple):
    """Two neighbours of a chain in all their readings; right if one of them is. What `is_doubtful` accuses nobody.

    `spans` are the offsets of the two in the source. `unit` are the letters of its units. Where none is possible, it
    is the `likeliest` that is wrong. `whole` takes the two sides as wholes where the first reading takes their parts.
    `carried` says what was put into a formula that has no numbers alone, or that it stands above its number or in code.
    One that `is_about` says that its sides are about equal. `sides` are the two as they are written.
    """

    variants: tuple[Variant, ...]
    is_doubtful: bool
    spans: tuple[Span, Span]
    unit: str = ""
    likeliest: int = 0
    carried: str = ""
    is_about: bool = False
    sides: tuple[Side, Side] | None = None

    @property
    def whole(self) -> int | None:
        """The first variant in which not the parts of both sides are compared, but the sides; None if there is none."""
        found = (index for index, variant in enumerate(self.variants) if variant.sort in ("sides", "fraction"))
        return next(found, None)


def runs_on(pair: Pair, variants: Sequence[Variant]) -> bool:
    """Whether the right side likely begins another calculation: it gives what follows, which the left side does not.

    Nothing else bears out that it does where its first number is not what the left side gives.
    """
    is_possible = pair.may_run_on and variants[0].sort == "sides" and variants[-1].sort == "result"
    if not is_possible or variants[-1].gives_one_of(pair.later) or _shows_part(pair.right, variants[-1]):
        return False
    return are_equal(pair.right, pair.later[0]) or gives(pair.right, pair.later[0].tokens)


def _shows_part(side: Side, variant: Variant) -> bool:
    """Whether a decimal of a side, but its first number, is what a part of an expression gives: it stands for that."""
    tokens = [token.text for token in side.tokens if token.sort == "number"]
    shown = [number for text in tokens[1:] if (number := number_in(text)) is not None]
    numbers = [number for number in shown if not number.is_bare_integer]
    trees = [stage.formula.expression for stage in variant.stated if stage.formula is not None]
    values = [_value(part, variant.values) for tree in trees for part in _parts(tree)]
    return any(value is not None and _prints(number, value) for number in numbers for value in values)


def _parts(tree: Expression) -> Iterator[Expression]:
    """The operations in an expression, but itself."""
    for child in children(tree):
        if isinstance(child, Apply):
            yield child
            yield from _parts(child)


def _prints(number: Printed, value: fmpq) -> bool:
    """Whether a number is a value in all digits but the last."""
    return abs(value - number.value) < power_of_ten(-number.decimals)


def stated_value(variant: Variant) -> fmpq | None:
    """What operands as printed give for the one number that is stated; None if it is not known, or not one."""
    stage = variant.stated[0] if len(variant.stated) == 1 and variant.sort == "result" else None
    return None if stage is None or stage.formula is None else _value(stage.formula.expression, variant.values)


def _value(tree: Expression, values: Mapping[str, fmpq]) -> fmpq | None:
    """The value of an expression at those of its names, to many digits; None if it is not known."""
    exact = value_at(tree, values, with_powers=True)
    if exact is not None:
        return exact
    found = enclosed(tree, {name: arb(value) for name, value in values.items()})
    between = None if found is None else ends(found)
    return None if between is None else between[0]


def _is_whole(stage: Stage) -> bool:
    """Whether a stage shows whole numbers alone, which are exact as operands if they show no rounded results."""
    if stage.printed is None or stage.givens == "rounded":
        return False
    return False not in [number.is_bare_integer for number in stage.printed.contents()]


def number_alone(stage: Stage) -> Printed | None:
    """The number of a stage that shows one."""
    printed = stage.printed
    return printed.cells[0] if printed is not None and printed.rows == printed.columns == 1 else None


def _alone(side: Side) -> Printed | None:
    """The number of a side that is one number without a sign."""
    is_number = len(side.tokens) == 1 and side.tokens[0].sort == "number"
    return number_in(side.tokens[0].text) if is_number else None
