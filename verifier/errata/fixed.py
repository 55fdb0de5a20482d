"""A text with the digits that have one right value, judged again until nothing is left to change."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from verifier.document.problems import DocumentError
from verifier.document.what_was_read import Part, Read
from verifier.errata.changed_text import changed, outside
from verifier.errata.fixable import Change, Left, Plan, line_of, planned
from verifier.errata.sentences import as_printed, place_of
from verifier.errata.used_again import is_telling, is_telling_alone, plain, used_again
from verifier.numbers.number import Number
from verifier.record import NamedTuple
from verifier.verdict import CellReport, Report, Verdict

MOST_ROUNDS: Final = 10
"""Maximum number of times that a text is changed and judged again, and that this is begun anew."""
JudgeText: TypeAlias = Callable[[str], Report]


class Concern(NamedTuple):
    """A number that the changes may concern, which the author should look at: its line, and why."""

    line: int
    why: str


class Fixed(NamedTuple):
    """A text after all changes, of how many numbers, the errata that are left, and what they may concern.

    `read` tells in which cell of a notebook a line stands.
    """

    text: str
    changes: int
    left: tuple[Left, ...]
    concerns: tuple[Concern, ...] = ()
    read: Read | None = None


def fixed(text: str, judge: JudgeText) -> Fixed:
    """*text* with every number that has one right value changed to that; *judge* gives the report on a text.

    The result is judged too: what another formula of the same number denies is left, and unless all numbers that are
    wrong in the result were wrong before, or computed from wrong ones, nothing is changed. Raises what *judge* raises.
    """
    first = judge(text)
    read = first.document.read
    denied: dict[str, str] = {}
    for _ in range(MOST_ROUNDS):
        found = _settled(text, first, judge, denied)
        if isinstance(found, Fixed):
            return found._replace(read=read)
        denied |= found
    return Fixed(text, 0, _all_left(first, "each correction asks for another"), read=read)


def _settled(text: str, first: Report, judge: JudgeText, denied: Mapping[str, str]) -> Fixed | dict[str, str]:
    """The text after all changes but those of *denied* stages; or what else is denied, by stage, and why."""
    report, now, made = first, text, list[Change]()
    for _ in range(MOST_ROUNDS):
        plan = _plan(now, report, denied)
        if not plan.changes:
            if denials := _denials(report, made):
                return denials
            if new := _new(first, report):
                return Fixed(text, 0, _all_left(first, f"with all corrections {new[0]} would be wrong"))
            concerns = (*_used_again(first, made), *_said_again(first, made), *_no_longer_given(first, report, made))
            return Fixed(now, len({change.name for change in made}), plan.left, tuple(dict.fromkeys(concerns)))
        if undone := _undone(made, plan.changes):
            return undone
        made += plan.changes
        now = changed(now, plan.changes, _cells(report))
        try:
            report = judge(now)
        except DocumentError as error:  # as a number that told what commas are is another one now
            return Fixed(
                text,
                0,
                _all_left(first, f"with all corrections the file could not be read: {str(error).splitlines()[0]}"),
            )
    return Fixed(text, 0, _all_left(first, "each correction asks for another"))


def _used_again(first: Report, made: Iterable[Change]) -> Iterator[Concern]:
    """The operands that show the digits which a number before them had; stages may be called otherwise by then."""
    at = {(cell.line, cell.file_column): cell.number for stage in first.stages for cell in stage.cells}
    for change in made:
        number = at.get((change.line, change.column))
        if number is None or number.text != change.old or not is_telling(number.text):
            continue
        why = f"{change.old} is used again; {change.name} in line {change.line} becomes {change.new}"
        yield from (Concern(line, why) for again in used_again(first.document, [number]) for line in again.lines)


def _said_again(first: Report, made: Iterable[Change]) -> Iterator[Concern]:
    """The numbers beside no expression that show the digits of a changed one, as that of an answer in words."""
    by_digits = {plain(change.old): change for change in made if is_telling_alone(change.old)}
    for numeral in () if first.document.read is None else first.document.read.numerals:
        change = by_digits.get(plain(numeral.text)) if numeral.state in ("unread", "read") else None
        if change is not None:
            why = f"{change.old} stands here again; {change.name} in line {change.line} becomes {change.new}"
            yield Concern(numeral.line, why)


def _no_longer_given(first: Report, last: Report, made: Iterable[Change]) -> Iterator[Concern]:
    """The unchanged numbers that their operands as printed gave, and now give with hidden digits only."""
    changed_places = {(change.line, change.name) for change in made}
    before = {(cell.line, place_of(stage, cell)): cell for stage in first.stages for cell in stage.cells}
    for stage in last.stages:
        for cell in stage.cells:
            place = place_of(stage, cell)
            was = before.get((cell.line, place))
            is_given = was is not None and was.text == cell.text and was.verdict is Verdict.AGREES
            if is_given and cell.verdict is Verdict.TOLERATED and (cell.line, place) not in changed_places:
                yield Concern(cell.line, f"{place} is {cell.text}, which its operands as printed no longer give")


def _undone(made: Iterable[Change], more: Iterable[Change]) -> dict[str, str]:
    """The stages whose numbers one change sets and another sets back, and why they are left."""
    found = {(one.line, one.new, one.old): one for one in made}
    pairs = [(before, after) for after in more if (before := found.get((after.line, after.old, after.new)))]
    return {one.stage: f"another formula there gives {pair[1].new}" for pair in pairs for one in pair}


def _denials(report: Report, made: Iterable[Change]) -> dict[str, str]:
    """The stages whose numbers another formula there does not give once they are changed, and why they are left."""
    denied = (stage for stage in report.stages if stage.stage.of_sides and stage.verdict is Verdict.CONTRADICTED)
    denying = [cell for stage in denied for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]
    cells, why = {(cell.line, cell.text): cell for cell in denying}, dict[str, str]()
    for one in made:
        if (cell := cells.get((one.line, one.new))) is not None:
            which = "" if one.name == one.stage else f" for {one.name}"
            why.setdefault(one.stage, f"another formula there {_given_there(cell, one.old)}{which}")
    return why


def _given_there(cell: CellReport, old: str) -> str:
    """What the other side of an equality gives in the place of an *old* number, as far as that is known."""
    value, number = cell.literal, cell.number
    if number is None or not isinstance(value, Number):
        return f"does not give {cell.text}"
    given = as_printed(value, cell._replace(decimals=number.decimals))
    return f"gives {old if given == old.rstrip('0') else given}"


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
    return tuple(sorted((Left(line_of(report, one), one.heading, why) for one in errata), key=lambda one: one.line))


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
