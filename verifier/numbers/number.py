"""Numbers: rationals, or thin balls that each enclose one real, built from exact rationals.

Comparisons have three answers; the third is the exception `Uncertain`, and whoever asked computes
again with more bits (see `numbers.precision.decide`).
"""

from typing import Final, TypeAlias

from flint import arb, fmpq

Number: TypeAlias = fmpq | arb


class Uncertain(Exception):
    """The working precision does not suffice to compare two numbers."""


def compare(a: Number, b: Number) -> int:
    """-1, 0 or 1 as *a* is below, equal to or above *b*; raises Uncertain if balls do not decide this."""
    if type(a) is type(b) is fmpq:
        apart = (a - b).p  # FLINT does the same to compare them, each time that it is asked
        return -1 if apart < 0 else 1 if apart > 0 else 0
    if a < b:  # two numbers are seldom equal
        return -1
    if a > b:
        return 1
    if a == b:
        return 0
    raise Uncertain


FAR: Final = arb(2) ** 20_000
"""From here on no number is written out digit by digit."""


_EXPONENTS: Final = 1 << 15
"""Of two, which no digit that is printed asks for; beyond, FLINT has no room for a rational, and ends the process."""
_LEAST: Final = fmpq(1, 1 << _EXPONENTS)


def rational(rim: arb) -> fmpq:
    """A ball of radius 0 as a rational; raises Uncertain if it is astronomically large or small."""
    if not rim.is_finite() or abs(int(rim.man_exp()[1])) > _EXPONENTS:
        raise Uncertain
    return rim.fmpq()


def ratio(number: fmpq) -> tuple[int, int]:
    """A rational as a key: its numerator and its denominator. FLINT's own are slow to hash and to write."""
    return int(number.p), int(number.q)


def nearby(number: Number) -> fmpq:
    """A rational near a number: zero for what is astronomically small, and a large one for what is as large."""
    middle = number if isinstance(number, fmpq) else number.mid()
    if isinstance(middle, fmpq):
        return middle
    if abs(middle) < _LEAST or middle.is_nan():
        return fmpq(0)
    if abs(middle) > 1 / _LEAST:
        return 1 / _LEAST if middle > 0 else -1 / _LEAST
    return rational(middle)


def below(number: Number) -> fmpq:
    """A rational that is not above a number, and close to it; raises Uncertain where that is astronomically low."""
    if isinstance(number, fmpq):
        return number
    least = number.lower()
    if abs(least) < _LEAST:
        return fmpq(0) if least >= 0 else -_LEAST
    return rational(least)


def floor_of(number: Number) -> int:
    """The largest integer not above a number; raises Uncertain if it is undecided or too large for memory."""
    if isinstance(number, fmpq):
        return int(number.floor())
    whole = number.floor().unique_fmpz() if abs(number) < FAR else None
    if whole is None:
        raise Uncertain
    return int(whole)


def are_alike(one: object, other: object) -> bool:
    """Whether two values are numbers that are equal, or balls that meet."""
    return isinstance(one, Number) and isinstance(other, Number) and not (one < other or one > other)
