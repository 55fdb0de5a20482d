"""The sentences on an erratum: what is wrong, one cell as an example, and the cause."""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from flint import fmpq

from verifier.causes.regions import Region, region
from verifier.errata.joint import certificate_in_words, clash_in_words
from verifier.evaluation.predicates import attempt
from verifier.hint import Hint
from verifier.judging.rivals import Rivals
from verifier.numbers.array import as_interval
from verifier.numbers.decimals import decimal, range_text
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, Interval, Missing
from verifier.numbers.number import Number
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import Rule
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, Erratum, Kind, Link, RowReport, StageReport, Verdict

if TYPE_CHECKING:
    from verifier.causes.search import Cause

MAX_READINGS = 3
MAX_FORMULA = 60
MAX_NOTE = 120


def clipped(text: str, length: int = MAX_FORMULA) -> str:
    """*text* cut to at most *length* characters."""
    return text if len(text) <= length else f"{text[: length - 4]} ..."


def refuted_rows(report: StageReport) -> list[RowReport]:
    """The rows and columns that a joint test refutes."""
    return [row for row in report.rows if row.verdict is Verdict.CONTRADICTED]


class Said(NamedTuple):
    """What a statement needs to know beside its cells.

    `fits_all` says, for a misprint, that no stage that uses this one is contradicted; `rule` is the likeliest one of
    the stage, or the one that is declared.
    """

    fits_all: bool
    rule: Rule
    is_declared: bool


def statement(report: StageReport, kind: Kind, cells: list[CellReport], said: Said) -> str:
    """The sentence that says what is wrong."""
    stage = report.stage
    formula = "" if stage.formula is None else clipped(stage.formula.shown)
    some, plural = _some(report, cells)
    match kind:
        case "shape":
            return f"{stage.name} cannot have this shape: {report.shape.reason}."
        case "departure":
            standard = "" if stage.standard is None else clipped(stage.standard.text)
            reference = f" ({stage.because})" if stage.because else ""
            return f"{stage.name} is stated as {formula}; the standard definition is {standard}{reference}."
        case "misprint":
            follow = (
                f"use the right value of {formula}" if said.fits_all else f"fit the right value of {formula} better"
            )
            return f"{some} {'are' if plural else 'is'} misprinted: later steps {follow}."
        case "display":
            how = " (cut, not rounded)" if said.rule.is_to_nearest and all(map(_is_cut, cells)) else ""
            rest = "the rest" if len(cells) < len(report.cells) else "the rest of the document"
            other = "the one that is declared" if said.is_declared else rest
            return f"{some} {'are' if plural else 'is'} printed by another rounding rule than {other}{how}."
        case "row":
            return _of_rows(report, formula)
        case "joint":
            return " ".join(clash_in_words(joint, formula) for joint in report.joint)
        case "words":
            return f"{some} {'do' if plural else 'does'} not follow from {formula}."
        case _:
            if not formula:
                return f"{some} {'lie' if plural else 'lies'} outside of the range that the document states."
            verb = "do" if plural else "does"
            return f"{some} {verb} not follow from {formula}{_ground(report, cells)}."


def _ground(report: StageReport, cells: list[CellReport]) -> str:
    """On what it rests that numbers do not follow from their formula."""
    if any(cell.basis == "joint" for cell in cells):
        certificates = "; ".join(map(certificate_in_words, report.joint))
        return f" together with the others, whatever digits were hidden: {certificates}"
    told = next((cell.reason for cell in cells if cell.basis == "givens"), None)
    if told is not None:
        return f"; {told}"
    if cells and all(cell.basis == "users" for cell in cells):
        return "; what is computed from it later fits what its formula gives, and not what is printed"
    chained = [cell for cell in cells if cell.basis == "chain"]
    if 0 < len(chained) < len(cells):
        return ", whatever digits the formulas above leave hidden"
    if chained:
        return f": by the formulas above, {chain_in_words(chained)}"
    formula = report.stage.formula
    is_of_numbers = formula is not None and not formula.uses
    return ", whose numbers are exact as written" if is_of_numbers else ", whatever digits were hidden"


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
            return f"{link.stage} has only such hidden digits as its formula allows"
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


def _of_rows(report: StageReport, formula: str) -> str:
    name, refuted = report.stage.name, refuted_rows(report)
    if not refuted:
        return f"{name} cannot keep within its stated range."
    line = "column" if refuted[0].axis == 0 else "row"
    places = ", ".join(str(row.row) for row in refuted)
    return f"No choice of hidden digits gives {line} {places} of {name} as printed by {formula}."


def _some(report: StageReport, cells: list[CellReport]) -> tuple[str, bool]:
    """`22 of 24 numbers of V`, and whether that is a plural."""
    total, name = len(report.cells), report.stage.name
    if total == 1:
        return name, False
    what = "words" if report.stage.words is not None else "numbers"
    found = region_of(report, cells)
    lines = f" ({found})" if found.kind in ("rows", "columns") else ""
    return f"{len(cells)} of {total} {what} of {name}{lines}", len(cells) > 1


def region_of(report: StageReport, cells: list[CellReport]) -> Region:
    """Where the cells of an erratum stand among the printed cells of its stage."""
    return region([(cell.row, cell.column) for cell in cells], [(cell.row, cell.column) for cell in report.cells])


def or_else(instead: Rivals) -> str:
    """The sentence that names the operands that may be wrong instead; empty if there are none."""
    if not instead.reads:
        return ""
    names, reads = " and ".join(instead.reads), " and ".join(instead.reads.values())
    either = "Or, likelier," if instead.are_likelier else "Or"
    verb = "are" if len(instead.reads) > 1 else "is"
    both = "each is possible alone, and neither agrees with the other"
    return f" {either} {names} {verb} wrong and should read {reads}: {both}."


def unsearched(erratum: Erratum) -> Erratum:
    """An erratum that says that neither its cause nor its reach was looked for."""
    said = " Neither its cause nor its reach was looked for: the search ended with the errors before it."
    return erratum._replace(statement=erratum.statement + said)


def why(cause: "Cause | None", tried: int, *, is_cut: bool) -> str:
    """The sentence on the cause: what reproduces the cells and how many slips were tried; empty if none was."""
    if not tried:
        return " Its cause was not looked for: so long a formula is not searched." if is_cut else ""
    if cause is None:
        end = "; so large a block is not searched further" if is_cut else ""
        return f" Unexplained: of {tried} slips that were tried, none is borne out{end}."
    notes = [clipped(reading.note, MAX_NOTE) for reading in cause.readings[:MAX_READINGS]]
    others = len(cause.readings) - len(notes)
    more = f" (or {others} more)" if others else ""
    many = "all of them are" if len(cause.cells) > 1 else "it is"
    fits = "one fits" if len(cause.readings) == 1 else f"{len(cause.readings)} fit and print the same"
    return f" To the last digit {many} what this gives: {'; or '.join(notes)}{more}. Of {tried} slips tried, {fits}."


def hinted(hints: tuple[Hint, ...]) -> str:
    """The sentences on what may explain numbers without a cause, first what tells most."""
    return "".join(map(_hint, hints))


def _hint(hint: Hint) -> str:
    note = clipped(hint.text, MAX_NOTE)
    if hint.kind == "fact":
        return f" Plain to see: {note}."
    return f" Perhaps: {note} (a guess: one chance in {hint.one_in} that a wrong slip fits as well)."


def worked(
    replay: Replay,
    report: StageReport,
    worst: CellReport | None,
    wanted: dict[tuple[int, int], str],
    kind: Kind,
) -> str | None:
    """The cell that is farthest off in one line, or else the certificate of a refuted row or set.

    None if there is neither.
    """
    if kind == "joint":
        return f"{'; '.join(map(certificate_in_words, report.joint))}."
    rows = refuted_rows(report)
    if rows and kind != "departure" and (worst is None or worst.literal is None or isinstance(worst.literal, Missing)):
        return f"In {'column' if rows[0].axis == 0 else 'row'} {rows[0].row}, {rows[0].certificate}."
    return None if worst is None else _cell(replay, report, worst, wanted.get((worst.row, worst.column)), kind)


def _cell(replay: Replay, report: StageReport, cell: CellReport, wanted: str | None, kind: Kind) -> str:
    """The sentence on a cell: what is printed, what the formula gives, what it should read."""
    stage, value = report.stage, cell.literal
    place = stage.name if len(report.cells) == 1 else f"{stage.name}[{cell.row},{cell.column}]"
    text = f"{place} is printed {cell.text}"
    if value is UNDEFINED and wanted is None:
        return f"{text}; for its operands the formula has no value."
    if value is None and stage.hull is not None:
        return f"{text}; parts of the operands' range, halved until each was decided, prove that it ends elsewhere."
    if value is MINUS_INFINITY and wanted is not None:
        return f"{text}; its printed operands give minus infinity, so it should read {wanted}."
    if value is None or isinstance(value, Missing | Interval):
        if stage.formula is not None and cell.possible is not None and wanted is None:
            possible = range_text(cell.possible, cell.decimals + 2)
            return f"{text}; whatever is not shown of its operands, it lies in {possible}."
        return f"{text}." if wanted is None else f"{text}; it should read {wanted}."
    if kind == "departure":
        return f"{text}; by the standard it would read {wanted}."
    here = value if isinstance(value, str) else None
    if cell.number is not None:
        fixed = attempt(partial(replay.tolerance.reprint, stage, cell.number, value), None)
        here = None if fixed is None else replay.tolerance.show(stage, fixed)
    text += f"; its printed operands give {value if isinstance(value, str) else decimal(value, cell.decimals + 2)}"
    if here is None:
        return f"{text}." if wanted is None else f"{text}, so it should read {wanted}."
    if wanted is None or wanted == here:
        return f"{text}, so it should read {here}."
    is_mended = any(replay.contradicted.get(name) for name in replay.above(stage))
    by = "with all above it mended" if is_mended else "with the digits that its author carries"
    return f"{text}, so {here}; {by} it should read {wanted}."
