"""One line on a document: its errata, the counts of its numbers, and what was read of it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from verifier.document.what_was_read import STATES
from verifier.errata.finding_records import ASIDE
from verifier.errata.findings import findings
from verifier.inert import line
from verifier.settled import SettledReport
from verifier.verdict import CellReport, Report, Verdict

_GRAVEST: Final = (
    *(Verdict.CONTRADICTED, Verdict.UNDECIDED, Verdict.TOLERATED),
    *(Verdict.AGREES, Verdict.UNCHECKED, Verdict.GIVEN),
)
"""Verdicts in the order in which one of them is that of a number with several."""


def summary(report: Report) -> str:
    """One line on a document: its errata, the counts of its numbers, and what else is found."""
    found = findings(report)
    warnings = sum(one.level == "warning" and one.code != "departs" for one in found)
    left = sum(one.code == "not-judged" for one in found)
    notes = sum(one.level == "note" for one in found) - left
    more = [counted(warnings, "warning")] if warnings else []
    aside = [f"{left:,} {'equality' if left == 1 else 'equalities'} not judged"] if left else []
    aside += [counted(notes, "note")] if notes else []
    more += [f"{', '.join(aside)} (--notes lists them)"] if aside else []
    more += [left_out] if (left_out := set_aside(report)) else []
    end = f" {', '.join(more)}." if more else ""
    return f"{line(report.document.name)}: {errata_count(report)}. {in_numbers(report)}{end}{_read(report)}"


def set_aside(report: Report) -> str:
    """`2 findings ignored, 1 known`: what a selection and a baseline leave out; empty if nothing."""
    counts = [(state, report.states.count(state)) for state in ASIDE]
    said = [(state, count) for state, count in counts if count]
    return ", ".join(
        f"{f'{count:,}' if place else counted(count, 'finding')} {state}" for place, (state, count) in enumerate(said)
    )


def errata_count(report: Report) -> str:
    """`no errata`, `1 erratum` or `7 errata`; departures are none."""
    errors = sum(erratum.kind != "departure" for erratum in report.errata)
    return "no errata" if not errors else "1 erratum" if errors == 1 else f"{errors} errata"


def impossible_statements(report: Report) -> int:
    """How many errata accuse no single number: shapes, rows as a whole, numbers that cannot all be right."""
    beyond = [erratum for erratum in report.errata if erratum.kind in ("shape", "row", "joint")]
    if not beyond:
        return 0
    wrong = {
        (stage.stage.name, cell.row, cell.column)
        for stage in report.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED
    }
    return sum(wrong.isdisjoint((erratum.stage, *cell) for cell in erratum.cells) for erratum in beyond)


def in_numbers(report: Report) -> str:
    """How many checked numbers are wrong, follow from wrong ones or are left open, and the departures.

    A number of an author's file that several equalities state is one number.
    """
    return f"{'; '.join(_parts(report)) or _nothing_to_check(report)}."


def _nothing_to_check(report: Report) -> str:
    """That nothing is checked; of an author's file with tables, what would have them checked."""
    read = report.document.read
    has_tables = read is not None and any(one.state == "read" and one.where == "table" for one in read.numerals)
    return f"Nothing to check{': its tables have no formulas (`draft` proposes some)' if has_tables else ''}"


def _parts(report: Report) -> Iterator[str]:
    what = "number and word" if any(stage.words is not None for stage in report.document.stages) else "number"
    verdicts = _verdicts(report)
    wrong, open_ones = verdicts[Verdict.CONTRADICTED], verdicts[Verdict.UNDECIDED]
    checked = sum(verdicts[verdict] for verdict in (Verdict.AGREES, Verdict.TOLERATED)) + wrong + open_ones
    of_all = counted(checked, f"checked {what}")
    if wrong:
        unsure = {erratum.stage for erratum in report.errata if erratum.likelier}
        follow = sum(any(not unsure.issuperset(cell.inherited_from) for cell in some) for some in _numbers(report))
        more = f", {follow:,} more follow{'' if follow > 1 else 's'} from {'them' if wrong > 1 else 'it'}"
        yield f"{wrong:,} of {of_all} {'are' if wrong > 1 else 'is'} wrong{more if follow else ''}"
    elif checked:
        is_bad = any(erratum.kind != "departure" for erratum in report.errata)
        none = "not" if checked == 1 else "none is"
        yield f"{of_all}, {none} proved wrong alone" if is_bad else f"{of_all}, {none} wrong"
    if impossible := impossible_statements(report):
        yield f"{counted(impossible, 'statement')} cannot hold"
    if open_ones:
        yield f"{open_ones:,} could not be decided"
    if unchecked := verdicts[Verdict.UNCHECKED]:
        yield f"{unchecked:,} could not be checked"
    if departures := sum(erratum.kind == "departure" for erratum in report.errata):
        yield f"{counted(departures, 'formula')} differ{'' if departures > 1 else 's'} from the standard"


def _verdicts(report: Report) -> Mapping[Verdict, int]:
    """How many numbers have each verdict, those that stand in one place counted once."""
    if report.document.read is None:
        return {verdict: report.count(verdict) for verdict in Verdict}
    if isinstance(report, SettledReport):
        computed = (stage.printed for stage in report.document.stages if stage.formula is not None and stage.printed)
        return Counter(
            {Verdict.AGREES: len({(one.line, one.column) for block in computed for one in block.contents()})}
        )
    verdicts = (min((cell.verdict for cell in some), key=_GRAVEST.index) for some in _numbers(report))
    return Counter(verdicts)


def _numbers(report: Report) -> Collection[Sequence[CellReport]]:
    """The reports on each number: several where equalities of an author's file state the number at one place."""
    cells = [cell for stage in report.stages for cell in stage.cells]
    if report.document.read is None:
        return [[cell] for cell in cells]
    found: dict[tuple[int, int], list[CellReport]] = {}
    for cell in cells:
        found.setdefault((cell.line, cell.file_column), []).append(cell)
    return found.values()


def counted(count: int, what: str) -> str:
    """`1 number`, or `1,356 numbers`; each word before `and` has its plural too."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what.replace(' and ', 's and ')}s"


def _read(report: Report) -> str:
    """What was read of an author's file and what was not, as a line of its own; empty for a document file."""
    read = report.document.read
    if read is None:
        return ""
    counts = ", ".join(f"{read.count(state)} {state}" for state in STATES)
    advice = f"; {read.advice}" if read.advice else ""
    return f"\n{line(report.document.name)}: {len(read.numerals)} numerals: {counts}{advice}"
