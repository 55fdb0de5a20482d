"""The unit of a printed number: its own last digit, or that of its block where the author drops zeros."""

from itertools import product

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.tables import each
from verifier.document.model import Document, Formula, Grid, Stage
from verifier.formulas.parser import parse_formula
from verifier.numbers.number import Uncertain
from verifier.numbers.printed import parse, power_of_ten
from verifier.numbers.resolution import Resolution, magnitude, parse_resolution
from verifier.operations import signatures
from verifier.preimages.readings import Tolerance
from verifier.preimages.units import drops_zeros, resolution_of


def stage(name: str, text: str, declared: str | None = None, formula: Formula | None = None) -> Stage:
    rows = [line.split() for line in text.strip().splitlines()]
    cells = tuple(None if word == "?" else parse(word) for row in rows for word in row)
    resolution = None if declared is None else parse_resolution(declared)
    return Stage(name, 1, 1, printed=Grid(len(rows), len(rows[0]), cells), resolution=resolution, formula=formula)


def document(*stages: Stage, declared: str | None = None) -> Document:
    return Document("d", "d", "d.yaml", stages, resolution=None if declared is None else parse_resolution(declared))


MANY = " ".join(f"0.{n}" for n in range(11, 200) if n % 10)
"""170 decimals, none of which ends in zero; by chance that happens once in sixty million times."""


def read(text: str, *, dropping: bool, declared: str | None = None) -> tuple[Resolution, list[int]]:
    made = stage("S", text, declared)
    resolution = resolution_of(made, document(made), dropping=dropping)
    return resolution, [resolution.decimals_of(number) for *_, number in made.printed.shown()]


READINGS = [
    # what is printed                     dropping  reading            decimals of each last digit
    ("0.70 0.7 12", False, "own digits", [2, 1, 0]),
    ("0 0.63 1E-4", False, "own digits", [2, 2, 4]),
    ("0 0.63 1x10^-4", False, "own digits", [2, 2, 4]),
    ("0 0.63 1*10**-4", False, "own digits", [2, 2, 4]),
    ("0 1E-4", False, "own digits", [0, 4]),
    ("0 1 2", False, "own digits", [0, 0, 0]),
    ("-3 0.25", False, "own digits", [1, 2]),
    ("12 1.2e3", False, "own digits", [0, -2]),
    ("5. 0.25", False, "own digits", [0, 2]),
    ("3.8 3.42", False, "own digits", [1, 2]),
    ("3.8 3.42", True, "2 decimals", [2, 2]),
    ("3.8 3.42 12 ?", True, "2 decimals", [2, 2, 0]),  # or 12.0, or of a column of units
    ("3.8 3.42 1E-4", True, "2 decimals", [2, 2, 4]),
    ("23.81721 8.062904 17.62", True, "7 significant", [5, 6, 5]),
    ("23.81721 8.062904 17", True, "7 significant", [5, 6, 0]),  # or of a column of units
    ("23.81721 8.062904 0.06", True, "6 decimals", [5, 6, 6]),  # or 0.06000000, of seven digits
    ("12.34 0.006", True, "3 decimals", [2, 3]),
    ("12.34 0.006 0.007 0.008", True, "3 decimals", [3, 3, 3, 3]),  # nine zeros to be dropped, or one
    ("23.81721 8.062904 0", True, "7 significant", [5, 6, 0]),
    ("-23.81721 8.062904", True, "7 significant", [5, 6]),
    ("0.8415 0.5403", True, "4 decimals", [4, 4]),
    ("1 2 3", True, "own digits", [0, 0, 0]),
    ("1E-4 0", True, "own digits", [4, 0]),
]


@each(("text", "dropping", "reading", "places"), READINGS)
def test_a_block_is_read_by_the_digits_that_it_shows(text: str, dropping: bool, reading: str, places: list[int]):
    resolution, found = read(text, dropping=dropping)
    assert (str(resolution), found) == (reading, places)


WHOLE_NUMBERS = [
    # what is printed       decimals    what else a whole number may be
    ("13.7 103", [1, 0]),  # of three digits
    ("0.000335 1", [6, 2]),  # 1.00
    ("0.25 0.5 1", [2, 1, 1]),
    ("0.33 0.67 1", [2, 2, 1]),
    ("0.5 2", [1, 0]),  # of one digit
    ("0.25 12", [2, 0]),
    ("3.25 3 0", [2, 2, 2]),
    ("1.23 12.3 1230", [2, 1, -1]),
    ("1.23 12.3 1234", [2, 1, 0]),
    ("1.23 12.30 1230", [2, 2, 0]),
    ("0.90 0.01 0.02 1", [2, 2, 2, 2]),  # two digits would be 0.010
    ("0.90 0.01 0.32 1", [2, 2, 2, 1]),  # or 0.01 is a misprint
    ("1.2e-3 12", [4, 0]),
    ("0.14 14\n1.71 164", [2, 0, 2, 0]),  # a column of units
    ("0.14 1.71\n14 164", [2, 2, 0, 0]),
    ("0.14 3\n1.71 5", [2, 2, 2, 2]),  # a column of counts
    ("0.1 3\n0.7 ?", [1, 0, 1]),
    ("0.14 0\n1.71 164", [2, 0, 2, 0]),
    ("0.14 14\n1.71 16.4", [2, 1, 2, 1]),
]


@each(("text", "places"), WHOLE_NUMBERS)
def test_a_whole_number_beside_decimals_has_the_coarsest_unit_that_is_possible(text: str, places: list[int]):
    made = stage("S", text)
    derived = stage("S", text, formula=Formula("X", parse_formula("X", signatures()), 1, 1))
    for one, declared in ((made, "rounded"), (derived, None)):
        resolution = resolution_of(one, document(one)._replace(givens=declared), dropping=False)
        assert [resolution.decimals_of(number) for *_, number in one.printed.shown()] == places


@each(
    ("text", "places"),
    [("0.5 2", [1, 1]), ("0.5 12", [1, 1]), ("0.1 13\n0.7 12", [1, 1, 1, 1]), ("0.25 12", [2, 0]), ("7.3 58", [1, 0])],
)
def test_decimals_of_one_digit_do_not_tell_that_givens_beside_them_are_rounded(text: str, places: list[int]):
    made = stage("S", text)
    resolution = resolution_of(made, document(made), dropping=False)
    assert [resolution.decimals_of(number) for *_, number in made.printed.shown()] == places


@each(
    ("declared", "places"),
    [("3 decimals", [3, 3, 3, 4]), ("3 significant", [2, 3, 1, 4]), ("own digits", [1, 2, 1, 4])],
)
@each("dropping", [False, True])
def test_a_declared_reading_counts_before_an_inferred_one_and_an_exponent_before_both(
    declared: str, places: list[int], dropping: bool
):
    resolution, found = read("3.8 0.42 12 1E-4", dropping=dropping, declared=declared)
    assert (str(resolution), found) == (declared, places)


def test_a_document_declares_for_stages_that_do_not():
    first, second = stage("A", "3.8 3.42"), stage("B", "3.8 3.42", "4 decimals")
    whole = document(first, second, declared="3 decimals")
    assert str(resolution_of(first, whole, dropping=False)) == "3 decimals"
    assert str(resolution_of(second, whole, dropping=False)) == "4 decimals"


def test_zeros_are_dropped_only_if_none_is_shown_although_chance_would_have_made_some():
    assert drops_zeros(document(stage("S", MANY)))
    assert not drops_zeros(document(stage("S", MANY), stage("T", "0.50")))
    assert not drops_zeros(document(stage("S", " ".join(MANY.split()[:131]))))
    assert drops_zeros(document(stage("S", " ".join(MANY.split()[:132]))))
    assert not drops_zeros(document())


def test_numbers_that_are_printed_again_count_once():
    few = " ".join(MANY.split()[:50])
    assert not drops_zeros(document(*(stage(name, few) for name in "ABCDE")))


def test_whole_numbers_say_nothing_of_zeros():
    assert not drops_zeros(document(stage("S", " ".join(str(n) for n in range(1, 400)))))
    assert drops_zeros(document(stage("S", MANY), stage("T", "10 20 30 1E-10")))


SHOWN = [
    # text of the block     dropping  value         place  as the author would print it
    ("3.8 3.42", True, fmpq(37, 10), 2, "3.7"),
    ("3.8 3.42", True, fmpq(4), 2, "4"),
    ("3.80 3.42", False, fmpq(37, 10), 2, "3.70"),
]


@pytest.mark.parametrize(("text", "dropping", "value", "place", "shown"), SHOWN)
def test_a_correction_is_shown_as_its_author_shows_numbers(
    text: str, dropping: bool, value: fmpq, place: int, shown: str
):
    assert read(text, dropping=dropping)[0].show(value, place) == shown


def test_a_correction_of_another_magnitude_has_as_many_significant_digits():
    resolution, _ = read("23.81721 8.062904", dropping=True)
    assert resolution.decimals_at(fmpq(123), parse("8.062904")) == 4
    assert resolution.decimals_at(fmpq(1, 30), parse("8.062904")) == 8
    assert resolution.decimals_at(fmpq(0), parse("8.062904")) == 6


REPRINTS = [
    # shown    value               corrected, with three significant digits
    ("1.00", fmpq(9994, 10**4), "0.999"),
    ("1.00", fmpq(9996, 10**4), "1.00"),
    ("12.3", fmpq(951, 10**4), "0.0951"),
    ("12.3", fmpq(4567, 10**5), "0.0457"),
    ("9.99", fmpq(99996, 10**4), "10"),
    ("9.99", fmpq(-9994, 10**3), "-9.99"),
    ("0.123", fmpq(1234), "1230"),
    ("0.12", fmpq(0), "0"),
    ("12.3", arb(2).sqrt() / 100, "0.0141"),
    ("12.3", arb(-(10**9)).exp(), "0.0"),
]


@each(("shown", "value", "corrected"), REPRINTS)
def test_a_correction_keeps_the_significant_digits_of_its_own_magnitude(shown: str, value: fmpq, corrected: str):
    made = stage("S", f"{shown} 7.1", "3 significant")
    tolerance = Tolerance(document(made))
    assert tolerance.show(made, tolerance.reprint(made, parse(shown), value)) == corrected


@given(strategies.rationals(10**12).filter(bool), st.integers(-40, 40))
def test_a_magnitude_lies_between_two_powers_of_ten(value: fmpq, power: int):
    for number in (value * power_of_ten(power), power_of_ten(power), -power_of_ten(power)):
        assert power_of_ten(magnitude(number) - 1) <= abs(number) < power_of_ten(magnitude(number))


@given(
    strategies.rationals(10**12).filter(bool), st.integers(-3, 3), st.sampled_from(["9.99", "10.0", "0.0523", "1.00"])
)
def test_a_ball_has_the_decimals_of_the_number_in_it_where_its_magnitude_is_sure(value: fmpq, power: int, shown: str):
    reading, like = parse_resolution("3 significant"), parse(shown)
    for number in (value, value * power_of_ten(power), power_of_ten(power)):
        assert reading.decimals_like(number, like) == reading.decimals_at(number, like)
        ball = arb(number) + arb(0, 1e-30)
        try:
            found = reading.decimals_like(ball, like)
        except Uncertain:
            assert ball.overlaps(arb(power_of_ten(magnitude(number) - 1))), "only a power of ten leaves it open"
        else:
            assert found == reading.decimals_at(number, like)


@given(strategies.rationals(10**4).filter(bool), st.integers(-3, 3), st.sampled_from(["9.99", "12.3", "0.0523"]))
def test_numbers_of_one_size_are_printed_on_one_grid_if_it_rounds_them_to_no_other(value: fmpq, power: int, text: str):
    made, like = stage("S", "12.3 0.0456 7.89 456 0.123 9.87", "3 significant"), parse(text)
    tolerance = Tolerance(document(made))
    grid = tolerance.grid(made, like)
    assert grid is not None
    for number in (value, value * power_of_ten(power), like.value * fmpq(10001, 10000)):
        printed = tolerance.reprint(made, like, number)
        is_alike = printed.decimals == grid.decimals and magnitude(number) == magnitude(like.value)
        try:
            assert grid.rounded(number) * power_of_ten(-grid.decimals) == printed.value
            assert is_alike
        except Uncertain:
            assert not is_alike


def test_a_stage_without_numbers_has_its_own_digits():
    assert str(resolution_of(Stage("S", 1, 1), document(), dropping=True)) == "own digits"


@pytest.mark.parametrize("text", ["2 decimals", "7 significant", "own digits", "0 decimals"])
def test_a_reading_is_spelled_as_it_is_read(text: str):
    assert str(parse_resolution(text)) == text


@each(
    "text", ["", "decimals", "2", "2 digits", "-1 significant", "0 significant", "100 decimals", "own", "1.5 decimals"]
)
def test_another_text_is_no_reading(text: str):
    with pytest.raises(ValueError, match=r"'2 decimals' .*, '7 significant' or 'own digits', found") as error:
        parse_resolution(text)
    assert str(error.value).endswith(repr(text))


@given(strategies.rationals(10**6).filter(lambda x: x != 0), st.integers(-30, 30))
def test_a_magnitude_counts_the_digits_before_the_point(number: fmpq, exponent: int):
    value = number * power_of_ten(exponent)
    size = magnitude(value)
    assert power_of_ten(size - 1) <= abs(value) < power_of_ten(size)


@each(
    ("value", "size"),
    [
        (fmpq(127, 10), 2),
        (fmpq(3, 10), 0),
        (fmpq(3, 100), -1),
        (fmpq(10), 2),
        (fmpq(1), 1),
        (fmpq(1, 10), 0),
        (fmpq(-999), 3),
    ],
)
def test_magnitudes_are_those_of_the_docstring_and_grow_at_powers_of_ten(value: fmpq, size: int):
    assert magnitude(value) == size


def test_few_numbers_with_the_decimals_of_significant_digits_may_have_dropped_zeros_and_keep_the_wider_set():
    few, _ = read("0.3 0.1 -1", dropping=True)
    assert (str(few), few.is_finer_below_powers) == ("1 significant", False)
    many, _ = read("23.81721 8.062904 17.62451 " + " ".join(f"1{k}.20475" for k in range(1, 8)), dropping=True)
    assert (str(many), many.is_finer_below_powers) == ("7 significant", True)


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("0.3 0.1 0.2 -1", False),  # one zero was dropped, or none
        ("0.25 1.5 2.5 3.5 4.5 5.5 1", False),  # six, by one chance in a million
        ("0.25 1.5 2.5 3.5 4.5 5.5 6.5 1", True),
        ("0.25 1.5 2.5 3.5 4.5 5.5 1 0", False),  # that of a zero says nothing
    ],
)
def test_significant_digits_are_sure_where_chance_would_hardly_have_dropped_as_many_zeros(text: str, *, is_sure: bool):
    found, _ = read(text, dropping=True)
    assert (found.kind, found.is_sure) == ("significant", is_sure)


TEXTS = (
    *("0", "0.0", "1", "10", "120", "1.2", "1.20", "12.30", "0.07", "100.00", "1e3", "1.2e-2", "3/4", "99.95"),
    *("1200", "-0.70", "1x10^-4", "0.0001", "2.", ".5", "1.000"),
)
COUNTINGS = [
    Resolution(kind, digits, most=most, is_even=is_even, finest=finest)
    for kind, digits, most, is_even, finest in product(
        ("own", "decimals", "significant"), range(5), (0, 3), (False, True), (0, 2)
    )
]


def test_a_number_with_all_decimals_of_its_block_is_counted_as_any_other() -> None:
    for resolution, number in product(COUNTINGS, map(parse, TEXTS)):
        places = resolution.decimals_shown(number)
        fewest = resolution._fewest(number, places)  # noqa: SLF001 - as it is told of any number
        assert resolution.decimals_of(number) == fewest
        assert resolution.sure_decimals_of(number) == (None if fewest < places else places)
        assert resolution.unit_of(number) == (fewest, resolution.is_finer_below_powers or fewest < places)
