"""What stands near a printed number: other spellings of it, limits with more decimals, the middle of a narrow ball."""

from typing import Final

from flint import fmpq

from verifier.numbers.number import FAR, Number, Uncertain, nearby
from verifier.numbers.printed import Printed, parse, power_of_ten, show

_MORE: Final = 4
"""Decimals more than a limit shows, with which a number is told from it."""
_NARROW: Final = 3
"""Decimals below a unit to which a ball is known that stands for an exact tie."""


def middle_of(decimals: int, value: Number) -> fmpq:
    """The middle of a ball that is narrow for so many decimals, as that of an exact tie is; raises Uncertain."""
    if isinstance(value, fmpq) or not abs(value) < FAR or not value.rad() * power_of_ten(decimals + _NARROW) < 1:
        raise Uncertain
    return nearby(value)


def digits_apart(one: str, other: str) -> int:
    """In how many places two numerals differ, without signs and points; 1 if the same digits stand in another order."""
    a, b = ("".join(filter(str.isdigit, text)).lstrip("0") for text in (one, other))
    a, b = a.ljust(len(b), "0"), b.ljust(len(a), "0")
    apart = sum(x != y for x, y in zip(a, b, strict=True))
    return min(apart, 1) if sorted(a) == sorted(b) else apart


def finer(limit: Printed) -> list[Printed]:
    """A limit as it is printed, and with more decimals."""
    finer = (
        range(limit.decimals + 1, limit.decimals + _MORE + 1) if not limit.is_fraction and not limit.form.power else ()
    )
    return [limit, *(parse(show(limit.value, decimals)) for decimals in finer if decimals > 0)]
