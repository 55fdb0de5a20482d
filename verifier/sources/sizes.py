"""Sizes of matrices in brackets, which multiply as matrices do: `(2, 3) x (3, 4) = (2, 4)`."""

import re
from itertools import pairwise
from typing import Final

from verifier.sources.chains import Side
from verifier.sources.signs import TIMES

_SIZE: Final = r"[\[(]\d{1,6}(?:[,x]\d{1,6})+[\])]"
_SIZES: Final = re.compile(rf"{_SIZE}(?:[x+@]?{_SIZE})*")
_NUMBER: Final = re.compile(r"\d+")


def holds_of_sizes(sides: tuple[Side, Side]) -> bool:
    """Whether both sides show sizes, and the one on the right is that of what stands on the left."""
    texts = ["".join(_shown(token.text) for token in side.tokens) for side in sides]
    if not all(_SIZES.fullmatch(text) for text in texts):
        return False
    left, right = ([_numbers(size) for size in re.findall(_SIZE, text)] for text in texts)
    if len(right) != 1 or len(left) == 1 or {len(size) for size in left} != {len(right[0])}:
        return False
    if all(size == right[0] for size in left):
        return True
    return "+" not in texts[0] and _is_product(left, right[0])


def _is_product(factors: list[list[int]], shown: list[int]) -> bool:
    """Whether matrices of the sizes of *factors*, or stacks of such, have a product of the size that is *shown*."""
    fits = all(one[-1] == other[-2] and one[:-2] == other[:-2] for one, other in pairwise(factors))
    return fits and shown == [*factors[0][:-1], factors[-1][-1]]


def _shown(text: str) -> str:
    return "x" if text in TIMES else text


def _numbers(text: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(text)]
