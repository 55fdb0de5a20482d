"""GitHub workflow commands: `::error file=...,line=...::message`, which its runners show as annotations."""

from collections.abc import Iterator
from typing import Final

from verifier.errata.findings import Finding, findings, summary
from verifier.verdict import Report

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}
_ORDER: Final = tuple(_COMMANDS)


def render(reports: list[Report]) -> str:
    """A summary of each document, then all findings, errors first, as a runner shows only ten of a level."""
    return "".join(f"{line}\n" for line in _lines(reports))


def _lines(reports: list[Report]) -> Iterator[str]:
    for report in reports:
        yield f"::notice title={_property(report.document.name)}::{_data(summary(report))}"
    found = [finding for report in reports for finding in findings(report)]
    for finding in sorted(found, key=lambda finding: _ORDER.index(finding.level)):
        yield _line(finding)


def _line(finding: Finding) -> str:
    place = f"file={_property(finding.path)},line={finding.line},col={finding.column}"
    return f"::{_COMMANDS[finding.level]} {place},title={_property(finding.code)}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
