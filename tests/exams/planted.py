"""Digits planted in authors' files: `python -m tests.exams.planted [--count FILES] [--seed FIRST] [--keep FOLDER]`.

Each file is running text with right equalities in one of four formats, by an author who goes on from what he prints,
or from more digits. One digit of one result is changed, and the file is checked before and after. A change is provable
if the result differs from every value of the expression, whatever its decimals were rounded or cut from; that is
computed here, with fractions at the ends of all operands. Printed are right files with an accusation, the share of
provable changes that are found at their line, and the same share of all changes.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from verifier.check import check
from verifier.errata.findings import findings
from verifier.sources.formats import settled_file
from verifier.verdict import Report

Function = Callable[..., Fraction]


class Form(NamedTuple):
    """An expression of a few positive operands, monotone in each: its spelling by LaTeX and by plain text."""

    latex: str
    plain: str
    value: Function
    operands: int


FORMS: Final = (
    Form(r"{} \cdot {} + {}", "{} * {} + {}", lambda a, b, c: a * b + c, 3),
    Form(r"\frac{{{}}}{{{}}}", "{} / {}", lambda a, b: a / b, 2),
    Form(r"\frac{{{} + {} + {}}}{{3}}", "({} + {} + {}) / 3", lambda a, b, c: (a + b + c) / 3, 3),
    Form(r"({} - {})^2", "({} - {})^2", lambda a, b: (a - b) ** 2, 2),
    Form(r"{} \times {}", "{} * {}", lambda a, b: a * b, 2),
    Form(r"{} + {} - {}", "{} + {} - {}", lambda a, b, c: a + b - c, 3),
    Form(r"{} \cdot (1 + {})", "{} * (1 + {})", lambda a, b: a * (1 + b), 2),
)
FORMATS: Final = {"md": "${} = {}$", "tex": "\\[ {} = {} \\]", "html": "<p>\\( {} = {} \\)</p>", "txt": "{} = {}"}


class Number(NamedTuple):
    """A printed number: its digits and the count of its decimals."""

    digits: int
    decimals: int

    def __str__(self) -> str:
        whole = f"{self.digits:0{self.decimals + 1}d}"
        return f"{whole[: -self.decimals]}.{whole[-self.decimals :]}" if self.decimals else whole

    @property
    def value(self) -> Fraction:
        """Its value."""
        return Fraction(self.digits, 10**self.decimals)

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The ends of what it can have been rounded or cut from; a whole number is itself."""
        unit = Fraction(1, 10**self.decimals) if self.decimals else Fraction(0)
        return self.value - unit, self.value + unit


class Equality(NamedTuple):
    """One equality: its form, operands and result, and the hidden digits that its author had."""

    form: Form
    operands: tuple[Number, ...]
    result: Number

    def line(self, ending: str) -> str:
        """The equality in a format."""
        written = (self.form.plain if ending == "txt" else self.form.latex).format(*self.operands)
        return FORMATS[ending].format(written, self.result)

    def is_impossible(self, shown: Number) -> bool:
        """Whether no value of the expression can have been printed so, by any rule."""
        corners = [self.form.value(*ends) for ends in product(*(number.ends for number in self.operands))]
        if self.form.value(Fraction(3), Fraction(3), *[Fraction(1)] * (self.form.operands - 2)) == 0:
            differences = [a - b for a, b in product(self.operands[0].ends, self.operands[1].ends)]
            corners += [Fraction(0)] if min(differences) < 0 < max(differences) else []
        unit = Fraction(1, 10**shown.decimals)
        return shown.value + unit <= min(corners) or shown.value - unit >= max(corners)


def equality(draw: random.Random) -> Equality:
    """A right equality by an author who rounds, and goes on from his prints or from two more digits."""
    form = draw.choice(FORMS)
    decimals = draw.choice((0, 1, 2, 3))
    operands = tuple(Number(draw.randint(11, 999), decimals) for _ in range(form.operands))
    hidden = draw.random() < 1 / 3 and decimals > 0
    had = [of.value + Fraction(draw.randint(-49, 49) if hidden else 0, 100 * 10**decimals) for of in operands]
    shown = draw.choice((decimals, decimals + 1, 2, 4))
    return Equality(form, operands, Number(round(form.value(*had) * 10**shown), shown))


def changed(draw: random.Random, number: Number) -> Number:
    """A number with another digit in one place."""
    place = 10 ** draw.randrange(len(str(number.digits)))
    digit = number.digits // place % 10
    return number._replace(digits=number.digits + place * (draw.choice([d for d in range(10) if d != digit]) - digit))


def text_of(equalities: Sequence[Equality], ending: str) -> str:
    """A file in which each equality stands in a paragraph of its own, from line 3 on, four lines apart."""
    head = {"md": "# Worked", "tex": "% Worked", "html": "<h1>Worked</h1>", "txt": "Worked"}[ending]
    return "\n".join([head, "", *(f"{one.line(ending)}\n\nThat is the next step.\n" for one in equalities)])


def lines_accused(text: str, ending: str) -> set[int]:
    """The lines of a file at which an error is reported."""
    with tempfile.NamedTemporaryFile("w", suffix=f".{ending}", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        report = settled_file(file.name, without_causes)
    assert report is not None
    return {finding.line for finding in findings(report) if finding.level == "error"}


without_causes: Callable[..., Report] = partial(check, causes=False)


def main(arguments: Sequence[str]) -> None:
    """Sit the exam and print its figures."""
    parser = argparse.ArgumentParser(description="Digits planted in authors' files.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=None, help="a folder for files with a false verdict")
    chosen = parser.parse_args(arguments)
    accused = provable = found = of_all = 0
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        draw = random.Random(seed)
        ending = draw.choice(tuple(FORMATS))
        equalities = [one for one in (equality(draw) for _ in range(12)) if one.result.digits > 0]
        right = text_of(equalities, ending)
        at = draw.randrange(len(equalities))
        planted = changed(draw, equalities[at].result)
        wrong = text_of([*equalities[:at], equalities[at]._replace(result=planted), *equalities[at + 1 :]], ending)
        is_accused, is_found = lines_accused(right, ending), 3 + 4 * at in lines_accused(wrong, ending)
        is_provable = equalities[at].is_impossible(planted)
        accused += bool(is_accused)
        provable, found, of_all = provable + is_provable, found + (is_provable and is_found), of_all + is_found
        if chosen.keep is not None and (is_accused or is_provable != is_found):
            chosen.keep.mkdir(parents=True, exist_ok=True)
            (chosen.keep / f"{seed}.{ending}").write_text(right if is_accused else wrong, encoding="utf-8")
    sys.stdout.write(
        f"{chosen.count} right files: {accused} accused\n"
        f"provable changes: {found} of {provable} found\nall changes: {of_all} of {chosen.count} found\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
