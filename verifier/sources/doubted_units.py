"""Doubted numbers that may be right in another unit than that of their operands."""

from collections.abc import Mapping

from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.sources.source import Source
from verifier.sources.units.conversions import is_converted, named_in
from verifier.verdict import Report


def in_other_units(source: Source, report: Report, owners: Mapping[str, int]) -> set[int]:
    """The equalities that would hold in another unit than that of their operands if these are exact as written."""
    found: set[int] = set()
    for stage in report.stages:
        owner = owners.get(stage.stage.name)
        doubted = [cell for cell in stage.cells if cell.doubt is not None and isinstance(cell.literal, Number)]
        if owner is not None and doubted and (unit := source.equalities[owner].unit):
            named = named_in(source.ledger.text)
            exact = (Interval(cell.literal, cell.literal) for cell in doubted if isinstance(cell.literal, Number))
            targets = (cell.target for cell in doubted)
            if any(is_converted(box, target, unit, named) for box, target in zip(exact, targets, strict=True)):
                found.add(owner)
    return found
