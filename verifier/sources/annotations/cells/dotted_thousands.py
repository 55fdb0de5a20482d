"""Tables whose points part thousands, as one with two tells: `950.000` stands above `1.140.000` there.

Not beside a number whose point can be nothing but a decimal point, as 0.125 and 12.50.
"""

import re
from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

_MILLIONS: Final = pattern(r"(?<![\w.,])[1-9][0-9]{0,2}\.[0-9]{3}\.[0-9]{3}(?![\w,]|\.[0-9])")
_DECIMALS: Final = pattern(r"(?<![0-9.])(?:[0-9]+\.(?:[0-9]{1,2}|[0-9]{4,})|0\.[0-9]{3}|[0-9]{4,}\.[0-9]+)(?![0-9])")
_MONEY: Final = pattern(r"[$\u20ac\u20ab\u20b1\u20ba\u20bd\u00a3]|\b(?:EUR|CHF|Rp|CLP|COP|USD)\b")
_THOUSANDS: Final = pattern(r"(?<![\w.,])[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?![\w,]|\.[0-9])")


def with_thousands(rows: Sequence[dict[int, Stretch]]) -> Sequence[dict[int, Stretch]]:
    """The cells of the rows of a table, with thin spaces in the place of points that part thousands.

    A number with two points that begins its row tells nothing: it may be one of a part or a paragraph.
    """
    texts = [(column, cell.text) for cells in rows for column, cell in cells.items()]
    is_told = any((column or _MONEY.search(text)) and has_millions(text) for column, text in texts)
    if not is_told or any(_DECIMALS.search(text) for _, text in texts):
        return rows
    return [{column: cell.replaced(_THOUSANDS, _parted) for column, cell in cells.items()} for cells in rows]


def has_millions(text: str) -> bool:
    """Whether a number of a cell has two points, which part its thousands."""
    return "." in text and _MILLIONS.search(text) is not None


def _parted(match: re.Match[str]) -> str:
    return match[0].replace(".", "\u202f")
