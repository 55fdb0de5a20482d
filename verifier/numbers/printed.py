"""A number as printed: its text, its value, and its number of decimals.

The text is what counts. `0.70` and `0.7` are the same rational and different
printed numbers, because they say different things about what was rounded away.
"""

import re
from functools import lru_cache
from typing import Final

from flint import fmpq, fmpz

from verifier.late import pattern
from verifier.numbers.forms import PLAIN, Form, denominator, fraction, undressed
from verifier.numbers.powers_of_ten import TIMES, lowered, power_of
from verifier.record import NamedTuple

MAX_LENGTH: Final = 200
MAX_EXPONENT: Final = 400
FRACTION_DECIMALS: Final = 6
"""Decimals with which values are shown beside a number that is written as a fraction."""
_REMEMBERED: Final = 1 << 14
"""Maximum number of texts and denominators whose results are cached."""

# Authors' editors turn the hyphen into any of these.
_MINUS: Final = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-"})

_NUMBER: Final = pattern(
    r"""(?P<sign>[+-]?)
        (?P<whole>[0-9]*)(?P<point>\.?)(?P<decimals>[0-9]*)
        (?:(?:[eE]|(?:[ ]?TIMES[ ]?10(?:\^|\*\*)))(?P<brace>\{)?(?P<exponent>[+-]?[0-9]+)(?(brace)\}))?
    """.replace("TIMES", TIMES),
    re.VERBOSE | re.ASCII,
)
LONG: Final = 10_000
"""Integers with more bits are written by FLINT, because Python refuses to write much longer ones."""


class Printed(NamedTuple):
    """One printed number.

    `decimals` counts the decimals up to its last digit, so that its own unit is
    10**-decimals: 2 for `0.70`, 0 for `12`, 4 for `1E-4`, -2 for `1.2e3`.
    `line` and `column` say where its document file has it, counted from 1.
    """

    text: str
    value: fmpq
    decimals: int
    line: int = 0
    column: int = 0

    def __hash__(self) -> int:
        return hash((self.text, self.line, self.column))  # a rational is slow to hash

    @property
    def is_bare_integer(self) -> bool:
        """Whether it shows neither a decimal point nor an exponent."""
        return traits(self.text)[0]

    @property
    def has_exponent(self) -> bool:
        """Whether it is written with an exponent, which fixes the place of its last digit."""
        return traits(self.text)[1]

    @property
    def is_fraction(self) -> bool:
        """Whether it is written as a fraction, or with a period, and stands for no other number."""
        return "/" in self.text or self.text[-1:] == ")"

    @property
    def form(self) -> Form:
        """What is written around its digits."""
        return _form(self.text)

    @property
    def kind(self) -> tuple[int, bool] | None:
        """Its decimals, and whether it is a bare integer, if it is written in plain decimals; None in another form."""
        is_bare, has_exponent, _, is_fraction = traits(self.text)
        return None if has_exponent or is_fraction or self.form is not PLAIN else (self.decimals, is_bare)

    @property
    def ends_in_zero(self) -> bool:
        """Whether its last decimal is a zero, which shows that the author keeps trailing zeros."""
        return traits(self.text)[2]


class Stored(Printed):
    """A number of a binary file: its value is exact, its text the shortest, its unit about its spacing."""

    __slots__ = ()

    @property
    def form(self) -> Form:
        """Plain: it was not written by hand."""
        return PLAIN

    @property
    def kind(self) -> tuple[int, bool]:
        """Its decimals; it is no bare integer."""
        return self.decimals, False

    @property
    def is_bare_integer(self) -> bool:
        """False: it was not written by hand."""
        return False

    @property
    def has_exponent(self) -> bool:
        """False, whatever its text is."""
        return False


def is_plain(text: str) -> bool:
    """Whether a text has digits alone but for a sign and a point, as those of most numbers by far."""
    return text.isascii() and (text[1:] if text[:1] in ("+", "-") else text).replace(".", "", 1).isdigit()


@lru_cache(maxsize=_REMEMBERED)
def traits(text: str) -> tuple[bool, bool, bool, bool]:
    """What the properties of a number say, for whole blocks.

    That is whether it is a bare integer, has an exponent, ends in a zero behind the point, and is a fraction.
    """
    if is_plain(text):
        return "." not in text, False, "." in text and text[-1] == "0", False
    plain = ascii_of(text)
    dress = None if _NUMBER.fullmatch(plain) else undressed(plain)
    shown = plain if dress is None else dress.plain
    match = _NUMBER.fullmatch(shown)
    is_bare = shown.lstrip("+-").isdigit() and match is not None and not (dress and dress.form.shift)
    has_exponent = match is not None and match["exponent"] is not None
    ends_in_zero = match is not None and match["decimals"].endswith("0")
    return is_bare, has_exponent, ends_in_zero, "/" in text or text[-1:] == ")"


@lru_cache(maxsize=_REMEMBERED)
def _form(text: str) -> Form:
    if is_plain(text):
        return PLAIN
    plain = ascii_of(text)
    if plain.endswith(")") and not plain.startswith("("):
        return Form(recurs=True)
    if "/" in plain:
        return Form(fraction=" ") if " " in plain else Form(fraction="/", below=denominator(plain))
    power = power_of(text.translate(_MINUS))
    if power is not None:
        return Form(power=power)
    dress = None if _NUMBER.fullmatch(plain) else undressed(plain)
    return PLAIN if dress is None else dress.form


def ascii_of(text: str) -> str:
    """The text with the ASCII hyphen for all minus signs, and `10^2` for raised digits."""
    return text if text.isascii() else lowered(text.translate(_MINUS))


@lru_cache(maxsize=4 * MAX_EXPONENT)
def power_of_ten(exponent: int) -> fmpq:
    """10**exponent, exactly."""
    power: int = 10 ** abs(exponent)
    return fmpq(power) if exponent >= 0 else fmpq(1, power)


def parse(text: str, line: int = 0, column: int = 0) -> Printed:
    """The printed number that *text* shows; raises ValueError with the reason if it shows none."""
    value, decimals = _value_of(text)
    return Printed(text, value, decimals, line, column)


@lru_cache(maxsize=_REMEMBERED)
def _value_of(text: str) -> tuple[fmpq, int]:
    """The value and the decimals of a printed number; raises what `parse` raises."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a number of at most {MAX_LENGTH} characters, found {len(text)}")
    if is_plain(text):
        whole, _, behind = text.partition(".")
        return int(whole + behind) * power_of_ten(-len(behind)), len(behind)
    match = _NUMBER.fullmatch(ascii_of(text))
    if match is None or not (match["whole"] or match["decimals"]):
        found = _dressed(text)
        if found is not None:
            return found
        raise ValueError(f"a number, as 0.70, -3, 1E-4 or 1x10^-4, found {text!r}")
    exponent = int(match["exponent"] or 0)
    if abs(exponent) > MAX_EXPONENT:
        raise ValueError(f"an exponent between -{MAX_EXPONENT} and {MAX_EXPONENT}, found {exponent}")
    digits = int(match["whole"] + match["decimals"])
    decimals = len(match["decimals"]) - exponent
    value = digits * power_of_ten(-decimals)
    return -value if match["sign"] == "-" else value, decimals


def _dressed(text: str) -> tuple[fmpq, int] | None:
    """The value and the decimals of a number in another form than plain decimals; None if it is no number."""
    parts, dress = fraction(ascii_of(text)), undressed(ascii_of(text))
    if parts is not None:
        return fmpq(*parts), FRACTION_DECIMALS
    if dress is None:
        return None
    value, decimals = _value_of(dress.plain)
    shift = dress.form.shift
    return value * power_of_ten(-shift), decimals + shift


def decimals_of(value: fmpq) -> int | None:
    """The number of decimals of a rational; None if its decimal expansion is infinite."""
    return decimals_over(int(value.q))


@lru_cache(maxsize=_REMEMBERED)
def decimals_over(denominator: int) -> int | None:
    """The same for a *denominator*: an expansion is finite if its only prime factors are 2 and 5."""
    rest, counts = denominator, [0, 0]
    for index, prime in enumerate((2, 5)):
        while rest % prime == 0:
            rest //= prime
            counts[index] += 1
    return max(counts) if rest == 1 else None


def show_all(value: fmpq) -> str:
    """A decimal fraction in as many decimals as it needs: `show_all(fmpq(1, 50))` is `0.02`; else raises ValueError."""
    decimals = decimals_of(value)
    if decimals is None:
        raise ValueError(f"a decimal fraction, found {value}")
    return show(value, decimals)


def show(value: fmpq, decimals: int, *, drop_zeros: bool = False) -> str:
    """*value*, a multiple of 10**-decimals, in decimals: `show(fmpq(7, 10), 2)` is `0.70`."""
    return show_units((value * power_of_ten(decimals)).p, decimals, drop_zeros=drop_zeros)


def show_units(units: fmpz | int, decimals: int, *, drop_zeros: bool = False) -> str:
    """So many *units* of 10**-decimals in decimals."""
    digits = str(int(units)) if units.bit_length() < LONG else fmpz(units).str()
    sign, digits = ("-", digits[1:]) if digits[0] == "-" else ("", digits)
    if decimals <= 0:
        return f"{sign}{digits}{'0' * -decimals}" if digits != "0" else "0"
    digits = digits.rjust(decimals + 1, "0")
    text = f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
    return text.rstrip("0").rstrip(".") if drop_zeros else text
