"""SARIF 2.1.0 for code hosts and editors: one result a finding, with a fingerprint that does not depend on its line."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from json import dumps
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from verifier.document.problems import Problem, stem_of
from verifier.errata.codes import CODES
from verifier.errata.finding_records import ASIDE, Finding
from verifier.errata.findings import by_subject
from verifier.inert import inert
from verifier.verdict import Report
from verifier.version import __version__

Result: TypeAlias = dict[str, Any]
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_PLACES: Final = {code: place for place, code in enumerate(CODES)}


def part(report: Report) -> list[Result]:
    """The results of a report."""
    return list(_results(report))


def broken(path: str, problems: Sequence[Problem]) -> list[Result]:
    """The problems of a file as results."""
    return [_broken(path, number, one) for number, one in enumerate(problems)]


def whole(parts: Iterable[list[Result]], _count: int) -> Iterator[str]:
    """One SARIF log with one run over all documents."""
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in CODES.items()]
    run = {
        "tool": {"driver": {"name": "verifier", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [result for results in parts for result in results],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    yield inert(dumps(log, ensure_ascii=False, indent=1)) + "\n"


def _broken(path: str, number: int, problem: Problem) -> Result:
    """The result on a problem; its rule is the kind of failure, and each way in which a file is unreadable is one."""
    code = problem.code if problem.code in CODES else "unreadable"
    said = problem.message if code == problem.code else f"{problem.message} [{problem.code}]"
    finding = Finding(problem.path, problem.line, problem.column, "error", said, code)
    return _result(finding, _fingerprint(f"{stem_of(path)}/{code}/{number}"))


def _results(report: Report) -> Iterator[Result]:
    seen: Counter[tuple[str, str]] = Counter()
    for subject, finding in by_subject(report):
        key = f"{report.document.name}/{subject}/{finding.code}/{seen[subject, finding.code]}"
        seen[subject, finding.code] += 1
        yield _result(finding, _fingerprint(key))


def _fingerprint(key: str) -> str:
    return hashlib.sha256(key.encode(errors="backslashreplace")).hexdigest()


def _result(finding: Finding, fingerprint: str) -> Result:
    place = {
        "artifactLocation": {"uri": quote(os.fsencode(finding.path.replace("\\", "/")))},
        "region": {"startLine": finding.line, "startColumn": finding.column},
    }
    return {
        "ruleId": finding.code,
        "ruleIndex": _PLACES[finding.code],
        "level": finding.level,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"verifier/1": fingerprint},
        **({"suppressions": [{"kind": "external", "justification": finding.state}]} if finding.state in ASIDE else {}),
    }
