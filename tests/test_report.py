"""Errata sheets: what stands in the files, that they are current, and that nothing in them is a document's markup."""

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import html5lib
import pytest

from tests.calling import working_in
from tests.effort import longest_in_full, some
from tests.reports import CASES, DOCUMENTS, index_on, of_case, published
from tests.strange import LONG, RIGHT_TO_LEFT, SCRIPT, STRANGE, written
from tests.tables import each_case
from verifier.cli import main
from verifier.commands import common
from verifier.document.lookup import names
from verifier.document.reader import read
from verifier.formulas.mathml import equation
from verifier.inert import inert
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render as as_json
from verifier.report.html.grids import MAX_WHOLE
from verifier.report.html.page import as_html
from verifier.report.html.strip import MAX_CELLS, Mark, is_drawn, strip
from verifier.report.sheets import INDEX, file_names, sheets
from verifier.verdict import CellReport, Report, Verdict

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / "reports"
HOW = "python -m verifier report"
MATH = "{http://www.w3.org/1998/Math/MathML}"


def parsed(page: str) -> Element:
    """The page as a browser reads it; raises on any error of its HTML."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    made: Element = parser.parse(page)
    return made


def shown(element: Element) -> str:
    """All text below an element; of mathematics the text that it stands for."""
    return " ".join("".join(texts(element)).split())


def texts(element: Element) -> Iterator[str]:
    """The texts below an element in their order."""
    if element.tag == f"{MATH}semantics":
        yield element.findtext(f"{MATH}annotation") or ""
        return
    yield element.text or ""
    for part in element:
        yield from texts(part)
        yield part.tail or ""


@cache
def page_of(path: Path) -> tuple[Report, Element]:
    report = of_case(path)
    return report, parsed(as_html(report))


def made(name: str) -> dict[str, str]:
    return sheets(published(name))


# The committed files


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_committed_reports_are_current(name: str) -> None:
    for file, content in made(name).items():
        path = REPORTS / file
        assert path.is_file(), f"{file} is missing: {HOW}"
        assert path.read_bytes() == content.encode(), f"{file} is not current: {HOW}, and read the difference"


@pytest.mark.slow
def test_the_published_index_is_current() -> None:
    reports = [published(name) for name in names()]
    assert (REPORTS / INDEX).read_text(encoding="utf-8") == index_on(reports, further=["worked"]), HOW


@pytest.mark.slow
def test_the_rows_of_two_documents_in_the_published_index_are_current() -> None:
    made, committed = index_on([published("jamil"), published("soham")]), (REPORTS / INDEX).read_text(encoding="utf-8")
    assert [row_of(name, committed) for name in ("jamil", "soham")] == [
        row_of(name, made) for name in ("jamil", "soham")
    ]


def row_of(name: str, index: str) -> str:
    (row,) = re.findall(rf'<tr id="document-{name}".*?</tr>', index, re.DOTALL)
    return str(row)


def test_every_report_file_has_a_document() -> None:
    expected = {file for name in names() for file in file_names(name)} | {INDEX, "worked"}
    assert {path.name for path in REPORTS.iterdir()} == expected


@pytest.mark.slow
def test_the_page_of_the_worked_transformer_is_current() -> None:
    with working_in(ROOT):
        arguments = ["documents_data/worked/two_layers.yaml", "--output", "reports/worked"]
        assert main(["report", "--check", *arguments]) == 0, f"{HOW} {' '.join(arguments)}"


def test_committed_pages_are_not_too_large() -> None:
    assert all(path.stat().st_size < 3_000_000 for path in REPORTS.rglob("*.html"))


# The command


@pytest.mark.slow
def test_files_written_by_report_are_current_for_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = written(tmp_path), tmp_path / "out" / "reports"
    assert main(["report", path, "--output", str(folder)]) == 0
    assert {file.name for file in folder.iterdir()} == {*file_names("strange"), INDEX}
    assert main(["report", path, "--output", str(folder), "--check"]) == 0
    (folder / "strange.md").write_text("old", encoding="utf-8")
    capsys.readouterr()
    assert main(["report", path, "--output", str(folder), "--check"]) == 1
    told = capsys.readouterr()
    assert told.out == f"{folder / 'strange.md'}:1:1: error: not current; verifier report writes it anew [stale]\n"
    assert told.err.endswith("4 of 5 files are current\n")
    assert (folder / "strange.md").read_text() == "old"


@pytest.mark.slow
def test_a_folder_in_two_processes_gives_the_same_bytes(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "other.yaml").write_bytes(DOCUMENTS[0].read_bytes())
    for jobs in ("1", "2"):
        assert main(["report", str(tmp_path), "--jobs", jobs, "--output", str(tmp_path / f"out{jobs}")]) == 0
    one, two = (sorted((tmp_path / f"out{jobs}").iterdir()) for jobs in "12")
    assert [path.name for path in one] == [path.name for path in two]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_a_broken_file_has_a_row_of_the_index_and_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "reports"
    broken = DOCUMENTS[0].parents[1] / "unreadable" / "ragged-rows.yaml"
    assert main(["report", written(tmp_path), str(broken), "--output", str(folder)]) == 2
    assert "[ragged-matrix]" in capsys.readouterr().err
    assert {file.name for file in folder.iterdir()} == {*file_names("strange"), INDEX}
    page = parsed((folder / INDEX).read_text(encoding="utf-8"))
    (row,) = (row for row in page.iter("tr") if row.get("id") == "document-ragged-rows")
    assert f"not checked: {broken}:7:7: row 2 has 3 cells" in shown(row)
    assert not list(row.iter("a"))


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(common, "PATIENCE", 0)
    assert main(["report", written(tmp_path), str(DOCUMENTS[0]), "--output", str(tmp_path / "reports")]) == 0
    assert re.search(r"1 of 2 documents, \d+\.\d in a second, about \d+ s left \.\.\.\r\x1b\[K", terminal.getvalue())


def test_progress_is_not_written_to_a_file_or_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for patience in (0, 600):
        monkeypatch.setattr(common, "PATIENCE", patience)
        folder = tmp_path / str(patience)
        assert main(["report", written(tmp_path), str(DOCUMENTS[0]), "--output", str(folder)]) == 0
        said.append(capsys.readouterr().err.replace(str(folder), ""))
    assert said[0] == said[1]


@pytest.mark.slow
def test_without_names_all_documents_are_reported_and_unknown_files_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path)
    folder = tmp_path / "reports"
    assert main(["report", "--documents", str(tmp_path), "--output", str(folder)]) == 0
    (folder / "gone.html").write_text("", encoding="utf-8")
    capsys.readouterr()
    assert main(["report", "--documents", str(tmp_path), "--output", str(folder), "--check"]) == 1
    assert capsys.readouterr().out == f"{folder / 'gone.html'}:1:1: error: the report of no document [stale]\n"


def test_the_index_keeps_the_rows_of_documents_that_are_not_reported_again(tmp_path: Path) -> None:
    other = DOCUMENTS[0]
    for path in (written(tmp_path), str(other)):
        assert main(["report", path, "--output", str(tmp_path / "reports")]) == 0
    index = parsed((tmp_path / "reports" / INDEX).read_text(encoding="utf-8"))
    rows = [row.get("id") for row in index.iter("tr") if row.get("id")]
    assert rows == sorted([f"document-{other.stem}", "document-strange"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["no-such-document"], "no document is called"),
        (["--documents", "{here}/nothing"], "no documents here"),
    ],
)
def test_if_a_report_is_impossible_an_error_is_shown_and_nothing_written(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path)
    folder = tmp_path / "reports"
    wanted = [argument.format(here=tmp_path) for argument in arguments]
    assert main(["report", *wanted, "--output", str(folder)]) == 2
    assert told in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.slow
def test_of_two_documents_of_one_name_the_first_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(written(tmp_path))
    twin = path.with_name("twin.yaml")
    twin.write_bytes(path.read_bytes())
    folder = tmp_path / "reports"
    assert main(["report", str(twin), str(path), str(DOCUMENTS[0]), "--output", str(folder)]) == 2
    assert "two reports would be called strange.html" in capsys.readouterr().err
    assert {file.name for file in folder.iterdir()} == {
        *file_names("strange"),
        *file_names(DOCUMENTS[0].stem),
        INDEX,
    }


# The page


@pytest.mark.slow
@each_case()
def test_a_page_is_valid_html_and_all_its_links_and_buttons_have_targets(path: Path) -> None:
    _, page = page_of(path)
    identifiers = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(set(identifiers)) == len(identifiers)
    inner = {link.get("href", "") for link in page.iter() if link.get("href", "").startswith("#")}
    assert {link[1:] for link in inner} <= set(identifiers)
    targets = {button.get("popovertarget") for button in page.iter("button")}
    assert targets <= set(identifiers)
    assert not list(page.iter("script"))
    levels = [int(element.tag[1]) for element in page.iter() if re.fullmatch("h[1-6]", str(element.tag))]
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))


@each_case(some((path for path in DOCUMENTS if path.parent.name != "agrees"), of=23))
def test_a_page_has_every_number_and_erratum_of_the_json(path: Path) -> None:
    report, page = page_of(path)
    found: dict[str, Any] = json.loads(as_json([report]))
    by_id = {element.get("id"): element for element in page.iter() if element.get("id")}
    buttons = [button for button in page.iter("button") if shown(button) != "Close"]
    assert len(buttons) == found["summary"]["cells"]
    for stage in found["stages"]:
        assert shown(by_id[stage["name"]])
        for cell in stage["cells"]:
            account = shown(by_id[f"{stage['name']}.{cell['row']}.{cell['column']}"])
            assert f" {' '.join(cell['printed'].split())} " in account
            assert f"Verdict: {cell['verdict']}" in account
            if "Stands for" in account and cell["stands_for"] is not None:
                usual = (
                    "any rule that it may follow for " if "any rule that it may follow" in account else "Stands for "
                )
                assert f"{usual}{cell['stands_for']}." in account
            corrected = " ".join((cell["corrected"] or cell["printed"]).split())
            assert corrected == " ".join(cell["printed"].split()) or f"should be {corrected}" in account
    for erratum in found["errata"]:
        section = shown(by_id[erratum["id"]])
        assert section.startswith(f"{' '.join(erratum['heading'].split())} {erratum['id']} ")
        assert " ".join(erratum["statement"].split()) in section
        assert erratum["explanation"] is None or " ".join(erratum["explanation"].split())[1:] in section
        assert all(" ".join(corrected.split()) in section for corrected in erratum["correction"].values())


@pytest.mark.slow
def test_a_stage_of_64_x_64_is_summarised_with_its_contradicted_numbers_in_full(tmp_path: Path) -> None:
    side = 64
    assert side * side > MAX_WHOLE
    given = "\n".join("      " + " ".join(f"0.{(i * 7 + j * 3) % 90 + 10}" for j in range(side)) for i in range(side))
    path = tmp_path / "large.yaml"
    body = f"document: large\ntitle: Large\ngivens: exact\nstages:\n  - name: X\n    printed: |\n{given}\n"
    rows = []
    for i in range(side):
        twice = [str(2 * (10 + (i * 7 + j * 3) % 90)) for j in range(side)]
        rows.append("      " + " ".join(f"{int(cell) // 100}.{cell[-2:]}" for cell in twice))
    rows[40] = rows[40].replace(".", ".0", 1)
    path.write_text(
        f"{body}  - name: Y\n    formula: 2 * X\n    printed: |\n" + "\n".join(rows) + "\n", encoding="utf-8"
    )
    report = check(read(str(path), signatures()), causes=False)
    wrong = [cell for cell in report.by_name["Y"].cells if cell.verdict is Verdict.CONTRADICTED]
    assert wrong
    content = as_html(report)
    assert len(content.encode()) < 2_000_000
    page = parsed(content)
    seen = [shown(row) for row in page.iter("tr")]
    for cell in wrong:
        assert any(
            line.startswith(f"{cell.row}{cell.column}{cell.text}") for line in (line.replace(" ", "") for line in seen)
        )
        assert any(element.get("id") == f"Y.{cell.row}.{cell.column}" for element in page.iter())


# Plots


def marks_of(path: Path) -> Iterator[tuple[CellReport, Mark]]:
    """The numbers of a case that its plots draw, each with its mark."""
    for stage in of_case(path, ranges=True).stages:
        plot = strip(stage)
        cells = [cell for cell in stage.cells if cell.number is not None and is_drawn(cell)]
        if plot is not None and len(cells) <= MAX_CELLS:
            assert all(0 <= y <= plot.height for mark in plot.marks for y in (*mark.possible, *(mark.shown or ())))
            yield from zip(cells, plot.marks, strict=True)


def room(mark: Mark) -> float | None:
    """How far line and bar overlap; negative if they are apart, None if there is no bar."""
    assert mark.possible[0] <= mark.possible[1]
    return mark.shown and min(mark.possible[1], mark.shown[1]) - max(mark.possible[0], mark.shown[0])


@each_case(some(DOCUMENTS, 4, of=33))
def test_in_a_plot_range_and_target_overlap_unless_the_number_is_contradicted(path: Path) -> None:
    for cell, mark in marks_of(path):
        overlap = room(mark)
        if overlap is None:
            assert cell.verdict is Verdict.CONTRADICTED
        elif cell.verdict is Verdict.CONTRADICTED and cell.basis == "cell":
            assert overlap <= 0
        elif cell.verdict in (Verdict.AGREES, Verdict.TOLERATED):
            assert overlap >= 0


@pytest.mark.slow
def test_plots_have_marks_of_every_kind() -> None:
    cases = ("each-rule-declared-and-broken", "given-outside-its-range", "rows-moved-by-one", "slip-carried-on")
    drawn = [mark for name in cases for mark in marks_of(CASES / "contradicted" / f"{name}.yaml")]
    kinds = Counter(cell.verdict if mark.shown else None for cell, mark in drawn)
    assert kinds[None] > 0
    assert kinds[Verdict.CONTRADICTED] > 20
    assert kinds[Verdict.AGREES] + kinds[Verdict.TOLERATED] > 60


# Strange documents


def test_titles_scripts_and_words_of_a_document_are_shown_as_text(tmp_path: Path) -> None:
    report = check(read(written(tmp_path), signatures()))
    for content in (as_html(report), index_on([report])):
        page = parsed(content)
        assert not list(page.iter("script"))
        assert not [element for element in page.iter("a") if element.get("href", "").startswith("javascript")]
        assert any(element.text == inert(STRANGE) for element in page.iter("bdi"))
        assert SCRIPT in shown(page)
        assert inert(RIGHT_TO_LEFT) in shown(page)
        assert "\u202e" not in content
    page = parsed(as_html(report))
    assert LONG in shown(page)
    assert not [element for element in page.iter() for key in element.keys() if str(key).startswith("on")]  # noqa: SIM118 - no dictionary


@pytest.mark.slow
def test_a_page_allows_neither_scripts_nor_requests(tmp_path: Path) -> None:
    report = check(read(written(tmp_path), signatures()))
    for content in (as_html(report), index_on([report])):
        page = parsed(content)
        policy = next(meta.get("content") for meta in page.iter("meta") if meta.get("http-equiv"))
        assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        assert not re.search(r"@import|url\(", content)
        assert not [element for element in page.iter() if element.get("src")]


# Formulas


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_every_formula_is_well_formed_mathml_that_carries_its_text(name: str) -> None:
    for stage in published(name).stages:
        formula = stage.stage.formula
        if formula is None:
            continue
        math = fromstring(str(equation(stage.stage.name, formula.expression, formula.text)))  # noqa: S314 - our own words
        assert math.tag == "math"
        assert math.find("semantics/annotation").text == formula.text
        drawn = "".join(math.find("semantics")[0].itertext())
        assert all(used.replace("_", "") in drawn.replace("_", "") for used in formula.uses)
        assert all(len(element) == 2 for tag in ("mfrac", "msub", "msup") for element in math.iter(tag))


def test_a_page_with_too_many_numbers_keeps_accounts_of_numbers_not_plainly_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.report.html.page.MAX_ON_PAGE", 6)
    path = tmp_path / "many.yaml"
    stages = "".join(f"  - name: Y{i}\n    formula: 2 * X\n    printed: 2.0 4.0 6.0 9.0\n" for i in range(3))
    given = "  - name: X\n    printed: 1.0 2.0 3.0 4.0\n"
    path.write_text(f"document: many\ntitle: Many\ngivens: exact\nstages:\n{given}{stages}", encoding="utf-8")
    page = parsed(as_html(check(read(str(path), signatures()), causes=False)))
    known = {element.get("id") for element in page.iter("div") if element.get("popover") is not None}
    assert known == {"X.1.1", "X.1.2", "X.1.3", "X.1.4", "Y0.1.4", "Y1.1.4"}
    assert {button.get("popovertarget") for button in page.iter("button")} == known
    told = shown(page)
    assert "The page has no room for the accounts of 3 of these numbers" in told
    assert "The page has no room for the accounts of 4 of these numbers" in told
    assert told.count("9.0") >= 3
