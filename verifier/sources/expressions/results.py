"""Results that are no decimals alone: powers of ten, digits in brackets, and numbers said again in percent."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.forms import recurring
from verifier.numbers.number import ratio
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Numeral, Value, number_of
from verifier.sources.text.signs import FRACTIONS, MINUS, OVER, PERCENT, POWER, RECURRING, TIMES
from verifier.sources.text.tokens import Token

_TEN: Final = 10
MAX_TOKENS: Final = 8
"""Maximum number of tokens of a number that is said again, with signs and brackets."""


def lone_power_of_ten(value: Value, side: Side) -> Value | None:
    """A side that is a lone power of ten, as a printed number; None for another."""
    match value.tree:
        case Apply("power", (Literal(base), Literal() | Apply("negative", (Literal(),)) as exponent)) if base == _TEN:
            text = f"10^{number_of(Value(exponent))}"
            return value._replace(numeral=Numeral(text, side.tokens[0].start, side.tokens[-1].end))
    return None


def are_powers_of_ten(left: Side, right: Side) -> bool:
    """Whether two sides in one unit or none, one with a power, have only digits of powers of ten and of exponents."""
    if left.unit != right.unit or not any(token.is_one_of(*POWER) for token in (*left.tokens, *right.tokens)):
        return False
    return all(map(_is_of_tens, (left.tokens, right.tokens)))


def _is_of_tens(tokens: Sequence[Token]) -> bool:
    """Whether tokens are powers of ten with signs of products and quotients; each number behind a power is whole."""
    is_exponent = False
    for token in tokens:
        if token.sort == "number":
            if not (token.text.isdecimal() if is_exponent else token.text.strip("0.") == "1"):
                return False
            is_exponent = False
        elif token.is_one_of(*POWER):
            is_exponent = True
        elif not (token.is_one_of("{", "}", *FRACTIONS, *TIMES, *OVER) or (is_exponent and token.is_one_of(*MINUS))):
            return False
    return True


def may_be_uncertain(numeral: Numeral | None, tokens: Sequence[Token], tree: Expression) -> bool:
    """Whether digits in brackets may be others than those that recur: the expression gives none that recur so.

    *tokens* spell the number; digits below a line recur for sure.
    """
    if numeral is None or not numeral.text.endswith(")") or any(token.is_one_of(*RECURRING) for token in tokens):
        return False
    value = value_at(tree, {})
    shown = None if value is None else recurring(*ratio(value))
    return shown is None or _places(shown) != _places(numeral.text)


def bracket_of(tokens: Sequence[Token]) -> int:
    """The index of the brackets in which a number alone is said again, as in `0.48 (48%)`; 0 if a side is none such."""
    if not tokens or tokens[-1].text != ")":
        return 0
    at = next((at for at, token in enumerate(tokens[:MAX_TOKENS]) if token.is_one_of("(")), 0)
    if not at or len(tokens) > MAX_TOKENS:
        return 0
    numbers = tokens[:at], tokens[at + 1 : -1]
    has_percent = [any(token.is_one_of(*PERCENT) for token in some) for some in numbers]
    left = [[token.sort for token in some if not token.is_one_of("+", *MINUS, *PERCENT)] for some in numbers]
    return at if left == [["number"], ["number"]] and has_percent[0] != has_percent[1] else 0


def _places(text: str) -> list[int]:
    """The numbers of decimals before those that recur, and of these."""
    return [len(part) for part in re.split("[.(]", text)[1:]]
