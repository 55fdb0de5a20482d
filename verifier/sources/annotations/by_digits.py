"""Numbers that annotations name by their digits: `m at 4.17 = mean(y)` is the next 4.17 behind it in its section."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from verifier import late
from verifier.record import NamedTuple
from verifier.sources.annotations.binding import Bound
from verifier.sources.annotations.blocks import Shown
from verifier.sources.expressions.grids import placed, shown
from verifier.sources.expressions.values import Unreadable
from verifier.sources.text.decimals.commas import with_points
from verifier.sources.text.directives import BY_DIGITS, POWER_OF_TEN, Directive, Refusals
from verifier.sources.text.places import Lines, Places
from verifier.sources.text.signs import MINUS
from verifier.sources.text.stretch import Paragraph, whole
from verifier.sources.text.tokens import tokens

_SIGN: Final = f"[{''.join(MINUS)}]"

_ENDS: Final = frozenset(")]}%'")
"""Signs that an operand may end with."""
_POWER_AT_END: Final = late.pattern(rf"{POWER_OF_TEN}(?=%?\Z)")
_THOUSANDS: Final = 4
"""Digits of the least number that has thousands."""
_SEPARATOR: Final = r"(?:,|\{,\}|\\,|[\u2009\u202f\u00a0])?"
_BASE: Final = late.pattern(r"\A(?:[eE]|[^0-9]*10)")
_PERCENT: Final = r"(?:[ \u00a0\u202f]?\\?%)"
"""The sign behind a number belongs to it, whether or not its name is given with it."""


class _Place(NamedTuple):
    """Some paragraphs, and the range of offsets where a number is searched; of some it is *taken* by another name."""

    paragraphs: Sequence[Paragraph]
    where: range
    taken: set[int]
    lines: Lines


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
        place = _Place(paragraphs, range(directive.comment.end, end), taken, refusals.lines)
        shown_ = (_found(one, place) for one in spellings)
        found = next((one for one in shown_ if one is not None), None)
        if found is None:
            refusals.names.add(directive.name)
            must = f"{directive.name} needs the number {number} behind the annotation, in its section"
            others = _others(number, place) if number else ""
            refusals.at(directive.said, "no-block", must, others or "none")
        else:
            taken.add(found.at)
            yield Bound(directive, found)


def _others(number: str, place: _Place) -> str:
    """What has the digits of a number that is not found, and is another one: in words; empty if nothing has."""
    if _found(MINUS[0] + number, place) is not None:
        return f"{MINUS[0]}{number} alone"
    found = _found(number, place, in_standard_form=True)
    cell = None if found is None or found.block is None else found.block.cells[0]
    return "" if cell is None else f"{cell.text} alone"


def _found(number: str, place: _Place, *, in_standard_form: bool = False) -> Shown | None:
    """The first number of this spelling in a place.

    With a power of ten if it has one, or whatever that is (*in_standard_form*).
    """
    power, is_percent = _POWER_AT_END.search(number), number.endswith("%")
    first = number[: len(number) if power is None else power.start()].rstrip("%\\")
    sign = "" if number[:1] not in MINUS else rf"{_SIGN}\s?"
    digits = _grouped(first.lstrip("".join(MINUS)))
    pattern = late.pattern(
        rf"(?<![\w.,]){sign}{digits}(?P<power>{POWER_OF_TEN})?(?!\w|[.,]\d){_PERCENT}{'' if is_percent else '?'}"
    )
    for index, paragraph in enumerate(place.paragraphs):
        text, at = paragraph.stretch
        if not len(at) or at[-1] < place.where.start or paragraph.kind == "excluded":
            continue
        for match in pattern.finditer(text):
            start = match.start()
            if not in_standard_form and _exponent(match["power"]) != _exponent(power and power[0]):
                continue
            if at[start] in place.where and at[start] not in place.taken and (sign or not _is_signed(text[:start])):
                with suppress(Unreadable):
                    grid = shown(list(tokens(match[0], is_prose=False)))
                    return Shown(placed(grid, Places(place.lines, at[start:])), at[start], index)
    return None


def _grouped(digits: str) -> str:
    """A pattern of digits, whose thousands may be set apart in the text where they are not here."""
    whole, point, decimals = digits.partition(".")
    if len(whole) < _THOUSANDS or not whole.isdecimal():
        return re.escape(digits)
    first = len(whole) % 3
    parts = [whole[:first], *(whole[at : at + 3] for at in range(first, len(whole), 3))]
    return _SEPARATOR.join(filter(None, parts)) + re.escape(point + decimals)


def _exponent(power: str | None) -> str:
    """The exponent of a power of ten behind digits, without zeros before it and a plus; empty if there is none."""
    if power is None:
        return ""
    digits = unicodedata.normalize("NFKC", _BASE.sub("", power)).replace(MINUS[1], MINUS[0])
    return str(int(digits.strip("^*{} \\,;:!")))


def _is_signed(before: str) -> bool:
    """Whether text ends with a minus that is a sign: with no operand before it, or with a gap there alone."""
    bare = before.rstrip()
    if not bare.endswith(MINUS):
        return False
    operand = bare[:-1]
    is_sign = bare == before and operand != operand.rstrip()
    return is_sign or not (operand.rstrip()[-1:].isalnum() or operand.rstrip()[-1:] in _ENDS)
