"""Words between single quotation marks in running text, which have two shapes, as in `P('free'|S) = 0.5 + 0.13`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from verifier.sources.expressions.chains import SEAM
from verifier.sources.text.tokens import Token

SINGLE_QUOTE: Final = "\u2018"
"""Opens a quotation, and closes one that the low mark opens."""
_LOW: Final = "\u201a"
_APOSTROPHE: Final = "\u2019"


def with_single_quotes(tokens: Sequence[Token]) -> Sequence[Token]:
    """Tokens with one mark at both ends of such quotations; an apostrophe before a letter ends none."""
    found: list[Token] = []
    opened = ""
    for token, following in pairwise((*tokens, SEAM)):
        closing = _APOSTROPHE if opened == SINGLE_QUOTE else SINGLE_QUOTE
        goes_on = token.is_one_of(_APOSTROPHE) and following.sort == "word" and not following.spaced
        if not opened and token.is_one_of(SINGLE_QUOTE, _LOW):
            opened = token.text
            found.append(token._replace(text=SINGLE_QUOTE))
        elif opened and token.is_one_of(closing) and not goes_on:
            opened = ""
            found.append(token._replace(text=SINGLE_QUOTE))
        else:
            found.append(token)
    return found
