"""The sections of a page: one for each stage, and one for each erratum."""

from collections import Counter
from typing import Final, NamedTuple

from markupsafe import Markup

from verifier.document.model import Stage
from verifier.formulas.mathml import equation
from verifier.numbers.decimals import decimal
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
from verifier.report.html.strip import Strip, strip
from verifier.report.sentences import STATUS, opened, reach_sentence, status_of
from verifier.verdict import Erratum, Report, StageReport, Verdict

MAX_ACCOUNTS: Final = 150
"""Maximum number of accounts of contradicted numbers for a block not shown whole."""
_KINDS: Final = {
    "arithmetic": "arithmetic",
    "misprint": "misprint",
    "shape": "shape",
    "departure": "departs from the standard",
    "display": "printed by another rule",
    "row": "impossible row",
    "joint": "impossible together",
    "words": "words",
}

_HINTS: Final = {"fact": "Plain to see", "guess": "Guess"}
_FOLDED: Final = ("right", "inherited", "given", "unchecked")
FEW: Final = 4
"""A block of at most this many numbers is never folded."""
_MANY: Final = {Verdict.AGREES: "agree"}


class Slip(NamedTuple):
    """The name of a slip, and the formula as the author seems to have computed it."""

    name: str
    detail: str


class ErratumView(NamedTuple):
    """An erratum as the page shows it."""

    id: str
    heading: str
    kind: str
    status: str
    statement: str
    explanation: str
    slips: tuple[Slip, ...]
    hints: tuple[Slip, ...]
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


def stage_view(report: Report, stage: StageReport, accounts: list[CellAccount]) -> StageView:
    """The texts of a stage for the template."""
    said, status = stage.stage, status_of(stage)
    known = {account.id for account in accounts}
    shown, again = printed(stage, known) if stage.cells else None, recomputed(stage)
    return StageView(
        name=said.name,
        title=said.title,
        status=status,
        label=STATUS[status][1],
        counts=_counts(stage),
        where=said.where,
        lines=_lines(said),
        equation=None if said.formula is None else equation(said.name, said.formula.expression, said.formula.text),
        written="" if said.formula is None else said.formula.written or "",
        origin=_origin(said),
        notes=tuple(notes_of(stage)),
        printed=shown,
        printed_label="Given" if said.is_given else "As printed",
        recomputed=again,
        recomputed_label=_recomputed_label(stage),
        is_same=shown is not None and again is not None and shown.texts == again.texts,
        folded=_folded(stage, status, shown),
        refuted=refuted(stage, known),
        strip=strip(stage),
        errata=tuple(erratum_view(report, erratum) for erratum in report.errata if erratum.stage == said.name),
        accounts=accounts,
        is_full=sum(cell.verdict is Verdict.CONTRADICTED for cell in stage.cells) <= MAX_REFUTED,
        left_out=len(shown_cells(stage)) - len(known) if is_whole(stage) else 0,
    )


def _folded(stage: StageReport, status: str, shown: Grid | None) -> str:
    """The line in the place of a folded block without errors of its own; empty if the block is not folded."""
    if status not in _FOLDED or shown is None or len(stage.cells) <= FEW:
        return ""
    return f"{'Words' if stage.stage.words is not None else 'Numbers'}, {shown.size}"


def _counts(stage: StageReport) -> str:
    """The counts as `22 contradicted, 2 agrees`; empty for a given."""
    found = Counter(cell.verdict for cell in stage.cells)
    if not found or stage.stage.is_given:
        return ""
    parts = []
    for verdict, number in sorted(found.items(), key=lambda pair: -pair[1]):
        parts.append(f"{number} {verdict.value if number == 1 else _MANY.get(verdict, verdict.value)}")
    inherited = sum(bool(cell.inherited_from) for cell in stage.cells)
    return ", ".join(parts) + (f"; {inherited} inherited" if inherited else "")


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
    place = ", ".join(part for part in (stage.stage.title, stage.stage.where) if part)
    return ErratumView(
        id=erratum.id,
        heading=f"{erratum.stage}: {place}" if place else erratum.stage,
        kind=_KINDS[erratum.kind],
        status="departing" if departs else "wrong",
        statement=f"{erratum.statement}.",
        explanation=opened(erratum.explanation),
        slips=tuple(_slip(slip) for slip in erratum.slips),
        hints=tuple(Slip(_HINTS[hint.kind], hint.text) for hint in erratum.hints),
        region="the whole block" if erratum.region == "all" else erratum.region,
        size=_size(erratum),
        reach=reach_sentence(report, erratum),
        correction=correction(stage, erratum),
        correction_label="By the standard definition" if departs else "As it should be",
    )


def _slip(slip: dict[str, str]) -> Slip:
    return Slip(slip["slip"].replace("-", " "), slip.get("edit") or slip.get("formula") or "")


def _size(erratum: Erratum) -> str:
    if erratum.units is None:
        return ""
    units = f"up to {decimal(erratum.units, 2)} units of the last place"
    return units if erratum.relative is None else f"{units}, {decimal(erratum.relative * 100, 2)} % of the right value"
