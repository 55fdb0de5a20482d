"""Outputs for other programs, read back by readers that are not ours."""

import csv
import io
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from junitparser import Failure, JUnitXml, Skipped
from markdown_it import MarkdownIt

import verifier
from tests.calling import called, working_in
from tests.effort import some
from tests.reports import DOCUMENTS, of_case, run
from tests.strange import LONG, MARKUP, SCRIPT, STRANGE, written
from tests.tables import each, each_case
from verifier import inert as inertly
from verifier.document.lookup import UnknownDocument
from verifier.errata.codes import CODES
from verifier.errata.findings import findings
from verifier.errata.stage_findings import TOLERATED
from verifier.inert import inert
from verifier.integrations.notebook import Checked
from verifier.report.as_csv import errata as errata_as_csv
from verifier.report.as_json import render as json_of
from verifier.report.as_markdown import MAX_CORRECTIONS, text
from verifier.report.formats import FORMATS
from verifier.report.mathematics import formulas_of, on_a_mistake, quoting
from verifier.report.rows import CELL_COLUMNS, ERRATUM_COLUMNS

ROOT = Path(__file__).parents[1]
TELLING = [path for path in DOCUMENTS if path.parent.name in ("contradicted", "undecided")]
"""The documents in which there is something to report."""

pytestmark = pytest.mark.usefixtures("shared_reports")


def checked(path: Path) -> Checked:
    with working_in(path.parent):
        return verifier.load(path.name)


@cache
def as_json(path: Path, *, ranges: bool = False) -> dict[str, Any]:
    """What the JSON says, if wished with the range of every cell, as tables have it."""
    made: dict[str, Any] = json.loads(json_of([of_case(path, ranges=ranges)]))
    return made


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    return Path(written(tmp_path))


def shown(value: object) -> str:
    return "" if value is None else str(value)


# CSV and data frames


@each_case(path for path in some(DOCUMENTS, 4, of=33) if path in TELLING)  # the cases that are plotted with ranges too
def test_csv_has_a_row_for_each_number_and_says_of_it_what_the_json_says(path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run(path, "--format", "csv").out, newline="")))
    cells = [(stage, cell) for stage in as_json(path, ranges=True)["stages"] for cell in stage["cells"]]
    assert len(rows) == len(cells)
    for row, (stage, cell) in zip(rows, cells, strict=True):
        assert tuple(row) == CELL_COLUMNS
        assert row["stage"] == stage["name"]
        assert row["inherited_from"] == ", ".join(cell["inherited_from"])
        assert row["place"].startswith(f"{path.name}:{cell['line']}:")
        same = set(cell) & set(row) - {"inherited_from"}
        assert {name: row[name] for name in same} == {name: inertly.cell(shown(cell[name])) for name in same}
        assert {"row", "printed", "verdict", "basis", "literal", "possible", "corrected", "standard", "erratum"} <= same


@each_case(some(TELLING, 1))
def test_the_second_csv_has_a_row_for_each_erratum_of_the_json_in_its_order(path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(errata_as_csv(of_case(path)), newline="")))
    errata = as_json(path)["errata"]
    assert [row["erratum"] for row in rows] == [erratum["id"] for erratum in errata]
    for row, erratum in zip(rows, errata, strict=True):
        assert tuple(row) == ERRATUM_COLUMNS
        assert row["cause"] == " and ".join(slip["slip"] for slip in erratum["slips"])
        assert row["statement"] == erratum["statement"]
        assert int(row["numbers"]) == len(erratum["cells"])
        assert int(row["reach"]) == sum(reach["cells"] for reach in erratum["reach"])
        assert row["correction"].count("[") == len(erratum["correction"])


@pytest.mark.slow  # as it imports pandas
def test_frames_hold_the_same_as_the_csv_files(strange: Path) -> None:
    document = verifier.load(str(strange))
    for frame, output in (
        (document.cells(), run(strange, "--format", "csv").out),
        (document.errata(), errata_as_csv(document.report)),
    ):
        rows = list(csv.DictReader(io.StringIO(output, newline="")))
        found = [{name: inertly.cell(shown(value)) for name, value in row.items()} for row in frame.to_dict("records")]
        assert [{**row, "place": ""} for row in found] == [{**row, "place": ""} for row in rows]


@pytest.mark.slow  # as it imports pandas
def test_a_frame_keeps_digits_as_text_and_marks_what_is_not_there(strange: Path) -> None:
    cells = verifier.load(str(strange)).cells()
    given = cells[cells["stage"] == "X"]
    assert list(given["printed"]) == ["1.5", "2.5", "0.70", "0.05"]
    assert given["corrected"].isna().all()
    assert given["row"].tolist() == [1, 1, 2, 2]


@pytest.mark.slow  # as it imports pandas
def test_a_document_without_errata_has_an_empty_frame_with_the_same_columns() -> None:
    document = checked(next(path for path in DOCUMENTS if path.parent.name == "agrees"))
    assert tuple(document.errata().columns) == ERRATUM_COLUMNS
    assert len(document.errata()) == 0


def test_a_notebook_shows_the_verdict_and_the_errata_as_text(strange: Path) -> None:
    document = verifier.load(str(strange))
    page = document._repr_html_()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert all(f"<td>{erratum.id}</td>" in page for erratum in document.report.errata)
    assert repr(document).startswith("<strange: ")
    assert document.explain("Y[1,1]").startswith("Y[1,1] of strange is printed 4.00\n")


def test_a_document_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownDocument, match="did you mean fareed"):
        verifier.load("fared")


# Markdown


def plain(markdown: str) -> str:
    """What a reader of the rendered Markdown sees; code is mathematics between dollar signs, and no mark of a text."""
    tokens = MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(markdown)
    parts = []
    for token in tokens:
        for child in token.children or []:
            assert child.type in ("text", "text_special", "softbreak", "code_inline"), child
            parts.append("\n" if child.type == "softbreak" else child.content)
        assert not token.type.startswith(("html", "code", "fence", "bullet", "ordered", "blockquote", "hr")), token
        parts.append("\n")
    return "".join(parts)


def words(text: str) -> str:
    """The pattern of words within a sentence, whatever blanks stand between them."""
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))


@each_case(some(TELLING, 2))
def test_markdown_shows_each_erratum_with_its_statement_line_and_corrections(path: Path) -> None:
    seen = plain(run(path, "--format", "markdown").out)
    report = of_case(path)
    for made, erratum in zip(report.errata, as_json(path)["errata"], strict=True):
        assert f". {' '.join(erratum['heading'].split())} ({erratum['id']})" in seen
        statement = [*quoting(made.statement, formulas_of(report.document, report.by_name[made.stage]))]
        explanation = [*on_a_mistake(made.explanation[1:])]
        for sentence, pieces in ((made.statement, statement), (made.explanation[1:], explanation)):
            assert "".join(piece.text for piece in pieces) == sentence
            told = "".join(".+" if piece.is_formula else words(piece.text) for piece in pieces)
            assert re.search(told, seen)
        wanted = list(erratum["correction"].items())
        assert len(wanted) != 1 or wanted[0][1] in made.statement, "what has no table is in the sentence"
        for place, corrected in wanted[:MAX_CORRECTIONS] if len(wanted) > 1 else ():
            row = rf"{re.escape(erratum['stage'])}\[{place}\]\n+[^\n]+\n+{re.escape(' '.join(corrected.split()))}\n"
            assert re.search(row, seen), row


def test_nothing_in_a_document_is_markup_in_markdown(strange: Path) -> None:
    seen = plain(run(strange, "--format", "markdown").out)
    assert f"Errata: {inert(STRANGE)}" in seen
    assert MARKUP in seen
    assert SCRIPT in seen
    assert LONG in seen


SIGNS = "1. one|- a|+ b|= c|---|===|12) x|-0.5|0.70|@name|#1|a_b_c|_a_|![x](y)|\\*|a\nb|https://example.org/a_b"


@each("raw", SIGNS.split("|"))
def test_any_text_is_shown_as_it_is(raw: str) -> None:
    assert plain(text(raw)).strip() == " ".join(raw.split())
    assert text("-0.4161") == "-0.4161"


# GitHub


def undone(value: str) -> str:
    """What a runner makes of the value of a property or of a message."""
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        value = value.replace(code, sign)
    return value


ANNOTATION = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


@each_case(some(TELLING, 3))
def test_annotations_are_the_findings_with_errors_first(path: Path) -> None:
    lines = [ANNOTATION.fullmatch(line) for line in run(path, "--format", "github").out.splitlines()]
    assert all(lines)
    (_, title, summary), *annotations = (line.groups() for line in lines if line)
    assert title == f"title={path.stem}"
    assert undone(summary).startswith(f"{path.stem}: ")
    levels = [level for level, *_ in annotations]
    assert levels == sorted(levels, key=["error", "warning", "notice"].index)
    seen = Counter()
    for _, properties, message in annotations:
        place = dict(part.split("=", 1) for part in properties.split(","))
        where = f"{undone(place['file'])}:{place['line']}:{place['col']}"
        seen[where, undone(message), undone(place["title"])] += 1
    found = findings(of_case(path))
    assert seen == Counter((f"{f.path}:{f.line}:{f.column}", f.message, f.code) for f in found)


# SARIF


def unknown_keys(model: Any) -> list[str]:  # noqa: ANN401 - a model of pydantic, or a part of one
    """Keys of which the reader has never heard, at any depth."""
    found = list(model.model_extra or {})
    for name in type(model).model_fields:
        value = getattr(model, name)
        for part in value if isinstance(value, list) else [value]:
            found += unknown_keys(part) if hasattr(part, "model_extra") else []
    return found


@pytest.mark.slow
@each_case(some(TELLING, 4))
def test_sarif_has_a_result_for_each_finding(path: Path) -> None:
    from sarif_pydantic import Sarif  # slow to import

    raw = json.loads(run(path, "--format", "sarif").out)
    log = Sarif.model_validate(raw)
    assert raw["$schema"].endswith("sarif-2.1.0.json")
    assert unknown_keys(log) == ["columnKind"]  # of section 3.14.27, which the reader left out
    assert log.version == "2.1.0"
    (run_,) = log.runs
    assert run_.tool.driver.name == "verifier"
    assert [rule.id for rule in run_.tool.driver.rules] == list(CODES)
    found = [
        (
            result.locations[0].physical_location.artifact_location.uri,
            result.locations[0].physical_location.region.start_line,
            result.locations[0].physical_location.region.start_column,
            result.level.value,
            result.message.text,
            result.rule_id,
        )
        for result in run_.results
    ]
    assert sorted(found) == sorted(
        (f.path, f.line, f.column, f.level, f.message, f.code) for f in findings(of_case(path))
    )
    assert all(run_.tool.driver.rules[result.rule_index].id == result.rule_id for result in run_.results)
    prints = [result.partial_fingerprints["verifier/1"] for result in run_.results]
    assert len(set(prints)) == len(prints)


def test_a_fingerprint_survives_edits_above_it(strange: Path) -> None:
    def prints() -> list[str]:
        results = json.loads(run(strange, "--format", "sarif").out)["runs"][0]["results"]
        return [result["partialFingerprints"]["verifier/1"] for result in results]

    before = prints()
    strange.write_text("# a note\n\n" + strange.read_text(encoding="utf-8"), encoding="utf-8")
    assert before
    assert prints() == before


def test_the_rules_of_sarif_are_the_codes_of_the_manual() -> None:
    manual = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \| (?:error|warning|note) ", manual, re.MULTILINE) == list(CODES)


def test_sarif_has_a_rule_for_each_basis_of_a_tolerated_number() -> None:
    assert {code for _, code in TOLERATED.values()} <= set(CODES)


# JUnit


@each_case(some(TELLING, 5))
def test_junit_has_a_case_for_each_stage_that_fails_for_its_errata_and_likely_errors(path: Path) -> None:
    suites = JUnitXml.fromstring(run(path, "--format", "junit").out.encode())
    (suite,) = list(suites)
    report = as_json(path)
    accused = {erratum["stage"] for erratum in report["errata"]}
    for stage in of_case(path).stages:
        accused |= {stage.stage.name for cell in stage.cells if cell.doubt is not None and cell.doubt.is_likely}
    assert [case.name for case in suite] == [stage["name"] for stage in report["stages"]]
    failed = {case.name for case in suite if any(isinstance(result, Failure) for result in case.result)}
    assert failed == accused
    unproved = {
        stage["name"]
        for stage in report["stages"]
        if stage["verdict"] in ("undecided", "unchecked") or stage["standard_verdict"] == "undecided"
    }
    skipped = {case.name for case in suite if any(isinstance(result, Skipped) for result in case.result)}
    assert skipped == unproved - accused
    assert (suite.tests, suite.failures, suite.skipped) == (len(report["stages"]), len(failed), len(skipped))


# All of them


@each("name", FORMATS)
def test_a_strange_document_is_written_by_every_format_and_twice_alike(strange: Path, name: str) -> None:
    first, _, code = run(strange, "--format", name)
    assert code == 1
    assert first == run(strange, "--format", name).out
    if name == "junit":
        assert [case.name for case in next(iter(JUnitXml.fromstring(first.encode())))][1] == LONG


@pytest.mark.slow
@each("name", FORMATS)
def test_several_documents_make_one_output(name: str) -> None:
    paths = [path for path in DOCUMENTS if path.parent.name == "contradicted"][:2]
    out = called("check", *map(str, paths), "--format", name).out
    titles = [verifier.load(str(path)).report.document.title for path in paths]
    assert all(path.name in out or text(title) in out for path, title in zip(paths, titles, strict=True))
    assert name != "csv" or out.count("document,stage,") == 1
