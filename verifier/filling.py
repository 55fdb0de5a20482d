"""What stands in the cells of a block that are not shown, as far as its formula tells."""

from collections.abc import Collection

from verifier.array import Array, Value
from verifier.boxes import meet
from verifier.document import Stage
from verifier.interval import MINUS_INFINITY, Interval, Missing, Uncertain, overlap
from verifier.printed import power_of_ten


def filled(stage: Stage, shown: Array, computed: Array, *, as_ranges: bool) -> tuple[Value, ...]:
    """The cells of a block, those that are elided as its formula gives them."""
    assert stage.block is not None
    return tuple(
        _closer(old, perhaps_rounded(new, stage) if as_ranges else new) if stage.block.at(index) is None else old
        for index, (old, new) in enumerate(zip(shown.cells, computed.cells, strict=True))
    )


def perhaps_rounded(value: Value, stage: Stage, misprinted: Collection[int] = ()) -> Value:
    """What the author may have gone on with in a cell that is not shown as it should be: a unit more to either side."""
    if isinstance(value, Missing | str) or stage.printed is None:
        return value
    shown = [(index, number) for index, number in enumerate(stage.printed.cells) if number is not None]
    told = [number for index, number in shown if index not in misprinted] or [number for _, number in shown]
    unit = power_of_ten(-min(number.place for number in told))  # a misprint of another size says nothing of it
    return value + Interval(-unit, unit)


def _closer(known: Value, computed: Value) -> Value:
    """What is known of an elided cell and what its formula gives, together."""
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
