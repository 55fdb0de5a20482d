"""Ordinary documents by an author who is not the verifier: short chains of scalars and small vectors.

The author draws givens, states a formula after another, computes it by `enclosures` and prints it by a
habit. All documents are right by construction; `tags` name the habits in them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import NamedTuple, TypeAlias

from tests.exams.enclosures import (
    ONE,
    Enclosure,
    OutsideDomainError,
    Table,
    deviations,
    each,
    exp,
    log,
    means,
    point,
    product,
    relu,
    root,
    shares,
    sigmoid,
    softmax,
    sums,
    tanh,
    turned,
    variances,
)
from tests.exams.habits import DOUBLE, NEAREST, SINGLE, WHOLE_UNIT, Habit, leading

Shape: TypeAlias = tuple[int, int]
HUNDRED = point(100)


class Operation(NamedTuple):
    """A formula with places for names, its meaning, and the shapes of operands for which it is meant."""

    formula: str
    meaning: Callable[..., Table]
    suits: Callable[..., bool]


def _alike(*shapes: Shape) -> bool:
    return len({shape for shape in shapes if shape != (1, 1)}) <= 1


def _scalars(*shapes: Shape) -> bool:
    return set(shapes) == {(1, 1)}


def _one(_: Shape) -> bool:
    return True


def _rows(shape: Shape) -> bool:
    return shape[1] > 1


def _cellwise(function: Callable[..., Enclosure]) -> Callable[..., Table]:
    return lambda *tables: each(function, *tables)


def _part(a: Enclosure, b: Enclosure) -> Enclosure:
    """a / (a + b) of positive numbers."""
    if a.lo <= 0 or b.lo <= 0:
        raise OutsideDomainError
    return ONE.over(ONE.plus(b.over(a)))


def _dot(a: Table, b: Table) -> Table:
    return sums(each(Enclosure.times, a, b))


OPERATIONS = (
    Operation("{0} + {1}", _cellwise(Enclosure.plus), _alike),
    Operation("{0} - {1}", _cellwise(Enclosure.minus), _alike),
    Operation("{0} * {1}", _cellwise(Enclosure.times), _alike),
    Operation("{0} / {1}", _cellwise(Enclosure.over), _alike),
    Operation("{0} * {1} + {2}", _cellwise(lambda a, b, c: a.times(b).plus(c)), _alike),
    Operation("({0} - {1}) / {2}", _cellwise(lambda a, b, c: a.minus(b).over(c)), _alike),
    Operation("{0} - {1} * {2}", _cellwise(lambda a, b, c: a.minus(b.times(c))), _alike),
    Operation("100 * {0} / {1}", _cellwise(lambda a, b: HUNDRED.times(a).over(b)), _alike),
    Operation("{0} * {1} / 100", _cellwise(lambda a, b: a.times(b).over(HUNDRED)), _alike),
    Operation("{0} / ({0} + {1})", _cellwise(_part), _scalars),
    Operation("sigmoid({0} * {1} + {2})", _cellwise(lambda a, b, c: sigmoid(a.times(b).plus(c))), _scalars),
    Operation("100 * {0}", _cellwise(HUNDRED.times), _one),
    Operation("1 - {0}", _cellwise(ONE.minus), _one),
    Operation("1 / {0}", _cellwise(ONE.over), _one),
    Operation("{0} / 7", _cellwise(lambda a: a.over(point(7))), _one),
    Operation("{0}**2", _cellwise(Enclosure.squared), _one),
    Operation("sqrt({0})", _cellwise(root), _one),
    Operation("exp({0})", _cellwise(exp), _one),
    Operation("exp(-{0})", _cellwise(lambda a: exp(a.negated())), _one),
    Operation("log({0})", _cellwise(log), _one),
    Operation("sigmoid({0})", _cellwise(sigmoid), _one),
    Operation("tanh({0})", _cellwise(tanh), _one),
    Operation("relu({0})", _cellwise(relu), _rows),
    Operation("sum({0}, axis=1)", sums, _rows),
    Operation("mean({0}, axis=1)", means, _rows),
    Operation("{0} - mean({0}, axis=1)", deviations, _rows),
    Operation("mean(({0} - mean({0}, axis=1))**2, axis=1)", variances, _rows),
    Operation("{0} / sum({0}, axis=1)", shares, _rows),
    Operation("softmax({0})", softmax, _rows),
    Operation("sum({0} * {1}, axis=1)", _dot, lambda a, b: a == b and a[1] > 1),
    Operation("{0} @ {1}", product, lambda a, b: a[1] == b[0] and b != (1, 1)),
    Operation("{0} @ {1}.T", lambda a, b: product(a, turned(b)), lambda a, b: a[1] == b[1] and b[1] > 1),
    Operation("hstack({0}, {1})", lambda a, b: [x + y for x, y in zip(a, b, strict=True)], lambda a, b: a[0] == b[0]),
)


@dataclass
class Stage:
    """One stage: a given has values, the others an operation on earlier stages (by their indices)."""

    name: str
    habit: Habit
    values: Table | None = None
    operation: Operation | None = None
    operands: tuple[int, ...] = ()
    texts: list[list[str]] = field(default_factory=list)
    held: Table = field(default_factory=list)

    @property
    def shape(self) -> Shape:
        return len(self.texts), len(self.texts[0])

    def lines(self, names: list[str]) -> Iterator[str]:
        """The stage as YAML; *names* are those of all stages."""
        yield f"  - name: {self.name}"
        if self.operation is not None:
            yield f"    formula: {self.operation.formula.format(*(names[k] for k in self.operands))}"
        yield "    printed: |"
        for row in self.texts:
            yield "      " + "  ".join(row)


@dataclass
class Ordinary:
    """A document; `header` are lines that declare something, `tags` name the habits of its author."""

    seed: int
    stages: list[Stage]
    header: list[str]
    tags: set[str]

    def text(self) -> str:
        """The document as YAML."""
        names = [stage.name for stage in self.stages]
        lines = [line for stage in self.stages for line in stage.lines(names)]
        return "\n".join(["document: exam", f"title: Seed {self.seed}", *self.header, "stages:", *lines]) + "\n"

    @property
    def numbers(self) -> int:
        """How many numbers it prints."""
        return sum(len(row) for stage in self.stages for row in stage.texts)


class Author:
    """Draws one document; `plain` leaves out what makes the unit of a print doubtful."""

    def __init__(self, seed: int, *, plain: bool = False) -> None:
        self.seed, self.plain, self.random = seed, plain, Random(seed)
        self.stages: list[Stage] = []
        self.tags: set[str] = set()

    def document(self) -> Ordinary:
        """A right document; raises ArithmeticError where this seed makes none."""
        draw = self.random
        self.rule = self._tagged(
            "rule", _weighted(draw, {"nearest": 10, **dict.fromkeys(WHOLE_UNIT, 1), "changing": 2})
        )
        self.goes_on = self._tagged("goes on", draw.choice(["print", "print", "full", "more", "changing"]))
        styles = (
            {"decimals": 12} if self.plain else {"decimals": 12, "significant": 3, "columns": 2, DOUBLE: 1, SINGLE: 1}
        )
        self.style = self._tagged("style", _weighted(draw, styles))
        self.nearest = draw.choice(NEAREST)
        kinds = [self._given(number) for number in range(draw.randint(1, 4))]
        self._tagged(
            "givens", kinds[0] if len(set(kinds)) == 1 else "exact and rounded" if "rounded" in kinds else "exact"
        )
        for number in range(draw.randint(1, 7)):
            self._step(number)
        return Ordinary(self.seed, self.stages, self._header(kinds), self.tags)

    def _tagged(self, name: str, value: str) -> str:
        self.tags.add(f"{name}: {value}")
        return value

    def _header(self, kinds: list[str]) -> list[str]:
        declared = []
        if self.random.random() < 1 / 8 and self.rule != "changing" and self.style == "decimals":
            prints_held = any(stage.habit.prints_held for stage in self.stages)
            declared += [] if prints_held else [f"rounding: {self.nearest if self.rule == 'nearest' else self.rule}"]
        if self.random.random() < 1 / 8 and "rounded" not in kinds:
            declared.append("givens: exact")
        return declared

    def _given(self, number: int) -> str:
        draw = self.random
        kind = draw.choice(
            ["integers", "integers", "exact", "exact", "rounded"]
            if self.plain
            else ["integers", "exact", "exact", "rounded"]
        )
        rows, columns = _size(draw)
        decimals = 0 if kind == "integers" else draw.choice([1, 1, 2, 2, 3])
        unit = Fraction(10) ** (decimals + (draw.randint(1, 4) if kind == "rounded" else 0))
        size = draw.choice([1, 1, 3, 10]) if decimals else draw.choice([9, 9, 20, 400])
        low = draw.choice([0, 0, -size]) * unit
        values = [[point(draw.randint(int(low), int(size * unit)) / unit) for _ in range(columns)] for _ in range(rows)]
        goes_on = "full" if kind == "rounded" and draw.random() < 3 / 4 else "print"
        habit = Habit(self._rule(), "decimals", decimals, goes_on=goes_on)
        stage = Stage("abcdefgh"[number], habit, values)
        stage.texts, stage.held = habit.block(values, draw)
        self.stages.append(stage)
        return kind

    def _rule(self) -> str:
        if self.rule == "changing":
            return self.random.choice([self.nearest, self.nearest, "trunc"])
        return self.nearest if self.rule == "nearest" else self.rule

    def _step(self, number: int) -> None:
        """Add one computed stage, of the first operation that suits and gives numbers of ordinary size."""
        for _ in range(40):
            operation = self.random.choice(OPERATIONS)
            operands = tuple(self._operand() for _ in range(_places(operation)))
            if len(set(operands)) < len(operands) or not operation.suits(*(self.stages[k].shape for k in operands)):
                continue
            try:
                values = operation.meaning(*(self.stages[k].held for k in operands))
            except (OutsideDomainError, OverflowError):
                continue
            if _is_ordinary(values):
                stage = Stage(f"s{number + 1}", self._habit(values), None, operation, operands)
                stage.texts, stage.held = stage.habit.block(values, self.random)
                self.stages.append(stage)
                return

    def _operand(self) -> int:
        last = len(self.stages) - 1
        return last if self.random.random() < 1 / 2 else self.random.randint(0, last)

    def _habit(self, values: Table) -> Habit:
        draw = self.random
        goes_on = draw.choice(["print", "full", "more"]) if self.goes_on == "changing" else self.goes_on
        held = draw.randint(1, 3) if goes_on == "more" else goes_on
        cells = [cell for row in values for cell in row]
        style, digits = self.style, draw.randint(2, 4)
        if all(cell.is_point and cell.lo.denominator == 1 for cell in cells) and draw.random() < 3 / 4:
            style, digits = "decimals", 0
            self.tags.add("style: whole numbers")
        elif style == "decimals":
            digits = min(max(draw.randint(1, 4), 1 - min(leading(cell) for cell in cells if cell.size)), 6)
        elif style in ("significant", "columns") and any(leading(cell) >= digits for cell in cells):
            style = "decimals"
        rule, finer = self._rule(), draw.choice(NEAREST)
        if rule == "trunc":
            finer = draw.choice(["trunc", finer])
        made = Habit(
            rule, style, digits, goes_on=held, finer_rule=finer, drops=style == "significant" and draw.random() < 1 / 2
        )
        if goes_on == "more" and draw.random() < 1 / 2:
            self.tags.add("prints what it held")
            return replace(made, prints_held=True)
        return made


def _size(draw: Random) -> Shape:
    """Scalars, short rows, small matrices, and now and then a longer row or a table."""
    small = [(1, 1), (1, 1), (1, draw.randint(2, 5)), (1, 3), (draw.randint(2, 3), draw.randint(2, 3))]
    long = [(1, draw.randint(6, 14)), (draw.randint(4, 7), draw.randint(2, 4))]
    return draw.choice(small if draw.random() < 7 / 8 else long)


def _places(operation: Operation) -> int:
    return 1 + max(int(digit) for digit in "012" if f"{{{digit}}}" in operation.formula)


def _weighted(draw: Random, weights: dict[str, int]) -> str:
    return draw.choices(list(weights), list(weights.values()))[0]


def _is_ordinary(values: Table) -> bool:
    """Whether no number is huge, and all but zeros have a digit within five decimals."""
    cells = [cell for row in values for cell in row]
    sizes = [cell.size for cell in cells if cell.size]
    return bool(sizes) and max(sizes) < 10**5 and min(sizes) > Fraction(1, 10**4)
