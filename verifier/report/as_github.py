"""GitHub workflow commands: `::error file=...,line=...::message`, which its runners show as annotations."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from verifier.document.problems import Problem, stem_of
from verifier.errata.finding_records import Finding
from verifier.errata.findings import findings
from verifier.errata.summary import summary
from verifier.inert import inert
from verifier.record import NamedTuple
from verifier.verdict import Report

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}


class Part(NamedTuple):
    """The summary of a document, and the commands for its findings by level."""

    summary: str
    commands: dict[str, list[str]]


def part(report: Report) -> Part:
    """The summary of a report and its findings."""
    return _part(report.document.name, summary(report), findings(report))


def broken(path: str, problems: Sequence[Problem]) -> Part:
    """The problems of a file as errors at their places."""
    found = [Finding(one.path, one.line, one.column, "error", one.message, one.code) for one in problems]
    return _part(stem_of(path), f"{stem_of(path)}: not checked", found)


def whole(parts: Iterable[Part], _count: int) -> Iterator[str]:
    """A summary of each document, then all findings, errors first, as a runner shows only ten of a level."""
    found: dict[str, list[str]] = {level: [] for level in _COMMANDS}
    for one in map(Part._make, parts):
        yield f"{one.summary}\n"
        for level, commands in one.commands.items():
            found[level] += commands
    for commands in found.values():
        yield from (f"{command}\n" for command in commands)


def _part(name: str, said: str, found: Iterable[Finding]) -> Part:
    commands: dict[str, list[str]] = {}
    for finding in found:
        commands.setdefault(finding.level, []).append(_line(finding))
    return Part(f"::notice title={_property(name)}::{_data(said)}", commands)


def _line(finding: Finding) -> str:
    place = f"file={_property(finding.path)},line={finding.line},col={finding.column}"
    return f"::{_COMMANDS[finding.level]} {place},title={_property(finding.code)}::{_data(finding.message)}"


def _data(text: str) -> str:
    return inert(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
