"""An optimiser that is given a box and a formula finds no value beyond its range: every operation of the register."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from flint import fmpq

from tests.effort import some
from tests.tables import each
from tests.test_closed_forms import EXACT, POSITIVE
from tests.test_ranges import LANGUAGE, SPECS, Spec, evaluate, outside
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval, Missing
from verifier.numbers.precision import decide, working_precision
from verifier.operations import REGISTER

MORE = {"language": LANGUAGE, "distances and means": EXACT, "weights": POSITIVE}
ALL = {name: (SPECS | MORE)[name] for name in [*REGISTER, *MORE] if name in SPECS | MORE}
INSIDE = fmpq(1, 2**30)
"""So far from an open end, as a share of the width."""

Place = tuple[str, int]


def boxes(made: Spec, random: Random, *, positive: bool) -> dict[str, Array]:
    """Operands with cells of any width, each end open or closed."""
    found = dict(made.fixed)
    for name, (rows, columns) in made.shapes.items():
        cells: list[Value] = []
        for _ in range(rows * columns):
            lo = fmpq(random.randint(1 if positive else -12, 12), 4)
            width = fmpq(random.choice([0, 1, 2, 4, 12]), 4)
            flags = (True, True) if width == 0 else (random.random() < 0.7, random.random() < 0.7)
            cells.append(Interval(lo, lo + width, *flags) if width else lo)
        found[name] = Array(rows, columns, tuple(cells), frozenset([name]))
    return found


def at(operands: dict[str, Array], places: Sequence[Place], shares: Sequence[float]) -> dict[str, Array]:
    """The point of a box at shares of its sides, moved inside where an end is open."""
    cells = {name: list(array.cells) for name, array in operands.items()}
    for (name, index), share in zip(places, shares, strict=True):
        box = cells[name][index]
        part = min(max(fmpq(*float(share).as_integer_ratio()), fmpq(0)), fmpq(1))
        part = max(part, INSIDE) if not box.lo_closed else part
        part = min(part, 1 - INSIDE) if not box.hi_closed else part
        cells[name][index] = box.lo + part * (box.hi - box.lo)
    return {name: Array(array.rows, array.columns, tuple(cells[name])) for name, array in operands.items()}


def optimised(
    formula: str, operands: dict[str, Array], cell: int, random: Random, tries: int
) -> Iterator[dict[str, Array]]:
    """The points at which the least and the largest values are found."""
    from scipy.optimize import minimize  # slow to import

    places = [(name, i) for name, a in operands.items() for i, c in enumerate(a.cells) if isinstance(c, Interval)]

    def value(shares: Sequence[float], way: int) -> float:
        with working_precision(64):
            found = decide(lambda: evaluate(formula, Points(), at(operands, places, shares))).cells[cell]
        if isinstance(found, Missing):
            return 1e9
        return way * (int(found.p) / int(found.q) if isinstance(found, fmpq) else float(found.mid()))

    for way in (1, -1) if places else ():
        for _ in range(tries):
            start = [random.random() for _ in places]
            found = minimize(
                value, start, (way,), "L-BFGS-B", bounds=[(0, 1)] * len(places), options={"maxfun": 12 * len(places)}
            )
            yield at(operands, places, found.x)


def beaten(made: Spec, random: Random, formulas: Sequence[str], tries: int) -> Iterator[str]:
    for formula in formulas:
        operands = boxes(made, random, positive=made is POSITIVE)
        ranges = decide(lambda formula=formula, operands=operands: evaluate(formula, Ranges(), operands))
        cell = random.randrange(len(ranges.cells))
        for point in optimised(formula, operands, cell, random, tries):
            reached = decide(lambda formula=formula, point=point: evaluate(formula, Points(), point)).cells[cell]
            why = outside(ranges.cells[cell], reached)
            if why is not None:
                yield f"{formula}: {why}: {reached} of {ranges.cells[cell]} at {point}"


@pytest.mark.slow
@each("name", some(ALL, of=9))
def test_an_optimiser_does_not_beat_the_range(name: str):
    random = Random(name)
    formula = random.choice(ALL[name].formulas)
    assert not list(beaten(ALL[name], random, [formula], 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_an_optimiser_does_not_beat_any_range(name: str):
    assert not list(beaten(ALL[name], Random(f"all {name}"), ALL[name].formulas * 3, 3))


@pytest.mark.slow
def test_the_optimiser_finds_the_ends_of_a_range():
    """Else not to be beaten by it would mean little."""
    operands = {"X": Array(1, 3, tuple(Interval(fmpq(i), fmpq(i + 2)) for i in (0, 1, 5)), frozenset("X"))}
    (found,) = evaluate("var(X)", Ranges(), operands).cells
    low, high = (
        evaluate("var(X)", Points(), point).cells[0] for point in (*optimised("var(X)", operands, 0, Random(1), 1),)
    )
    assert abs(low - found.lo) < fmpq(1, 1000)
    assert high == found.hi


@pytest.mark.slow
def test_the_optimiser_beats_a_range_that_is_too_narrow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Ranges, "exp", lambda _engine, a: a)
    assert list(beaten(SPECS["exp"], Random(1), SPECS["exp"].formulas, 1))
