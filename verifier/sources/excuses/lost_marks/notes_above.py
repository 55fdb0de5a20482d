"""Marks of notes that look like exponents, as in `It costs 5 * 6 = 30²`."""

from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import POWER

_MARK: Final = pattern(
    r"\^(?:[0-9]|\{?(?:[a-z\\]*\{)?[\[(]?[0-9]{1,2}[\])]?\}{0,2})|[\u00b9\u00b2\u00b3\u2070-\u2079]{1,2}"
)


def has_note_above(sides: tuple[Side, Side]) -> bool:
    """Whether a result has an exponent without which the sides are equal, and no power stands on the left."""
    left, right = sides
    if any(token.sort == "raised" or token.is_one_of(*POWER) for token in left.tokens):
        return False
    number, *mark = right.tokens
    if number.sort != "number" or _MARK.fullmatch("".join([token.text for token in mark])) is None:
        return False
    value = value_of(left)
    return value is not None and shows(value, (number,))
