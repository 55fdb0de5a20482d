"""Sentences on a page, with their formulas as MathML."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup, escape

from verifier.formulas import boxes
from verifier.formulas.boxes import width
from verifier.formulas.mathml import inline
from verifier.report.mathematics import Piece

WIDE: Final = 20
"""Width of a formula in letters above which it may be wider than a phone; a keyboard can then scroll it."""
SCROLLED: Final = Markup('<span class="wide scroll" tabindex="0">{}</span>')


def told(pieces: Iterable[Piece]) -> Markup:
    """The pieces of a sentence as HTML."""
    return Markup().join(map(_piece, pieces))


def _piece(piece: Piece) -> Markup:
    if not piece.is_formula:
        return escape(piece.text)
    if piece.expression is None:
        return Markup("<code>{}</code>").format(piece.text)
    drawn = inline(piece.expression, piece.text)
    return SCROLLED.format(drawn) if width(boxes.drawn(piece.expression)) > WIDE else drawn
