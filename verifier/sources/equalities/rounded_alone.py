r"""Whole numbers that are rounded, and that no expression of numbers gives.

Words say so (`about 57`, `6 (rounded)`), or a sign does (`$\approx 6$`), or a quotient of measures that are no units
(`130 students / 3 groups = 43`), or they stand behind an expression with names, or they are degrees of an angle of
which a text has a function: `\tan\theta = 0.75`, so `\theta = 37^\circ`.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.equalities.about_abroad import spoken_abroad
from verifier.sources.expressions.calls import SPELLED_ANGLES
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.naming import label_of
from verifier.sources.text.scopes import Scopes
from verifier.sources.text.signs import PERCENT
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import words_of

_QUOTIENT: Final = r"[0-9]\s{1,3}[a-z]{2,20}\s{0,3}(?:/|\u00f7|divided\s{1,3}by)"
_SPOKEN: Final = pattern(
    r"(?:(?:(?P<verb>\b(?:is|are|was|were|be|gives?|gets?|equals?|makes?)\s{1,3})?"
    r"\b(?:about|approximately|approx\.?|roughly|around|nearly|almost|close\s{1,3}to)"
    r"|(?P<sign>\bround(?:s|ed)?(?:\s{1,3}(?:up|down|off))?\s{1,3}to|\brounded|\u2248|(?<![\w)\]}$~])~"
    rf"|{_QUOTIENT}\s{{0,3}}[0-9][0-9.,]{{0,15}}(?:\s{{1,3}}[a-z]{{2,20}})?\s{{0,3}}=))"
    r"[\s~]{0,3}(?:\\?\$|\\\()?\s{0,3}(?P<number>[1-9][0-9]{0,14})(?![0-9]|[.,][0-9])"
    r"(?!\s{0,3}(?:decimal|place|significant|sig|digit|figure|d\.?p|s\.?f))"
    r"|(?<![\w.,])(?P<remarked>[1-9][0-9]{0,14})(?:\s{0,3}\\?%)?\$?[\s,]{0,3}\(?\s{0,3}"
    r"(?:rounded\b|to\s{1,3}the\s{1,3}nearest\b))",
    re.IGNORECASE,
)
"""A whole number with words or a sign that say that it is rounded."""
_SPOKEN_DECIMALS: Final = pattern(
    r"(?:a(?<!\wa)(?:bout|pproximately|pprox\.?|round|lmost)|c(?<!\wc)lose\s{1,3}to|n(?<!\wn)early"
    r"|r(?<!\wr)(?:oughly|ounded|ounds?\s{1,3}to)|\u2248)"
    r"[\s~]{0,3}(?:\\?\$|\\\()?\s{0,3}([0-9]{0,14}\.[0-9]{1,14})(?![0-9]|[.,][0-9])"
)
"""The same for decimals, in small letters; each way begins with a letter of its own, as such a letter is found fast."""
_TOLD: Final = ("about", "approx", "rough", "round", "nearly", "almost", "close", "\u2248")
"""One of them stands in each text that says that a decimal is rounded."""
_TOLD_OTHERWISE: Final = ("~", "nearest")
_QUOTIENTS: Final = pattern(_QUOTIENT, re.IGNORECASE)
"""This or one of those stands in each that says so of a whole number; before an equals sign, if a quotient."""
_COMMON: Final = ("1", "2")
"""Numbers that stand in formulas of any text."""
_DEGREES: Final = (["\u00b0"], ["\u00ba"], ["^", "\\circ"], ["^", "{", "\\circ", "}"])
_AROUND: Final = ("(", ")", "{", "}")
_TO_WHOLE: Final = words_of("gcd lcm mod bmod pmod binom floor ceil lfloor lceil round len count det rank dim")
MAX_ANGLES: Final = 500
"""Functions of angles of a text that are noted."""


class Alone(NamedTuple):
    """A whole number of a chain that stands behind a side; `zeros` at its end are no digits."""

    left: Side
    token: Token
    zeros: int


def spoken(stretch: Stretch) -> Iterator[tuple[str, int, int]]:
    """The whole numbers that words say are rounded, their offsets, and how many of their zeros are no digits."""
    text = stretch.text
    is_told = _has(text, *_TOLD, *_TOLD_OTHERWISE) or ("=" in text and _QUOTIENTS.search(text) is not None)
    for match in _SPOKEN.finditer(text) if is_told else ():
        group = "number" if match["number"] is not None else "remarked"
        digits = match[group]
        is_common = digits in _COMMON and group == "number" and match["verb"] is None and match["sign"] is None
        if not is_common:
            yield digits, stretch.at[match.start(group)], min(_zeros(digits), max(0, len(digits) - 2))
    for digits, start in spoken_abroad(text):
        yield digits, stretch.at[start], min(_zeros(digits), max(0, len(digits) - 2))


def spoken_decimals(text: str) -> list[str]:
    """The decimals that words or a sign before them say are rounded, as in `about 0.45`."""
    return _SPOKEN_DECIMALS.findall(text.casefold()) if _has(text, *_TOLD) else []


def _has(text: str, *words: str) -> bool:
    """Whether one of some words stands in a text, in small letters or capitals."""
    small = text.casefold()
    return True in [word in small for word in words]


class RoundedAlone:
    """The whole numbers of the chains of a text that are rounded, and that no expression of numbers gives."""

    def __init__(self, scopes: Scopes) -> None:
        self.scopes = scopes
        self.angles: dict[tuple[str, ...], list[int]] = {}
        """Where the functions of angles stand that are said to be equal to something, by the names of the angles."""

    def take(self, chain: Chain, at: int) -> Iterator[Alone]:
        """The numbers of a chain that stands at an offset, an expression of numbers before them or not."""
        is_angle = label_of(chain) is not None and self._has(_names(chain.sides[0]), at)
        for relation, (left, right) in zip(chain.relations, pairwise(chain.sides), strict=True):
            if relation not in EQUAL or not _is_result(right):
                continue
            is_about = relation == EQUAL[1]
            is_bare = is_about and not left.tokens
            if is_bare or (is_angle and _is_angle(right)) or (left is not chain.sides[0] and _has_names(left)):
                yield Alone(left, right.tokens[0], _zeros(right.tokens[0].text) if is_about else 0)
        for side in chain.sides:
            if side.tokens and side.tokens[0].text in SPELLED_ANGLES:
                places = self.angles.setdefault(_names(side), [])
                places += [at] if len(places) < MAX_ANGLES else []

    def _has(self, name: tuple[str, ...], at: int) -> bool:
        """Whether a function of an angle of this name stands before an offset, in the section of that."""
        return any(self.scopes.share(place, at) for place in reversed(self.angles.get(name, ())))


def _names(side: Side) -> tuple[str, ...]:
    """A side as a name, without brackets, and without the function before it."""
    texts = [token.text for token in side.tokens if not token.is_one_of(*_AROUND)]
    return tuple(texts[1:] if texts and texts[0] in SPELLED_ANGLES else texts)


def _has_names(side: Side) -> bool:
    """Whether a side is an expression, and no name alone, with names in it, and none of a function to whole numbers."""
    words = [token.text.removeprefix("\\").lower() for token in side.tokens if token.sort in ("word", "macro")]
    return bool(words) and _TO_WHOLE.isdisjoint(words) and (_is_product(side) or label_of(Chain((side,), ())) is None)


def _is_product(side: Side) -> bool:
    """Whether two names stand side by side, as in `m g`, or a number is an exponent, as in `r^2`."""
    return any(
        {one.sort, other.sort} <= {"word", "macro"} or (one.is_one_of("^") and other.sort == "number")
        for one, other in pairwise(side.tokens)
    )


def _is_result(side: Side) -> bool:
    """Whether a side is one whole number, with a sign of percent or degrees or none."""
    if not side.tokens or side.tokens[0].sort != "number":
        return False
    texts = [token.text for token in side.tokens]
    is_digits = texts[0].isdecimal() and bool(texts[0].strip("0"))
    return is_digits and (len(texts) == 1 or texts[1:] in _DEGREES or side.tokens[-1].is_one_of(*PERCENT))


def _is_angle(side: Side) -> bool:
    """Whether a side is a number of degrees."""
    return side.unit == "deg" or [token.text for token in side.tokens[1:]] in _DEGREES


def _zeros(digits: str) -> int:
    return len(digits) - len(digits.rstrip("0"))
