"""Tables for a terminal: for each document its title, its counts, its rounding rule and its findings."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.document.problems import Problem
from verifier.errata.findings import Finding, errata_count, findings
from verifier.inert import line
from verifier.verdict import Report, Verdict

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_MARKS = {"error": "\u2717", "warning": "!", "note": "\u00b7"}


def part(report: Report) -> str:
    """The report as tables as wide as standard output, with colours if it is a terminal that has them."""
    console = Console(highlight=False)
    with console.capture() as drawn:
        _print(console, report)
    return drawn.get()


def broken(_path: str, _problems: Sequence[Problem]) -> str:
    """Nothing: problems of a file go to standard error."""
    return ""


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The tables of all reports, in the order of the documents."""
    return iter(parts)


def _print(console: Console, report: Report) -> None:
    console.print(Text(line(report.document.title), style="bold"))
    console.print(Text(f"{_counts(report)}; {errata_count(report)}"))
    console.print(Text(_reading(report), style="dim"))
    rows = findings(report)
    if rows:
        console.print(_table(rows))
    console.print()


def _counts(report: Report) -> str:
    return ", ".join(f"{count} {verdict.value}" for verdict in Verdict if (count := report.count(verdict)))


def _reading(report: Report) -> str:
    rounding, givens = report.rounding, report.givens
    rule = "no rounding rule could be inferred" if rounding.rule is None else f"rounding {rounding.rule}"
    if rounding.is_inferred:
        broken = rounding.breaking.get(str(rounding.rule), 0)
        rule += f" (inferred: numbers for it {rounding.supporting}, against {broken})"
    return f"{rule}; givens taken as {givens.reading}{' (inferred)' if givens.is_inferred else ''}"


def _table(rows: list[Finding]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="right", style="dim")
    table.add_column(overflow="fold")
    for finding in rows:
        mark = Text(_MARKS[finding.level], style=_STYLES[finding.level])
        message = Text(line(finding.message))
        message.append(f" [{finding.code}]", style="dim")
        table.add_row(mark, f"{finding.line}", message)
    return table
