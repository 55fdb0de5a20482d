"""A block of plain decimals as whole numbers of units of one place, as its texts say them: -0.70 at place 2 is -70."""

import re
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final

from verifier.record import NamedTuple

_LONGEST: Final = 17
"""Characters of a number that surely fits: a sign, a point and fifteen digits."""


class Mantissas(NamedTuple):
    """The numbers of a block, row by row, in units of 10**-place; `most` is the largest without its sign."""

    rows: int
    columns: int
    place: int
    cells: "array[int]"
    most: int


def mantissas_of(texts: Sequence[str], rows: int, columns: int) -> Mantissas | None:
    """The numbers that texts show; None unless all are plain decimals of one place, or whole numbers all."""
    if not texts or max(map(len, texts)) > _LONGEST:
        return None
    place, joined = len(texts[0].partition(".")[2]), ";".join(texts)
    if _numbers_at(place).fullmatch(joined) is None:
        return None
    cells = array("q", map(int, joined.replace(".", "").split(";")))
    return Mantissas(rows, columns, place, cells, abs(max(cells, key=abs)))


def at_finest_place(texts: Sequence[str], rows: int, columns: int) -> Mantissas | None:
    """The same of plain decimals of several places: their values, in units of the finest of these."""
    if len(texts) == 1:
        return mantissas_of(texts, rows, columns)
    places = [len(text.partition(".")[2]) for text in texts]
    finest = max(places, default=0)
    longer = (
        f"{text}{'' if place else '.'}{'0' * (finest - place)}" for text, place in zip(texts, places, strict=True)
    )
    return mantissas_of(list(longer) if finest else texts, rows, columns)


@cache
def _numbers_at(place: int) -> re.Pattern[str]:
    """Numbers of so many decimals, with semicolons between them, as commas part thousands."""
    one = rf"[-+]?[0-9]*\.[0-9]{{{place}}}" if place else "[-+]?[0-9]+"
    return re.compile(f"{one}(?:;{one})*")
