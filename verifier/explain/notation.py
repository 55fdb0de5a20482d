"""How a step writes a value: in full if it has few decimals, else rounded with guard digits."""

import re
from typing import Final

from flint import arb, fmpq

from verifier.formulas.tree import Literal
from verifier.numbers.array import Value
from verifier.numbers.decimals import decimal
from verifier.numbers.interval import Missing
from verifier.numbers.number import FAR, Number, nearby
from verifier.numbers.printed import decimals_of, parse, show
from verifier.numbers.resolution import magnitude
from verifier.record import NamedTuple

_PLAIN: Final = re.compile(r"-?[0-9]+(\.[0-9]*)?|-?\.[0-9]+")
_SHORT: Final = 12
_LONG: Final = 40
_SIGNIFICANT: Final = 7
MAX_SHOWN: Final = 12
"""Maximum length of a row shown whole; of a longer one the first numbers and the last are shown."""
_GUARD: Final = 3
"""Decimals of an intermediate value beyond those of the printed result; it has at least seven digits."""


class Step(NamedTuple):
    """`subject = part = part = value`; `value` is a number, true, false, or empty.

    If not `is_exact`, the value is rounded for reading.
    """

    subject: str
    parts: tuple[str, ...]
    value: str
    is_exact: bool = True


def noted(subject: str, parts: tuple[str, ...], value: str, *, is_exact: bool = True) -> Step:
    """The step, without parts that repeat others."""
    head = tidy(subject)
    return Step(
        head, tuple(dict.fromkeys(part for part in map(tidy, parts) if part not in (head, value))), value, is_exact
    )


def copied(subject: str, name: str, shown: str, value: Value, text: str) -> Step:
    """The step that copies a number, with the digits shown where it comes from."""
    bare = shown.strip("()")
    if _PLAIN.fullmatch(bare) and isinstance(value, fmpq) and parse(bare).value == value:
        return noted(subject, (name,), bare)
    return noted(subject, (name, bare), text, is_exact=is_written_exactly(value, text))


def in_full(value: Value, decimals: int) -> str:
    """The text of a result: all decimals if there are few, else two more than *decimals*."""
    needed = _decimals(value)
    if needed is not None and needed <= _LONG:
        return show(value, needed)
    if not isinstance(value, Number):
        return _without_number(value)
    text = decimal(value, decimals + 2)
    return text if text.strip("-0.") else about(value, decimals)


def about(value: Value, decimals: int) -> str:
    """The text of an intermediate value of a result with *decimals* decimals."""
    needed = _decimals(value)
    if needed is not None and needed <= _SHORT:
        return show(value, needed)
    if not isinstance(value, Number):
        return _without_number(value)
    size = _size(value)
    if abs(size) > _LONG:  # too many zeros to write
        return arb(value).str(_SIGNIFICANT, radius=False)
    return decimal(value, max(decimals + _GUARD, _SIGNIFICANT - size))


def is_written_exactly(value: Value, text: str) -> bool:
    """Whether *text* is the exact value, not a rounded one."""
    if isinstance(value, arb):
        return False
    decimals = _decimals(value)
    return not isinstance(value, fmpq) or (decimals is not None and text == show(value, decimals))


def _without_number(value: Value) -> str:
    return repr(value).lower() if isinstance(value, Missing) else f"'{value}'"


def _decimals(value: Value) -> int | None:
    """The number of decimals of a rational; None if they never end, or for another value."""
    return decimals_of(value) if isinstance(value, fmpq) else None


def _size(value: Number) -> int:
    """The magnitude: 2 for 12.7, 0 for 0.3, -1 for 0.03; 0 for astronomic and for zero values."""
    if isinstance(value, arb):
        size = abs(value)
        if not (size < FAR and size * FAR > 1):
            return 0
        value = nearby(value)
    return 0 if value == 0 else magnitude(value)


def few(count: int) -> list[int | None]:
    """The indices of a row that are shown; None stands for those left out."""
    return [*range(count)] if count <= MAX_SHOWN else [*range(MAX_SHOWN - 4), None, count - 1]


_BRACKETS: Final = re.compile(r"(?<=\w\()\((-[^()\s]+)\)")


def number(text: str, value: Value) -> Literal:
    """A number as written in a sum: in brackets if it begins with a sign or has an exponent."""
    is_simple = text[:1] in ("'", "?") or (text[:1] != "-" and _PLAIN.fullmatch(text) is not None)
    return Literal(value if isinstance(value, fmpq) else fmpq(0), text if is_simple or not text else f"({text})")


def whole(value: int) -> Literal:
    """A whole number, as an index is written."""
    return Literal(fmpq(value), str(value))


def tidy(text: str) -> str:
    """A spelling as a hand writes it: `x` for times, no second brackets around a negative number."""
    plain = text.replace(" * ", " x ")
    return _BRACKETS.sub(r"\1", plain) if "((-" in plain else plain
