"""What stands in the cells of a block that are not shown, as far as its formula tells."""

from collections.abc import Callable

from verifier.document.model import Block, Grid, Word
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, Interval, Missing, overlap
from verifier.numbers.number import Uncertain
from verifier.preimages.boxes import meet


def filled(
    block: Block | Grid[Word], shown: Array, computed: Array, handed_on: Callable[[Value], Value]
) -> tuple[Value, ...]:
    """The cells of a block; for an elided cell the value that the formula gives, as *handed_on* passes it on."""
    return tuple(
        _closer(old, handed_on(new)) if block.at(index) is None else old
        for index, (old, new) in enumerate(zip(shown.cells, computed.cells, strict=True))
    )


def _closer(known: Value, computed: Value) -> Value:
    """The common part of what is known of an elided cell and what its formula gives."""
    if isinstance(computed, Missing):
        return computed if computed is MINUS_INFINITY else known
    if isinstance(known, Interval) and isinstance(computed, Interval) and _surely_overlap(known, computed):
        return meet(known, computed)
    return computed


def _surely_overlap(x: Interval, y: Interval) -> bool:
    """Whether two ranges certainly share a number."""
    try:
        return overlap(x, y)
    except Uncertain:
        return False
