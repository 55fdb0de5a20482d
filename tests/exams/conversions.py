r"""Quantities that are said again in another unit, as `95 min = 1.58 h`.

`python -m tests.exams.conversions [--count N] [--seed FIRST]` writes N of each pair of units and prints how many right
ones are accused, and how many wrong ones are found of those that no digits explain. Their authors convert more digits
than they show, round to the nearest or cut, and write units in words or in mathematics.
"""

import argparse
import sys
from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple

from tests.exams.same_quantities import misprinted
from tests.exams.structured import accused_in

PAIRS: Final = {
    "g kg": "1/1000",
    "kg g": "1000",
    "mg g": "1/1000",
    "m km": "1/1000",
    "km m": "1000",
    "cm m": "1/100",
    "mm cm": "1/10",
    "mL L": "1/1000",
    "L mL": "1000",
    "W kW": "1/1000",
    "N kN": "1/1000",
    "mA A": "1/1000",
    "J kJ": "1/1000",
    "Pa kPa": "1/1000",
    "bar kPa": "100",
    "min h": "1/60",
    "h min": "60",
    "s min": "1/60",
    "s h": "1/3600",
    "km/h m/s": "5/18",
    "m/s km/h": "18/5",
    "kWh MJ": "18/5",
    "MJ kWh": "5/18",
    "L/s m³/h": "18/5",
    "g/mL kg/L": "1",
    "cm² m²": "1/10000",
    "m³ L": "1000",
}
"""What the first unit is of the second."""
_WAYS: Final = (ROUND_HALF_UP, ROUND_HALF_UP, ROUND_HALF_UP, ROUND_DOWN)
_IN_POWERS: Final = 0.25
"""Of so many numbers is the power of ten written."""
_MATHEMATICS: Final = str.maketrans({"³": "^3", "²": "^2"})


class Quantity(NamedTuple):
    """A number with its unit and the same in another unit; `ends` are those of all that the first one allows."""

    units: str
    first: str
    second: str
    sign: str
    ends: tuple[Fraction, Fraction]

    def line(self, second: str, draw: Random) -> str:
        """The line of a text in which the second number is this one, in words or in mathematics."""
        one, other = self.units.split()
        in_words = draw.random() < 0.5
        signs = ("\u00d7", "", "") if in_words else (r"\times", "{", "}")
        left, right = (in_powers(text, *signs) if draw.random() < _IN_POWERS else text for text in (self.first, second))
        if in_words:
            return f"The value is {left} {one} {self.sign} {right} {other}.\n"
        one, other = (rf"\,\text{{{unit}}}".translate(_MATHEMATICS) for unit in (one, other))
        sign = {"=": "=", "≈": r"\approx"}[self.sign]
        return f"The value is ${left}{one} {sign} {right}{other}$.\n"

    def is_provable(self, second: str) -> bool:
        """Whether no digits, cut or rounded, of the first number and of this one explain it."""
        unit = Fraction(10) ** -decimals_of(second)
        margin = max(unit, Fraction(10) ** trailing(second))
        return not self.ends[0] - margin <= Fraction(second) <= self.ends[1] + margin


def decimals_of(text: str) -> int:
    """How many decimals a number shows."""
    return len(text.partition(".")[2])


def trailing(text: str) -> int:
    """How many zeros a whole number ends with: it may be rounded to these."""
    return 0 if "." in text else len(text) - len(text.rstrip("0"))


def in_powers(text: str, times: str, opening: str, closing: str) -> str:
    """A number with a power of ten, and one digit before its point; zeros at the end of a whole one are left out."""
    _, digits, exponent = Decimal(text).as_tuple()
    shown = "".join(map(str, digits))
    kept = shown if "." in text else shown.rstrip("0")
    power = f"{len(shown) - 1 + int(exponent)}"
    return f"{kept[0]}{'.' * (len(kept) > 1)}{kept[1:]} {times} 10^{opening}{power}{closing}"


def quantity(units: str, draw: Random) -> Quantity:
    """A quantity whose author converts more digits than are shown, and shows three or four of the result."""
    ratio, sign = Fraction(PAIRS[units]), draw.choice("==≈")
    digits, decimals = draw.choice([2, 3, 4]), draw.choice([0, 0, 1, 2])
    shown = Decimal(draw.randrange(10 ** (digits - 1), 10**digits)).scaleb(-decimals)
    value = Fraction(shown) + Fraction(draw.choice([0, 0, 0, draw.randrange(-49, 50)]), 100 * 10**decimals)
    exact = value * ratio
    size = len(str(int(exact))) if exact >= 1 else -len(str(int(1 / exact))) + 1
    kept = max(0, draw.choice([3, 4]) - size)
    number = Decimal(exact.numerator) / Decimal(exact.denominator)
    second = str(number.quantize(Decimal(1).scaleb(-kept), draw.choice(_WAYS)))
    unit = Fraction(10) ** max(-decimals, trailing(str(shown)))
    return Quantity(units, str(shown), second, sign, ((value - 2 * unit) * ratio, (value + 2 * unit) * ratio))


def right_ones(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Quantities as they should be, with their units."""
    for units in PAIRS:
        draw = Random(f"right {units} {seed}")
        for _ in range(count):
            one = quantity(units, draw)
            yield units, one.line(one.second, draw)


def wrong_ones(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Quantities with one other digit in the second number, which no digits explain, with their units."""
    for units in (units for units in PAIRS if PAIRS[units] != "1"):
        draw = Random(f"wrong {units} {seed}")
        left = count
        while left:
            one = quantity(units, draw)
            wrong = misprinted(one.second, draw)
            if one.is_provable(wrong) and Fraction(wrong):
                left -= 1
                yield units, one.line(wrong, draw)


def main() -> None:
    """Print both counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    right = list(right_ones(chosen.count, chosen.seed))
    accused = [text for _, text in right if accused_in(text)]
    wrong = list(wrong_ones(chosen.count, chosen.seed))
    missed = [text for _, text in wrong if not accused_in(text)]
    sys.stdout.write(
        f"{len(accused)} of {len(right)} right ones are accused\n{''.join(accused)}"
        f"{len(wrong) - len(missed)} of {len(wrong)} wrong ones are found; not found:\n{''.join(missed)}"
    )


if __name__ == "__main__":
    main()
