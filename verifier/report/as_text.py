"""Plain lines, one finding each: `path:line:column: level: message [code]`."""

from verifier.errata.findings import findings
from verifier.verdict import Report


def render(reports: list[Report]) -> str:
    """All findings of some reports."""
    return "".join(f"{finding}\n" for report in reports for finding in findings(report))
