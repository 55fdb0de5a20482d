"""Numbers that annotations name by their digits: `m at 4.17 = mean(y)` is the next 4.17 behind it in its section."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.expressions.grids import placed, shown
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.commas import with_points
from verifier.sources.text.directives import BY_DIGITS, Directive, Refusals
from verifier.sources.text.places import Lines, Places
from verifier.sources.text.signs import MINUS
from verifier.sources.text.stretch import Paragraph, whole
from verifier.sources.text.tokens import tokens

_SIGN: Final = f"[{''.join(MINUS)}]"

_ENDS: Final = frozenset(")]}%'")
"""Signs that an operand may end with."""
_PERCENT: Final = r"(?:[ \u00a0\u202f]?\\?%)"
"""The sign behind a number belongs to it, whether or not its name is given with it."""


def by_digits(
    named: Sequence[Directive],
    paragraphs: Sequence[Paragraph],
    reaches: Mapping[int, int],
    refusals: Refusals,
    *,
    has_commas: bool = False,
) -> Iterator[Bound]:
    """Each directive with its number, which no other one names; one without is noted as a problem.

    *reaches* are the ends of the sections of comments by the offsets of these. Where the author says
    that numbers have commas (*has_commas*), they are read with points.
    """
    taken: set[int] = set()
    for directive in named:
        match = BY_DIGITS.match(directive.said.text.strip())
        number = "" if match is None else match[2]
        end = directive.comment.until or reaches[directive.comment.start]
        spellings = (number, with_points(whole(number)).text)[: 1 + has_commas]
        where = range(directive.comment.end, end)
        shown_ = (_found(one, paragraphs, where, taken, refusals.lines) for one in spellings)
        found = next((one for one in shown_ if one is not None), None)
        if found is None:
            refusals.names.add(directive.name)
            must = f"{directive.name} needs the number {number} behind the annotation, in its section"
            other = MINUS[0] + number
            is_signed = number and _found(other, paragraphs, where, taken, refusals.lines) is not None
            refusals.at(directive.said, "no-block", must, f"{other} alone" if is_signed else "none")
        else:
            taken.add(found.at)
            yield Bound(directive, found)


def _found(number: str, paragraphs: Sequence[Paragraph], where: range, taken: set[int], lines: Lines) -> Shown | None:
    """The first number of this spelling in some range of offsets of which none is taken."""
    digits, is_percent = re.escape(number.lstrip("".join(MINUS)).rstrip("%\\")), number.endswith("%")
    sign = "" if number[:1] not in MINUS else rf"{_SIGN}\s?"
    pattern = re.compile(rf"(?<![\w.,]){sign}{digits}(?!\w|[.,]\d){_PERCENT}{'' if is_percent else '?'}")
    for index, paragraph in enumerate(paragraphs):
        text, at = paragraph.stretch
        if not len(at) or at[-1] < where.start or paragraph.kind == "excluded":
            continue
        for match in pattern.finditer(text):
            start = match.start()
            if at[start] in where and at[start] not in taken and (sign or not _is_signed(text[:start])):
                with suppress(Unreadable):
                    grid = shown(list(tokens(match[0], is_prose=False)))
                    return Shown(placed(grid, Places(lines, at[start:])), at[start], index)
    return None


def _is_signed(before: str) -> bool:
    """Whether text ends with a minus that is a sign: with no operand before it, or with a gap there alone."""
    bare = before.rstrip()
    if not bare.endswith(MINUS):
        return False
    operand = bare[:-1]
    is_sign = bare == before and operand != operand.rstrip()
    return is_sign or not (operand.rstrip()[-1:].isalnum() or operand.rstrip()[-1:] in _ENDS)
