"""SARIF 2.1.0 for code hosts and editors: one result a finding, with a fingerprint that does not depend on its line."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from json import dumps
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from verifier import __version__
from verifier.document.problems import Problem, stem_of
from verifier.errata.findings import Finding, by_subject
from verifier.inert import inert
from verifier.verdict import Report

RULES: Final = {
    "contradicted": "No choice of the digits that the operands hide gives what is printed.",
    "misprint": "The same, and later steps use the right number.",
    "display": "Right, but printed by another rounding rule than the rest.",
    "shape": "Stated, printed and computed dimensions differ, or the formula has none.",
    "words": "The words do not follow from the formula.",
    "row": "Each number is possible, and all of a row together are not.",
    "joint": "Each number is possible, and no choice of hidden digits gives all of those named.",
    "departs": "Computed as stated, where the statement is not the standard definition.",
    "also": "How a further formula that the document states for the numbers fits them.",
    "if-exact": "Wrong if givens are exact as printed, which is not known of them.",
    "hidden-givens": "Right only with digits hidden in givens that look exact.",
    "other-rule": "Right only by another rounding rule than the rest, or by one that is seldom followed.",
    "undecided": "A named reason why nothing was proved.",
    "stated": "Not what a formula by names gives, with the numbers that the text has for them.",
    "order": "Two sides of an inequality that no rounding puts in this order.",
    "unread": "A part of an author's file that could not be read.",
    "hidden-digits": "Right with digits that the operands do not show.",
    "boundary": "An exact tie, which only the document's tie rule could decide.",
    "inherited": "Right as computed from what stands above it, which is wrong.",
    "mended": "Does not follow from what stands above it, which is wrong, and follows from what should stand there.",
    "unchecked": "An operand was never printed.",
    "declare-givens": "What to declare of givens on which verdicts depend.",
    "unreadable": "What a file must hold to be read.",
    "timeout": "A document that was stopped at the limit of time.",
    "memory": "A document that was stopped at the limit of memory.",
    "output": "A document of which there was more to say than the limit of output.",
    "crash": "A document whose process ended before it was checked.",
    "fault": "A fault of the verifier, not of the document.",
}
"""The description of each finding code, as in the README."""
Result: TypeAlias = dict[str, Any]
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_PLACES: Final = {code: place for place, code in enumerate(RULES)}


def part(report: Report) -> list[Result]:
    """The results of a report."""
    return list(_results(report))


def broken(path: str, problems: Sequence[Problem]) -> list[Result]:
    """The problems of a file as results."""
    return [_broken(path, number, one) for number, one in enumerate(problems)]


def whole(parts: Iterable[list[Result]], _count: int) -> Iterator[str]:
    """One SARIF log with one run over all documents."""
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in RULES.items()]
    run = {
        "tool": {"driver": {"name": "verifier", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [result for results in parts for result in results],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    yield inert(dumps(log, ensure_ascii=False, indent=1)) + "\n"


def _broken(path: str, number: int, problem: Problem) -> Result:
    """The result on a problem; its rule is the kind of failure, and each way in which a file is unreadable is one."""
    code = problem.code if problem.code in RULES else "unreadable"
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
    }
