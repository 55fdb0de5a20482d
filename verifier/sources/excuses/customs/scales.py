"""Lengths on a map and what they show, as `2.5 cm = 25 km`."""

import re
from functools import lru_cache
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.units.unit_ratios import ratios_of
from verifier.sources.units.units import is_value

_FAR: Final = 10_000
"""By so much no slip of a conversion is off."""
_SCALE: Final = pattern(r"\bscales?\b|\bmaps?\b|\bdrawings?\b|\bmodels?\b|\brepresents?\b", re.IGNORECASE)


def is_scale(sides: tuple[Side, Side] | None, text: str) -> bool:
    """Whether two lengths may be those of a map and of what it shows.

    So they are where the text speaks of one, and where they are of another size altogether.
    """
    if sides is None or not all(side.unit != "" and is_value(side.tokens) for side in sides):
        return False
    ratios = ratios_of(*sides)
    numbers = [number_in(token.text) for side in sides for token in side.tokens if token.sort == "number"]
    sizes = [abs(number.value) for number in numbers if number is not None]
    if ratios is not None and len(sizes) == len(sides) and sizes[0]:
        times = sizes[1] / (sizes[0] * ratios.whole)
        if not fmpq(1, _FAR) <= times <= _FAR:
            return True
    return _speaks_of_scales(text)


@lru_cache(maxsize=1)
def _speaks_of_scales(text: str) -> bool:
    return _SCALE.search(text) is not None
