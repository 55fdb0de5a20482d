"""Sentences on documents, stages and errata, and the names and marks of their verdicts. Nothing is judged here."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from verifier.document.model import Document
from verifier.errata.effects import changes
from verifier.errata.summary import counted, errata_count, in_numbers, set_aside
from verifier.errata.used_again import Again, in_words, is_telling, used_again
from verifier.explain.sentences import rule_in_words
from verifier.habits import BlockReading
from verifier.numbers.printed import Printed
from verifier.replay.givens_by_number import listed
from verifier.verdict import CellReport, Erratum, Report, StageReport, StandardVerdict, Verdict

MAX_REACHED: Final = 6
"""Maximum number of stages that a sentence on an erratum's reach names."""

STATUS: Final = {
    "wrong": ("\u2717", "wrong here", "does not hold, given what is printed above it"),
    "departing": ("\u2260", "not standard", "follows from its formula, which is not the standard definition"),
    "inherited": ("\u21b3", "from wrong inputs", "correct from what is printed above it, which is wrong"),
    "undecided": ("?", "undecided", "neither right nor wrong could be proved"),
    "unchecked": ("\u2013", "unchecked", "shows no numbers, or none whose operands were all printed"),
    "given": ("\u25a1", "given", "the document states no formula for it"),
    "right": ("\u2713", "right", "holds, given what is printed above it"),
}
"""For each status of a stage: its mark, its name, and what it means."""

CELL_STATUS: Final = {
    "wrong": ("\u2717", "wrong: no possible value rounds to what is printed"),
    "inherited": ("\u21b3", "correct from the printed inputs, which are wrong"),
    "undecided": ("?", "undecided"),
    "unchecked": ("\u2013", "unchecked: an operand was never printed"),
    "tolerated": ("~", "right with digits that were not printed, or by another rounding rule"),
    "given": ("", "given"),
    "right": ("", "agrees"),
}
"""For each status of a printed number: its mark, and what it means."""

CELL_LABEL: Final = {
    "wrong": "wrong",
    "inherited": "from wrong inputs",
    "undecided": "undecided",
    "unchecked": "unchecked",
    "tolerated": "possible",
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
    """The verdict on a document: its errata, the counts of its numbers, and how many findings are set aside."""
    return " ".join(filter(None, (opened(f"{errata_count(report)}. {in_numbers(report)}"), opened(set_aside(report)))))


def opened(part: str) -> str:
    """A part of a sentence as a sentence: with a capital and a full stop; empty if it is."""
    return f"{part[:1].upper()}{part[1:].rstrip('.')}." if part else ""


def rounding_sentence(report: Report) -> str:
    """The rounding rule of a document, and if it was inferred, the counts for and against it."""
    rounding = report.rounding
    if rounding.rule is None:
        return "No one rounding rule fits the document, so each number may have been rounded or cut in any usual way."
    rule = rule_in_words(rounding.rule)
    if not rounding.is_inferred:
        return f"The document states its rounding rule: {rule}."
    broken = rounding.breaking.get(str(rounding.rule), 0)
    support = f"{counted(rounding.supporting, 'number')} support{'' if rounding.supporting > 1 else 's'} it"
    against = f"{broken:,} contradict{'' if broken > 1 else 's'} it" if broken else "none contradicts it"
    by = "by " if rule.startswith("cutting") else ""
    return f"The document seems to round {by}{rule}: {support}, {against}."


def givens_sentence(report: Report) -> str:
    """How the givens of a document are read, and on what evidence."""
    givens = report.givens
    if not givens.is_inferred:
        return f"Givens count as {_AS_READ[givens.reading]}."
    if not givens.blocks:
        return "No given can hide digits."
    alike: dict[tuple[str, str], list[str]] = {}
    for block in givens.blocks:
        alike.setdefault((block.reading, _evidence_of(block)), []).append(block.stage)
    told = [f"{listed(names)} {_AS_TOLD[reading][len(names) > 1]}{why}" for (reading, why), names in alike.items()]
    own = f" In {listed(sorted(givens.own))} they are read as rounded." if givens.own else ""
    return f"Of the givens, by the numbers derived from them, {'; '.join(told)}.{own}"


def _evidence_of(block: BlockReading) -> str:
    """How many numbers a block reproduces at its word."""
    if not block.of:
        return ""
    alone = f"it and {listed(block.beside)}" if block.beside else "it"
    share = f"all {block.of}" if block.reproduced == block.of else f"{block.reproduced} of the {block.of}"
    return f" (used exactly as printed, it gives {share} numbers derived from {alone} alone)"


_AS_READ = {"exact": "exactly the numbers that they show", "rounded": "rounded numbers"}
_AS_TOLD = {
    "exact": ("is exact as printed", "are exact as printed"),
    "rounded": ("is rounded", "are rounded"),
    "open": ("may be exact or rounded", "may be exact or rounded"),
}
"""For each reading of givens, what is said of one block and of several."""


def _is_used(document: Document, name: str) -> bool:
    """Whether a stage that shows something rests on the stage, directly or through others."""
    above = {name}
    for stage in document.stages:
        if stage.formula is not None and not above.isdisjoint(stage.formula.uses):
            if stage.shown is not None:
                return True
            above.add(stage.name)
    return False


def errors_first(errata: Iterable[Erratum]) -> list[Erratum]:
    """The errata, and behind them the formulas that differ from the standard, which may be computed right."""
    return sorted(errata, key=lambda erratum: erratum.kind == "departure")


def reach_sentence(report: Report, erratum: Erratum) -> str:
    """Which later numbers change once an erratum is corrected, and where its digits are operands again."""
    again = used_again(report.document, _wrong_numbers(report, erratum))
    said = opened(in_words(one for one in again if is_telling(one.text)))
    return " ".join(filter(None, (_known_reach(report, erratum, again), said)))


def _wrong_numbers(report: Report, erratum: Erratum) -> Iterator[Printed]:
    """The numbers of an erratum; none of a formula that differs from the standard, whose numbers may be right."""
    for cell in report.by_name[erratum.stage].cells if erratum.kind != "departure" else ():
        if cell.number is not None and (cell.row, cell.column) in erratum.cells:
            yield cell.number


def _known_reach(report: Report, erratum: Erratum, again: Sequence[Again]) -> str:
    """Which later numbers change that name an erratum's stage; empty if only operands with its digits are known."""
    if not erratum.reach:
        if erratum.inherited and not erratum.correction:
            follow = ", ".join(f"{name} ({count:,})" for name, count in erratum.inherited[:MAX_REACHED])
            return f"Later numbers that follow from it as it is printed may change: {follow}."
        if _is_used(report.document, erratum.stage):
            return "Fixing it is not known to change a later number."
        if any(is_telling(one.text) for one in again):
            return ""
        return "No later number is known to depend on it." if again else "No later number depends on it."
    places = [f"{reach.stage} ({reach.cells:,})" for reach in erratum.reach[:MAX_REACHED]]
    rest = len(erratum.reach) - len(places)
    more = f" and {counted(rest, 'further stage')}" if rest else ""
    return opened(f"{changes(erratum)}: {', '.join(places)}{more}")
