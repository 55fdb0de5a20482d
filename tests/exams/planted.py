"""Digits planted in authors' files: `python -m tests.exams.planted [--count FILES] [--seed FIRST] [--keep FOLDER]`.

Each file is running text with right equalities in one of four formats. Half of the authors compute all of them from
what they print, the others one in three from more digits. One digit of one result is changed, and the file is checked
before and after. What a change is, is computed here, with fractions:

- *provable*: the result differs from every value of the expression, whatever its decimals were rounded or cut from;
- *right*: it is the value at the operands as printed, rounded by another rule; no error, whatever the author did;
- *hidden*: any other; digits that the operands do not show can give it. Nobody can prove it wrong, and it can only be
  told by what the rest of the file does, where the author computes from what he prints.

Printed are, for both habits, right files with an accusation and with a warning, and for each kind of change how many
are found at their line as errors, are warned of, and are missed; and the share that is found of those that are errors.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from verifier.errata.findings import findings
from verifier.pipeline import check
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
HABITS: Final = {"prints": "from prints", "mixed": "one in three from more digits"}
KINDS: Final = ("provable", "hidden", "right")
FOUND: Final = {"error": "found as errors", "warning": "warned of", "missed": "missed"}
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

    def kind(self, shown: Number) -> str:
        """What a changed result is: provable, right or hidden."""
        value = self.form.value(*(number.value for number in self.operands))
        if self.is_impossible(shown):
            return "provable"
        return "right" if abs(value - shown.value) < Fraction(1, 10**shown.decimals) else "hidden"

    def is_impossible(self, shown: Number) -> bool:
        """Whether no value of the expression can have been printed so, by any rule."""
        corners = [self.form.value(*ends) for ends in product(*(number.ends for number in self.operands))]
        if self.form.value(Fraction(3), Fraction(3), *[Fraction(1)] * (self.form.operands - 2)) == 0:
            differences = [a - b for a, b in product(self.operands[0].ends, self.operands[1].ends)]
            corners += [Fraction(0)] if min(differences) < 0 < max(differences) else []
        unit = Fraction(1, 10**shown.decimals)
        return shown.value + unit <= min(corners) or shown.value - unit >= max(corners)


def equality(draw: random.Random, habit: str) -> Equality:
    """A right equality by an author who rounds, and goes on from prints or, if his habit is mixed, from more digits."""
    form = draw.choice(FORMS)
    decimals = draw.choice((0, 1, 2, 3))
    operands = tuple(Number(draw.randint(11, 999), decimals) for _ in range(form.operands))
    hidden = habit == "mixed" and draw.random() < 1 / 3 and decimals > 0
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


def said_of(text: str, ending: str) -> dict[int, str]:
    """By line of a file, the gravest of what is reported there: an error, or a warning that it may be wrong."""
    with tempfile.NamedTemporaryFile("w", suffix=f".{ending}", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        report = settled_file(file.name, without_causes)
    assert report is not None
    said = findings(report)
    warned = {finding.line: "warning" for finding in said if finding.code in ("if-exact", "other-rule")}
    return warned | {finding.line: "error" for finding in said if finding.level == "error"}


without_causes: Callable[..., Report] = partial(check, causes=False)


def main(arguments: Sequence[str]) -> None:
    """Sit the exam and print its figures."""
    parser = argparse.ArgumentParser(description="Digits planted in authors' files.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--equalities", type=int, default=20, help="equalities of a file")
    parser.add_argument("--keep", type=Path, default=None, help="a folder for files with a false verdict")
    chosen = parser.parse_args(arguments)
    counts = {habit: Counter[str]() for habit in HABITS}
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        habit, some = sat(seed, chosen.equalities, chosen.keep)
        counts[habit] += some
    for habit, count in counts.items():
        sys.stdout.write(
            f"{HABITS[habit]}: {count['files']} right files, {count['accused']} accused, {count['warned']} warned\n"
        )
        for kind in KINDS:
            said = ", ".join(f"{count[f'{kind} {found}']} {shown}" for found, shown in FOUND.items())
            sys.stdout.write(f"  {kind}: {sum(count[f'{kind} {found}'] for found in FOUND)} changes, {said}\n")
        sys.stdout.write(f"  found of those that are errors: {share(count)}\n")


def share(count: Counter[str]) -> str:
    """The changes that are found, and those that are errors: provable, or hidden."""
    errors = sum(count[f"{kind} {found}"] for kind in ("provable", "hidden") for found in FOUND)
    missed = sum(count[f"{kind} missed"] for kind in ("provable", "hidden"))
    percent = f", {float(Fraction(100 * (errors - missed), errors)):.1f} %" if errors else ""
    return f"{errors - missed} of {errors}{percent}"


def sat(seed: int, size: int, keep: Path | None) -> tuple[str, Counter[str]]:
    """The habit of the author of one file, and what is counted of it; a file with a false verdict is kept."""
    draw = random.Random(seed)
    ending, habit = draw.choice(tuple(FORMATS)), draw.choice(tuple(HABITS))
    equalities = [one for one in (equality(draw, habit) for _ in range(size)) if one.result.digits > 0]
    right = text_of(equalities, ending)
    at = draw.randrange(len(equalities))
    planted = changed(draw, equalities[at].result)
    wrong = text_of([*equalities[:at], equalities[at]._replace(result=planted), *equalities[at + 1 :]], ending)
    before, found = said_of(right, ending).values(), said_of(wrong, ending).get(3 + 4 * at, "missed")
    kind, is_accused = equalities[at].kind(planted), "error" in before
    is_proved = found == "error"
    if keep is not None and (is_accused or (kind == "provable") != is_proved):
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{seed}.{ending}").write_text(right if is_accused else wrong, encoding="utf-8")
    said = [("accused", is_accused), ("warned", "warning" in before)]
    return habit, Counter(["files", f"{kind} {found}", *(name for name, is_so in said if is_so)])


if __name__ == "__main__":
    main(sys.argv[1:])
