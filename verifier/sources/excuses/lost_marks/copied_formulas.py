r"""Fractions that lost their bars where a page was copied: `1.252`, beside `\frac{2}{1.25}` on the same line.

A page that shows formulas holds each several times, as it is seen and as it was written, and a copy has all of them.
"""

from typing import Final

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.excuses.plainly import plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in

_FRACTION: Final = pattern(r"\\[dt]?frac\s?\{([0-9.]{1,20})\}\s?\{([0-9.]{1,20})\}")
_NEAR: Final = 400
"""So far from an equality stands another copy of its formula at most."""


def has_lost_bars(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether one side has the digits of a fraction of its line, which is the number of the other side."""
    before = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
    behind = text[end : end + _NEAR].partition("\n")[0]
    if "frac" not in before + behind:
        return False
    left, right = (plainly(side.tokens) for side in sides)
    return any(
        (left in glued and _is_quotient(above, below, right)) or (right in glued and _is_quotient(above, below, left))
        for above, below in _FRACTION.findall(before + behind)
        for glued in ((above + below, below + above),)
    )


def _is_quotient(above: str, below: str, shown: str) -> bool:
    """Whether a number is one divided by another one, rounded or cut."""
    one, other, result = (number_in(text) for text in (above, below, shown))
    if one is None or other is None or result is None or not other.value:
        return False
    return abs(one.value / other.value - result.value) < power_of_ten(-result.decimals)
