"""Which numbers of a document have one right value, which is proved, and which errata are left to the author.

A number is changed if its erratum names one right value, or if it was computed from such a number. What rests on an
erratum that is left is left too: its right value would rest on a guess.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from flint import arb

from verifier.causes.by_hand import with_brackets_meant
from verifier.document.graph import above, some
from verifier.errata.signs_before import of_what
from verifier.formulas.tree import names
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import listed
from verifier.sources.expressions.enclosures import enclosed
from verifier.verdict import CellReport, Erratum, Report, StageReport, Verdict

_LEFT: Final = {
    "shape": "its shape is no matter of digits",
    "row": "which of its numbers are wrong is not known",
    "joint": "which of its numbers are wrong is not known",
    "words": "words are not changed",
}
"""Why errata of a kind are left."""


class Change(NamedTuple):
    """The number *old* of a stage, at a place of the file from 1, that should be *new*; `name` is as `V[1,1]`."""

    line: int
    column: int
    old: str
    new: str
    name: str
    stage: str


class Left(NamedTuple):
    """An erratum that is left to the author: where it is, its heading, and the reason."""

    line: int
    heading: str
    why: str


class Plan(NamedTuple):
    """What to change, and what is left."""

    changes: tuple[Change, ...]
    left: tuple[Left, ...]


def planned(report: Report, outside: Mapping[str, str]) -> Plan:
    """The changes that a report proves, and the errata that it leaves to the author.

    *outside* has the stages whose numbers cannot be changed in the file, with the reasons.
    """
    errata = [erratum for erratum in report.errata if erratum.kind != "departure"]
    why = {erratum.id: outside.get(erratum.stage) or _why_left(report, erratum) for erratum in errata}
    stuck = some(report.document, {*outside, *(erratum.stage for erratum in errata if why[erratum.id])})
    free = {
        one.stage.name
        for one in report.stages
        if one.stage.name not in stuck and stuck.isdisjoint(above(report.document, one.stage))
    }
    changes = [change for one in report.stages if one.stage.name in free for change in _of(one)]
    left = [
        Left(line_of(report, one), one.heading, why[one.id] or "it rests on a number that is left")
        for one in errata
        if one.stage not in free
    ]
    return Plan(tuple(changes), tuple(sorted(left, key=lambda one: one.line)))


def line_of(report: Report, erratum: Erratum) -> int:
    """The line of the first wrong number of an erratum, or of what is likelier wrong."""
    stage = report.by_name[erratum.likelier[0] if erratum.likelier else erratum.stage]
    wrong = () if erratum.likelier else (cell for cell in stage.cells if (cell.row, cell.column) in erratum.cells)
    return next((cell.line for cell in wrong), stage.stage.line)


def _why_left(report: Report, erratum: Erratum) -> str:
    """Why an erratum has not one right value; empty if it has."""
    stage = report.by_name[erratum.stage].stage
    if erratum.kind in _LEFT:
        return _LEFT[erratum.kind]
    if stage.of_sides:
        return "either side may be wrong"
    if erratum.likelier is not None:
        return f"{erratum.stage} may be wrong instead"
    if erratum.instead:
        return f"{listed(list(erratum.instead))} may be wrong instead"
    if _lacks_brackets(report, report.by_name[erratum.stage]):
        return "it is right, if the expression lacks brackets around the sum"
    if any(of_what(report.by_name[erratum.stage], *one) for one in _wanted(report, erratum)):
        return "the sign before it is wrong, and not its digits"
    if any(place not in erratum.correction for place in erratum.cells):
        return "its right value is not known"
    return ""


def _wanted(report: Report, erratum: Erratum) -> Iterator[tuple[CellReport, str | None]]:
    """The wrong numbers of an erratum, each with what it should be."""
    for cell in report.by_name[erratum.stage].cells:
        if (cell.row, cell.column) in erratum.cells:
            yield cell, erratum.correction.get((cell.row, cell.column))


def _lacks_brackets(report: Report, stage: StageReport) -> bool:
    """Whether the one number of a stage is what its formula gives with brackets that are not written around a sum."""
    formula, number = stage.stage.formula, stage.cells[0].number if len(stage.cells) == 1 else None
    if formula is None or number is None:
        return False
    shown = ((name, report.by_name[name].cells) for name in names(formula.expression) if name in report.by_name)
    values = {name: cells[0].number.value for name, cells in shown if len(cells) == 1 and cells[0].number is not None}
    balls = {name: arb(value) for name, value in values.items()}
    unit = arb(power_of_ten(-number.decimals))
    found = (enclosed(tree, balls) for tree in with_brackets_meant(formula.expression))
    return any(value is not None and bool(abs(value - arb(number.value)) < unit) for value in found)


def _of(report: StageReport) -> Iterator[Change]:
    """The numbers of a stage that are wrong, or computed from wrong ones, and what they should be."""
    name = report.stage.name
    for cell in report.cells:
        is_wrong = cell.verdict is Verdict.CONTRADICTED or bool(cell.inherited_from)
        if is_wrong and cell.number is not None and cell.corrected not in (None, cell.text):
            place = name if len(report.cells) == 1 else f"{name}[{cell.row},{cell.column}]"
            yield Change(cell.line, cell.file_column, cell.text, cell.corrected or "", place, name)
