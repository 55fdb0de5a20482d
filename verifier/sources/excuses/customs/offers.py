"""Words beside an equality that say how it is counted: offers, disks that hold copies, both ends, and whole things.

`3 for 2: 3 * £4 = £8`, `RAID 5: 4 * 4 TB = 12 TB`, `10 - 3 = 8 days inclusive`, `17/5 = 4 cars`, `25 pips`.
"""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import differ_in_a_digit, number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import CURRENCIES
from verifier.sources.text.words_behind import words_behind
from verifier.sources.units.unit_sizes import size_of

_BEFORE: Final = 90
_SENTENCE: Final = re.compile(r"[.!?;]\s|\n")
_TIMES: Final = re.compile(r"(\d+(?:\.\d+)?)\*(\d+(?:\.\d+)?)")
_COUNTS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_COUNT: Final = rf"([1-9]|{'|'.join(_COUNTS)})"
_FOR: Final = re.compile(
    rf"\b{_COUNT}(?:x| (?:for|f\u00fcr|pour|por|per|voor|f\u00f6r|halen|bet[a\u00e5]la f\u00f6r"
    rf"|\u043f\u043e \u0446\u0435\u043d\u0435"
    r"|w cenie|za cenu|al precio de|al prezzo di|pelo pre\u00e7o de|au prix de|zum preis von|,? zahl)"
    rf" (?:the price of )?|, (?:zahle?|pay|paga|payez|betaal) ){_COUNT}\b",
    re.IGNORECASE,
)
_OFFERED: Final = (
    r"\b(?:discount(?:ed)?|rebates?|bundle|free|half[- ]price|BOGO|bogof|\w{0,12}rabatt|gratis|remise|rabais"
    r"|gratuit|offert|descuento|rebaja|sconto|omaggio|desconto|korting|zni\u017ck\w"
    r"|\u0441\u043a\u0438\u0434\u043a\w+|multibuy"
    r"|zum halben Preis|moiti\u00e9 prix|mitad de precio)\b"
)
_OFFER: Final = pattern(rf"{_OFFERED}[^|]{{0,30}}:\W*\||\|\W*(?:\w+ ){{0,3}}{_OFFERED}", re.IGNORECASE)
"""What says beside the place of an equality that it is of an offer: a label before it, or words right behind it."""
_COPIES: Final = pattern(r"\braid|\bmirror|\busable\b|\bredundan|\breplic|\bgespiegelt|\bmiroir", re.IGNORECASE)
_MOST: Final = 20
"""So many things at most are sold by an offer of several."""
_BYTES: Final = ("TB", "GB", "MB", "TiB", "GiB", "PB")
_BOTH: Final = pattern(
    r"\W{0,3}(?:[^\W\d]+ ){0,2}\(?(?:inclusive|both|included|einschlie\u00dflich|inklusive"
    r"|inclus\w*|compris\w*|incl\w*)\b",
    re.IGNORECASE,
)
_BOTH_BEFORE: Final = re.compile(
    r"\b(?:both (?:ends|days)|inclusive\w*|pages? \d+ (?:to|through|-|\u2013) \d+)\b", re.IGNORECASE
)
_POSTS: Final = re.compile(
    r"(?:fence )?(?:posts?|pf\u00e4hle|pfosten|poteaux|postes|pali|trees|lampposts?|stakes|flags)\b", re.IGNORECASE
)
_PAIRS: Final = pattern(r"(?:hand ?shakes?|pairs?|paare|paires?|pares|games|matches|edges|diagonals)\b", re.IGNORECASE)
_STEPS: Final = pattern(r"(?:pips?|pipettes?|ticks?)\b", re.IGNORECASE)
_BANDS: Final = pattern(r"\bIELTS\b|\boverall bands?\b|\bband scores?\b")
_HARMONIC: Final = pattern(r"\bharmoni|\baverage speed|\bharmoniq", re.IGNORECASE)
_TWO: Final = pattern(r"(?:mean\(|\()(\d+(?:\.\d+)?)[,+](\d+(?:\.\d+)?)\)(?:/2)?")
_WORD: Final = pattern(r"\(?(?:it/|[^\W\d_]{3})")
_DECIMALS: Final = pattern(r"\d*\.\d+(?:-\d*\.\d+)?")
_QUOTIENT: Final = pattern(r"\d+k?/\d+|\d+\.\d+")


def is_counted_by_words(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether words of the sentence around two sides between offsets say that they are counted in another way."""
    left, right = sides
    value, shown = value_of(left), value_of(right)
    before, behind = _SENTENCE.split(text[max(0, start - _BEFORE) : start])[-1], words_behind(text, end)
    near = f"{before} | {_SENTENCE.split(behind)[0]}"
    spelled = plainly(left.tokens)
    if _HARMONIC.search(near) is not None and _is_harmonic(spelled, right):
        return True
    if value is None or shown is None:
        return False
    if _STEPS.match(behind) is not None and _DECIMALS.fullmatch(spelled) is not None:
        return True
    factors = _TIMES.fullmatch(spelled)
    if factors is not None and 0 < shown < value and _is_of_fewer(near, factors, sides):
        return True
    is_inclusive = _BOTH.match(behind) is not None or _BOTH_BEFORE.search(before) is not None
    is_difference = (is_inclusive and "-" in spelled) or (_POSTS.match(behind) and "/" in spelled)
    if is_difference and shown == value + 1:
        return True
    return (
        (_PAIRS.match(behind) is not None and 2 * shown == value)
        or (_BANDS.search(near) is not None and shown == (2 * value + fmpq(1, 2)).floor() / fmpq(2))
        or _is_of_whole_things(spelled, value, right, behind)
    )


def _is_of_fewer(near: str, factors: re.Match[str], sides: tuple[Side, Side]) -> bool:
    """Whether fewer than all things are paid, or hold what is stored: a whole number of them, or half of one less."""
    count, each = number(factors[1]), number(factors[2])
    shown = value_of(sides[1])
    if shown is None or each == 0 or count < 2 or count.q != 1:  # noqa: PLR2004 - several
        return False
    for one, other in _FOR.findall(near):
        several, paid = (_COUNTS.get(word.lower()) or int(word) for word in (one, other))
        full, rest = divmod(int(count.p), several)
        if shown == (full * paid + min(rest, paid)) * each:
            return True
    parts = shown / each
    if _COPIES.search(near) is not None and sides[1].unit in _BYTES:
        return parts.q == 1
    is_paid = sides[1].tokens[0].is_money or sides[1].unit in ("", *CURRENCIES)
    if "." in sides[1].tokens[-1].text and differ_in_a_digit(sides[1].tokens[-1].text, _with_cents(count * each)):
        return False
    return is_paid and count <= _MOST and shown * 2 >= count * each and _OFFER.search(near) is not None


def _with_cents(amount: fmpq) -> str:
    whole, cents = divmod(int((amount * 100).floor()), 100)
    return f"{whole}.{cents:02}"


def _is_harmonic(spelled: str, right: Side) -> bool:
    """Whether a mean of two numbers is their harmonic one."""
    two = _TWO.fullmatch(spelled)
    if two is None:
        return False
    one, other = number(two[1]), number(two[2])
    return one + other > 0 and shows(2 * one * other / (one + other), right.tokens)


def _is_of_whole_things(spelled: str, value: fmpq, right: Side, behind: str) -> bool:
    """Whether a quotient is rounded up to so many things that cannot be parted, or as the text says."""
    if _QUOTIENT.fullmatch(spelled) is None or value.q == 1 or plainly(right.tokens) != str(value.ceil()):
        return False
    return _WORD.match(behind) is not None and not (right.unit and size_of(right.unit.rstrip("s")) is not None)
