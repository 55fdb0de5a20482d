"""Exclamation marks of running text that are factorials, and end no sentence."""

from collections.abc import Sequence

from verifier.sources.text.signs import OVER, TIMES
from verifier.sources.text.tokens import Token


def is_factorial(token: Token, following: Token | None, found: Sequence[Token]) -> bool:
    """Whether an exclamation mark stands right behind a number, and before a sign or behind a sign and a factorial.

    No sentence ends there, as in `8! = 8 * 7!`.
    """
    if not found or token.spaced or not (found[-1].sort == "number" or found[-1].is_one_of(")")):
        return False
    is_before_sign = following is not None and (following.sort == "relation" or following.is_one_of(*TIMES, *OVER))
    is_operand = len(found) > 1 and found[-2].is_one_of(*TIMES, *OVER)
    return is_before_sign or (is_operand and any(one.is_one_of("!") for one in found))


def may_stand_before_factor(token: Token, following: Token | None, found: Sequence[Token]) -> bool:
    """Whether an exclamation mark behind a number may be a factorial before another number, as in `5! 3! = 720`."""
    is_behind = found != [] and not token.spaced and found[-1].sort == "number"
    is_between = is_behind and following is not None and following.sort == "number"
    return is_between and not any(one.sort == "relation" for one in found)
