"""However an author rounds what he does not show, he goes on with something that is allowed for."""

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.test_resolution import document, stage
from verifier.numbers.array import as_interval
from verifier.numbers.binary_formats import FORMATS, rounding_to
from verifier.numbers.interval import UNKNOWN, Interval, contains
from verifier.numbers.number import FAR
from verifier.numbers.printed import power_of_ten
from verifier.numbers.resolution import magnitude
from verifier.numbers.rounding import parse_rule, round_to
from verifier.numbers.rules import TABLE
from verifier.numbers.slack import Slack
from verifier.preimages.displacement import perhaps_rounded
from verifier.preimages.readings import Tolerance

RULES = [*TABLE, "half_away@4, trunc@2", "anti_trunc@3, anti_trunc", "half_even@1, away"]
READINGS = [("0.70 12 ?", None), ("12000 ?", "-3 decimals"), ("0.0123 ?", "3 significant"), ("3 0.5 ?", "own digits")]


def allowed(value: object, text: str, *, rule: str | None = None, slack: int = 0, resolution: str | None = None):
    """What may stand in the cell that is not shown, and how its document reads its digits."""
    within = Slack(fmpq(slack, 10)) if slack else None
    stated = None if rule is None else parse_rule(rule)
    made = stage("S", text, resolution)._replace(rounding=stated, within=within)
    tolerance = Tolerance(document(made))
    found = perhaps_rounded(value, made, tolerance)
    return as_interval(found) if isinstance(found, fmpq) else found, made, tolerance


@given(strategies.rationals(10**6), st.sampled_from(RULES), st.sampled_from(READINGS), st.integers(0, 9))
def test_a_value_and_its_print_by_any_rule_are_allowed(
    value: fmpq, rule: str, read: tuple[str, str | None], slack: int
):
    box, made, tolerance = allowed(value, read[0], rule=rule, slack=slack, resolution=read[1])
    assert contains(box, value)
    for *_, like in made.printed.shown():
        if not like.is_bare_integer or read[1] != "own digits":  # 3 beside 0.5 is 3.0
            shown = tolerance.reprint(made, like, value).value
            assert all(contains(box, shown + side * fmpq(slack, 10)) for side in (-1, 0, 1))


@given(strategies.rationals(10**6), st.sampled_from(["half_even", "trunc", "ceiling", "floor"]))
def test_beside_numbers_with_exponents_as_many_digits_are_kept(value: fmpq, rule: str):
    box, *_ = allowed(value, "1.2e3 -4.5e-7 ?", rule=rule)
    place = 2 - magnitude(value) if value else 0
    assert contains(box, round_to(value, place, parse_rule(rule)))


@given(strategies.rationals(10**6), st.sampled_from(sorted(FORMATS)))
def test_a_number_of_a_format_and_its_text_are_allowed(value: fmpq, name: str):
    box, *_ = allowed(value, "1.5 ?", rule=name)
    stored = round_to(value, 0, parse_rule(name))
    near = rounding_to(stored, name)
    if near is not None:
        assert contains(box, stored)
        assert all(contains(box, end) for end in (near.lo, near.hi))


def test_nothing_is_rounded_where_the_rule_says_so():
    box, *_ = allowed(fmpq(1, 3), "0.5 ?", rule="exact")
    assert (box.lo, box.hi) == (fmpq(1, 3), fmpq(1, 3))


def test_a_misprint_of_another_size_says_nothing_of_its_neighbours():
    made = stage("S", "1e9 0.52 ?")
    tolerance = Tolerance(document(made))
    assert perhaps_rounded(fmpq(1), made, tolerance, {0}).hi == 1 + power_of_ten(-2)
    assert perhaps_rounded(fmpq(1), made, tolerance).hi > 1 + power_of_ten(-2)


def test_a_block_that_shows_nothing_is_read_as_the_rest_of_its_document():
    made, other = stage("S", "? ?"), stage("T", "0.25 0.5 7")
    assert perhaps_rounded(fmpq(1), made, Tolerance(document(made, other))).hi == 1 + power_of_ten(-1)
    assert perhaps_rounded(fmpq(1), made, Tolerance(document(made))) == 1


@pytest.mark.parametrize("value", [Interval(None, fmpq(1)), Interval(fmpq(0), arb(2) * FAR), arb(2) * FAR])
def test_where_digits_are_counted_from_the_first_far_numbers_may_be_rounded_to_any(value: object):
    box, *_ = allowed(value, "0.012 ?", resolution="2 significant")
    assert (box.lo, box.hi) == (None, None)


@pytest.mark.parametrize(
    ("value", "may_be_masked"),
    [
        (Interval(None, fmpq(1), lo_closed=True), True),
        (Interval(None, fmpq(1), lo_closed=False), False),
        (Interval(-2 * FAR, fmpq(1)), False),
    ],
    ids=["masked", "without a lower end", "far"],
)
def test_a_number_out_of_reach_may_be_a_masked_score_only_if_it_was_one(value: Interval, may_be_masked: bool):
    box, *_ = allowed(value, "0.012 ?", resolution="2 significant")
    assert (box.lo, box.lo_closed, box.hi, box.hi_closed) == (None, may_be_masked, None, False)


def test_zero_has_no_digits_that_are_rounded():
    made = stage("S", "0.5 ?", "1 significant")
    assert perhaps_rounded(fmpq(0), made, Tolerance(document(made))) == 0


def test_a_unit_moves_no_end_that_is_infinite_and_no_cell_without_a_number():
    box, *_ = allowed(Interval(None, fmpq(1), partial=True), "0.12 ?")
    assert (box.lo, box.hi, box.partial) == (None, fmpq(101, 100), True)
    assert allowed(UNKNOWN, "0.12 ?")[0] is UNKNOWN


def test_a_tiny_ball_is_as_good_as_zero():
    tiny = (-(arb(10) ** 9)).exp()
    box, *_ = allowed(tiny, "0.012 ?", resolution="2 significant")
    assert as_interval(box).hi < power_of_ten(-6000)
