"""Conversions of units that a text may make without a word: what a number can be in another unit."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.interval import Interval, Missing, overlap
from verifier.numbers.printed import Printed
from verifier.numbers.rule_sets import ANY_RULE
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import Side
from verifier.sources.text.other_scripts import COUNTERS
from verifier.sources.text.signs import CROSSES, CURRENCIES, MINUS, TIMES
from verifier.sources.text.topics import Words

MAX_POWER: Final = 30
_TENS: Final = tuple(fmpq(10) ** power for power in range(-MAX_POWER, MAX_POWER + 1))
_TIMES: Final = tuple(map(fmpq, (60, 3600, 86400, 24, 1440, 7, 12, 52, 365, 30)))
"""What units of time are of each other."""
_SPANS: Final = tuple(map(fmpq, (8760, 525600, 604800, 31536000, 31557600)))
"""What years and weeks are of short units of time."""
_LONG_TIMES: Final = (
    (
        pattern(r"days?|nights?|Tage?n?|jours?|d[i\u00ed]as?|giorn[io]|dag(?:en|ar)?"),
        (5, 7, 8, 20, 21, 24, 28, 30, 31, 52, 250, 260, 365, 366, 1440, 86400),
    ),
    (
        pattern(r"weeks?|wks?|Wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|veckor"),
        (4, 5, 7, 12, 13, 40, 52, 168),
    ),
    (
        pattern(r"months?|mos?|Monate?n?|mois?|mes(?:es)?|m\u00eas|mes[ei]|maand(?:en)?"),
        (3, 4, 12, 20, 21, 22, 28, 30, 31, 160),
    ),
    (
        pattern(r"years?|yrs?|Jahre?n?|ans?|ann\u00e9es?|a\u00f1os?|anos?|ann[io]|ja(?:ar|ren)"),
        (4, 10, 12, 52, 100, 250, 260, 360, 365, 366, 1600, 1800, 1920, 2000, 2080, 8760, 525600),
    ),
    (pattern(r"Dutzend|douzaines?|docenas?|d\u00fazias?|dozzin[ae]|dozijn"), (12,)),
)
"""Long units of time, and what others are of them, working days and hours too; and dozens in some languages."""
_TIME_BEHIND: Final = pattern(
    rf"[ \u00a0]?(?:[^\W\d_]{{1,8}}[-\u2010])?(?P<word>{'|'.join(letters.pattern for letters, _ in _LONG_TIMES)})\b",
    re.IGNORECASE,
)
"""A word for a long time, perhaps of persons, or for dozens behind a number."""
_CLOSING: Final = pattern(r"(?:\s*\$\$?|\s*\\\)|[*_]{1,3}){1,2}(?=[ \u00a0])")
_WORD_BEHIND: Final = pattern(
    r"[ \u00a0](?:(?P<h>Stunden?|Std\.?|heures?|horas?|or[ae]|uur|uren|timer|timmar)"
    r"|(?P<min>Minuten?|minutos?|minut[io]|minuten)|(?P<s>Sekunden?|secondes?|segundos?|secondi|seconden)"
    r"|(?P<km>Kilometern?|kilom[e\u00e8]tres?|kil[o\u00f3]metros?|quil[o\u00f4]metros?|chilometri)"
    r"|(?P<m>Metern?|m\u00e8tres?|metros?|metri|Zentimetern?|centim\u00e8tres?|cent[i\u00ed]metros?|centimetri)"
    r"|(?P<L>Litern?|litros?|litri|Millilitern?|mililitros?)"
    r"|(?P<kg>Tonnen?|toneladas?|tonnellate|ton|Kilogramm|kilogrammes?|kilogramos?|quilos?|Gramm|grammes?|gramos?|gramas?)"
    r"|(?P<EUR>Euros?|C\u00e9ntimos?|c\u00e9ntimos?|centimes?|Cents?|Rappen|Franken|reais|pesos))(?!\w)",
    re.IGNORECASE,
)
"""A word for a unit in other languages behind a number, by the sign of one that is converted as that is."""
_BINARY: Final = tuple(fmpq(1024) ** power for power in (1, 2, 3, 4))
_OF_BITS: Final = pattern(r"(?=.*bit)(?:[kKMGT]?i?(?:bits?|bytes?|[bB]))+")
"""Bits, or bits beside bytes, of which eight are one."""
_BITS: Final = (*_BINARY, *(8 * size for size in (fmpq(1), *_BINARY)))
_COUNTED: Final = pattern("[kKMGTB]+")
"""Letters for thousands and more, which may be of two."""
_SHORT: Final = _TIMES[:2]
"""What minutes and hours are of seconds, and hours of minutes."""
_LONG: Final = Words(
    r"\b(?:days?|dail?y|nights?|weeks?|weekly|wks?|months?|monthly|years?|yearly|yrs?|annual|annually|annum)\b"
)
"""Words of units of time that are longer than hours, in small letters."""
_OTHER: Final = (
    r"\b(?:mph|mi|miles?|knots?|kn|kts?|ft|fps|feet|foot|inch(?:es)?|yards?|yd|lbs?|pounds?|gallons?|gal|psi|hp)\b"
)
"""Words of units that are not of SI."""
_IS_OTHER: Final = pattern(_OTHER)
_OTHERS: Final = Words(_OTHER)
_RATES: Final = (
    *_TIMES,
    *map(fmpq, (1024, 1024**2, 1024**3, 1024**4, 2, 3, 4, 5, 8, 16, 20, 144, 1760, 5280)),
    *(fmpq(*ratio) for ratio in ((254, 100), (3048, 10000), (45359, 10**5), (981, 100), (4184, 1000), (1602, 1000))),
    *(fmpq(*ratio) for ratio in ((5729578, 10**5), (1609, 1000), (13332, 100), (980665, 10**5), (931494, 1000))),
    *(fmpq(*ratio) for ratio in ((101325, 1000), (689476, 10**5), (7457, 10), (44704, 10**5), (514444, 10**6))),
    *(fmpq(*ratio) for ratio in ((283495, 10**5), (147868, 10**5), (492892, 10**5), (236588, 10**5))),
    *(fmpq(*ratio) for ratio in ((444822, 10**5), (378541, 10**5), (404686, 10**5), (166054, 10**5), (333564, 10**5))),
)
"""What other units than those of SI are of each other, and of these."""
_PREFIX: Final = r"[kMGTpcdmn\u00b5\u03bc]?"
_BASE: Final = r"(?:[mgNJWVAFCTHLlKM]|Pa|Hz|mol|Omega|\u03a9|\u2126)"
_SI: Final = rf"{_PREFIX}{_BASE}"
_SIZED: Final = pattern(rf"{_PREFIX}(?P<base>{_BASE}|Wh|s)")
_MONEY: Final = rf"(?:EUR)+|(?:USD)+|(?:CHF)+|(?:k\u010d|K\u010d|kr|z\u0142)+|[{CURRENCIES}]"
_WORDS: Final = (
    r"(?:kilo|mega|giga|milli|micro|nano|pico)?(?:joule|watt|newton|volt|amp(?:ere)?|[oO]hm|pascal|coulomb)s?"
)
_DECIMAL: Final = pattern(
    rf"(?:{_SI})+|dB|{_WORDS}|[kMG]?bits?|k?cal|kips?|ksi|kvar|kohm|tonnes?|kilos?|{_MONEY}|(?:\u00b0C)+|(?:\u00b0F)+"
    rf"|[{''.join(sorted(COUNTERS))}]+|(?:lakhs?|crores?|thousand|million|billion)+|[kMBGTP]?FLOPs?"
)
"""Units between which there are powers of ten alone."""
_OF_TIME: Final = r"s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?"
_TIME: Final = pattern(_OF_TIME)
_TIMED: Final = pattern(rf"(?:{_SI}|{_OF_TIME})+")
"""Units between which there are powers of ten and what units of time are of each other."""

_SIZES: Final = (-9, -6, -3, -2, 2, 3, 6, 9)
"""Powers of ten between units of which one is seldom told, as between kN and N."""
_LEAST_ROUNDED: Final = 100
_PRECISE: Final = 50
"""A number of three digits stands for numbers that differ by less than one part in so many."""
_HALF: Final = Interval(fmpq(-1, 2), fmpq(1, 2))
_BELOW_ONE: Final = Interval(fmpq(-1), fmpq(1), lo_closed=False, hi_closed=False)
"""How far what is counted whole is off, to either side."""
_FEW_DIGITS: Final = 4
_ANGLES: Final = pattern(r"(?:deg|rad|\u00b0)+")
_OF_ANGLES: Final = (fmpq(5729578, 10**5), fmpq(60), fmpq(3600))
"""What degrees are of radians, and of minutes and seconds of an arc."""


class Named(NamedTuple):
    """Whether a text names units of times longer than hours, and others than those of SI."""

    long_times: bool
    others: bool


SAME: Final = "="
"""Stands for the units of two sides that have the same, between which nothing is converted."""


def is_decimal(unit: str) -> bool:
    """Whether there are powers of ten alone between units of these letters."""
    return _DECIMAL.fullmatch(unit) is not None


def is_known(unit: str) -> bool:
    """Whether what a unit is of others is known: of powers of ten, of times, or of miles, pounds and the like."""
    return is_decimal(unit) or _TIMED.fullmatch(unit) is not None or _IS_OTHER.fullmatch(unit) is not None


def is_of_two_sizes(kinds: Collection[str]) -> bool:
    """Whether two units are one but for a power of ten, as L and mL."""
    found = {kind: match["base"] for kind in kinds if (match := _SIZED.fullmatch(kind))}
    return len(set(found.values())) < len(found)


def is_of_small_numbers(left: Side, right: Side) -> bool:
    """Whether a side is a sum or product of whole numbers of a few digits, and the other one such a number."""
    numbers, signs = (left.tokens[::2], left.tokens[1::2])
    are_signs = all(sign.is_one_of("+", *MINUS, *CROSSES, *TIMES) for sign in signs)
    return are_signs and all(one.text.isdecimal() and len(one.text) <= _FEW_DIGITS for one in (*numbers, *right.tokens))


def is_converted(  # noqa: PLR0913 - what a number is, and what is known of its unit
    possible: Interval | None,
    target: Interval | None,
    unit: str,
    named: Named,
    *,
    is_plain: bool = False,
    is_of_one_factor: bool = False,
) -> bool:
    """Whether a number can be what its operands give in another unit, or things that are counted whole.

    A whole number of three digits or more that is no power of ten of them is rounded there. Where they are *plain*
    small numbers, days and longer times are no powers of ten of other units. What is *of one factor* is a power of
    ten, or what other units are of each other, and not both.
    """
    if possible is None or target is None:
        return True
    times = _of_a_long_time(unit) if is_plain else ()
    if times:
        near = target + _BELOW_ONE if _is_whole_number(target) else target
        return any(isinstance(box, Interval) and overlap(box, near) for box in (possible * factor for factor in times))
    rates = _rates(unit, named)
    factors = () if unit == SAME else (fmpq(1), *_both_ways(rates))
    is_counted = not is_decimal(unit) and not _is_whole_number(possible) and _is_wide(target)
    shown = target + _HALF if _is_whole_number(target, _LEAST_ROUNDED) and not is_decimal(unit) else target
    if _TIME.fullmatch(unit) and isinstance(shown, Interval) and _is_in_times(possible, shown):
        return True
    is_rounded = bool(factors) and not is_of_one_factor and _is_whole_number(target)
    if is_rounded and _is_rounded_elsewhere(possible, target + _HALF, rates):
        return True
    if is_counted and overlap(possible + _BELOW_ONE, target):
        return True
    if not isinstance(shown, Interval):
        return False
    in_tens = (one * ten for one in factors for ten in _tens_between(possible, shown, one))
    boxes = (possible * ratio for ratio in ((*factors, *_TENS) if is_of_one_factor else in_tens))
    return any(isinstance(box, Interval) and overlap(box, shown) for box in boxes)


def _tens_between(possible: Interval, shown: Interval, factor: fmpq) -> Sequence[fmpq]:
    """The powers of ten that may take a range times a factor to another one: all of them but for positive ranges."""
    lo, hi, least, most = possible.lo, possible.hi, shown.lo, shown.hi
    if not (isinstance(lo, fmpq) and isinstance(hi, fmpq) and isinstance(least, fmpq) and isinstance(most, fmpq)):
        return _TENS
    if lo <= 0 or least <= 0:
        return _TENS
    return _TENS[bisect_left(_TENS, least / (hi * factor)) : bisect_right(_TENS, most / (lo * factor))]


def unit_word_behind(text: str, end: int) -> str:
    """The unit that a word of some languages says behind what ends at an offset of a text; empty if there is none.

    The end of mathematics, and of emphasis around it, may stand before the word.
    """
    closing = _CLOSING.match(text, end)
    end = end if closing is None else closing.end()
    if True not in map(str.isalpha, text[end : end + 2]):
        return ""
    word = _TIME_BEHIND.match(text, end)
    if word is not None:
        return word["word"]
    other = _WORD_BEHIND.match(text, end)
    return "" if other is None or other.lastgroup is None else other.lastgroup


def _is_in_times(possible: Interval, shown: Interval) -> bool:
    """Whether a number of three digits, or a whole one, is what a unit of time that no text names is of another."""
    lo, hi = shown.lo, shown.hi
    if not (isinstance(lo, fmpq) and isinstance(hi, fmpq)) or (hi - lo) * _PRECISE > max(abs(lo), abs(hi)):
        return False
    boxes = (possible * factor for factor in _both_ways((*_TIMES, *_SPANS)))
    return any(isinstance(box, Interval) and overlap(box, shown) for box in boxes)


def _is_rounded_elsewhere(possible: Interval, shown: Interval | Missing, rates: Sequence[fmpq]) -> bool:
    """Whether a number is rounded in a unit of another size: 47.2 kN of 47223 N, or 6.8 h of 408 min."""
    factors = (*(_TENS[MAX_POWER + power] for power in _SIZES), *_both_ways(rates))
    boxes = (possible * factor for factor in factors)
    return any(isinstance(box, Interval) and isinstance(shown, Interval) and overlap(box, shown) for box in boxes)


def is_usual_elsewhere(possible: Interval | None, number: Printed | None, unit: str, named: Named) -> bool:
    """Whether a number is what its operands give in another unit, rounded to the nearest or cut.

    A power of ten and a rate between other units are not taken together: with both, nearly all numbers would do.
    """
    if possible is None or number is None or unit == SAME:
        return False
    usual = ANY_RULE.declared_preimage(number.value, number.decimals)
    factors = (*(ten for ten in _TENS if ten != 1), *_both_ways(_rates(unit, named)))
    boxes = (possible * factor for factor in factors)
    return usual is not None and any(isinstance(box, Interval) and overlap(box, usual) for box in boxes)


@lru_cache(maxsize=1)
def named_in(text: str) -> Named:
    """What units a text names."""
    small = text.lower()
    return Named(_LONG.are_in(small), _OTHERS.are_in(small))


def _of_a_long_time(unit: str) -> tuple[fmpq, ...]:
    """What other units of time are of days, weeks, months or years; nothing for another unit.

    There are no powers of ten between these and others.
    """
    rates = next((rates for letters, rates in _LONG_TIMES if letters.fullmatch(unit)), ())
    return (fmpq(1), *_both_ways(map(fmpq, rates))) if rates else ()


def _rates(unit: str, named: Named) -> Sequence[fmpq]:
    """What units of these letters can be of others: of short times, metres and the like, or of those that are named.

    Nothing where they are powers of ten of each other.
    """
    if _COUNTED.fullmatch(unit):
        return _BINARY
    if _OF_BITS.fullmatch(unit):
        return _BITS
    if is_decimal(unit):
        return ()
    if _ANGLES.fullmatch(unit):
        return _OF_ANGLES
    is_timed = _TIMED.fullmatch(unit.replace("/", "")) is not None
    if not is_timed or named.others:
        return (*_RATES, *_SPANS) if is_timed and named.long_times else _RATES
    return (*_TIMES, *_SPANS) if named.long_times else _SHORT


def _both_ways(rates: Iterable[fmpq]) -> Iterator[fmpq]:
    for rate in rates:
        yield from (rate, 1 / rate)


def _is_wide(box: Interval) -> bool:
    """Whether numbers with decimals are no print of so wide a range."""
    return not (isinstance(box.lo, fmpq) and isinstance(box.hi, fmpq)) or box.hi - box.lo >= 1


def _is_whole_number(box: Interval, least: int = 0) -> bool:
    """Whether a range is one whole number, which is not below another but for its sign."""
    is_one = isinstance(box.lo, fmpq) and isinstance(box.hi, fmpq) and box.lo == box.hi
    return is_one and isinstance(box.lo, fmpq) and box.lo.q == 1 and abs(box.lo) >= least
