"""Currencies beside amounts: what one is of another changes every day, and no text says how much that is."""

import re
from typing import Final

from verifier.sources.text.signs import CURRENCIES, MONEY

_CURRENCY: Final = re.compile(rf"[{CURRENCIES}]|\b{MONEY}(?![a-z])")
_BEFORE: Final = re.compile(rf"{MONEY}[ \u00a0]?\Z")
_LONGEST: Final = 4
"""Characters of a currency in letters with the blank behind it."""


def has_two_currencies(text: str, start: int, end: int) -> bool:
    """Whether amounts in a part of a text are in several currencies; one in letters may stand before the part."""
    before = _BEFORE.search(text, max(0, start - _LONGEST), start + 1)
    start = start if before is None else before.start()
    first = _CURRENCY.search(text, start, end)
    return first is not None and len({name.rstrip(".") for name in _CURRENCY.findall(text, first.start(), end)}) > 1
