"""Errata: contradicted or departing cells that share one cause, and what should stand there.

Until a cause is known, the contradicted cells of a stage are one erratum.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from flint import fmpq

from verifier.array import Value
from verifier.cells import attempt
from verifier.digits import bounds, decimal
from verifier.document import Document, Stage
from verifier.engines.flint import decide
from verifier.interval import Interval, Missing, Number, Uncertain, compare
from verifier.mending import Mending
from verifier.printed import power_of_ten
from verifier.replay import Replay
from verifier.rounding import TABLE, Rule, preimage
from verifier.verdict import CellReport, Erratum, Kind, Reach, RowReport, StageReport, StandardVerdict, Verdict

_ONE_STEP: Final = tuple(Rule(((name, None),)) for name in TABLE)


def errata_of(replay: Replay, reports: list[StageReport], *, causes: bool) -> list[Erratum]:
    """All errata of a document, by reach, then size; without *causes* nobody asks how far they reach."""
    found = [made for report in reports for made in _of_stage(replay, report)]
    if causes:
        found = [made._replace(reach=_reach(replay, made)) for made in found]
    return sorted(found, key=_weight)


def _weight(erratum: Erratum) -> tuple[int, fmpq, str]:
    reached = sum(reach.cells for reach in erratum.reach)
    return -reached, -_rough(erratum.units), erratum.id


def _rough(number: Number | None) -> fmpq:
    if number is None:
        return fmpq(0)
    return number if isinstance(number, fmpq) else number.mid().fmpq()


def _of_stage(replay: Replay, report: StageReport) -> list[Erratum]:
    number = 0
    made: list[Erratum] = []
    groups: list[tuple[Kind, list[CellReport]]] = _contradicted(replay, report)
    if report.standard_verdict is StandardVerdict.DEPARTS:
        departing = [cell for cell in report.cells if cell.standard not in (None, cell.corrected)]
        groups.append(("departure", departing))
    for kind, cells in groups:
        number += 1
        made.append(_erratum(replay, report, kind, cells, f"{report.stage.name}-{number}"))
    return made


def _contradicted(replay: Replay, report: StageReport) -> list[tuple[Kind, list[CellReport]]]:
    cells = [cell for cell in report.cells if cell.verdict is Verdict.CONTRADICTED]
    groups: list[tuple[Kind, list[CellReport]]] = []
    if report.shape.verdict is Verdict.CONTRADICTED:
        groups.append(("shape", []))
    if report.stage.words is not None:
        return [*groups, ("words", cells)] if cells else groups
    shown: list[CellReport] = []
    rest: list[CellReport] = []
    for cell in cells:
        (shown if _by_another_rule(replay, report.stage, cell) else rest).append(cell)
    if any(cell.basis == "cell" for cell in rest):
        groups.append(("misprint" if replay.is_misprint(report.stage) else "arithmetic", rest))
        rest = []
    if shown:
        groups.append(("display", shown))
    accused = [cell for cell in cells if cell.basis == "cell"]
    alone = [row for row in refuted_rows(report) if not any(map(row.holds, accused))]
    if rest or alone or report.claim is Verdict.CONTRADICTED:
        groups.append(("row", rest))
    return groups


def refuted_rows(report: StageReport) -> list[RowReport]:
    """The rows that are impossible as a whole."""
    return [row for row in report.rows if row.verdict is Verdict.CONTRADICTED]


def _by_another_rule(replay: Replay, stage: Stage, cell: CellReport) -> bool:
    """Whether some rule prints the literal value as shown: the number is right and shown by a rule of its own."""
    value, number = cell.literal, cell.number
    if number is None or not isinstance(value, Number):
        return False
    significant = replay.tolerance.resolutions[stage.name].is_significant

    def prints(rule: Rule) -> bool:
        box = preimage(number.value, cell.place, rule, significant=significant)
        return box is not None and _inside(value, box)

    return any(attempt(partial(prints, rule), fallback=False) for rule in _ONE_STEP)


def _inside(value: Number, box: Interval) -> bool:
    assert box.lo is not None
    assert box.hi is not None
    low, high = compare(value, box.lo), compare(value, box.hi)
    return (low > 0 or (low == 0 and box.lo_closed)) and (high < 0 or (high == 0 and box.hi_closed))


def _erratum(replay: Replay, report: StageReport, kind: Kind, cells: list[CellReport], name: str) -> Erratum:
    places = tuple((cell.row, cell.column) for cell in cells)
    wanted = {
        (cell.row, cell.column): text
        for cell in cells
        if (text := cell.standard if kind == "departure" else cell.corrected) is not None
    }
    worst = max(cells, key=lambda cell: _rough(deviation(cell)), default=None)
    return Erratum(
        id=name,
        stage=report.stage.name,
        kind=kind,
        cells=places,
        statement=_statement(report, kind, cells),
        worked=_worked_line(replay, report, worst, wanted, kind),
        correction=wanted,
        units=None if worst is None else _in_units(worst),
        relative=None if worst is None else _relative(worst),
        of=len(cells),
    )


def deviation(cell: CellReport) -> Number | None:
    """How far the print is from the value that its operands give."""
    value = cell.literal
    if cell.number is None or not isinstance(value, Number):
        return None
    printed = cell.number.value
    return attempt(lambda: abs(value - printed), None)


def _in_units(cell: CellReport) -> Number | None:
    distance = deviation(cell)
    return None if distance is None else distance * power_of_ten(cell.place)


def _relative(cell: CellReport) -> Number | None:
    distance, value = deviation(cell), cell.literal
    if distance is None or not isinstance(value, Number):
        return None
    size = abs(value)
    return attempt(lambda: distance / size if compare(size, fmpq(0)) > 0 else None, None)


def _statement(report: StageReport, kind: Kind, cells: list[CellReport]) -> str:
    """One plain sentence."""
    stage = report.stage
    formula = "" if stage.formula is None else stage.formula.text
    some, plural = _some(report, cells)
    match kind:
        case "shape":
            return f"{stage.name} cannot have this shape: {report.shape.reason}."
        case "departure":
            standard = "" if stage.standard is None else stage.standard.text
            reference = f" ({stage.because})" if stage.because else ""
            return f"{stage.name} is stated as {formula}; the standard definition is {standard}{reference}."
        case "misprint":
            return f"{some} {'are' if plural else 'is'} misprinted: later steps use the right value of {formula}."
        case "display":
            return f"{some} {'are' if plural else 'is'} printed by another rounding rule than the rest."
        case "row":
            if not refuted_rows(report):
                return f"{stage.name} cannot keep within its stated range."
            rows = ", ".join(str(row.row) for row in refuted_rows(report))
            line = "column" if refuted_rows(report)[0].axis == 0 else "row"
            return f"No choice of hidden digits gives {line} {rows} of {stage.name} as printed by {formula}."
        case "words":
            return f"{some} {'do' if plural else 'does'} not follow from {formula}."
        case _:
            if not formula:
                return f"{some} {'lie' if plural else 'lies'} outside of the range that the document states."
            return f"{some} {'do' if plural else 'does'} not follow from {formula}, whatever digits were hidden."


def _some(report: StageReport, cells: list[CellReport]) -> tuple[str, bool]:
    """`22 of 24 numbers of V`, and whether that is a plural."""
    total, name = len(report.cells), report.stage.name
    if total == 1:
        return name, False
    what = "words" if report.stage.words is not None else "numbers"
    return f"{len(cells)} of {total} {what} of {name}", len(cells) > 1


def _worked_line(
    replay: Replay,
    report: StageReport,
    worst: CellReport | None,
    wanted: dict[tuple[int, int], str],
    kind: Kind,
) -> str | None:
    """The farthest cell worked, or, where no cell can be, what refutes a row."""
    rows = refuted_rows(report)
    if rows and kind != "departure" and (worst is None or worst.literal is None or isinstance(worst.literal, Missing)):
        return f"In {'column' if rows[0].axis == 0 else 'row'} {rows[0].row}, {rows[0].certificate}."
    return None if worst is None else _worked(replay, report, worst, wanted.get((worst.row, worst.column)), kind)


def _worked(replay: Replay, report: StageReport, cell: CellReport, wanted: str | None, kind: Kind) -> str:
    """The farthest cell in one line: what is printed, what the formula gives, what should stand."""
    stage, value = report.stage, cell.literal
    text = f"{stage.name}[{cell.row},{cell.column}] is printed {cell.text}"
    if value is None or isinstance(value, Missing | Interval):
        if cell.possible is not None and wanted is None:
            return f"{text}; whatever its unprinted operands are, it lies in {bounds(cell.possible, cell.place + 2)}."
        return f"{text}." if wanted is None else f"{text}; it should read {wanted}."
    if kind == "departure":
        return f"{text}; by the standard it would read {wanted}."
    here = value if isinstance(value, str) else None
    if cell.number is not None:
        fixed = attempt(partial(replay.tolerance.reprint, stage, cell.number, value), None)
        here = None if fixed is None else replay.tolerance.show(stage, fixed)
    text += f"; its printed operands give {value if isinstance(value, str) else decimal(value, cell.place + 2)}"
    if wanted is None or wanted == here:
        return f"{text}, so it should read {here}."
    return f"{text}, so {here}; with all above it mended it should read {wanted}."


def _reach(replay: Replay, erratum: Erratum) -> tuple[Reach, ...]:
    """The later cells that change once this erratum alone is mended."""
    stage = replay.document.by_name[erratum.stage]
    block = stage.printed
    if block is None or erratum.kind not in ("arithmetic", "misprint", "display"):
        return ()
    own = [(row - 1) * block.columns + column - 1 for row, column in erratum.cells]
    mending = Mending(replay, lambda other: own if other.name == stage.name else [])
    found = []
    for name, reprints in mending.reprints.items():
        other = replay.document.by_name[name]
        if name == stage.name or not reprints or other.printed is None:
            continue
        units = [_units_moved(other, index, fixed.value, fixed.place) for index, fixed in reprints.items()]
        moved = [unit for unit in units if unit != 0]
        if moved:
            found.append(Reach(name, len(moved), max(moved)))
    return tuple(found)


def _units_moved(stage: Stage, index: int, value: fmpq, place: int) -> fmpq:
    assert stage.printed is not None
    shown = stage.printed.cells[index]
    assert shown is not None
    return abs(value - shown.value) * power_of_ten(place)


def document_order(document: Document) -> Callable[[Erratum], int]:
    """The place of an erratum's stage in its document, for reports that follow it."""
    places = {stage.name: place for place, stage in enumerate(document.stages)}
    return lambda erratum: places[erratum.stage]


