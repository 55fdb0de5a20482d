"""Texts of several words behind a number of mathematics: their words, and the units among them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.sources.text.other_scripts import COUNTERS
from verifier.sources.text.signs import BRACKETS, CURRENCIES, DEGREE, MINUS, POWER, PRIMES
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import BEHIND_UNITS, FUNCTIONS, MEASURES, NO_UNITS, ROUNDED, SPOKEN, words_of

_CASES: Final = {
    unit.lower(): unit for unit in words_of("kg km cm kN kNm kW kWh MWh kJ kV Hz kHz MHz GHz kPa MPa GPa mL mol mmol")
}
"""Units that are often written in another case, by their letters in lower case."""
_OTHERS: Final = ("kn", "Kn", "mHz", "Mm")
"""Other units, which are these but for the case of their letters."""
SIZES: Final = pattern(r"(?:[kcdmn\u00b5\u03bc]?m|in|ft|yd)[23]|s2")
"""Units of areas and volumes with the digits of their exponents on the line, as `dm3`, and the square of seconds."""
SQUARE: Final = "s2"
"""The square of seconds, which is a unit behind a stroke, as in `m/s2`; elsewhere it may be a name."""
MICRO: Final = "\\mu"
PREFIX: Final = "\u00b5"
STYLES: Final = ("\\text", "\\mathrm", "\\textrm", "\\mathsf", "\\textup", "\\si", "\\unit")
GREEK: Final = ("\\Omega", "\\ohm", MICRO, "\\AA", "\u03a9", "\u2126")
SYMBOLS: Final = (*GREEK, *CURRENCIES)
UNIT_OVER: Final = ("/", "per")
UNIT_JOINTS: Final = (*UNIT_OVER, "\\cdot", "\u00b7", "\u22c5", "*")
_SIGNS: Final = (".", ",", "'", "\u00b0", "\\%", "%")
_INSIDE: Final = (*UNIT_JOINTS, *MINUS, *POWER, *BRACKETS, *BRACKETS.values(), *_SIGNS, *SYMBOLS)
_BACKSLASH: Final = "\\"
_PER: Final = "per"
_LEAST: Final = 3
_LEAST_PLURAL: Final = 5
_VOWELS: Final = frozenset("aeiouyAEIOUY")
_ACRONYM: Final = pattern("[a-z]?[A-Z]{3,}s?|[A-Z]{2}s")
_NO_ACRONYMS: Final = words_of(
    "AND OR NOT XOR NAND NOR MOD DIV REM BIN HEX OCT DEC MIO MRD TSD MLN MLD SUM AVG MEAN MED PI THE FOR BUT THIS THAT"
)
"""Words in capitals that are operations, bases or powers of ten, or no nouns."""
_ENDS: Final = frozenset((".", ",", ";", ":", ")", "!", "?"))
_TEN: Final = pattern("10*(?:,000)*")


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


def with_prefixes(unit: Sequence[Token]) -> Sequence[Token]:
    r"""A unit whose prefixes are letters of its words, as `\mu` before an A is in `\mu A` and `\mu\mathrm{A}`."""
    if not any(token.is_one_of(MICRO) for token in unit):
        return unit
    found: list[Token] = []
    prefix = ""
    for token in unit:
        if token.is_one_of(MICRO):
            prefix = PREFIX
        elif prefix and token.sort == "word":
            found.append(token._replace(text=prefix + token.text))
            prefix = ""
        else:
            found.append(token)
    return unit if prefix else found


def letters_of(unit: Sequence[Token]) -> list[str]:
    """The words and symbols of a unit, without exponents; letters of mathematics that touch are one word.

    Of a text that says a unit and what is measured, as `hours of waiting`, they are those of the unit alone.
    """
    found: list[str] = []
    before: Token | None = None
    for token in _measures(unit):
        is_touched = before is not None and before.sort == token.sort == "word" and before.end == token.start
        if is_touched and not token.spaced:
            found[-1] += token.text
        elif _is_letter(token):
            is_degree = before is not None and before.is_one_of(*DEGREE)
            found.append(f"{DEGREE[0] * is_degree}{token.text.removeprefix(_BACKSLASH)}")
        before = token
    return [text[:-1] if SIZES.fullmatch(text) else text for text in found]


def _measures(unit: Sequence[Token]) -> Sequence[Token]:
    return measures_in(unit[2:]) or unit if unit[0].is_one_of(*STYLES) else unit


def _is_letter(token: Token) -> bool:
    return token.sort == "word" or token.is_one_of(*SYMBOLS, *PRIMES)


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
    """A unit in the case of its letters that is right, as `kN` for `KN`, `joules` for `Joules`; empty if none is."""
    if text in MEASURES:
        return text
    if text.istitle() and len(text) > _LEAST and text.lower() in MEASURES:
        return text.lower()
    return "" if text in _OTHERS else _CASES.get(text.lower(), "")


def is_known(text: str, *, is_apart: bool) -> bool:
    """Whether letters are a known unit; behind a blank in any case of its letters."""
    return text in MEASURES or (is_apart and in_right_case(text) != "")


def is_spoken(token: Token) -> bool:
    """Whether a word of running text behind a number is a unit, begins one with an exponent, or is `B` for billions."""
    is_billions = token.text == "B" and not token.spaced
    if token.text in COUNTERS:
        return not token.spaced
    return is_billions or token.text in MEASURES or token.text in SPOKEN or _is_size(token.text)


def _is_size(text: str) -> bool:
    return text != SQUARE and SIZES.fullmatch(text) is not None


def is_acronym(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word in capitals behind a number is what is counted, as `FIT` and `QALYs`, of which nothing is known.

    What may go on behind it as an expression makes it a name.
    """
    text, behind = tokens[at].text, tokens[at + 1 : at + 2]
    if _ACRONYM.fullmatch(text) is None or text in _NO_ACRONYMS or text.lower() in FUNCTIONS or not tokens[at].spaced:
        return False
    is_rate = [one.is_one_of("/") and not one.spaced for one in behind] == [True] and tokens[at + 2 : at + 3] != []
    return not behind or behind[0].text in _ENDS or is_rate or (behind[0].sort == "word" and _is_plain(behind[0]))


def _is_plain(word: Token) -> bool:
    """Whether a word of running text is surely no operand."""
    return (
        word.spaced
        and word.text.isalpha()
        and word.text.islower()
        and len(word.text) > 1
        and word.text not in FUNCTIONS
    )


def corrected(letters: list[str]) -> list[str]:
    """The letters of a unit in the case that is right; the same if it is none that is known."""
    right = "" if len(letters) > 1 and all(map(in_right_case, letters)) else in_right_case("".join(letters))
    return [right] if right else letters


def is_unit_text(tokens: Sequence[Token], *, is_last: bool) -> bool:
    """Whether the text behind a number says what is counted, or stands in brackets as a remark.

    A text at the end of a side may go on with what it is of, in, for or per.
    """
    if not tokens:
        return False
    if tokens[0].is_one_of("(") and tokens[-1].is_one_of(")"):
        return True
    words = [spelled(word) for word in words_in(tokens)]
    is_plain = all(
        token.sort in ("word", "raised")
        or token.is_one_of(*_INSIDE)
        or (token.sort == "number" and (_is_raised(tokens, index) or (is_last and is_per_ten(tokens, index))))
        for index, token in enumerate(tokens)
    )
    if not is_plain or (_is_no_unit(words[0]) if words else not any(token.is_one_of(*SYMBOLS) for token in tokens)):
        return False
    goes_on = is_last and ROUNDED.isdisjoint(words)
    return not any(_is_no_unit(word) and not (goes_on and word in BEHIND_UNITS) for word in words[1:])


def words_at_end(tokens: Sequence[Token], at: int) -> int:
    r"""The index behind words in letters of mathematics that end a side; the same index if none begin there.

    Each stands behind a command for a blank, as in `7\ cars\ in\ line`. Three letters begin them: they are no names.
    """
    is_apart = at > 0 and (_is_set_apart(tokens, at) or _is_plural(tokens, at))
    if not (is_apart and _has_letters(tokens, at) and all(token.sort == "word" for token in tokens[at:])):
        return at
    starts = [index for index in range(at, len(tokens)) if tokens[index].start > tokens[index - 1].end]
    is_spelled = all(index == at or _is_set_apart(tokens, index) for index in starts) and is_unit_text(
        tokens[at:], is_last=True
    )
    return len(tokens) if is_spelled else at


def _is_set_apart(tokens: Sequence[Token], at: int) -> bool:
    """Whether more than a character, as a command for a blank, stands before a token."""
    return tokens[at].start - tokens[at - 1].end > 1


def _is_plural(tokens: Sequence[Token], at: int) -> bool:
    """Whether letters that touch, behind a blank and to the end, are surely a word for several things, as `cycles`."""
    is_long = tokens[at].spaced and len(tokens) - at >= _LEAST_PLURAL and tokens[-1].text == "s"
    return is_long and all(a.end == b.start and b.sort == "word" for a, b in pairwise(tokens[at:]))


def _has_letters(tokens: Sequence[Token], at: int) -> bool:
    """Whether letters that touch, as many as a word surely has, stand at an index, a vowel among them."""
    some = tokens[at : at + _LEAST]
    is_word = len(some) == _LEAST and all(a.end == b.start for a, b in pairwise(some))
    return is_word and not _VOWELS.isdisjoint(token.text for token in words_in(tokens[at:])[0])


def _is_no_unit(word: str) -> bool:
    return (word.lower() if len(word) > 1 else word) in NO_UNITS or (word in FUNCTIONS and word not in MEASURES)


def _is_raised(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number is an exponent."""
    before = [token for token in tokens[max(0, index - 3) : index] if not token.is_one_of("{", *MINUS)]
    return bool(before) and before[-1].is_one_of(*POWER)
