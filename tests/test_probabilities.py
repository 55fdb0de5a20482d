"""Tail probabilities against SciPy's, on both sides of zero and far out, and how they move with degrees of freedom."""

import pytest
from flint import arb, fmpq

from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import scalar
from verifier.numbers.interval import UNDEFINED, Interval
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import working_precision
from verifier.operations import signatures

NUMBERS = (fmpq(-7, 2), fmpq(0), fmpq(1, 100), fmpq(11, 5), fmpq(40))
DEGREES = (fmpq(1, 2), fmpq(1), fmpq(28), fmpq(277, 10))


def value(text: str, engine: Points | Ranges | None = None, **operands: object):
    arrays = {name: scalar(cell) for name, cell in operands.items()}
    return Evaluator(engine or Points(), arrays.__getitem__).evaluate(parse_formula(text, signatures())).cells[0]


def close(a: fmpq | arb, b: float) -> bool:
    middle = float(arb(a).mid())
    return abs(middle - b) <= 1e-12 * abs(b) + 1e-300


def real(x: fmpq) -> float:
    return int(x.p) / int(x.q)


@pytest.mark.slow
@each("x", NUMBERS)
@each("n", DEGREES)
def test_shares_are_those_of_scipy(x: fmpq, n: fmpq):
    from scipy import stats  # slow to import

    assert close(value("student_t_sf(x, n)", x=x, n=n), stats.t.sf(real(x), real(n)))
    assert close(value("chi2_sf(x, n)", x=x, n=n), stats.chi2.sf(real(x), real(n)))
    assert close(value("f_sf(x, n, 3)", x=x, n=n), stats.f.sf(real(x), real(n), 3))
    if abs(x) < 5:
        assert close(value("normal_sf(x)", x=x), stats.norm.sf(real(x)))


def test_at_zero_shares_are_exact():
    assert value("student_t_sf(0, 5)") == fmpq(1, 2)
    assert value("chi2_sf(0, 5)") == value("f_sf(-1, 2, 3)") == 1


@each(
    ("formula", "x", "off", "bits"),
    [
        ("student_t_sf(x, 30)", "1e-87", "0", 1024),
        ("f_sf(x, 30, 3)", "1e-87", "0", 1024),
        ("f_sf(x, 999999, 999999)", "1e-300", "0", 1024),
        ("f_sf(x, 3, 30)", "1e-16", "1e-22", 128),
        ("f_sf(x, 1033.75, 2.25)", "1.5e-5", "1e-13", 512),
    ],
)
def test_near_zero_nearly_all_lies_above_and_that_is_found_at_once(formula: str, x: str, off: str, bits: int):
    """The library does not end, or takes minutes, where it is asked for a part of nearly all."""
    with working_precision(bits):
        share = value(formula, x=arb(x, off))
        most = fmpq(1, 2) if formula.startswith("student") else fmpq(1)
        assert abs(most - share) < arb("1e-10")


@pytest.mark.parametrize(
    "text", ["f_sf(x, 7, 12.5) + f_sf(1 / x, 12.5, 7)", "f_sf(x**2, 1, 9) / student_t_sf(x, 9) - 1"]
)
def test_both_sides_of_a_mean_agree(text: str):
    with working_precision(256):
        for x in ("0.01", "0.3", "0.99", "1.01", "3", "80"):
            found = value(text, x=arb(x))
            assert abs(found - 1) < arb("1e-60")


@pytest.mark.parametrize("text", ["student_t_sf(1, 0)", "chi2_sf(1, -2)", "f_sf(1, 0, 2)", "f_sf(1, 2, 0)"])
def test_degrees_of_freedom_are_positive(text: str):
    assert value(text) is UNDEFINED


def test_more_degrees_than_can_be_computed_are_left_open():
    with pytest.raises(Uncertain):
        value("student_t_sf(1, 2000000)")


def span(text: str, x: tuple[int, int], n: tuple[int, int]) -> Interval:
    boxes = {"x": Interval(*map(fmpq, x)), "n": Interval(*map(fmpq, n))}
    return value(text, Ranges(), **boxes)


@pytest.mark.parametrize(
    ("text", "x", "n", "least", "most"),
    [
        ("student_t_sf(x, n)", (1, 2), (3, 9), (2, 9), (1, 3)),
        ("student_t_sf(x, n)", (-2, -1), (3, 9), (-1, 3), (-2, 9)),
        ("student_t_sf(x, n)", (-2, 1), (3, 9), (1, 9), (-2, 9)),
        ("chi2_sf(x, n)", (1, 2), (3, 9), (2, 3), (1, 9)),
    ],
)
def test_a_range_ends_at_the_corners_to_which_shares_fall_and_rise(
    text: str, x: tuple[int, int], n: tuple[int, int], least: tuple[int, int], most: tuple[int, int]
):
    found = span(text, x, n)
    for end, (at, degrees) in ((found.lo, least), (found.hi, most)):
        assert (end - value(text, x=fmpq(at), n=fmpq(degrees))).overlaps(arb(0, 1e-30))


def test_of_degrees_that_vary_in_two_places_or_may_be_zero_only_a_share_is_known():
    assert str(span("f_sf(2, x, n)", (1, 2), (3, 9))) == "[0, 1]"
    found = span("chi2_sf(x, n)", (1, 2), (0, 9))
    assert (str(found), found.partial, found.loose) == ("[0, 1]", True, True)
    assert span("chi2_sf(x, n)", (1, 2), (-3, 0)) is UNDEFINED


def test_far_below_zero_all_of_it_lies_above():
    found = value("chi2_sf(x, 3)", Ranges(), x=Interval(None, fmpq(-1), hi_closed=False))
    assert (str(found), found.loose) == ("[1, 1]", False)
