"""Which errata of two reports are the same: before and after a text was corrected, or of two editions."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from verifier.record import NamedTuple
from verifier.verdict import Erratum, Report

State: TypeAlias = Literal["gone", "same", "new"]
Key: TypeAlias = tuple[str, str, tuple[tuple[int, int, str], ...]]


class Change(NamedTuple):
    """An erratum of the first report alone (gone), of both (same, as the second has it), or of the second (new)."""

    state: State
    report: Report
    erratum: Erratum


def changes(first: Report, second: Report) -> Iterator[Change]:
    """The errata that are gone, those that stand in both, then the new ones, each in order of reach.

    Two errata are the same if they are of one kind, of one formula and of the same numbers at the same places of their
    blocks. Names of stages are not compared, as those of unnamed equalities change with their lines.
    """
    there = Counter(_key(second, erratum) for erratum in second.errata)
    for erratum in first.errata:
        key = _key(first, erratum)
        if there[key]:
            there[key] -= 1
        else:
            yield Change("gone", first, erratum)
    here = Counter(_key(first, erratum) for erratum in first.errata)
    new: list[Change] = []
    for erratum in second.errata:
        key = _key(second, erratum)
        if here[key]:
            here[key] -= 1
            yield Change("same", second, erratum)
        else:
            new.append(Change("new", second, erratum))
    yield from new


def _key(report: Report, erratum: Erratum) -> Key:
    """What two errata have in common that are the same."""
    of = report.by_name[erratum.stage]
    formula, places = of.stage.formula, set(erratum.cells)
    stated = erratum.stage if formula is None else formula.written or formula.text
    return erratum.kind, stated, tuple((*cell[:2], cell.text) for cell in of.cells if cell[:2] in places)
