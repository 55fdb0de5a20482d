"""What one computed number can have been when its author went on from it, by its print and by its formulas."""

from fractions import Fraction as Q
from math import ceil, floor
from typing import NamedTuple

from verifier.recheck.grids import boxes
from verifier.recheck.intervals import Box
from verifier.recheck.printed import Printed, decimal, magnitude, ten
from verifier.recheck.ranges import meets
from verifier.recheck.readings import Reading
from verifier.recheck.report_reading import Cell
from verifier.recheck.rounding import FORMATS
from verifier.recheck.row_functions import CellValue


class Account(NamedTuple):
    """What a number stands for by its print, and what by its right value, which are one unless it *is_double*."""

    printed: CellValue
    right: CellValue
    is_double: bool = False

    def taken(self, *, right: bool | None) -> CellValue:
        """The right value or what the print stands for; with None, all between the two."""
        if right is not None or not self.is_double:
            return self.right if right else self.printed
        if isinstance(self.printed, tuple) and isinstance(self.right, tuple):
            return min(self.printed[0], self.right[0]), max(self.printed[1], self.right[1])
        return None


class Prints:
    """The prints of one stage, some of which are *wrong*; *is_doubtful* where some are, or it rests on such."""

    def __init__(self, reading: Reading, wrong: frozenset[tuple[int, int]], *, is_doubtful: bool) -> None:
        self.reading = reading
        self.wrong = wrong
        self.is_doubtful = is_doubtful
        self._is_loose = is_loose(reading)

    def account(self, cell: Cell, by_formula: list[list[CellValue]]) -> Account:
        """What a number stands for; *by_formula* has what each formula gives, by the choice of its operands.

        By the last choice all operands are put right. The right value is that of the first formula.
        """
        box = self.reading.operand(cell)
        is_wrong = (cell.row - 1, cell.column - 1) in self.wrong
        given = [found for ranges in by_formula for found in ranges]
        left = None if is_wrong or self._is_loose else self._left(cell, box, given)
        is_known = left is not None and (not self.is_doubtful or left[0] == left[1])
        printed = left if is_known else box  # what gave the wrong numbers may have given this one as well
        if not self.is_doubtful or not (is_wrong or self._inherits(cell, box, by_formula[0])):
            return Account(printed, printed)
        number, last = decimal(cell.printed), by_formula[0][-1]
        if number is None or self._is_loose or not isinstance(last, tuple):
            return Account(printed, None, is_double=True)
        return Account(printed, _put_right(self.reading, number, last), is_double=True)

    @staticmethod
    def _inherits(cell: Cell, box: CellValue, ranges: list[CellValue]) -> bool:
        """Whether a number is known not to print as shown once what is above it is right, or the report says so."""
        last = ranges[-1]
        if isinstance(last, tuple) and isinstance(box, tuple) and (last[1] < box[0] or box[1] < last[0]):
            return True
        return cell.inherits and (last is None or any(found != last for found in ranges))

    def _left(self, cell: Cell, box: CellValue, given: list[CellValue]) -> Box | None:
        """What formulas leave of a print; None where they leave all of it or none, or where one gives nothing."""
        ranges = boxes(given)
        number, claim = decimal(cell.printed), self.reading.claim(cell.printed)
        if ranges is None or number is None or claim is None or not isinstance(box, tuple):
            return None
        return _carried(number, box, self.reading.place(number), [r for r in ranges if meets(r, claim)])


def is_loose(reading: Reading) -> bool:
    """Whether prints may be off, so that formulas leave no less of them."""
    formats = reading.resolution[-1], "" if reading.declared is None else reading.declared[-1][0]
    return reading.slack is not None or reading.stage.is_stored or any(name in FORMATS for name in formats)


def _carried(number: Printed, box: Box, place: int, within: list[Box]) -> Box | None:
    """The part of a print's set between it and what formulas give in that set, None if they give nothing there.

    An author may have rounded or cut a value before, to more digits than are printed. A single number that needs no
    more digits stands alone.
    """
    if not within:
        return None
    lo, hi = min(lo for lo, _ in within), max(hi for _, hi in within)
    if _is_exact((lo, hi), place):
        return lo, hi
    unit = ten(-place - 1)
    down, up = floor(lo / unit) * unit, ceil(hi / unit) * unit
    return max(box[0], min(down, number.value)), min(box[1], max(up, number.value))


def _put_right(reading: Reading, number: Printed, found: Box) -> Box:
    """The right values of a number by its formula, exact or printed by any rule in its place."""
    place = _place_of_right(reading, number, found)
    if _is_exact(found, place):
        return found
    lo, hi = found[0] * ten(place), found[1] * ten(place)
    below, above = -(-lo.numerator // lo.denominator) - 1, hi.numerator // hi.denominator + 1
    return min(found[0], below * ten(-place)), max(found[1], above * ten(-place))


def _place_of_right(reading: Reading, number: Printed, found: Box) -> int:
    """The fewest decimals with which a right value may be printed in the place of a number."""
    places = [reading.place(number)]
    if reading.is_significant or number.has_exponent:
        digits = (
            int(reading.resolution[0]) if reading.is_significant else number.place + magnitude(number.value or Q(1))
        )
        places += [digits - magnitude(end) for end in found if end != 0]
    return min(places)


def _is_exact(found: Box, place: int) -> bool:
    """Whether a range is one number with no more than so many decimals."""
    return found[0] == found[1] and (found[0] * ten(place)).denominator == 1
