"""Numbers put in the places of names of a formula: `u = q + 60 = 35.5 + 60` behind `q = 37.5`.

Names and numbers are laid side by side, sign by sign; signs of products, and brackets around one number or name, may be
left out. One number that departs is told where the others are those that the text says, or a digit of it differs or two
are exchanged: it should be what the name was said to be, or the name has another value there. A number that stands
between the two, or is the other one in another unit or with the other sign, may be such a value.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq

from verifier.numbers.decimals import decimal
from verifier.numbers.printed import Printed, power_of_ten
from verifier.record import NamedTuple
from verifier.sources.annotations.names.named_sides import end_of_style, is_number, rebased
from verifier.sources.annotations.names.named_values import MAX_CHAINS, NamedValues
from verifier.sources.annotations.names.said_values import Copy, Value
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.values import Numeral, Unreadable, printed
from verifier.sources.passages.opened import mathematics
from verifier.sources.text.signs import FRACTIONS, MINUS, OVER, PERCENT, TIMES
from verifier.sources.text.stretch import Note
from verifier.sources.text.tokens import Token

_RATIOS: Final = tuple(
    fmpq(*ratio) for ratio in ((60, 1), (3600, 1), (18, 5), (24, 1), (365, 1), (12, 1), (7, 1), (52, 1), (1440, 1))
)
"""What units of time and speed are of others."""
_ZERO_CELSIUS: Final = (fmpq(273), fmpq(27315, 100))
_LAYOUT: Final = ("row", "tab", "line")
_HALF: Final = [FRACTIONS[0], "1", "2"]
_HUNDRED: Final = 100
_HALF_WAY: Final = fmpq(1, 2)
_OPENING: Final = ("(", "[", "{")
_CLOSING: Final = (")", "]", "}")


class _Part(NamedTuple):
    """A number, a name with a value, a name without one, or a sign of a formula; only names without one may be any."""

    text: str
    at: int
    number: Printed | None = None
    value: Value | None = None
    is_name: bool = False


def copied(named: NamedValues) -> Iterator[Note]:
    """The numbers in the places of names of a source that depart from what it says these to be."""
    if named.count <= MAX_CHAINS:
        for copy in named.copies:
            yield from _departing(named, copy)


def _departing(named: NamedValues, copy: Copy) -> Iterator[Note]:
    """The number of a formula that departs from what the text says its name to be, if it has such a number."""
    shown = copy.shown if copy.stretch is None else rebased(copy.shown, copy.stretch)
    left, right = _named_parts(named, _written(copy), copy.name), _parts(shown.tokens)
    if len(left) != len(right) or not all(map(_may_stand, left, right)):
        return
    pairs = [(one.value, other) for one, other in zip(left, right, strict=True) if one.value is not None]
    others = [(value, part) for value, part in pairs if not _is_same(value, part.number)]
    if len(others) == 1:
        value, part = others[0]
        is_told = len(pairs) > 1 or _is_misprint(value.shown, part.text)
        every = named.values[value.name].values()
        is_other = _is_between(named.text, value.at, part) or any(_may_be_same(one, part.number) for one in every)
        if is_told and not is_other:
            said = f"{part.text} stands for {''.join(value.name)} here, but the text has {value.spelled}; confirm it"
            yield Note(part.at, said, "stated")


def _named_parts(named: NamedValues, tokens: Sequence[Token], label: tuple[str, ...]) -> list[_Part]:
    """The parts of a formula, its names with what the text has said them to be before."""
    parts, at = list[_Part](), 0
    while at < len(tokens):
        name = named.name_at(tokens, at, label)
        end = max(at + len(name), at + 1)
        shown = named.value(name, tokens[at].start) if name else None
        value = None if shown is None or not _is_before(named, shown[0], tokens[at].start) else shown[0]
        if name or tokens[at].sort == "word":
            end = end if name else _end_of_name(tokens, at)
            parts.append(_Part("".join(name) or tokens[at].text, tokens[at].start, value=value, is_name=True))
        else:
            parts.append(_part(tokens[at]))
        at = end
    return _without_brackets(parts)


def _is_between(text: str, start: int, part: _Part) -> bool:
    """Whether a number stands in the text from an offset up to its own, or the percentage that makes it of one."""
    spellings = [re.escape(part.text)]
    if part.number is not None and part.number.value > 0:
        percent = _HUNDRED * abs(part.number.value - (part.number.value > _HALF_WAY))
        spellings.append(rf"{re.escape(decimal(percent, 0))}(?:[.,]0*)?\s?\\?%" if percent.q == 1 else "(?!)")
    digits = "|".join(spellings).replace(r"\.", "[.,]")
    found = re.compile(rf"(?<![\w.,])(?:{digits})(?!\w|[.,][0-9])")
    return found.search(text, start, part.at) is not None


def _is_before(named: NamedValues, value: Value, at: int) -> bool:
    """Whether a value is the only one of its name, and said before an offset in its section."""
    return not value.is_other and value.at < at and named.scopes.share(value.at, at)


def _written(copy: Copy) -> Sequence[Token]:
    """The tokens of a formula in the source, with letters that might be units, up to the relation behind it."""
    if copy.stretch is None:
        return copy.formula.tokens
    stretch, start, end = copy.stretch, copy.formula.tokens[0].start, copy.shown.tokens[0].start
    found = mathematics(stretch.text[start:end])
    behind = next((index for index, token in enumerate(found) if token.sort == "relation"), len(found))
    inner = stretch.part(start, end)
    shown = (token for token in found[:behind] if token.sort not in _LAYOUT)
    return rebased(Side(tuple(shown)), inner).tokens


def _end_of_name(tokens: Sequence[Token], at: int) -> int:
    """The index behind a name that begins at an index, and its index in braces or without."""
    if at + 2 >= len(tokens) or not tokens[at + 1].is_one_of("_"):
        return at + 1
    if not tokens[at + 2].is_one_of("{"):
        return at + 3
    closing = (index for index in range(at + 3, len(tokens)) if tokens[index].is_one_of("}"))
    return next(closing, at + 2) + 1


def _part(token: Token) -> _Part:
    """A number or a sign, in one spelling."""
    if token.sort == "number":
        if token.text == "0.5":
            return _Part(token.text, token.start)
        try:
            return _Part(token.text, token.start, printed(Numeral(token.text, 0, 0)))
        except Unreadable:
            return _Part(token.text, token.start)
    for signs in (MINUS, OVER, FRACTIONS):
        if token.is_one_of(*signs):
            return _Part(signs[0], token.start)
    return _Part(token.text, token.start)


def _parts(tokens: Sequence[Token]) -> list[_Part]:
    """The parts of an expression of numbers, without text between them."""
    parts, at = list[_Part](), 0
    while at < len(tokens):
        end = end_of_style(tokens, at)
        if end == at:
            parts.append(_part(tokens[at]))
        at = max(end, at + 1)
    return _without_brackets(parts)


def _without_brackets(parts: Sequence[_Part]) -> list[_Part]:
    """The parts without signs of products, and without brackets around one of them or one with its sign."""
    kept: list[_Part] = []
    for part in parts:
        if part.text in TIMES and part.number is None:
            continue
        kept.append(part)
        if part.text in _CLOSING:
            if len(kept) > len("()") and kept[-3].text in _OPENING:
                kept[-3:] = [kept[-2]]
            elif len(kept) > len("(-)") and kept[-4].text in _OPENING and kept[-3].text == MINUS[0]:
                kept[-4:] = [_negative(kept[-2])]
        if [one.text for one in kept[-3:]] == _HALF:
            kept[-3:] = [_Part("0.5", part.at)]
    return kept


def _negative(part: _Part) -> _Part:
    """A number or a name with a minus sign."""
    number = part.number
    known = None if number is None else Printed(f"-{number.text}", -number.value, number.decimals)
    return part._replace(text=f"-{part.text}", number=known, value=None)


def _may_stand(one: _Part, other: _Part) -> bool:
    """Whether a part of an expression may stand for one of a formula."""
    return (one.is_name and other.number is not None) or one.text == other.text


def _number(value: Value) -> Printed | None:
    """What a name is said to be, as one number without a sign of percent; None if it is something else."""
    side = value.side
    if side is None or not is_number(side) or side.tokens[-1].is_one_of(*PERCENT) or side.tokens[0].sort != "number":
        return None
    return printed(Numeral(side.tokens[0].text, 0, 0))


def _is_same(value: Value, shown: Printed | None) -> bool:
    """Whether a number is what a name is said to be, as far as both are shown, or neither of them is known."""
    said = _number(value)
    if said is None or shown is None:
        return True
    return abs(said.value - shown.value) <= power_of_ten(-min(said.decimals, shown.decimals)) * (
        said.decimals != shown.decimals
    )


def _is_misprint(said: str, shown: str) -> bool:
    """Whether one digit of a number differs from another number, or two neighbours are exchanged."""
    differing = [at for at, (one, other) in enumerate(zip(said, shown, strict=False)) if one != other]
    if len(said) != len(shown) or len(differing) not in (1, 2):
        return False
    first, last = differing[0], differing[-1]
    return first == last or (last == first + 1 and said[first] + said[last] == shown[last] + shown[first])


def _may_be_same(value: Value, shown: Printed | None) -> bool:
    """Whether a number may be what a name is said to be in another unit, with the other sign or by another scale."""
    said = _number(value)
    if said is None or shown is None or 0 in (said.value, shown.value):
        return said is not None or shown is None
    ratio = abs(shown.value / said.value)
    ratios = (ratio, 1 / ratio)
    is_scaled = any(one == power_of_ten(places) for one in ratios for places in range(13))
    is_converted = any(one * power_of_ten(places) in _RATIOS for one in ratios for places in (-3, 0, 3))
    degrees = abs(shown.value - said.value)
    return is_scaled or is_converted or degrees in _ZERO_CELSIUS
