"""Functions of the formula language at random points and far out, against mpmath, NumPy and SciPy.

`python -m tests.exams.functions [--count N] [--seed FIRST] [--only TEXT]` draws operands N times for each formula of
`function_references`, and compares the value with the reference, within the bound that goes with the value, and with
the range over a box around the point, in which it must lie. Printed are how many cells were compared, how many values
were left open because the engine bounds its work, and each that differs. Exit code 1 if one does.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from flint import arb, fmpq

from tests.exams.function_references import LINES, Reference
from tests.strategies import from_rows
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import CONSTANTS, parse_formula
from verifier.formulas.tree import Expression, names
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval, Missing, contains
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import working_precision
from verifier.operations import ShapeError, TooLarge, signatures

BITS: Final = 192
CLOSE: Final = arb(10) ** -40
OF_FLOATS: Final = 1e-9
WIDE: Final = arb(2) ** -50
LEAST: Final = arb(2) ** -150
"""A value with a bound that is wider, by its size or beyond the second, says little."""
SIDES: Final = (2, 6)
OPEN: Final = (Uncertain, TooLarge)


def real(random: Random) -> Fraction:
    """A decimal of any size that authors print; sometimes 0 or far out."""
    if random.random() < 1 / 20:
        return Fraction(random.choice(["0", "1", "-1", "1000", "-1000", "1e-9"]))
    return Fraction(random.randint(-9999, 9999), 10 ** random.randint(0, 6))


def positive(random: Random) -> Fraction:
    return abs(real(random)) or Fraction(1)


def tiny(random: Random) -> Fraction:
    """A number between -1/2 and 1/2, often near zero."""
    return Fraction(random.randint(-4999, 4999), 10 ** random.choice([4, 5, 8, 12, 30]))


def share(random: Random) -> Fraction:
    """A number between 0 and 1, sometimes near one of them."""
    near = Fraction(random.randint(1, 99), 10 ** random.randint(4, 9))
    return random.choice([Fraction(random.randint(1, 999), 1000), near, 1 - near])


def degrees(random: Random) -> Fraction:
    return Fraction(
        random.choice([random.randint(1, 40), random.randint(41, 400), Fraction(random.randint(5, 300), 10)])
    )


def between(random: Random) -> Fraction:
    return random.choice([1, -1]) * share(random)


DRAWS: Final[Mapping[str, Callable[[Random], Fraction]]] = {
    "x": real,
    "t": tiny,
    "y": positive,
    "s": between,
    "p": share,
    "m": degrees,
    "o": degrees,
    "a": lambda random: Fraction(random.randint(1, 400), random.choice([1000, 10000])),
    "k": lambda random: Fraction(random.randint(0, 60)),
    "n": lambda random: Fraction(random.randint(1, 90)),
}
"""What is drawn for a number; `u v w` are rows, `q r` rows of shares, `f g h` square matrices, and `d` is any."""


class Mark(NamedTuple):
    """What became of one cell: `agrees`, `open`, or what differs."""

    formula: str
    outcome: str


def drawn(random: Random, formula: Expression) -> dict[str, Any]:
    """The operands of a formula as arrays of fractions, all rows of one length; single numbers are alone."""
    side = random.randint(*SIDES)

    def row(draw: Callable[[Random], Fraction], count: int = side) -> list[Fraction]:
        return [draw(random) for _ in range(count)]

    found: dict[str, Any] = {}
    for name in dict.fromkeys(names(formula)):
        if name in DRAWS:
            found[name] = DRAWS[name](random)
        elif name in ("u", "v", "w"):
            found[name] = np.array(row(lambda some: Fraction(some.randint(-400, 400), 100)), dtype=object)
        elif name in ("q", "r"):
            weights = row(lambda some: Fraction(some.randint(1, 99)))
            found[name] = np.array([weight / sum(weights) for weight in weights], dtype=object)
        else:
            height = side if name != "d" else 2 * random.randint(1, 2)
            width = side if name != "d" else side + 2
            cells = [row(lambda some: Fraction(some.randint(-300, 300), 100), width) for _ in range(height)]
            found[name] = np.array(cells, dtype=object)
    return found


def exact(value: Any) -> Array:  # noqa: ANN401 - a fraction or an array of them
    rows = np.atleast_2d(np.array(value, dtype=object))
    return from_rows([[fmpq(int(cell.numerator), int(cell.denominator)) for cell in row] for row in rows])


def ball(value: Any, size: float) -> Value:  # noqa: ANN401 - of whatever sort the reference is
    """A number of a reference with what it may be off, None for none; *size* is that of its largest cell."""
    if value is None or hasattr(value, "_mpc_"):
        return None
    if isinstance(value, bool | np.bool_ | int | np.integer):
        return fmpq(int(value))
    if isinstance(value, Fraction):
        return fmpq(int(value.numerator), int(value.denominator))
    if isinstance(value, float | np.floating):
        return arb(float(value), OF_FLOATS * size)
    sign, mantissa, exponent, _ = value._mpf_
    middle = arb(int(mantissa)) * arb(2) ** int(exponent) * (-1) ** int(sign)
    return middle + arb(0, 1) * (abs(middle) * CLOSE)


def differs(found: Value, wanted: Value) -> str:
    """What differs between a value and its reference; empty if nothing does."""
    if isinstance(found, Missing) or wanted is None:
        return "" if isinstance(found, Missing) and wanted is None else f"{found}, not {wanted}"
    if isinstance(found, fmpq) and isinstance(wanted, fmpq):
        return "" if found == wanted else f"{found}, not {wanted}"
    if not arb(found).overlaps(arb(wanted)):
        return f"{arb(found).str(20)}, not {arb(wanted).str(20)}"
    is_wide = isinstance(found, arb) and found.rad() > WIDE * abs(arb(wanted)) + LEAST
    return f"wide: {found.str(20)}" if is_wide else ""


def around(array: Array, random: Random) -> Array:
    """A box with a point in it, or at its ends."""

    def widened(cell: Value) -> Value:
        below, above = (fmpq(random.choice([0, 1, 1, 3]), 10**4) * (abs(cell) + fmpq(1, 100)) for _ in range(2))
        return Interval(cell - below, cell + above)

    return array.map(widened)


def outcomes(text: str, reference: Reference, random: Random) -> Iterator[Mark]:
    """Each cell of a formula at one point that is drawn."""
    formula = parse_formula(text, signatures(), CONSTANTS)
    given = drawn(random, formula)
    operands = {name: exact(value) for name, value in given.items()}
    parameters = reference_names(reference, given)
    wanted = reference(*(given[name] for name in parameters))
    try:
        found = Evaluator(Points(), operands.__getitem__).evaluate(formula)
    except OPEN:
        yield Mark(text, "open")
        return
    except ShapeError as error:
        found = None
        if wanted is not None:
            yield Mark(text, f"{error} {given}")
            return
    if wanted is None and (found is None or all(isinstance(cell, Missing) for cell in found.cells)):
        yield Mark(text, "agrees")
        return
    assert found is not None
    table = np.atleast_2d(np.array(wanted, dtype=object))
    if found.shape != table.shape:
        yield Mark(text, f"{found.shape}, not {table.shape}")
        return
    size = max((abs(float(cell)) for cell in table.ravel() if isinstance(cell, float)), default=1.0) + 1
    for cell, right in zip(found.cells, table.ravel(), strict=True):
        what = differs(cell, ball(right, size))
        yield Mark(text, f"{what} at {given}" if what else "agrees")
    yield from _in_range(text, formula, operands, found, random)


def reference_names(reference: Reference, given: Mapping[str, Any]) -> list[str]:
    """The operands in the order in which a reference takes them: by the formula, unless it names them."""
    code = getattr(reference, "__code__", None)
    named = [] if code is None else list(code.co_varnames[: code.co_argcount])
    return named if named and set(named) == set(given) else list(given)


def _in_range(
    text: str, formula: Expression, operands: Mapping[str, Array], values: Array, random: Random
) -> Iterator[Mark]:
    """Whether the values lie in the ranges over a box around the operands."""
    boxes = {name: around(array, random) for name, array in operands.items() if name not in ("k", "n")}
    try:
        ranges = Evaluator(Ranges(), {**operands, **boxes}.__getitem__).evaluate(formula)
    except (*OPEN, ShapeError):
        return
    for value, box in zip(values.cells, ranges.cells, strict=True):
        if isinstance(box, Interval) and isinstance(value, fmpq | arb):
            try:
                is_inside = contains(box, value)
            except Uncertain:
                continue
            yield Mark(text, "agrees" if is_inside else f"{value} outside of {box} at {operands}, {boxes}")


def marks(count: int, seed: int, only: str = "") -> Iterator[Mark]:
    """The outcomes of all formulas, or of those with a text in them, each at so many points."""
    with working_precision(BITS):
        for text, reference in LINES:
            for place in range(seed, seed + count) if only in text else ():
                yield from outcomes(text, reference, Random(f"functions/{text}/{place}"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.functions")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="formulas with this text alone")
    chosen = parser.parse_args()
    found = list(marks(chosen.count, chosen.seed, chosen.only))
    wrong = [mark for mark in found if mark.outcome not in ("agrees", "open")]
    left = Counter(mark.formula for mark in found if mark.outcome == "open")
    sys.stdout.writelines(f"{mark.formula}: {mark.outcome[:400]}\n" for mark in wrong)
    sys.stdout.writelines(f"left open: {formula}, {count} of {chosen.count}\n" for formula, count in left.items())
    formulas = len({mark.formula for mark in found})
    sys.stdout.write(
        f"{len(found) - sum(left.values())} numbers of {formulas} formulas compared, {len(wrong)} differ\n"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
