"""A report as a list of findings: each has a file, line, column, level, message and code, as linters write them."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from verifier.errata.effects import effects
from verifier.errata.sentences import clipped, first_of
from verifier.replay.weighed import listed
from verifier.verdict import AlsoReport, CellReport, Erratum, Report, StageReport, StandardVerdict, Verdict

MAX_NAMED: Final = 3
"""Numbers of a stage that a message names."""
Level: TypeAlias = Literal["error", "warning", "note"]

_LEVELS: dict[str, tuple[Level, str]] = {
    "arithmetic": ("error", "contradicted"),
    "misprint": ("error", "misprint"),
    "shape": ("error", "shape"),
    "row": ("error", "row"),
    "joint": ("error", "joint"),
    "words": ("error", "words"),
    "display": ("error", "display"),
    "departure": ("warning", "departs"),
}
TOLERATED: dict[str, tuple[Level, str]] = {
    "hidden digits": ("note", "hidden-digits"),
    "hidden givens": ("warning", "hidden-givens"),
    "other rule": ("warning", "other-rule"),
    "boundary": ("note", "boundary"),
    "mended": ("note", "mended"),
}
BECAUSE = {
    "hidden digits": "right only with digits of the inputs that are not shown",
    "hidden givens": "right only with digits hidden in inputs that seem exact",
    "other rule": "right only by another rounding rule than the rest",
    "boundary": "on a tie that only the document's rounding rule could decide",
    "mended": "right only with the right values of numbers above that are wrong",
}


DECLARE: Final = "declare-givens"
"""The code of the note that says what to declare, which comes last."""


def because(cell: CellReport) -> str:
    """How a tolerated number can follow from its formula."""
    return cell.reason if cell.basis == "other rule" and cell.reason else BECAUSE[cell.basis or ""]


def tolerated_by(also: AlsoReport) -> str:
    """How the numbers of a stage can follow from a further formula that does not simply give them."""
    bases = dict.fromkeys(cell.basis or "" for cell in also.cells if cell.verdict is Verdict.TOLERATED)
    return " and ".join(BECAUSE[basis] for basis in bases)


class Finding(NamedTuple):
    """One message on one position of a document file; lines and columns count from 1, in a notebook in its `cell`.

    `said` is what is wrong; `more` has the cause and the effects of an erratum, each as a part of a sentence, and
    `subject` the name of its stage.
    """

    path: str
    line: int
    column: int
    level: Level
    said: str
    code: str
    cell: int | None = None
    is_output: bool = False
    more: tuple[str, ...] = ()
    subject: str | None = None

    @property
    def message(self) -> str:
        """All that is said, on one line."""
        return "; ".join((self.said, *self.more))

    @property
    def is_advice(self) -> bool:
        """Whether this says what to declare, which decides warnings."""
        return self.code == DECLARE

    @property
    def place(self) -> str:
        """`path:line:column`, in a notebook with the cell."""
        path = self.path if self.cell is None else f"{self.path}:cell {self.cell}{' output' if self.is_output else ''}"
        return f"{path}:{self.line}:{self.column}"

    def __str__(self) -> str:
        return f"{self.place}: {self.level}: {self.message} [{self.code}]"


def findings(report: Report) -> list[Finding]:
    """The findings of a report, in the order of the file, and what to declare; cells that agree have none."""
    found = [finding for _, finding in by_subject(report)]
    return sorted(
        found,
        key=lambda one: (
            one.code == DECLARE,
            one.cell or 0,
            one.is_output,
            one.line,
            one.column,
            one.code,
            one.message,
        ),
    )


def _of_notes(report: Report) -> Iterator[Finding]:
    """What could not be read of an author's file, and what formulas by names do not give."""
    for note in () if report.document.read is None else report.document.read.notes:
        yield Finding(report.document.path, note.line, note.column, note.level, note.message, note.code)


def by_subject(report: Report) -> Iterator[tuple[str, Finding]]:
    """Pairs (id of an erratum or name of a stage, finding): the errata in their order, then the stages."""
    read = report.document.read
    for subject, finding in _by_subject(report):
        if read is None or not read.cells:
            yield subject, finding
        else:
            line, cell, is_output = read.in_cell(finding.line)
            yield subject, finding._replace(cell=cell, line=line, is_output=is_output)


def _by_subject(report: Report) -> Iterator[tuple[str, Finding]]:
    for erratum in report.errata:
        yield erratum.id, _of_erratum(report, erratum)
    for stage in report.stages:
        for finding in _of_stage(report, stage):
            yield stage.stage.name, finding
    yield from _of_doubtful_givens(report)
    for finding in _of_notes(report):
        yield "unread", finding


def _of_erratum(report: Report, erratum: Erratum) -> Finding:
    stage = report.by_name[erratum.stage]
    level, code = _LEVELS[erratum.kind]
    cells = [cell for cell in stage.cells if (cell.row, cell.column) in set(erratum.cells)]
    first = first_of(cells, erratum.correction)
    line, column = (first.line, first.file_column) if first else (stage.stage.line, stage.stage.column)
    more = tuple(part for part in (erratum.explanation, effects(erratum)) if part)
    return Finding(report.document.path, line, column, level, erratum.statement, code, more=more, subject=erratum.stage)


def _of_stage(report: Report, stage: StageReport) -> Iterator[Finding]:
    path = report.document.path
    total = len(stage.cells)
    for basis, (level, code) in TOLERATED.items():
        cells = [cell for cell in stage.cells if cell.verdict is Verdict.TOLERATED and cell.basis == basis]
        cells = [cell for cell in cells if cell.doubt is None and not stage.clashes(cell)]
        if cells:
            message = f"{count_of(cells, stage)} {_is(cells, total)} {because(cells[0])}"
            yield Finding(path, cells[0].line, cells[0].file_column, level, message, code)
    yield from _of_mended(path, stage)
    yield from _of_doubts(path, stage)
    for verdict, level, code in ((Verdict.UNDECIDED, "warning", "undecided"), (Verdict.UNCHECKED, "note", "unchecked")):
        for reason in sorted({cell.reason or "" for cell in stage.cells if cell.verdict is verdict}):
            cells = [cell for cell in stage.cells if cell.verdict is verdict and (cell.reason or "") == reason]
            message = f"{count_of(cells, stage)} could not be {_DONE[verdict]}: {reason}"
            yield Finding(path, cells[0].line, cells[0].file_column, level, message, code)
    yield from _of_formulas(path, stage)
    inherited = [cell for cell in stage.cells if cell.inherited_from]
    if inherited:
        blame = _blame(report, stage, inherited[0])
        message = f"{count_of(inherited, stage)} {_is(inherited, total)} {blame}"
        yield Finding(path, inherited[0].line, inherited[0].file_column, "note", message, "inherited")


def _blame(report: Report, stage: StageReport, cell: CellReport) -> str:
    """Which wrong numbers or stages a number follows from; if others may be wrong in their place, that too."""
    sources = [named for name in cell.inherited_from for named in _sources(stage, name)]
    is_open = any(erratum.instead and erratum.stage in cell.inherited_from for erratum in report.errata)
    are = "are" if len(sources) > 1 else "is"
    given = f"correct from the printed {listed(sources)}"
    return (
        f"{given}, and wrong if {'they' if len(sources) > 1 else 'it'} {are}"
        if is_open
        else f"{given}, which {are} wrong"
    )


def _sources(stage: StageReport, name: str) -> list[str]:
    """The stage that numbers of a stage inherit an error from; its own wrong numbers, if it uses these."""
    if name != stage.stage.name:
        return [name]
    wrong = [f"{name}[{cell.row},{cell.column}]" for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]
    more = len(wrong) - MAX_NAMED
    return wrong if more <= 0 else [*wrong[:MAX_NAMED], f"{more} more"]


def _of_mended(path: str, stage: StageReport) -> Iterator[Finding]:
    """The finding on the numbers that corrected operands print, and printed ones do not."""
    cells = [cell for cell in stage.cells if cell.verdict is Verdict.AGREES and cell.basis == "mended"]
    if cells:
        message = f"{count_of(cells, stage)} {'agree' if len(cells) > 1 else 'agrees'} {cells[0].reason}"
        yield Finding(path, cells[0].line, cells[0].file_column, "note", message, "mended")


def _of_doubts(path: str, stage: StageReport) -> Iterator[Finding]:
    """One finding on each number that is wrong if givens are exact."""
    for cell in stage.cells:
        if cell.doubt is not None and cell.verdict is Verdict.TOLERATED:
            name = stage.stage.name
            place = name if len(stage.cells) == 1 else f"{name}[{cell.row},{cell.column}]"
            message = f"{place} is {cell.text}, should be {cell.doubt.reads} if {cell.doubt.account}"
            yield Finding(path, cell.line, cell.file_column, "warning", message, "if-exact")


def _of_doubtful_givens(report: Report) -> Iterator[tuple[str, Finding]]:
    """What to declare of the givens on which the reading of numbers depends."""
    doubts = [cell.doubt for stage in report.stages for cell in stage.cells if cell.doubt is not None]
    names = dict.fromkeys(name for doubt in doubts for name in doubt.givens)
    if names:
        first = report.by_name[next(iter(names))].stage
        numbers = "one number is" if len(doubts) == 1 else f"{len(doubts)} numbers are"
        where = f"{listed(list(names))}, or for the document"
        declared = f"declare `givens: exact` or `givens: rounded` at {where}"
        if report.document.read is not None:
            places = (report.by_name[name].stage for name in names)
            before = dict.fromkeys(of.name if of.text is None else f"line {of.line}" for of in places)
            where = listed(list(before))
            declared = f"write `verify: givens exact` or `verify: givens rounded` in a comment before {where}"
        message = f"{numbers} wrong if givens are exact as printed: {declared}"
        yield first.name, Finding(report.document.path, first.line, first.column, "note", message, DECLARE)


def _of_formulas(path: str, report: StageReport) -> Iterator[Finding]:
    """Findings on an undecided standard definition and on further formulas."""
    stage = report.stage
    if report.standard_verdict is StandardVerdict.UNDECIDED and stage.standard is not None:
        message = (
            f"whether {stage.name} departs from {clipped(stage.standard.text)} is undecided: {report.standard_reason}"
        )
        yield Finding(path, stage.standard.line, stage.standard.column, "warning", message, "undecided")
    for also in report.also:
        where = f" ({also.formula.where})" if also.formula.where else ""
        place = path, also.formula.line, also.formula.column
        if also.verdict is Verdict.CONTRADICTED:
            refuted = [cell for cell in also.cells if cell.verdict is Verdict.CONTRADICTED]
            what = f"{count_of(refuted, report) if refuted else stage.name} {'do' if len(refuted) > 1 else 'does'}"
            message = f"{what} not fit {clipped(also.formula.shown)}{where} either"
            if report.verdict is not Verdict.CONTRADICTED:
                message = message.removesuffix(" either")
            yield Finding(*place, "warning", message, "also")
        elif also.verdict is Verdict.TOLERATED:
            message = f"by {clipped(also.formula.shown)}{where} {stage.name} is {tolerated_by(also)}"
            yield Finding(*place, "note", message, "also")
        elif report.verdict is Verdict.CONTRADICTED and also.verdict is Verdict.AGREES:
            message = f"{stage.name} is right by {clipped(also.formula.shown)}{where}"
            yield Finding(*place, "note", message, "also")


_DONE = {Verdict.UNDECIDED: "decided", Verdict.UNCHECKED: "checked"}


def count_of(cells: list[CellReport], stage: StageReport) -> str:
    """`22 of 24 numbers of V`; the name alone for a stage with one number."""
    total, name = len(stage.cells), stage.stage.name
    what = "words" if stage.stage.words is not None else "numbers"
    return f"{len(cells)} of {total} {what} of {name}" if total > 1 else name


def _is(cells: list[CellReport], total: int) -> str:
    return "are" if total > 1 and len(cells) > 1 else "is"
