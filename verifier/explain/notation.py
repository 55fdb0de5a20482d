"""How a worked line writes a value: in full if its decimals end, else rounded with digits to go on with."""

import re
from typing import Final, NamedTuple

from flint import arb, fmpq

from verifier.formulas.tree import Literal
from verifier.numbers.array import Value
from verifier.numbers.decimals import decimal
from verifier.numbers.interval import Missing
from verifier.numbers.number import FAR, Number, nearby
from verifier.numbers.printed import decimals_of, parse, show
from verifier.numbers.resolution import magnitude

_PLAIN: Final = re.compile(r"-?[0-9]+(\.[0-9]*)?|-?\.[0-9]+")
_SHORT: Final = 12
_LONG: Final = 40
_SIGNIFICANT: Final = 7
MAX_SHOWN: Final = 12
"""A longer row is shown by its first numbers and its last."""
_GUARD: Final = 3
"""A value on the way keeps so many decimals more than the print, and at least seven digits."""


class Step(NamedTuple):
    """`subject = part = part = value`; the value may be rounded for reading, be true or false, or be left to come."""

    subject: str
    parts: tuple[str, ...]
    value: str
    is_exact: bool = True


def noted(subject: str, parts: tuple[str, ...], value: str, *, is_exact: bool = True) -> Step:
    """The step, without the parts that say nothing new."""
    head = tidy(subject)
    return Step(
        head, tuple(dict.fromkeys(part for part in map(tidy, parts) if part not in (head, value))), value, is_exact
    )


def copied(subject: str, name: str, shown: str, value: Value, text: str) -> Step:
    """The step that takes a number from elsewhere; it keeps the digits with which it is shown there."""
    bare = shown.strip("()")
    if _PLAIN.fullmatch(bare) and isinstance(value, fmpq) and parse(bare).value == value:
        return noted(subject, (name,), bare)
    return noted(subject, (name, bare), text, is_exact=is_written_exactly(value, text))


def in_full(value: Value, decimals: int) -> str:
    """A result: all its decimals if they end, else two more than the print has, as every output shows it."""
    needed = _decimals(value)
    if needed is not None and needed <= _LONG:
        return show(value, needed)
    if not isinstance(value, Number):
        return _without_number(value)
    text = decimal(value, decimals + 2)
    return text if text.strip("-0.") else about(value, decimals)


def about(value: Value, decimals: int) -> str:
    """A value on the way to a result that is printed with *decimals* decimals."""
    needed = _decimals(value)
    if needed is not None and needed <= _SHORT:
        return show(value, needed)
    if not isinstance(value, Number):
        return _without_number(value)
    size = _size(value)
    if abs(size) > _LONG:  # nobody writes so many zeros
        return arb(value).str(_SIGNIFICANT, radius=False)
    return decimal(value, max(decimals + _GUARD, _SIGNIFICANT - size))


def is_written_exactly(value: Value, text: str) -> bool:
    """Whether the text is the value and not a rounding of it."""
    if isinstance(value, arb):
        return False
    decimals = _decimals(value)
    return not isinstance(value, fmpq) or (decimals is not None and text == show(value, decimals))


def _without_number(value: Value) -> str:
    return repr(value).lower() if isinstance(value, Missing) else f"'{value}'"


def _decimals(value: Value) -> int | None:
    """How many decimals a rational has, None if they never end."""
    return decimals_of(value) if isinstance(value, fmpq) else None


def _size(value: Number) -> int:
    """The count of digits before the point, or how far behind it the first digit stands; 0 where nobody writes it."""
    if isinstance(value, arb):
        size = abs(value)
        if not (size < FAR and size * FAR > 1):
            return 0
        value = nearby(value)
    return 0 if value == 0 else magnitude(value)


def few(count: int) -> list[int | None]:
    """The places of a row that are shown, None where some are left out."""
    return [*range(count)] if count <= MAX_SHOWN else [*range(MAX_SHOWN - 4), None, count - 1]


_BRACKETS: Final = re.compile(r"(?<=\w\()\((-[^()\s]+)\)")


def number(text: str, value: Value) -> Literal:
    """A number as it stands in a sum: in brackets if it begins with a sign or is written with a power."""
    is_simple = text[:1] in ("'", "?") or (text[:1] != "-" and _PLAIN.fullmatch(text) is not None)
    return Literal(value if isinstance(value, fmpq) else fmpq(0), text if is_simple or not text else f"({text})")


def whole(value: int) -> Literal:
    """A whole number, as an index is written."""
    return Literal(fmpq(value), str(value))


def tidy(text: str) -> str:
    """A spelling as a hand writes it: `x` for times, no second brackets around a negative number."""
    plain = text.replace(" * ", " x ")
    return _BRACKETS.sub(r"\1", plain) if "((-" in plain else plain
