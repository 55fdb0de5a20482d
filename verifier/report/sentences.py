"""Sentences on documents, stages and errata, and the names and marks of their verdicts. Nothing is judged here."""

from collections.abc import Iterator
from typing import Final

from verifier.document.model import Document
from verifier.explain.sentences import rule_in_words
from verifier.verdict import BlockReading, CellReport, Erratum, Report, StageReport, StandardVerdict, Verdict

MAX_REACHED: Final = 6
"""Maximum number of stages that a sentence on an erratum's reach names."""

STATUS: Final = {
    "wrong": ("\u2717", "wrong here", "does not hold, given what is printed above it"),
    "departing": ("\u2260", "departing", "follows from its formula, which is not the standard definition"),
    "inherited": ("\u21b3", "inherited", "right as computed, wrong because of what is printed above it"),
    "undecided": ("?", "undecided", "neither right nor wrong could be proved"),
    "unchecked": ("\u2013", "unchecked", "shows no numbers, or none whose operands were all printed"),
    "given": ("\u25a1", "given", "the document states no formula for it"),
    "right": ("\u2713", "right", "holds, given what is printed above it"),
}
"""For each status of a stage: its mark, its name, and what it means."""

CELL_STATUS: Final = {
    "wrong": ("\u2717", "contradicted: no choice of hidden digits gives what is printed"),
    "inherited": ("\u21b3", "right as computed, wrong because of what stands above"),
    "undecided": ("?", "undecided"),
    "unchecked": ("\u2013", "unchecked: an operand was never printed"),
    "tolerated": ("~", "right with digits that were not printed, or by another rounding rule"),
    "given": ("", "given"),
    "right": ("", "agrees"),
}
"""For each status of a printed number: its mark, and what it means."""

CELL_LABEL: Final = {
    "wrong": "contradicted",
    "inherited": "inherited",
    "undecided": "undecided",
    "unchecked": "unchecked",
    "tolerated": "tolerated",
    "right": "right",
    "given": "given",
}
"""For each status of a printed number: its name."""

PLAIN: Final = ("right", "given")
"""The statuses of numbers without anything to explain."""

_CELLS: Final = {
    Verdict.CONTRADICTED: "wrong",
    Verdict.UNDECIDED: "undecided",
    Verdict.UNCHECKED: "unchecked",
    Verdict.TOLERATED: "tolerated",
    Verdict.GIVEN: "given",
    Verdict.AGREES: "right",
}
_STAGES: Final = _CELLS | {Verdict.TOLERATED: "right"}


def status_of(stage: StageReport) -> str:
    """The status of a stage, a key of STATUS; the worst if several hold."""
    if stage.verdict is Verdict.CONTRADICTED:
        return "wrong"
    if stage.standard_verdict is StandardVerdict.DEPARTS:
        return "departing"
    if any(cell.inherited_from for cell in stage.cells):
        return "inherited"
    return _STAGES[stage.verdict]


def cell_status(cell: CellReport) -> str:
    """The status of a printed number, a key of CELL_STATUS."""
    return "inherited" if cell.inherited_from and cell.verdict is not Verdict.CONTRADICTED else _CELLS[cell.verdict]


def verdict_sentence(report: Report) -> str:
    """The verdict on a document, in one to four sentences."""
    return " ".join(_verdict(report))


def _verdict(report: Report) -> Iterator[str]:
    checked = sum(report.count(verdict) for verdict in Verdict) - report.count(Verdict.GIVEN)
    wrong = report.count(Verdict.CONTRADICTED)
    departures = sum(erratum.kind == "departure" for erratum in report.errata)
    errors = len(report.errata) - departures
    if wrong:
        fit = "do not fit" if wrong > 1 else "does not fit"
        whole = _count(checked, "checked number")
        yield f"{wrong} of {whole} {fit} what the document itself prints and states, whatever digits were hidden."
    elif errors:
        yield f"No single number is contradicted, but {_count(errors, 'statement')} cannot hold."
    elif checked:
        yield "Nothing that is printed here is contradicted."
    else:
        yield "There is nothing here that could be checked."
    if departures:
        depart = "departs" if departures == 1 else "depart"
        yield f"{_count(departures, 'formula')} {depart} from the standard definition."
    inherited = sum(bool(cell.inherited_from) for stage in report.stages for cell in stage.cells)
    if inherited:
        yield f"{_count(inherited, 'further number')} {_are(inherited)} right as computed, and wrong because of these."
    undecided = report.count(Verdict.UNDECIDED)
    if undecided:
        yield f"Of {_count(undecided, 'number')} neither right nor wrong could be proved."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def rounding_sentence(report: Report) -> str:
    """The rounding rule of a document, and if it was inferred, the counts for and against it."""
    rounding = report.rounding
    if rounding.rule is None:
        return "No one rounding rule fits the document, so each number may have been rounded or cut in any usual way."
    rule = rule_in_words(rounding.rule)
    if not rounding.is_inferred:
        return f"The document states its rounding rule: {rule}."
    broken = rounding.breaking.get(str(rounding.rule), 0)
    against = "and none speaks" if not broken else f"and {broken} {'speak' if broken > 1 else 'speaks'}"
    return (
        f"The document seems to follow one rounding rule, {rule}: of the numbers on which rules differ,"
        f" {rounding.supporting} {'speak' if rounding.supporting != 1 else 'speaks'} for it {against} against it."
    )


def givens_sentence(report: Report) -> str:
    """How the givens of a document are read, and on what evidence."""
    givens = report.givens
    if not givens.is_inferred:
        return f"Givens are taken as {_AS_READ[givens.reading]}."
    if not givens.blocks:
        return "No given can hide digits."
    told = [f"{block.stage} {_AS_TOLD[block.reading]}{_evidence_of(block)}" for block in givens.blocks]
    own = f" In {', '.join(sorted(givens.own))} they are read as rounded." if givens.own else ""
    return f"By the numbers that rest on them, of the givens {'; '.join(told)}.{own}"


def _evidence_of(block: BlockReading) -> str:
    """How many numbers a block reproduces at its word."""
    if not block.of:
        return ""
    alone = "it and " + ", ".join(block.beside) if block.beside else "it"
    return f" ({block.reproduced} of the {block.of} numbers that rest on {alone} alone are reproduced exactly)"


_AS_READ = {"exact": "exactly the numbers that they show", "rounded": "rounded numbers"}
_AS_TOLD = {"exact": "is exact as printed", "rounded": "is rounded", "open": "may be exact or rounded"}


def _is_used(document: Document, name: str) -> bool:
    """Whether a stage that shows something rests on the stage, directly or through others."""
    above = {name}
    for stage in document.stages:
        if stage.formula is not None and not above.isdisjoint(stage.formula.uses):
            if stage.shown is not None:
                return True
            above.add(stage.name)
    return False


def reach_sentence(report: Report, erratum: Erratum) -> str:
    """Which later numbers change once an erratum is corrected."""
    if not erratum.reach:
        if _is_used(report.document, erratum.stage):
            return "No later number is known to change once it is mended."
        return "No later number rests on it."
    total = sum(reach.cells for reach in erratum.reach)
    places = [f"{reach.stage} ({reach.cells})" for reach in erratum.reach[:MAX_REACHED]]
    rest = len(erratum.reach) - len(places)
    more = f" and {_count(rest, 'further stage')}" if rest else ""
    return f"Mending it changes {_count(total, 'later number')}: {', '.join(places)}{more}."
