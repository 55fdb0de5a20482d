"""A number as printed: its text, its value, and the place of its last digit.

The text is what counts. `0.70` and `0.7` are the same rational and different
printed numbers, because they say different things about what was rounded away.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from flint import fmpq

from verifier.interval import MINUS_INFINITY, UNKNOWN, Missing

MAX_LENGTH: Final = 200
MAX_EXPONENT: Final = 400

# Authors' editors turn the hyphen into any of these.
_MINUS: Final = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-"})

_NUMBER: Final = re.compile(
    r"""(?P<sign>[+-]?)
        (?P<whole>[0-9]*)(?P<point>\.?)(?P<decimals>[0-9]*)
        (?:(?:[eE]|(?:[xX*\u00d7\u00b7]10(?:\^|\*\*)))(?P<brace>\{)?(?P<exponent>[+-]?[0-9]+)(?(brace)\}))?
    """,
    re.VERBOSE | re.ASCII,
)


class Printed(NamedTuple):
    """One printed number.

    `place` is the number of decimals of its last digit, so that its own unit is
    10**-place: 2 for `0.70`, 0 for `12`, 4 for `1E-4`, -2 for `1.2e3`.
    `line` and `column` say where its document file has it, counted from 1.
    """

    text: str
    value: fmpq
    place: int
    line: int = 0
    column: int = 0

    @property
    def is_bare_integer(self) -> bool:
        """Whether it shows neither a decimal point nor an exponent."""
        return _ascii(self.text).lstrip("+-").isdigit()

    @property
    def has_exponent(self) -> bool:
        """Whether it is written with a power of ten, which states its last place by itself."""
        text = _ascii(self.text)
        if text.lstrip("+-").replace(".", "", 1).isdigit():  # most numbers by far
            return False
        match = _NUMBER.fullmatch(text)
        return match is not None and match["exponent"] is not None

    @property
    def ends_in_zero(self) -> bool:
        """Whether its decimals end in a zero, as an author prints who keeps zeros."""
        match = _NUMBER.fullmatch(_ascii(self.text))
        return match is not None and match["decimals"].endswith("0")


class Infinite(NamedTuple):
    """A cell that shows no number but an infinity, as `-inf`, with its place in the document file."""

    text: str
    line: int = 0
    column: int = 0

    @property
    def value(self) -> Missing:
        """What it hands on: minus infinity is what a mask adds to a score; nothing is computed with the other."""
        return MINUS_INFINITY if _ascii(self.text).startswith("-") else UNKNOWN


_INFINITE: Final = re.compile(r"[+-]?(inf|infinity|\u221e)", re.IGNORECASE)


def parse_cell(text: str, line: int = 0, column: int = 0) -> Printed | Infinite:
    """What a cell shows, a number or an infinity; raises ValueError with the reason if neither."""
    if text[-1:] in "fFyY\u221e" and _INFINITE.fullmatch(_ascii(text)):
        return Infinite(text, line, column)
    return parse(text, line, column)


class Stored(Printed):
    """A number of a binary file: its value is exact, its text the shortest, its unit about its spacing."""

    __slots__ = ()

    @property
    def is_bare_integer(self) -> bool:
        """Never, as it was not written by hand."""
        return False

    @property
    def has_exponent(self) -> bool:
        """Never, whatever its text has."""
        return False


def _ascii(text: str) -> str:
    """The text with the one minus sign that a program knows."""
    return text if text.isascii() else text.translate(_MINUS)


@lru_cache(maxsize=4 * MAX_EXPONENT)
def power_of_ten(exponent: int) -> fmpq:
    """10**exponent, exactly."""
    power: int = 10 ** abs(exponent)
    return fmpq(power) if exponent >= 0 else fmpq(1, power)


def parse(text: str, line: int = 0, column: int = 0) -> Printed:
    """The printed number that *text* shows; raises ValueError with the reason if it shows none."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a number of at most {MAX_LENGTH} characters, found {len(text)}")
    match = _NUMBER.fullmatch(_ascii(text))
    if match is None or not (match["whole"] or match["decimals"]):
        raise ValueError(f"a number, as 0.70, -3, 1E-4 or 1x10^-4, found {text!r}")
    exponent = int(match["exponent"] or 0)
    if abs(exponent) > MAX_EXPONENT:
        raise ValueError(f"an exponent between -{MAX_EXPONENT} and {MAX_EXPONENT}, found {exponent}")
    digits = int(match["whole"] + match["decimals"])
    place = len(match["decimals"]) - exponent
    value = digits * power_of_ten(-place)
    return Printed(text, -value if match["sign"] == "-" else value, place, line, column)


def is_decimal(value: fmpq) -> bool:
    """Whether a rational is a decimal fraction: whether nothing but twos and fives divide below the line."""
    left = int(value.q)
    for factor in (2, 5):
        while left % factor == 0:
            left //= factor
    return left == 1


def show_all(value: fmpq) -> str:
    """A decimal fraction in as many decimals as it needs: `show_all(fmpq(1, 50))` is `0.02`."""
    place = next(place for place in range(MAX_EXPONENT + MAX_LENGTH) if (value * power_of_ten(place)).q == 1)
    return show(value, place)


def show(value: fmpq, place: int, *, drop_zeros: bool = False) -> str:
    """*value*, a multiple of 10**-place, in decimals: `show(fmpq(7, 10), 2)` is `0.70`."""
    scaled = value * power_of_ten(place)
    digits = str(abs(scaled.p))  # as FLINT's integer, which has no limit on digits
    if place <= 0:
        text = digits + "0" * -place if scaled != 0 else "0"
    else:
        digits = digits.rjust(place + 1, "0")
        text = f"{digits[:-place]}.{digits[-place:]}"
        if drop_zeros:
            text = text.rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 else text
