"""Plain text: one finding a line, `path:line:column: level: message [code]`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from verifier.inert import line

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.verdict import Report


def part(report: "Report") -> str:
    """The findings of a report, in the order of the file."""
    from verifier.errata.findings import findings

    return "".join(f"{line(str(finding))}\n" for finding in findings(report))


def broken(_path: str, _problems: "Sequence[Problem]") -> str:
    """Nothing: problems of a file go to standard error."""
    return ""


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The findings of all reports, in the order of the documents."""
    return iter(parts)
