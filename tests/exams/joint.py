"""Rows that are possible number by number: some of them possible together, others not.

`python -m tests.exams.joint [--count N] [--seed FIRST] [--keep FOLDER]` makes N documents of each kind with numbers
that are affine in what is hidden. In the possible ones all numbers come from one draw of the hidden digits, in the
impossible ones each from a draw of its own. HiGHS (through SciPy) tells how far these are from having a common draw:
those that miss it by less than MARGIN of a unit are not counted. The figures are how many of the impossible ones are
refuted, and how many of the possible ones are accused.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.exams.right_documents import report_on
from verifier.verdict import Verdict

MARGIN = Fraction(1, 20)
"""The least distance from a possible document, in units of the last digit."""
HALF = Fraction(1, 2)
Matrix = list[list[Fraction]]


class Hidden(NamedTuple):
    """Hidden numbers: their printed values, and how far from these they lie at the most; None if not printed."""

    printed: list[Fraction]
    reach: list[Fraction | None]


class Shown(NamedTuple):
    """A computed stage: its formula, the factors of each number by hidden number, its constants and its decimals."""

    name: str
    formula: str
    factors: Matrix
    constants: list[Fraction]
    decimals: int
    is_column: bool = False


class Task(NamedTuple):
    """A document without the prints of its computed stages; `unit_share` is how much of a unit a print may be off."""

    givens: list[str]
    hidden: Hidden
    shown: list[Shown]
    header: list[str]
    unit_share: Fraction


class Mark(NamedTuple):
    """How a document was judged."""

    seed: int
    kind: str
    is_possible: bool
    is_accused: bool
    named: tuple[str, ...]
    text: str


def text_of(number: Fraction, decimals: int) -> str:
    """A number of so many decimals as text."""
    return f"{float(number):.{decimals}f}"


def block(name: str, rows: list[list[str]], *more: str) -> list[str]:
    """A stage as lines of YAML."""
    head = [f"  - name: {name}", *(f"    {line}" for line in more), "    printed: |"]
    return [*head, *("      " + "  ".join(cells) for cells in rows)]


def rounded(number: Fraction, decimals: int) -> Fraction:
    """A number rounded to the nearest of so many decimals."""
    scale = 10**decimals
    return Fraction(round(number * scale), scale)


def exact(random: Random, rows: int, columns: int, size: int, decimals: int) -> Matrix:
    """Factors of either sign with few decimals."""
    scale = 10**decimals
    return [[Fraction(random.randint(-size * scale, size * scale), scale) for _ in range(columns)] for _ in range(rows)]


def lines(matrix: Matrix, decimals: int) -> list[list[str]]:
    """A matrix as texts."""
    return [[text_of(cell, decimals) for cell in row] for row in matrix]


def turned(matrix: Matrix) -> Matrix:
    """The transpose."""
    return [list(column) for column in zip(*matrix, strict=True)]


def dot(a: list[Fraction], b: list[Fraction]) -> Fraction:
    """The sum of products."""
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def times(a: Matrix, b: Matrix) -> Matrix:
    """The matrix product."""
    return [[dot(row, column) for column in turned(b)] for row in a]


class Maker:
    """What the kinds have in common: vectors of one or two decimals, and exact factors that make their digits seen."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.decimals = random.choice([1, 2])
        self.digits = random.choice([0, 1])
        self.is_declared = random.random() < 0.5
        self.header = ["rounding: half_even"] if self.is_declared else []
        self.share = HALF if self.is_declared else Fraction(1)
        self.unit = Fraction(1, 10**self.decimals)

    def hidden(self, count: int) -> Hidden:
        """Numbers that were printed with few decimals."""
        values = [Fraction(self.random.randint(-900, 900), 100) for _ in range(count)]
        return Hidden([rounded(value, self.decimals) for value in values], [self.unit * self.share] * count)

    def factors(self, rows: int, columns: int) -> Matrix:
        """Exact factors of the size at which hidden digits are seen in what is computed."""
        return exact(self.random, rows, columns, 10 ** (self.decimals + self.random.choice([1, 2])), self.digits)

    def given(self, name: str, numbers: list[Fraction]) -> list[str]:
        """The stage of a vector of hidden numbers as a row."""
        return block(name, lines([numbers], self.decimals))

    def known(self, name: str, matrix: Matrix) -> list[str]:
        """The stage of exact factors."""
        return block(name, lines(matrix, self.digits), "givens: exact")

    def task(self, givens: list[str], hidden: Hidden, *shown: Shown) -> Task:
        """The task of this maker."""
        return Task(givens, hidden, list(shown), self.header, self.share)


def row(make: Maker) -> Task:
    """`x @ W`."""
    n, m = make.random.randint(2, 4), make.random.randint(5, 7)
    x, w = make.hidden(n), make.factors(n, m)
    shown = Shown("y", "x @ W", turned(w), [Fraction(0)] * m, 0)
    return make.task([*make.given("x", x.printed), *make.known("W", w)], x, shown)


def column(make: Maker) -> Task:
    """`A @ x.T`."""
    n, m = make.random.randint(2, 3), make.random.randint(4, 6)
    x, a = make.hidden(n), make.factors(m, n)
    shown = Shown("y", "A @ x.T", a, [Fraction(0)] * m, 0, is_column=True)
    return make.task([*make.given("x", x.printed), *make.known("A", a)], x, shown)


def shifted(make: Maker) -> Task:
    """`100 * (x @ W + 3 * b)` with hidden digits in both, and few factors."""
    n, m = 2, 6
    x, b, w = make.hidden(n), make.hidden(1), make.factors(n, m)
    both = Hidden(x.printed + b.printed, x.reach + b.reach)
    factors = [[100 * f for f in line] + [Fraction(300)] for line in turned(w)]
    shown = Shown("y", "100 * (x @ W + 3 * b)", factors, [Fraction(0)] * m, 0)
    givens = [*make.given("x", x.printed), *make.given("b", b.printed), *make.known("W", w)]
    return make.task(givens, both, shown)


def sums(make: Maker) -> Task:
    """Multiples, differences, a sum and a mean of the same numbers, with more decimals than these."""
    n = make.random.randint(2, 4)
    x = make.hidden(n)
    unit = [[Fraction(i == j) for j in range(n)] for i in range(n)]
    ends = [[Fraction((j == 0) - (j == n - 1)) for j in range(n)]]
    factors = [*unit, [Fraction(1)] * n, [Fraction(1, n)] * n, *ends]
    formula = f"hstack(x, sum(x, axis=1), mean(x, axis=1), x[0, 0] - x[0, {n - 1}])"
    shown = Shown("y", formula, factors, [Fraction(0)] * (n + 3), make.decimals + 2)
    return make.task(make.given("x", x.printed), x, shown)


def through(make: Maker) -> Task:
    """`h @ V` where `h` is `x @ W + 1` and was not printed."""
    n, k, m = 2, 3, make.random.randint(4, 6)
    x, w, v = make.hidden(n), make.factors(n, k), make.factors(k, m)
    shown = Shown("y", "h @ V", turned(times(w, v)), [sum(column, Fraction(0)) for column in turned(v)], 0)
    hidden_stage = ["  - name: h", "    formula: x @ W + 1"]
    return make.task([*make.given("x", x.printed), *make.known("W", w), *make.known("V", v), *hidden_stage], x, shown)


def elided(make: Maker) -> Task:
    """`x @ W` with a number of x that is not shown."""
    n, m = 3, 6
    x, w = make.hidden(n), make.factors(n, m)
    place = make.random.randrange(n)
    texts = [text_of(number, make.decimals) for number in x.printed]
    texts[place] = "?"
    reach = [None if at == place else far for at, far in enumerate(x.reach)]
    shown = Shown("y", "x @ W", turned(w), [Fraction(0)] * m, 0)
    return make.task([*block("x", [texts]), *make.known("W", w)], Hidden(x.printed, reach), shown)


def across(make: Maker) -> Task:
    """`x @ W` and `x @ V` in stages of their own, which may have x with one more digit than is printed."""
    n = make.random.randint(1, 3)
    x, w, v = make.hidden(n), make.factors(n, n + 1), make.factors(n, n + 1)
    near = [make.unit / 10] * n
    reach = [make.unit * make.share - make.unit / 10] * n  # a number with one more digit prints as x does, too
    hidden = Hidden(x.printed + [Fraction(0)] * (2 * n), reach + near + near)
    none = [Fraction(0)] * n
    first = Shown("y", "x @ W", [line + line + none for line in turned(w)], [Fraction(0)] * (n + 1), 0)
    second = Shown("z", "x @ V", [line + none + line for line in turned(v)], [Fraction(0)] * (n + 1), 0)
    givens = [*make.given("x", x.printed), *make.known("W", w), *make.known("V", v)]
    return make.task(givens, hidden, first, second)


KINDS: dict[str, Callable[[Maker], Task]] = {
    made.__name__: made for made in (row, column, shifted, sums, through, elided, across)
}


def draw(random: Random, hidden: Hidden, share: Fraction) -> list[Fraction]:
    """One choice of the hidden numbers, up to *share* of their reach from what is printed."""
    return [
        value + (Fraction(1) if far is None else far) * share * Fraction(random.randint(-99, 99), 100)
        for value, far in zip(hidden.printed, hidden.reach, strict=True)
    ]


def printed(task: Task, draws: Callable[[], list[Fraction]]) -> list[list[Fraction]]:
    """What the computed stages print; *draws* gives the hidden numbers of each of their numbers, or of each stage."""
    found = []
    for shown in task.shown:
        of_stage = draws() if len(task.shown) > 1 else None
        values = (
            dot(factors, of_stage or draws()) + constant
            for factors, constant in zip(shown.factors, shown.constants, strict=True)
        )
        found.append([rounded(value, shown.decimals) for value in values])
    return found


def distance(task: Task, prints: list[list[Fraction]]) -> float:
    """How far all prints have to move, in units of their last digits, until some hidden numbers give them."""
    from scipy.optimize import linprog  # slow to import

    rows, ends = [], []
    for shown, values in zip(task.shown, prints, strict=True):
        unit = Fraction(1, 10**shown.decimals)
        for factors, constant, value in zip(shown.factors, shown.constants, values, strict=True):
            middle = value - constant - dot(factors, task.hidden.printed)
            for sign in (1, -1):
                rows.append([float(sign * f / unit) for f in factors] + [-1.0])
                ends.append(float(sign * middle / unit + task.unit_share))
    bounds = [(None, None) if far is None else (-float(far), float(far)) for far in task.hidden.reach]
    cost = [0.0] * len(bounds) + [1.0]
    found = linprog(cost, A_ub=rows, b_ub=ends, bounds=[*bounds, (None, None)], method="highs")
    return float(found.fun)


def follows(task: Task, shown: Shown, values: list[Fraction]) -> bool:
    """Whether a stage follows from what is printed, but for a unit of what it prints."""
    given = (dot(factors, task.hidden.printed) + c for factors, c in zip(shown.factors, shown.constants, strict=True))
    unit = Fraction(1, 10**shown.decimals)
    return all(abs(value - shown_as) <= unit for value, shown_as in zip(given, values, strict=True))


def document(task: Task, prints: list[list[Fraction]], name: str) -> str:
    """The document as YAML."""
    parts = [f"document: {name}", f"title: {name}", *task.header, "stages:", *task.givens]
    for shown, values in zip(task.shown, prints, strict=True):
        texts = [text_of(value, shown.decimals) for value in values]
        parts += block(shown.name, [[t] for t in texts] if shown.is_column else [texts], f"formula: {shown.formula}")
    return "\n".join(parts) + "\n"


def marked(seed: int, kind: str, *, possible: bool) -> Mark | None:
    """One document, judged; None if it is neither possible nor impossible by a margin."""
    random = Random(f"{kind} {seed} {possible}")
    task = KINDS[kind](Maker(random))
    if possible:
        author = random.choice([Fraction(1), Fraction(1, 2)]) * (HALF / task.unit_share)
        one = draw(random, task.hidden, author)
        prints = printed(task, lambda: one)
    else:
        prints = printed(task, lambda: draw(random, task.hidden, Fraction(1)))
        is_told = len(task.shown) == 1 or not any(map(partial(follows, task), task.shown, prints))
        if distance(task, prints) < MARGIN or not is_told:
            return None
    text = document(task, prints, f"joint-{kind}-{seed}")
    report = report_on(text)
    accused = [stage for stage in report.stages if stage.verdict is Verdict.CONTRADICTED]
    named = [
        f"{of.stage}[{of.cell.row},{of.cell.column}]"
        for stage in accused
        for joint in stage.joint
        for of in joint.multiples
    ]
    by_cell = any(cell.verdict is Verdict.CONTRADICTED and cell.basis == "cell" for s in accused for cell in s.cells)
    return None if by_cell and not possible else Mark(seed, kind, possible, bool(accused), tuple(named), text)


def _marked(task: tuple[int, str, bool]) -> Mark | None:
    seed, kind, possible = task
    return marked(seed, kind, possible=possible)


def marks(seeds: range) -> Iterator[Mark]:
    """All documents of these seeds."""
    tasks = [(seed, kind, possible) for seed in seeds for kind in KINDS for possible in (True, False)]
    with Pool() as pool:
        yield from filter(None, pool.imap(_marked, tasks, 8))


def main() -> int:
    """Print the figures; 1 if a possible document is accused, or more than one impossible one in twenty is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    found = list(marks(range(given.seed, given.seed + given.count)))
    wrong = [mark for mark in found if mark.is_accused == mark.is_possible]
    for kind in KINDS:
        count = Counter((mark.is_possible, mark.is_accused) for mark in found if mark.kind == kind)
        said = (
            f"{kind:10} impossible {count[False, True]:4} of {count[False, True] + count[False, False]:4} refuted,"
            f" possible {count[True, True]} of {count[True, True] + count[True, False]} accused"
        )
        sys.stdout.write(said + "\n")
    missed = sum(not mark.is_possible for mark in wrong)
    total = sum(not mark.is_possible for mark in found)
    told = f"{total - missed} of {total} impossible documents are refuted, {len(wrong) - missed} possible ones accused"
    sys.stdout.write(told + "\n")
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
        for mark in wrong:
            name = f"{mark.kind}-{mark.seed}-{'possible' if mark.is_possible else 'impossible'}.yaml"
            (given.keep / name).write_text(mark.text, encoding="utf-8")
    return int(len(wrong) > missed or missed * 20 > total)


if __name__ == "__main__":
    sys.exit(main())
