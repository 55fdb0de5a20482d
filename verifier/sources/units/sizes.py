"""Sizes of sheets, images and rooms: `64 x 64 / 2 = 32 x 32`, and `210 x 297 mm = 8.27 x 11.7 in`."""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.expressions.chains import SEAM, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import CROSSES, OVER
from verifier.sources.text.tokens import Token
from verifier.sources.units.unit_ratios import ratios_of

_DOTS: Final = pattern(r"[*\u00b7\u22c5]|\\cdot|\\ast")
"""Signs of products that no size has."""


def are_sizes(shown: str, sides: tuple[Side, Side]) -> bool:
    """Whether the sides of an equality, as they are *shown*, are sizes: each number of one is that of the other.

    That is in another unit, or divided or multiplied by one number.
    """
    left, right = sides
    theirs = _factors(right.tokens)
    if len(theirs) < 2 or _DOTS.search(shown) is not None:  # noqa: PLR2004 - a size has two numbers at least
        return False
    if left.unit != right.unit:
        ours, ratios = _factors(left.tokens), ratios_of(left, right)
        return ratios is not None and _are_times(ours, theirs, ratios.whole)
    *first, sign, number = left.tokens if len(left.tokens) > len(right.tokens) else (SEAM, SEAM)
    by, ours = number_in(number.text), _factors(first)
    if by is None or not by.value or not sign.is_one_of(*OVER, *CROSSES):
        return False
    return _are_times(ours, theirs, 1 / by.value if sign.is_one_of(*OVER) else by.value)


def _are_times(ours: Sequence[Printed], theirs: Sequence[Printed], ratio: fmpq) -> bool:
    """Whether numbers are others times a ratio, each rounded or cut."""
    return len(ours) == len(theirs) and all(
        abs(one.value * ratio - other.value) < power_of_ten(-other.decimals)
        for one, other in zip(ours, theirs, strict=True)
    )


def _factors(tokens: Sequence[Token]) -> list[Printed]:
    """The numbers of a size; none of anything else."""
    found = [number_in(token.text) if token.sort == "number" else None for token in tokens[::2]]
    is_size = len(tokens) % 2 == 1 and all(token.is_one_of(*CROSSES) for token in tokens[1::2])
    return [number for number in found if number is not None] if is_size and None not in found else []
