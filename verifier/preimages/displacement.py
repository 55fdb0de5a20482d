"""Displacement: a bound on abs(print - exact value). Where no print is shown, the author may have used either."""

from collections.abc import Collection, Sequence
from typing import Final, TypeGuard

from flint import arb, fmpq

from verifier.document.model import Block, Document, Stage
from verifier.numbers.array import Value, as_interval
from verifier.numbers.binary_formats import FORMATS, power_of_two
from verifier.numbers.interval import Interval, Missing
from verifier.numbers.number import FAR, Number, below
from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.resolution import Resolution, magnitude, magnitude_of
from verifier.numbers.rounding import Rule
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple

_LITTLE: Final = power_of_two(-20_000)
"""Less than any digit that anybody prints."""


class Displacement(NamedTuple):
    """A bound on abs(print - exact value): `absolute`, and `share` of the size, and a unit of `digits` digits."""

    absolute: fmpq
    digits: int | None = None
    share: fmpq = fmpq(0)

    def around(self, value: Value) -> Value:
        """All numbers within the bound of a number or of a range; the whole line where an end is out of reach.

        A range that may be a masked score (without a lower end, and closed there) stays one.
        """
        box = as_interval(value)
        if self.digits is None and not self.share:
            return box + Interval(-self.absolute, self.absolute) if self.absolute else value
        if not (_is_near(box.lo) and _is_near(box.hi)):
            is_masked = box.lo is None and box.lo_closed
            return Interval(None, None, is_masked, hi_closed=False, partial=box.partial, loose=box.loose)
        size = max(_not_below(box.lo), _not_below(box.hi))
        off = self.absolute + self.share * size
        if self.digits is not None and size > 0:
            off += power_of_ten(magnitude(size) - self.digits)
        return box + Interval(-off, off) if off else value


def perhaps_rounded(value: Value, stage: Stage, tolerance: Tolerance, misprinted: Collection[int] = ()) -> Value:
    """The values that the author may have used, exact or printed, for a cell that is not shown as it should be."""
    if isinstance(value, Missing | str) or stage.printed is None:
        return value
    return displacement(stage, stage.printed, tolerance, misprinted).around(value)


def displacement(stage: Stage, block: Block, tolerance: Tolerance, misprinted: Collection[int] = ()) -> Displacement:
    """The bound for the numbers of a stage's block, told by those shown; a misprint says nothing of it."""
    known: dict[tuple[str, frozenset[int]], Displacement] = tolerance.box_memo.displacements
    key = stage.name, frozenset(misprinted)
    if key not in known:
        known[key] = _displacement(stage, block, tolerance, misprinted)
    return known[key]


def _displacement(stage: Stage, block: Block, tolerance: Tolerance, misprinted: Collection[int]) -> Displacement:
    slack = stage.within or tolerance.document.within
    most = fmpq(0) if slack is None else slack.most
    rule = tolerance.rule(stage)
    if rule is not None and rule.is_exact:
        return Displacement(most)
    if rule is not None and rule.format is not None:  # half a step to the number of the format, and as much to its text
        made = FORMATS[rule.format]
        return Displacement(most + power_of_two(made.finest), share=power_of_two(2 - made.bits))
    shown = [(index, number) for index, number in enumerate(block.cells) if number is not None]
    told = [number for index, number in shown if index not in misprinted] or [number for _, number in shown]
    told = told or _decimals(tolerance.document)
    resolution = tolerance.resolutions[stage.name]
    rules = tolerance.rules(stage).possible if rule is None or tolerance.declared(stage) is None else (rule,)
    absolute = sum((power_of_ten(-decimals) for decimals in _least_decimals(resolution, told, rules)), most)
    inaccuracy = tolerance.inaccuracy(stage)
    if inaccuracy is None:
        return Displacement(absolute, _digits(resolution, told))
    return Displacement(absolute + inaccuracy.absolute, _digits(resolution, told), inaccuracy.share)


def _least_decimals(resolution: Resolution, told: Sequence[Printed], rules: Sequence[Rule]) -> list[int]:
    """The decimals that each step of rounding leaves at least; none where digits are counted from the first."""
    if resolution.is_significant:
        last = [] if resolution.is_sure else [max(number.decimals for number in told)]
    else:
        plain = [number for number in told if not number.has_exponent]
        last = [min(map(resolution.decimals_of, plain))] if plain else []
    earlier = [stated for rule in rules for _, stated in rule.steps[:-1] if stated is not None]
    return [*last, *earlier]


def _digits(resolution: Resolution, told: Sequence[Printed]) -> int | None:
    """The least count of significant digits of the numbers in powers of ten that are finer than the others."""
    if resolution.is_significant:
        return resolution.digits
    powers = [number for number in told if number.has_exponent and number.value != 0]
    if not powers:
        return None
    coarsest = min((resolution.decimals_of(number) for number in told if not number.has_exponent), default=None)
    return min(
        (magnitude_of(number) + number.decimals for number in powers if coarsest is None or number.decimals < coarsest),
        default=None,
    )


def _decimals(document: Document) -> list[Printed]:
    """All that a document shows with a point, where a block shows nothing."""
    blocks = [stage.printed for stage in document.stages if stage.printed is not None]
    return [number for block in blocks for number in block.contents() if not number.is_bare_integer]


def _is_near(number: Number | None) -> TypeGuard[Number]:
    """Whether an end is known not to be astronomically far away."""
    return number is not None and bool(number < FAR and -number < FAR)


def _not_below(number: Number) -> fmpq:
    """A rational that is not below the size of a number, and not astronomically small where it is a ball."""
    if isinstance(number, fmpq):
        return abs(number)
    size: arb = abs(number)
    return _LITTLE if size < _LITTLE else -below(-size)
