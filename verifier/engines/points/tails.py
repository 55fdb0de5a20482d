"""The share of a distribution that lies above a number, for those by which statistics are judged.

Student's t and Fisher's F are incomplete beta functions, chi squared an incomplete gamma function (NIST Digital Library
of Mathematical Functions, 8.17 and 8.2; Abramowitz and Stegun 1964, 26.4 to 26.7).
"""

from collections.abc import Callable
from typing import Final

from flint import arb, fmpq

MAX_DEGREES: Final = 10**6
"""More degrees of freedom take too long."""
MIN_DEGREES: Final = fmpq(1, 1000)
"""Fewer degrees of freedom take too long: with 1e-300 the library does not end."""
_HALF: Final = arb(fmpq(1, 2))


def student_t(t: arb, degrees: arb) -> arb:
    """Above *t*, which is not negative: half of what lies beyond it on either side."""
    return _beta(degrees, t * t, degrees / 2, _HALF) / 2


def chi_squared(x: arb, degrees: arb) -> arb:
    """Above *x*, which is positive."""
    share: arb = (x / 2).gamma_upper(degrees / 2, 1)
    return share


def fisher_f(x: arb, above: arb, below: arb) -> arb:
    """Above *x*, which is positive; the degrees of freedom are those of the two variances of the quotient."""
    return _beta(below, above * x, below / 2, above / 2)


def _beta(part: arb, other: arb, a: arb, b: arb) -> arb:
    """The incomplete beta function of a part of a sum of two positive numbers, with parameters a and b.

    Beyond the mean of that distribution it is that of the other part, taken from 1: near 1 the library may not end.
    """
    whole = part + other
    if other * a < part * b:
        return 1 - (other / whole).beta_lower(b, a, 1)
    share: arb = (part / whole).beta_lower(a, b, 1)
    return share


TAILS: Final[dict[str, Callable[..., arb]]] = {
    "student_t": student_t,
    "chi_squared": chi_squared,
    "fisher_f": fisher_f,
}
AT_ZERO: Final = {"student_t": fmpq(1, 2), "chi_squared": fmpq(1), "fisher_f": fmpq(1)}
