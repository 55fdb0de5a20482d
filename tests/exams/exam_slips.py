"""One slip planted in a worked document, and whether its print can be told from hidden digits."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import NamedTuple

from hypothesis.errors import UnsatisfiedAssumption

from tests.exams.exam_documents import Recipe
from tests.strategies import DECLARED, MP, Habit, Real, Step, Table, Worked, each, rounded, turned

Texts = list[list[str]]
SLIPS = (
    "copied-matrix",
    "other-operand",
    "transposed",
    "swapped-order",
    "other-function",
    "other-divisor",
    "other-exponent",
    "shifted-window",
    "other-axis",
    "sign",
    "omitted-term",
    "rerounded-operand",
    "digits",
    "permuted",
    "reversed-mask",
    "other-fill",
    "sum-for-concatenation",
    "display",
)
MARGIN = Fraction(3, 2)
"""How much more than the sum of single moves the operands may move a result, where it is not linear."""


class Plant(NamedTuple):
    """A slip at one step: another table, or other texts for the right one; `used` says what the author goes on with."""

    step: int
    slip: str
    table: Callable[..., Table] | None = None
    texts: Callable[[Texts], Texts] | None = None
    habit: Habit | None = None
    used: bool = True


def work(made: Recipe, plant: Plant | None = None) -> Worked:
    """The document computed from top to bottom, with the slip in its place."""
    done = Worked(made.steps, made.header)
    for place, step in enumerate(made.steps):
        slip = plant if plant is not None and plant.step == place else None
        meaning = step.meaning if slip is None or slip.table is None else slip.table
        right = step.values if meaning is None else meaning(*(done.held[operand] for operand in step.operands))
        assert right is not None
        own = step if slip is None or slip.habit is None else Step(step.name, slip.habit)
        texts = own.show(right)
        held = right if step.carries else numbers(texts)
        if slip is not None and slip.texts is not None:
            texts = slip.texts(texts)
            held = numbers(texts) if slip.used else held
        done.true.append(right)
        done.held.append(held)
        done.texts.append(texts)
    return done


def numbers(texts: Texts) -> Table:
    return [[Fraction(text) for text in row] for row in texts]


def planted(made: Recipe, slip: str, right: Worked) -> Iterator[Plant]:
    """All the places and ways in which the slip can be made in the document."""
    for place, step in enumerate(made.steps):
        if step.formula is not None:
            yield from (Plant(place, slip, way.meaning) for way in made.ways[place] if way.slip == slip)
            yield from GENERAL.get(slip, _none)(made, place, right)


def _none(_made: Recipe, _place: int, _right: Worked) -> Iterator[Plant]:
    yield from ()


def _copied(made: Recipe, place: int, right: Worked) -> Iterator[Plant]:
    size = _size(right.texts[place])
    for other in range(place):
        texts = right.texts[other]
        if _size(texts) == size and texts != right.texts[place]:
            yield Plant(place, "copied-matrix", texts=lambda _, texts=texts: [list(row) for row in texts])
        elif _size(texts) == size[::-1] and len(texts) > 1:
            yield Plant(
                place, "copied-matrix", texts=lambda _, texts=texts: [list(row) for row in zip(*texts, strict=True)]
            )


def _size(table: "Texts | Table") -> tuple[int, int]:
    return len(table), len(table[0])


def _operand(made: Recipe, place: int, right: Worked) -> Iterator[Plant]:
    own = made.steps[place]
    for at, operand in enumerate(own.operands):
        for other in range(place):
            if other not in own.operands and _size(made.tables[other]) == _size(made.tables[operand]):
                held = right.held[other]
                yield Plant(place, "other-operand", _with(own, at, lambda _, held=held: held))


def _with(step: Step, at: int, change: Callable[[Table], Table]) -> Callable[..., Table]:
    """The meaning of a step with one operand changed before use."""

    def meaning(*operands: Table) -> Table:
        assert step.meaning is not None
        return step.meaning(*(change(table) if k == at else table for k, table in enumerate(operands)))

    return meaning


def _transposed(made: Recipe, place: int, _right: Worked) -> Iterator[Plant]:
    own = made.steps[place]
    for at, operand in enumerate(own.operands):
        size = _size(made.tables[operand])
        if size[0] == size[1] > 1:
            yield Plant(place, "transposed", _with(own, at, turned))


def _sign(made: Recipe, place: int, _right: Worked) -> Iterator[Plant]:
    own = made.steps[place]
    for at, _ in enumerate(own.operands):
        yield Plant(place, "sign", _with(own, at, lambda m: each(lambda c: -c, m)))
        yield Plant(place, "sign", _with(own, at, lambda m: each(abs, m)))


def _rerounded(made: Recipe, place: int, _right: Worked) -> Iterator[Plant]:
    own = made.steps[place]
    for at, operand in enumerate(own.operands):
        for digits in range(made.steps[operand].habit.place):
            for rule in ("half_even", "trunc"):
                yield Plant(place, "rerounded-operand", _with(own, at, _to(digits, rule)))


def _to(digits: int, rule: str) -> Callable[[Table], Table]:
    unit = Fraction(10) ** digits
    return lambda m: each(lambda c: Fraction(rounded(c, digits, rule)) / unit, m)


def _digits(made: Recipe, place: int, right: Worked) -> Iterator[Plant]:
    texts = right.texts[place]
    row, column = made.random.randrange(len(texts)), made.random.randrange(len(texts[0]))
    others = list(misprints(texts, row, column, made.random))
    if others:
        other = made.random.choice(others)
        used = made.maybe()
        yield Plant(place, "digits", texts=lambda t: _replaced(t, {(row, column): other}), used=used)


def _replaced(texts: Texts, new: dict[tuple[int, int], str]) -> Texts:
    return [[new.get((i, j), text) for j, text in enumerate(row)] for i, row in enumerate(texts)]


def misprints(texts: Texts, row: int, column: int, random: Random) -> Iterator[str]:
    """One slip of each kind of the pen in a number: exchanged, lost, doubled, point moved, a neighbour's."""
    text = texts[row][column]
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    spots = [k for k, letter in enumerate(body) if letter.isdigit()]
    swaps = [(a, b) for a, b in itertools.pairwise(spots) if body[a] != body[b]]
    if swaps:
        a, b = random.choice(swaps)
        letters = list(body)
        letters[a], letters[b] = letters[b], letters[a]
        yield sign + "".join(letters)
    at = random.choice(spots)
    if len(spots) > 1:
        yield sign + (body[:at] + body[at + 1 :]).strip()
    yield sign + body[: at + 1] + body[at:]
    if "." in body:
        whole, _, decimals = body.partition(".")
        yield f"{sign}{whole}{decimals[:1]}.{decimals[1:]}" if len(decimals) > 1 else f"{sign}{whole}{decimals}"
        yield f"{sign}{whole[:-1] or '0'}.{whole[-1]}{decimals}"
    near = [(row + i, column + j) for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    neighbours = [texts[i][j] for i, j in near if 0 <= i < len(texts) and 0 <= j < len(texts[0])]
    if neighbours:
        yield random.choice(neighbours)


def _permuted(made: Recipe, place: int, right: Worked) -> Iterator[Plant]:
    rows, columns = _size(right.texts[place])
    random = made.random
    if rows > 1:
        a, b = random.sample(range(rows), 2)
        yield Plant(place, "permuted", texts=lambda t: [t[{a: b, b: a}.get(i, i)] for i in range(rows)])
    if columns > 1:
        c, d = random.sample(range(columns), 2)
        yield Plant(
            place, "permuted", texts=lambda t: [[row[{c: d, d: c}.get(j, j)] for j in range(columns)] for row in t]
        )
    if rows * columns > 1:
        p, q = random.sample([(i, j) for i in range(rows) for j in range(columns)], 2)
        yield Plant(place, "permuted", texts=lambda t: _replaced(t, {p: t[q[0]][q[1]], q: t[p[0]][p[1]]}))


def _display(made: Recipe, place: int, _right: Worked) -> Iterator[Plant]:
    own = made.steps[place].habit
    for rule in (*DECLARED, "trunc", "half_even"):
        if rule != own.rule:
            yield Plant(place, "display", habit=Habit(rule, place=own.place, drops=own.drops))


def _inexplicable(made: Recipe, place: int, right: Worked) -> Iterator[Plant]:
    """Other digits at random in a cell, a row, a column or everywhere: no slip does that."""
    rows, columns = _size(right.texts[place])
    random = made.random
    row, column = random.randrange(rows), random.randrange(columns)
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    spots = random.choice(
        [[(row, column)], [c for c in cells if c[0] == row], [c for c in cells if c[1] == column], cells]
    )
    new = {(i, j): _at_random(right.texts[place][i][j], random) for i, j in spots}
    yield Plant(place, "inexplicable", texts=lambda t: _replaced(t, new))


def _at_random(text: str, random: Random) -> str:
    """Another numeral of the same form."""
    return "".join(str(random.randrange(1, 10)) if letter.isdigit() else letter for letter in text)


GENERAL: dict[str, Callable[[Recipe, int, Worked], Iterator[Plant]]] = {
    "copied-matrix": _copied,
    "other-operand": _operand,
    "transposed": _transposed,
    "sign": _sign,
    "rerounded-operand": _rerounded,
    "digits": _digits,
    "permuted": _permuted,
    "display": _display,
    "inexplicable": _inexplicable,
}


def telling(made: Recipe, plant: Plant, wrong: Worked) -> list[tuple[int, int]]:
    """The cells of the planted step that no hidden digits explain, by bounds of the exam's own.

    Every printed number of the operands moves by as much as its print can hide, one at a
    time; a cell tells if it is farther from the stated formula than MARGIN times the sum
    of what these moves do, and its own hidden digits.
    """
    step = made.steps[plant.step]
    declared = made.habit.rule if made.header else None
    tables = [numbers(wrong.texts[operand]) for operand in step.operands]
    assert step.meaning is not None
    middle = step.meaning(*tables)
    texts = wrong.texts[plant.step]
    if _size(middle) != _size(texts):
        return [(0, 0)]
    moved = [[Fraction(0) for _ in row] for row in middle]
    for k, operand in enumerate(step.operands):
        for i, j in [(i, j) for i, row in enumerate(tables[k]) for j in range(len(row))]:
            _add_moves(
                moved, middle, step, tables, (k, i, j), _hides(made, operand, wrong.texts[operand][i][j], declared)
            )
    return [
        (i, j)
        for i, row in enumerate(middle)
        for j, cell in enumerate(row)
        if _apart(_fraction(cell), moved[i][j] * MARGIN, texts[i][j], declared)
    ]


def _hides(made: Recipe, operand: int, text: str, declared: str | None) -> Fraction:
    """How far the number behind a print can be; a given without a point is exact."""
    if made.steps[operand].formula is None and "." not in text:
        return Fraction(0)
    unit = _unit(text)
    return unit if declared is None or declared not in NEAREST else unit / 2


NEAREST = frozenset({"half_up", "half_down", "half_away", "half_to_zero", "half_even", "nearest"})


def _unit(text: str) -> Fraction:
    return Fraction(10) ** -len(text.partition(".")[2])


def _add_moves(
    moved: list[list[Fraction]],
    middle: Table,
    step: Step,
    tables: list[Table],
    at: tuple[int, int, int],
    width: Fraction,
) -> None:
    """What the larger of two moves of one number does to every cell."""
    if not width:
        return
    k, row, column = at
    farthest = [[Fraction(0) for _ in line] for line in middle]
    for side in (-width, width):
        table = [
            [cell + side if (i, j) == (row, column) else cell for j, cell in enumerate(line)]
            for i, line in enumerate(tables[k])
        ]
        assert step.meaning is not None
        there = step.meaning(*(table if m == k else other for m, other in enumerate(tables)))
        for i, line in enumerate(middle):
            for j, cell in enumerate(line):
                farthest[i][j] = max(farthest[i][j], abs(_fraction(there[i][j]) - _fraction(cell)))
    for i, line in enumerate(farthest):
        for j, size in enumerate(line):
            moved[i][j] += size


def _fraction(x: Real) -> Fraction:
    return x if isinstance(x, Fraction) else Fraction(MP.nstr(x, 40))


def _apart(value: Fraction, reach: Fraction, text: str, declared: str | None) -> bool:
    """Whether no value within reach prints as shown, by the declared rule or by any that is possible."""
    shown, unit = Fraction(text), _unit(text)
    near, far = unit * Fraction(55, 100), unit
    sides = {
        None: (near, far) if shown > 0 else (far, near) if shown < 0 else (far, far),
        "trunc": (Fraction(0), unit) if shown > 0 else (unit, Fraction(0)) if shown < 0 else (unit, unit),
        "floor": (Fraction(0), unit),
        "ceiling": (unit, Fraction(0)),
        "away": (unit, Fraction(0)) if shown > 0 else (Fraction(0), unit),
    }
    below, above = sides.get(declared, (unit / 2, unit / 2))
    return value + reach < shown - below or value - reach > shown + above


def _reshapes(made: Recipe, plant: Plant, right: Worked) -> bool:
    """Whether the slip gives the planted block another shape."""
    if plant.table is None:
        return False
    operands = made.steps[plant.step].operands
    return _size(plant.table(*(right.held[operand] for operand in operands))) != _size(right.texts[plant.step])


def _is_changed(plant: Plant, right: Worked, wrong: Worked, cell: tuple[int, int]) -> bool:
    """Whether a cell of the planted step shows something else than without the slip."""
    before, after = right.texts[plant.step], wrong.texts[plant.step]
    return _size(before) != _size(after) or before[cell[0]][cell[1]] != after[cell[0]][cell[1]]


def draw(made: Recipe, slip: str) -> tuple[Plant, Worked, Worked] | None:
    """A random plant of the slip, with the right document and the wrong one; None where it cannot be told."""
    try:
        right = work(made)
        choices = list(planted(made, slip, right))
        if not choices:
            return None
        plant = made.random.choice(choices)
        if _reshapes(made, plant, right):  # the next step would meet another shape
            for listed in (made.steps, made.ways, made.tables):
                del listed[plant.step + 1 :]
            right = work(made)
        wrong = work(made, plant)
        cells = [cell for cell in telling(made, plant, wrong) if _is_changed(plant, right, wrong, cell)]
    except (ZeroDivisionError, OverflowError, UnsatisfiedAssumption, IndexError, TypeError, ValueError):
        return None
    return (plant, right, wrong) if cells else None
