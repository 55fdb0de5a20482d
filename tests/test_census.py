"""The census of a corpus: a page that counts what the reports say."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

import verifier
from tests.calling import called
from verifier.document.problems import Problem
from verifier.report.census import MOST, UNEXPLAINED, Census, Counted, counted, counted_broken

CASES = Path(__file__).parent / "cases"
RIGHT = "agrees/one-number"
WRONG = ["contradicted/slip-carried-on", "contradicted/a-number-over-itself"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A right document, two that are wrong, and a broken one."""
    for name in (RIGHT, *WRONG, "unreadable/ragged-rows"):
        shutil.copy(CASES / f"{name}.yaml", tmp_path)
    return tmp_path


def rows(page: str) -> dict[str, tuple[str, ...]]:
    """The cells of each row, by its name."""
    found = re.findall(r'<tr><th scope="row"><bdi>(.*?)</bdi></th>(.*?)</tr>', page)
    return {name: tuple(re.findall("<td>(.*?)</td>", cells)) for name, cells in found}


@pytest.mark.slow
def test_the_census_has_the_sums_of_the_reports(folder: Path) -> None:
    said = called("report", ".", "--census", "--output", "out", folder=folder)
    assert said.code == 2
    page = (folder / "out" / "census.html").read_text()
    assert "3 of 4 files were checked. 2 of them have errata or departures, 2 in all." in page
    reports = [verifier.load(str(CASES / f"{name}.yaml")).report for name in (RIGHT, *WRONG)]
    wrong = Counter(cell.verdict.value for report in reports for stage in report.stages for cell in stage.cells)
    found = rows(page)
    assert found["wrong"] == (str(wrong["contradicted"]), "2")
    assert found["arithmetic"] == ("2", "2")
    assert found["ragged-matrix"] == ("1", "1")
    assert found[UNEXPLAINED] == ("1", "1")
    assert found["slip-carried-on"] == ("1",)
    assert '<a href="census.html">' in (folder / "out" / "index.html").read_text()


@pytest.mark.slow
def test_the_census_is_the_same_in_several_processes_and_compared_by_check(folder: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        called("report", ".", "--census", "--output", name, "--jobs", jobs, folder=folder)
    one, two = ((folder / name / "census.html").read_bytes() for name in ("one", "two"))
    assert one == two
    (folder / "one" / "census.html").write_text("old")
    said = called("report", ".", "--census", "--check", "--output", "one", folder=folder)
    assert "census.html:1:1: error: not current" in said.out


@pytest.mark.slow
def test_without_the_option_there_is_none(folder: Path) -> None:
    called("report", ".", "--output", "out", folder=folder)
    assert not (folder / "out" / "census.html").exists()
    assert "census" not in (folder / "out" / "index.html").read_text()


def test_what_is_counted_is_small_however_many_documents_there_are() -> None:
    census = Census()
    for number in range(10 * MOST):
        census.add(f"document {number}", Counted({"right": 2}, {"arithmetic": number}, {UNEXPLAINED: number}))
    assert len(census.errata) <= 2 * MOST
    found = rows(census.as_html())
    assert found["right"] == (str(20 * MOST), str(10 * MOST))
    assert f"document {10 * MOST - 1}" in found
    assert f"document {9 * MOST}" in found
    assert f"document {9 * MOST - 1}" not in found


def test_names_and_codes_are_shown_as_text() -> None:
    census = Census()
    census.add("<script>", counted(verifier.load(str(CASES / f"{WRONG[0]}.yaml")).report))
    census.add("x", counted_broken([Problem("x", 1, 1, "<b>", "m")]))
    page = census.as_html()
    assert "<script>" not in page.partition("<header>")[2]
    assert "&lt;script&gt;" in page
    assert "<b>" not in page
