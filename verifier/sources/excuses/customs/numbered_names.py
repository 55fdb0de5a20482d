"""Numbers that name things, one after another, and what these have together: `Etappe 3 + 4 = 85 km`.

A word names them in any language, so the numbers must tell: they are small and follow each other, and the result is
far from their sum. One that is near stays wrong, unless its line has another one of the kind that is not.
"""

from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.text.signs import PERCENT
from verifier.sources.text.words import LEADING

_BEFORE: Final = pattern(r"(?P<word>[^\W\d_]{2,})\.?:?[\s$*]*\Z")
_THING: Final = pattern(r"\d\s(?P<word>[^\W\d_]{3,})\s?=")
"""A word behind the last of the numbers."""
_OTHER: Final = pattern(r"(?<![\d.,])(\d{1,2})\s?\+\s?(\d{1,2})\s?=\s?[$\u20ac\xa3]?(\d+)")
_NEAR: Final = 24
_LINE: Final = 400
"""So many characters of its line are looked at before an equality."""
_LARGEST: Final = 30
_TIMES: Final = 3
_TWO_DIGITS: Final = 10


def is_of_named_things(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether numbers that follow each other name what has together a number that is far from their sum."""
    numbers = _one_after_another(sides[0])
    digits = "".join(filter(str.isdecimal, "".join(token.text for token in sides[1].tokens)))
    if not numbers or not digits or len([token for token in sides[1].tokens if token.sort == "number"]) != 1:
        return False
    word = _BEFORE.search(text[max(0, start - _NEAR) : start]) or _THING.search(text[start:end])
    is_share = sides[1].tokens[-1].is_one_of(*PERCENT)
    is_named = word is not None and word["word"].lower() not in LEADING
    if is_named and _is_far(0 if is_share else sum(numbers), int(digits)):
        return True
    line = text[max(text.rfind("\n", 0, start) + 1, start - _LINE) : end].rpartition("=")[0]
    others = ((int(one), int(other), int(shown)) for one, other, shown in _OTHER.findall(line))
    return any(other == one + 1 and _is_far(one + other, shown) for one, other, shown in others)


def _is_far(total: int, shown: int) -> bool:
    """Whether a number is surely no sum, nor one with zeros more: of two digits or more, and several times that."""
    has_zeros_more = str(shown).rstrip("0") == str(total)
    return shown >= max(_TWO_DIGITS, _TIMES * total) and not has_zeros_more


def _one_after_another(side: Side) -> list[int]:
    """Small whole numbers of a sum that follow each other; none of anything else."""
    numbers = [token.text for token in side.tokens[::2]]
    is_sum = len(numbers) > 1 and all(token.is_one_of("+") for token in side.tokens[1::2]) and not side.unit
    if not is_sum or len(side.tokens) % 2 == 0 or not all(map(str.isdecimal, numbers)):
        return []
    found = [int(text) for text in numbers]
    return found if found[-1] < _LARGEST and found == list(range(found[0], found[-1] + 1)) else []
