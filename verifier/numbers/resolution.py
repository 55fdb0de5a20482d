"""The unit of each printed number: its own last digit, or that of its block."""

from functools import lru_cache
from typing import Final, Literal

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.binary_formats import FORMATS, shortest, to_format
from verifier.numbers.number import FAR, Number, Uncertain, below
from verifier.numbers.printed import LONG, Printed, parse, power_of_ten, show
from verifier.record import NamedTuple

_TEXT: Final = pattern(r"(-?[0-9]{1,2}) (decimals|significant)|own digits")


class Resolution(NamedTuple):
    """How the digits of a block are counted; `drops_zeros` says how its author prints.

    Significant digits are not sure where a number of decimals with zeros dropped may be
    behind them as well. Numbers of a binary `format` have no decimals of their own.

    A whole number beside decimals may lack decimals that were zeros (`coarsest`, for own
    digits), show the `most` significant digits of any decimal, or, if it is one of `by_line`,
    be rounded to units. Where all decimals are surely of as many digits (`is_even`), 1230
    beside `12.3` and `1.23` was rounded to tens.

    Where a format was not stated, and told by the digits, a program printed the numbers;
    if most have all their digits, so have the short ones, to the `finest` decimal.
    """

    kind: Literal["own", "decimals", "significant"] = "own"
    digits: int = 0
    coarsest: int = 0
    drops_zeros: bool = False
    is_sure: bool = True
    format: str | None = None
    most: int = 0
    is_even: bool = False
    by_line: frozenset[Printed] = frozenset()
    is_program: bool = False
    finest: int = 0

    def __str__(self) -> str:
        if self.format is not None:
            return self.format
        return "own digits" if self.kind == "own" else f"{self.digits} {self.kind}"

    @property
    def program(self) -> str | None:
        """The format of the numbers of a program, as far as the digits tell it."""
        return self.format if self.is_program else None

    @property
    def is_significant(self) -> bool:
        """Whether digits are counted from the first that is not zero, not from the point."""
        return self.kind == "significant"

    @property
    def is_finer_below_powers(self) -> bool:
        """Whether the unit below a power of ten is surely ten times smaller."""
        return self.kind == "significant" and self.is_sure

    @property
    def has_counts(self) -> bool:
        """Whether whole numbers are not beside decimals whose digits they may lack."""
        return not self.is_significant and (self.digits if self.kind == "decimals" else self.coarsest) == 0

    def unit_of(self, number: Printed) -> tuple[int, bool]:
        """Its decimals as `decimals_of` gives them, and whether its unit is finer below a power of ten.

        Where `1.0` was printed as `1`, 0.996 was not.
        """
        if self._is_in_full(number):
            return number.decimals, False
        places = self.decimals_shown(number)
        decimals = self._fewest(number, places)
        return decimals, self.is_finer_below_powers or decimals < places

    def is_open(self, number: Printed) -> bool:
        """Whether *number* may have been rounded to another unit than it seems."""
        places = self.decimals_shown(number)
        return self._fewest(number, places) < places or self._is_by_line(number)

    def _is_by_line(self, number: Printed) -> bool:
        return bool(self.by_line) and number in self.by_line

    def sure_decimals_of(self, number: Printed) -> int | None:
        """The number of decimals of the last digit that *number* stands for; None where that is open."""
        if self._is_in_full(number):
            return number.decimals
        places = self.decimals_shown(number)
        return None if self._fewest(number, places) < places or self._is_by_line(number) else places

    def decimals_of(self, number: Printed) -> int:
        """The number of decimals of the last digit that *number* stands for; the fewest where that is open."""
        return number.decimals if self._is_in_full(number) else self._fewest(number, self.decimals_shown(number))

    @property
    def in_full(self) -> int | None:
        """The decimals with which nothing else is asked of a number, as these are all of its block; None if no such."""
        return self.digits if self.kind == "decimals" and not (self.finest or self.is_even or self.by_line) else None

    def _is_in_full(self, number: Printed) -> bool:
        return number.decimals == self.in_full

    def _fewest(self, number: Printed, places: int) -> int:
        """The same for a number that is shown with so many *places*."""
        if self.finest or not self.most or number.value == 0:
            return places
        if not (number.is_bare_integer or (self.kind == "decimals" and not number.has_exponent)):
            return places
        counted = self.most - magnitude_of(number)
        is_counted = counted >= number.decimals or (self.is_even and (number.value * power_of_ten(counted)).q == 1)
        return min(places, counted if is_counted else number.decimals)

    def decimals_shown(self, number: Printed) -> int:
        """The number of decimals with which the author would print another number in the place of *number*."""
        is_rounded = self._is_by_line(number)
        if self.finest and not number.has_exponent:
            return max(number.decimals, self.finest)
        if self.kind == "own":
            return 0 if is_rounded else self.coarsest if number.is_bare_integer else number.decimals
        if number.has_exponent:
            return number.decimals
        if self.kind == "significant" and number.value != 0:
            places = self.digits - magnitude_of(number)
            return min(places, 0) if is_rounded else places
        return 0 if is_rounded else self.digits if self.kind == "decimals" else number.decimals

    def decimals_at(self, value: fmpq, like: Printed) -> int:
        """The number of decimals with which the author would print *value* in the place of *like*."""
        if self.kind == "significant" and value != 0:
            return self.digits - magnitude(value)
        return self.decimals_shown(like)

    def decimals_like(self, value: Number, like: Printed) -> int:
        """The same of a number that may be a ball; raises Uncertain where its magnitude is not known."""
        if self.kind != "significant" or isinstance(value, fmpq):
            return self.decimals_at(rational_like(value), like)
        size, digits = abs(value), magnitude_of(like)  # most are of one size
        if size >= power_of_ten(digits - 1) and size < power_of_ten(digits):
            return self.digits - digits
        return self.decimals_at(rational_like(value), like)

    def show(self, value: fmpq, decimals: int) -> str:
        """*value* as the author prints, zeros dropped or not."""
        if self.format is None:
            return show(value, decimals, drop_zeros=self.drops_zeros)
        if self.is_program and value != 0 and decimals + magnitude(value) > FORMATS[self.format].digits:
            return shortest(to_format(value, self.format), "float64")  # as one of 64 bits
        text = shortest(value, self.format)
        point = "" if "." in text else "."
        lacks = decimals - len(text.partition(".")[2])
        if self.is_program and lacks > 0 and parse(text).value != value:  # its digits are no more than guessed
            return shortest(value, "float64")
        return text if self.drops_zeros or "e" in text or lacks <= 0 else f"{text}{point}{'0' * lacks}"


def magnitude(value: fmpq) -> int:
    """The number of digits before the decimal point: 2 for 12.7, 0 for 0.3, -1 for 0.03."""
    above, under = abs(int(value.p)), int(value.q)  # as whole numbers: FLINT is slow to compare rationals
    return _digits(above // under) if above >= under else 1 - _digits((under - 1) // above)


def _digits(whole: int) -> int:
    """The number of digits of a whole number above zero."""
    if whole.bit_length() < LONG:
        return len(str(whole))
    digits = whole.bit_length() * 3 // 10  # no more than there are
    while 10**digits <= whole:
        digits += 1
    return digits


def rational_like(value: Number) -> fmpq:
    """A rational of the same magnitude; zero for what is astronomically small. Raises Uncertain."""
    if isinstance(value, fmpq):
        return value
    size = abs(value)
    if size * FAR < 1:
        return fmpq(0)
    if not (size < FAR and size * FAR > 1):
        raise Uncertain
    digits = magnitude(below(size))
    if not size < power_of_ten(digits):
        raise Uncertain
    return power_of_ten(digits - 1)


@lru_cache(maxsize=1 << 16)
def magnitude_of(number: Printed) -> int:
    """The magnitude of a printed number, computed once."""
    return magnitude(number.value)


def parse_resolution(text: str) -> Resolution:
    """The resolution that *text* spells; raises ValueError."""
    match = _TEXT.fullmatch(text.strip())
    if match is None or (match[2] == "significant" and int(match[1]) < 1):
        known = "'2 decimals' ('-3 decimals' for thousands), '7 significant' or 'own digits'"
        raise ValueError(f"{known}, found {text!r}")
    if match[1] is None:
        return Resolution()
    kind: Literal["decimals", "significant"] = "decimals" if match[2] == "decimals" else "significant"
    return Resolution(kind, int(match[1]))
