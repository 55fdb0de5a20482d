"""JUnit XML for test dashboards: one suite a document, one case a stage."""

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from verifier.document.problems import Problem, stem_of
from verifier.errata.finding_records import ASIDE, Finding
from verifier.errata.findings import by_subject, selected
from verifier.errata.summary import summary
from verifier.inert import inert
from verifier.verdict import Erratum, Report, StageReport, StandardVerdict, Verdict


def part(report: Report) -> str:
    """The suite of a report: a stage with an erratum fails, an undecided or unchecked one is skipped, others pass."""
    suite = Element("testsuite", name=report.document.name)
    _fill(suite, report)
    return _spelled(suite)


def broken(path: str, problems: Sequence[Problem]) -> str:
    """The suite of a file on which there is no report: one case, with its problems as an error."""
    suite = Element("testsuite", name=stem_of(path))
    case = SubElement(suite, "testcase", classname=stem_of(path), name="document", file=path)
    error = SubElement(case, "error", type=problems[0].code, message=problems[0].message)
    error.text = "\n".join(map(str, problems))
    _count(suite)
    return _spelled(suite)


def whole(parts: Iterable[str], _count: int) -> Iterator[str]:
    """The XML document of all suites."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="verifier">'
    yield from parts
    yield "\n</testsuites>\n"


def _spelled(suite: Element) -> str:
    indent(suite, level=1)
    return f"\n  {inert(tostring(suite, encoding='unicode'))}"


def _fill(suite: Element, report: Report) -> None:
    stages = {erratum.id: erratum.stage for erratum in report.errata}
    found: dict[str, list[tuple[str, Finding]]] = {}
    for subject, finding in by_subject(report if report.states else selected(report)):
        found.setdefault(stages.get(subject, subject), []).append((subject, finding))
    for stage in report.stages:
        case = _case(suite, report, stage.stage.name, stage.stage.line)
        _tell(case, report, found.pop(stage.stage.name, []), unproved(stage))
    for rest in found.values():  # on what could not be read
        if any(finding.state == "fails" for _, finding in rest):
            _tell(_case(suite, report, "document", rest[0][1].line), report, rest, None)
    _count(suite)
    SubElement(suite, "system-out").text = summary(report)


def _case(suite: Element, report: Report, name: str, line: int) -> Element:
    place = {"file": report.document.path, "line": str(line)}
    return SubElement(suite, "testcase", {"classname": report.document.name, "name": name, **place})


def _tell(case: Element, report: Report, found: list[tuple[str, Finding]], unproved: str | None) -> None:
    """Say of a case why it fails, or else why it is skipped: what is unproved, and what is set aside."""
    errata = {erratum.id: erratum for erratum in report.errata}
    failing = [(subject, finding) for subject, finding in found if finding.state == "fails"]
    left = [f"{finding.state}: {finding.said}" for _, finding in found if finding.state in ASIDE]
    if failing:
        subject, first = failing[0]
        kind = errata[subject].kind if subject in errata else first.code
        failure = SubElement(case, "failure", type=kind, message=first.said)
        failure.text = "\n".join(_in_full(subject, finding, errata.get(subject)) for subject, finding in failing)
    elif unproved or left:
        SubElement(case, "skipped", message=unproved or "\n".join(left))


def _in_full(subject: str, finding: Finding, erratum: Erratum | None) -> str:
    """What is said of a finding, with the cause of an erratum."""
    cause = "" if erratum is None else erratum.explanation
    return "; ".join(part for part in (f"{subject}: {finding.said}", cause) if part)


def _count(suite: Element) -> None:
    for kind, count in _counts(suite):
        suite.set(kind, str(count))


def unproved(stage: StageReport) -> str | None:
    """Why the stage is undecided or unchecked; None if it is neither."""
    if stage.verdict in (Verdict.UNDECIDED, Verdict.UNCHECKED):
        reasons = sorted({cell.reason for cell in stage.cells if cell.verdict is stage.verdict and cell.reason})
        return f"{stage.verdict.value}: {'; '.join(reasons) or stage.reason or 'nothing to check'}"
    if stage.standard_verdict is StandardVerdict.UNDECIDED:
        return f"undecided whether it departs: {stage.standard_reason}"
    return None


def _counts(suite: Element) -> Iterator[tuple[str, int]]:
    yield "tests", len(suite.findall("testcase"))
    yield "failures", len(suite.findall("testcase/failure"))
    yield "errors", len(suite.findall("testcase/error"))
    yield "skipped", len(suite.findall("testcase/skipped"))
