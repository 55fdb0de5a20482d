"""Plain text: one finding a line, `path:line:column: level: message [code]`."""

from verifier.errata.findings import findings
from verifier.verdict import Report


def render(reports: list[Report]) -> str:
    """The findings of all reports, in the order of the documents."""
    return "".join(f"{finding}\n" for report in reports for finding in findings(report))
