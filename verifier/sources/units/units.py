"""Units behind numbers: they are no part of an expression, and a text may convert one into another without a word."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.calls import takes_angle
from verifier.sources.expressions.chains import Chain, Side
from verifier.sources.text.other_scripts import COUNTERS
from verifier.sources.text.signs import BRACKETS, DEGREE, FRACTIONS, MINUS, OPERATORS, PERCENT, POWER, PRIMES
from verifier.sources.text.tokens import Token
from verifier.sources.text.tokens import tokens as tokens_of
from verifier.sources.text.words import COUNTED, FUNCTIONS, MEASURES, SCALES, SPOKEN
from verifier.sources.units.behind_mathematics import INITIALS, REMARK, scale_behind, without_substance
from verifier.sources.units.counted_things import without_things
from verifier.sources.units.degrees import PI, ends_number, has_degrees, is_behind_pi, letter_behind, without_degrees
from verifier.sources.units.exponents import (
    above_of_fraction,
    end_of_exponent,
    end_of_group,
    in_braces,
    is_of_one_unit,
    of_power_of_ten,
)
from verifier.sources.units.no_units import NEVER, NO_NAMES, may_have_units
from verifier.sources.units.things import end_of_things, may_vanish
from verifier.sources.units.unit_factors import factors_of, with_scales
from verifier.sources.units.unit_texts import (
    MICRO,
    PREFIX,
    SQUARE,
    STYLES,
    SYMBOLS,
    UNIT_JOINTS,
    UNIT_OVER,
    corrected,
    is_acronym,
    is_known,
    is_spoken,
    is_unit_text,
    letters_of,
    spelled,
    with_prefixes,
    words_at_end,
)

_FURTHER: Final = pattern(r"\s*(?:,|and|&)?\s*(?!\$[^$=\n]*=)\$?[0-9]")
_BEFORE_UNIT: Final = frozenset((" ", "\t", "\u00a0", "\u202f", "/", *DEGREE, *COUNTERS))
_WORD: Final = pattern(r"[ \t]+([A-Za-z]+)(?=[ ,.;:]|$)")
_OF_UNITS: Final = ("per", "in")  # no measures, but may begin a unit
_ENDING: Final = (*OPERATORS, *BRACKETS.values())
MAX_ABBREVIATION: Final = 3
_SIGNED: Final = 2  # tokens of an exponent with its sign
_THOUSANDS: Final = ("k", "m", "bn")  # behind an amount of money
_INVERSE: Final = frozenset("1234")
"""Digits of negative exponents on the line, as in `mol dm-3`."""

NAME: Final = "?"
"""Stands before a unit that may be a name."""
_NAMES: Final = pattern("[A-Za-z]|m[A-Zgs]")


def without_units(chain: Chain, *, is_prose: bool = False) -> Chain:
    """A chain without the units behind the numbers of its sides."""
    sides = chain.sides
    may_have = list(map(may_have_units, sides))
    if True in may_have:
        if any(map(has_degrees, sides)) and not any(takes_angle(side.tokens) for side in sides):
            sides = tuple(map(without_degrees, sides))
        pairs = zip(sides, may_have, strict=True)
        sides = with_scales(tuple([_without(side, is_prose=is_prose) if some else side for side, some in pairs]))
        sides = sides if is_prose else without_things(sides, chain.sides[-1].tokens)
    return chain._replace(sides=tuple(map(_spoken, sides)) if is_prose else sides)


def _spoken(side: Side) -> Side:
    """A side of running text; one without units is told from mathematics only where it has a sign of programs."""
    return side._replace(is_spoken=True) if any(token.is_one_of("^") for token in side.tokens) else side


def _without(side: Side, *, is_prose: bool) -> Side:
    if not any(token.sort == "number" for token in side.tokens):  # in A^{c} V the V is a name
        return side
    kept: list[Token] = []
    kinds, units, is_told = list(side.kinds), list(side.units or ()), side.units is not None
    unit, at, tokens, things = side.unit, 0, side.tokens, list[Token]()
    while at < len(tokens):
        is_behind = kept and (ends_number(kept) or (kept[-1].text in PI and is_behind_pi(tokens, at)))
        end = end_of_unit(tokens, at, is_prose=is_prose) if is_behind else at
        if end == at:
            beyond = end_of_things(tokens, at) if is_prose and is_behind and tokens[at].sort == "word" else at
            (things if beyond > at else kept).append(tokens[at])
            at = max(beyond, at + 1)
            continue
        unit += "(" * any(token.is_one_of("(") for token in tokens[at:end])
        unit += NAME * (not is_prose and _may_be_name(tokens[at:end]))
        words = with_prefixes(tokens[at:end])
        letters = corrected(letters_of(words))
        unit += "".join(letters) or "-" * (end - at)
        kinds += (_singular(word) for word in letters if word != "per")
        factors = factors_of(words)
        last = above_of_fraction(kept) or in_braces(kept) or kept[-1]
        is_told &= factors is not None and (last.sort == "number" or _is_power(kept))
        units.append((last.end, factors or ()))
        at = end
    if len(kept) == len(tokens) or (things and not may_vanish(things, kept)):
        return side
    shown = tuple(units) if is_told else None
    made = side._replace(tokens=tuple(kept), unit=unit, kinds=tuple(kinds), is_spoken=is_prose, units=shown)
    return made._replace(counts=True) if things else made


def _is_power(kept: Sequence[Token]) -> bool:
    """Whether tokens end with a number times a power of ten, or are such a power, or a fraction."""
    return of_power_of_ten(kept) > 0 or is_of_one_unit(kept)


def _singular(word: str) -> str:
    """A word of a unit without the ending of the plural."""
    return word.removesuffix("s") if len(word) > MAX_ABBREVIATION else word


def unit_behind(text: str) -> tuple[str, str]:
    r"""The letters of the unit that a text behind mathematics begins with, empty if there is none, and the rest.

    It may stand right behind, as in `$3 \cdot 4 = 12$kg`.
    """
    if text[:1].isascii() and text[:1].isalpha():
        unit, rest = unit_behind(f" {text}")
        return (unit, rest) if unit else ("", text)
    text = re.sub(r"\$\^\{?(-?[1-9])\}?\$", r"^{\1}", text) if "$^" in text else text  # m$^3$
    word = _WORD.match(text)
    if "/" in text if word is None else word[1][0] in INITIALS:
        scale, text = scale_behind(without_substance(text))
        if scale:
            return scale, text
    is_other = word is not None and not (word[1] in MEASURES or word[1] in SPOKEN or word[1] in _OF_UNITS)
    if text[:1] not in _BEFORE_UNIT or (is_other and word is not None and not word[1].isupper()):
        return "", text
    found = list(tokens_of(text.partition(REMARK)[0], is_prose=True))
    end = end_of_unit(found, 0, is_prose=True)
    return ("".join(letters_of(found[:end])) or "-", text[found[end - 1].end :]) if end else ("", text)


def is_value(tokens: Sequence[Token]) -> bool:
    """Whether tokens are one number with its sign, its percent sign or its unit, and nothing else."""
    start = 1 if tokens and tokens[0].sort != "number" and tokens[0].is_one_of("+", *MINUS) else 0
    if len(tokens) <= start or tokens[start].sort != "number":
        return False
    if len(tokens) == start + 1:
        return True
    end = start + 1 + (len(tokens) > start + 1 and tokens[start + 1].is_one_of(*PERCENT))
    return end == len(tokens) or end_of_unit(tokens, end, is_prose=False) == len(tokens)


def goes_on(rest: str) -> bool:
    """Whether a text behind a unit goes on with a number of a smaller one, as in `1 h and 30 min`."""
    return _FURTHER.match(rest) is not None


def end_of_unit(tokens: Sequence[Token], at: int, *, is_prose: bool) -> int:
    """The index behind a unit that begins at an index; the same index if none does."""
    if at < len(tokens) and tokens[at].text in NEVER:
        return at
    end = at
    while True:
        is_joined = end < len(tokens) and tokens[end].is_one_of(*(UNIT_JOINTS if end > at else UNIT_OVER))
        is_joined = is_joined or (is_prose and end > at and _is_hyphen(tokens, end))
        found = _factor(tokens, end + is_joined, is_prose=is_prose)
        if is_prose and found == end + is_joined and tokens[end : end + 1] and tokens[end].is_one_of(*UNIT_OVER):
            found += _is_counted(tokens, found, has_price=at > 0 and tokens[at - 1].is_money)
        if is_prose and at < end < found:
            found = _inverse(tokens, found)
        if found == end + is_joined:
            return at if end < len(tokens) and tokens[end].is_one_of("(", "_", "[") else end
        end = found


def _is_hyphen(tokens: Sequence[Token], at: int) -> bool:
    """Whether a dash or a point joins two units, as in `kN-m` and `mol.L-1`."""
    some = tokens[at : at + 2]
    is_tight = len(some) == 2 and some[0].is_one_of(".", *MINUS) and not (some[0].spaced or some[1].spaced)  # noqa: PLR2004 - both
    return is_tight and _is_measure(tokens, at + 1)


def _inverse(tokens: Sequence[Token], at: int) -> int:
    """The index behind a negative exponent on the line, as in `mol dm-3`; the same index if none stands there."""
    some = tokens[at : at + 4]
    if len(some) < _SIGNED or not some[0].is_one_of(*MINUS) or some[1].text not in _INVERSE:
        return at
    is_apart = some[0].spaced or some[1].spaced
    is_operand = any(token.sort == "word" for token in some[2:3]) and not any(t.is_one_of(*MINUS) for t in some[3:])
    return at if is_apart or is_operand else at + _SIGNED


def _is_counted(tokens: Sequence[Token], at: int, *, has_price: bool) -> bool:
    """Whether the word behind `/` or `per` says what an amount is for each of, as `mo` or `person`.

    Behind the sign it may be a name, as in `1 / req`, unless it is a known word or stands behind a price.
    """
    text = next((token.text for token in tokens[at : at + 1] if token.sort == "word"), "")
    is_year = text == "a" and at > 1 and tokens[at - 2].text in MEASURES  # as in kWh/a
    is_lower = text.islower() or text in COUNTED
    is_plain = text.isalpha() and is_lower and len(text) > 1 and text not in SCALES and text not in FUNCTIONS
    is_known_so = has_price or text in COUNTED or text in MEASURES or not tokens[at - 1].is_one_of("/")
    return is_year or (is_plain and is_known_so)


def _factor(tokens: Sequence[Token], at: int, *, is_prose: bool) -> int:
    """The index behind one factor of a unit with its exponent."""
    if at >= len(tokens):
        return at
    token, end = tokens[at], at
    if token.is_one_of("(") and at and tokens[at - 1].is_one_of("/") and not token.spaced:
        inner = end_of_unit(tokens, at + 1, is_prose=is_prose)
        is_closed = inner > at + 1 and any(one.is_one_of(")") for one in tokens[inner : inner + 1])
        return inner + 1 if is_closed else at
    if token.is_one_of(*DEGREE):
        return at + 2 if letter_behind(tokens, at + 1) == 1 else at
    if token.is_one_of(*STYLES):
        end = end_of_group(tokens, at + 1)
        is_inch = spelled(tokens[at + 2 : end - 1]).removesuffix(".") == "in" and _ends_unit(tokens, end)
        if not (is_inch or is_unit_text(tokens[at + 2 : end - 1], is_last=end == len(tokens))):
            return at
    elif token.is_one_of(*SYMBOLS) or (is_prose and (token.is_one_of(*PRIMES) or _is_measure(tokens, at))):
        end = _behind_prefix(tokens, at + 1)
    elif token.sort == "word":
        end = max(_letters(tokens, at), words_at_end(tokens, at))
    elif token.is_one_of(*FRACTIONS):
        middle = end_of_group(tokens, at + 1)
        end = end_of_group(tokens, middle)
        if not all(_is_whole(tokens[a + 1 : b - 1]) for a, b in ((at + 1, middle), (middle, end))):
            return at
    behind = None if end == at else end_of_exponent(tokens, end)
    return at if behind is None else behind


def _letters(tokens: Sequence[Token], at: int) -> int:
    """The index behind a unit in letters of mathematics, each of which is a token; the same index if they are none."""
    end = at + 1
    while end < len(tokens) and tokens[end].sort == "word" and tokens[end].start == tokens[end - 1].end:
        end += 1
    return end if is_known(spelled(tokens[at:end]), is_apart=tokens[at].spaced) else at


def _behind_prefix(tokens: Sequence[Token], at: int) -> int:
    """The index behind the letters of a unit, if a prefix stands before an index; else the same index."""
    if not tokens[at - 1].is_one_of(MICRO):
        return at
    letters = [index for index in range(at, len(tokens)) if tokens[index].sort == "word"]
    end = next((end for end, index in enumerate(letters, start=at) if end != index), at + len(letters))
    return end if is_known(f"{PREFIX}{spelled(tokens[at:end])}", is_apart=True) else at


def _may_be_name(tokens: Sequence[Token]) -> bool:
    """Whether a unit in letters of mathematics may be names: `5m` five times m, and `2mg` two times m times g."""
    text = "".join(token.text for token in tokens)
    is_plain = all(
        token.sort in ("word", "number", "raised") or token.is_one_of(*UNIT_JOINTS, *POWER) for token in tokens
    )
    is_plain = is_plain and NO_NAMES.isdisjoint(text) and not text.startswith("m/s")
    return is_plain and all(map(_NAMES.fullmatch, re.findall("[A-Za-z]+", text)))


def _is_measure(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is a unit, perhaps with digits as its exponent."""
    text = tokens[at].text
    is_heat = at > 0 and tokens[at - 1].is_one_of(*DEGREE) and letter_behind(tokens, at) == 1
    is_inch = text == "in" and _ends_unit(tokens, at + 1)
    is_large = text in _THOUSANDS and at > 0 and tokens[at - 1].is_money and not tokens[at].spaced  # as in $640k
    is_tonne = text == "t" and [one.text for one in tokens[at + 1 : at + 3]] in (["/", "h"], ["/", "ha"], ["/", "a"])
    is_unit = (
        is_heat
        or is_inch
        or is_large
        or is_tonne
        or is_spoken(tokens[at])
        or (text == SQUARE and at > 0 and tokens[at - 1].is_one_of("/"))
        or (text[-2:-1].isupper() and is_acronym(tokens, at))
        or is_known(text, is_apart=tokens[at].spaced)
    )
    return tokens[at].sort == "word" and is_unit


def _ends_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit may end before an index: with its side or its brackets, before a sign or with an exponent."""
    behind = tokens[at : at + 1]
    return not behind or behind[0].sort in ("raised", "relation") or behind[0].is_one_of(*_ENDING)


def _is_whole(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a unit and nothing else."""
    return bool(tokens) and end_of_unit(tokens, 0, is_prose=False) == len(tokens)
