r"""Forms of numbers beside plain decimals: `87.3%`, `$1,234.50`, `0.187\,5`, `10^-4`, `1/3` and `2 1/2`."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

_REMEMBERED: Final = 1 << 14
_GROUP: Final = 3
"""Digits between two separators of thousands."""
_DRESSED: Final = re.compile(
    r"""(?P<sign>[+-]?)(?P<before>(?:\\?\$|[\u20ac\u00a3\u00a5])?)
        (?P<whole>[1-9][0-9]{0,2}(?:(?P<group>,|\\,|\{,\})[0-9]{3}(?:(?P=group)[0-9]{3})*)|[0-9]*)
        (?P<decimals>(?:\.[0-9]+(?:\\,[0-9]+)*)?)
        (?P<after>(?:\\?%|\u2030)?)
    """,
    re.VERBOSE | re.ASCII,
)
_POWER: Final = re.compile(r"(?P<sign>[+-]?)10(?:\^|\*\*)(?P<brace>\{)?(?P<exponent>[+-]?[0-9]+)(?(brace)\})", re.ASCII)
_FRACTION: Final = re.compile(r"(?P<sign>[+-]?)(?:(?P<whole>[0-9]+) )?(?P<above>[0-9]+)/(?P<below>[0-9]+)", re.ASCII)
_SHIFTS: Final = {"%": 2, "\u2030": 3}


class Form(NamedTuple):
    """What is written around the digits of a number, and between them; its value is 10**-shift times its digits."""

    before: str = ""
    after: str = ""
    group: str = ""
    shift: int = 0

    def written(self, plain: str) -> str:
        """Plain decimals in this form."""
        sign, body = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
        whole, point, decimals = body.partition(".")
        if self.group:
            first = len(whole) % _GROUP or _GROUP
            parts = [whole[:first], *(whole[at : at + _GROUP] for at in range(first, len(whole), _GROUP))]
            whole = self.group.join(parts)
        return f"{sign}{self.before}{whole}{point}{decimals}{self.after}"


PLAIN: Final = Form()


class Undressed(NamedTuple):
    """A number as plain decimals, and the form that it was printed in."""

    plain: str
    form: Form = PLAIN


@lru_cache(maxsize=_REMEMBERED)
def undressed(text: str) -> Undressed | None:
    """The plain decimals of a number with signs around it, or of a bare power of ten; None of another text."""
    power = _POWER.fullmatch(text)
    if power is not None:
        return Undressed(f"{power['sign']}1E{power['exponent']}")
    match = _DRESSED.fullmatch(text)
    if match is None or not (match["whole"] or match["decimals"]):
        return None
    form = Form(match["before"], match["after"], match["group"] or "", _SHIFTS.get(match["after"].lstrip("\\"), 0))
    whole = match["whole"].replace(form.group, "") if form.group else match["whole"]
    return Undressed(f"{match['sign']}{whole}{match['decimals'].replace(chr(92) + ',', '')}", form)


@lru_cache(maxsize=_REMEMBERED)
def fraction(text: str) -> tuple[int, int] | None:
    """The numerator and the denominator of `-1/3` or `2 1/2`; None of another text, or for a denominator of zero."""
    match = _FRACTION.fullmatch(text)
    if match is None or int(match["below"]) == 0:
        return None
    above = int(match["whole"] or 0) * int(match["below"]) + int(match["above"])
    return -above if match["sign"] == "-" else above, int(match["below"])
