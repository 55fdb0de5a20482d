"""How the authors of ordinary documents print numbers, and with what they go on.

No rounding here is the verifier's: an interval is rounded by its two ends, and where
these print differently the document is given up (`UndecidedTieError`).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import nextafter
from random import Random

import numpy as np

from tests.exams.enclosures import Enclosure, point

NEAREST = ("half_even", "half_away", "half_up")
WHOLE_UNIT = ("trunc", "ceiling", "floor", "away")
DOUBLE, SINGLE = "64 bits", "32 bits"
_SATURATED = 1e-6


class UndecidedTieError(ArithmeticError):
    """A value lies too close to where two prints meet."""


def units_of(x: Fraction, decimals: int, rule: str) -> int:
    """*x* rounded, in units of 10**-decimals."""
    scaled = x * Fraction(10) ** decimals
    floor, rest = scaled.numerator // scaled.denominator, scaled - scaled.numerator // scaled.denominator
    if rest == 0:
        return floor
    up = {
        "floor": False,
        "ceiling": True,
        "trunc": floor < 0,
        "away": floor >= 0,
        "half_up": rest >= Fraction(1, 2),
        "half_away": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor >= 0),
        "half_even": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor % 2 == 1),
    }
    return floor + up[rule]


def rounded(x: Enclosure, decimals: int, rule: str) -> Fraction:
    """The number of so many decimals to which all of *x* is rounded."""
    low, high = units_of(x.lo, decimals, rule), units_of(x.hi, decimals, rule)
    if low != high:
        raise UndecidedTieError
    return Fraction(low) / Fraction(10) ** decimals


def written(x: Fraction, decimals: int) -> str:
    """A number of so many decimals as text."""
    units = x * Fraction(10) ** decimals
    digits = str(abs(int(units))).rjust(decimals + 1, "0")
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if x < 0 else text


def leading(x: Enclosure) -> int:
    """The power of ten of the first digit: 0 for 3.2, -2 for 0.05."""
    power = 0
    while x.size >= Fraction(10) ** (power + 1):
        power += 1
    while x.size and x.size < Fraction(10) ** power:
        power -= 1
    return power


@dataclass(frozen=True)
class Habit:
    """How one block is printed, and what its author goes on with.

    `style` is `decimals` (so many in `digits`), `significant` (so many, zeros at the end dropped with `drops`),
    `columns` (`digits` significant ones at the largest number of a column) or the format of a program. `goes_on` is
    `print`, `full`, or a number of further digits, rounded by `finer_rule`; with `prints_held` the print is made
    from those.
    """

    rule: str = "half_even"
    style: str = "decimals"
    digits: int = 2
    drops: bool = False
    goes_on: str | int = "print"
    finer_rule: str = "half_even"
    prints_held: bool = False

    def block(self, values: list[list[Enclosure]], random: Random) -> tuple[list[list[str]], list[list[Enclosure]]]:
        """The texts of a block, and the numbers with which its author goes on."""
        texts, held = [], []
        for row in values:
            pairs = [self._cell(x, self._decimals(values, x, j), random) for j, x in enumerate(row)]
            texts.append([text for text, _ in pairs])
            held.append([kept for _, kept in pairs])
        return texts, held

    def _decimals(self, values: list[list[Enclosure]], x: Enclosure, column: int) -> int:
        if self.style == "decimals":
            return self.digits
        if self.style == "columns":
            x = max((row[column] for row in values), key=lambda cell: cell.size)
        return max(self.digits - 1 - leading(x), 0)

    def _cell(self, x: Enclosure, decimals: int, random: Random) -> tuple[str, Enclosure]:
        if self.style in (DOUBLE, SINGLE):
            text, value = of_program(x, self.style, random)
            return text, point(value)
        held = x
        if isinstance(self.goes_on, int):
            held = point(rounded(x, decimals + self.goes_on, self.finer_rule))
        shown = rounded(held if self.prints_held else x, decimals, self.rule)
        text = written(shown, decimals)
        if self.drops and decimals:
            text = text.rstrip("0").rstrip(".")
        return text, point(shown) if self.goes_on == "print" else held


def of_program(x: Enclosure, style: str, random: Random) -> tuple[str, Fraction]:
    """A number as a program prints it, and its value; unless it is all but whole, it may err in the last place."""
    value = float((x.lo + x.hi) / 2)
    errs = Fraction(value) != x.lo and abs(value - round(value)) > _SATURATED and random.random() < 1 / 4
    towards = random.choice([-1e9, 1e9])
    if style == SINGLE:
        single = np.float32(value)
        single = np.nextafter(single, np.float32(towards)) if errs else single
        return str(single), Fraction(float(single))
    value = nextafter(value, towards) if errs else value
    return repr(value), Fraction(value)
