"""Formulas that stand in the words and headings before a block: `We compute $Q = X W_Q$:`, `### Scores $QK^T$`."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.drafts.quantities import Quantity
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.naming import key_of, primed_label_of
from verifier.sources.outline import Outline
from verifier.sources.passages.display import math_chains
from verifier.sources.passages.opened import mathematics
from verifier.sources.text import inline
from verifier.sources.text.stretch import Paragraph, Stretch

_NAMED: Final = re.compile(r"^[ \t]*[^\W\d]\w*[ \t]*=[ \t]*[^=\s\[][^=\n]{0,120}$", re.MULTILINE)
MAX_PARAGRAPHS: Final = 4
"""So many paragraphs before that of a block are looked at, up to the block before."""


def said_before(quantity: Quantity, outline: Outline) -> tuple[list[Side], list[Side]]:
    """The expressions that are said to be equal to the name of a block, and what stands alone, the nearest first."""
    here = quantity.shown.paragraph
    others = [one.paragraph for one in outline.shown if one.at < quantity.at[0] and one.paragraph < here]
    first = max([here - MAX_PARAGRAPHS, *(paragraph + 1 for paragraph in others)])
    named: list[Side] = []
    alone: list[Side] = []
    for paragraph in reversed(outline.paragraphs[max(0, first) : here + 1]):
        for chain in chains_of(paragraph, quantity.at[0]):
            label = primed_label_of(chain)
            if not chain.relations:
                alone.append(chain.sides[0])
            elif label is not None and key_of(label) == quantity.key and set(chain.relations) <= set(EQUAL):
                named += chain.sides[1:]
    return named, alone


def chains_of(paragraph: Paragraph, until: int) -> Iterator[Chain]:
    """The chains of the mathematics of a paragraph before an offset; one of a lone expression has one side."""
    if paragraph.kind == "math":
        pieces: tuple[inline.Piece, ...] = (inline.Piece(paragraph.stretch, "", ""),)
    elif paragraph.kind == "text":
        pieces = inline.parts(paragraph.stretch).pieces
    elif paragraph.is_plain:
        yield from in_code(paragraph.stretch, until)
        return
    else:
        return
    for piece in pieces:
        if len(piece.stretch.at) and piece.stretch.at[0] < until:
            found = mathematics(piece.stretch.text)
            chains = list(math_chains(found))
            yield from chains or [Chain((Side(tuple(found)),), ())]


def in_code(stretch: Stretch, until: int) -> Iterator[Chain]:
    """The equations of names in lines of code in no language, as `scores = Q Kᵀ / √d_k`."""
    for line in _NAMED.finditer(stretch.text):
        if stretch.at[line.start()] < until:
            yield from math_chains(mathematics(line[0]))
