"""A Python function held against a formula of the language, at exact points, within proved bounds."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np
from flint import fmpq

from verifier.engines.points.flint import Points, ball
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.nearest import nearest
from verifier.formulas.parser import CONSTANTS, FormulaError, parse_formula
from verifier.formulas.tree import Expression, names
from verifier.integrations.sample_points import Point, Shape, points, simplest
from verifier.numbers.array import Array, Value
from verifier.numbers.binary_formats import FORMATS, power_of_two, spacing
from verifier.numbers.interval import MINUS_INFINITY, Interval, Missing
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import decide, working_precision
from verifier.operations import TooLarge, signatures
from verifier.record import NamedTuple

_BITS: Final = 256
"""Working precision in bits."""
DTYPES: Final = ("float64", "float32")
"""Types of NumPy that hold every point exactly."""
_DIGITS: Final = 17
"""Significant digits of numbers in messages."""
_MOST: Final = 2
"""Most dimensions of an array of the language."""


class Differs(AssertionError):
    """The function gives a number that the formula cannot give near the point."""


class Holder(Protocol):
    """The type of `held`."""

    def __call__(  # noqa: PLR0913 - all but the first three have defaults
        self,
        function: Callable[..., Any],
        formula: str,
        shapes: Mapping[str, Shape],
        *,
        ulps: int = ...,
        relative: Fraction | str | int = ...,
        absolute: Fraction | str | int = ...,
        within: tuple[Any, Any] = ...,
        count: int = ...,
        seed: int = ...,
        dtype: str = ...,
    ) -> None:
        """See `held`."""


class Wanted(NamedTuple):
    """What a function is held against: the formula, the arrays that it takes, and how far off its results may be."""

    expression: Expression
    text: str
    shapes: Mapping[str, Shape]
    ulps: int
    relative: fmpq
    absolute: fmpq
    dtype: str


def held(  # noqa: PLR0913 - as of its type
    function: Callable[..., Any],
    formula: str,
    shapes: Mapping[str, Shape],
    *,
    ulps: int = 16,
    relative: Fraction | str | int = 0,
    absolute: Fraction | str | int = 0,
    within: tuple[Any, Any] = (-1000, 1000),
    count: int = 100,
    seed: int = 0,
    dtype: str = "float64",
) -> None:
    """Hold *function* against *formula* at *count* points; raises Differs where no rounding explains what it gives.

    The function gets an array of NumPy for each of *shapes*, in their order: `{"X": (3, 4), "b": (4,), "s": ()}` has a
    matrix, a vector, which is a row of the formula, and a number. A result is accepted if the formula gives it when
    each given number moves by at most so many *ulps* (units in its last place), and the result by as many, by
    *relative* of its size and by *absolute*. Given numbers lie *within* two bounds; where the formula has no value,
    nothing is held. Raises ValueError for a formula that cannot be read, for names that are not those of *shapes*, and
    for a formula without a value at any point; TypeError for results that are no real numbers.
    """
    __tracebackhide__ = True
    wanted = Wanted(
        _parsed(formula, shapes), formula, shapes, ulps, _exact(Fraction(relative)), _exact(Fraction(absolute)), dtype
    )
    bounds = Fraction(within[0]), Fraction(within[1])
    if dtype not in DTYPES or not bounds[0] < bounds[1]:
        raise ValueError(f"numbers of {' or '.join(DTYPES)} between two bounds, found {dtype} and {within}")
    compared = 0
    for number, point in enumerate(islice(points(shapes, bounds, seed), count), start=1):
        found, cells = _tried(function, wanted, point)
        compared += cells
        if found is not None:
            simple = simplest(point, bounds, lambda trial: _tried(function, wanted, trial)[0] is not None)
            raise Differs(_message(function, wanted, simple, f"point {number} of {count}, seed {seed}"))
    if not compared:
        raise ValueError(
            f"{formula} has no value at any of {count} points; bound the numbers by within=(lowest, highest)"
        )


def _parsed(text: str, shapes: Mapping[str, Shape]) -> Expression:
    """The formula; raises ValueError."""
    __tracebackhide__ = True
    try:
        expression = parse_formula(text, signatures(), CONSTANTS - shapes.keys())
    except FormulaError as error:
        raise ValueError(f"{text}: {error.message}, at character {error.column + 1}") from None
    used = set(names(expression))
    for name in used - shapes.keys():
        raise ValueError(f"{text} uses {name}, which has no shape{nearest(name, shapes)}")
    for name in shapes.keys() - used:
        raise ValueError(f"{text} does not use {name}{nearest(name, used)}")
    for name, shape in shapes.items():
        if len(shape) > _MOST or not all(size > 0 for size in shape):
            raise ValueError(f"{name} must be a number (), a vector (n,) or a matrix (m, n), found {shape}")
    return expression


def _tried(function: Callable[..., Any], wanted: Wanted, point: Point) -> tuple[str | None, int]:
    """What is wrong with what the function gives at a point, or None; and how many cells were compared."""
    arrays = {name: _of_numpy(cells, wanted.shapes[name], wanted.dtype) for name, cells in point.items()}
    try:
        with np.errstate(all="ignore"):
            given = _real(function(*arrays.values()))
    except Exception as error:
        error.add_note(f"at {_written(wanted, point)}")
        raise
    operands = {name: _array(name, cells, wanted.shapes[name]) for name, cells in point.items()}
    with working_precision(_BITS):
        value = decide(lambda: Evaluator(Points(), operands.__getitem__).evaluate(wanted.expression))
        if not _fits(given.shape, value):
            return f"its result has the shape {given.shape}, and that of the formula is {value.shape}", 0
        results = given.reshape(-1)
        held_cells = [
            index for index, cell in enumerate(value.cells) if cell is MINUS_INFINITY or not _is_missing(cell)
        ]
        doubtful = [index for index in held_cells if not _is_near(results[index], value.cells[index], wanted)]
        if not doubtful:
            return None, len(held_cells)
        ranges = _ranges(wanted, operands)
        for index in doubtful:
            cell, box = value.cells[index], None if ranges is None else ranges.cells[index]
            if _is_far(results[index], cell, box, wanted):
                return f"{_place(value, index)} is {results[index]}, should be {_shown(cell, box)}", len(held_cells)
    return None, len(held_cells)


def _real(result: object) -> "np.ndarray[Any, Any]":
    """A result as an array; raises TypeError for one that holds something else than real numbers."""
    array = np.asarray(result)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"the function must give real numbers, found {array.dtype}")
    return array


def _of_numpy(cells: tuple[Fraction, ...], shape: Shape, dtype: str) -> Any:  # noqa: ANN401 - an array or a number
    """The array of a point, each cell exactly; a number of NumPy for the shape ()."""
    numerators = np.array([cell.numerator for cell in cells], dtype=dtype)
    exponents = np.array([1 - cell.denominator.bit_length() for cell in cells])
    return np.ldexp(numerators, exponents).astype(dtype).reshape(shape)[()]


def _array(name: str, cells: tuple[Fraction, ...], shape: Shape) -> Array:
    """The same as an array of the language."""
    rows, columns = (1,) * (_MOST - len(shape)) + shape
    return Array(rows, columns, tuple(map(_exact, cells)), frozenset((name,)))


def _ranges(wanted: Wanted, operands: Mapping[str, Array]) -> Array | None:
    """The ranges of the formula where each given number moves by the ulps; None where they cannot be computed."""

    def moved(cell: Value) -> Value:
        step = spacing(cell, wanted.dtype) if isinstance(cell, fmpq) else None
        return cell if step is None else Interval(cell - wanted.ulps * step, cell + wanted.ulps * step)

    boxes = {name: array.map(moved) for name, array in operands.items()}
    try:
        return decide(lambda: Evaluator(Ranges(), boxes.__getitem__).evaluate(wanted.expression))
    except (TooLarge, Uncertain):
        return None


def _fits(shape: Shape, value: Array) -> bool:
    """Whether a result has the shape of the formula; a vector may be a row or a column."""
    if len(shape) == _MOST:
        return shape == value.shape
    return value.shape in ({(1, 1)} if not shape else {(1, shape[0]), (shape[0], 1)}) if len(shape) < _MOST else False


def _is_missing(cell: Value) -> bool:
    return isinstance(cell, Missing)


def _is_near(result: Any, cell: Value, wanted: Wanted) -> bool:  # noqa: ANN401 - a number of NumPy
    """Whether a result surely is the exact value up to the ulps."""
    if cell is MINUS_INFINITY:
        return bool(np.isneginf(result))
    if not isinstance(cell, Number) or np.isnan(result):
        return False
    number = _finite(result)
    return bool(abs(ball(cell) - ball(number)) <= ball(_slack(number, wanted, result)))


def _is_far(result: Any, cell: Value, box: Value | None, wanted: Wanted) -> bool:  # noqa: ANN401 - a number of NumPy
    """Whether a result surely is none that the formula gives near the point, beside the exact value in *cell*."""
    if cell is MINUS_INFINITY or np.isnan(result):
        return True
    if isinstance(box, Number):
        box = Interval(box, box)
    if not isinstance(box, Interval) or box.partial:
        return False
    number = _finite(result)
    slack = _slack(number, wanted, result)
    above = box.hi is not None and bool(ball(number) - ball(box.hi) > ball(slack))
    below = box.lo is not None and bool(ball(box.lo) - ball(number) > ball(slack))
    return (above and not np.isneginf(result)) or (below and not np.isposinf(result))


def _slack(number: fmpq, wanted: Wanted, result: Any) -> fmpq:  # noqa: ANN401 - a number of NumPy
    """How far a result, whose value is *number*, may lie from values of the formula; ulps are those of its own type."""
    name = _format(result)
    step = spacing(number, name)
    ulps = wanted.ulps * (power_of_two(FORMATS[name].finest) if step is None else step)
    return ulps + wanted.relative * abs(number) + wanted.absolute


def _format(result: Any) -> str:  # noqa: ANN401 - a number of NumPy
    """The binary format in whose units a result is measured: its own, or float64 of an integer."""
    name: str = result.dtype.name
    return name if name in FORMATS else "float64"


def _finite(result: Any) -> fmpq:  # noqa: ANN401 - a number of NumPy
    """A result as a rational; an infinity as the first number that is too large for its type."""
    if np.isinf(result):
        end = power_of_two(FORMATS[_format(result)].end)
        return end if result > 0 else -end
    numerator, denominator = result.item().as_integer_ratio()
    return fmpq(numerator, denominator)


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _message(function: Callable[..., Any], wanted: Wanted, point: Point, found_at: str) -> str:
    """What is wrong at a point, the point, and how to have it again."""
    said, _ = _tried(function, wanted, point)
    name = getattr(function, "__name__", "the function")
    beyond = f", {wanted.relative} of the result" if wanted.relative else ""
    beyond += f", and {wanted.absolute}" if wanted.absolute else ""
    return (
        f"{name} does not give {wanted.text}: {said}\n"
        f"  at {_written(wanted, point)}\n"
        f"  ({found_at}, simplified; allowed are {wanted.ulps} ulps of each given number and of the result{beyond})"
    )


def _written(wanted: Wanted, point: Point) -> str:
    """The point as Python writes it."""
    arrays = ((name, _of_numpy(cells, wanted.shapes[name], wanted.dtype)) for name, cells in point.items())
    return ", ".join(f"{name} = {array.tolist()}" for name, array in arrays)


def _place(value: Array, index: int) -> str:
    row, column = value.position(index)
    return "the result" if len(value.cells) == 1 else f"its result [{row + 1},{column + 1}]"


def _shown(cell: Value, box: Value | None) -> str:
    """The exact value, and where it is seen, the range that was allowed."""
    if not isinstance(cell, Number):
        return "-inf"
    exact = _decimal(cell)
    if not isinstance(box, Interval) or box.lo is None or box.hi is None:
        return exact
    lowest, highest = _decimal(box.lo), _decimal(box.hi)
    return exact if lowest == highest else f"{exact} ({lowest} to {highest} where the given numbers move)"


def _decimal(number: Number) -> str:
    """A number with as many digits as float64 needs."""
    text = ball(number).str(_DIGITS, radius=False)
    return text if "e" in text or "." not in text else text.rstrip("0").rstrip(".")
