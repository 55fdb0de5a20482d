r"""Numbers written out by their places, as `2 \\cdot 10^3 + 2 \\cdot 10^1 + 6`: each term is a digit times a power."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import RAISED, TIMES
from verifier.sources.text.tokens import Token

_TERM: Final = pattern(r"(\()?[0-9](?P<power>\*10(?:\^\{(?P<braced>-?[0-9]{1,2})\}|\^(?P<bare>[0-9]))?)?(?(1)\))")
_LEAST: Final = 3


def are_place_values(tokens: Sequence[Token]) -> bool:
    r"""Whether tokens are three or more digits times powers of ten, each another one down to tens or units.

    Two terms may be measured: `3 \cdot 10^2 + 4`.
    """
    terms = [_TERM.fullmatch(term) for term in "".join([_spelled(token) for token in tokens]).split("+")]
    exponents = [_exponent(term) for term in terms if term is not None]
    is_sum = len(exponents) == len(terms) >= _LEAST
    return is_sum and len({*exponents}) == len(terms) and max(exponents) > 0 and min(exponents) <= 1


def _spelled(token: Token) -> str:
    if token.is_one_of(*TIMES):
        return "*"
    return f"^{{{token.text.translate(RAISED)}}}" if token.sort == "raised" else token.text


def _exponent(term: re.Match[str]) -> int:
    """The exponent of ten in a term."""
    if not term["power"]:
        return 0
    digits = term["braced"] or term["bare"]
    return int(digits) if digits else 1
