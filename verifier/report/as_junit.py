"""JUnit XML for test dashboards: one suite a document, one case a stage."""

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from verifier.document.problems import Problem, stem_of
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
    for stage in report.stages:
        case = SubElement(
            suite,
            "testcase",
            classname=report.document.name,
            name=stage.stage.name,
            file=report.document.path,
            line=str(stage.stage.line),
        )
        errata = [erratum for erratum in report.errata if erratum.stage == stage.stage.name]
        if errata:
            _failure(case, errata)
        elif (reason := _unproved(stage)) is not None:
            SubElement(case, "skipped", message=reason)
    _count(suite)
    SubElement(suite, "system-out").text = summary(report)


def _count(suite: Element) -> None:
    for kind, count in _counts(suite):
        suite.set(kind, str(count))


def _failure(case: Element, errata: list[Erratum]) -> None:
    failure = SubElement(case, "failure", type=errata[0].kind, message=errata[0].statement)
    failure.text = "\n".join(
        "; ".join(part for part in (f"{erratum.id}: {erratum.statement}", erratum.explanation) if part)
        for erratum in errata
    )


def _unproved(stage: StageReport) -> str | None:
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
