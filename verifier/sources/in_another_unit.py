"""Whether a number that is wrong as it is read may be right in another unit than that of its operands."""

from typing import Final

from flint import fmpq

from verifier.numbers.interval import Interval, overlap
from verifier.numbers.printed import power_of_ten
from verifier.sources.equalities.variants import Equality
from verifier.sources.expressions.chains import Side
from verifier.sources.units.conversions import (
    Named,
    is_converted,
    is_of_small_numbers,
    is_usual_elsewhere,
    unit_word_behind,
)
from verifier.sources.units.dimensions import is_rate, is_without_unit
from verifier.sources.units.money import is_money
from verifier.sources.units.unit_ratios import is_converted_by, ratios_of
from verifier.sources.units.units import is_value
from verifier.verdict import CellReport, StageReport, Verdict

_NEAR: Final = Interval(fmpq(26, 27), fmpq(27, 26))
"""Less than what two units of one size are of each other, as 0.95 litres are a quart; a long ton is 1.016 tonnes."""
_HOURS: Final = "Stunden"
_LESSON: Final = Interval(fmpq(1, 45), fmpq(1, 45))
"""What a minute is of an hour at a German school."""
_BITS: Final = ("bit", "bits", "Bit", "Bits")
_LOGARITHMS: Final = ("\\log", "\\lg", "log", "log2", "ld", "lb")
_TEN: Final = (Interval(fmpq(10), fmpq(10)), Interval(fmpq(1, 10), fmpq(1, 10)))
"""What no amount of money is of the same in a larger or a smaller unit."""
_NEAR_RATE: Final = Interval(fmpq(8, 9), fmpq(9, 8))
"""Less than what pounds are of kilograms, of which a number beside a rate may be."""


def is_in_another_unit(stage: StageReport, equality: Equality, named: Named, text: str) -> bool:
    """Whether numbers hold in another unit: in that of the result, where both are known, else in any."""
    if equality.unit.endswith(_HOURS) and all(_is_near(cell, _LESSON) for cell in stage.cells):
        return True
    near = None if equality.sides is None else _near(*equality.sides)
    if near is not None:
        return not all(_is_near(cell, near) for cell in stage.cells)
    unit = unit_word_behind(f" {equality.unit}", 0) or equality.unit or unit_word_behind(text, equality.spans[1].end)
    kinds = () if equality.sides is None else equality.sides[1].kinds
    is_amount = is_money(unit) or any(map(is_money, kinds[:1]))
    if not unit or (is_amount and _is_moved(stage, equality)):
        return False
    if unit in _BITS and equality.sides is not None and _is_logarithm(equality.sides[0]):
        return all(_is_put_up(cell) for cell in stage.cells)
    sides = None if equality.sides is None else _in_order(equality.sides)
    ratios = None if sides is None else ratios_of(*sides)
    if stage.verdict is not Verdict.CONTRADICTED:
        is_first = ratios is not None and sides != equality.sides  # the result, of which the rest is a conversion
        return is_first or all(is_usual_elsewhere(cell.possible, cell.number, unit, named) for cell in stage.cells)
    if ratios is not None:
        is_done = stage.stage.formula is not None and is_converted_by(stage.stage.formula.expression, ratios.whole)
        return all(ratios.allow(cell.possible, cell.target, is_converted=is_done) for cell in stage.cells)
    is_plain = not equality.unit or (equality.sides is not None and is_of_small_numbers(*equality.sides))
    is_bare = equality.sides is not None and not equality.sides[0].unit
    return all(_is_converted(cell, unit, named, is_plain=is_plain, is_bare=is_bare) for cell in stage.cells)


def _is_logarithm(side: Side) -> bool:
    """Whether a side without units has a logarithm, which gives bits and no other units of these."""
    return side.unit == "" and any(token.is_one_of(*_LOGARITHMS) for token in side.tokens)


def _is_put_up(cell: CellReport) -> bool:
    """Whether a number is what its operands give put up to a whole one, as so many bits are needed."""
    shown = None if cell.number is None else cell.number.value
    return shown is None or cell.possible is None or overlap(cell.possible, Interval(shown - 1, shown, lo_closed=False))


def _is_moved(stage: StageReport, equality: Equality) -> bool:
    """Whether amounts are ten times what bare numbers, or amounts in the same unit, give, or a tenth of it."""
    is_bare = equality.sides is not None and equality.sides[0].unit in ("", equality.sides[1].unit)
    return is_bare and any(all(_is_near(cell, times) for cell in stage.cells) for times in _TEN)


def _in_order(sides: tuple[Side, Side]) -> tuple[Side, Side]:
    """The side that is calculated and the one that is its result, which may stand first: `72 km/h = 72/3.6 m/s`."""
    left, right = sides
    return (right, left) if is_value(left.tokens) and not is_value(right.tokens) else sides


def _near(left: Side, right: Side) -> Interval | None:
    """How far a result may be off that is in no other unit, where it is open in which one it is."""
    near = _NEAR_RATE if is_rate(left, right) else _NEAR if is_without_unit(left, right) else None
    return None if near is None or ratios_of(left, right) is not None else near


def _is_near(cell: CellReport, near: Interval) -> bool:
    """Whether a number is what its operands give times a factor from a range."""
    allowed = near * cell.possible if cell.possible is not None else None
    return isinstance(allowed, Interval) and cell.target is not None and overlap(allowed, cell.target)


def _is_converted(cell: CellReport, unit: str, named: Named, *, is_plain: bool, is_bare: bool) -> bool:
    """Whether a number may be what its operands give in another unit.

    Where these are *bare* and one digit of it is another one, or two are exchanged, that is likelier than two factors,
    or a rounded number.
    """
    if not is_bare or cell.number is None or not _is_slip(cell.number.text, cell.corrected or ""):
        return is_converted(cell.possible, cell.target, unit, named, is_plain=is_plain)
    half = power_of_ten(-cell.number.decimals) / 2
    target = Interval(cell.number.value - half, cell.number.value + half)
    return is_converted(cell.possible, target, unit, named, is_plain=is_plain, is_of_one_factor=True)


def _is_slip(shown: str, right: str) -> bool:
    """Whether of a number of two digits or more one digit is another one, or two beside each other are exchanged."""
    differing = [at for at, (one, other) in enumerate(zip(shown, right, strict=False)) if one != other]
    if len(shown) != len(right) or len(shown.replace(".", "").lstrip("-0")) < 2:  # noqa: PLR2004 - digits
        return False
    first, last = differing[:1], differing[1:]
    is_exchanged = len(differing) == 2 and shown[first[0]] + shown[last[0]] == right[last[0]] + right[first[0]]  # noqa: PLR2004
    return len(differing) == 1 or (is_exchanged and shown[first[0] + 1 : last[0]] in ("", "."))
