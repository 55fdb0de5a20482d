"""Signs of degrees behind numbers: those of angles, and those of temperatures with a letter."""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.sources.expressions.chains import Factors, Side
from verifier.sources.text.signs import DEGREE
from verifier.sources.text.tokens import Token

_STYLES: Final = ("\\text", "\\mathrm", "\\textrm", "\\mathsf", "\\textup", "\\si", "\\unit")
_CIRCLES: Final = (["^", "\\circ"], ["^", "{", "\\circ", "}"])
_DEGREES: Final = frozenset((*DEGREE, "\\circ"))
PI: Final = ("\u03c0", "\\pi")
_LENGTHS: Final = ("cm", "mm", "km", "dm")
_CLOSED: Final = ("]", *PI, *"xyn")
"""What else than a number may end an angle."""


def has_degrees(side: Side) -> bool:
    """Whether a side has a sign of degrees."""
    return not _DEGREES.isdisjoint([token.text for token in side.tokens])


def without_degrees(side: Side) -> Side:
    """A side without the signs of degrees behind its numbers, a unit as others where no angle has a function."""
    tokens, kept, kinds, units = side.tokens, list[Token](), list[str](), list[tuple[int, Factors]]()
    at = 0 if has_degrees(side) else len(tokens)
    while at < len(tokens):
        size = _circle(tokens, at) if kept and (ends_number(kept) or kept[-1].text in _CLOSED) else 0
        letter = letter_behind(tokens, at + size) if size else 0
        kinds += [f"\u00b0{tokens[at + size + letter // 2].text}"] if letter else ["deg"] * bool(size)
        if not size:
            kept.append(tokens[at])
        elif letter and kept[-1].sort == "number":
            units.append((kept[-1].end, ((kinds[-1], fmpq(1)),)))
        at += size + letter or 1
    if not kept or len(kept) == len(tokens):
        return side
    is_heat = "deg" not in kinds
    unit = "".join(kinds) if is_heat else "deg"
    told = tuple(units) if len(units) == len(kinds) else None
    return side._replace(tokens=tuple(kept), unit=unit, kinds=tuple(kinds) if is_heat else (), units=told)


def _circle(tokens: Sequence[Token], at: int) -> int:
    """The number of tokens of a sign of degrees at an index, zero for none."""
    texts = [token.text for token in tokens[at : at + 4]]
    if tokens[at].is_one_of(*DEGREE):
        return 1
    return next((len(sign) for sign in _CIRCLES if texts[: len(sign)] == sign), 0)


def letter_behind(tokens: Sequence[Token], at: int) -> int:
    """The number of tokens of a letter behind a sign of degrees: C or F, or in braces behind a style; zero for none."""
    texts = [token.text for token in tokens[at : at + 5]]
    if texts[:1] and texts[0] in _STYLES and texts[1:4] in (["{", "C", "}"], ["{", "F", "}"]):
        return 4
    is_letter = texts[:1] in (["C"], ["F"]) and not (tokens[at].spaced and tokens[at - 1].is_one_of(*DEGREE))
    return 1 if is_letter and texts[1:2] not in (["_"], ["("], ["^"], ["'"]) else 0


def ends_number(kept: Sequence[Token]) -> bool:
    """Whether tokens end with what a unit may stand behind; behind a matrix it is that of all cells."""
    return kept[-1].sort in ("number", "raised", "end") or kept[-1].is_one_of("}", ")", "]")


def is_behind_pi(tokens: Sequence[Token], at: int) -> bool:
    r"""Whether what stands behind pi is no name but a unit, upright as in `5\pi\,\text{m}^2`, or of two letters."""
    letters = "".join(token.text for token in tokens[at : at + 2])
    end = tokens[at].end + 1
    is_length = letters in _LENGTHS and tokens[at].spaced and any(token.end == end for token in tokens[at + 1 : at + 2])
    goes_on = any(token.sort == "word" and token.start == end for token in tokens[at + 2 : at + 3])
    return tokens[at].is_one_of(*_STYLES) or (is_length and not goes_on)
