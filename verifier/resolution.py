"""The unit of each printed number: its own last digit, or that of its block.

An author who drops trailing zeros prints 3.8 for 3.80. Whether a document does so
is inferred from all its decimals, and never assumed: a unit that is too coarse can
miss an error, one that is too fine accuses a right number.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from flint import fmpq

from verifier.binary import shortest
from verifier.document import Document, Stage
from verifier.printed import Printed, Stored, power_of_ten, show

_TEXT: Final = re.compile(r"(-?[0-9]{1,2}) (decimals|significant)|own digits")
_CHANCE_OF_NO_ZERO: Final = fmpq(9, 10)
_BEYOND_CHANCE: Final = fmpq(1, 10**6)


class Resolution(NamedTuple):
    """How the digits of a block are counted; `drops_zeros` says how its author prints.

    Significant digits are not sure where a number of decimals with zeros dropped may be
    behind them as well. Numbers of a binary `format` have no decimals of their own.
    """

    kind: Literal["own", "decimals", "significant"] = "own"
    digits: int = 0
    coarsest: int = 0
    drops_zeros: bool = False
    is_sure: bool = True
    format: str | None = None

    def __str__(self) -> str:
        if self.format is not None:
            return self.format
        return "own digits" if self.kind == "own" else f"{self.digits} {self.kind}"

    @property
    def is_significant(self) -> bool:
        """Whether digits are counted from the first that is not zero, not from the point."""
        return self.kind == "significant"

    @property
    def is_finer_below_powers(self) -> bool:
        """Whether the unit below a power of ten is surely ten times smaller."""
        return self.is_significant and self.is_sure

    def place(self, number: Printed) -> int:
        """The number of decimals of the last digit that *number* stands for."""
        if self.kind == "own":
            return self.coarsest if number.is_bare_integer else number.place
        if number.has_exponent:
            return number.place
        if self.kind == "significant" and number.value != 0:
            return self.digits - magnitude(number.value)
        return self.digits if self.kind == "decimals" else number.place

    def place_of(self, value: fmpq, like: Printed) -> int:
        """The number of decimals with which the author would print *value* in the place of *like*."""
        if self.kind == "significant" and value != 0:
            return self.digits - magnitude(value)
        return self.place(like)

    def show(self, value: fmpq, place: int) -> str:
        """*value* as the author prints, zeros dropped or not."""
        if self.format is not None:
            return shortest(value, self.format)
        return show(value, place, drop_zeros=self.drops_zeros)


def magnitude(value: fmpq) -> int:
    """The number of digits before the decimal point: 2 for 12.7, 0 for 0.3, -1 for 0.03."""
    size = abs(value)
    digits = (size.p.bit_length() - size.q.bit_length()) * 3 // 10  # about, and then to the digit
    while power_of_ten(digits) <= size:
        digits += 1
    while power_of_ten(digits - 1) > size:
        digits -= 1
    return digits


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


def drops_zeros(document: Document) -> bool:
    """Whether no decimal of the document ends in zero although chance would have made some.

    Numbers that are printed again count once, as they are one throw of the dice.
    """
    if any(number.ends_in_zero for number in _decimals(document)):
        return False
    return _CHANCE_OF_NO_ZERO ** len({number.text for number in _decimals(document)}) < _BEYOND_CHANCE


def _decimals(document: Document) -> Iterable[Printed]:
    for stage in document.stages:
        if stage.printed is not None:
            shown = (number for *_, number in stage.printed.shown() if not isinstance(number, Stored))
            yield from (number for number in shown if "." in number.text)


def resolution_of(stage: Stage, document: Document, *, dropping: bool) -> Resolution:
    """The resolution of a stage's block: declared, or inferred from its digits."""
    declared = stage.resolution or document.resolution
    block = stage.numbers
    if block is None:
        return declared or Resolution()
    rule = stage.rounding or document.rounding
    numbers = [number for *_, number in block.shown()]
    if (rule is not None and rule.format is not None) or any(isinstance(number, Stored) for number in numbers[:1]):
        return Resolution(drops_zeros=True, format=None if rule is None else rule.format)
    plain = [number for number in numbers if not number.has_exponent]
    places = [number.place for number in plain if not number.is_bare_integer]
    shows_zeros = any(number.ends_in_zero for number in numbers)
    if declared is not None:
        coarsest = min(places, default=0) if declared.kind == "own" else 0
        return Resolution(declared.kind, declared.digits, coarsest, not shows_zeros and _uneven(plain))
    if not dropping or not places:
        has_integers = len(places) < len(plain)  # no others ask for the coarsest place
        coarsest = min(places, default=0) if has_integers and not _is_even_in_digits(plain) else 0
        return Resolution("own", 0, coarsest, dropping)
    significant = _significant_digits(plain)
    if significant is None:
        return Resolution("decimals", max(places), 0, drops_zeros=True)
    is_sure = _chance_of_decimals(plain, significant) < _BEYOND_CHANCE
    return Resolution("significant", significant, 0, drops_zeros=True, is_sure=is_sure)


def _uneven(numbers: list[Printed]) -> bool:
    return len({number.place for number in numbers}) > 1


def _is_even_in_digits(numbers: list[Printed]) -> bool:
    """Whether decimals become fewer as numbers grow, and all numbers show as many digits: 123 beside 12.3 and 1.23."""
    sizes = {magnitude(number.value) + number.place for number in numbers if number.value != 0}
    return len(sizes) == 1 and len({number.place for number in numbers if not number.is_bare_integer}) > 1


def _significant_digits(numbers: list[Printed]) -> int | None:
    """The count of significant digits, if every magnitude of the block reaches just that many."""
    decimals: dict[int, int] = {}
    for number in numbers:
        if number.value != 0:
            size = magnitude(number.value)
            decimals[size] = max(decimals.get(size, 0), number.place)
    digits = {size + places for size, places in decimals.items()}
    return digits.pop() if len(decimals) > 1 and len(digits) == 1 else None


def _chance_of_decimals(numbers: list[Printed], significant: int) -> fmpq:
    """The chance that larger numbers lack decimals as significant digits would make them, and do not count those."""
    most = max(number.place for number in numbers)
    lacking = (most - (significant - magnitude(number.value)) for number in numbers if number.value != 0)
    return power_of_ten(-sum(lacking))
