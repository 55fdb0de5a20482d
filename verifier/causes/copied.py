"""Which of two equal numbers or blocks of a document is a copy of the other."""

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


def is_at_its_place(other: Stage, stage: Stage) -> bool:
    """Whether the block of a stage is that of another one, read by both."""
    firsts = [None if block is None else block.cells[0] for block in (other.printed, stage.printed)]
    places = [None if first is None or first.line <= 0 else position_of(first) for first in firsts]
    return places[0] is not None and places[0] == places[1]


def goes_on_from(other: Stage, stage: Stage) -> bool:
    """Whether a block behind that of a stage shows all its numbers again: a given, or one of the same name.

    Its author goes on with the numbers there, and took them from the stage.
    """
    shown, block = other.printed, stage.printed
    if shown is None or block is None or shown.shape != block.shape or block.cells[0] is None:
        return False
    first = block.cells[0]
    is_again = other.is_given or other.name.rstrip("0123456789") == f"{stage.name}_"
    if not (is_again and first.line > 0 and position_of(other) >= position_of(stage)):
        return False
    return [one.value for one in shown.contents()] == [one.value for one in block.contents()]
