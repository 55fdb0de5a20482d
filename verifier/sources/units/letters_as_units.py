r"""A letter behind a result of mathematics that is a unit and no name, as J in `E = 3 \cdot 4 = 12 J`."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Chain, Side
from verifier.sources.expressions.naming import label_of
from verifier.sources.units.unit_ratios import ratios_of
from verifier.sources.units.units import NAME, is_value

_UNITS: Final = frozenset("JNWVAKLsmg")
_OF_TWO: Final = re.compile(rf"{re.escape(NAME)}(m([AVWJNgs]))(?![a-z])")
"""Units of two letters that may be two names, as in `F = 2 mg`."""
_SELDOM_NAMES: Final = ("J", "W")
"""Letters that hardly any equation has as its unknown."""
_GRAVITY: Final = "g"
"""It is a mass, or an acceleration."""
_MASSES: Final = ("m", "M")
_ALONE: Final = re.compile(rf"{re.escape(NAME)}([A-Za-z])(?:\^?[0-9])?")
"""The unit of a side that is one letter, with or without an exponent."""
_REMEMBERED: Final = 64
_SPACE: Final = r"(?:[ \u00a0\u202f~]|\\[,;:! ])"
_BEHIND_NUMBER: Final = rf"[0-9]{_SPACE}{{0,3}}(?:\\(?:text|mathrm)\{{{_SPACE}?)?\Z"
_IN_UNIT: Final = r"[A-Za-z0-9}]\s?/\s?\Z|[(\[]\Z|\bin\s\Z"
_NO_NAME: Final = pattern(rf"{_BEHIND_NUMBER}|{_IN_UNIT}")
_NEAR: Final = 24


def with_unit(chain: Chain, text: str) -> Chain:
    """A chain whose last number has a letter behind it, which is surely a unit; the same if it may be a name.

    So is a letter that is no name in the *text* of the source, behind what is computed for another name, or if the
    result has decimals.
    """
    last, before = chain.sides[-1], chain.sides[-2]
    letter = last.unit.removeprefix(NAME)
    if letter not in _UNITS or not before.tokens or NAME in before.unit or not _is_result(last, before):
        return chain
    label = label_of(chain)
    if label is None and "." not in last.tokens[-1].text and letter not in _SELDOM_NAMES:
        return chain
    if letter == _GRAVITY and (label is None or label[0] not in _MASSES):
        return chain
    if letter != label and is_name(text, letter):
        return chain
    return chain._replace(sides=(*chain.sides[:-1], last._replace(unit=letter)))


def with_small_units(chain: Chain, text: str) -> Chain:
    """A chain in which letters such as mA behind numbers are units, where no *text* has names of both.

    So is a letter behind a number that is said again in it, as `1 dm^3 = 0.001 m^3`, where no text has its name.
    """
    sides = [side._replace(unit=_settled(side.unit, text)) for side in chain.sides]
    for at, side in enumerate(sides):
        letter = _ALONE.fullmatch(side.unit)
        beside = (*sides[max(0, at - 1) : at], *sides[at + 1 : at + 2])
        if letter is None or not any(_says_again(side, other) for other in beside):
            continue
        if any(_are_of_tens(side, other) for other in beside) or not is_name(text, letter[1]):
            sides[at] = side._replace(unit=side.unit.removeprefix(NAME))
    return chain._replace(sides=tuple(sides))


def _says_again(side: Side, other: Side) -> bool:
    """Whether two numbers have units of one kind, of which the second is surely no name."""
    are_numbers = is_value(side.tokens) and is_value(other.tokens)
    return are_numbers and other.unit != "" and NAME not in other.unit and ratios_of(other, side) is not None


def _are_of_tens(side: Side, other: Side) -> bool:
    """Whether two numbers are powers of ten, one of them 1, which nobody writes before a name."""
    numbers = [token.text for one in (side, other) for token in one.tokens]
    return "1" in numbers and all(number.strip("0.") == "1" for number in numbers)


def _settled(unit: str, text: str) -> str:
    """The letters of a unit without the sign that these may be names, where that is sure of two of them."""

    def shown(match: re.Match[str]) -> str:
        are_names = is_name(text, match[1]) or (is_name(text, "m") and is_name(text, match[2]))
        return match[0] if are_names else match[1]

    return _OF_TWO.sub(shown, unit)


def _is_result(last: Side, before: Side) -> bool:
    """Whether one side is a number with its sign, and the one before it an expression."""
    sorts = [token.sort for token in before.tokens]
    is_expression = "number" in sorts and len(sorts) > 2  # noqa: PLR2004 - a sign
    return is_expression and [token.sort for token in last.tokens[-1:]] == ["number"] and len(last.tokens) <= 2  # noqa: PLR2004


@lru_cache(maxsize=_REMEMBERED)
def is_name(text: str, letter: str) -> bool:
    """Whether a letter stands alone in a text, and neither behind a number nor in a unit: with an index it does not."""
    alone = pattern(rf"(?<![\w\\'\u2019]){letter}(?![\w'\u2019])")
    return any(_NO_NAME.search(text, max(0, one.start() - _NEAR), one.start()) is None for one in alone.finditer(text))
