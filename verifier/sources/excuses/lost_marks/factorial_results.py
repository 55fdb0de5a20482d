"""Results that are factorials where a sentence seems to end with an exclamation mark: `3 * 2 * 1 = 3!`."""

from math import factorial
from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import value_of

_MOST: Final = 20
"""The largest number whose factorial people write out."""


def is_factorial_result(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether a mark right behind the number that ends at an offset makes it what stands before it."""
    (last, *others), left = reversed(sides[1].tokens), sides[0]
    if text[end : end + 1] != "!" or others or not last.text.isdecimal() or int(last.text) > _MOST:
        return False
    return value_of(left) == factorial(int(last.text))
