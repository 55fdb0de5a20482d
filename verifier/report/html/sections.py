"""The sections of a page: one for each stage, and one for each erratum."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from verifier.document.model import Document, Stage
from verifier.errata.as_written import with_digits
from verifier.errata.findings import aside
from verifier.formulas import boxes
from verifier.formulas.boxes import width
from verifier.formulas.mathml import equation
from verifier.numbers.decimals import decimal
from verifier.record import NamedTuple
from verifier.report.html.cell_account import CellAccount
from verifier.report.html.grids import (
    MAX_REFUTED,
    Grid,
    Refuted,
    correction,
    is_range,
    is_whole,
    printed,
    recomputed,
    refuted,
    shown_cells,
)
from verifier.report.html.notes import notes_of
from verifier.report.html.prose import WIDE, told
from verifier.report.html.strip import Strip, strip
from verifier.report.mathematics import formulas_of, on_a_mistake, quoting
from verifier.report.sentences import CELL_LABEL, STATUS, cell_status, errors_first, opened, reach_sentence, status_of
from verifier.verdict import Erratum, Report, StageReport, Verdict

MAX_ACCOUNTS: Final = 150
"""Maximum number of accounts of contradicted numbers for a block not shown whole."""
_FOLDED: Final = ("right", "inherited", "given", "unchecked")
FEW: Final = 4
"""A block of at most this many numbers is never folded."""
PAPER: Final = 55
"""Width of a formula in letters above which it is set smaller on paper."""
LONGEST: Final = 110
"""Width of a formula in letters above which it is written as code."""
SHOWN: Final = 3
"""Number of corrections that the list of errata shows of each."""


class ErratumView(NamedTuple):
    """An erratum as the page shows it: `changes` has the first pairs (printed, as it should be) of `changed`."""

    id: str
    heading: str
    status: str
    place: str
    changes: tuple[tuple[str, str], ...]
    changed: int
    statement: Markup
    explanation: Markup
    region: str
    size: str
    reach: str
    correction: Grid | None
    correction_label: str


class StageView(NamedTuple):
    """A stage as the page shows it; `written` is the formula in the author's own writing, where that is another."""

    name: str
    title: str | None
    status: str
    label: str
    counts: str
    where: str | None
    lines: str
    equation: Markup | None
    width: str
    written: str
    origin: str
    notes: tuple[Markup, ...]
    printed: Grid | None
    printed_label: str
    recomputed: Grid | None
    recomputed_label: str
    is_same: bool
    folded: str
    refuted: tuple[Refuted, ...]
    strip: Strip | None
    errata: tuple[ErratumView, ...]
    accounts: list[CellAccount]
    left_out: int
    is_full: bool


def stage_view(
    report: Report, stage: StageReport, accounts: list[CellAccount], errata: Mapping[str, ErratumView]
) -> StageView:
    """The texts of a stage for the template; *errata* are all of the document, by id."""
    said, status = stage.stage, status_of(stage)
    known = {account.id for account in accounts}
    own = [erratum for erratum in errors_first(report.errata) if erratum.stage == said.name]
    drawn, letters = _equation(report.document, said)
    shown, again = printed(stage, known) if stage.cells else None, recomputed(stage)
    return StageView(
        name=said.name,
        title=said.title,
        status=status,
        label=STATUS[status][1],
        counts=_counts(stage),
        where=said.where,
        lines=_lines(said),
        equation=drawn,
        width="" if letters <= WIDE else "wide" if letters <= PAPER else "long",
        written="" if said.formula is None else said.formula.written or "",
        origin=_origin(said),
        notes=tuple(notes_of(stage, own)),
        printed=shown,
        printed_label="Given" if said.is_given else "As printed",
        recomputed=again,
        recomputed_label=_recomputed_label(stage),
        is_same=shown is not None and again is not None and shown.texts == again.texts,
        folded=_folded(stage, status, shown),
        refuted=refuted(stage, known),
        strip=strip(stage),
        errata=tuple(errata[erratum.id] for erratum in own),
        accounts=accounts,
        is_full=sum(cell.verdict is Verdict.CONTRADICTED for cell in stage.cells) <= MAX_REFUTED,
        left_out=len(shown_cells(stage)) - len(known) if is_whole(stage) else 0,
    )


def _equation(document: Document, stage: Stage) -> tuple[Markup | None, int]:
    """The formula of a stage as an equation, and its width in letters; as code if it fits no sheet of paper."""
    if stage.formula is None:
        return None, 0
    text, expression = stage.formula.text, with_digits(document, stage.formula)
    letters = width(boxes.equation(stage.name, expression))
    if letters > LONGEST:
        return Markup("<code>{} = {}</code>").format(stage.name, text), 0
    return equation(stage.name, expression, text), letters


def _folded(stage: StageReport, status: str, shown: Grid | None) -> str:
    """The line in the place of a folded block without errors of its own; empty if the block is not folded."""
    if status not in _FOLDED or shown is None or len(stage.cells) <= FEW:
        return ""
    return f"{'Words' if stage.stage.words is not None else 'Numbers'}, {shown.size}"


def _counts(stage: StageReport) -> str:
    """The counts as `22 wrong, 2 right`; empty for a given."""
    if stage.stage.is_given:
        return ""
    found = Counter(map(cell_status, stage.cells))
    return ", ".join(f"{number} {CELL_LABEL[status]}" for status, number in found.most_common())


def _lines(stage: Stage) -> str:
    if stage.lines is None:
        return ""
    first, last = stage.lines
    return f"line {first} of the source" if first == last else f"lines {first} to {last} of the source"


def _origin(stage: Stage) -> str:
    made = stage.origin
    if made is None:
        return ""
    stream = f"the stream of {made.generator} with seed {made.seed}, from number {made.skip + 1} on"
    return f"The document states no formula for these numbers: they were found to be {stream}, and are judged as such."


def _recomputed_label(stage: StageReport) -> str:
    label = "Recomputed from the printed inputs"
    if any(cell.basis == "replayed" for cell in stage.cells):
        label += ", or the digits behind them"
    if any(is_range(cell) for cell in stage.cells):
        label += "; a range where one was never printed"
    return label


def erratum_view(report: Report, erratum: Erratum) -> ErratumView:
    """An erratum with its cause, size, reach and correction."""
    stage = report.by_name[erratum.stage]
    departs = erratum.kind == "departure"
    state = aside(report).get(erratum.id)
    printed_as = {(cell.row, cell.column): cell.text for cell in stage.cells}
    if erratum.likelier is not None:  # another number is rather wrong than its own, of which no correction is shown
        erratum = erratum._replace(correction={}, units=None)
    changes = [(printed_as[place], text) for place, text in erratum.correction.items() if printed_as[place] != text]
    return ErratumView(
        id=erratum.id,
        heading=f"{erratum.heading} ({state})" if state else erratum.heading,
        status="departing" if departs else "wrong",
        place=", ".join(part for part in (stage.stage.title, stage.stage.where) if part),
        changes=tuple(changes[:SHOWN]),
        changed=len(changes),
        statement=told(quoting(f"{erratum.statement}.", formulas_of(report.document, stage))),
        explanation=told(on_a_mistake(opened(erratum.explanation))),
        region="the whole block" if erratum.region == "all" else erratum.region,
        size=_size(erratum),
        reach=reach_sentence(report, erratum),
        correction=correction(stage, erratum),
        correction_label="By the standard definition" if departs else "As it should be",
    )


def _size(erratum: Erratum) -> str:
    if erratum.units is None:
        return ""
    units = f"up to {decimal(erratum.units, 2)} units of the last place"
    return units if erratum.relative is None else f"{units}, {decimal(erratum.relative * 100, 2)} % of the right value"
