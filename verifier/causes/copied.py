"""Which of two equal numbers of a document is a copy of the other."""

from operator import attrgetter
from typing import Final

from verifier.document.model import Stage
from verifier.numbers.printed import Printed

position_of: Final = attrgetter("line", "column")
"""The line and the column of a stage, or of a number."""


def is_copy(other: Stage, number: Printed) -> bool:
    """Whether a stage shows just a number again: the same one at its place, or as an operand that stands behind it."""
    shown = other.printed.cells[0] if other.printed is not None and other.printed.shape == (1, 1) else None
    if shown is None or number.line <= 0 or shown.value != number.value:
        return False
    is_behind = other.is_given and position_of(shown) > position_of(number)
    return is_behind or position_of(shown) == position_of(number)
