"""Quantities that are said again in another unit."""

from itertools import product

from flint import fmpq

from tests.effort import some
from tests.exams.conversions import PAIRS, right_ones, wrong_ones
from tests.exams.structured import accused_in
from tests.tables import each
from verifier.numbers.interval import Interval, overlap
from verifier.sources.units.conversions import _TENS, _tens_between
from verifier.sources.units.unit_sizes import size_of

EACH = 4
"""One of so many pairs of units is tried for each seed."""


@each("seed", some(range(1, 13), of=12))
def test_quantities_that_are_right_in_both_units_are_not_accused(seed: int) -> None:
    for units, text in list(right_ones(1, seed))[seed % EACH :: EACH]:
        assert accused_in(text) == [], (units, text)


@each("seed", some(range(1, 13), of=12))
def test_quantities_with_another_digit_in_the_second_unit_are_found(seed: int) -> None:
    missed = [text for _, text in list(wrong_ones(1, seed))[seed % EACH :: EACH] if not accused_in(text)]
    assert len(missed) <= 2, missed


def test_units_alone_are_of_the_sizes_that_the_exam_has_of_them() -> None:
    for units, ratio in PAIRS.items():
        sizes = [size_of(unit) for unit in units.split()]
        if None not in sizes:
            one, other = (size.sizes[0] for size in sizes if size is not None)
            above, _, below = ratio.partition("/")
            assert one / other * int(below or 1) == int(above), units


def test_powers_of_ten_that_are_left_out_take_no_range_to_the_other() -> None:
    ends = [fmpq(-30), fmpq(0), fmpq(3, 10), fmpq(3), fmpq(30), fmpq(31), fmpq(1, 7)]
    boxes = [Interval(lo, hi) for lo, hi in product(ends, ends) if lo <= hi]
    for one, other, factor in product(boxes, boxes, (fmpq(1), fmpq(60), fmpq(1, 60))):
        meeting = {ten for ten in _TENS if overlap(Interval(one.lo * factor * ten, one.hi * factor * ten), other)}
        assert meeting <= set(_tens_between(one, other, factor))
    assert _tens_between(Interval(fmpq(3), fmpq(3)), Interval(fmpq(30), fmpq(300)), fmpq(1)) == (10, 100)
