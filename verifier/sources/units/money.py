"""Currencies beside amounts: what one is of another changes every day, and no text says how much that is."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import CURRENCIES, MONEY

_CURRENCY: Final = pattern(rf"[{CURRENCIES}]|\b{MONEY}(?![a-z])")
_MAYBE: Final = pattern(f"[{CURRENCIES}A-Z]")
"""What all currencies begin with."""
_BEHIND: Final = pattern(
    "(?:k[rn]|K\u010d|z\u0142|Ft|lei|TL|SEK|NOK|DKK|PLN|CZK|HUF|JPY|CNY|RMB|VND|IDR|BRL|TRY|RUB|UAH|BGN|RON"
    "|dollars?|bucks|[Ee]uros?|pounds sterling|pesos?|reais|real|rupees|rupiah|d\u00f3lares|dong|\u0111"
    "|kron(?:or|er|a|e)|korun|forint|z\u0142otych"
    "|\u0440\u0443\u0431(?:\u043b\u0435\u0439|\u043b\u044f|\u043b\u044c)?|\u0433\u0440\u043d|\u043b\u0432"
    "|\u5143|\u5186|\u5713|\u65e5\u5143|\uc6d0)"
)
"""A currency behind its amount, in letters."""
_BEFORE: Final = pattern(rf"{MONEY}[ \u00a0]?\Z")
_LONGEST: Final = 4
"""Characters of a currency in letters with the blank behind it."""


def has_two_currencies(text: str, start: int, end: int) -> bool:
    """Whether amounts in a part of a text are in several currencies; one in letters may stand before the part."""
    before = _BEFORE.search(text, max(0, start - _LONGEST), start + 1)
    start = start if before is None else before.start()
    first = _MAYBE.search(text, start, end)
    return first is not None and len({name.rstrip(".") for name in _CURRENCY.findall(text, first.start(), end)}) > 1


def is_money(unit: str) -> bool:
    """Whether a unit is a currency."""
    return _CURRENCY.fullmatch(unit) is not None or _BEHIND.fullmatch(unit) is not None
