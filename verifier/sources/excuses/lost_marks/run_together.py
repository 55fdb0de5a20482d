"""Equalities that stand behind each other without a mark between them: `1/2 + 1/4 = 3/4 2/3 + 1/3 = 1`.

The side in the middle is the result of one and the begin of the next: what holds of its parts accuses nobody.
"""

from collections.abc import Iterator
from typing import Final

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import DASH, FRACTIONS, MINUS, OPERATORS, OVER, ROOTS
from verifier.sources.units.units import is_value

_MOST: Final = 30
"""Tokens at most of a side that is taken apart."""
_BEGINS: Final = ("(", *ROOTS, *FRACTIONS, *MINUS)


def holds_in_parts(before: Side | None, sides: tuple[Side, Side], behind: Side | None) -> bool:
    """Whether the end of the left side, if another stands *before* it, is the beginning of the right one.

    Of a right side all is taken where none stands *behind* it. A right side that is one number repeats no last term or
    factor of a side, nor what stands behind a plus in it: that is a slip.
    """
    left, right = sides
    if (before is None and behind is None) or max(len(left.tokens), len(right.tokens)) > _MOST:
        return False
    starts = [0] if before is None else [*_starts(left)]
    if is_value(right.tokens):
        starts = [at for at in starts if at == 0 or not _is_behind_sign(left, at)]
    ends = [left._replace(tokens=left.tokens[at:]) for at in starts]
    begins = [right] if behind is None else [right._replace(tokens=right.tokens[:at]) for at in _stops(right)]
    values = {value_of(end) for end in ends} - {None}
    return any(value_of(begin) in values for begin in begins)


def _is_behind_sign(side: Side, at: int) -> bool:
    """Whether a plus stands before an index of a side, or any sign before its last term or factor."""
    last = side.tokens[at - 1]
    return last.is_one_of("+") or (at == len(side.tokens) - 1 and last.is_one_of(*OPERATORS))


def _starts(side: Side) -> Iterator[int]:
    """Where an expression may begin in a side: at its own begin, and behind blanks."""
    yield 0
    for at, token in enumerate(side.tokens[1:], 1):
        if (token.spaced or token.is_one_of(*ROOTS)) and (token.sort == "number" or token.is_one_of(*_BEGINS)):
            yield at


def _stops(side: Side) -> Iterator[int]:
    """Where an expression may end in a side: before another, before a dash or a stroke there, and at its own end."""
    for at in _starts(side):
        if at > 0:
            yield at
            if at > 1 and side.tokens[at - 1].is_one_of(DASH, *MINUS, *OVER):
                yield at - 1
    yield len(side.tokens)
