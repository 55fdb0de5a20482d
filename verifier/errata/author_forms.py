"""Numbers as authors write them in a text: with separators of thousands, either minus, and powers of ten."""

import re
from itertools import islice
from typing import Final

from verifier.record import NamedTuple

_MINUS: Final = "\u2212"
"""The minus of typesetters."""
_MINUSES: Final = ("-", _MINUS, "&minus;", "&#8722;")
_BLANK: Final = r"&(?:thinsp|nbsp|#160|#8201|#8239|#x(?:A0|2009|202F));"
_SEPARATOR: Final = rf"(?:,|\{{,\}}|\\[,;: ]|[ .'\u2019~\u00a0\u2009\u202f]|(?i:{_BLANK}))"
_POINT: Final = r"(?:[.,]|\{[.,]\})"
_PARTS: Final = re.compile(r"(?P<minus>-?)(?P<whole>\d+)(?:\.(?P<decimals>\d+))?(?P<power>x10\^.+)?")
_TEN: Final = re.compile(r"\s*(?:\\times|\\cdot|[x\u00d7\u00b7*])\s*\{?10(?!\d)")
_DIGITS_BEHIND: Final = re.compile(r"[.,]?\d")
_THOUSANDS: Final = 3


class Respelled(NamedTuple):
    """A number in the form of the one in whose place it stands, and the length of that one."""

    text: str
    length: int


def respelled(text: str, old: str, new: str) -> Respelled | None:
    """*new* in the form in which *text*, at its beginning, has the number *old*; None if it does not have it.

    Of a number with a power of ten the digits before the power are changed, and so the power must stay. The percent
    sign of a number may stand in the header of its column, or behind a sign of LaTeX.
    """
    if (found := _with_digits(text, old, new)) is None and old.endswith("%") and new.endswith("%"):
        return _with_digits(text, old.rstrip("\\%"), new.rstrip("\\%"))
    return found


def _with_digits(text: str, old: str, new: str) -> Respelled | None:
    for minus in _MINUSES:
        if text.startswith(shown := old.replace("-", minus, 1)):
            found = Respelled(new.replace("-", minus, 1) if old.startswith("-") else new, len(shown))
            return None if _DIGITS_BEHIND.match(text, found.length) else found
    was, now = _PARTS.fullmatch(old), _PARTS.fullmatch(new)
    if was is None or now is None or was["power"] != now["power"]:
        return None
    shown_as = _form(was).match(text)
    if shown_as is None or _DIGITS_BEHIND.match(text, shown_as.end()):
        return None
    if was["power"] and not _TEN.match(text, shown_as.end()):
        return None
    minus = (shown_as["minus"] or "-") if now["minus"] else ""
    separator = shown_as.groupdict().get("separator") or ""
    point = shown_as.groupdict().get("point") or "."
    decimals = f"{point}{now['decimals']}" if now["decimals"] else ""
    return Respelled(f"{minus}{separator.join(_groups(now['whole']))}{decimals}", shown_as.end())


def _form(number: re.Match[str]) -> re.Pattern[str]:
    """What the text of a number looks like whose thousands may be separated, by one separator throughout."""
    first, *rest = _groups(number["whole"])
    separated = "".join(
        [f"(?P<separator>{_SEPARATOR}){one}" for one in rest[:1]]
        + [f"(?P=separator){one}" for one in islice(rest, 1, None)]
    )
    grouped = f"(?:{separated}|{''.join(rest)})" if rest else ""
    decimals = f"(?P<point>{_POINT}){number['decimals']}" if number["decimals"] else ""
    minus = f"(?P<minus>{'|'.join(_MINUSES)})" if number["minus"] else "(?P<minus>)"
    return re.compile(f"{minus}{first}{grouped}{decimals}")


def _groups(digits: str) -> list[str]:
    """The digits of a whole number in groups of thousands."""
    first = len(digits) % _THOUSANDS or _THOUSANDS
    return [digits[:first], *(digits[at : at + _THOUSANDS] for at in range(first, len(digits), _THOUSANDS))]
