"""Units behind numbers: they are no part of an expression, and a text may convert one into another without a word."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from flint import fmpq

from verifier.numbers.interval import Interval, overlap
from verifier.sources.calls import ANGLES
from verifier.sources.chains import Chain, Side
from verifier.sources.signs import BRACKETS, CURRENCIES, DEGREE, FRACTIONS, MINUS, PERCENT, POWER
from verifier.sources.tokens import Token
from verifier.sources.tokens import tokens as tokens_of
from verifier.sources.words import FUNCTIONS, MEASURES, NO_UNITS, SCALES

_STYLES: Final = ("\\text", "\\mathrm", "\\textrm", "\\mathsf", "\\textup", "\\si", "\\unit")
_SYMBOLS: Final = ("\\Omega", "\\ohm", "\\mu", "\\AA", "\u03a9", "\u2126", *CURRENCIES)
_CIRCLES: Final = (["^", "\\circ"], ["^", "{", "\\circ", "}"])
_DEGREES: Final = frozenset((*DEGREE, "\\circ"))
_OVER: Final = ("/", "per")
_JOINTS: Final = (*_OVER, "\\cdot", "\u00b7", "\u22c5", "*")
_INSIDE: Final = (*_JOINTS, *MINUS, *POWER, *BRACKETS, *BRACKETS.values(), ".", ",", "'", "\u00b0", "\\%", "%", "\\mu")
_FURTHER: Final = re.compile(r"\s*(?:,|and|&)?\s*\$?[0-9]")
_BLANKS: Final = (" ", "\t", "\u00a0", "\u202f")
MAX_POWER: Final = 15
MAX_ABBREVIATION: Final = 3
_TENS: Final = tuple(fmpq(10) ** power for power in range(-MAX_POWER, MAX_POWER + 1))
_TIMES: Final = tuple(map(fmpq, (60, 3600, 86400, 24, 1440, 7, 12, 52, 365, 30)))
"""What units of time are of each other."""
_RATES: Final = (
    *_TIMES,
    *map(fmpq, (1024, 1024**2, 1024**3, 1024**4, 2, 3, 4, 5, 8, 16, 20, 144, 1760, 5280)),
    *(fmpq(*ratio) for ratio in ((254, 100), (3048, 10000), (45359, 10**5), (981, 100), (4184, 1000), (1602, 1000))),
    *(fmpq(*ratio) for ratio in ((5729578, 10**5), (1609, 1000), (13332, 100), (980665, 10**5), (931494, 1000))),
)
"""What other units than those of SI are of each other, and of these."""
_PREFIX: Final = r"[kMGTpcdmn\u00b5\u03bc]?"
_BASE: Final = r"(?:[mgNJWVAFCTHLlK]|Pa|Hz|mol|Omega|\u03a9|\u2126)"
_SI: Final = rf"{_PREFIX}{_BASE}"
_SIZED: Final = re.compile(rf"{_PREFIX}(?P<base>{_BASE}|Wh|s)")
_DECIMAL: Final = re.compile(rf"(?:{_SI})+|dB|bits?|[$\u20ac\u00a3\u00a5\u20b9\u20a9]")
"""Units between which there are powers of ten alone."""
_TIMED: Final = re.compile(rf"(?:{_SI}|s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?)+")
"""Units between which there are powers of ten and what units of time are of each other."""


SAME: Final = "="
"""Stands for the units of two sides that have the same, between which nothing is converted."""


NAME: Final = "?"
"""Stands before a unit that may be a name."""
_NAMES: Final = re.compile("[A-Za-z]|m[A-Zgs]")


def is_decimal(unit: str) -> bool:
    """Whether there are powers of ten alone between units of these letters."""
    return _DECIMAL.fullmatch(unit) is not None


def is_of_two_sizes(kinds: Collection[str]) -> bool:
    """Whether two units are one but for a power of ten, as L and mL."""
    found = {kind: match["base"] for kind in kinds if (match := _SIZED.fullmatch(kind))}
    return len(set(found.values())) < len(found)


def is_converted(possible: Interval | None, target: Interval | None, unit: str) -> bool:
    """Whether a number can be what its operands give in another unit, or things that are counted whole."""
    if possible is None or target is None:
        return True
    rates = () if is_decimal(unit) else _TIMES if _TIMED.fullmatch(unit) else _RATES
    factors = () if unit == SAME else (fmpq(1), *rates, *(1 / rate for rate in rates))
    boxes = (possible * (factor * ten) for factor in factors for ten in _TENS)
    is_counted = not is_decimal(unit) and not _is_whole_number(possible) and _is_wide(target)
    around = Interval(fmpq(-1), fmpq(1), lo_closed=False, hi_closed=False)
    return (is_counted and overlap(possible + around, target)) or any(
        isinstance(box, Interval) and overlap(box, target) for box in boxes
    )


def _is_wide(box: Interval) -> bool:
    """Whether numbers with decimals are no print of so wide a range."""
    return not (isinstance(box.lo, fmpq) and isinstance(box.hi, fmpq)) or box.hi - box.lo >= 1


def _is_whole_number(box: Interval) -> bool:
    return isinstance(box.lo, fmpq) and isinstance(box.hi, fmpq) and box.lo == box.hi and box.lo.q == 1


def without_units(chain: Chain, *, is_prose: bool = False) -> Chain:
    """A chain without the units behind the numbers of its sides."""
    has_angles = any(token.text.removeprefix("\\") in ANGLES for side in chain.sides for token in side.tokens)
    sides = chain.sides if has_angles else map(_without_degrees, chain.sides)
    return chain._replace(sides=tuple(_without(side, is_prose=is_prose) for side in sides))


def _without_degrees(side: Side) -> Side:
    """A side without the signs of degrees behind its numbers, a unit as others where no angle has a function."""
    tokens, kept = side.tokens, list[Token]()
    at = 0 if any(token.text in _DEGREES for token in tokens) else len(tokens)
    while at < len(tokens):
        texts = [token.text for token in tokens[at : at + 4]]
        size = (
            1
            if tokens[at].is_one_of(*DEGREE)
            else next((len(sign) for sign in _CIRCLES if texts[: len(sign)] == sign), 0)
        )
        if not size:
            kept.append(tokens[at])
        at += size or 1
    return side._replace(tokens=tuple(kept), unit="deg") if kept and len(kept) < len(tokens) else side


def _without(side: Side, *, is_prose: bool) -> Side:
    kept: list[Token] = []
    kinds = list(side.kinds)
    unit, at, tokens = side.unit, 0, side.tokens
    while at < len(tokens):
        end = end_of_unit(tokens, at, is_prose=is_prose) if kept and _ends_number(kept) else at
        if end == at:
            kept.append(tokens[at])
            at += 1
            continue
        unit += "(" * any(token.is_one_of("(") for token in tokens[at:end])
        unit += NAME * (not is_prose and _may_be_name(tokens[at:end]))
        letters = [token.text.removeprefix("\\") for token in tokens[at:end] if _is_letter(token)]
        unit += "".join(letters) or "-" * (end - at)
        kinds += (_singular(word) for word in letters if word != "per")
        at = end
    return (
        side
        if len(kept) == len(tokens)
        else side._replace(tokens=tuple(kept), unit=unit, kinds=tuple(kinds), is_spoken=is_prose)
    )


def _singular(word: str) -> str:
    """A word of a unit without the ending of the plural."""
    return word.removesuffix("s") if len(word) > MAX_ABBREVIATION else word


def unit_behind(text: str) -> tuple[str, str]:
    """The letters of the unit that a text behind mathematics begins with, empty if there is none, and the rest."""
    found = list(tokens_of(text, is_prose=True)) if text[:1] in (*_BLANKS, "/") else []
    end = end_of_unit(found, 0, is_prose=True)
    return ("".join(token.text for token in found[:end]), text[found[end - 1].end :]) if end else ("", text)


def is_value(tokens: Sequence[Token]) -> bool:
    """Whether tokens are one number with its sign, its percent sign or its unit, and nothing else."""
    start = 1 if tokens and tokens[0].is_one_of("+", *MINUS) else 0
    if len(tokens) <= start or tokens[start].sort != "number":
        return False
    end = start + 1 + (len(tokens) > start + 1 and tokens[start + 1].is_one_of(*PERCENT))
    return end == len(tokens) or end_of_unit(tokens, end, is_prose=False) == len(tokens)


def goes_on(rest: str) -> bool:
    """Whether a text behind a unit goes on with a number of a smaller one, as in `1 h and 30 min`."""
    return _FURTHER.match(rest) is not None


def _is_letter(token: Token) -> bool:
    return token.sort == "word" or token.is_one_of(*_SYMBOLS)


def _ends_number(kept: Sequence[Token]) -> bool:
    return kept[-1].sort in ("number", "raised") or kept[-1].is_one_of("}", ")")


def end_of_unit(tokens: Sequence[Token], at: int, *, is_prose: bool) -> int:
    """The index behind a unit that begins at an index; the same index if none does."""
    end = at
    while True:
        is_joined = end < len(tokens) and tokens[end].is_one_of(*(_JOINTS if end > at else _OVER))
        found = _factor(tokens, end + is_joined, is_prose=is_prose)
        if is_prose and found == end + is_joined and tokens[end : end + 1] and tokens[end].is_one_of(*_OVER):
            found += _is_counted(tokens[found : found + 1])
        if found == end + is_joined:
            return at if end < len(tokens) and tokens[end].is_one_of("(", "_", "[") else end
        end = found


def _is_counted(tokens: Sequence[Token]) -> bool:
    """Whether a word behind `/` or `per` says what an amount is for each of, as `mo` or `person`."""
    text = next((token.text for token in tokens if token.sort == "word"), "")
    is_plain = text.isalpha() and text.islower() and len(text) > 1
    return is_plain and text not in SCALES and text not in FUNCTIONS


def _factor(tokens: Sequence[Token], at: int, *, is_prose: bool) -> int:
    """The index behind one factor of a unit with its exponent."""
    if at >= len(tokens):
        return at
    token, end = tokens[at], at
    if token.is_one_of(*_STYLES):
        end = _group(tokens, at + 1)
        if not _is_unit(tokens[at + 2 : end - 1]):
            return at
    elif token.is_one_of(*_SYMBOLS) or (is_prose and _is_measure(tokens, at)):
        end = at + 1
    elif token.sort == "word":
        end = _letters(tokens, at)
    elif token.is_one_of(*FRACTIONS):
        middle = _group(tokens, at + 1)
        end = _group(tokens, middle)
        if not all(_is_whole(tokens[a + 1 : b - 1]) for a, b in ((at + 1, middle), (middle, end))):
            return at
    return at if end == at else _exponent(tokens, end)


def _letters(tokens: Sequence[Token], at: int) -> int:
    """The index behind a unit in letters of mathematics, each of which is a token; the same index if they are none."""
    end = at + 1
    while end < len(tokens) and tokens[end].sort == "word" and tokens[end].start == tokens[end - 1].end:
        end += 1
    return end if "".join(token.text for token in tokens[at:end]) in MEASURES else at


def _may_be_name(tokens: Sequence[Token]) -> bool:
    """Whether a unit in letters of mathematics may be names: `5m` five times m, and `2mg` two times m times g."""
    text = "".join(token.text for token in tokens)
    is_plain = all(token.sort in ("word", "number", "raised") or token.is_one_of(*_JOINTS, *POWER) for token in tokens)
    return is_plain and not text.startswith("m/s") and all(map(_NAMES.fullmatch, re.findall("[A-Za-z]+", text)))


def _is_measure(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is a unit; `in` is one with an exponent."""
    is_raised = any(one.sort == "raised" or one.is_one_of(*POWER) for one in tokens[at + 1 : at + 2])
    return tokens[at].sort == "word" and (tokens[at].text in MEASURES or (is_raised and tokens[at].text == "in"))


def _exponent(tokens: Sequence[Token], at: int) -> int:
    """The index behind an exponent."""
    if at < len(tokens) and tokens[at].sort == "raised":
        return at + 1
    if at < len(tokens) and tokens[at].is_one_of(*POWER):
        return max(_group(tokens, at + 1), at + 2)
    return at


def _group(tokens: Sequence[Token], at: int) -> int:
    """The index behind the braces that open at an index; the same index if none do."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index].is_one_of("{") - tokens[index].is_one_of("}")
        if depth == 0:
            return index + 1 if index > at else at
    return at


def _is_whole(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a unit and nothing else."""
    return bool(tokens) and end_of_unit(tokens, 0, is_prose=False) == len(tokens)


def _is_unit(tokens: Sequence[Token]) -> bool:
    """Whether the text behind a number says what is counted, or stands in brackets as a remark."""
    if not tokens:
        return False
    if tokens[0].is_one_of("(") and tokens[-1].is_one_of(")"):
        return True
    words = "".join(f"{' ' * token.spaced}{token.text}" if token.sort == "word" else " " for token in tokens).split()
    is_plain = all(
        token.sort in ("word", "raised")
        or token.is_one_of(*_INSIDE)
        or (token.sort == "number" and _is_raised(tokens, index))
        for index, token in enumerate(tokens)
    )
    return is_plain and bool(words) and not any(map(_is_no_unit, words))


def _is_no_unit(word: str) -> bool:
    return (word.lower() if len(word) > 1 else word) in NO_UNITS or (word in FUNCTIONS and word not in MEASURES)


def _is_raised(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number is an exponent."""
    before = [token for token in tokens[max(0, index - 3) : index] if not token.is_one_of("{", *MINUS)]
    return bool(before) and before[-1].is_one_of(*POWER)
