"""Units behind the operands of an expression in running text: `3 A * 2 V`, `$40/month x 24`, `(20 m/s)²`."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from verifier.sources.text.signs import OPERATORS, POWER
from verifier.sources.text.tokens import Token
from verifier.sources.units.things import end_of_things
from verifier.sources.units.unit_factors import factors_of
from verifier.sources.units.unit_sizes import is_smaller
from verifier.sources.units.units import end_of_unit

_CLOSING = (")", "]")
MAX_BRACKET: Final = 24
"""Tokens before a unit among which the bracket around it is looked for."""


def units_of_operands(tokens: Sequence[Token]) -> Mapping[int, int]:
    """Where units begin behind numbers before the sign of an operation, a relation or a bracket, and their ends."""
    found: dict[int, int] = {}
    for index, (before, token) in enumerate(pairwise(tokens), start=1):
        if token.sort not in ("word", "sign") or not (before.sort in ("number", "raised") or before.text in _CLOSING):
            continue
        end = end_of_unit(tokens, index, is_prose=True)
        if end == index and token.sort == "word":
            end = end_of_things(tokens, index)
        if end > index and end < len(tokens) and (_goes_on(tokens[end]) or behind_smaller(tokens, index, end) > end):
            found[index] = end
    return found


def behind_smaller(tokens: Sequence[Token], at: int, end: int) -> int:
    """The index behind numbers of smaller units behind a unit from *at* to *end*, as in `1 h 30 min`; else *end*."""
    while (
        end < len(tokens)
        and tokens[end - 1].sort == "word"
        and [token.sort for token in tokens[end : end + 2]] == ["number", "word"]
    ):
        unit, other = (factors_of(tokens[index : index + 1]) for index in (end + 1, at))
        if not (unit and other and is_smaller(unit[0][0], other[0][0])):
            break
        at, end = end + 1, end_of_unit(tokens, end + 1, is_prose=True)
    return end


def words_of_units(tokens: Sequence[Token], units: Mapping[int, int]) -> set[int]:
    """The tokens of units in brackets that are factors, as those of `(20 m/s)²` and not of `a wall (3 m)`."""
    found: set[int] = set()
    for start, end in units.items():
        opening = _opening(tokens, start)
        has_brackets = any(token.is_one_of("(") for token in tokens[start:end])
        is_inside = opening >= 0 and (_is_factor(tokens, opening, end) or not tokens[end].is_one_of(*_CLOSING))
        if has_brackets or is_inside:
            found.update(range(start, end))
    return found


def _opening(tokens: Sequence[Token], at: int) -> int:
    """The index of the bracket around an index, that is near; -1 if there is none."""
    depth = 0
    for index in range(at - 1, max(0, at - MAX_BRACKET) - 1, -1):
        depth += tokens[index].is_one_of(*_CLOSING) - tokens[index].is_one_of("(", "[")
        if depth < 0:
            return index
    return -1


def is_mark(tokens: Sequence[Token], opening: int, closing: int) -> bool:
    """Whether a number in brackets behind a unit is that of an equation, as `(1)` at the end of `2 * 3 = 6 mol (1)`."""
    word, behind = tokens[opening - 1 : opening], tokens[closing + 1 : closing + 3]
    is_behind_unit = bool(word) and word[0].sort in ("word", "raised") and tokens[opening].spaced
    if behind and behind[0].is_one_of(".", ";"):
        behind = behind[1:]
    ends = not behind or behind[0].sort == "word" or (behind[0].sort == "line" and not any(map(_goes_on, behind[1:])))
    is_number = closing == opening + 2 and tokens[opening + 1].sort == "number"
    return is_number and is_behind_unit and ends and tokens[opening].is_one_of("(")


def is_of_unit(tokens: Sequence[Token], opening: int, closing: int) -> bool:
    """Whether brackets are the lower half of a unit behind a number, as in `2 W/(m²·K)`."""
    unit = opening - 2
    is_below = unit > 0 and tokens[unit + 1].is_one_of("/") and tokens[unit - 1].sort == "number"
    return is_below and end_of_unit(tokens, unit, is_prose=True) == closing + 1


def _is_factor(tokens: Sequence[Token], opening: int, closing: int) -> bool:
    """Whether a bracket is raised or stands beside the sign of an operation or another bracket."""
    before, behind = tokens[opening - 1 : opening] if opening else (), tokens[closing + 1 : closing + 2]
    is_raised = any(token.sort == "raised" or token.is_one_of(*POWER) for token in behind)
    return is_raised or any(token.is_one_of(*OPERATORS, "(", ")") for token in (*before, *behind))


def _goes_on(token: Token) -> bool:
    return token.sort == "relation" or token.is_one_of(*OPERATORS, *_CLOSING)
