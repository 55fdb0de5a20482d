"""What a cell shows that is no number: an infinity, a bound, or nothing where that stands for 0."""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.interval import MINUS_INFINITY, UNKNOWN, Interval, Missing
from verifier.numbers.printed import Printed, ascii_of, parse
from verifier.record import NamedTuple


class Infinite(NamedTuple):
    """A printed infinity, such as `-inf`, with its position in the document file."""

    text: str
    line: int = 0
    column: int = 0

    @property
    def value(self) -> Missing | fmpq:
        """Its value: minus infinity is a masked score; plus infinity has no value."""
        return MINUS_INFINITY if ascii_of(self.text).startswith("-") else UNKNOWN

    @property
    def box(self) -> Missing | Interval | fmpq:
        """What it can be as an operand."""
        return self.value


class Bound(Infinite):
    """A printed bound, such as `<0.001`: it stands for every number below its limit, or above it."""

    __slots__ = ()

    @property
    def value(self) -> Missing:
        """Unknown: it shows no number."""
        return UNKNOWN

    @property
    def limit(self) -> Printed:
        """The number behind its sign."""
        return parse(_limit(self.text))

    @property
    def box(self) -> Interval:
        """The numbers that it stands for."""
        limit, is_closed = self.limit.value, self.text[1:2] == "=" or self.text[0] in "\u2264\u2265"
        if self.text[0] in "<\u2264":
            return Interval(None, limit, lo_closed=False, hi_closed=is_closed)
        return Interval(limit, None, lo_closed=is_closed, hi_closed=False)


class Blank(Infinite):
    """A cell of a given in which nothing is printed and that is said to stand for nothing: exactly 0."""

    __slots__ = ()

    @property
    def value(self) -> fmpq:
        """0."""
        return fmpq(0)

    @property
    def box(self) -> fmpq:
        """0 and no number near it."""
        return fmpq(0)


BLANK: Final = "_"
"""How a cell is shown that is blank and stands for 0."""
_BOUNDS: Final = ("<", ">", "\u2264", "\u2265")


def is_bound(text: str) -> bool:
    """Whether a text is that of a printed bound."""
    return text.startswith(_BOUNDS)


def _limit(text: str) -> str:
    """The number behind the sign of a bound, with its percent sign beside it."""
    return text[1:].lstrip("= ").replace(" %", "%")


_INFINITE: Final = pattern(r"[+-]?(inf|infinity|\u221e)", re.IGNORECASE)


def parse_cell(text: str, line: int = 0, column: int = 0) -> Printed | Infinite:
    """What a cell shows, a number, a bound or an infinity; raises ValueError with the reason if none."""
    if is_bound(text):
        parse(_limit(text))
        return Bound(text, line, column)
    if text[-1:] in "fFyY\u221e" and _INFINITE.fullmatch(ascii_of(text)):
        return Infinite(text, line, column)
    return parse(text, line, column)
