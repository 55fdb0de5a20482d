"""Digits that a block leaves out: those of whole numbers beside decimals, and of short ones beside a program's."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from verifier.recheck.printed import Printed, decimal, magnitude, ten
from verifier.recheck.report_reading import Cell, Stage

_ROUNDED: Final = 2
"""Significant digits from which a number has been rounded, and not been short by itself as 0.5 is."""
_ALL_DIGITS: Final = 15
"""Significant digits from which a number of 64 bits has all."""


class WholeNumbers(NamedTuple):
    """Of one block: the significant digits that whole numbers may have, 0 if none, and those rounded to units.

    Where all decimals surely have these digits (*is_even*), larger numbers end in zeros. A number that is printed
    twice counts as rounded to units wherever it stands.
    """

    digits: int
    is_even: bool
    rounded: frozenset[Printed]

    def place(self, number: Printed, place: int) -> int:
        """The least decimals that a number may have, of which *place* are the most."""
        if number in self.rounded:
            place = min(place, 0)
        if not self.digits or number.value == 0:
            return place
        counted = self.digits - magnitude(number.value)
        is_counted = counted >= number.place or (self.is_even and (number.value * ten(counted)).denominator == 1)
        return min(place, counted if is_counted else number.place)


NONE: Final = WholeNumbers(0, is_even=False, rounded=frozenset())


def decimals_of_all(shown: Iterable[Printed]) -> int:
    """The decimals of short numbers of a program of 64 bits, among more that have all their digits."""
    numbers = [number for number in shown if number.value != 0]
    long = [number.place for number in numbers if _digits(number) >= _ALL_DIGITS]
    return max(long) if 2 * len(long) > len(numbers) else 0


def whole_numbers(stage: Stage, *, all_digits: bool, is_rounded: bool) -> WholeNumbers:
    """What may be left out in the block of a stage; with *all_digits* by decimals too, as zeros may lack.

    Decimals of a given that none declares *is_rounded* tell nothing if they have one digit, as 0.5 is short by itself.
    """
    cells = [(cell, number) for cell in stage.cells if (number := decimal(cell.printed)) is not None]
    beside = [number for _, number in cells if not number.is_bare_integer]
    if not beside or (len(beside) == len(cells) and not all_digits):
        return NONE
    plain = [number for number in beside if not number.has_exponent]
    digits = [_digits(number) for number in plain if number.value != 0]
    digits = digits or [number.place + 1 for number in plain]  # 0.00 may have been a number of three
    counts = set(digits)
    most, is_one = max(counts, default=0), len(counts) == 1
    shows_zeros = len(digits) - digits.count(most) > 1 and any(number.ends_in_zero for number in plain)
    is_even = is_one and len({number.place for number in plain}) > 1
    least = 1 if stage.formula is not None or is_rounded else _ROUNDED
    rounded = [number for axis in (0, 1) for number in _rounded(cells, axis, least)]
    is_told = all_digits or (most >= least and not shows_zeros)  # or 0.01 would have them
    return WholeNumbers(most if is_told else 0, is_told and is_even, frozenset(rounded))


def _rounded(cells: list[tuple[Cell, Printed]], axis: int, least: int) -> Iterable[Printed]:
    """The numbers of rows or columns without decimals, the largest of two digits, beside decimals of *least* digits."""
    lines: dict[int, list[Printed]] = {}
    for cell, number in cells:
        lines.setdefault(cell.row if axis else cell.column, []).append(number)
    found = [_most(number for number in line if not number.is_bare_integer) for line in lines.values()]
    if max(found, default=0) < least:
        return []
    whole = [line for line in lines.values() if all(number.is_bare_integer for number in line)]
    return [number for line in whole if _most(line) >= _ROUNDED for number in line]


def _most(numbers: Iterable[Printed]) -> int:
    return max((_digits(number) for number in numbers if number.value != 0), default=0)


def _digits(number: Printed) -> int:
    """The significant digits that a number shows, which is not zero."""
    return magnitude(number.value) + number.place
