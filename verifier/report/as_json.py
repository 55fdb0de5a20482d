"""The report as JSON, an interface: rows and columns count from 1, numbers are strings.

`schema.json` beside this file describes it. Each stage stands on a line of its own.
"""

from collections.abc import Iterable, Iterator, Sequence
from json import JSONEncoder
from typing import TYPE_CHECKING, Final

from verifier.inert import inert

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.verdict import Report

SCHEMA: Final = "verifier/1"
_dumps: Final = JSONEncoder(ensure_ascii=False, check_circular=False).encode


def render(reports: "Sequence[Report]") -> str:
    """The reports as one text."""
    return "".join(whole(map(part, reports), len(reports)))


def whole(parts: Iterable[str], count: int) -> Iterator[str]:
    """One report as a JSON object, several as an array of objects."""
    for number, one in enumerate(parts):
        before = ",\n" if number else "[" if count > 1 else ""
        yield before + one
    yield "]\n" if count > 1 else "\n"


def broken(path: str, problems: "Sequence[Problem]") -> str:
    """The object of a file on which there is no report: its problems."""
    from verifier.document.problems import stem_of

    head = {"schema": SCHEMA, "document": stem_of(path), "path": path}
    found = [
        {"path": one.path, "at": [one.line, one.column], "code": one.code, "message": one.message} for one in problems
    ]
    return inert(_dumps({**head, "problems": found}))


def part(report: "Report") -> str:
    """The object of a report; what it takes is imported here, in the process that made the report."""
    from verifier.report.json_records import errata_records, head, stage_records

    above = _dumps({"schema": SCHEMA, **head(report)})[:-1]
    stages, errata = (",\n".join(map(_dumps, of(report))) for of in (stage_records, errata_records))
    return inert(f'{above},\n"stages": [\n{stages}\n],\n"errata": [{errata}]}}')
