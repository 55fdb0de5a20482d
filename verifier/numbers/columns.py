"""Printed numbers in columns: a block as integers with one place, with which whole blocks of values are compared.

0.70 at place 2 is the integer 70. A rational p/q lies floor(200 p / q) - 140 halves of a unit from it, and the
remainder says whether it lies between two halves: one division of integers tells which rules print the cell, and
nothing is rounded. A block without one place, or with a number that may have been rounded to another unit, is no
column: its numbers are compared one by one.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from flint import fmpq

from verifier.numbers.array import Value
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import decide
from verifier.numbers.printed import Printed
from verifier.numbers.resolution import Resolution
from verifier.numbers.rules import FAR_OFF, names_at, offset_of
from verifier.record import NamedTuple

_CUT: Final = range(-FAR_OFF, FAR_OFF + 1)
_NONE: Final = frozenset[str]()

Kind: TypeAlias = tuple[int, int]
"""The sign of a printed number and the parity of its last digit, on which rules rest."""


class Column(NamedTuple):
    """The cells of a block, row by row, as `mantissas`: whole numbers of units of the last digit, which is at `place`.

    `kinds` has the kind of each number. Both are None where a cell shows no number.
    """

    place: int
    numbers: tuple[Printed | None, ...]
    mantissas: tuple[int | None, ...]
    kinds: tuple[Kind | None, ...]

    def offsets(self, values: Iterable[Value]) -> list[int | None]:
        """How far the values of a block lie from its prints, as `rules.offset_of` counts it; 0 is a print itself.

        None where a cell shows no number or has no value, and where a ball does not tell.
        """
        above, below = 2 * 10 ** max(self.place, 0), 10 ** max(-self.place, 0)
        found: list[int | None] = []
        for number, mantissa, value in zip(self.numbers, self.mantissas, values, strict=True):
            if mantissa is None or number is None:
                found.append(None)
            elif isinstance(value, fmpq):
                whole, rest = divmod(int(value.p) * above, int(value.q) * below)
                offset = 2 * (whole - 2 * mantissa) + (rest > 0)
                found.append(offset if offset in _CUT else FAR_OFF if offset > 0 else -FAR_OFF)
            else:
                found.append(self._offset(number, value) if isinstance(value, Number) else None)
        return found

    def _offset(self, number: Printed, ball: Number) -> int | None:
        try:
            return offset_of(ball, number.value, self.place)  # at the working precision, as most balls are decided
        except Uncertain:
            pass
        try:
            return decide(lambda: offset_of(ball, number.value, self.place))
        except Uncertain:
            return None


def fitting_at(kind: Kind, offsets: Iterable[int | None]) -> frozenset[str]:
    """The names of the rules by which a value at one of these offsets prints as a number of this kind."""
    return _NONE.union(*(names_at(offset, *kind) for offset in offsets if offset is not None))


def column_of(numbers: Sequence[Printed | None], resolution: Resolution) -> Column | None:
    """The numbers of a block as a column; None if they have no one place, or the unit of one is open."""
    if resolution.is_finer_below_powers or resolution.by_line:
        return None
    is_plain, in_full = resolution.kind == "own" and not resolution.finest, resolution.in_full
    decimals = {
        number.decimals
        if (number.decimals == in_full or (is_plain and number.decimals)) and not number.is_fraction
        else _place(number, resolution)
        for number in numbers
        if number is not None
    }
    place = decimals.pop() if len(decimals) == 1 else None
    if place is None:
        return None
    above, below = 10 ** max(place, 0), 10 ** max(-place, 0)
    mantissas = tuple([number and _mantissa(number.value, above, below) for number in numbers])
    is_whole = [one is None for one in mantissas] == [number is None for number in numbers]
    kinds = tuple([None if one is None else ((one > 0) - (one < 0), one % 2) for one in mantissas])
    return Column(place, tuple(numbers), mantissas, kinds) if is_whole else None


def _place(number: Printed, resolution: Resolution) -> int | None:
    """The decimals of the last digit of a number; None if that is open, or if it stands for no other number."""
    return None if number.is_fraction else resolution.sure_decimals_of(number)


def _mantissa(value: fmpq, above: int, below: int) -> int | None:
    whole, rest = divmod(int(value.p) * above, int(value.q) * below)
    return None if rest else whole
