"""Quantities that are said again in another unit."""

from tests.effort import some
from tests.exams.conversions import PAIRS, right_ones, wrong_ones
from tests.exams.structured import accused_in
from tests.tables import each
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
