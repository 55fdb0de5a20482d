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
    share: arb = (degrees / (degrees + t * t)).beta_lower(degrees / 2, _HALF, 1)
    return share / 2


def chi_squared(x: arb, degrees: arb) -> arb:
    """Above *x*, which is positive."""
    share: arb = (x / 2).gamma_upper(degrees / 2, 1)
    return share


def fisher_f(x: arb, above: arb, below: arb) -> arb:
    """Above *x*, which is positive; the degrees of freedom are those of the two variances of the quotient."""
    share: arb = (below / (below + above * x)).beta_lower(below / 2, above / 2, 1)
    return share


TAILS: Final[dict[str, Callable[..., arb]]] = {
    "student_t": student_t,
    "chi_squared": chi_squared,
    "fisher_f": fisher_f,
}
AT_ZERO: Final = {"student_t": fmpq(1, 2), "chi_squared": fmpq(1), "fisher_f": fmpq(1)}
