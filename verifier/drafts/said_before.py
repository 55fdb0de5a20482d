"""Formulas that stand in the words and headings before a block: `We compute $Q = X W_Q$:`, `### Scores $QK^T$`."""

from collections.abc import Iterator
from typing import Final

from verifier.drafts.quantities import Quantity
from verifier.sources import inline
from verifier.sources.chains import EQUAL, Chain, Side
from verifier.sources.display import math_chains
from verifier.sources.naming import key_of, label_of
from verifier.sources.outline import Outline
from verifier.sources.stretch import Paragraph
from verifier.sources.tokens import tokens

MAX_PARAGRAPHS: Final = 4
"""So many paragraphs before that of a block are looked at, up to the block before."""


def said_before(quantity: Quantity, outline: Outline) -> Iterator[Side]:
    """The expressions that may be said of a block: those of its name, and those that nothing is said to be equal to."""
    here = quantity.shown.paragraph
    others = [one.paragraph for one in outline.shown if one.at < quantity.at[0] and one.paragraph < here]
    first = max([here - MAX_PARAGRAPHS, *(paragraph + 1 for paragraph in others)])
    for paragraph in reversed(outline.paragraphs[max(0, first) : here + 1]):
        for chain in _chains(paragraph, quantity.at[0]):
            yield from _sides(chain, quantity)


def _chains(paragraph: Paragraph, until: int) -> Iterator[Chain]:
    """The chains of the mathematics of a paragraph before an offset; one of a lone expression has one side."""
    if paragraph.kind == "math":
        pieces: tuple[inline.Piece, ...] = (inline.Piece(paragraph.stretch, "", ""),)
    elif paragraph.kind == "text":
        pieces = inline.parts(paragraph.stretch).pieces
    else:
        return
    for piece in pieces:
        if len(piece.stretch.at) and piece.stretch.at[0] < until:
            found = list(tokens(piece.stretch.text, is_prose=False))
            chains = list(math_chains(found))
            yield from chains or [Chain((Side(tuple(found)),), ())]


def _sides(chain: Chain, quantity: Quantity) -> Iterator[Side]:
    if not chain.relations:
        yield chain.sides[0]
        return
    label = label_of(chain)
    is_same = label is not None and key_of(label) == quantity.key
    if is_same and all(relation in EQUAL for relation in chain.relations):
        yield from chain.sides[1:]
