"""A number that is said again in brackets behind it, in percent or without: `0.48 (48%)`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.signs import MINUS, PERCENT
from verifier.sources.tokens import Token

MAX_TOKENS: Final = 8
"""Maximum number of tokens of both numbers, with their signs and the brackets."""


def bracket_of(tokens: Sequence[Token]) -> int:
    """The index of the brackets in which a number alone is said again; 0 if a side is none such."""
    at = next((at for at, token in enumerate(tokens[:MAX_TOKENS]) if token.is_one_of("(")), 0)
    if not at or len(tokens) > MAX_TOKENS or not tokens[-1].is_one_of(")"):
        return 0
    numbers = tokens[:at], tokens[at + 1 : -1]
    has_percent = [any(token.is_one_of(*PERCENT) for token in some) for some in numbers]
    left = [[token.sort for token in some if not token.is_one_of("+", *MINUS, *PERCENT)] for some in numbers]
    return at if left == [["number"], ["number"]] and has_percent[0] != has_percent[1] else 0
