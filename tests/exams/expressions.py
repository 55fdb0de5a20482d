r"""Right equalities of expressions grown at random: nothing of them may be accused.

`python -m tests.exams.expressions [--count N] [--seed FIRST]` writes N texts of twelve equalities each, in LaTeX or as
people type them: sums, products, brackets, fractions, roots, powers of numbers and of brackets, decimals with powers of
ten behind them, percents. Results are fractions with all their digits, or rounded to four decimals. Printed are how
many equalities were checked, and each number that is accused. Exit code 1 if one is.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple

from tests.exams.structured import accused_in

OF_A_TEXT: Final = 12
_NUMBERS: Final = ("whole", "whole", "decimal", "power", "percent")
_TIMES: Final = "\u00d7"
LARGEST: Final = 10**7
MOST_DECIMALS: Final = 7
LONGEST: Final = 90
"""Letters of an expression."""


class Part(NamedTuple):
    """A part of an expression: its text and its value."""

    text: str
    value: Fraction


class Author:
    """Writes expressions, in LaTeX or plainly."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(f"expressions/{seed}")
        self.is_plain = seed % 3 == 0

    def spelled(self, latex: str, plain: str) -> str:
        return plain if self.is_plain else latex

    def number(self, depth: int) -> Part:
        """A whole number, a decimal, one with a power of ten, or a percentage."""
        sort = self.draw.choice(_NUMBERS if depth else _NUMBERS[1:3])
        units = self.draw.randint(1, 99)
        if sort == "whole":
            return Part(str(units), Fraction(units))
        if sort == "percent":
            return Part(self.spelled(f"{units}\\%", f"{units}%"), Fraction(units, 100))
        if sort == "decimal":
            return Part(f"{units / 10:.1f}", Fraction(units, 10))
        power = self.draw.choice([-3, -2, 2, 3, 4])
        text = self.spelled(f"{units / 10:.1f} \\times 10^{{{power}}}", f"{units / 10:.1f} {_TIMES} 10^{power}")
        return Part(text, Fraction(units, 10) * Fraction(10) ** power)

    def atom(self, depth: int) -> Part:
        """A number, a bracket, a fraction, a root or a power."""
        sorts: list[Callable[[int], Part]] = [self.number, self.number, self.bracket, self.fraction, self.root]
        return self.draw.choice([*sorts, self.power] if depth else [self.number])(depth)

    def bracket(self, depth: int) -> Part:
        inside = self.sum(depth - 1)
        return Part(f"({inside.text})", inside.value)

    def fraction(self, depth: int) -> Part:
        above, below = self.product(depth - 1), self.number(0)
        text = self.spelled(f"\\frac{{{above.text}}}{{{below.text}}}", f"({above.text}) / {below.text}")
        return Part(text, above.value / below.value)

    def root(self, _depth: int) -> Part:
        value = self.draw.randint(2, 12)
        return Part(self.spelled(f"\\sqrt{{{value**2}}}", f"sqrt({value**2})"), Fraction(value))

    def power(self, _depth: int) -> Part:
        base = self.draw.choice([self.bracket(1), self.number(0), Part("10", Fraction(10))])
        exponent = self.draw.choice([2, 3])
        written = self.draw.choice([f"^{exponent}", self.spelled(f"^{{{exponent}}}", f"^{exponent}")])
        return Part(f"{base.text}{written}", base.value**exponent)

    def product(self, depth: int) -> Part:
        found = self.atom(depth)
        for _ in range(self.draw.choice([0, 1, 1, 2])):
            factor, sign = self.atom(depth), self.spelled(self.draw.choice(["\\cdot", "\\times"]), _TIMES)
            found = Part(f"{found.text} {sign} {factor.text}", found.value * factor.value)
        return found

    def sum(self, depth: int) -> Part:
        found = self.product(depth)
        for _ in range(self.draw.choice([0, 0, 1, 2])):
            term, sign = self.product(depth), self.draw.choice([1, -1])
            found = Part(f"{found.text} {'+' if sign > 0 else '-'} {term.text}", found.value + sign * term.value)
        return found

    def equality(self) -> str:
        """A right equality of an expression with at least one operation."""
        while True:
            side = self.sum(self.draw.choice([1, 2]))
            is_lone = side.text.replace(".", "").isdigit()
            if 0 < abs(side.value) < LARGEST and len(side.text) <= LONGEST and not is_lone:
                equality = f"{side.text} = {shown(side.value)}"
                return equality if self.is_plain else f"${equality}$"


def shown(value: Fraction) -> str:
    """All digits of a decimal, or four decimals of what is none."""
    is_short = any((value * 10**places).denominator == 1 for places in range(MOST_DECIMALS))
    places = next(k for k in range(MOST_DECIMALS) if (value * 10**k).denominator == 1) if is_short else 4
    units = round(value * 10**places)
    digits = str(abs(units)).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if units < 0 else text


def text_of(seed: int) -> str:
    """A text of right equalities."""
    author = Author(seed)
    return "\n\n".join(author.equality() for _ in range(OF_A_TEXT)) + "\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.expressions")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    accused = 0
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        text = text_of(seed)
        for cell in accused_in(text):
            accused += 1
            sys.stdout.write(f"{seed}: {cell.text} in {text.splitlines()[(cell.line or 1) - 1]}\n")
    sys.stdout.write(f"{chosen.count * OF_A_TEXT} equalities, {accused} numbers accused\n")
    return int(bool(accused))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
