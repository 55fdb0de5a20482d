"""Cells whose numbers are thousands or millions, as `1.5k` and `2M`, and those in which such a letter is a unit."""

from collections.abc import Collection
from typing import Final

from verifier.late import pattern

SCALES: Final = ("K", "M")
"""Letters of thousands and of millions, which may be those of kelvin and of moles in a litre."""
_LARGE: Final = pattern(r"[\s$*]*[-+\u2212(]?\\?[$\u20ac\u00a3]?[0-9][0-9.,{}\\]*[kKM][\s$*)]*")
_MONEY: Final = pattern(r"[$\u20ac\u00a3]\s?[0-9][0-9.,{}\\]*[KM]\b")
_ALONE: Final = pattern(r"[^0-9]*[0-9][0-9.,{}\\]*[\s$*)]*")
_ZERO: Final = pattern(r"[^1-9]*")


def is_large(text: str) -> bool:
    """Whether a cell shows thousands or millions by a letter right behind its digits, unless that is a unit."""
    return text[-1:] not in "0123456789" and _LARGE.fullmatch(text) is not None


def is_scaled(units: Collection[str], texts: Collection[str]) -> bool:
    """Whether the *units* behind numbers of a column say thousands and millions.

    They do behind amounts of money, beside `950k`, where both are there, and where some number has none.
    """
    if not set(units).issubset(SCALES) or not any(map(is_large, texts)):
        return False
    shown = [text for text in texts if not _ZERO.fullmatch(text)]
    is_mixed = len(units) > 1 or any(_ALONE.fullmatch(text) for text in shown)
    return is_mixed or any(_MONEY.search(text) or (is_large(text) and "k" in text) for text in shown)
