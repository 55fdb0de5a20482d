"""What stands near a printed number: other spellings of it, limits with more decimals, the middle of a narrow ball."""

from typing import Final

from flint import fmpq

from verifier.numbers.number import FAR, Number, Uncertain, nearby
from verifier.numbers.printed import Printed, parse, power_of_ten, show

_MORE: Final = 4
"""Decimals more than a limit shows, with which a number is told from it."""
_TWO: Final = 2
"""Digits in which a number differs by more than one slip of the pen."""
_MANY: Final = 5
"""Digits of a number of which two numbers are seldom a slip of the pen apart by chance."""
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


def is_by_habit(shown: str, by_habit: str, by_prints: str, *, is_open: bool, in_text: bool) -> bool:
    """Whether what is shown stands for what its author had by habit, and not for what printed operands give.

    Where nothing tells the habit, as `is_open`, that is so of the number that is spelled more like it; in a text, which
    shows its operands, only of one that is a slip of the pen away. In a number of many digits such a slip tells more
    than the habit of one who carries digits: by chance few numbers are one away from what printed operands give.
    """
    habit, prints = digits_apart(shown, by_habit), digits_apart(shown, by_prints)
    if not is_open:
        return prints >= min(habit, _TWO) or sum(map(str.isdigit, shown)) < _MANY
    return habit < min(prints, _TWO) if in_text else habit <= prints


def finer(limit: Printed) -> list[Printed]:
    """A limit as it is printed, and with more decimals."""
    finer = (
        range(limit.decimals + 1, limit.decimals + _MORE + 1) if not limit.is_fraction and not limit.form.power else ()
    )
    return [limit, *(parse(show(limit.value, decimals)) for decimals in finer if decimals > 0)]
