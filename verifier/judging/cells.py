"""The record of one printed cell, with its place in the block and in the file."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from verifier.document.model import Block, Grid, Stage, Word
from verifier.evaluation.predicates import attempt, is_apart, range_of
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN, Interval, contains, overlap, touch_only
from verifier.numbers.number import Number
from verifier.numbers.other_cells import Bound, Infinite
from verifier.numbers.printed import Printed
from verifier.preimages.readings import Tolerance
from verifier.verdict import CellReport, Verdict


def cell_report(  # noqa: PLR0913 - the fields of the record it makes
    block: Grid[Any],
    index: int,
    shown: Printed | Word | Infinite,
    *,
    verdict: Verdict,
    basis: str | None = None,
    reason: str | None = None,
    literal: Value | None = None,
    replayed: Value | None = None,
    possible: Interval | None = None,
    target: Interval | None = None,
    decimals: int = 0,
) -> CellReport:
    """The report on the cell at *index* of a block; *shown* is what the document prints there."""
    row, column = block.coordinates(index)
    number = shown if isinstance(shown, Printed) else None
    return CellReport(  # names would take twice as long
        *(row, column, shown.text, shown.line, shown.column, verdict, basis, reason),
        *(number, decimals, literal, possible, target, replayed),
    )


def agreeing(
    block: Block,
    others: Collection[int],
    values: tuple[Array, Array],
    targets: Sequence[Interval | None],
    decimals: Sequence[int | None],
) -> dict[int, CellReport]:
    """The reports on the numbers of a block, without the *others*, that agree with its literal values; by index.

    *values* are literal and replayed; all sequences are row by row.
    """
    rows = zip(block.cells, values[0].cells, values[1].cells, targets, decimals, strict=True)
    made, columns, agrees = {}, block.columns, Verdict.AGREES
    for index, (number, literal, replayed, target, places) in enumerate(rows):
        if number is not None and index not in others:
            text, _, _, line, column = number
            made[index] = CellReport(
                *(index // columns + 1, index % columns + 1, text, line, column, agrees, "literal", None),
                *(
                    number,
                    places or 0,
                    literal,
                    None,
                    target,
                    replayed,
                    text,
                ),  # which stands unless something above is wrong
            )
    return made


def bound_report(
    shown: Bound,
    known: Iterable[tuple[str, Value | None]],
    possible: Value | None,
    why_unchecked: Callable[[], str],
    report: Callable[..., CellReport],
) -> CellReport:
    """The report on a printed bound: it agrees with a *known* value that keeps it, by the basis of that value.

    It is contradicted if no *possible* value keeps it.
    """
    report = partial(report, decimals=shown.limit.decimals, target=shown.box, possible=range_of(possible))
    for basis, value in known:
        if isinstance(value, Number) and attempt(partial(contains, shown.box, value), fallback=False):
            reason = "with the corrected numbers above" if basis == "mended" else None
            return report(verdict=Verdict.AGREES, basis=basis, reason=reason)
    if possible is None or possible is UNKNOWN:
        return report(verdict=Verdict.UNCHECKED, reason=why_unchecked())
    apart = attempt(partial(is_apart, possible, shown.box), None)
    if apart:
        return report(verdict=Verdict.CONTRADICTED, basis="cell")
    if apart is None or (isinstance(possible, Interval) and (possible.loose or possible.partial)):
        return report(verdict=Verdict.UNDECIDED, basis="reason", reason="bounds too wide")
    return report(verdict=Verdict.TOLERATED, basis="hidden digits")


def on_a_tie(tolerance: Tolerance, stage: Stage, value: Callable[[], Value], target: Interval | None) -> bool:
    """Whether range and target share only an end, a tie or the end of a cut, and no rounding rule is declared."""
    likely = tolerance.rules(stage).likely
    is_open = len(likely) > 1 and any(rule.is_to_nearest for rule in likely)
    if target is None or is_open or tolerance.declared(stage) is not None:
        return False
    box, closed = range_of(value()), Interval(target.lo, target.hi)
    return box is not None and overlap(box, closed) and touch_only(box, closed)
