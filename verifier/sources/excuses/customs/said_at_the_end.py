"""A percent sign or a denominator that a chain says at its end alone, and a share of what words behind it name.

`1/4 + 1/2 = 25 + 50 = 75%` counts hundredths and `2/5 + 1/3 = 6 + 5 = 11/15` fifteenths. `3 + 2 = 5 = 50% of 10` is 5
in percent of 10.
"""

from typing import Final

from verifier.late import pattern
from verifier.sources.excuses.plainly import plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS, OVER, PERCENT

_COUNTED: Final = 2
"""Tokens of a bare whole number, with its sign."""
_HUNDRED: Final = 100
_WHOLE: Final = pattern(r"\s?of\b[^.;!?=\d\n]{0,40}(\d+(?:\.\d+)?)(?![\d.,]*\d)")
"""What a percentage is of, behind it."""
_END: Final = pattern(r"\d+(?:\.\d+)?%|\d+/(\d+)")
_LEAST: Final = 3
"""Tokens of the shortest sum."""


def is_said_at_the_end(sides: tuple[Side, Side], following: Side | None) -> bool:
    """Whether the right side counts hundredths, or parts that the side *following* it divides by."""
    parts = None if following is None else _parts(following)
    if parts is None or len(sides[1].tokens) < _LEAST or any(map(_has_percent, sides)):
        return False
    left, right = map(value_of, sides)
    if left is None or right is None:
        return False
    terms = 1 + sum(token.is_one_of("+", *MINUS) for token in sides[1].tokens)
    is_rounded = parts == _HUNDRED and right.q == 1  # each of its terms by itself
    return right == left * parts or (is_rounded and 2 * abs(right - left * parts) < terms)


def is_percent_of(text: str, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether a number is said in percent of another one, which words behind name: `5 = 50% of the class of 10`."""
    left, right = sides
    found = _WHOLE.match(text, end)
    value = value_of(left)
    if found is None or value is None or not _has_percent(right) or _has_percent(left):
        return False
    whole = number_in(found[1])
    return whole is not None and whole.value != 0 and shows(value / whole.value * _HUNDRED, right.tokens[:-1])


def is_percent_of_another(sides: tuple[Side, Side]) -> bool:
    """Whether a percentage is of what is not written, as in `48 = 80%`, or is the change alone, as in `1.25 = 25%`."""
    left, right = sides
    value = value_of(left)
    if value is None or not _has_percent(right) or _has_percent(left):
        return False
    is_count = len(left.tokens) <= _COUNTED and value.q == 1 and abs(value) > 1
    is_growth = value > 0 and not any(
        token.is_one_of(*OVER, ":") or token.text.endswith("frac") for token in left.tokens
    )
    return is_count or (is_growth and shows((value - 1) * _HUNDRED, right.tokens[:-1]))


def _has_percent(side: Side) -> bool:
    return any(token.is_one_of(*PERCENT) for token in side.tokens)


def _parts(side: Side) -> int | None:
    """The parts of a whole that a side names at its end: a hundred of a percentage, else those of a fraction."""
    found = _END.fullmatch(plainly(side.tokens))
    return None if found is None else int(found[1] or _HUNDRED)
