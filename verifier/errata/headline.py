"""The heading of an erratum: what happened, in a few words without a full stop."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from verifier.causes.regions import runs
from verifier.document.model import Document, Stage
from verifier.errata.sentences import Said, first_of, place_of, refuted_rows
from verifier.formulas.parser import OPERATOR_NAMES
from verifier.formulas.tree import Apply, Expression
from verifier.numbers.number import Number
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import listed
from verifier.verdict import CellReport, Kind, StageReport

if TYPE_CHECKING:
    from verifier.causes.search import Cause

LONGEST: Final = 90
"""Maximum length of a heading that says the cause; of a longer one, the numbers alone are said."""
_FEW: Final = 3
_BOTH: Final = 2
_PHRASES: Final = (
    (r".*ddof=1.* for (?!.*ddof).*", "{name} divides by n - 1, not by n"),
    (r".* for .*ddof=1.*", "{name} divides by n, not by n - 1"),
    (r"in \w+, .*", "{name}: {0}"),
    (r"the result transposed", "{name} is transposed"),
    (r"([^(]*) left out(, .*)?", "{name} leaves out {1}"),
    (r"(.*) left out", "{name} leaves out {1}"),
    (r"(.*) before use", "{name} uses {1}"),
    (r"(.*) used for (.*)", "{name} uses {1} in the place of {2}"),
    (r"rows (.*) exchanged", "Rows {1} of {name} are exchanged"),
    (r"columns (.*) exchanged", "Columns {1} of {name} are exchanged"),
    (r"the numbers of (.*) exchanged", "The numbers {1} of {name} are exchanged"),
    (
        r"((?:the|a|Simpson's) (?![^(,]*\b(?:halved|too|round|transposed|exchanged|counted|for)\b)[^(,]*), .*",
        "{name} uses {1}",
    ),
    (r"([^(,]+), .*", "{name}: {1}"),
    (r"(.*) for (.*)", "{name} uses {1} for {2}"),
    (r".*", "{name}: {0}"),
)
"""For each form of note on a mistake, the sentence that says it of a stage; the first that fits is taken."""


_NOUNS: Final = {"linear": "linear layer", "masked": "masking", "std": "standard deviation", "var": "variance"}
"""Nouns for operations whose names are none."""


class Case(NamedTuple):
    """The cells of one erratum of a stage, its kind, what its statement knows, and its cause if one was found."""

    report: StageReport
    kind: Kind
    cells: list[CellReport]
    said: Said
    cause: "Cause | None"


def headline(document: Document, case: Case) -> str:
    """What happened to a stage: the mistake if it is sure, else what the first number should be, and how many more."""
    short = [one for one in _headings(document, case) if one and len(one) <= LONGEST]
    return short[0] if short else f"{len(case.cells)} numbers of {case.report.stage.name} are wrong"


def _headings(document: Document, case: Case) -> Iterator[str]:
    """What can be said, the most telling first."""
    report, kind, cells, said, cause = case
    match kind:
        case "shape":
            yield _of_shape(report)
        case "departure":
            yield _of_departure(report)
        case "joint":
            yield _of_joint(report)
    if cause is not None:
        yield _of_cause(document, case, cause)
    if kind == "row":
        yield _of_rows(report)
    many = f"{len(cells)} numbers of {report.stage.name}"
    if kind == "arithmetic" and len(cells) > 1 and all(map(_has_other_sign, cells)):
        yield f"{many} have the wrong sign"
    if kind == "display" and len(cells) > 1:
        yield f"{many} are rounded by another rule"
    first = first_of(cells, said.wanted)
    if first is not None:
        yield _of_first(case, first) + _and_more(len(cells) - 1, report)


def _of_shape(report: StageReport) -> str:
    name, shape = report.stage.name, report.shape
    stated, printed, computed = (
        None if sides is None else " x ".join(map(str, sides))
        for sides in (shape.stated, shape.printed, shape.computed)
    )
    if computed is None:
        return f"The shapes in {name} do not fit"
    if printed not in (None, computed):
        return f"{name} should be {computed}, is {printed}"
    return f"{name} should be {computed}, is said to be {stated}"


def _of_departure(report: StageReport) -> str:
    """`P is not the standard positional encoding`."""
    standard, name = report.stage.standard, report.stage.name
    inner: Expression | None = None if standard is None else standard.expression
    while isinstance(inner, Apply) and inner.operation == "transpose":
        (inner,) = inner.arguments
    what = "definition"
    if isinstance(inner, Apply) and inner.operation not in OPERATOR_NAMES:
        what = _NOUNS.get(inner.operation, inner.operation.replace("_", " "))
    return f"{name} is not the standard {what}"


def _of_joint(report: StageReport) -> str:
    if len(report.joint) == 1 and len(multiples := report.joint[0].multiples) <= _FEW:
        names = [f"{of.stage}[{of.cell.row},{of.cell.column}]" for of in multiples]
        if len(names) == 1:
            return f"{names[0]} is impossible"
        return f"{listed(names)} cannot {'both' if len(names) == _BOTH else 'all'} be right"
    return f"The numbers of {report.stage.name} cannot all be right together"


def _of_rows(report: StageReport) -> str:
    refuted, name = refuted_rows(report), report.stage.name
    if not refuted:
        return f"Numbers of {name} are out of bounds"
    line = "Column" if refuted[0].axis == 0 else "Row"
    if len(refuted) > _FEW:
        return f"{len(refuted)} {line.lower()}s of {name} are impossible"
    which = runs([row.row for row in refuted])
    return (
        f"{line} {which} of {name} is impossible" if len(refuted) == 1 else f"{line}s {which} of {name} are impossible"
    )


def _of_first(case: Case, first: CellReport) -> str:
    report = case.report
    place, wanted = place_of(report, first), case.said.wanted.get((first.row, first.column))
    quote = "'" if report.stage.words is not None else ""
    if wanted is None:
        return f"Two sides are not equal: {place}" if report.stage.of_sides else f"{place} cannot be {first.text}"
    if case.kind == "misprint":
        return f"{place} is a misprint of {case.said.used or wanted}"
    return f"{place} should be {quote}{wanted}{quote}"


def _and_more(others: int, report: StageReport) -> str:
    if not others:
        return ""
    what = "word" if report.stage.words is not None else "number"
    return f", and {others} more {what}{'s are' if others > 1 else ' is'} wrong"


def _of_cause(document: Document, case: Case, cause: "Cause") -> str:
    """What the author did; of several causes that print the same only a copy is said, as it is plain to see."""
    report, _, cells, said, _ = case
    slips, name = cause.readings[0].says, report.stage.name
    slip, note = slips[0], slips[0]["edit"].removesuffix(", throughout")
    if slip["slip"] == "copied-matrix":
        is_whole = len(cells) == len(report.cells) or _is_copy(report.stage, document.by_name[slip["from"]])
        return f"{name} is {note}" if is_whole else f"{len(cells)} numbers of {name} are {note}"
    if len(cause.readings) > 1:
        return ""
    if slip["slip"] == "digits":
        first, right = cells[0], slip["should read"]
        wanted = said.wanted.get((first.row, first.column), right)
        return f"{place_of(report, first)} should be {wanted}: {note.replace(f' of {right}', '')}"
    found, phrase = next((found, phrase) for pattern, phrase in _PHRASES if (found := re.fullmatch(pattern, note)))
    more = ", and has a second mistake" if len(slips) > 1 else ""
    return phrase.format(note, *found.groups(), name=name) + more


def _is_copy(stage: Stage, other: Stage) -> bool:
    """Whether all numbers of a stage are those of another, or of its transpose."""
    mine, theirs = stage.printed, other.printed
    if mine is None or theirs is None:
        return False
    values = [cell and cell.value for cell in mine.cells]
    others = [cell and cell.value for cell in theirs.cells]
    turned = [value for column in range(theirs.columns) for value in others[column :: theirs.columns]]
    return values in (others, turned)


def _has_other_sign(cell: CellReport) -> bool:
    """Whether a number is what its printed inputs give but for the sign, to within a unit of its last place."""
    value, number = cell.literal, cell.number
    if number is None or number.value == 0 or not isinstance(value, Number):
        return False
    unit = 1 / power_of_ten(cell.decimals)
    return bool(-unit < value + number.value < unit < abs(number.value))
