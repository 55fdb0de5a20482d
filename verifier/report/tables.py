"""Tables for a terminal: for each document its title, its counts, its rounding rule and its findings."""

from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.errata.findings import Finding, errata_count, findings
from verifier.verdict import Report, Verdict

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_MARKS = {"error": "\u2717", "warning": "!", "note": "\u00b7"}


def print_tables(reports: list[Report], stream: TextIO) -> None:
    """Write the reports to *stream* as tables, with colours if it is a terminal that has them."""
    console = Console(file=stream, highlight=False)
    for report in reports:
        _print(console, report)


def _print(console: Console, report: Report) -> None:
    console.print(Text(report.document.title, style="bold"))
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
        message = Text(finding.message)
        message.append(f" [{finding.code}]", style="dim")
        table.add_row(mark, f"{finding.line}", message)
    return table
