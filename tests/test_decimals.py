"""Ranges in decimals: ends are rounded outward, and shown in full where they end soon."""

from fractions import Fraction

from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from verifier.numbers.decimals import range_text
from verifier.numbers.interval import Interval

SOON = 4
"""So many more decimals are shown where an end is complete with them."""


def told(end: Fraction, decimals: int, *, is_upper: bool) -> str:
    """An end as it is to be shown, spelled with fractions alone."""
    least = max(decimals, 0)
    complete = next((more for more in range(least + SOON + 1) if (end * 10**more).denominator == 1), None)
    places = decimals if complete is None else max(least, complete)
    units = end * Fraction(10) ** places
    whole = -((-units).__floor__()) if is_upper else units.__floor__()
    digits = str(abs(whole) * 10 ** max(0, -places)).rjust(max(0, places) + 1, "0")
    text = f"{digits[: len(digits) - places]}.{digits[len(digits) - places :]}" if places > 0 else digits
    return ("-" if whole < 0 else "") + (text.rstrip("0").rstrip(".") if places > 0 else text)


ENDS = st.one_of(
    st.fractions(max_denominator=997),
    st.builds(lambda units, places: Fraction(units, 10**places), st.integers(), st.integers(0, 12)),
)


@example(Fraction(-2, 3), Fraction(1, 3), 2)
@example(Fraction(123456, 10**6), Fraction(1234567, 10**7), 2)
@example(Fraction(5, 8), Fraction(15, 2), 3)
@given(ENDS, ENDS, st.integers(-3, 9))
def test_the_ends_of_a_range_are_rounded_outward_or_complete(one: Fraction, other: Fraction, decimals: int):
    lo, hi = sorted((one, other))
    box = Interval(
        fmpq(lo.numerator, lo.denominator), fmpq(hi.numerator, hi.denominator), lo_closed=True, hi_closed=False
    )
    assert range_text(box, decimals) == f"[{told(lo, decimals, is_upper=False)}, {told(hi, decimals, is_upper=True)})"
