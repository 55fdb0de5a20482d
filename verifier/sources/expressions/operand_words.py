"""Words and bars of running text that stand in an expression: functions, constants, absolute values."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.rows import is_function
from verifier.sources.text.signs import MODULI, OPERATORS, POWER, VULGAR
from verifier.sources.text.tokens import Token, is_vowel

_OPENING: Final = ("(", "[")
_BAR: Final = "|"
_ABSOLUTE: Final = "\\vert"
_MEANS: Final = ("mean", "average")
_MOST: Final = 40
"""Maximum number of tokens between two bars."""
_BARE: Final = ("sin", "cos", "tan", "ln", "log", "log10", "log2", "log\u2082", "log\u2081\u2080")
"""Functions that may stand before a number without brackets."""
_KNOWN: Final = frozenset(("x", "X", "e", "\u03c0", *MODULI, *VULGAR, *_BARE))
"""Words that stand in an expression without brackets behind them."""
_PLAIN: Final = ("\ufffc", "'", "\u2019", "`")
"""Signs of running text that stand in no expression."""
_VOWELS: Final = "\u0300"
"""The first of the signs of a script that belong to the letters before them."""
_UNCLEAR: Final = ("log",)
"""Those of them that may be another word, if no sign stands before them."""


def is_part(token: Token, before: Sequence[Token], following: Token | None) -> bool:
    """Whether a token may stand in an expression: a number, a sign, or the name of a function or a constant."""
    if token.sort != "word":
        return token.text not in _PLAIN and not (token.text >= _VOWELS and is_vowel(token.text))
    if token.text not in _KNOWN and (following is None or following.text not in _OPENING):
        return False
    if following is not None and following.spaced and token.is_one_of(*_MEANS):
        return False  # a word, as no function has a blank there
    if token.is_one_of("x", "X"):
        is_between = following is not None and following.sort == "number"
        return is_between and bool(before) and before[0].sort == "number"
    if token.is_one_of(*MODULI):
        is_behind = bool(before) and (before[-1].sort in ("number", "raised") or before[-1].is_one_of(")"))
        return is_behind and following is not None and (following.sort == "number" or following.is_one_of("("))
    if token.is_one_of("e"):
        return following is not None and following.is_one_of(*POWER)
    if token.is_one_of("\u03c0", *VULGAR):
        return True
    if following is None:
        return False
    if token.is_one_of(*_BARE) and following.sort == "number" and following.spaced:
        is_led = any(one.sort == "relation" or one.is_one_of(*OPERATORS, *_OPENING) for one in before[-1:])
        return is_led or not token.is_one_of(*_UNCLEAR)
    return following.is_one_of(*_OPENING) and (token.is_one_of("\u03c3") or is_function((token, following), 0))


def with_bars(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens of running text, with bars of their own around each absolute value, as `|2.5 - 3|`."""
    places = [index for index, token in enumerate(tokens) if token.text == _BAR and token.is_one_of(_BAR)]
    if not places:
        return tokens
    found = list(tokens)
    at = 0
    while at + 1 < len(places):
        start, end = places[at], places[at + 1]
        if _is_absolute(tokens[start + 1 : end + 1]):
            for index in (start, end):
                found[index] = found[index]._replace(sort="macro", text=_ABSOLUTE)
            at += 1
        at += 1
    return found


def with_pi(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens of running text, with the sign for each `pi` between signs of operations or brackets."""
    if "pi" not in [token.text for token in tokens]:
        return tokens
    around = (*OPERATORS, *_OPENING, ")", "]")
    found = list(tokens)
    for index in range(1, len(tokens) - 1):
        before, token, behind = tokens[index - 1 : index + 2]
        is_operand = before.is_one_of(*around) and (behind.is_one_of(*around) or behind.sort == "relation")
        is_aside = before.is_one_of(*_OPENING) and behind.is_one_of(")", "]") and not _is_called(tokens, index - 1)
        if token.is_one_of("pi") and is_operand and not is_aside:
            found[index] = token._replace(text="\u03c0")
    return found


def _is_called(tokens: Sequence[Token], opening: int) -> bool:
    """Whether a bracket touches the word before it."""
    return opening > 0 and tokens[opening - 1].sort == "word" and not tokens[opening].spaced


def is_mean(word: str, side: Sequence[Token]) -> bool:
    """Whether a word says that an expression is the mean of the terms in its brackets, as in `mean (4 + 6)/2`."""
    if word not in _MEANS or not side or not side[0].is_one_of("("):
        return False
    end = next((at for at, token in enumerate(side) if token.is_one_of(")")), len(side))
    terms, behind = side[1:end], side[end + 1 :]
    are_numbers = all(token.sort == "number" for token in terms[::2])
    are_added = len(terms) % 2 == 1 and all(token.is_one_of("+") for token in terms[1::2])
    is_divided = len(behind) == 2 and behind[0].is_one_of("/") and behind[1].text == str(len(terms[::2]))  # noqa: PLR2004 - the sign and its number
    return are_numbers and are_added and is_divided


def _is_absolute(inside: Sequence[Token]) -> bool:
    """Whether tokens behind a bar, and the next bar, are an expression of numbers with blanks outside alone."""
    *shown, bar = inside
    if not 0 < len(shown) <= _MOST or shown[0].spaced or bar.spaced:
        return False
    return shown[-1].sort == "number" and all(
        token.sort in ("number", "raised") or token.is_one_of(*OPERATORS, "(", ")") for token in shown
    )
