r"""Arrows between matrices, as those of an elimination: `A = [...] \to [...] \xrightarrow{R_2 - 2R_1} [...]`.

What stands on both sides is a block each, and not the same.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from verifier.sources.chains import EQUAL
from verifier.sources.grids import matrices
from verifier.sources.signs import BARS, BRACKETS, STACKS
from verifier.sources.tokens import Token
from verifier.sources.words import words_of

ARROW: Final = "\\to"
_ARROWS: Final = words_of(
    r"""\to \rightarrow \longrightarrow \Rightarrow \Longrightarrow \implies \iff \Leftrightarrow \leftrightarrow
    \Longleftrightarrow \longleftrightarrow \mapsto \longmapsto \sim \equiv \leadsto \rightsquigarrow \xrightarrow
    \xRightarrow \xlongrightarrow \xmapsto -> => <=> ==> \overrightarrow \underrightarrow"""
) | frozenset("\u2192\u21d2\u21d4\u27f6\u27f9\u223c\u21dd\u2192")
_EDGES: Final = frozenset((*BRACKETS, *BRACKETS.values(), *BARS, ".", ","))


def with_arrows(tokens: Sequence[Token]) -> list[Token]:
    """The same tokens with one arrow, as a relation, in the place of what joins two matrices in steps."""
    places = {token.start: index for index, token in enumerate(tokens)}
    spans = [(places[one[0].start], places[one[-1].start] + 1) for one in matrices(tokens)]
    found = list(tokens)
    for (_, end), (start, _) in reversed(list(pairwise(spans))):
        left, right = end, start
        while left < right and tokens[left].text in _EDGES:
            left += 1
        while right > left and tokens[right - 1].text in _EDGES:
            right -= 1
        if left < right and _is_arrow(tokens[left:right]):
            found[left:right] = [Token("relation", ARROW, tokens[left].start, tokens[right - 1].end)]
    return found


def _is_arrow(between: Sequence[Token]) -> bool:
    """Whether an arrow begins here, or a label with an arrow above or below it, and no equality goes on."""
    first = between[0]
    is_stack = first.text in STACKS and any(token.text in _ARROWS for token in between)
    return (first.text in _ARROWS or is_stack) and not any(token.text in EQUAL for token in _outside(between))


def _outside(tokens: Sequence[Token]) -> list[Token]:
    """The tokens outside of braces and brackets."""
    depth, found = 0, list[Token]()
    for token in tokens:
        depth += (token.text in "{[") - (token.text in "}]")
        found += [] if depth else [token]
    return found
