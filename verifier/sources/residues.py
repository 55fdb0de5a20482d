"""What begins anew after so many, of which a text speaks: `5 + 4 = 2` modulo 7, `350 + 45 = 35` of bearings."""

import re
from typing import Final

from flint import fmpq, fmpz

MAX_NAMED: Final = 20
"""Maximum number of moduli of a text that are tried."""
_RINGS: Final = r"(?:\\mathbb\{?\s*[ZF]\}?|\\mathbf\{[ZF]\}|\b[ZF]|\u2124|GF)\s*(?:_\s*\{?|/|\()\s*"
_MODULUS: Final = re.compile(
    rf"(?:\b(?i:mod(?:ulo|ulus)?)\b|\\p?b?mod)[\s${{}}(\\,:;=]{{0,6}}(?P<by>[0-9]{{1,9}}|[A-Za-z]\b)"
    rf"|{_RINGS}(?P<ring>[0-9]{{1,9}}|[a-z]\b)"
)
_BITS: Final = re.compile(r"\b([0-9]{1,2})[- ]?bits?\b|\bu?int([0-9]{1,2})\b", re.IGNORECASE)
_CYCLES: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    (r"\bclocks?\b|o'clock|\bmidnight\b|\bnoon\b|\btime ?zones?\b|\b[ap]\.m\.|\bUTC\b", (12, 24, 60)),
    (r"\bxor\b|\bexclusive or\b|\bparity\b|\bhamming\b|\bcrc\b|\bcheck ?bits?\b|\\oplus|\u2295", (2,)),
    (r"\bweekdays?\b|\bdays? of the week\b", (7,)),
    (
        r"\bdigit(?:al)? (?:sum|root)s?\b|\bsum of (?:the |its )?digits\b|\bcheck ?digits?\b|\bluhn\b|\bnines\b",
        (9, 10, 11),
    ),
    (r"\bpitch(?: class(?:es)?|es)?\b|\bsemitones?\b|\boctaves?\b", (12,)),
    (r"\bcaesar\b|\bciphers?\b|\bencrypt\w*|\bdecrypt\w*|\balphabet\b", (26,)),
    (r"\bbearings?\b|\bazimuths?\b|\bheadings?\b|\blongitudes?\b|\bdegrees?\b|\u00b0|\\circ\b", (360,)),
    (r"\boverflow\w*|\bwrap(?:s|ped|ping)?\b|\bwraparound\b|\broll(?:s|ed)? over\b|\bbytes?\b", (2**4, 2**8, 2**16)),
)
"""Words of what begins anew after so many."""
_CYCLIC: Final = tuple((re.compile(words, re.IGNORECASE), moduli) for words, moduli in _CYCLES)


def moduli_of(text: str) -> tuple[int, ...]:
    """The moduli of which a text speaks."""
    named = dict.fromkeys(match["by"] or match["ring"] for match in _MODULUS.finditer(text))
    found = [int(one) for name in list(named)[:MAX_NAMED] for one in ([name] if name.isdigit() else _said(text, name))]
    found += [modulus for words, moduli in _CYCLIC if words.search(text) for modulus in moduli]
    found += [2 ** int(match[1] or match[2]) for match in _BITS.finditer(text)]
    return tuple(dict.fromkeys(modulus for modulus in found if modulus > 1))


def are_congruent(left: fmpq, right: fmpq, modulus: int) -> bool:
    """Whether two numbers differ by a multiple of a modulus; fractions of which it has an inverse may."""
    difference = left - right
    is_invertible = right.q == 1 and fmpz(modulus).gcd(difference.q) == 1
    return (difference.q == 1 or is_invertible) and difference.p % modulus == 0


def _said(text: str, name: str) -> list[str]:
    """What a text says that a modulus with a name is, as in `p = 17`."""
    return re.findall(rf"\b{name}\s*=\s*([0-9]{{1,9}})\b", text)[:MAX_NAMED]
