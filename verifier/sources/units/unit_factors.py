"""What a unit is made of: its words with their exponents, as m with 1 and s with -2 of `m/s^2`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.sources.expressions.chains import Factors, Side
from verifier.sources.text.signs import CURRENCIES, DEGREE, FRACTIONS, MINUS, OVER, RAISED, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import ABROAD, words_of
from verifier.sources.units.unit_texts import SIZES

_SPELLED: Final[Mapping[str, str]] = {
    "h": "hr hrs hour hours",
    "min": "minute minutes mins",
    "s": "sec secs second seconds",
    "day": "days",
    "week": "weeks",
    "month": "months",
    "year": "years",
    "L": "l litre litres liter liters",
    "mL": "ml",
    "g": "gram grams",
    "m": "meter meters metre metres",
    "mile": "mi miles",
    "pound": "pounds lb lbs",
    "ounce": "ounces oz",
    "inch": "in inches",
    "ft": "foot feet",
    "gallon": "gallons gal",
    "unit": "units",
    "mol": "mols mole moles",
    "J": "joules joule",
    "W": "watts watt",
    "V": "volts volt",
    "A": "amps amp",
    "Omega": "ohm ohms Ohm Ohms \u03a9 \u2126",
    "\u00b5F": "\u03bcF",
    "\u00b5s": "\u03bcs",
    "\u00b5g": "\u03bcg mcg",
}
_ALIKE: Final = {
    **{word: unit for unit, words in _SPELLED.items() for word in words_of(words)},
    **{word: unit for unit, words in ABROAD.items() for word in words},
}
"""Words of units by other spellings of the same."""
_MADE_OF: Final = {
    "mph": (("mile", 1), ("h", -1)),
    "kph": (("km", 1), ("h", -1)),
    "mpg": (("mile", 1), ("gallon", -1)),
    "rpm": (("revolution", 1), ("min", -1)),
    "kWh": (("kW", 1), ("h", 1)),
    "Wh": (("W", 1), ("h", 1)),
}
"""Units that are quotients or products of others."""
_SCALES: Final = {"K": "thousand", "k": "thousand", "M": "million", "B": "billion"}
MONEY: Final = "$"
"""The word for all signs of money, which stands before or behind an amount."""
_PLAIN: Final = ("{", "}", "\\text", "\\mathrm", "\\textrm", "\\,", "\\;", "\\ ", "~", "^")
_PER: Final = "per"
_PARTS: Final = 3
"""A command, and two groups in braces."""
_OHM: Final = "Omega"
_OHMS: Final = ("\\Omega", "\\ohm")


def factors_of(tokens: Sequence[Token]) -> Factors | None:
    """The words of a unit with their exponents; None if it is not plain."""
    is_fraction = bool(tokens) and tokens[0].is_one_of(*FRACTIONS)
    return _of_fraction(tokens) if is_fraction else _of_line(tokens)


def _of_line(tokens: Sequence[Token]) -> Factors | None:
    """The words of a unit that is written on a line."""
    found: list[tuple[str, fmpq]] = []
    sign = around = 1
    before, circle, is_below = None, "", False
    for token in _with_signs(tokens):
        if token.sort == "word" and token.text != _PER:
            if found and before is not None and before.sort == "word" and not token.spaced:
                found[-1] = (found[-1][0] + token.text, found[-1][1])
            else:
                found.append((circle + token.text, fmpq(sign)))
            sign, circle = around, ""
        elif token.is_one_of(*OVER) or token.text == _PER:
            sign, is_below = -1, True
        elif token.is_one_of("(") and sign < 0:
            around, is_below = -1, False
        elif token.is_one_of(")"):
            sign = around = 1
        elif token.is_one_of(*DEGREE):
            circle = DEGREE[0]
        elif found and _exponent(token, before):
            found[-1] = (found[-1][0], found[-1][1] * _exponent(token, before))
        elif not (token.is_one_of(*_PLAIN) or (token.is_one_of(*TIMES) and not is_below)):
            return None
        before = token
    return tuple(one for word, power in found for one in _plain(word, power))


def _of_fraction(tokens: Sequence[Token]) -> Factors | None:
    """The words of a unit that is one unit over another."""
    depth, ends = 0, list[int]()
    for index, token in enumerate(tokens):
        depth += token.is_one_of("{") - token.is_one_of("}")
        ends += [index] if depth == 0 else []
    if len(ends) != _PARTS or ends[-1] != len(tokens) - 1:
        return None
    above, below = factors_of(tokens[2 : ends[1]]), factors_of(tokens[ends[1] + 2 : ends[2]])
    return None if above is None or below is None else (*above, *((word, -power) for word, power in below))


def with_scales(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides of a chain with K, M and B, where these are no units alone: thousands, millions and billions."""
    words = {word for side in sides for _, factors in side.units or () for word, _ in factors}
    is_one = len(words) == 1 and all(side.units for side in sides)
    if not words or is_one or not words <= _SCALES.keys():
        return sides
    return tuple(side._replace(units=_scaled(side)) for side in sides)


def adds_unscaled(side: Side) -> bool:
    """Whether a sum has numbers in thousands or millions by a letter, and others that are not: `4.7k + 300`."""
    letters = {*_SCALES, *_SCALES.values()}
    scaled = sum(any(word in letters for word, _ in factors) for _, factors in side.units or ())
    is_sum = any(token.is_one_of("+", *MINUS) for token in side.tokens[1:])
    return is_sum and 0 < scaled < sum(token.sort == "number" for token in side.tokens)


def _scaled(side: Side) -> tuple[tuple[int, Factors], ...] | None:
    found = side.units
    return found and tuple((end, tuple((_SCALES[word], power) for word, power in factors)) for end, factors in found)


def _with_signs(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a unit, each exponent with its minus, and ohms as a word."""
    sign = ""
    for before, token in zip((None, *tokens), tokens, strict=False):
        if token.is_one_of(*MINUS) and before is not None and before.is_one_of("^", "{"):
            sign = "-"
        elif token.is_one_of(*_OHMS) and (before is None or before.is_one_of(*_PLAIN)):
            yield token._replace(sort="word", text=_OHM)
        elif token.sort == "sign" and token.text in CURRENCIES:
            yield token._replace(sort="word", text=MONEY)
        else:
            yield token._replace(text=sign + token.text)
            sign = ""


def _exponent(token: Token, before: Token | None) -> int:
    """The exponent that a token is; 0 if it is none."""
    text = token.text.translate(RAISED)
    is_raised = token.sort == "raised" or (before is not None and before.is_one_of("^", "{"))
    return int(text) if is_raised and text.removeprefix("-").isdecimal() else 0


def _plain(word: str, power: fmpq) -> Factors:
    """A word of a unit in its plain spelling, or those of which it is made, with their exponents."""
    if SIZES.fullmatch(word):
        return ((word[:-1], power * int(word[-1])),)
    return tuple((one, power * own) for one, own in _MADE_OF.get(word, ((_ALIKE.get(word, word), 1),)))
