"""A text with the digits that have one right value, judged again until nothing is left to change."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from verifier.document.read import Part
from verifier.errata.changed_text import changed, outside
from verifier.errata.fixable import Change, Left, Plan, planned
from verifier.verdict import Report, Verdict

MOST_ROUNDS: Final = 10
"""Maximum number of times that a text is changed and judged again, and that this is begun anew."""
JudgeText: TypeAlias = Callable[[str], Report]


class Fixed(NamedTuple):
    """A text after all changes, of how many numbers, and the errata that are left."""

    text: str
    changes: int
    left: tuple[Left, ...]


def fixed(text: str, judge: JudgeText) -> Fixed:
    """*text* with every number that has one right value changed to that; *judge* gives the report on a text.

    The result is judged too: what another formula of the same number denies is left, and unless all numbers that are
    wrong in the result were wrong before, or computed from wrong ones, nothing is changed. Raises what *judge* raises.
    """
    first = judge(text)
    denied: dict[str, str] = {}
    for _ in range(MOST_ROUNDS):
        found = _settled(text, first, judge, denied)
        if isinstance(found, Fixed):
            return found
        denied |= found
    return Fixed(text, 0, _all_left(first, "each correction asks for another"))


def _settled(text: str, first: Report, judge: JudgeText, denied: Mapping[str, str]) -> Fixed | dict[str, str]:
    """The text after all changes but those of *denied* stages; or what else is denied, by stage, and why."""
    report, now, made = first, text, list[Change]()
    for _ in range(MOST_ROUNDS):
        plan = _plan(now, report, denied)
        if not plan.changes:
            if new := _new(first, report):
                return Fixed(text, 0, _all_left(first, f"with all corrections {new[0]} would be wrong"))
            return Fixed(now, len({change.name for change in made}), plan.left)
        if undone := _undone(made, plan.changes):
            return undone
        made += plan.changes
        now = changed(now, plan.changes, _cells(report))
        report = judge(now)
    return Fixed(text, 0, _all_left(first, "each correction asks for another"))


def _undone(made: Iterable[Change], more: Iterable[Change]) -> dict[str, str]:
    """The stages whose numbers one change sets and another sets back, and why they are left."""
    found = {(one.line, one.new, one.old): one for one in made}
    pairs = [(before, after) for after in more if (before := found.get((after.line, after.old, after.new)))]
    return {one.stage: f"another formula there gives {pair[1].new}" for pair in pairs for one in pair}


def _plan(text: str, report: Report, denied: Mapping[str, str]) -> Plan:
    """What to change in a text; what its file does not show as it was read is left, with all that rests on it."""
    found = dict(denied)
    while True:
        plan = planned(report, found)
        more = outside(text, plan.changes, _cells(report))
        if not more:
            return plan
        found |= more


def _all_left(report: Report, why: str) -> tuple[Left, ...]:
    """All errata of a report, for one reason."""
    errata = (one for one in report.errata if one.kind != "departure")
    return tuple(Left(report.by_name[one.stage].stage.line, one.heading, why) for one in errata)


def _cells(report: Report) -> tuple[Part, ...]:
    """The cells of a notebook; none of another file."""
    return () if report.document.read is None else report.document.read.cells


def _new(first: Report, last: Report) -> list[str]:
    """The numbers that are wrong at last, and at first were neither that nor computed from wrong ones."""
    before = {
        (stage.stage.name, cell.row, cell.column)
        for stage in first.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED or cell.inherited_from
    }
    return [
        f"{stage.stage.name}[{cell.row},{cell.column}]"
        for stage in last.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED and (stage.stage.name, cell.row, cell.column) not in before
    ]
