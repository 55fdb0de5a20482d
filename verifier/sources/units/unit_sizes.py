"""What known units measure, and how large they are: their dimensions and their sizes in units of SI.

A word that means several units has several sizes: a gallon is that of the United States or that of Britain, a day may
be one of eight hours of work.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Final, TypeAlias

from flint import fmpq

from verifier.numbers.printed import parse
from verifier.record import NamedTuple

Measured: TypeAlias = tuple[int, ...]
"""The exponents of the base units in what a unit measures, in the order of BASES."""
BASES: Final = ("kg", "m", "s", "A", "K", "mol", "bit")
_TENS: Final = "k 3 M 6 G 9 T 12 h 2 d -1 c -2 m -3 \u00b5 -6 \u03bc -6 n -9 p -12 f -15"
_TENS_SPELLED: Final = "kilo 3 mega 6 giga 9 centi -2 milli -3 micro -6 nano -9"
_WORDS: Final = f"{_TENS} {_TENS_SPELLED}".split()
_PREFIXES: Final = dict(zip(_WORDS[::2], map(int, _WORDS[1::2]), strict=True))
"""Prefixes with their powers of ten."""
_WITH_PREFIXES: Final = """
    m meter metre = m 1; g gram = kg 0.001; s second = s 1; A ampere = A 1; K = K 1; mol mole = mol 1
    N newton = kg m s-2 1; J joule = kg m2 s-2 1; W watt VA = kg m2 s-3 1; Pa pascal = kg m-1 s-2 1; Hz hertz = s-1 1
    V volt = kg m2 s-3 A-1 1; Omega ohm \u03a9 \u2126 = kg m2 s-3 A-2 1; C coulomb = s A 1; F farad = kg-1 m-2 s4 A2 1
    H henry = kg m2 s-2 A-2 1; T tesla = kg s-2 A-1 1; L liter litre = m3 0.001; M = mol m-3 1000
    cal calorie = kg m2 s-2 4.184 4.1868; Wh = kg m2 s-2 3600; Ah = s A 3600; bar = kg m-1 s-2 100000
    bps = bit s-1 1"""
"""Units that take prefixes: their names, and behind the equals sign what they measure and their sizes."""
_OTHERS: Final = """
    min minute = s 60; h hour = s 3600; day = s 86400 28800; week = s 604800 432000 144000; rad radian = 1
    tonne = kg 1000; ha hectare = m2 10000
    thousand = 1000 1024; million = 1000000 1048576; billion = 1000000000 1073741824; lakh = 100000; crore = 10000000
    month = s 2592000 2678400 2419200 2629800 2628000; year = s 31536000 31557600 31104000 31622400 31449600"""
_ABOUT: Final = """
    mile = m 1609.344 1852; yd yard = m 0.9144; ft foot feet = m 0.3048; inch inches = m 0.0254
    pound = kg 0.45359237; ounce = kg 0.028349523125; gallon = m3 0.003785411784 0.00454609; psi = kg m-1 s-2 6894.757
    tsp = m3 0.00000492892159375; tbsp = m3 0.00001478676478125"""
"""Units that are exact in each other, and seldom taken exactly in those of SI."""
_BINARY: Final[Mapping[str, int]] = {"k": 1, "K": 1, "M": 2, "G": 3, "T": 4}
_BYTES: Final = ("B", "byte", "bit")
_SURE: Final = ("mol", "Pa", "Hz", "\u03a9", "\u2126", "Omega", *"gmNJWVAL")
"""Units of SI whose signs mean nothing else behind numbers, with prefixes or without."""
_LONGEST_SIGN: Final = 3
"""Letters of the longest sign of a unit, as `mol`; longer ones are words, but for ohm."""


class Size(NamedTuple):
    """What a unit measures, and how large it can be; `is_about`: seldom taken exactly in units of SI."""

    measured: Measured
    sizes: tuple[fmpq, ...]
    is_about: bool = False


@lru_cache(maxsize=256)
def size_of(word: str) -> Size | None:
    """What a word of a unit measures; None if it is not known."""
    spellings = (word, word.removesuffix("s")) if len(word) > _LONGEST_SIGN else (word,)
    found = (_table().get(one) or _of_bytes(one) or _with_prefix(one) for one in spellings)
    return next(filter(None, found), None)


def is_smaller(word: str, other: str) -> bool:
    """Whether a unit of one word is a whole part of another one, as min is of h, and of no two sizes."""
    one, larger = size_of(word), size_of(other)
    if one is None or larger is None or one.measured != larger.measured or len(one.sizes) * len(larger.sizes) != 1:
        return False
    ratio = larger.sizes[0] / one.sizes[0]
    return ratio.q == 1 and ratio > 1 and one.is_about == larger.is_about


def is_of_bytes(word: str) -> bool:
    """Whether a unit, as GB, counts bytes and no bits."""
    size = size_of(word)
    return size is not None and size.measured == _measured("bit") and not word.removesuffix("s").endswith(("bit", "bp"))


def is_of_si(word: str) -> bool:
    """Whether a unit is one of SI or a litre, whose prefixes say a power of ten and which has no other meaning."""
    base = next((base for base in _SURE if word.endswith(base)), "")
    return base != "" and (word == base or word.removesuffix(base) in _PREFIXES)


def power_of(word: str) -> int:
    """The power of ten of the prefix of a unit; 0 if it has none."""
    return 0 if word in _table() else next((power for _, power in _with_prefixes(word)), 0)


def _with_prefix(word: str) -> Size | None:
    """The size of a unit with a prefix before it."""
    for unit, power in _with_prefixes(word):
        return unit._replace(sizes=tuple(size * fmpq(10) ** power for size in unit.sizes))
    return None


def _with_prefixes(word: str) -> Iterator[tuple[Size, int]]:
    """The units that a word may be with a prefix, and its power of ten: letters before letters, else words."""
    for prefix, power in _PREFIXES.items():
        unit = _prefixed().get(word.removeprefix(prefix)) if word.startswith(prefix) else None
        base = word.removeprefix(prefix)
        if unit is not None and (len(prefix) > 1) == (base.islower() and len(base) > _LONGEST_SIGN):
            yield unit, power


def _of_bytes(word: str) -> Size | None:
    """The size of bits and bytes, whose prefixes are of ten or of two."""
    base = next((name for name in _BYTES if word.endswith(name)), "")
    prefix = word.removesuffix(base)
    power = _BINARY.get(prefix.removesuffix("i"), 0)
    if not base or (word != base and not power):
        return None
    least = fmpq(1 if base == "bit" else 8)
    sizes = {least * fmpq(kind) ** power for kind in ((1024,) if prefix.endswith("i") else (1000, 1024))}
    return Size(_measured("bit"), tuple(sorted(sizes)))


@lru_cache(maxsize=1)
def _prefixed() -> Mapping[str, Size]:
    return dict(_read(_WITH_PREFIXES))


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Size]:
    about = ((name, size._replace(is_about=True)) for name, size in _read(_ABOUT))
    return {**_prefixed(), **dict(_read(_OTHERS)), **dict(about)}


def _read(text: str) -> Iterator[tuple[str, Size]]:
    """The units of a table by their names."""
    for line in text.replace(";", "\n").strip().splitlines():
        names, _, what = line.partition("=")
        factors = what.split()
        count = sum(factor[0].isdecimal() for factor in factors)
        measured, sizes = factors[:-count], factors[-count:]
        size = Size(_measured(*measured), tuple(parse(number).value for number in sizes))
        yield from ((name, size) for name in names.split())


def _measured(*factors: str) -> Measured:
    """The exponents of factors as `m2` and `s-1`."""
    found = dict(starmap(_factor, ((base, one) for one in factors for base in BASES if _is_of(one, base))))
    return tuple(found.get(base, 0) for base in BASES)


def _is_of(factor: str, base: str) -> bool:
    return factor.rstrip("-0123456789") == base


def _factor(base: str, factor: str) -> tuple[str, int]:
    return base, int(factor.removeprefix(base) or 1)


def total(units: Sequence[tuple[Size, int]]) -> Measured:
    """What a product of units with exponents measures."""
    return tuple(sum(size.measured[at] * power for size, power in units) for at in range(len(BASES)))
