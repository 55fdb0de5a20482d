"""Findings for a terminal: folded to its width, with a picture of the block for the first errata."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from rich.console import Console
from rich.text import Text

from verifier.document.problems import Problem
from verifier.errata.finding_records import Finding
from verifier.errata.summary import errata_count, in_numbers, set_aside
from verifier.inert import line
from verifier.report.as_text import shown
from verifier.verdict import Report, StageReport, Verdict

_STYLES: Final = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_INDENT: Final = "    "
MOST_PICTURES: Final = 3
"""Maximum number of errata of a document whose block is drawn."""
MOST_ROWS: Final = 6
"""Maximum number of rows of a picture."""
_WRONG: Final = "\u2717"
_MORE: Final = "\u2026"


def part(report: Report, *, levels: tuple[str, ...] = ("error", "warning"), color: bool | None = None) -> str:
    """The findings of a report, as wide as standard output; *color* None: colours if it is a terminal with them."""
    console = Console(highlight=False, force_terminal=color)
    with console.capture() as drawn:
        console.print(Text(line(report.document.title), style="bold"))
        left = f" {one}." if (one := set_aside(report)) else ""
        console.print(Text(f"{errata_count(report)}. {in_numbers(report)}{left}", style="dim"))
        for finding in _drawn(console, report, levels):
            console.print(finding)
        console.print()
    return drawn.get()


def broken(_path: str, _problems: Sequence[Problem]) -> str:
    """Nothing: problems of a file go to standard error."""
    return ""


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The findings of all reports, in the order of the documents."""
    return iter(parts)


def _drawn(console: Console, report: Report, levels: tuple[str, ...]) -> Iterator[Text]:
    """The lines of the findings of a report, each folded with its continuation set in."""
    pictures = 0
    for finding in shown(report, levels):
        head = Text.assemble(
            f"{line(finding.place)}: ", (finding.level, _STYLES[finding.level]), f": {line(finding.said)}"
        )
        head.append(f" [{finding.code}]", style="dim")
        yield from _folded(console, head)
        stage = _block_of(report, finding)
        if stage is not None and pictures < MOST_PICTURES:
            pictures += 1
            yield from _picture(console, stage)
        for part in finding.more:
            yield from _folded(console, Text(_INDENT + line(part)))


def _folded(console: Console, whole_line: Text) -> Iterator[Text]:
    """Lines that fit the terminal; all but the first are set in."""
    first, *rest = whole_line.wrap(console, console.width)
    yield first
    if rest:
        left = whole_line[len(first.plain) :]
        left = left[len(left.plain) - len(left.plain.lstrip()) :]
        for part in left.wrap(console, max(console.width - len(_INDENT), 1)):
            yield Text(_INDENT) + part


def _block_of(report: Report, finding: Finding) -> StageReport | None:
    """The stage of an error that has several numbers, some of them wrong; None for any other finding."""
    if finding.subject is None or finding.level != "error":
        return None
    stage = report.by_name[finding.subject]
    is_wrong = any(cell.verdict is Verdict.CONTRADICTED for cell in stage.cells)
    return stage if is_wrong and len(stage.cells) > 1 and stage.stage.words is None else None


def _picture(console: Console, stage: StageReport) -> Iterator[Text]:
    """The rows of a block from the first with a wrong number on, wrong ones marked; what has no room is `...`."""
    rows: dict[int, dict[int, tuple[str, bool]]] = {}
    for cell in stage.cells:
        is_wrong = cell.verdict is Verdict.CONTRADICTED
        rows.setdefault(cell.row, {})[cell.column] = f"{line(cell.text)}{_WRONG if is_wrong else ' '}", is_wrong
    first = min(row for row, cells in rows.items() if any(is_wrong for _, is_wrong in cells.values()))
    places = [row for row in sorted(rows) if row >= first][:MOST_ROWS]
    columns = sorted({column for row in places for column in rows[row]})
    widths = {column: max(len(rows[row].get(column, ("", False))[0]) for row in places) for column in columns}
    room = console.width - len(_INDENT) - len(f"row {places[-1]}") - 4
    ends = accumulate(widths[column] + 1 for column in columns)
    seen = [column for column, end in zip(columns, ends, strict=True) if end <= room]
    for row in places:
        drawn = Text(f"{_INDENT}row {row:<{len(str(places[-1]))}}", style="dim")
        for column in seen:
            text, is_wrong = rows[row].get(column, ("", False))
            drawn.append(f" {text:>{widths[column]}}", style="bold red not dim" if is_wrong else "not dim")
        yield drawn if len(seen) == len(columns) else drawn.append(f" {_MORE}")
    if left := len(rows) - len(places):
        yield Text(f"{_INDENT}({left} more row{'s' if left > 1 else ''})", style="dim")
