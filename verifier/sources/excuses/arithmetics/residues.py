"""What begins anew after so many, of which a text speaks: `5 + 4 = 2` modulo 7, `350 + 45 = 35` of bearings."""

import re
from typing import Final

from flint import fmpq, fmpz

from verifier.late import pattern
from verifier.sources.text.topics import Topics, Words

MAX_NAMED: Final = 20
"""Maximum number of moduli of a text that are tried."""
_RINGS: Final = (
    r"(?:\bZ(?=[0-9]{1,3}\b)|(?:\b[ZF]|\\mathbb\{?\s*[ZF]\}?|\\mathbf\{[ZF]\}|\u2124)\s*(?:_\s*\{?|/)|GF\s*\()\s*"
)
_MODULUS: Final = pattern(
    rf"(?=[mM\\ZFG\u2124\u043c])(?:(?:\b(?i:m[o\u00f3]d(?:ulo|ulus|ul|uli)?|\u043c\u043e\u0434\u0443\u043b[\u044e\u0435])\b|\\p?b?mod)[\s${{}}(\\,:;=]{{0,6}}(?P<by>[0-9]{{1,9}}(?![0-9]|\.[0-9])|[A-Za-z]\b|[a-z]{{3,6}}\b)"
    rf"|{_RINGS}(?P<ring>[0-9]{{1,9}}|[a-z]\b)|(?:\u2124|\bZ)(?P<low>[\u2080-\u2089]{{1,9}}))"
)
_SET: Final = re.compile(
    r"[\s}$*_]{0,6}(?::=|=|\\approx|\u2248)[\s$&]{0,6}(?!\\mathbb|\\mathbf\{[ZF]|[ZF]\s*[_/0-9]|GF)"
    r"(?:[-\u2212]?[0-9.]|[ABD-Za-z](?![a-z])|[A-Za-z.]+\(|[\[(]|\\(?:begin\{|[dt]?frac|sqrt|left\s?[\[(]|text|mathrm|mathbf|operatorname|sigma|max))"
)
"""Behind the name of a ring what makes it that of a matrix or a value: what these are set equal to, and no set."""
_LOW: Final = str.maketrans("\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089", "0123456789")
_SIZE: Final = pattern(
    r"\b(?:(?:order|size|period|length|characteristic|buffer|ring)\s(?:of\s)?|(?:n|p|q)\s*=\s*)\$?([0-9]{1,9})\b"
    r"|\b([0-9]{1,9})\s(?:places|slots|marks|positions|elements|seats)\b"
)
"""The size of what goes round, in small letters."""
_ROUND: Final = Words(
    r"\b(?:cyclic|circular|buffer|ring|characteristic|diffie|rsa|finite fields?|elliptic|carousel|dial)\b"
)
_COUNTS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS: Final = {word: size for size, word in enumerate(_COUNTS, 2)}
_BITS: Final = pattern(r"(?=[0-9ui])(?:\b([0-9]{1,2})[- ]?bits?\b|\bu?int([0-9]{1,2})\b)", re.IGNORECASE)
_CLOCK: Final = (
    r"\bclocks?\b|\bUhr\b|o'clock|\bmidnight\b|\bnoon\b|\btime ?zones?\b|\ba\.m\.|\bp\.m\.|\bUTC\b|\bdial\b"
    r"|\bpast the hour\b|\bin the (?:morning|evening|afternoon)\b|\bat night\b"
)
_MONTHS: Final = (
    r"\bmonths?\b|\b(?:January|February|March|April|June|July|August|September|October|November|December)\b"
)
_PARITY: Final = r"\bparity\b|\bhamming\b|\bcrc\b|\bcheck ?bits?\b"
_DIGITS: Final = (
    r"\bdigit(?:al)? (?:sum|root)s?\b|\bsum of (?:the |its )?digits\b|\bcheck ?digits?\b|\bluhn\b|\bnines\b"
)
_TURNS: Final = (
    r"\bbearings?\b|\bazimuths?\b|\bheadings?\b|\blongitudes?\b|\bdegrees?\b|\bcompass\b|\bcourses?\b|\bhues?\b"
    r"|\bstarboard\b|\u00b0|\\circ\b"
)
_MACHINE: Final = (
    r"\b(?:signed|unsigned) (?:char|short|int|long)\b|\bJava\b|\bint\b|\b(?:over|under)flow\w*|\bwrap(?:s|ped|ping)?\b"
    r"|\bwraparound\b|\broll(?:s|ed)? over\b|\bbytes?\b|\bshort\)"
)
_WEEKDAYS: Final = (
    r"\bweekdays?\b|\bdays? of the week\b|\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|\bWochentage?\b"
    r"|\b(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag\b|\bMittwoch\b|\b(?:lun|mar|mercre|jeu|vendre|same)di\b"
    r"|\b(?:lunes|martes|mi\u00e9rcoles|jueves|viernes|s\u00e1bado|domingo)\b"
)
_CYCLES: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    (_CLOCK, (12, 24, 60)),
    (_MONTHS, (12, 28, 30, 31)),
    (_PARITY, (2,)),
    (
        _WEEKDAYS,
        (7,),
    ),
    (r"\bKW [0-9]{1,2}\b|\bKalenderwochen?\b|\bcalendar weeks?\b|\bISO weeks?\b|\bweek numbers?\b", (52, 53)),
    (r"\b(?:night|late|early) shifts?\b|\b(?:Nacht|Sp\u00e4t|Fr\u00fch)schicht\b", (12, 24)),
    (_DIGITS, (9, 10, 11)),
    (r"\bpitch(?: class(?:es)?|es)?\b|\bsemitones?\b|\boctaves?\b", (12,)),
    (r"\bcaesar\b|\bciphers?\b|\bencrypt\w*|\bdecrypt\w*|\balphabet\b", (26,)),
    (_TURNS, (360,)),
    (_MACHINE, (2**4, 2**8, 2**16, 2**32, 2**64)),
)
"""Words of what begins anew after so many."""
_CYCLIC: Final = Topics(_CYCLES)


def moduli_of(text: str) -> tuple[int, ...]:
    """The moduli of which a text speaks."""
    matches = list(_MODULUS.finditer(text))
    values = {_ring(match) for match in matches if not match["by"] and is_of_a_value(text, match.end())}
    named = dict.fromkeys(
        match["by"] or match["ring"] or match["low"].translate(_LOW)
        for match in matches
        if match["by"] or "mathbb" in match[0] or _ring(match) not in values
    )
    found = [int(one) for name in list(named)[:MAX_NAMED] for one in _said(text, name)]
    small = text.lower()
    found += [modulus for moduli in _CYCLIC.told(text) for modulus in moduli]
    found += [2 ** int(match[1] or match[2]) for match in _BITS.finditer(text)]
    sizes = _SIZE.finditer(small) if _ROUND.are_in(small) else ()
    found += [int(match[1] or match[2]) for match in sizes][:MAX_NAMED]
    return tuple(dict.fromkeys(modulus for modulus in found if modulus > 1))


def _ring(match: re.Match[str]) -> tuple[str, str]:
    """The letter and the number of a ring, as of Z_2: what is set equal to a value anywhere is none everywhere."""
    letter = "F" if "F" in match[0] else "Z"
    return letter, match["ring"] or match["low"].translate(_LOW)


def is_of_a_value(text: str, end: int) -> bool:
    """Whether a letter with an index, which ends at an offset, is set equal to a matrix or a value there."""
    return _SET.match(text, end) is not None


def is_residue(left: fmpq, right: fmpq, modulus: int) -> bool:
    """Whether a number is what another leaves of a modulus, or that less the modulus; a fraction may have an inverse.

    So a number below the modulus is no other than itself, and one above it is left of none. Days of a week count to 7.
    """
    if abs(right) > modulus or (0 <= left < modulus and left.q == 1 and right >= 0):
        return False
    difference = left - right
    is_invertible = right.q == 1 and fmpz(modulus).gcd(difference.q) == 1
    return (difference.q == 1 or is_invertible) and difference.p % modulus == 0


def _said(text: str, name: str) -> list[str]:
    """The modulus that a number or a word is, or that a text says a name is, as in `p = 17`."""
    if name.isdecimal() or len(name) > 1:
        return [name] if name.isdecimal() else [str(_WORDS[name])] if name in _WORDS else []
    return re.findall(rf"\b{name}\s*=\s*([0-9]{{1,9}})\b", text)[:MAX_NAMED]
