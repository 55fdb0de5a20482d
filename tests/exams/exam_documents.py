"""Small documents for the exam: networks and statistics tables, worked in another arithmetic than the verifier's.

Each step knows, beside its meaning, the ways in which authors get it wrong, written out
in fractions and mpmath. Nothing here asks the package what it thinks of a slip.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from tests.strategies import (
    DECLARED,
    MP,
    POSSIBLE,
    Habit,
    Step,
    Table,
    each,
    less,
    means,
    over,
    plus,
    product_of,
    real,
    root,
    shares,
    spread,
    times,
    total,
    turned,
    variances,
)

Meaning = Callable[..., Table]
PI = MP.pi
FAR_BELOW = Fraction(-50)


class Way(NamedTuple):
    """One way to get a step wrong: the slip of the table, and what is computed instead from the same operands."""

    slip: str
    meaning: Meaning


@dataclass
class Recipe:
    """A document in the making; `ways` are those of each step, `tables` its exact values."""

    random: Random
    habit: Habit
    carries: bool
    finer: int = 0
    header: str = ""
    steps: list[Step] = field(default_factory=list)
    ways: list[tuple[Way, ...]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def given(self, name: str, rows: int, columns: int, low: int, high: int, place: int) -> int:
        """A given of random numbers on the grid of its print, or `finer` digits beyond it."""
        unit = 10 ** (place + (self.finer if place else 0))
        values: Table = [
            [Fraction(self.random.randint(low * unit, high * unit), unit) for _ in range(columns)] for _ in range(rows)
        ]
        return self._add(Step(name, self._habit(place), values, carries=self.carries), values, ())

    def put(self, name: str, formula: str, operands: tuple[int, ...], meaning: Meaning, *ways: Way) -> int:
        """A computed step; `{0}` in its formula is the name of the first operand."""
        text = formula.format(*(self.steps[operand].name for operand in operands))
        table = meaning(*(self.tables[operand] for operand in operands))
        step = Step(name, self._habit(self.random.randint(2, 4)), None, text, operands, meaning, self.carries)
        return self._add(step, table, ways)

    def _add(self, step: Step, table: Table, ways: tuple[Way, ...]) -> int:
        self.steps.append(step)
        self.tables.append(table)
        self.ways.append(ways)
        return len(self.steps) - 1

    def _habit(self, place: int) -> Habit:
        own = self.habit
        return Habit(own.rule, own.steps, place, drops=own.drops, tie_up=own.tie_up)

    def maybe(self, chance: float = 0.5) -> bool:
        """A throw of the dice."""
        return self.random.random() < chance


def recipe(random: Random, *, hidden: bool = False) -> Recipe:
    """A random document: what is computed in it, and how its author prints."""
    rule = random.choice([*POSSIBLE, "half_even", "half_away", "half_even", "half_away", *DECLARED])
    steps = ((random.choice(POSSIBLE), random.randint(1, 3)),) if rule in POSSIBLE and random.random() < 0.1 else ()
    habit = Habit(rule, steps, drops=random.random() < 0.15, tie_up=random.random() < 0.5)
    declares = not steps and (rule in DECLARED or random.random() < 0.15)
    made = Recipe(random, habit, random.random() < 0.5, random.randint(1, 4) if hidden else 0)
    made.header = f"rounding: {rule}" if declares else ""
    random.choice([_attention, _layer, _table, _series])(made)
    return made


def _over(number: Any) -> Meaning:  # noqa: ANN401 - a fraction or a number of mpmath
    return lambda m, *_: each(lambda cell: over(cell, number), m)


def _first(m: Table, *_: Table) -> Table:
    return m


def _second(_: Table, m: Table, *__: Table) -> Table:
    return m


def _product_ways(a: Table, b: Table) -> list[Way]:
    ways = []
    if len(b[0]) == len(a):
        ways.append(Way("swapped-order", lambda a, b: product_of(b, a)))
    if len(a) == len(a[0]):
        ways.append(Way("transposed", lambda a, b: product_of(turned(a), b)))
    if len(b) == len(b[0]):
        ways.append(Way("transposed", lambda a, b: product_of(a, turned(b))))
    return ways


def _product(made: Recipe, name: str, a: int, b: int) -> int:
    """A matrix product; one of two square matrices can be exchanged or turned."""
    ways = _product_ways(made.tables[a], made.tables[b])
    if len(made.tables[a][0]) > 2:
        ways.append(Way("omitted-term", lambda a, b: product_of([row[:-1] for row in a], b[:-1])))
    return made.put(name, "{0} @ {1}", (a, b), product_of, *ways)


def _powers(base: Any, a: Table) -> Table:  # noqa: ANN401 - as above
    return [[over(cell, total(row)) for cell in row] for row in each(lambda cell: MP.power(base, real(cell)), a)]


def _proportions(a: Table) -> Table:
    return [[over(cell, total(row)) for cell in row] for row in a]


def _softmax(made: Recipe, name: str, a: int) -> int:
    ways = [
        Way("other-axis", lambda m: turned(shares(turned(m)))),
        Way("other-function", lambda m: _powers(MP.mpf(10), m)),
        Way("other-function", _proportions),
        Way("omitted-term", lambda m: each(lambda cell: MP.exp(real(cell)), m)),
    ]
    return made.put(name, "softmax({0})", (a,), shares, *ways)


def _scaled(made: Recipe, name: str, a: int, width: int) -> int:
    others = {len(made.tables[a]), width - 1} - {0, width}
    ways = [Way("other-divisor", _over(root(Fraction(other)))) for other in sorted(others)]
    ways += [Way("other-divisor", _over(Fraction(width))), Way("omitted-term", _first)]
    ways += [Way("other-function", lambda m: each(lambda c: times(c, root(Fraction(width))), m))]
    return made.put(name, "{0} / sqrt(" + str(width) + ")", (a,), _over(root(Fraction(width))), *ways)


def _masking(keep: Callable[[int, int], bool], fill: Fraction) -> Meaning:
    return lambda m: [[cell if keep(i, j) else fill for j, cell in enumerate(row)] for i, row in enumerate(m)]


def _masked(made: Recipe, name: str, a: int) -> int:
    n = len(made.tables[a])
    formula = f"Matrix({n}, {n}, lambda i, j: {{0}}[i, j] if j <= i else -50)"
    ways = [
        Way("reversed-mask", _masking(lambda i, j: j >= i, FAR_BELOW)),
        Way("reversed-mask", _masking(lambda i, j: j > i, FAR_BELOW)),
        Way("reversed-mask", _masking(lambda i, j: j < i, FAR_BELOW)),
        Way("other-fill", _masking(lambda i, j: j <= i, Fraction(0))),
        Way("other-fill", _masking(lambda i, j: j <= i, Fraction(1))),
        Way("omitted-term", _first),
    ]
    return made.put(name, formula, (a,), _masking(lambda i, j: j <= i, FAR_BELOW), *ways)


def _encoding(rows: int, width: int, angle: Callable[[int, int], Any], names: str = "sc") -> Meaning:
    functions = {"s": MP.sin, "c": MP.cos}

    def cell(pos: int, j: int) -> Any:  # noqa: ANN401 - as above
        x = angle(pos, j)
        if x == 0:
            return Fraction(0) if names[j % 2] == "s" else Fraction(1)
        return functions[names[j % 2]](x)

    return lambda: [[cell(pos, j) for j in range(width)] for pos in range(rows)]


def _positions(made: Recipe, name: str, rows: int, width: int) -> int:
    formula = (
        f"Matrix({rows}, {width}, lambda pos, j: sin(pos / 10000**(2*(j//2)/{width})) if j % 2 == 0 "
        f"else cos(pos / 10000**(2*(j//2)/{width})))"
    )

    def angle(base: int, exponent: Callable[[int], Fraction]) -> Callable[[int, int], Any]:
        return lambda pos, j: pos / MP.power(base, real(exponent(j)))

    right = angle(10000, lambda j: Fraction(2 * (j // 2), width))
    ways = [
        Way("other-function", _encoding(rows, width, right, "cs")),
        Way("other-function", _encoding(rows, width, right, "ss")),
        Way("other-exponent", _encoding(rows, width, angle(10000, lambda j: Fraction(j, width)))),
        Way("other-exponent", _encoding(rows, width, angle(10000, lambda j: Fraction(2 * j, width)))),
        Way("other-exponent", _encoding(rows, width, angle(1000, lambda j: Fraction(2 * (j // 2), width)))),
        Way("other-exponent", _encoding(rows, width, angle(10000, lambda _: Fraction(1)))),
    ]
    return made.put(name, formula, (), _encoding(rows, width, right), *ways)


def _sum_of(made: Recipe, name: str, a: int, b: int) -> int:
    """Two matrices added, as a residual is."""
    ways = [Way("omitted-term", _first), Way("sign", lambda a, b: spread(less, a, b))]
    return made.put(name, "{0} + {1}", (a, b), lambda a, b: spread(plus, a, b), *ways, Way("omitted-term", _second))


def _attention(made: Recipe) -> None:
    """Tokens, positions, projections, scores, masks, heads."""
    n, d = made.random.randint(3, 4), made.random.randint(3, 5)
    k = made.random.choice([n, d, made.random.randint(2, 4)])
    x = made.given("E", n, d, -1, 2, 2)
    if made.maybe(0.6):
        x = _sum_of(made, "X", x, _positions(made, "P", n, d))
    place = made.random.choice([0, 1, 1])
    q, key, value = (_product(made, name, x, made.given(f"W_{name}", d, k, -1, 2, place)) for name in ("Q", "K", "V"))
    ways = [
        Way("omitted-term", lambda a, b: product_of([row[:-1] for row in a], turned([row[:-1] for row in b]))),
        Way("swapped-order", lambda a, b: product_of(b, turned(a))),
        *([Way("transposed", lambda a, b: product_of(a, b))] if n == k else []),
    ]
    scores = made.put("S", "{0} @ {1}.T", (q, key), lambda a, b: product_of(a, turned(b)), *ways)
    scaled = _scaled(made, "C", scores, k)
    if made.maybe():
        scaled = _masked(made, "M", scaled)
    head = _product(made, "H", _softmax(made, "A", scaled), value)
    if made.maybe():
        head = _beside(made, "J", head, made.random.choice([q, value]))
    if made.maybe():
        _product(made, "O", head, made.given("W_O", len(made.tables[head][0]), d, -1, 1, 1))


def _beside(made: Recipe, name: str, a: int, b: int) -> int:
    def joined(m: Table, n: Table) -> Table:
        return [p + q for p, q in zip(m, n, strict=True)]

    ways = [
        Way("sum-for-concatenation", lambda m, n: spread(plus, m, n)),
        Way("swapped-order", lambda m, n: joined(n, m)),
    ]
    return made.put(name, "hstack({0}, {1})", (a, b), joined, *ways)


def _spreads(ddof: int) -> Meaning:
    return lambda m: each(root, variances(m, ddof))


def _layer(made: Recipe) -> None:
    """A residual, its normalisation, and a feed-forward layer."""
    n, d, h = made.random.randint(3, 4), made.random.randint(3, 5), made.random.randint(2, 4)
    residual = _sum_of(made, "R", made.given("X", n, d, -2, 6, 2), made.given("O", n, d, -1, 3, 2))
    if made.maybe():
        average, deviation = _mean(made, "M", residual), _deviation(made, "D", residual)
        normal = _standard_scores(made, "N", residual, average, deviation)
    else:
        normal = _layer_norm(made, "N", residual)
    product = _product(made, "F", normal, made.given("W", d, h, -1, 2, made.random.choice([0, 1])))
    bias = made.given("b", 1, h, -1, 1, 1)
    activated = _relu(made, "G", _sum_of(made, "B", product, bias))
    if made.maybe():
        out = _product(made, "Y", activated, made.given("V", h, d, -1, 1, 1))
        _sum_of(made, "Z", out, normal)


def _standard_scores(made: Recipe, name: str, x: int, average: int, deviation: int) -> int:
    def right(x: Table, m: Table, s: Table) -> Table:
        return spread(over, spread(less, x, m), s)

    ways = [
        Way("omitted-term", lambda x, m, _s: spread(less, x, m)),
        Way("omitted-term", lambda x, _m, s: spread(over, x, s)),
        Way("sign", lambda x, m, s: spread(over, spread(less, m, x), s)),
        Way("other-divisor", lambda x, m, s: right(x, m, spread(times, s, s))),
        Way("other-divisor", lambda x, m, s: right(x, m, each(root, s))),
    ]
    return made.put(name, "({0} - {1}) / {2}", (x, average, deviation), right, *ways)


def _layer_norm(made: Recipe, name: str, x: int) -> int:
    def normal(ddof: int, eps: Fraction, axis: int = 1) -> Meaning:
        def rows(m: Table) -> Table:
            widths = each(lambda v: root(plus(v, eps)), variances(m, ddof))
            return spread(over, spread(less, m, means(m)), widths)

        return rows if axis else lambda m: turned(rows(turned(m)))

    eps = Fraction(1, 100)
    ways = [
        Way("other-divisor", normal(1, eps)),
        Way("omitted-term", normal(0, Fraction(0))),
        Way("omitted-term", lambda m: spread(less, m, means(m))),
        Way("other-axis", normal(0, eps, 0)),
    ]
    return made.put(name, "layer_norm({0}, eps=0.01)", (x,), normal(0, eps), *ways)


def _relu(made: Recipe, name: str, a: int) -> int:
    ways = [
        Way("omitted-term", _first),
        Way("sign", lambda m: each(abs, m)),
        Way("sign", lambda m: each(lambda c: c if c < 0 else Fraction(0), m)),
        Way("other-function", lambda m: each(lambda c: MP.tanh(real(c)), m)),
        Way("other-function", lambda m: each(lambda c: 1 / (1 + MP.exp(-real(c))), m)),
    ]
    return made.put(name, "relu({0})", (a,), lambda m: each(lambda c: c if c > 0 else Fraction(0), m), *ways)


def _windows(summary: Meaning, table: Table) -> list[Way]:
    """A summary of rows i-1 to i, i to i+1, i+1: what a dragged formula covers."""

    def over_rows(first: int, last: int) -> Meaning:
        def window(m: Table) -> Table:
            parts = [[cell for row in m[max(i + first, 0) : i + last] for cell in row] for i in range(len(m))]
            return [row for part in parts for row in summary([part])]

        return window

    ways = [Way("shifted-window", over_rows(0, 2)), Way("shifted-window", over_rows(-1, 1))]
    if len(table[0]) > 2:
        ways.append(Way("omitted-term", lambda m: summary([row[:-1] for row in m])))
        ways.append(Way("shifted-window", lambda m: summary([row[1:] for row in m])))
    if len(table) == len(table[0]):
        ways.append(Way("other-axis", lambda m: summary(turned(m))))
    return ways


def _median(m: Table) -> Table:
    result: Table = []
    for row in m:
        ordered, half = sorted(row, key=real), len(row) // 2
        result.append([ordered[half] if len(row) % 2 else over(plus(ordered[half - 1], ordered[half]), Fraction(2))])
    return result


def _mean(made: Recipe, name: str, a: int) -> int:
    table = made.tables[a]
    ways = [
        Way("other-function", _median),
        Way("other-divisor", lambda m: [[over(total(row), Fraction(len(row) - 1))] for row in m]),
        Way("other-divisor", lambda m: [[over(total(row), Fraction(len(row) + 1))] for row in m]),
        *_windows(means, table),
    ]
    if all(cell > 0 for row in table for cell in row):
        ways.append(
            Way("other-function", lambda m: [[MP.exp(total(MP.log(real(c)) for c in row) / len(row))] for row in m])
        )
        ways.append(
            Way(
                "other-function",
                lambda m: [[over(Fraction(len(row)), total(over(Fraction(1), c) for c in row))] for row in m],
            )
        )
    return made.put(name, "mean({0}, axis=1)", (a,), means, *ways)


def _deviation(made: Recipe, name: str, a: int, ddof: int = 0) -> int:
    def absolute(m: Table) -> Table:
        return means(each(abs, spread(less, m, means(m))))

    ways = [
        Way("other-divisor", _spreads(1 - ddof)),
        Way("other-function", lambda m: variances(m, ddof)),
        Way("other-function", absolute),
        *_windows(_spreads(ddof), made.tables[a]),
    ]
    formula = "std({0}, axis=1, ddof=1)" if ddof else "std({0}, axis=1)"
    return made.put(name, formula, (a,), _spreads(ddof), *ways)


def _sums(m: Table) -> Table:
    return [[total(row)] for row in m]


def _weighted(made: Recipe, name: str, a: int, b: int) -> int:
    def mix(p: Fraction, q: Fraction) -> Meaning:
        return lambda m, n: spread(plus, each(lambda c: times(p, c), m), each(lambda c: times(q, c), n))

    third, rest = Fraction(3, 10), Fraction(7, 10)
    ways = [
        Way("swapped-order", mix(rest, third)),
        Way("sign", mix(third, -rest)),
        Way("omitted-term", mix(third, Fraction(0))),
        Way("omitted-term", mix(Fraction(1), rest)),
    ]
    return made.put(name, "0.3 * {0} + 0.7 * {1}", (a, b), mix(third, rest), *ways)


def _shares_of(made: Recipe, name: str, a: int) -> int:
    """Percentages of each row."""

    def share(axis: int, factor: Fraction = Fraction(100)) -> Meaning:
        def rows(m: Table) -> Table:
            return each(lambda c: times(factor, c), _proportions(m))

        return rows if axis else lambda m: turned(rows(turned(m)))

    ways = [
        Way("other-axis", share(0)),
        Way("other-exponent", share(1, Fraction(1))),
        Way("other-exponent", share(1, Fraction(10))),
        Way("other-divisor", lambda m: each(lambda c: over(times(Fraction(100), c), total(map(total, m))), m)),
        Way("other-function", lambda m: [[over(times(Fraction(100), c), max(row)) for c in row] for row in m]),
    ]
    return made.put(name, "100 * {0} / sum({0}, axis=1)", (a,), share(1), *ways)


def _table(made: Recipe) -> None:
    """Two tables of counts or measures, and what statisticians compute from them."""
    n, m = made.random.randint(4, 6), made.random.choice([3, 4, 5])
    m = n if made.maybe(0.3) else m
    place = made.random.choice([0, 0, 1, 2])
    one, two = (made.given(name, n, m, 1, 40 if place == 0 else 9, place) for name in ("U", "T"))
    data = _weighted(made, "W", one, two) if made.maybe() else one
    sums = made.put(
        "S", "sum({0}, axis=1)", (data,), _sums, *_windows(_sums, made.tables[data]), Way("other-function", means)
    )
    average, deviation = _mean(made, "M", data), _deviation(made, "D", data, made.random.choice([0, 1]))
    if made.maybe():
        _shares_of(made, "P", one)
    if made.maybe():
        _standard_scores(made, "Z", data, average, deviation)
    if made.maybe():
        _ratio(made, "R", deviation, average)
    if made.maybe():
        _sum_of(made, "L", sums, average)


def _ratio(made: Recipe, name: str, a: int, b: int) -> int:
    def ratio(m: Table, n: Table) -> Table:
        return spread(over, m, n)

    ways = [
        Way("swapped-order", lambda m, n: ratio(n, m)),
        Way("other-exponent", lambda m, n: spread(over, m, spread(times, n, n))),
        Way("other-function", lambda m, n: spread(times, m, n)),
    ]
    return made.put(name, "{0} / {1}", (a, b), ratio, *ways)


def _growth(made: Recipe, name: str, start: int, rate: int, years: int) -> int:
    def grown(later: Callable[[int], int]) -> Meaning:
        def cells(c: Table, r: Table) -> Table:
            lines = zip(c, r, strict=True)
            return [[times(a, (1 + b) ** later(t)) for t in range(years)] for [a], [b] in lines]

        return cells

    formula = f"Matrix({len(made.tables[start])}, {years}, lambda i, t: {{0}}[i, 0] * (1 + {{1}}[i, 0])**(t + 1))"
    ways = [
        Way("other-exponent", grown(lambda t: t)),
        Way("other-exponent", grown(lambda t: t + 2)),
        Way("other-exponent", grown(lambda _: 1)),
        Way("sign", lambda c, r: grown(lambda t: t + 1)(c, each(lambda b: -b, r))),
    ]
    return made.put(name, formula, (start, rate), grown(lambda t: t + 1), *ways)


def _elementary(made: Recipe, name: str, a: int) -> int:
    """An elementary function of a positive table."""
    degrees = PI / 180
    choice = made.random.choice(["log", "log10", "sin", "exp", "sqrt"])
    functions: dict[str, Callable[[Any], Any]] = {
        "log": MP.log,
        "log10": MP.log10,
        "sin": MP.sin,
        "exp": lambda x: MP.exp(-x / 10),
        "sqrt": MP.sqrt,
    }
    wrong: dict[str, list[Callable[[Any], Any]]] = {
        "log": [MP.log10, lambda x: MP.log(x) / MP.log(2)],
        "log10": [MP.log, lambda x: MP.log(x) / MP.log(2)],
        "sin": [MP.cos, lambda x: MP.sin(x * degrees)],
        "exp": [lambda x: MP.power(10, -x / 10)],
        "sqrt": [lambda x: x * x],
    }

    def meaning(function: Callable[[Any], Any]) -> Meaning:
        return lambda m: each(lambda c: function(real(c)), m)

    ways = [Way("other-function", meaning(function)) for function in wrong[choice]]
    if choice == "exp":
        ways.append(Way("sign", meaning(lambda x: MP.exp(x / 10))))
    formula = "exp(-{0} / 10)" if choice == "exp" else choice + "({0})"
    return made.put(name, formula, (a,), meaning(functions[choice]), *ways)


def _series(made: Recipe) -> None:
    """Growth, an elementary function of it, differences, means."""
    n, years = made.random.randint(3, 5), made.random.randint(3, 4)
    start, rate = made.given("C", n, 1, 1, 20, made.random.choice([0, 1])), made.given("r", n, 1, 0, 1, 2)
    grown = _growth(made, "G", start, rate, years)
    other = made.given("T", n, years, 1, 12, 1)
    _elementary(made, "F", made.random.choice([grown, other]))
    mixed = _weighted(made, "W", grown, other)
    average = _mean(made, "M", mixed)
    if made.maybe():
        _deviation(made, "D", mixed, 1)
    ways = [Way("omitted-term", _first), Way("sign", lambda a, b: spread(less, b, a))]
    made.put("L", "{0} - {1}", (mixed, average), lambda a, b: spread(less, a, b), *ways)
