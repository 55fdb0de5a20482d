"""Plain text: one finding a line, `path:line:column: level: message [code]`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from verifier.inert import line
from verifier.late import pattern

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.errata.finding_records import Finding
    from verifier.verdict import Report

WIDTH: Final = 199
"""Characters that a line keeps to where it can; a terminal, JSON and Markdown have the whole of what is cut."""
_LEAST: Final = 60
"""Characters that are left of a cause or an effect."""
_UNKNOWN: Final = pattern(r"(^|; )(no common mistake explains (it|these)|no cause is proved) \([0-9]+ tried\)")
_EXACTLY: Final = pattern("; this gives all [0-9,]+ exactly")


def part(report: "Report", *, levels: tuple[str, ...] = ("error", "warning")) -> str:
    """The findings of a report: errors and warnings in the order of the file, then notes if *levels* has them."""
    return "".join(f"{on_one_line(finding)}\n" for finding in shown(report, levels))


def broken(_path: str, _problems: "Sequence[Problem]") -> str:
    """Nothing: problems of a file go to standard error."""
    return ""


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The findings of all reports, in the order of the documents."""
    return iter(parts)


def shown(report: "Report", levels: tuple[str, ...]) -> Iterator["Finding"]:
    """The findings of these levels, notes last; what to declare of givens is said beside the warnings on them."""
    from verifier.errata.findings import findings

    found = findings(report)
    yield from (one for one in found if one.level in levels and one.level != "note")
    is_asked = "note" in levels
    yield from (one for one in found if one.level == "note" and (is_asked or (one.is_advice and "warning" in levels)))


def on_one_line(finding: "Finding") -> str:
    """A finding as one line, of at most WIDTH characters where shorter words on its cause and effects make it so.

    What is wrong, and its proof, is never cut.
    """
    lines = (line(str(finding._replace(more=more))) for more in _shorter(finding.more))
    return next((one for one in lines if len(one) <= WIDTH), line(str(finding._replace(more=_least(finding.more)))))


def _shorter(more: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is said of cause and effects, in fewer and fewer words."""
    from verifier.errata.sentences import clipped

    yield more
    known = tuple(part for part in (_UNKNOWN.sub("", part) for part in more) if part)
    yield known
    brief = tuple(part.partition(", first in ")[0] for part in known)
    yield brief
    brief = tuple(_EXACTLY.sub("", part) for part in brief)
    yield brief
    for length in range(max(map(len, brief), default=0), _LEAST, -1):
        yield tuple(clipped(part, length) for part in brief)


def _least(more: tuple[str, ...]) -> tuple[str, ...]:
    *_, least = _shorter(more)
    return least
