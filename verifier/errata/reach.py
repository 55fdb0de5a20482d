"""How far an error reaches: what changes in later stages when it alone is corrected."""

from flint import fmpq

from verifier.numbers.printed import Printed, power_of_ten
from verifier.preimages.readings import Reprint
from verifier.replay.correction import Mending, corrected
from verifier.replay.replay import Replay
from verifier.verdict import Erratum, Reach, StageReport


def reach_of(replay: Replay, erratum: Erratum) -> tuple[Reach, ...]:
    """By later stage, the cells that change when this erratum alone is corrected.

    For a departure: when this stage alone follows its standard definition.
    """
    mending = _mended_alone(replay, erratum)
    if mending is None:
        return ()
    found = []
    for later, reprints in mending.reprints.items():
        other = replay.document.by_name[later]
        if other.name == erratum.stage or not reprints or other.printed is None:
            continue
        printed = ((other.printed.cells[index], fixed) for index, fixed in reprints.items())
        units = [_units_moved(number, fixed) for number, fixed in printed if number is not None]
        moved = [unit for unit in units if unit != 0]
        if moved:
            found.append(Reach(later, len(moved), max(moved)))
    return tuple(found)


def inherited(reports: list[StageReport], erratum: Erratum) -> tuple[tuple[str, int], ...]:
    """Pairs (later stage, number of its cells that are wrong because of the erratum's stage alone)."""
    if erratum.kind == "departure":
        return ()
    counts = [
        (later.stage.name, sum(cell.inherited_from == (erratum.stage,) for cell in later.cells)) for later in reports
    ]
    return tuple((name, count) for name, count in counts if count)


def _mended_alone(replay: Replay, erratum: Erratum) -> Mending | None:
    """The document with this erratum alone corrected; None for an erratum without numbers to correct."""
    stage = replay.document.by_name[erratum.stage]
    block = stage.printed
    if block is None:
        return None
    if erratum.kind == "departure":
        return corrected(replay, lambda _: [], lambda other: other.standard if other is stage else other.formula)
    if erratum.kind not in ("arithmetic", "misprint", "display"):
        return None
    own = [block.index_of(row - 1, column - 1) for row, column in erratum.cells]
    return corrected(replay, lambda other: own if other is stage else [])


def _units_moved(number: Printed, fixed: Reprint) -> fmpq:
    """The distance of a printed number from its correction, in units of the correction's last decimal."""
    return abs(fixed.value - number.value) * power_of_ten(fixed.decimals)
