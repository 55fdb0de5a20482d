"""The sentences on an erratum: what a number is and what it should be, and why that is sure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.causes.regions import Region, region, runs
from verifier.errata.joint import certificate_in_words, clash_in_words
from verifier.errata.signs_before import of_what
from verifier.formulas.tree import is_scaled
from verifier.numbers.array import as_interval
from verifier.numbers.decimals import decimal, range_text
from verifier.numbers.interval import UNDEFINED
from verifier.numbers.number import Number
from verifier.numbers.printed import power_of_ten
from verifier.numbers.resolution import magnitude, magnitude_of
from verifier.numbers.rounding import Rule
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import listed
from verifier.verdict import CellReport, Erratum, Kind, Link, RowReport, StageReport, Verdict

MAX_FORMULA = 60
MAX_NAMES = 3
_COMMAND: Final = re.compile(r"\\[A-Za-z]+")
_OF_UNITS: Final = re.compile(r"[^\W\d_]|\u00b0|%")
"""What units have, and calculations of numbers alone have not."""


def clipped(text: str, length: int = MAX_FORMULA) -> str:
    """*text* cut to at most *length* characters, before a word unless one is too long."""
    if len(text) <= length:
        return text
    cut = text[: length - 3]
    at = cut.rfind(" ")
    return f"{cut[:at] if at > length // 2 else cut[:-1]} ..."


def refuted_rows(report: StageReport) -> list[RowReport]:
    """The rows and columns that a joint test refutes."""
    return [row for row in report.rows if row.verdict is Verdict.CONTRADICTED]


class Said(NamedTuple):
    """What a statement needs to know beside its cells.

    `wanted` has corrections by place. `fits_all`: no stage that uses a misprint is wrong. `rule` is declared,
    or the likeliest. `here` is what the operands of the first cell give as printed, `mended` those corrected for it;
    `used` is what later steps use of a misprint where that is not its correction.
    """

    wanted: Mapping[tuple[int, int], str]
    fits_all: bool
    rule: Rule
    is_declared: bool
    here: str | None
    mended: tuple[str, ...]
    used: str | None = None


def first_of(cells: Sequence[CellReport], wanted: Mapping[tuple[int, int], str]) -> CellReport | None:
    """The number that the sentence on an erratum names: the first with a correction, or else the first."""
    corrected = (cell for cell in cells if (cell.row, cell.column) in wanted)
    return next(corrected, cells[0] if cells else None)


def statement(report: StageReport, kind: Kind, cells: list[CellReport], said: Said) -> str:
    """What is wrong and what it should be, then why that is sure: parts joined by semicolons, without a full stop."""
    return "; ".join(part for part in _parts(report, kind, cells, said) if part)


def _parts(report: StageReport, kind: Kind, cells: list[CellReport], said: Said) -> Iterator[str]:
    first = first_of(cells, said.wanted)
    match kind:
        case "shape":
            yield f"{report.stage.name} cannot have this shape: {report.shape.reason}"
        case "departure":
            yield from _departure(report, first, said)
        case "row":
            yield from _of_rows(report)
        case "joint":
            formula = named(report)
            yield from (clash_in_words(joint, formula) for joint in report.joint)
            yield from map(certificate_in_words, report.joint)
        case _ if first is not None:
            yield _answer(report, kind, first, said)
            yield _how_many(report, kind, cells)
            yield from _grounds(report, kind, first, cells, said)


def named(report: StageReport) -> str:
    """The formula of a stage if it is short, else `its formula`; empty if there is none."""
    formula = report.stage.formula
    if formula is None:
        return ""
    return formula.shown if len(formula.shown) <= MAX_FORMULA else "its formula"


def _answer(report: StageReport, kind: Kind, cell: CellReport, said: Said) -> str:
    """`V[1,1] is 3.88, should be 3.63 (X @ W_V)`."""
    wanted, formula = said.wanted.get((cell.row, cell.column)), named(report)
    quote = "'" if report.stage.words is not None else ""
    if report.stage.of_sides:
        shown = "" if report.stage.formula is None else report.stage.formula.shown
        return f"{place_of(report, cell)}: the sides of {clipped(shown)} are not equal"
    is_now = f"{place_of(report, cell)} is {quote}{cell.text}{quote}"
    if wanted is None and cell.literal is UNDEFINED:
        return f"{is_now}, but {formula} has no value here"
    if wanted is None:
        return f"{is_now}, which {formula} cannot give" if formula else f"{is_now}, outside of its stated range"
    if term := of_what(report, cell, wanted):
        digits = "" if term == cell.text else f": {cell.text} is {term}"
        return f"the sign before {cell.text} ({place_of(report, cell)}) is the wrong one{digits}"
    by = " by its formula" if formula == "its formula" else f" ({formula})" if formula else ""
    if kind == "misprint" and said.used is None:
        return f"{is_now}, a misprint of {wanted}{by}"
    if kind == "misprint":
        return f"{is_now}, a misprint of {said.used}, and should be {wanted} with {_listed(said.mended)} corrected{by}"
    if said.here in (None, wanted) or kind == "display":
        return f"{is_now}, should be {quote}{wanted}{quote}{by}"
    how = f"{_listed(said.mended)} corrected" if said.mended else "unrounded intermediate values"
    return f"{is_now}, should be {said.here} from the printed inputs, {wanted} with {how}{by}"


def _listed(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= MAX_NAMES else f"{listed(names[:1])} and {len(names) - 1} other stages"


def place_of(report: StageReport, cell: CellReport) -> str:
    """`V[1,1]`, or `z` for the only number of its stage."""
    name = report.stage.name
    return name if len(report.cells) == 1 else f"{name}[{cell.row},{cell.column}]"


def _how_many(report: StageReport, kind: Kind, cells: list[CellReport]) -> str:
    """`22 of 24 numbers of V are wrong`; empty for one number."""
    count, total = len(cells), len(report.cells)
    if count == 1:
        return ""
    what = "words" if report.stage.words is not None else "numbers"
    wrong = {"misprint": "misprinted", "display": "printed so"}.get(kind, "wrong")
    if count == total:
        return f"all {count} {what} of {report.stage.name} are {wrong}"
    found = region_of(report, cells)
    lines = f" ({found})" if found.kind in ("rows", "columns") else ""
    return f"{count} of {total} {what} of {report.stage.name}{lines} are {wrong}"


def _grounds(report: StageReport, kind: Kind, first: CellReport, cells: list[CellReport], said: Said) -> Iterator[str]:
    """Why numbers are wrong, where their formula and the printed inputs alone do not show it."""
    if kind == "misprint":
        value = said.used or "the right value"
        yield f"later steps use {value}" if said.fits_all else f"later steps fit {value} better"
    elif kind == "display":
        yield _by_what_rule(report, cells, said)
    elif kind != "words":
        yield from _on_what_it_rests(report, cells)
        yield _from_printed(report, first, said)


def _by_what_rule(report: StageReport, cells: list[CellReport], said: Said) -> str:
    """`cut, where the rest is rounded`."""
    other = "the declared rule" if said.is_declared else "the rest"
    if not said.is_declared and len(cells) == len(report.cells):
        other = "the rest of the document"
    if said.rule.is_to_nearest and all(map(_is_cut, cells)):
        return f"cut, where {other} {'rounds' if said.is_declared else 'is rounded'}"
    return f"rounded by another rule than {other.replace('the declared rule', 'the one that is declared')}"


def _on_what_it_rests(report: StageReport, cells: list[CellReport]) -> Iterator[str]:
    """What besides the printed inputs contradicts numbers."""
    if any(cell.basis == "joint" for cell in cells):
        yield from (f"together with the others: {certificate_in_words(joint)}" for joint in report.joint)
    told = next((cell.reason for cell in cells if cell.basis == "givens"), None)
    if told is not None:
        yield told
    if cells and all(cell.basis == "users" for cell in cells):
        yield "later numbers were computed from the right value, not from the printed one"
    chained = [cell for cell in cells if cell.basis == "chain"]
    if chained:
        yield f"by the formulas above, {chain_in_words(chained)}"


def _from_printed(report: StageReport, cell: CellReport, said: Said) -> str:
    """What the inputs of a number allow, where it has no correction."""
    wanted, value = said.wanted.get((cell.row, cell.column)), cell.literal
    if report.stage.of_sides:
        formula = report.stage.formula
        if formula is None or not isinstance(value, Number):
            return ""
        if (cell.line, cell.file_column) < (formula.line, formula.column):
            is_bare = _OF_UNITS.search(_COMMAND.sub("", formula.shown)) is None  # else in another unit, perhaps
            return f"the right one is {as_printed(value, cell)}" if is_bare else ""
        if not is_scaled(formula.expression):
            return ""
        wanted_there = as_printed(value, cell)
        return f"with {wanted_there} for {cell.text} they would be" if wanted_there != cell.text else ""
    if value is None and report.stage.hull is not None:
        return "its inputs, taken in small parts, prove that the range ends elsewhere"
    if wanted is not None or isinstance(value, str) or value is UNDEFINED:
        return ""
    if isinstance(value, Number) and (cell.possible is None or cell.corrected != wanted or cell.basis != "cell"):
        return f"from the printed inputs it is {decimal(value, cell.decimals + 2)}"
    if report.stage.formula is None or cell.possible is None:
        return ""
    lies = f"whatever is not shown of its inputs, it lies in {range_text(cell.possible, cell.decimals + 2)}"
    return (
        f"by the digits shown it is {decimal(value, cell.decimals + 2)}; {lies}" if isinstance(value, Number) else lies
    )


def as_printed(value: Number, cell: CellReport) -> str:
    """A value of its own; with a power of ten where the cell is written with one, and as many digits as that has."""
    power = None if cell.number is None else cell.number.form.power
    if cell.number is None or power is None or not isinstance(value, fmpq):
        return decimal(value, max(0, cell.decimals))
    of_another_size = magnitude_of(cell.number) - magnitude(value) if value and cell.number.value else 0
    decimals = cell.decimals + max(0, of_another_size)
    digits = str((value * power_of_ten(decimals) + fmpq(1, 2)).floor())
    kept = digits.rstrip("0") or digits
    return power.written(int(kept), decimals - (len(digits) - len(kept)))


def _departure(report: StageReport, cell: CellReport | None, said: Said) -> Iterator[str]:
    stage = report.stage
    standard = "" if stage.standard is None else clipped(stage.standard.text)
    reference = f" ({stage.because})" if stage.because else ""
    formula = stage.formula
    stated = f": it is stated as {formula.shown}" if formula and len(formula.shown) <= MAX_FORMULA else ""
    yield f"{stage.name} differs from the standard definition {standard}{reference}{stated}"
    wanted = None if cell is None else said.wanted.get((cell.row, cell.column))
    if cell is not None and wanted is not None:
        yield f"{place_of(report, cell)} is {cell.text}, by the standard it would be {wanted}"


def chain_in_words(chained: list[CellReport]) -> str:
    """What the operands of cells can have been by their own formulas, where that contradicts the cells."""
    links = dict.fromkeys(link for cell in chained for link in cell.chain)
    decimals = max(cell.decimals for cell in chained) + 2
    return " and ".join(_link(link, decimals) for link in links)


def _link(link: Link, decimals: int) -> str:
    match link.left:
        case None if link.is_exact:
            return f"{link.stage} is exact as printed"
        case None:
            return f"{link.stage} can hide only digits that its formula gives"
        case fmpq() as value:
            return f"{link.stage} is exactly {decimal(value, decimals)}"
        case value:
            return f"{link.stage} is in {range_text(as_interval(value), decimals)}"


def _is_cut(cell: CellReport) -> bool:
    """Whether a number that some rule prints is nearer to zero than its value by more than half a unit."""
    value, number = cell.literal, cell.number
    if number is None or number.value == 0 or not isinstance(value, Number):
        return False
    off = (value - number.value) * power_of_ten(cell.decimals) * (1 if number.value > 0 else -1)
    return bool(2 * off > 1)


def _of_rows(report: StageReport) -> Iterator[str]:
    name, refuted = report.stage.name, refuted_rows(report)
    if not refuted:
        yield f"{name} leaves its stated range"
        return
    line = "column" if refuted[0].axis == 0 else "row"
    places = runs([row.row for row in refuted])
    lines = f"{line} {places}" if len(refuted) == 1 else f"{line}s {places}"
    yield f"{lines} of {name} cannot be right as a whole ({named(report)})"
    yield f"in {line} {refuted[0].row}, {refuted[0].certificate}"


def region_of(report: StageReport, cells: list[CellReport]) -> Region:
    """Where the cells of an erratum stand among the printed cells of its stage."""
    return region([(cell.row, cell.column) for cell in cells], [(cell.row, cell.column) for cell in report.cells])


def in_words(erratum: Erratum) -> str:
    """What is wrong, what it should be, and what is known of the cause, as one sentence."""
    return f"{'; '.join(part for part in (erratum.statement, erratum.explanation) if part)}."
