"""Texts of several words behind a number of mathematics: their words, and the units among them."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.sources.tokens import Token
from verifier.sources.words import MEASURES, SPOKEN, words_of

_CASES: Final = {
    unit.lower(): unit for unit in words_of("kg km cm kN kNm kW kWh MWh kJ kV Hz kHz MHz GHz kPa MPa GPa mL mol mmol")
}
"""Units that are often written in another case, by their letters in lower case."""
_OTHERS: Final = ("kn", "Kn", "mHz", "Mm")
"""Other units, which are these but for the case of their letters."""
SIZES: Final = re.compile(r"(?:[kcdmn\u00b5\u03bc]?m|in|ft|yd)[23]")
"""Units of areas and volumes with the digits of their exponents on the line, as `dm3`."""
_PER: Final = "per"
_TEN: Final = re.compile("10*(?:,000)*")


def words_in(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words of a text in mathematics, where each letter is a token."""
    found: list[list[Token]] = []
    is_inside = False
    for token in tokens:
        if token.sort == "word":
            if token.spaced or not is_inside:
                found.append([])
            found[-1].append(token)
        is_inside = token.sort == "word"
    return found


def measures_in(tokens: Sequence[Token]) -> list[Token]:
    """The letters of the units of a text, and of `per`; empty if it names no unit."""
    words = [(spelled(word), word) for word in words_in(tokens)]
    if not any(in_right_case(text) for text, _ in words):
        return []
    return [token for text, word in words if in_right_case(text) or text == _PER for token in word]


def is_per_ten(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number is a power of ten behind `per`, as in `per 100 people`."""
    before = spelled(tokens[max(0, index - len(_PER)) : index])
    return before == _PER and _TEN.fullmatch(tokens[index].text) is not None


def spelled(tokens: Sequence[Token]) -> str:
    """The texts of tokens one after another."""
    return "".join(token.text for token in tokens)


def in_right_case(text: str) -> str:
    """A unit in the case of its letters that is right, as `kN` for `KN`; empty if it is none that is known."""
    if text in MEASURES:
        return text
    return "" if text in _OTHERS else _CASES.get(text.lower(), "")


def is_known(text: str, *, is_apart: bool) -> bool:
    """Whether letters are a known unit; behind a blank in any case of its letters."""
    return text in MEASURES or (is_apart and in_right_case(text) != "")


def is_spoken(text: str) -> bool:
    """Whether a word of running text is a unit, or begins one with an exponent."""
    return text in MEASURES or text in SPOKEN or SIZES.fullmatch(text) is not None


def corrected(letters: list[str]) -> list[str]:
    """The letters of a unit in the case that is right; the same if it is none that is known."""
    text = "".join(letters)
    right = in_right_case(text)
    return [right] if right else letters
