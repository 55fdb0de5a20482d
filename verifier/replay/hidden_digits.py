"""How far givens may lie from their prints."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Block, Document, Stage
from verifier.numbers.array import Array
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rule_sets import preimages_by
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple


class HiddenDigits(NamedTuple):
    """How far a given may lie below and above its print, by its declared preimage and by its widest one."""

    drawn: tuple[fmpq, fmpq]
    widest: tuple[fmpq, fmpq]

    @property
    def width(self) -> fmpq:
        """The width of the declared preimage."""
        return self.drawn[1] - self.drawn[0]

    @property
    def farthest(self) -> fmpq:
        """The end of the declared preimage that is farther from the print, as a difference from it."""
        low, high = self.drawn
        return high if (high + low).p >= 0 else low


_Digits: TypeAlias = dict[int, HiddenDigits]
_NONE: Final[Mapping[str, _Digits | None]] = {}


def hidden_digits(
    document: Document, tolerance: Tolerance, known: Mapping[str, _Digits | None] = _NONE
) -> dict[str, _Digits]:
    """By stage and index, the givens without a declared reading that may hide digits; counts do not.

    Of some stages it is *known*, and that they have none.
    """
    found: dict[str, _Digits] = {}
    alike: dict[Hashable, _Digits] = {}
    declared, widest = Boxes(tolerance, widest=False), Boxes(tolerance)
    for stage in document.stages:
        if stage.is_given and stage.printed is not None and tolerance.givens(stage) is None:
            if stage.name in known:
                if digits := known[stage.name]:
                    found[stage.name] = digits
                continue
            kind = _kind(document, tolerance, stage)
            if kind in alike:
                if digits := alike[kind]:
                    found[stage.name] = digits
                continue
            arrays = (boxes.array(stage, stage.printed, {}) for boxes in (declared, widest))
            digits = dict(_differing(stage.printed, *arrays))
            if tolerance.rule(stage) is None:
                digits = {at: _drawn_by_nearest(tolerance, stage, at, digits[at]) for at in digits}
            if digits:
                found[stage.name] = digits
            if kind is not None:
                alike[kind] = digits
    return found


def _kind(document: Document, tolerance: Tolerance, stage: Stage) -> Hashable | None:
    """What tells how far the one number of a given may lie from its print; None if that rests on more than its kind."""
    column, rules = tolerance.columns.of(stage), tolerance.declared(stage) or tolerance.rules(stage)
    is_one = column is not None and len(column.numbers) == 1 and stage.between is None
    if column is None or not is_one or (stage.within or document.within) or tolerance.inaccuracy(stage):
        return None
    if not all(preimages_by(rules, widest=widest).are_alike for widest in (True, False)):
        return None
    number, has_counts = column.numbers[0], tolerance.resolutions[stage.name].has_counts
    is_whole = number is not None and number.is_bare_integer
    return rules, column.place, column.kinds, is_whole, has_counts, stage.givens


def _drawn_by_nearest(tolerance: Tolerance, stage: Stage, index: int, digits: HiddenDigits) -> HiddenDigits:
    """The hidden digits of a given that one unknown rule printed: their room is that of rounding to the nearest."""
    number = None if stage.printed is None else stage.printed.cells[index]
    if number is None:
        return digits
    half = power_of_ten(-tolerance.resolutions[stage.name].decimals_of(number)) / 2
    return HiddenDigits((max(digits.drawn[0], -half), min(digits.drawn[1], half)), digits.widest)


def _differing(block: Block, declared: Array, widest: Array) -> Iterator[tuple[int, HiddenDigits]]:
    for index, (number, box, wider) in enumerate(zip(block.cells, declared.cells, widest.cells, strict=True)):
        if number is not None and isinstance(box, BoundedInterval) and isinstance(wider, BoundedInterval):
            value = number.value
            yield index, HiddenDigits((box.lo - value, box.hi - value), (wider.lo - value, wider.hi - value))
