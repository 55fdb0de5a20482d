"""SARIF 2.1.0 for code hosts and editors: one result a finding, with a fingerprint that does not depend on its line."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from json import dumps
from typing import Any, Final
from urllib.parse import quote

from verifier import __version__
from verifier.errata.findings import Finding, by_subject
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
    "unread": "A part of an author's file that could not be read.",
    "hidden-digits": "Right with digits that the operands do not show.",
    "boundary": "An exact tie, which only the document's tie rule could decide.",
    "inherited": "Right as computed from what stands above it, which is wrong.",
    "mended": "Does not follow from what stands above it, which is wrong, and follows from what should stand there.",
    "unchecked": "An operand was never printed.",
    "declare-givens": "What to declare of givens on which verdicts depend.",
}
"""The description of each finding code, as in the README."""
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_PLACES: Final = {code: place for place, code in enumerate(RULES)}


def render(reports: list[Report]) -> str:
    """One SARIF log with one run over all documents."""
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in RULES.items()]
    run = {
        "tool": {"driver": {"name": "verifier", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [result for report in reports for result in _results(report)],
    }
    return dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _results(report: Report) -> Iterator[dict[str, Any]]:
    seen: Counter[tuple[str, str]] = Counter()
    for subject, finding in by_subject(report):
        key = f"{report.document.name}/{subject}/{finding.code}/{seen[subject, finding.code]}"
        seen[subject, finding.code] += 1
        yield _result(finding, hashlib.sha256(key.encode()).hexdigest())


def _result(finding: Finding, fingerprint: str) -> dict[str, Any]:
    place = {
        "artifactLocation": {"uri": quote(finding.path.replace("\\", "/"))},
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
