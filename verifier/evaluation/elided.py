"""The values of elided cells of a block, computed with its formula."""

from functools import partial

from verifier.document.model import Stage
from verifier.evaluation.memo import Memo
from verifier.formulas.tree import Name
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, Interval, Missing, overlap
from verifier.numbers.number import Uncertain, compare
from verifier.preimages.displacement import perhaps_rounded
from verifier.preimages.readings import Tolerance


def filled(stage: Stage, shown: Array, computed: Array, memo: Memo, rounding: Tolerance | None) -> Array:
    """The values of a stage; for an elided cell that which its formula gives, or with a *rounding* any print of it.

    Equal values are one object by the *memo*, so that what rests on them is found again.
    """
    made = partial(_filled, stage, shown, computed, memo, rounding)
    return memo.array(Name(stage.name), (shown, computed), made, "filled", rounding)


def _filled(stage: Stage, shown: Array, computed: Array, memo: Memo, rounding: Tolerance | None) -> Array:
    cells, block = list(shown.cells), stage.block
    for index, printed in enumerate(() if block is None else block.cells):
        if printed is None and block is not None and index not in block.infinite:
            value = computed.cells[index]
            value = _closer(cells[index], value if rounding is None else perhaps_rounded(value, stage, rounding))
            cells[index] = memo.same(value, (stage.name, "filled"))
    sources = shown.sources | computed.sources
    return Array(shown.rows, shown.columns, tuple(cells), sources, exact=False, independent=False)


def _closer(known: Value, computed: Value) -> Value:
    """The intersection of what is known of an elided cell and the value of its formula."""
    if isinstance(computed, Missing):
        return computed if computed is MINUS_INFINITY else known
    if isinstance(known, Interval) and isinstance(computed, Interval) and _surely_overlap(known, computed):
        return _meet(known, computed)
    return computed


def _surely_overlap(x: Interval, y: Interval) -> bool:
    """Whether two ranges certainly share a number."""
    try:
        return overlap(x, y)
    except Uncertain:
        return False


def _meet(x: Interval, y: Interval) -> Interval:
    """The intersection of two overlapping ranges."""
    lo, lo_closed = x.lo, x.lo_closed
    if y.lo is not None and (lo is None or compare(y.lo, lo) > 0):
        lo, lo_closed = y.lo, y.lo_closed
    elif lo is not None and lo == y.lo:
        lo_closed &= y.lo_closed
    hi, hi_closed = x.hi, x.hi_closed
    if y.hi is not None and (hi is None or compare(y.hi, hi) < 0):
        hi, hi_closed = y.hi, y.hi_closed
    elif hi is not None and hi == y.hi:
        hi_closed &= y.hi_closed
    return Interval(lo, hi, lo_closed, hi_closed)
