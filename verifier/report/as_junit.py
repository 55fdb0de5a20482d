"""JUnit XML for test dashboards: one suite a document, one case a stage."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from verifier.errata.findings import summary
from verifier.verdict import Erratum, Report, StageReport, StandardVerdict, Verdict


def render(reports: list[Report]) -> str:
    """The XML document: a stage with an erratum fails, an undecided or unchecked one is skipped, all others pass."""
    top = Element("testsuites", name="verifier")
    for report in reports:
        _suite(top, report)
    indent(top)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(top, encoding="unicode")}\n'


def _suite(top: Element, report: Report) -> None:
    suite = SubElement(top, "testsuite", name=report.document.name)
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
    for kind, count in _counts(suite):
        suite.set(kind, str(count))
    SubElement(suite, "system-out").text = summary(report)


def _failure(case: Element, errata: list[Erratum]) -> None:
    failure = SubElement(case, "failure", type=errata[0].kind, message=errata[0].statement)
    failure.text = "\n".join(
        " ".join(part for part in (f"{erratum.id}:", erratum.statement, erratum.worked) if part) for erratum in errata
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
    yield "errors", 0
    yield "skipped", len(suite.findall("testcase/skipped"))
