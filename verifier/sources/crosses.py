"""Letters and words of running text that multiply: an `x` between two operands, and `of` behind a percent sign."""

from collections.abc import Sequence

from verifier.sources.chains import SEAM
from verifier.sources.signs import PERCENT
from verifier.sources.tokens import Token
from verifier.sources.units import end_of_unit
from verifier.sources.words import FUNCTIONS

_TIMES = "\u00d7"
_UNIT = 6
"""Tokens between a number and an `x`, in which its unit is looked for."""


def with_crosses(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with a sign of multiplication for each `of` of a percentage, and for each `x`, unless it is a name."""
    found = [_times(token) if _is_share(tokens, index) else token for index, token in enumerate(tokens)]
    places = [index for index, token in enumerate(found) if token.is_one_of("x", "X") and token.sort == "word"]
    if all(_is_cross(found, index) for index in places):
        for index in places:
            found[index] = _times(found[index])
    return found


def _times(token: Token) -> Token:
    return token._replace(sort="sign", text=_TIMES)


def _is_share(tokens: Sequence[Token], index: int) -> bool:
    """Whether an `of` stands between a percentage and a number."""
    if not tokens[index].is_one_of("of"):
        return False
    before, _, following = _around(tokens, index)
    return before.is_one_of(*PERCENT) and following.sort == "number"


def _is_cross(tokens: Sequence[Token], index: int) -> bool:
    """Whether an `x` stands between two operands, with blanks on both sides."""
    before, token, following = _around(tokens, index)
    is_spaced = token.spaced and following.spaced
    is_call = following.is_one_of("sqrt", "\u221a") or (following.text in FUNCTIONS and _opens(tokens, index + 2))
    ends = before.sort in ("number", "raised") or before.is_one_of(")", "]", *PERCENT) or _ends_unit(tokens, index)
    return is_spaced and ends and (following.sort == "number" or following.is_one_of("(", "[") or is_call)


def _opens(tokens: Sequence[Token], index: int) -> bool:
    """Whether a bracket opens at an index."""
    return any(token.is_one_of("(") and not token.spaced for token in tokens[index : index + 1])


def _ends_unit(tokens: Sequence[Token], index: int) -> bool:
    """Whether a unit behind a number ends before an index."""
    start = next((k for k in range(index - 1, max(index - _UNIT, 0), -1) if tokens[k - 1].sort == "number"), index)
    return start < index and end_of_unit(tokens, start, is_prose=True) == index


def _around(tokens: Sequence[Token], index: int) -> tuple[Token, Token, Token]:
    """A token between those before and behind it."""
    before, token, following = (tokens[index + k] if 0 <= index + k < len(tokens) else SEAM for k in (-1, 0, 1))
    return before, token, following
