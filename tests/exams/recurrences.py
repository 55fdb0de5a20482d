"""Tables whose rows follow from the row before: right ones by authors of all habits, and wrong ones that are provable.

`python -m tests.exams.recurrences [--count N] [--seed FIRST] [--keep FOLDER]` makes N right tables and N with one wrong
number, by fractions alone. An author goes on from what he prints, from all digits, from one to three digits more, or
from each of these in turn. A wrong number is provable if an interval around all that the cells before it can stand for
gives nothing that prints so. It is a misprint, after which the author goes on from the right number, or a slip, from
which he goes on. Counted are the right tables in which a number is accused, the wrong numbers that are found, and the
right ones that are accused beside them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.exams.right_documents import report_on
from verifier.verdict import Verdict

LONG = 40
"""Decimals of what is called all digits here."""
HABITS = ("prints", "digits", "more", "changing")
Row = list[Fraction]
Cell = Callable[[Row, Row, int], Fraction]
"""A cell from the row before, the cells of its row that stand before it, and the number of its row."""


class Kind(NamedTuple):
    """A recurrence: a formula of i and j of the stage `y`, and its columns as functions; the first row is `start`."""

    formula: str
    start: tuple[Fraction, ...]
    cells: tuple[Cell, ...]


def fraction(draw: Random, low: int, high: int, decimals: int = 1) -> Fraction:
    return Fraction(draw.randint(low * 10**decimals, high * 10**decimals), 10**decimals)


def spelled(value: Fraction, decimals: int = 6) -> str:
    return f"{float(value):.{decimals}f}".rstrip("0").rstrip(".")


def euler(draw: Random) -> Kind:
    h, a, b = fraction(draw, 0, 1) + Fraction(1, 10), fraction(draw, -2, 2), fraction(draw, -3, 3)
    start, y = fraction(draw, -2, 4), "y[i-1, 0]"
    text = f"{y} + {spelled(h)} * ({spelled(a)} * {y} + {spelled(b)} - {y}**2 / 50) if i else {spelled(start)}"
    return Kind(text, (start,), (lambda p, _, __: p[0] + h * (a * p[0] + b - p[0] ** 2 / 50),))


def heun(draw: Random) -> Kind:
    h, a, start = Fraction(1, 5), fraction(draw, -2, 1), fraction(draw, 1, 4)
    y, slope = "y[i-1, 0]", spelled(a)
    text = f"{y} + 0.1 * ({slope} * {y} + {slope} * ({y} + 0.2 * ({slope} * {y}))) if i else {spelled(start)}"
    return Kind(text, (start,), (lambda p, _, __: p[0] + h / 2 * (a * p[0] + a * (p[0] + h * a * p[0])),))


def logistic(draw: Random) -> Kind:
    r, start = Fraction(draw.randint(20, 40), 10), Fraction(draw.randint(1, 9), 10)
    text = f"{spelled(r)} * y[i-1, 0] * (1 - y[i-1, 0]) if i else {spelled(start)}"
    return Kind(text, (start,), (lambda p, _, __: r * p[0] * (1 - p[0]),))


def newton(draw: Random) -> Kind:
    a, start = Fraction(draw.randint(2, 90)), Fraction(draw.randint(1, 9))
    text = f"(y[i-1, 0] + {a} / y[i-1, 0]) / 2 if i else {start}"
    return Kind(text, (start,), (lambda p, _, __: (p[0] + a / p[0]) / 2,))


def schedule(draw: Random) -> Kind:
    rate, payment = Fraction(draw.randint(1, 30), 1000), Fraction(draw.randint(2000, 30000), 100)
    loan = Fraction(draw.randint(1000, 9000))
    before = f"(y[i-1, 2] if i else {loan})"
    text = f"{spelled(rate)} * {before} if j == 0 else {spelled(payment)} - y[i, 0] if j == 1 else {before} - y[i, 1]"
    first = rate * loan
    cells = (lambda p, _, __: rate * p[2], lambda _, r, __: payment - r[0], lambda p, r, __: p[2] - r[1])
    return Kind(text, (first, payment - first, loan - payment + first), cells)


def markov(draw: Random) -> Kind:
    cuts = [sorted((draw.randint(0, 10), draw.randint(0, 10))) for _ in range(3)]
    chances = [[Fraction(a, 10), Fraction(b - a, 10), Fraction(10 - b, 10)] for a, b in cuts]
    rows = [" + ".join(f"y[i-1, {k}] * {spelled(chances[k][j])}" for k in range(3)) for j in range(3)]
    text = f"({rows[0]} if j == 0 else {rows[1]} if j == 1 else {rows[2]}) if i else (1 if j == 0 else 0)"
    cells = tuple(lambda p, _, __, j=j: sum((p[k] * chances[k][j] for k in range(3)), Fraction(0)) for j in range(3))
    return Kind(text, (Fraction(1), Fraction(0), Fraction(0)), cells)


def smoothing(draw: Random) -> Kind:
    a, b = Fraction(draw.randint(1, 9), 10), Fraction(draw.randint(1, 9), 4)
    text = f"{spelled(a)} * {spelled(b)} * i + {spelled(1 - a)} * y[i-1, 0] if i else 2"
    return Kind(text, (Fraction(2),), (lambda p, _, i: a * b * i + (1 - a) * p[0],))


KINDS = (euler, heun, logistic, newton, schedule, markov, smoothing)


class Table(NamedTuple):
    """A document, and the wrong number of it, by row and column from 1, if there is one."""

    text: str
    wrong: tuple[int, int] | None = None


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Rounded to the nearest, ties away from zero."""
    scaled = abs(value) * 10**decimals
    whole = int(scaled + Fraction(1, 2))
    return Fraction(whole if value >= 0 else -whole, 10**decimals)


def shown(value: Fraction, decimals: int) -> str:
    digits = f"{abs(int(value * 10**decimals)):0{decimals + 1}d}"
    return f"{'-' if value < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"


def in_hand(value: Fraction, decimals: int, habit: str, draw: Random) -> Fraction:
    """What the author goes on with."""
    if habit == "changing":
        habit = draw.choice(HABITS[:3])
    more = {"prints": 0, "more": draw.randint(1, 3), "digits": LONG - decimals}[habit]
    return rounded(value, decimals + more)


def table(seed: int, *, is_wrong: bool = False) -> Table | None:
    """The table of a seed; None if it has no provable error where it should, or if its numbers grow beyond bounds."""
    draw = Random(seed)
    kind, decimals, habit = draw.choice(KINDS)(draw), draw.randint(2, 6), draw.choice(HABITS)
    rows, wrong_at, is_misprint = draw.randint(4, 30), draw.randint(1, 3), draw.random() < 1 / 2
    column = draw.randrange(len(kind.cells))
    prints: list[Row] = []
    before: Row = []
    for i in range(rows):
        row: Row = []
        here: Row = []
        for j, cell in enumerate(kind.cells):
            value = cell(before, row, i) if i else kind.start[j]
            if abs(value) > 10**6:
                return None
            number = rounded(value, decimals)
            if is_wrong and (i, j) == (wrong_at, column):
                moved = number + Fraction(draw.choice([-1, 1]) * draw.randint(1, 300), 10**decimals)
                if not is_provable(kind.cells[j], (prints[i - 1], here, i), moved, decimals):
                    return None
                number, value = moved, value if is_misprint else moved
            here.append(number)
            row.append(in_hand(value, decimals, habit, draw))
        prints.append(here)
        before = row
    lines = "\n".join("      " + " ".join(shown(number, decimals) for number in row) for row in prints)
    head = f"document: table\ntitle: seed {seed}, {habit}\nstages:\n  - name: y\n"
    text = f"{head}    formula: {kind.formula}\n    printed: |\n{lines}\n"
    return Table(text, (wrong_at + 1, column + 1) if is_wrong else None)


class Box(NamedTuple):
    """An interval, for the independent judge."""

    lo: Fraction
    hi: Fraction

    def __add__(self, other: object) -> "Box":  # type: ignore[override]
        b = of(other)
        return Box(self.lo + b.lo, self.hi + b.hi)

    def __neg__(self) -> "Box":
        return Box(-self.hi, -self.lo)

    def __sub__(self, other: object) -> "Box":
        return self + -of(other)

    def __rsub__(self, other: object) -> "Box":
        return of(other) + -self

    def __mul__(self, other: object) -> "Box":  # type: ignore[override]
        b = of(other)
        ends = [x * y for x in self for y in b]
        return Box(min(ends), max(ends))

    def __truediv__(self, other: object) -> "Box":
        b = of(other)
        if b.lo <= 0 <= b.hi:
            raise ZeroDivisionError
        return self * Box(1 / b.hi, 1 / b.lo)

    def __rtruediv__(self, other: object) -> "Box":
        return of(other) / self

    def __pow__(self, power: int) -> "Box":
        assert power == 2
        return self * self

    __radd__ = __add__
    __rmul__ = __mul__  # type: ignore[assignment]


def of(value: object) -> Box:
    if isinstance(value, Box):
        return value
    number = Fraction(value)  # type: ignore[arg-type]  # a number
    return Box(number, number)


def is_provable(cell: Cell, before: tuple[Row, Row, int], number: Fraction, decimals: int) -> bool:
    """Whether a number is impossible whatever the cells before it stand for."""
    unit = Fraction(1, 10**decimals)  # cutting and rounding away from zero included

    def around(row: Row) -> list[Box]:
        return [Box(value - unit, value + unit) for value in row]

    above, here, i = before
    try:
        found = of(cell(around(above), around(here), i))  # type: ignore[arg-type]  # boxes compute alike
    except ZeroDivisionError:
        return False
    return found.lo > number + unit or found.hi < number - unit


def right(seed: int) -> list[tuple[int, int]]:
    """The numbers of a right table that are accused."""
    made = table(seed)
    return [] if made is None else accused(made)


def accused(made: Table) -> list[tuple[int, int]]:
    report = report_on(made.text)
    return [
        (cell.row, cell.column)
        for stage in report.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED or cell.doubt is not None
    ]


def wrong(seeds: Iterator[int]) -> Iterator[tuple[int, Table]]:
    """The tables with a provable error, with their seeds."""
    for seed in seeds:
        made = table(seed, is_wrong=True)
        if made is not None:
            yield seed, made


def run(count: int, first: int, keep: Path | None) -> Counter[str]:
    """The figures of *count* tables of each sort."""
    figures: Counter[str] = Counter()
    for seed in range(first, first + count):
        made = table(seed)
        found = [] if made is None else accused(made)
        figures["right"] += made is not None
        figures["right accused"] += bool(found)
        if found and keep is not None and made is not None:
            (keep / f"right-{seed}.yaml").write_text(made.text, encoding="utf-8")
    for seed, made in wrong(iter(range(first, first + count))):
        found = accused(made)
        figures["wrong"] += 1
        figures["wrong found"] += made.wrong in found
        figures["others accused beside"] += any(at != made.wrong for at in found)
        if keep is not None and found != [made.wrong]:
            (keep / f"wrong-{seed}.yaml").write_text(made.text, encoding="utf-8")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    for name, number in run(given.count, given.seed, given.keep).items():
        sys.stdout.write(f"{name}: {number}\n")


if __name__ == "__main__":
    main()
