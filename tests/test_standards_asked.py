"""What standard definitions give of numbers is told where it is asked for; all else is the same without it."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.reports import ROOT
from tests.tables import each_case
from verifier.document.problems import DocumentError
from verifier.document.reader import read
from verifier.errata.findings import findings
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render
from verifier.report.formats import FORMATS, OF_BYTES
from verifier.verdict import Report, StandardVerdict

BELOW: Final = """
document: below
title: A formula that is not the standard, what rests on it, and a departure without numbers
stages:
  - name: X
    givens: exact
    printed: |
      1 2 3
      2 3 5
  - name: scaled
    formula: X / 3
    standard: scaling(X, X)
    because: divided by the root of the width
    printed: |
      0.33 0.67 1.00
      0.67 1.00 1.67
  - name: doubled
    formula: 2 * scaled
    printed: |
      0.67 1.33 2.00
      1.33 2.00 3.33
  - name: unshown
    formula: doubled
    standard: 3 * doubled
    because: as an example
"""


def both(text: str, path: str = "below.yaml", *, causes: bool = False) -> tuple[Report, Report]:
    """The reports with and without what standard definitions give of all numbers."""
    document = read(path, signatures(), text)
    return check(document, causes=causes), check(document, causes=causes, standards=False)


def record(report: Report) -> dict[str, Any]:
    """A report as JSON has it, without what standard definitions give."""
    found: dict[str, Any] = json.loads(render([report]))
    for stage in found["stages"]:
        for cell in stage["cells"]:
            del cell["standard"]
    return found


def standards(report: Report) -> dict[str, list[str | None]]:
    """What standard definitions give, by stage."""
    return {stage.stage.name: [cell.standard for cell in stage.cells] for stage in report.stages}


def test_numbers_of_stages_that_depart_alone_have_what_the_standard_gives() -> None:
    whole, least = both(BELOW)
    assert {report.stage.name for report in whole.stages if report.standard_verdict is StandardVerdict.DEPARTS} == {
        "scaled",
        "unshown",
    }
    assert [cell.standard for cell in least.by_name["scaled"].cells] == ["0.58", "1.15", "1.73", "1.15", "1.73", "2.89"]
    assert whole.by_name["doubled"].cells[0].standard == "1.15"
    assert {cell.standard for cell in least.by_name["doubled"].cells} == {None}


@each_case()
def test_nothing_else_rests_on_it(path: Path) -> None:
    try:
        whole, least = both(path.read_text(encoding="utf-8"), str(path), causes=True)
    except (DocumentError, UnicodeDecodeError):
        return
    assert findings(whole) == findings(least)
    assert record(whole) == record(least)
    told = standards(least)
    for name, found in standards(whole).items():
        departs = whole.by_name[name].standard_verdict is StandardVerdict.DEPARTS
        assert told[name] == found or (not departs and set(told[name]) == {None})


def test_a_report_that_lacks_it_is_completed() -> None:
    document = read("below.yaml", signatures(), BELOW)
    least = check(document, standards=False)
    whole = check(document)
    assert standards(least) != standards(whole) == standards(check(document, known=least))


@pytest.mark.parametrize("name", [*FORMATS, *OF_BYTES])
def test_formats_that_show_it_ask_for_it(name: str) -> None:
    form = {**FORMATS, **OF_BYTES}[name]
    source = (ROOT / f"{form.module.replace('.', '/')}.py").read_text(encoding="utf-8")
    assert form.standards == ("json_records" in source or "report.rows" in source)
