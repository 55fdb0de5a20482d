"""Tables whose points part thousands, as one with two tells: `950.000` stands above `1.140.000` there.

Not beside a number whose point can be nothing but a decimal point, as 0.125 and 12.50.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

_MILLIONS: Final = pattern(r"(?<![\w.,])[1-9][0-9]{0,2}\.[0-9]{3}\.[0-9]{3}(?![\w,]|\.[0-9])")
_DECIMALS: Final = pattern(r"(?<![0-9.])(?:[0-9]+\.(?:[0-9]{1,2}|[0-9]{4,})|0\.[0-9]{3}|[0-9]{4,}\.[0-9]+)(?![0-9])")
_THOUSANDS: Final = pattern(r"(?<![\w.,])[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?![\w,]|\.[0-9])")


def with_thousands(cells: Mapping[int, Stretch], texts: Collection[str]) -> dict[int, Stretch]:
    """The cells of a row with thin spaces in the place of points that part thousands, by the texts of its table."""
    points_part = any(map(has_millions, texts)) and not any(_DECIMALS.search(text) for text in texts)
    return {k: cell.replaced(_THOUSANDS, _parted) if points_part else cell for k, cell in cells.items()}


def has_millions(text: str) -> bool:
    """Whether a number of a cell has two points, which part its thousands."""
    return "." in text and _MILLIONS.search(text) is not None


def _parted(match: re.Match[str]) -> str:
    return match[0].replace(".", "\u202f")
