"""Every Hypothesis strategy of the tests, and how points are drawn from what they give."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from math import isqrt
from operator import add, mul, sub, truediv
from random import Random
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq
from hypothesis import reject
from hypothesis import strategies as st
from mpmath import mpf
from mpmath.ctx_mp import MPContext

from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import Rule
from verifier.numbers.rules import candidates

TINY = fmpq(1, 10**9)
FAR = 10**6
DIGITS = "0123456789"


def rationals(bound: int = 100) -> st.SearchStrategy[fmpq]:
    """Rationals of all kinds: whole, on a decimal grid, just beside a grid point, with odd denominators."""
    whole = st.integers(-bound, bound).map(fmpq)
    grid = st.builds(lambda n, place: n * power_of_ten(-place), st.integers(-bound, bound), st.integers(0, 5))
    beside = st.builds(lambda x, way: x + way * TINY, grid, st.sampled_from([-1, 1]))
    return st.one_of(whole, grid, beside, st.builds(fmpq, st.integers(-bound, bound), st.integers(1, 97)))


def texts(of: str, least: int = 0, most: int | None = None) -> st.SearchStrategy[str]:
    """Texts of the signs of *of*. `st.text` first finds the classes of all characters there are, for seconds."""
    return st.lists(st.sampled_from(of), min_size=least, max_size=most).map("".join)


def any_text() -> st.SearchStrategy[str]:
    """Texts of all characters but surrogates."""
    code = st.one_of(st.integers(0, 0x7F), st.integers(0, 0xD7FF), st.integers(0xE000, 0x10FFFF))
    return st.lists(code.map(chr)).map("".join)


@st.composite
def printed_texts(draw: st.DrawFn) -> str:
    """Numbers as authors spell them."""
    sign = draw(st.sampled_from(["", "", "-", "+", "\u2212", "\u2013"]))
    whole, decimals = draw(texts(DIGITS, most=6)), draw(texts(DIGITS, most=6))
    if not whole and not decimals:
        whole = "0"
    point = "." if decimals or draw(st.booleans()) else ""
    power = draw(st.sampled_from(["", "", "", "e{}", "E{}", "x10^{}", "\u00d710^{}", "\u00b710^{{{}}}", "*10**{}"]))
    return f"{sign}{whole}{point}{decimals}{power.format(draw(st.integers(-12, 12)))}"


def rule_names() -> st.SearchStrategy[str]:
    """The rules of the table."""
    return st.sampled_from(sorted(candidates()))


def rules() -> st.SearchStrategy[Rule]:
    """Rules of one step, and composed ones whose early steps keep more decimals."""
    single = rule_names().map(lambda name: Rule(((name, None),)))
    step = st.tuples(rule_names(), st.integers(0, 5))
    composed = st.builds(
        lambda first, last: Rule((*first, (last, None))), st.lists(step, min_size=1, max_size=3), rule_names()
    )
    return st.one_of(single, composed)


@st.composite
def intervals(draw: st.DrawFn, bound: int = 4, *, finite: bool = False) -> Interval:
    """Ranges that straddle zero, touch it or miss it; open or closed; one point; without an end."""
    ends = st.one_of(
        st.integers(-bound, bound).map(fmpq), st.builds(fmpq, st.integers(-8 * bound, 8 * bound), st.just(8))
    )
    lo, hi = sorted([draw(ends), draw(ends)])
    if lo == hi:
        return Interval(lo, hi)
    without = "" if finite else draw(st.sampled_from(["", "", "", "lo", "hi", "both"]))
    lo_closed, hi_closed = draw(st.booleans()), draw(st.booleans())
    if without in ("lo", "both"):
        lo, lo_closed = None, False
    if without in ("hi", "both"):
        hi, hi_closed = None, False
    return Interval(lo, hi, lo_closed, hi_closed)


def matrices(rows: int, columns: int, bound: int = 6) -> st.SearchStrategy[Array]:
    """Small matrices of rationals."""
    cells = st.lists(rationals(bound), min_size=rows * columns, max_size=rows * columns)
    return cells.map(lambda given: Array(rows, columns, tuple(given)))


def boxes(rows: int, columns: int, source: str, *, finite: bool = True, bound: int = 4) -> st.SearchStrategy[Array]:
    """Matrices of ranges and, among them, numbers that do not vary; all of one stage."""
    cell = st.one_of(
        intervals(bound, finite=finite), intervals(bound, finite=finite), st.integers(-bound, bound).map(fmpq)
    )
    cells = st.lists(cell, min_size=rows * columns, max_size=rows * columns)
    return cells.map(lambda given: Array(rows, columns, tuple(given), frozenset([source])))


@dataclass
class Inside:
    """Points inside ranges, from one seed."""

    random: Random

    def of(self, box: Interval) -> fmpq:
        """Some point of the range: an end, or just beside it, or between."""
        lo, hi = box.lo, box.hi
        if lo is None and hi is None:
            return fmpq(self.random.randint(-FAR, FAR), self.random.choice([1, 1000, FAR]))
        if lo is None or hi is None:
            step = fmpq(self.random.randint(1, FAR), self.random.choice([1, 1000, FAR]))
            return lo + step if hi is None else hi - step
        if self.random.random() < 0.6:
            return self.random.choice(ends(box))
        return lo + (hi - lo) * fmpq(self.random.randint(1, 999), 1000)

    def array(self, box: Array) -> Array:
        """A matrix of such points."""
        return box.map(lambda cell: self.of(cell) if isinstance(cell, Interval) else cell)


def ends(box: Interval) -> list[fmpq]:
    """The points of a bounded range next to its two ends, the ends themselves where they are closed."""
    step = (box.hi - box.lo) * TINY * TINY
    return [box.lo if box.lo_closed else box.lo + step, box.hi if box.hi_closed else box.hi - step]


def corners(box: Array, limit: int = 256) -> Iterator[Array]:
    """The matrices with every cell next to one of its ends, or where zero or another cell's end lies in it."""
    seen = ((cell.lo, cell.hi) if isinstance(cell, Interval) else (cell,) for cell in box.cells)
    inner = {end for cell in seen for end in cell} | {fmpq(0)}
    choices = [
        [*ends(cell), *sorted(end for end in inner if cell.lo < end < cell.hi)]
        if isinstance(cell, Interval) and cell.lo != cell.hi
        else [_only(cell)]
        for cell in box.cells
    ]
    for cells in islice(product(*choices), limit):
        yield Array(box.rows, box.columns, cells)


def _only(cell: object) -> object:
    return cell.lo if isinstance(cell, Interval) else cell


def seeds() -> st.SearchStrategy[Inside]:
    """Sources of points."""
    return st.integers(0, 10**6).map(lambda seed: Inside(Random(seed)))


# Worked examples by an author who makes no mistake, computed with another arithmetic than the verifier's.

Real: TypeAlias = "Fraction | mpf"
Table: TypeAlias = "list[list[Real]]"
MP = MPContext()
MP.dps = 60
NEAR_A_TIE = MP.mpf(10) ** -40
TO_NEAREST = ("half_up", "half_down", "half_away", "half_to_zero", "half_even", "nearest")
POSSIBLE = (*TO_NEAREST, "trunc")
"""What U holds of a document that declares no rule."""
DECLARED = ("ceiling", "floor", "away")


def real(x: "Real") -> "mpf":
    """A number of 60 digits."""
    return MP.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def _on_both(of_fractions: Callable[[Any, Any], Any]) -> Callable[["Real", "Real"], "Real"]:
    def combine(a: "Real", b: "Real") -> "Real":
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return of_fractions(a, b)
        return of_fractions(real(a), real(b))

    return combine


plus, less, times, over = _on_both(add), _on_both(sub), _on_both(mul), _on_both(truediv)


def root(x: "Real") -> "Real":
    """The square root, rational where it comes out even."""
    if isinstance(x, Fraction):
        top, bottom = isqrt(x.numerator), isqrt(x.denominator)
        if top * top == x.numerator and bottom * bottom == x.denominator:
            return Fraction(top, bottom)
    return MP.sqrt(real(x))


def total(cells: "Iterable[Real]") -> "Real":
    """The sum."""
    result: Real = Fraction(0)
    for cell in cells:
        result = plus(result, cell)
    return result


def spread(function: "Callable[[Real, Real], Real]", a: "Table", b: "Table") -> "Table":
    """A function of two tables cell by cell, rows and columns of one repeated."""
    height, width = max(len(a), len(b)), max(len(a[0]), len(b[0]))
    return [
        [function(a[i % len(a)][j % len(a[0])], b[i % len(b)][j % len(b[0])]) for j in range(width)]
        for i in range(height)
    ]


def each(function: "Callable[[Real], Real]", a: "Table") -> "Table":
    """A function of every cell."""
    return [[function(cell) for cell in row] for row in a]


def turned(a: "Table") -> "Table":
    """Rows as columns."""
    return [list(column) for column in zip(*a, strict=True)]


def product_of(a: "Table", b: "Table") -> "Table":
    """The matrix product."""
    return [[total(map(times, row, column)) for column in turned(b)] for row in a]


def shares(a: "Table") -> "Table":
    """softmax of each row."""
    result = []
    for row in a:
        powers = [MP.exp(real(less(cell, row[0]))) for cell in row]
        result.append([power / sum(powers) for power in powers])
    return result


def means(a: "Table") -> "Table":
    """The mean of each row, as a column."""
    return [[over(total(row), Fraction(len(row)))] for row in a]


def variances(a: "Table", ddof: int = 0) -> "Table":
    """The variance of each row, as a column."""
    result: Table = []
    for row, [middle] in zip(a, means(a), strict=True):
        squares = [times(less(cell, middle), less(cell, middle)) for cell in row]
        result.append([over(total(squares), Fraction(len(row) - ddof))])
    return result


def normalised(a: "Table") -> "Table":
    """Each row less its mean, over the root of its variance and a hundredth."""
    return spread(over, spread(less, a, means(a)), each(lambda v: root(plus(v, Fraction(1, 100))), variances(a)))


def attended(a: "Table") -> "Table":
    """A matrix attending to itself."""
    scores = each(lambda cell: over(cell, root(Fraction(len(a[0])))), product_of(a, turned(a)))
    return product_of(shares(scores), a)


def rounded(x: "Real", place: int, rule: str, *, tie_up: bool = False) -> int:
    """x in units of 10**-place, as an integer; rejects the example if 60 digits do not decide it."""
    scaled = times(x, Fraction(10) ** place)
    if isinstance(scaled, Fraction):
        floor = scaled.numerator // scaled.denominator
        rest = scaled - floor
    else:
        floor = int(MP.floor(scaled))
        rest = scaled - floor
        if min(rest, 1 - rest, abs(rest - MP.mpf(1) / 2)) < NEAR_A_TIE * (1 + abs(scaled)):
            reject()
    if rest == 0:
        return floor
    if rule in ("floor", "ceiling", "trunc", "away"):
        return floor + (rule == "ceiling" or (rule == "trunc" and floor < 0) or (rule == "away" and floor >= 0))
    half = Fraction(1, 2) if isinstance(rest, Fraction) else MP.mpf(1) / 2
    if rest != half:
        return floor + (rest > half)
    up = {
        "half_up": True,
        "half_down": False,
        "half_away": floor >= 0,
        "half_to_zero": floor < 0,
        "half_even": floor % 2 == 1,
        "nearest": tie_up,
    }
    return floor + up[rule]


@dataclass
class Habit:
    """How an author prints one block: `steps` are earlier roundings, each some decimals finer."""

    rule: str = "half_even"
    steps: tuple[tuple[str, int], ...] = ()
    place: int = 2
    significant: int = 0
    drops: bool = False
    declares: bool = False
    tie_up: bool = False
    minus_zero: bool = False

    @property
    def spelled(self) -> str:
        return ", ".join([*(f"{name}@{self.place + finer}" for name, finer in self.steps), self.rule])

    def show(self, x: "Real") -> str:
        """The text of one number."""
        place = self.place
        if self.significant:
            place = self.significant - _before_point(x) if x != 0 else self.significant - 1
        for name, finer in self.steps:
            x = Fraction(rounded(x, place + finer, name, tie_up=self.tie_up)) / Fraction(10) ** (place + finer)
        units = rounded(x, place, self.rule, tie_up=self.tie_up)
        if self.significant and abs(units) == 10**self.significant:
            units, place = units // 10, place - 1  # 0.996 is 1.0 with two digits
        digits = str(abs(units)).rjust(max(place, 0) + 1, "0") + "0" * max(-place, 0)
        text = f"{digits[:-place]}.{digits[-place:]}" if place > 0 else digits
        if self.drops and place > 0:
            text = text.rstrip("0").rstrip(".")
        return f"-{text}" if units < 0 or (x < 0 and self.minus_zero) else text


def _before_point(x: "Real") -> int:
    """How many digits stand before the decimal point; -1 for 0.03."""
    size, digits = abs(x), 0
    while size >= 1:
        size, digits = size / 10, digits + 1
    while size < Fraction(1, 10) if isinstance(size, Fraction) else size < MP.mpf(1) / 10:
        size, digits = size * 10, digits - 1
    return digits


@dataclass
class Step:
    """One stage of a worked example; a given has values, the others a formula and its meaning."""

    name: str
    habit: Habit
    values: "Table | None" = None
    formula: str | None = None
    operands: tuple[int, ...] = ()
    meaning: "Callable[..., Table] | None" = None
    carries: bool = True
    shown: bool = True
    elided: frozenset[tuple[int, int]] = frozenset()

    def show(self, table: "Table") -> list[list[str]]:
        """The texts of the block."""
        return [[self.habit.show(cell) for cell in row] for row in table]


class Plant(NamedTuple):
    """A wrong print in one cell; `used` says whether the author went on with it."""

    step: int
    row: int
    column: int
    text: str
    used: bool


@dataclass
class Worked:
    """A worked example: what was computed, what was handed on, and what is printed."""

    steps: list[Step]
    header: str = ""
    true: "list[Table]" = field(default_factory=list)
    held: "list[Table]" = field(default_factory=list)
    texts: list[list[list[str]]] = field(default_factory=list)

    def work(self, plant: Plant | None = None) -> "Worked":
        """The same example computed anew, with one wrong print."""
        done = Worked(self.steps, self.header)
        for place, step in enumerate(self.steps):
            table = step.values
            if table is None:
                assert step.meaning is not None
                table = step.meaning(*(done.held[operand] for operand in step.operands))
            texts = step.show(table) if step.shown else []
            held = table if step.carries or not step.shown else [[Fraction(text) for text in row] for row in texts]
            if plant is not None and plant.step == place:
                texts[plant.row][plant.column] = plant.text
                if plant.used:
                    held = [list(row) for row in held]
                    held[plant.row][plant.column] = Fraction(plant.text)
            done.true.append(table)
            done.held.append(held)
            done.texts.append(texts)
        return done

    def text(self, name: str = "worked") -> str:
        """The document file."""
        lines = [f"document: {name}", "title: A worked example", *self.header.splitlines(), "stages:"]
        for step, texts in zip(self.steps, self.texts, strict=True):
            lines.append(f"  - name: {step.name}")
            if step.formula:
                lines.append(f'    formula: "{step.formula}"')
            if step.shown:
                if step.habit.declares:
                    lines.append(f"    rounding: {step.habit.spelled}")
                if step.habit.significant:
                    lines.append(f"    resolution: {step.habit.significant} significant")
                rows = [
                    ["?" if (i, j) in step.elided else text for j, text in enumerate(row)]
                    for i, row in enumerate(texts)
                ]
                lines += ["    printed: |", *("      " + "  ".join(row) for row in rows)]
        return "\n".join(lines) + "\n"


def _formulas(random: Random, names: list[str], tables: "list[Table]") -> Iterator[tuple[str, tuple[int, ...], Any]]:
    """Formulas that fit the shapes of what is there, at random and without end."""
    while True:
        i, j = random.randrange(len(names)), random.randrange(len(names))
        a, b, x, y = names[i], names[j], tables[i], tables[j]
        wide, same = len(x[0]) > 1, (len(x), len(x[0])) == (len(y), len(y[0]))
        fits = all(m == n or 1 in (m, n) for m, n in ((len(x), len(y)), (len(x[0]), len(y[0]))))
        d, w = random.randint(2, 7), random.choice([Fraction(3, 10), Fraction(-5, 4), Fraction(2)])
        weight = {Fraction(3, 10): "0.3", Fraction(-5, 4): "-1.25", Fraction(2): "2"}[w]
        one: list[tuple[str, tuple[int, ...], Any]] = [
            (f"{a} / sqrt({d})", (i,), lambda m, d=d: each(lambda c: over(c, root(Fraction(d))), m)),
            (f"{a} * sqrt({d})", (i,), lambda m, d=d: each(lambda c: times(c, root(Fraction(d))), m)),
            (f"softmax({a})", (i,), shares),
            (f"softmax({a}, axis=0)", (i,), lambda m: turned(shares(turned(m)))),
            (f"mean({a}, axis=1)", (i,), means),
            (f"mean({a}, axis=0)", (i,), lambda m: turned(means(turned(m)))),
            (f"relu({a})", (i,), lambda m: each(lambda c: c if c > 0 else Fraction(0), m)),
            (f"abs({a})", (i,), lambda m: each(abs, m)),
            (f"max({a}, axis=1)", (i,), lambda m: [[max(row, key=real)] for row in m]),
            (f"{a}.T", (i,), turned),
            (f"{a} @ {a}.T", (i,), lambda m: product_of(m, turned(m))),
            (f"{a} - mean({a}, axis=1)", (i,), lambda m: spread(less, m, means(m))),
            (f"softmax({a} @ {a}.T / sqrt(columns({a}))) @ {a}", (i,), attended),
            (f"{a} / (1 + abs({a}))", (i,), lambda m: each(lambda c: over(c, plus(Fraction(1), abs(c))), m)),
            (f"{a}[0]", (i,), lambda m: m[:1]),
            (f"{weight} * {a}", (i,), lambda m, w=w: each(lambda c: times(w, c), m)),
            (f"tanh({a} / 4)", (i,), lambda m: each(lambda c: MP.tanh(real(c) / 4) if c != 0 else Fraction(0), m)),
        ]
        if wide:
            one += [
                (f"std({a}, axis=1)", (i,), lambda m: each(root, variances(m))),
                (f"std({a}, axis=1, ddof=1)", (i,), lambda m: each(root, variances(m, 1))),
                (f"var({a}, axis=1)", (i,), variances),
                (f"({a} - mean({a}, axis=1)) / sqrt(var({a}, axis=1) + 0.01)", (i,), normalised),
                (f"layer_norm({a}, eps=0.01)", (i,), normalised),
            ]
        if fits:
            one += [
                (f"{a} + {b}", (i, j), lambda m, n: spread(plus, m, n)),
                (f"{a} * {b}", (i, j), lambda m, n: spread(times, m, n)),
                (f"0.3 * {a} - 0.7 * {b}", (i, j), _weighted),
            ]
        if len(x[0]) == len(y):
            one += [(f"{a} @ {b}", (i, j), product_of)] * 4
        if len(x[0]) == len(y[0]):
            one += [(f"{a} @ {b}.T", (i, j), lambda m, n: product_of(m, turned(n)))] * 2
        if same:
            one += [(f"hstack({a}, {b})", (i, j), lambda m, n: [p + q for p, q in zip(m, n, strict=True)])]
        text, operands, meaning = random.choice(one)
        yield text, operands, (meaning if i != j or len(operands) == 1 else _twice(meaning))


def _weighted(m: "Table", n: "Table") -> "Table":
    return spread(lambda p, q: less(times(Fraction(3, 10), p), times(Fraction(7, 10), q)), m, n)


def _twice(meaning: Any) -> Any:  # noqa: ANN401 - a meaning takes as many tables as its formula names
    return lambda m, _same: meaning(m, m)


def _habit(random: Random, *, plain: bool) -> Habit:
    """How one block is printed; a plain author rounds to the nearest and declares nothing."""
    if plain:
        return Habit("half_even", place=random.randint(1, 4), drops=random.random() < 0.3)
    rule = random.choice([*POSSIBLE, *DECLARED, "half_even", "half_away", "trunc"])
    steps: tuple[tuple[str, int], ...] = ()
    if random.random() < 0.2 and rule in POSSIBLE:
        steps = ((random.choice(POSSIBLE), random.randint(1, 3)),)
    habit = Habit(rule, steps, random.randint(0, 4), drops=random.random() < 0.4)
    habit.declares = rule in DECLARED or random.random() < 0.2
    if random.random() < 0.2:
        habit.steps, habit.significant = (), random.randint(2, 5)
    habit.tie_up, habit.minus_zero = random.random() < 0.5, random.random() < 0.3
    return habit


def _given(random: Random, habit: Habit, *, exact: bool) -> "Table":
    """Numbers on the grid of their print, or with up to six digits more than it shows."""
    height, width = random.randint(1, 3), random.randint(1, 3)
    size = random.choice([1, 3, 3, 20])
    finer = 0 if exact else random.randint(1, 6)
    unit = Fraction(10) ** (habit.place + finer)
    least = 0 if random.random() < 0.3 else -size
    low, high = int(least * unit), int(size * unit)
    return [[Fraction(random.randint(low, high)) / unit for _ in range(width)] for _ in range(height)]


def worked(seed: int, *, plain: bool = False, exact: bool | None = None) -> Worked:
    """A worked example of one to five stages that is right by construction."""
    random = Random(seed)
    carries = random.choice([True, False, None])
    exact = random.random() < 0.4 if exact is None else exact
    made = Worked([])
    for number in range(random.randint(1, 3)):
        habit = _habit(random, plain=plain)
        habit.place, habit.significant = random.randint(1, 3), 0
        values = _given(random, habit, exact=exact)
        carry = random.random() < 0.5 if carries is None else carries
        step = Step(f"G{number}", habit, values, carries=carry)
        if all("." not in text for row in step.show(values) for text in row):
            habit.drops = False  # a given without a decimal point is exact
        made.steps.append(step)
    made = made.work()
    for number in range(random.randint(1, 5)):
        habit = _habit(random, plain=plain)
        names = [step.name for step in made.steps]
        text, operands, meaning = next(_formulas(random, names, made.held))
        carry = random.random() < 0.5 if carries is None else carries
        shown = number == 0 or random.random() < 0.85
        made.steps.append(Step(f"S{number}", habit, None, text, operands, meaning, carry, shown))
        if habit.significant:
            table = meaning(*(made.held[operand] for operand in operands))
            if any(_before_point(cell) > habit.significant for row in table for cell in row if cell != 0):
                habit.significant = 0
        made = made.work()
        table = made.true[-1]
        if random.random() < 0.15 and len(table[0]) > 1:
            made.steps[-1].elided = frozenset((i, random.randrange(len(table[0]))) for i in range(len(table)))
    if exact and random.random() < 0.5:
        made.header = "givens: exact"
    return made


def from_rows(rows: Iterable[Iterable[Value]]) -> Array:
    """An array of rows of equal length."""
    lines = [tuple(row) for row in rows]
    return Array(len(lines), len(lines[0]) if lines else 0, tuple(cell for line in lines for cell in line))
