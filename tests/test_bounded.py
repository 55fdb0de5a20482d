"""Bounded intervals: their unions, common parts and neighbourhoods, against membership of sample numbers."""

import pytest
from flint import fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import contains, hull, overlap
from verifier.numbers.printed import show_all

SAMPLES = [fmpq(half, 2) for half in range(-14, 15)]


@st.composite
def intervals(draw: st.DrawFn) -> BoundedInterval:
    lo, hi = sorted(draw(st.tuples(st.integers(-4, 4), st.integers(-4, 4))))
    closed = st.just(True) if lo == hi else st.booleans()  # noqa: FBT003 - of one number
    return BoundedInterval(fmpq(lo), fmpq(hi), lo_closed=draw(closed), hi_closed=draw(closed))


@given(intervals(), intervals())
def test_the_smallest_interval_around_both_is_their_hull(a: BoundedInterval, b: BoundedInterval):
    assert str(a.joined(b)) == str(hull(a, b))


@given(intervals(), intervals())
def test_the_common_part_holds_what_both_hold(a: BoundedInterval, b: BoundedInterval):
    assume(overlap(a, b))
    common = a.met(b)
    assert all(contains(common, x) == (contains(a, x) and contains(b, x)) for x in SAMPLES)


@given(intervals(), st.integers(1, 3), st.booleans())
def test_a_widened_interval_holds_what_is_near_enough(a: BoundedInterval, most: int, closed: bool):
    wide = a.widened(fmpq(most), closed=closed)
    for x in SAMPLES:
        around = BoundedInterval(x - most, x + most, lo_closed=closed, hi_closed=closed)
        assert contains(wide, x) == overlap(around, a)


def test_a_fraction_that_never_ends_is_not_shown_in_decimals():
    assert show_all(fmpq(1, 50)) == "0.02"
    with pytest.raises(ValueError, match="a decimal fraction, found 1/3"):
        show_all(fmpq(1, 3))
