"""The readings of an equality, each with the stages that it becomes."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flint import fmpq

from verifier.document.model import GivensReading, Stage
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.chains import Side
from verifier.sources.computed import number_in
from verifier.sources.ledger import Span
from verifier.sources.solving import value_at
from verifier.sources.stated import Sort


class Variant(NamedTuple):
    """One reading of an equality: what it states so, and the stages of that, operands first.

    `is_kept`: its sides show a number at the same place.
    """

    sort: Sort
    stages: tuple[Stage, ...]
    is_kept: bool = False

    @property
    def stated(self) -> tuple[Stage, ...]:
        """The stages of the numbers that the equality states."""
        return tuple(stage for stage in self.stages if stage.formula is not None)

    @property
    def values(self) -> Mapping[str, fmpq]:
        """The operands as printed, by their names."""
        shown = {stage.name: stage.printed.cells[0] for stage in self.stages if stage.is_given and stage.printed}
        return {name: number.value for name, number in shown.items() if number is not None}

    @property
    def is_exact(self) -> bool:
        """Whether the operands as printed give exactly the numbers that are stated."""
        return all(
            stage.formula is not None
            and stage.printed is not None
            and {number.value for number in stage.printed.contents()}
            == {value_at(stage.formula.expression, self.values)}
            for stage in self.stated
        )

    @property
    def exact(self) -> frozenset[str]:
        """The numerals without signs that are stated and are the exact value of exact operands."""
        rounded = {stage.name for stage in self.stages if stage.givens != "exact" and not _is_whole(stage)}
        values = {name: value for name, value in self.values.items() if name not in rounded}
        return frozenset(
            number.text.lstrip("-")
            for stage in self.stated
            if self.sort != "sides" and stage.formula is not None and stage.printed is not None
            for number in stage.printed.contents()
            if number.value == value_at(stage.formula.expression, values)
        )

    def gives_one_of(self, sides: Iterable[Side]) -> bool:
        """Whether the operands as printed give what one of the sides prints, in all digits but the last."""
        values = [value_at(stage.formula.expression, self.values) for stage in self.stated if stage.formula is not None]
        numbers = [number for side in sides if (number := _alone(side)) is not None]
        return any(
            value is not None and abs(value - number.value) < power_of_ten(-number.decimals)
            for value in values
            for number in numbers
        )

    def with_givens(self, givens: GivensReading) -> "Variant":
        """The same with operands that are read so."""
        stages = (stage if stage.formula is not None else stage._replace(givens=givens) for stage in self.stages)
        return self._replace(stages=tuple(stages))


class Equality(NamedTuple):
    """Two neighbours of a chain in all their readings; right if one of them is. What `is_doubtful` accuses nobody.

    `spans` are the offsets of the two in the source. `unit` are the letters of its units. Where none is possible, it
    is the `likeliest` that is wrong. `whole` takes the two sides as wholes where the first reading takes their parts.
    `carried` says what was put into a formula that has no numbers alone, or that it stands above its number.
    """

    variants: tuple[Variant, ...]
    is_doubtful: bool
    spans: tuple[Span, Span]
    unit: str = ""
    likeliest: int = 0
    carried: str = ""

    @property
    def whole(self) -> int | None:
        """The first variant in which not the parts of both sides are compared, but the sides; None if there is none."""
        found = (index for index, variant in enumerate(self.variants) if variant.sort in ("sides", "fraction"))
        return next(found, None)


def _is_whole(stage: Stage) -> bool:
    """Whether a stage shows whole numbers alone, which are exact as operands."""
    return stage.printed is not None and all(number.is_bare_integer for number in stage.printed.contents())


def _alone(side: Side) -> Printed | None:
    """The number of a side that is one number without a sign."""
    is_number = len(side.tokens) == 1 and side.tokens[0].sort == "number"
    return number_in(side.tokens[0].text) if is_number else None
