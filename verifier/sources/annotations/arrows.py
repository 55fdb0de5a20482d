r"""Arrows between matrices, as those of an elimination: `A = [...] \to [...] \xrightarrow{R_2 - 2R_1} [...]`.

What stands on both sides is a block each, and not the same.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from verifier.sources.expressions.chains import EQUAL
from verifier.sources.expressions.grids import matrices
from verifier.sources.text.signs import BARS, BRACKETS, STACKS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import words_of

ARROW: Final = "\\to"
_ARROWS: Final = words_of(
    r"""\to \rightarrow \longrightarrow \Rightarrow \Longrightarrow \implies \iff \Leftrightarrow \leftrightarrow
    \Longleftrightarrow \longleftrightarrow \mapsto \longmapsto \sim \equiv \leadsto \rightsquigarrow \xrightarrow
    \xRightarrow \xlongrightarrow \xmapsto -> => <=> ==> \overrightarrow \underrightarrow"""
) | frozenset("\u2192\u21d2\u21d4\u27f6\u27f9\u223c\u21dd\u2192")
_GAPS: Final = ("\\quad", "\\qquad")
_BEFORE: Final = frozenset((*BRACKETS, *BARS)) - {"{"}
_BEHIND: Final = frozenset((*BRACKETS.values(), *BARS)) - {"}"}
"""What stands around matrices."""


def with_arrows(tokens: Sequence[Token]) -> list[Token]:
    """The same tokens with one arrow, as a relation, in the place of what joins two matrices in steps."""
    found = list(tokens)
    for left, right in reversed(_spans(tokens)):
        found[left:right] = [Token("relation", ARROW, tokens[left].start, tokens[right - 1].end)]
    return found


def before_matrices(tokens: Sequence[Token]) -> dict[int, tuple[Token, ...]]:
    """The arrows before matrices with what stands above and below them, by the offset at which each matrix begins."""
    starts = [one[0].start for one in matrices(tokens)]
    found = (tuple(tokens[left:right]) for left, right in _spans(tokens))
    return {starts[bisect_left(starts, one[-1].end)]: one for one in found}


def parted_behind_matrices(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    r"""The tokens, parted at arrows from a matrix to what is none, as `[...] \Longrightarrow x = 3`."""
    places = {token.start: index for index, token in enumerate(tokens)}
    joined = {left for left, _ in _spans(tokens)}
    begin = 0
    for one in matrices(tokens):
        at = places[one[-1].start] + 1
        while at < len(tokens) and (_is_edge(tokens[at], _BEHIND) or tokens[at].text in _GAPS):
            at += 1
        if at < len(tokens) and tokens[at].text in _ARROWS and at not in joined:
            yield tokens[begin:at]
            begin = at + 1
    yield tokens[begin:]


def _spans(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Where arrows between two matrices begin and end, by the indices of tokens."""
    places = {token.start: index for index, token in enumerate(tokens)}
    spans = [(places[one[0].start], places[one[-1].start] + 1) for one in matrices(tokens)]
    found: list[tuple[int, int]] = []
    for (_, end), (start, _) in pairwise(spans):
        left, right = end, start
        while left < right and _is_edge(tokens[left], _BEHIND):
            left += 1
        while right > left and _is_edge(tokens[right - 1], _BEFORE):
            right -= 1
        found += [(left, right)] if left < right and _is_arrow(tokens[left:right]) else []
    return found


def _is_edge(token: Token, edges: Collection[str]) -> bool:
    """Whether a token is a bracket of a matrix, or layout, rather than part of an arrow."""
    return token.sort == "line" or token.text in edges


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
