"""A number as printed: what it is worth, where its last digit stands, and how it is shown again."""

from decimal import Decimal
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.tables import each
from verifier.numbers import printed
from verifier.numbers.interval import MINUS_INFINITY, UNKNOWN
from verifier.numbers.other_cells import Infinite, parse_cell
from verifier.numbers.printed import MAX_EXPONENT, MAX_LENGTH, parse, power_of_ten, show
from verifier.numbers.resolution import Resolution
from verifier.preimages.reprints import Reprint
from verifier.recheck.printed import decimal

SPELLINGS = [
    # text           value               place  bare   zero at the end  exponent
    ("0", fmpq(0), 0, True, False, False),
    ("7", fmpq(7), 0, True, False, False),
    ("+7", fmpq(7), 0, True, False, False),
    ("007", fmpq(7), 0, True, False, False),
    ("-3", fmpq(-3), 0, True, False, False),
    ("\u22123", fmpq(-3), 0, True, False, False),
    ("\u20133", fmpq(-3), 0, True, False, False),
    ("\uff0d3", fmpq(-3), 0, True, False, False),
    ("\ufe633", fmpq(-3), 0, True, False, False),
    ("12", fmpq(12), 0, True, False, False),
    ("0.70", fmpq(7, 10), 2, False, True, False),
    ("0.7", fmpq(7, 10), 1, False, False, False),
    ("-0.00", fmpq(0), 2, False, True, False),
    ("-0.06", fmpq(-6, 100), 2, False, False, False),
    (".5", fmpq(1, 2), 1, False, False, False),
    ("-.5", fmpq(-1, 2), 1, False, False, False),
    ("5.", fmpq(5), 0, False, False, False),
    ("1E-4", fmpq(1, 10**4), 4, False, False, True),
    ("1e-4", fmpq(1, 10**4), 4, False, False, True),
    ("1e+4", fmpq(10**4), -4, False, False, True),
    ("1.2e3", fmpq(1200), -2, False, False, True),
    ("1.0E-4", fmpq(1, 10**4), 5, False, True, True),
    ("1x10^-4", fmpq(1, 10**4), 4, False, False, True),
    ("1X10^-4", fmpq(1, 10**4), 4, False, False, True),
    ("1\u00d710^-4", fmpq(1, 10**4), 4, False, False, True),
    ("1\u00d710^\u22124", fmpq(1, 10**4), 4, False, False, True),
    ("3\u00b710^{-4}", fmpq(3, 10**4), 4, False, False, True),
    ("1*10**-4", fmpq(1, 10**4), 4, False, False, True),
    ("0e5", fmpq(0), -5, False, False, True),
    ("87.3%", fmpq(873, 1000), 3, False, False, False),
    ("80.0\\%", fmpq(4, 5), 3, False, True, False),
    ("-5%", fmpq(-1, 20), 2, False, False, False),
    ("3\u2030", fmpq(3, 1000), 3, False, False, False),
    ("$1,234.50", fmpq(2469, 2), 2, False, True, False),
    ("-$5", fmpq(-5), 0, True, False, False),
    ("\\$3.20", fmpq(16, 5), 2, False, True, False),
    ("\u20ac99", fmpq(99), 0, True, False, False),
    ("12,345,678", fmpq(12345678), 0, True, False, False),
    ("1\\,234.5", fmpq(2469, 2), 1, False, False, False),
    ("1{,}000", fmpq(1000), 0, True, False, False),
    ("0.187\\,5", fmpq(3, 16), 4, False, False, False),
    ("10^-4", fmpq(1, 10**4), 4, False, False, True),
    ("1\u00d710\u207b\u2074", fmpq(1, 10**4), 4, False, False, True),
    ("1.0 \\times 10^{-4}", fmpq(1, 10**4), 5, False, True, True),
    ("-3 \u00b7 10\u00b2", fmpq(-300), -2, False, False, True),
    ("3\\cdot10^2", fmpq(300), -2, False, False, True),
    ("-10**{3}", fmpq(-1000), -3, False, False, True),
]
"""Also numbers with signs around and between their digits."""


@each("text", [text for text, *_ in SPELLINGS])
def test_recheck_reads_every_spelling_by_itself(text: str):
    number, again = parse(text), decimal(text)
    assert again is not None
    assert again.value == Fraction(int(number.value.p), int(number.value.q))
    flags = number.decimals, number.is_bare_integer, number.has_exponent, number.ends_in_zero
    assert flags == (again.place, again.is_bare_integer, again.has_exponent, again.ends_in_zero)


@each(
    ("like", "plain", "expected"),
    [
        ("87.3%", "4.1", "4.1%"),
        ("$1,234.50", "-1234567.89", "-$1,234,567.89"),
        ("1\\,234", "999", "999"),
        ("$12", "1234", "$1234"),
        ("1,000", "100000", "100,000"),
        ("0.5", "-0.25", "-0.25"),
    ],
)
def test_a_number_is_written_as_another_is(like: str, plain: str, expected: str):
    assert parse(like).form.written(plain) == expected
    assert parse(expected).value == parse(plain).value / 10 ** parse(like).form.shift


@each(
    ("like", "value", "decimals", "expected"),
    [
        ("6.8x10^-6", fmpq(63, 10**7), 7, "6.3x10^-6"),
        ("1.50E-5", fmpq(-105, 10**7), 7, "-1.05E-5"),
        ("1e-05", fmpq(2, 10**5), 5, "2e-05"),
        ("1.5e+10", fmpq(25 * 10**9), -9, "2.5e+10"),
        ("10^{-5}", fmpq(1, 10**4), 5, "10^{-4}"),
        ("10^-5", fmpq(25, 10**5), 5, "2.5x10^-4"),
        ("2 \u00b7 10\u207b\u2075", fmpq(12, 10**6), 6, "1.2 \u00b7 10\u207b\u2075"),
        ("68x10^-7", fmpq(105, 10**7), 7, "105x10^-7"),
        ("0.68x10^-6", fmpq(63, 10**7), 8, "6.30x10^-6"),
        ("6.8x10^-6", fmpq(0), 7, "0"),
        ("2 3/4", fmpq(5, 2), 6, "2 1/2"),
        ("2 3/4", fmpq(-1, 2), 6, "-1/2"),
        ("2 3/4", fmpq(3), 6, "3"),
        ("2/3", fmpq(5, 2), 6, "5/2"),
        ("2/3", fmpq(123456, 10**6), 6, "0.123456"),
        ("0.1(7)", fmpq(1, 6), 6, "0.1(6)"),
        ("0.1(7)", fmpq(1, 4), 2, "0.25"),
    ],
)
def test_a_correction_has_the_form_of_what_it_corrects(like: str, value: fmpq, decimals: int, expected: str):
    assert Reprint(value, decimals, parse(like).form).text(Resolution("own")) == expected


@each(
    ("text", "value"),
    [("1/3", fmpq(1, 3)), ("-2/7", fmpq(-2, 7)), ("2 1/2", fmpq(5, 2)), ("-2 1/2", fmpq(-5, 2)), ("4/2", fmpq(2))],
)
def test_a_fraction_is_exact(text: str, value: fmpq):
    assert parse(text).value == value
    assert parse(text).is_fraction
    assert not parse(text).is_bare_integer


@each(("text", "value", "place", "flags"), [(*row[:3], row[3:]) for row in SPELLINGS])
def test_a_spelling_has_its_value_and_its_last_place(text: str, value: fmpq, place: int, flags: tuple[bool, ...]):
    number = parse(text, 3, 9)
    assert (number.text, number.value, number.decimals) == (text, value, place)
    assert (number.is_bare_integer, number.ends_in_zero, number.has_exponent) == flags
    assert (number.line, number.column) == (3, 9)


NO_NUMBERS = [
    "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1 000", "1_000", "1,5", "0x10", "--1", "+-1", "1.2.3", "nan", "inf",
    "1,23", "1,2345", "0,123", "01,234", "12,34.5", "1,234,5", "%", "$", "1%%", "$%", "1/0", "1/", "/2", "1/2/3",
    "1.5/2", "1,234\\,567", "10^", "10^x", "5 $", "1/3%", "\u0661\u0662", "\u00bd", "1x10", "1x10^", "1x^4",
    "1x10^{4", "1x10^4}", "1e{4", "1E4}", "1e5.0", " 1", "1 ", "1\n",
]  # fmt: skip


@each("text", NO_NUMBERS)
def test_what_is_no_number_is_refused_with_the_text(text: str):
    with pytest.raises(ValueError, match=r"a number, as 0\.70, -3, 1E-4 or 1x10\^-4, found") as error:
        parse(text)
    assert str(error.value).endswith(repr(text))


def test_length_and_exponent_are_bounded():
    assert parse("1" * MAX_LENGTH).decimals == 0
    assert parse(f"1e{MAX_EXPONENT}").value == fmpq(10) ** MAX_EXPONENT
    for text, said in (
        ("1" * (MAX_LENGTH + 1), f"a number of at most {MAX_LENGTH} characters, found {MAX_LENGTH + 1}"),
        (f"1e{MAX_EXPONENT + 1}", f"an exponent between -{MAX_EXPONENT} and {MAX_EXPONENT}, found {MAX_EXPONENT + 1}"),
        ("1e-" + "9" * 100, f"an exponent between -{MAX_EXPONENT} and {MAX_EXPONENT}, found -{'9' * 100}"),
    ):
        with pytest.raises(ValueError, match=r"at most|an exponent") as error:
            parse(text)
        assert str(error.value) == said


@given(strategies.printed_texts())
def test_a_value_is_a_multiple_of_its_unit(text: str):
    number = parse(text)
    assert (number.value * power_of_ten(number.decimals)).q == 1


@given(strategies.printed_texts())
def test_showing_and_reading_again_gives_the_same_value_and_place(text: str):
    number = parse(text)
    again = parse(show(number.value, number.decimals))
    assert again.value == number.value
    assert again.decimals == max(0, number.decimals)


@given(strategies.printed_texts())
def test_dropping_zeros_keeps_the_value_and_leaves_none(text: str):
    number = parse(text)
    shown = show(number.value, number.decimals, drop_zeros=True)
    assert parse(shown).value == number.value
    assert not parse(shown).ends_in_zero
    assert not shown.endswith(".")


@given(st.integers(-(10**9), 10**9), st.integers(0, 9))
def test_decimals_are_shown_as_the_decimal_module_shows_them(scaled: int, place: int):
    expected = f"{Decimal(scaled).scaleb(-place):f}" if scaled else f"{Decimal(0).scaleb(-place):f}"
    assert show(scaled * power_of_ten(-place), place) == expected


def test_a_number_of_five_thousand_digits_is_shown():
    assert len(show(fmpq(7) ** 6000, 0)) == 5071


@each("text", ["-inf", "-INF", "\u2212inf", "-\u221e", "\u2013\u221e", "-Infinity"])
def test_minus_infinity_is_a_cell_and_no_number(text: str) -> None:
    assert parse_cell(text, 3, 4) == Infinite(text, 3, 4)
    assert parse_cell(text).value is MINUS_INFINITY
    with pytest.raises(ValueError, match="a number"):
        parse(text)


@pytest.mark.parametrize("text", ["inf", "+inf", "\u221e", "Infinity"])
def test_plus_infinity_is_a_cell_with_which_nothing_is_computed(text: str) -> None:
    assert parse_cell(text).value is UNKNOWN


@each("text", ["-info", "infinit", "--inf", "1inf", "f", "y", "-", "1e\u221e", "nan"])
def test_other_letters_are_neither(text: str) -> None:
    with pytest.raises(ValueError, match="a number"):
        parse_cell(text)


@given(strategies.printed_texts())
def test_a_number_is_read_as_before(text: str) -> None:
    assert parse_cell(text) == parse(text)


@given(st.from_regex(r"[+-]?([0-9]{1,3}\.?[0-9]{0,3}|\.[0-9]{1,3})(e-?[0-9]|(?<!\.)%|)", fullmatch=True))
def test_plain_decimals_are_told_at_a_glance(text: str) -> None:
    number, glance = parse(text), printed.is_plain
    asked = ("is_bare_integer", "has_exponent", "form", "ends_in_zero", "kind")
    known = [getattr(number, one) for one in asked]
    caches = (printed.traits, printed._form, printed._value_of)  # noqa: SLF001 - the long way
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printed, "is_plain", lambda _: False)
        for cache in caches:
            cache.cache_clear()
        assert [getattr(number, one) for one in asked] == known
        assert parse(text) == number
    assert glance(text) == (text[-1] != "%" and "e" not in text)
