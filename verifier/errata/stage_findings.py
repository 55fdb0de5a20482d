"""The findings on stages: numbers that are right only in some way, that nothing decides, or that follow wrong ones."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from verifier.errata.finding_records import DECLARE, Finding, Level
from verifier.numbers.number import Number
from verifier.verdict import AlsoReport, CellReport, Report, StageReport, StandardVerdict, Verdict

MAX_NAMED: Final = 3
"""Numbers of a stage that a message names."""
TOLERATED: dict[str, tuple[Level, str]] = {
    "hidden digits": ("note", "hidden-digits"),
    "hidden givens": ("warning", "hidden-givens"),
    "other rule": ("warning", "other-rule"),
    "boundary": ("note", "boundary"),
    "mended": ("note", "mended"),
}
_BY_HIDDEN: Final = ("hidden digits", "hidden givens", "other rule")
"""Grounds on which a number is not what its inputs give as they are shown."""
_MORE: Final = 2
"""Decimals of what they give beside those of the number; digits of what is too small for these."""
BECAUSE = {
    "hidden digits": "right only with digits of the inputs that are not shown",
    "hidden givens": "right only with digits hidden in inputs that seem exact",
    "other rule": "right only by another rounding rule than the rest",
    "boundary": "on a tie that only the document's rounding rule could decide",
    "mended": "right only with the right values of numbers above that are wrong",
}


def because(cell: CellReport) -> str:
    """How a tolerated number can follow from its formula."""
    own = cell.reason if cell.basis == "other rule" and cell.doubt is None else None
    return own or BECAUSE[cell.basis or ""]


def tolerated_by(also: AlsoReport) -> str:
    """How the numbers of a stage can follow from a further formula that does not simply give them."""
    bases = dict.fromkeys(cell.basis or "" for cell in also.cells if cell.verdict is Verdict.TOLERATED)
    return " and ".join(BECAUSE[basis] for basis in bases)


def of_stages(report: Report) -> Iterator[tuple[str, Finding]]:
    """Pairs (name of a stage, finding), and what to declare of givens."""
    for stage in report.stages:
        for finding in _of_stage(report, stage):
            yield stage.stage.name, finding
    yield from _of_doubtful_givens(report)


def stated(stage: StageReport) -> str:
    """The formula of a stage as the author wrote it, else its name."""
    formula = stage.stage.formula
    return stage.stage.name if formula is None else formula.written or formula.text


def texts(cells: Iterable[CellReport]) -> tuple[str, ...]:
    """What some numbers are printed as."""
    return tuple(cell.text for cell in cells)


def _on(path: str, stage: StageReport, cells: Sequence[CellReport], said: str, kind: tuple[Level, str]) -> Finding:
    """A finding on some numbers of a stage, at the first of them; its kind is its level and code."""
    found = Finding(path, cells[0].line, cells[0].file_column, kind[0], said, kind[1])
    return found._replace(of=stated(stage), numbers=texts(cells))


def _of_stage(report: Report, stage: StageReport) -> Iterator[Finding]:
    path = report.document.path
    total = len(stage.cells)
    verdicts = {cell.verdict for cell in stage.cells}
    tolerated = [c for c in stage.cells if c.verdict is Verdict.TOLERATED] if Verdict.TOLERATED in verdicts else []
    for basis, (level, code) in TOLERATED.items() if tolerated else ():
        cells = [cell for cell in tolerated if cell.basis == basis and cell.doubt is None and not stage.clashes(cell)]
        cells = [cell for cell in cells if not _is_accused(report, stage, cell)]
        if cells:
            message = f"{count_of(cells, stage)} {_is(cells, total)} {because(cells[0])}{_as_shown(stage, cells[0])}"
            yield _on(path, stage, cells, message, (level, code))
    yield from _of_mended(path, stage)
    yield from _of_doubts(path, stage, tolerated)
    for verdict, level, code in ((Verdict.UNDECIDED, "warning", "undecided"), (Verdict.UNCHECKED, "note", "unchecked")):
        open_ones = [cell for cell in stage.cells if cell.verdict is verdict] if verdict in verdicts else []
        for reason in sorted({cell.reason or "" for cell in open_ones}):
            cells = [cell for cell in open_ones if (cell.reason or "") == reason]
            message = f"{count_of(cells, stage)} could not be {_DONE[verdict]}: {reason}"
            hint = _hint_of_blanks(report, stage) if verdict is Verdict.UNCHECKED else ""
            yield _on(path, stage, cells, message + hint, ("warning" if hint else level, code))
    yield from _of_formulas(path, stage)
    inherited = [cell for cell in stage.cells if cell.inherited_from]
    if inherited:
        blame = _blame(report, stage, inherited[0])
        message = f"{count_of(inherited, stage)} {_is(inherited, total)} {blame}"
        yield _on(path, stage, inherited, message, ("note", "inherited"))


def _is_accused(report: Report, stage: StageReport, cell: CellReport) -> bool:
    """Whether an erratum says that a number is wrong, as the likelier one of two."""
    return (stage.stage.name, cell.row, cell.column) in [one.likelier for one in report.errata]


def _as_shown(stage: StageReport, cell: CellReport) -> str:
    """What the only number of a stage would be by the digits that its inputs show; empty if it may not be told."""
    value = cell.literal
    if len(stage.cells) > 1 or cell.basis not in _BY_HIDDEN or not isinstance(value, Number):
        return ""
    from flint import arb

    from verifier.numbers.decimals import decimal

    shown = decimal(value, max(cell.decimals, 0) + _MORE)
    if value != 0 and not shown.strip("-0."):
        shown = arb(value).str(_MORE, radius=False)
    return f"; by the digits shown it is {shown}"


def _hint_of_blanks(report: Report, stage: StageReport) -> str:
    """What to write of an author's file where a formula uses givens with cells without a number; empty elsewhere."""
    formula = stage.stage.formula
    if report.document.read is None or formula is None:
        return ""
    used = [report.document.by_name[name] for name in formula.uses if name in report.document.by_name]
    blank = [of.name for of in used if of.is_given and of.printed and of.printed.has_elided and not of.leaves_out]
    if not blank:
        return ""
    from verifier.replay.givens_by_number import listed

    return f"; write `verify: blank 0` in a comment before {listed(blank)} if a blank cell is 0 there"


def _blame(report: Report, stage: StageReport, cell: CellReport) -> str:
    """Which wrong numbers or stages a number follows from; if others may be wrong in their place, that too."""
    from verifier.replay.givens_by_number import listed

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
    cells = [cell for cell in stage.cells if cell.basis == "mended" and cell.verdict is Verdict.AGREES]
    if cells:
        message = f"{count_of(cells, stage)} {'agree' if len(cells) > 1 else 'agrees'} {cells[0].reason}"
        yield _on(path, stage, cells, message, ("note", "mended"))


def _of_doubts(path: str, stage: StageReport, tolerated: Iterable[CellReport]) -> Iterator[Finding]:
    """One finding on each of the *tolerated* numbers that is wrong if givens are exact."""
    for cell in tolerated:
        if cell.doubt is not None:
            name = stage.stage.name
            place = name if len(stage.cells) == 1 else f"{name}[{cell.row},{cell.column}]"
            message = f"{place} is {cell.text}, should be {cell.doubt.reads} if {cell.doubt.account}"
            yield _on(path, stage, [cell], message, ("warning", "if-exact"))._replace(is_likely=cell.doubt.is_likely)


def _of_doubtful_givens(report: Report) -> Iterator[tuple[str, Finding]]:
    """What to declare of the givens on which the reading of numbers depends."""
    doubts = [cell.doubt for stage in report.stages for cell in stage.cells if cell.doubt is not None]
    names = dict.fromkeys(name for doubt in doubts for name in doubt.givens)
    if names:
        from verifier.replay.givens_by_number import called, listed

        first = report.by_name[next(iter(names))].stage
        numbers = "one number is" if len(doubts) == 1 else f"{len(doubts)} numbers are"
        where = f"{listed(list(names))}, or for the document"
        declared = f"declare `givens: exact` or `givens: rounded` at {where}"
        if report.document.read is not None:
            places = (report.by_name[name].stage for name in names)
            before = dict.fromkeys(called(of) if of.text is None else f"line {of.line}" for of in places)
            where = listed(list(before))
            declared = f"write `verify: givens exact` or `verify: givens rounded` in a comment before {where}"
        message = f"{numbers} wrong if givens are exact as printed: {declared}"
        yield first.name, Finding(report.document.path, first.line, first.column, "note", message, DECLARE)


def _of_formulas(path: str, report: StageReport) -> Iterator[Finding]:
    """Findings on an undecided standard definition and on further formulas."""
    stage = report.stage
    is_undecided = report.standard_verdict is StandardVerdict.UNDECIDED
    if not (is_undecided or report.also):
        return
    from verifier.errata.sentences import clipped

    if is_undecided and stage.standard is not None:
        message = (
            f"whether {stage.name} departs from {clipped(stage.standard.text)} is undecided: {report.standard_reason}"
        )
        place = path, stage.standard.line, stage.standard.column
        yield Finding(*place, "warning", message, "undecided", of=stage.standard.text)
    for also in report.also:
        where = f" ({also.formula.where})" if also.formula.where else ""
        place = path, also.formula.line, also.formula.column
        if also.verdict is Verdict.CONTRADICTED:
            refuted = [cell for cell in also.cells if cell.verdict is Verdict.CONTRADICTED]
            what = f"{count_of(refuted, report) if refuted else stage.name} {'do' if len(refuted) > 1 else 'does'}"
            message = f"{what} not fit {clipped(also.formula.shown)}{where} either"
            if report.verdict is not Verdict.CONTRADICTED:
                message = message.removesuffix(" either")
            yield Finding(*place, "warning", message, "also", of=also.formula.text)
        elif also.verdict is Verdict.TOLERATED:
            message = f"by {clipped(also.formula.shown)}{where} {stage.name} is {tolerated_by(also)}"
            yield Finding(*place, "note", message, "also", of=also.formula.text)
        elif report.verdict is Verdict.CONTRADICTED and also.verdict is Verdict.AGREES:
            message = f"{stage.name} is right by {clipped(also.formula.shown)}{where}"
            yield Finding(*place, "note", message, "also", of=also.formula.text)


_DONE = {Verdict.UNDECIDED: "decided", Verdict.UNCHECKED: "checked"}


def count_of(cells: list[CellReport], stage: StageReport) -> str:
    """`22 of 24 numbers of V`; the name alone for a stage with one number."""
    total, name = len(stage.cells), stage.stage.name
    what = "words" if stage.stage.words is not None else "numbers"
    return f"{len(cells)} of {total} {what} of {name}" if total > 1 else name


def _is(cells: list[CellReport], total: int) -> str:
    return "are" if total > 1 and len(cells) > 1 else "is"
