"""Binary floating-point formats: which reals round to a number of one, and how that number is written.

Source: IEEE 754-2019, 3.3 (formats) and 4.3.1 (ties to even); bfloat16 as in Intel's white paper of 2018.
"""

from functools import cache
from typing import Final

from flint import fmpq

from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.number import Number, Uncertain, floor_of, rational
from verifier.numbers.printed import parse
from verifier.record import NamedTuple


class Format(NamedTuple):
    """The bits of a significand, the exponents of the finest spacing and of the end, and the digits that always do."""

    bits: int
    finest: int
    end: int
    digits: int


FORMATS: Final = {
    "float16": Format(11, -24, 16, 5),
    "bfloat16": Format(8, -133, 128, 4),
    "float32": Format(24, -149, 128, 9),
    "float64": Format(53, -1074, 1024, 17),
}
_HALF: Final = fmpq(1, 2)


def format_in_words(name: str) -> str:
    """The rounding to a format, for readers."""
    return f"to the nearest number of {name}, ties to the even one"


def to_format(value: Number, name: str) -> fmpq:
    """The number of a format that *value* rounds to, ties to the even one, as if large numbers had no end.

    Raises Uncertain if a ball cannot decide it.
    """
    step = spacing(value, name)
    if step is None:
        return fmpq(0)
    shifted = value / step + _HALF
    whole = floor_of(shifted)
    tie = isinstance(shifted, fmpq) and shifted == whole
    return (whole - (tie and whole % 2 == 1)) * step


def rounding_to(value: fmpq, name: str) -> BoundedInterval | None:
    """The reals that round to the number of a format that *value* is nearest to; None if that is infinite."""
    made, middle = FORMATS[name], to_format(value, name)
    step = spacing(middle, name) or power_of_two(made.finest)
    if abs(middle) >= power_of_two(made.end):
        return None
    size = abs(middle)
    at_power = int(size.p) & (int(size.p) - 1) == 0 and step > power_of_two(made.finest)
    inner = size - step / (4 if at_power else 2)  # below a power of two the next number is twice as near
    outer, even = size + step / 2, (size / step).p % 2 == 0
    if middle == 0:
        inner = -outer
    lo, hi = (inner, outer) if middle >= 0 else (-outer, -inner)
    return BoundedInterval(lo, hi, even, even)


def spacing(value: Number, name: str) -> fmpq | None:
    """How far apart the numbers of a format lie around *value*; None at zero. Raises Uncertain."""
    made = FORMATS[name]
    if isinstance(value, fmpq):
        return None if value == 0 else power_of_two(max(_exponent(abs(value)) - made.bits + 1, made.finest))
    size = abs(value)
    if not (size.is_finite() and size > 0 and size < power_of_two(made.end + 1)):
        raise Uncertain
    if size < power_of_two(made.finest):
        return power_of_two(made.finest)
    ends = {_exponent(rational(end)) for end in (size.lower(), size.upper())}
    if len(ends) > 1:
        raise Uncertain
    return power_of_two(max(ends.pop() - made.bits + 1, made.finest))


def _exponent(size: fmpq) -> int:
    """The largest power of two that is not above a positive number."""
    guess = int(size.p).bit_length() - int(size.q).bit_length()
    return guess if power_of_two(guess) <= size else guess - 1


@cache
def power_of_two(exponent: int) -> fmpq:
    """2**exponent, exactly."""
    return fmpq(1 << exponent) if exponent >= 0 else fmpq(1, 1 << -exponent)


def decimals(step: fmpq) -> int:
    """The least number of decimals whose unit is not larger than *step*, a power of two; below zero for large steps."""
    return len(str(int(step.q))) if step < 1 else 1 - len(str(int(step.p)))


def shortest(value: fmpq, name: str) -> str:
    """The fewest significant digits that mean just this number of a format."""
    box = rounding_to(value, name)
    if box is None:
        return str(value.p)
    number = int(value.p) / int(value.q)  # exact, as each format is part of float64
    shown = f"{number:.{FORMATS[name].digits}g}"
    for digits in range(FORMATS[name].digits - 1, 0, -1):
        text = f"{number:.{digits}g}"
        near = parse(text).value
        if not (box.lo < near < box.hi):
            break
        shown = text
    return shown
