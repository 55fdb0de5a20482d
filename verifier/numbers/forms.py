r"""Forms of numbers but plain decimals: `8.3%`, `1.5k`, `$1,234.50`, `0.187\,5`, `10^-4`, `2 1/2`, `0.1(6)`, `(9)`."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern
from verifier.numbers.powers_of_ten import Power
from verifier.record import NamedTuple

_REMEMBERED: Final = 1 << 14
_GROUP: Final = 3
"""Digits between two separators of thousands."""
_DRESSED: Final = pattern(
    r"""(?P<sign>[+-]?)(?P<before>(?:\\?\$|[\u20ac\u00a3\u00a5])?)
        (?P<whole>[1-9][0-9]{0,2}(?:(?P<group>,|\\,|\{,\}|[\u2009\u202f])[0-9]{3}(?:(?P=group)[0-9]{3})*)|[0-9]*)
        (?P<decimals>(?:\.[0-9]+(?:(?P<space>\\,|[\u2009\u202f])[0-9]+(?:(?P=space)[0-9]+)*)?)?)
        (?P<after>(?:\\?%|\u2030|[kKM])?)
    """,
    re.VERBOSE | re.ASCII,
)
_OF_ACCOUNTS: Final = pattern(r"\((?P<amount>(?:\\?\$|[\u20ac\u00a3\u00a5])?[0-9][0-9.,]*(?:\\?%)?)\)", re.ASCII)
_POWER: Final = pattern(r"(?P<sign>[+-]?)10(?:\^|\*\*)(?P<brace>\{)?(?P<exponent>[+-]?[0-9]+)(?(brace)\})", re.ASCII)
_FRACTION: Final = pattern(r"(?P<sign>[+-]?)(?:(?P<whole>[0-9]+) )?(?P<above>[0-9]+)/(?P<below>[0-9]+)", re.ASCII)
_RECURRING: Final = pattern(r"(?P<sign>[+-]?)(?P<whole>[0-9]+)\.(?P<before>[0-9]*)\((?P<period>[0-9]+)\)", re.ASCII)
_LONGEST_PERIOD: Final = 30
"""A longer period is not written; its number is shown as a fraction."""
_LARGEST_BELOW: Final = 1000
"""Of the denominator of a decimal fraction that is written as a fraction."""
_SHIFTS: Final = {"%": 2, "\u2030": 3, "k": -3, "K": -3, "M": -6}


class Form(NamedTuple):
    """What is written around the digits of a number, and between them; its value is 10**-shift times its digits.

    `recurs`: digits that come again and again stand in brackets. `space` stands behind each third decimal. `fraction`
    stands between the whole number and the rest, or is `/` where there is no whole number; then `below` is the
    denominator. `power` is that of ten. A negative number is `in_brackets`, as in accounts.
    """

    before: str = ""
    after: str = ""
    group: str = ""
    shift: int = 0
    recurs: bool = False
    space: str = ""
    fraction: str = ""
    below: int = 1
    power: Power | None = None
    in_brackets: bool = False

    def of_fraction(self, above: int, below: int) -> str | None:
        """A fraction in this form, over `below` if it can be; None if it is none, or ends over a large denominator."""
        if self.recurs:
            return recurring(above, below)
        if not self.fraction or (below > _LARGEST_BELOW and _ends(below)):
            return None
        if below > 1 and self.below % below == 0:
            above, below = above * (self.below // below), self.below
        whole, rest = divmod(abs(above), below)
        sign = "-" if above < 0 else ""
        if not rest:
            return f"{sign}{whole}"
        if self.fraction == "/" or not whole:
            return f"{sign}{abs(above)}/{below}"
        return f"{sign}{whole}{self.fraction}{rest}/{below}"

    def written(self, plain: str) -> str:
        """Plain decimals in this form."""
        sign, body = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
        whole, point, decimals = body.partition(".")
        if self.group:
            first = len(whole) % _GROUP or _GROUP
            parts = [whole[:first], *(whole[at : at + _GROUP] for at in range(first, len(whole), _GROUP))]
            whole = self.group.join(parts)
        if self.space:
            decimals = self.space.join(decimals[at : at + _GROUP] for at in range(0, len(decimals), _GROUP))
        shown = f"{self.before}{whole}{point}{decimals}{self.after}"
        return f"({shown})" if sign and self.in_brackets else sign + shown


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
    negative = _OF_ACCOUNTS.fullmatch(text)
    if negative is not None:
        return _in_brackets(negative["amount"])
    match = _DRESSED.fullmatch(text)
    if match is None or not (match["whole"] or match["decimals"]):
        return None
    form = Form(
        match["before"],
        match["after"],
        match["group"] or "",
        _SHIFTS.get(match["after"].lstrip("\\"), 0),
        space=match["space"] or "",
    )
    whole = match["whole"].replace(form.group, "") if form.group else match["whole"]
    return Undressed(f"{match['sign']}{whole}{match['decimals'].replace(form.space or ' ', '')}", form)


def _in_brackets(amount: str) -> Undressed | None:
    """An amount that accounts write in brackets, as they are less than nothing; None if it is no number."""
    found = Undressed(amount) if amount.replace(".", "", 1).isdigit() else undressed(amount)
    return found and Undressed(f"-{found.plain}", found.form._replace(in_brackets=True))


@lru_cache(maxsize=_REMEMBERED)
def fraction(text: str) -> tuple[int, int] | None:
    """The numerator and the denominator of `-1/3`, `2 1/2` or `0.1(6)`; None of another text, or for one over zero."""
    recurring = _RECURRING.fullmatch(text)
    if recurring is not None:
        return _of_recurring(recurring)
    match = _FRACTION.fullmatch(text)
    if match is None or int(match["below"]) == 0:
        return None
    above = int(match["whole"] or 0) * int(match["below"]) + int(match["above"])
    return -above if match["sign"] == "-" else above, int(match["below"])


def denominator(text: str) -> int:
    """The denominator of a fraction, as 3 of `-1/3`; 1 of another text."""
    match = _FRACTION.fullmatch(text)
    return 1 if match is None else int(match["below"])


def _of_recurring(match: re.Match[str]) -> tuple[int, int]:
    """The numerator and the denominator of a decimal whose last digits come again and again."""
    before, period = match["before"], match["period"]
    below = 10 ** len(before) * (10 ** len(period) - 1)
    above = int(match["whole"] + before + period) - int(match["whole"] + before)
    return -above if match["sign"] == "-" else above, below


def _ends(below: int) -> bool:
    """Whether fractions over a number are decimals that end."""
    return pow(10, below.bit_length(), below) == 0


def recurring(above: int, below: int) -> str | None:
    """A fraction as a decimal with its period in brackets; None if it ends, or its period is long."""
    whole, rest = divmod(abs(above), below)
    digits: list[str] = []
    places: dict[int, int] = {}
    while rest and rest not in places and len(digits) < 2 * _LONGEST_PERIOD:
        places[rest] = len(digits)
        digit, rest = divmod(10 * rest, below)
        digits.append(str(digit))
    if rest not in places or len(digits) - places[rest] > _LONGEST_PERIOD:
        return None
    first = places[rest]
    return f"{'-' if above < 0 else ''}{whole}.{''.join(digits[:first])}({''.join(digits[first:])})"
