"""Feet and minutes whose sign was typed as an apostrophe, as in `12' - 5' = 7'`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from verifier.sources.expressions.chains import SEAM
from verifier.sources.text.signs import PRIMES
from verifier.sources.text.tokens import Token

_LEAST: Final = 2
"""One apostrophe behind a number may end a quotation."""


def with_primes(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens of running text with a prime for each apostrophe behind a number, where several and no others stand.

    Apostrophes inside of words are no others.
    """
    if "'" not in [token.text for token in tokens]:
        return tokens
    behind = [before for before, token in pairwise((SEAM, *tokens)) if token.text == "'" and before.sort != "word"]
    if len(behind) < _LEAST or any(before.sort != "number" for before in behind):
        return tokens
    places = {before.end for before in behind}
    return [
        token._replace(text=PRIMES[0]) if token.text == "'" and token.start in places else token for token in tokens
    ]
