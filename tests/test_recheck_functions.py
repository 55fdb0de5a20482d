"""What `recheck` knows of each operation holds the values of the engine, at random points and far out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction as Q
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from flint import fmpq

from tests.exams.function_references import LINES
from tests.exams.functions import drawn, exact
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import CONSTANTS, parse_formula
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Missing
from verifier.numbers.precision import working_precision
from verifier.operations import REGISTER, signatures
from verifier.recheck import functions
from verifier.recheck.definitions import operations
from verifier.recheck.evaluation import Evaluation, Work
from verifier.recheck.expansion import Expansion
from verifier.recheck.grids import Grid
from verifier.recheck.intervals import Unknown
from verifier.recheck.row_functions import VOID, CellValue
from verifier.recheck.syntax import parse
from verifier.sources.text.words import words_of

BITS: Final = 192
MOST_WORK: Final = 2_000_000
NARROW: Final = Q(1, 10**12)
WITHOUT: Final = words_of(
    """cross_attention_sublayer decoder_layer encoder_layer integral matlab_rand numpy_rand padding_mask pcg64_rand
    python_rand until"""
)
"""Operations of which nothing is known there."""
WRITTEN: Final = words_of(
    """add subtract multiply divide floor_divide remainder power matmul negative less less_equal greater greater_equal
    equal not_equal"""
)
"""Operations that are written as operators."""
ENCLOSED: Final = [text for text, _ in LINES if not any(name in text for name in ("integral", ", 1)"))]


def enclosed(text: str, given: Mapping[str, Any]) -> Grid:
    grids = {name: grid(value) for name, value in given.items()}
    constants = {name: [[made()]] for name, made in functions.CONSTANTS.items()}
    return Evaluation({**constants, **grids}.__getitem__, Work(MOST_WORK)).of(Expansion(lambda _: None).of(parse(text)))


def grid(value: Any) -> Grid:  # noqa: ANN401 - a fraction or an array of them
    rows = np.atleast_2d(np.array(value, dtype=object))
    return [[(Q(int(cell.numerator), int(cell.denominator)),) * 2 for cell in row] for row in rows]


def value_of(text: str, given: Mapping[str, Any]) -> Array:
    with working_precision(BITS):
        operands = {name: exact(value) for name, value in given.items()}
        return Evaluator(Points(), operands.__getitem__).evaluate(parse_formula(text, signatures(), CONSTANTS))


def holds(cell: CellValue, value: Value) -> bool:
    """Whether a value may be what is known of it."""
    if isinstance(value, Missing) or not isinstance(cell, tuple):
        return cell is None or (cell == VOID) == isinstance(value, Missing)
    low, high = (fmpq(end.numerator, end.denominator) for end in cell)
    return not (value < low or value > high)


def found_at(text: str, place: int) -> Iterator[str]:
    """What is found of each cell at a point that is drawn: `narrow`, `wide`, `open`, or where it is wrong."""
    formula = parse_formula(text, signatures(), CONSTANTS)
    given = drawn(Random(f"functions/{text}/{place}"), formula)
    try:
        cells = enclosed(text, given)
    except Unknown:
        yield "open"
        return
    values = value_of(text, given)
    assert values.shape == (len(cells), len(cells[0])), text
    for cell, value in zip((cell for row in cells for cell in row), values.cells, strict=True):
        assert holds(cell, value), (text, cell, value, given)
        is_narrow = isinstance(cell, tuple) and cell[1] - cell[0] <= NARROW * (1 + abs(cell[0]))
        yield "narrow" if is_narrow else "open" if cell is None else "wide"


def test_every_operation_has_a_rule_but_those_that_are_listed() -> None:
    assert set(REGISTER) - set(operations()) == WITHOUT | WRITTEN


@pytest.mark.parametrize(
    "text", ["atan2(x, t)", "quantile(u, p)", "conv2d(d, f[:2, :2], stride=2, padding=1)", "pmt(a, n, y, fv=x, when=1)"]
)
def test_what_is_known_of_an_operation_holds_its_value(text: str) -> None:
    assert "narrow" in set(found_at(text, 1))


@pytest.mark.slow
def test_what_is_known_of_each_operation_holds_its_values() -> None:
    for text in ENCLOSED:
        found = Counter(what for place in range(10) for what in found_at(text, place))
        assert found["narrow"], (text, found)


@pytest.mark.slow
def test_shares_and_quantiles_are_known_of_whole_degrees_of_freedom() -> None:
    for text, low, high in [
        ("student_t_sf(2.228, 10)", "0.02500", "0.02501"),
        ("student_t_sf(-1, 3)", "0.80449", "0.80450"),
        ("chi2_sf(11.07, 5)", "0.05000", "0.05001"),
        ("f_sf(3.1, 3, 20)", "0.04985", "0.05"),
        ("normal_ppf(0.975)", "1.95996", "1.95997"),
        ("student_t_ppf(0.025, 9)", "-2.26216", "-2.26215"),
        ("f_ppf(0.95, 3, 20)", "3.09839", "3.0984"),
    ]:
        ((cell,),) = enclosed(text, {})
        assert isinstance(cell, tuple)
        assert Q(low) <= cell[0] <= cell[1] <= Q(high), text
    for text in ("student_t_sf(1, 7.5)", "chi2_sf(1, 3 + 1 / 3)", "f_ppf(1, 2, 3)"):
        assert enclosed(text, {}) == [[None]]


def test_where_leaves_alone_what_is_not_chosen() -> None:
    assert enclosed("where(x > 0, x, log(x - 1))", {"x": Q(1, 2)}) == [[(Q(1, 2), Q(1, 2))]]
    assert enclosed("where(x > 0, log(x - 1), x)", {"x": Q(1, 2)}) == [[VOID]]
