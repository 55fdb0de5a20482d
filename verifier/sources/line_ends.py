"""Ends of lines in running text: whether they part two expressions, or an expression goes on behind them."""

from collections.abc import Sequence

from verifier.sources.operand_words import is_part
from verifier.sources.signs import MINUS, OPERATORS
from verifier.sources.tokens import Token
from verifier.sources.unit_texts import is_spoken
from verifier.sources.words import MEASURES, UNITS


def line_boundary(following: Token | None, found: Sequence[Token]) -> bool | None:
    """A line end is a boundary between two expressions, and none inside of one, or between words."""
    if not found or following is None:
        return None
    last = found[-1]
    if last.sort == "number" and len(following.text) > 1 and (is_spoken(following) or following.text in UNITS):
        return None
    if following.sort == "number" and last.text.isdigit() and found[-2:-1] and found[-2].is_one_of("+"):
        return False  # the rest of a mixed number
    if last.sort == "word" and last.text in MEASURES and found[-2:-1] and found[-2].sort == "number":
        return True
    if following.is_one_of("*"):
        return False  # a bullet that was typed, or a product that goes on
    if (
        _needs_more(last)
        or _needs_more(following)
        or (last.sort == "word" and not is_part(last, found[-2:-1], following))
    ):
        return None
    return not following.is_one_of(*MINUS) and not last.is_one_of(*MINUS)


def _needs_more(token: Token) -> bool:
    return token.sort == "relation" or (token.is_one_of(*OPERATORS) and not token.is_one_of(*MINUS))
