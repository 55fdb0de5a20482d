"""Which findings count: codes, levels, files, baselines; every format says so, and nothing is lost without a word."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.calling import Said, called
from tests.effort import some
from tests.reports import CASES, DOCUMENTS, of_case
from tests.tables import each, each_case
from verifier.document.path_patterns import patterns
from verifier.errata import findings as found_in
from verifier.errata.codes import FINDINGS, NOTES
from verifier.errata.findings import by_subject, findings, selected
from verifier.errata.selection import Selection
from verifier.report.formats import FORMATS
from verifier.verdict import Report

pytestmark = pytest.mark.usefixtures("shared_reports")

TEXT = """# One neuron

The bias is $b = 0.5$.

$$ z = 0.4 \\cdot 2.5 + 0.5 = 3.1 $$

And $4 \\cdot 5 = 21$, and $4 \\cdot 5 = 21$ once more.
"""
WRONG = "neuron.md:5:30: error: z is 3.1, should be 1.5"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with a file that has three errata."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "neuron.md").write_text(TEXT)
    return tmp_path


def codes_of(said: Said) -> list[str]:
    return [line.rpartition("[")[2].removesuffix("]") for line in said.out.splitlines()]


@each_case(some(DOCUMENTS))
def test_what_fails_by_itself_is_what_is_not_clean(path: Path) -> None:
    report = of_case(path)
    assert ("fails" in selected(report).states) == (not report.is_clean)
    found = [finding for _, finding in by_subject(report)]
    assert {finding.code for finding in found} <= set(FINDINGS)
    assert all(finding.level == "note" for finding in found if finding.code in NOTES)


@each(
    ("options", "count", "code"),
    [
        ((), 3, 1),
        (("--select", "contradicted"), 3, 1),
        (("--select", "error"), 3, 1),
        (("--select", "undecided,also"), 0, 0),
        (("--ignore", "contradicted"), 0, 0),
        (("--ignore", "error, warning"), 0, 0),
        (("--fail-on", "warning"), 3, 0),
        (("--fail-on", "undecided,contradicted"), 3, 1),
    ],
)
def test_the_selection_decides_what_is_listed_and_the_exit_code(
    options: tuple[str, ...], count: int, code: int, folder: Path
) -> None:
    said = called("check", "neuron.md", *options, folder=folder)
    assert codes_of(said) == ["contradicted"] * count
    assert said.code == code
    assert ("3 findings ignored" in said.err) == (count == 0)


@each(
    ("option", "told"),
    [
        ("contradict", "no finding has the code contradict; did you mean contradicted?"),
        ("warnings", "no finding has the code warnings; did you mean warning?"),
        ("timeout", "timeout says that a document was not checked, which always fails"),
    ],
)
def test_an_unknown_code_is_answered_with_the_nearest(option: str, told: str, folder: Path) -> None:
    for name in ("--select", "--ignore", "--fail-on"):
        said = called("check", "neuron.md", name, f"error,{option}", folder=folder)
        assert said.code == 2
        assert said.err.endswith(f"argument {name}: {told}\n")


@each("form", some([*FORMATS]))
def test_no_format_loses_what_is_ignored(form: str, folder: Path) -> None:
    said = called("check", "neuron.md", "--ignore", "contradicted", "--format", form, folder=folder)
    assert said.code == 0
    assert "3 findings ignored" in said.err
    if form == "json":
        report = json.loads(said.out)
        assert report["summary"]["ignored"] == 3
        assert {erratum["aside"] for erratum in report["errata"]} == {"ignored"}
    elif form == "csv":
        rows = list(csv.DictReader(io.StringIO(said.out)))
        assert [row["erratum"] for row in rows if row["erratum"]] == [f"{name}-1 (ignored)" for name in NAMES]
    elif form == "markdown":
        assert "3 findings ignored." in said.out
        assert "Not listed here: z-1 (ignored)" in said.out
        assert "## " not in said.out
    elif form == "github":
        assert "3 findings ignored" in said.out
        assert "::error" not in said.out
    elif form == "sarif":
        results = json.loads(said.out)["runs"][0]["results"]
        assert [one["suppressions"][0]["kind"] for one in results] == ["external"] * 3
    elif form == "junit":
        assert said.out.count('<skipped message="ignored: ') == 3
        assert "<failure" not in said.out
        assert 'failures="0"' in said.out
    else:
        assert said.out == ""


NAMES = ("z", "line_7", "line_7_2")


def test_a_dashboard_fails_where_the_check_does() -> None:
    report = of_case(CASES / "undecided" / "bounds-too-wide.yaml")
    strict = selected(report, Selection(fail_on=frozenset({"undecided"})))
    assert "fails" in strict.states
    assert '<failure type="undecided"' in FORMATS["junit"].over([strict])
    assert "<failure" not in FORMATS["junit"].over([report])


def test_a_sheet_marks_what_is_ignored(folder: Path) -> None:
    called("report", "neuron.md", "--ignore", "contradicted", "--output", "sheets", folder=folder)
    page = (folder / "sheets" / "neuron.html").read_text(encoding="utf-8")
    assert page.count("(ignored)") >= 3
    assert "3 findings ignored." in page


def test_notes_are_listed_where_one_of_them_makes_the_check_fail() -> None:
    said = called("check", "inherited.yaml", "--fail-on", "inherited", folder=CASES / "contradicted")
    assert said.code == 1
    assert "inherited" in codes_of(said)


# Files of a project


def test_the_files_of_a_project_are_checked_where_none_is_named(folder: Path) -> None:
    (folder / "verifier.toml").write_text('files = ["docs", "neuron.md"]\nexclude = ["drafts/"]\n')
    for name in ("docs/a.md", "docs/drafts/b.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("So $2 \\cdot 2 = 5$.\n")
    assert [line.split(":")[0] for line in called("check", folder=folder).out.splitlines()] == [
        "docs/a.md",
        *["neuron.md"] * 3,
    ]
    below = called("check", folder=folder / "docs").out.splitlines()
    assert [line.split(":")[0] for line in below] == ["a.md", *["../neuron.md"] * 3]
    assert called("check", "docs/drafts/b.md", folder=folder).code == 1
    assert called("check", "docs/drafts/b.md", "--force-exclude", folder=folder) == Said("", "", 0)
    assert called("check", "docs", "--exclude", "*.md", folder=folder) == Said("", "", 0)


def test_codes_are_ignored_in_some_files(folder: Path) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.md").write_text("So $2 \\cdot 2 = 5$.\n")
    (folder / "pyproject.toml").write_text('[tool.verifier.per-file-ignores]\n"notes/**" = ["contradicted"]\n')
    said = called("check", "notes", "neuron.md", folder=folder)
    assert [line.split(":")[0] for line in said.out.splitlines()] == ["neuron.md"] * 3
    assert "a: 1 erratum. 1 of 1 checked number is wrong. 1 finding ignored." in said.err


def test_an_isolated_call_reads_no_file_of_a_project(folder: Path) -> None:
    (folder / "verifier.toml").write_text("ignore = ['error']\n")
    assert called("check", "neuron.md", folder=folder).code == 0
    assert called("check", "neuron.md", "--isolated", folder=folder).code == 1


def test_without_documents_a_check_says_what_to_name(folder: Path) -> None:
    said = called("check", folder=folder)
    assert said.code == 2
    assert "name documents, files or folders" in said.err


def test_the_configuration_is_shown_as_it_was_read(folder: Path) -> None:
    assert "no verifier.toml" in called("check", "--show-config", folder=folder).err
    text = 'files = ["a.md"]\njobs = 2\nper-file-ignores = {"x/*" = ["also"]}\n'
    (folder / "verifier.toml").write_text(text)
    assert called("check", "--show-config", folder=folder).out == f"# verifier.toml\n{text}"
    (folder / "verifier.toml").write_text(text + 'ignore = "alsso"')
    assert called("check", "--show-config", folder=folder).err == (
        "verifier: error: verifier.toml:4: ignore: no finding has the code alsso; did you mean also?\n"
    )


@each(
    ("said", "meant", "other"),
    [
        ("drafts/", "a/drafts/b.md", "a/drafts"),
        ("/drafts", "drafts/b.md", "a/drafts/b.md"),
        ("*.tex", "a/b.tex", "a/b.md"),
        ("a/*.md", "a/b.md", "a/b/c.md"),
        ("a/**/c.md", "a/c.md", "b/a/c.md"),
        ("a/**/c.md", "a/b/d/c.md", "a/bc.md"),
        ("a/**", "a/b/c.md", "b.md"),
        ("**/b", "a/b/c.md", "a/bc.md"),
        ("x[0-9].md", "x5.md", "xa.md"),
        ("x[!0-9].md", "xa.md", "x5.md"),
        ("a?b", "axb", "a/b"),
        ("\\*.md", "*.md", "a.md"),
        ("[", "[", "a"),
        ("./a.md", "a.md", "b.md"),
    ],
)
def test_patterns_mean_what_they_mean_to_git(said: str, meant: str, other: str, tmp_path: Path) -> None:
    found = patterns(str(tmp_path), [said])
    assert found.has(str(tmp_path / meant))
    assert not found.has(str(tmp_path / other))
    assert not found.has(str(tmp_path.parent / meant))
    assert not patterns(str(tmp_path), [said, f"!{said}"]).has(str(tmp_path / meant))


# Baselines


def test_what_is_known_makes_no_check_fail(folder: Path) -> None:
    base = ("--baseline", "known.json")
    assert called("check", "neuron.md", "--write-baseline", *base, folder=folder).code == 0
    said = called("check", "neuron.md", *base, folder=folder)
    assert (said.out, said.code) == ("", 0)
    assert "3 findings known." in said.err
    edited = TEXT.replace("The bias", "\nA new line.\n\nThe bias").replace("once more", "once more: $3 \\cdot 3 = 8$")
    (folder / "neuron.md").write_text(edited)
    said = called("check", "neuron.md", *base, folder=folder)
    assert said.out.startswith("neuron.md:10:68: error: line_10_3 is 8, should be 9")
    assert said.code == 1


def test_what_is_fixed_is_said_and_equal_findings_count_each(folder: Path) -> None:
    base = ("--baseline", "known.json")
    called("check", "neuron.md", "--write-baseline", *base, folder=folder)
    (folder / "neuron.md").write_text(TEXT.replace("= 21$ once", "= 20$ once"))
    said = called("check", "neuron.md", *base, folder=folder)
    assert (said.out, said.code) == ("", 0)
    assert "neuron: 1 of the baseline is fixed (--write-baseline writes it anew)" in said.err
    called("check", "neuron.md", "--write-baseline", *base, folder=folder)
    (folder / "neuron.md").write_text(TEXT)
    assert codes_of(called("check", "neuron.md", *base, folder=folder)) == ["contradicted"]


def test_another_wrong_number_is_new(folder: Path) -> None:
    base = ("--baseline", "known.json")
    called("check", "neuron.md", "--write-baseline", *base, folder=folder)
    (folder / "neuron.md").write_text(TEXT.replace("= 3.1", "= 3.2"))
    said = called("check", "neuron.md", *base, folder=folder)
    assert said.out.startswith("neuron.md:5:30: error: z is 3.2, should be 1.5")
    assert "neuron: 1 of the baseline is fixed" in said.err


def test_a_baseline_keeps_what_was_not_checked_and_lies_anywhere(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.md").write_text("So $2 \\cdot 2 = 5$.\n")
    (folder / "verifier.toml").write_text('baseline = "sub/known.json"\n')
    called("check", "neuron.md", "--write-baseline", folder=folder)
    called("check", "a.md", "--write-baseline", folder=folder / "sub")
    text = (folder / "sub" / "known.json").read_text()
    assert [one["path"] for one in json.loads(text)["known"]] == [*["../neuron.md"] * 3, "a.md"]
    assert called("check", ".", folder=folder).code == 0
    (folder / "neuron.md").unlink()
    called("check", "sub", "--write-baseline", folder=folder)
    assert [one["path"] for one in json.loads((folder / "sub" / "known.json").read_text())["known"]] == ["a.md"]
    (folder / "sub" / "a.md").write_bytes(b"\xff")
    assert called("check", "sub", "--write-baseline", folder=folder).code == 2
    assert [one["path"] for one in json.loads((folder / "sub" / "known.json").read_text())["known"]] == ["a.md"]


ONE = '{"path": "a.md", "code": "also", "fingerprint": "0", "says": ""}'


@each(
    ("text", "told"),
    [
        ("", "known.json:1:1: no JSON: Expecting value"),
        ("{\n}}", "known.json:2:2: no JSON: Extra data"),
        ("[" * 100_000, "known.json:1: no JSON: it is too deep"),
        ("{}", 'known.json:1: an object with "schema": "verifier-baseline/1" and a list "known"'),
        (
            f'{{"schema": "verifier-baseline/1", "known": [\n{ONE},\n{ONE[:-1]}, "x": 1}}\n]}}',
            "known.json:3: ",
        ),
        (
            f'{{"schema": "verifier-baseline/1", "known": [\n{ONE},\n\n7]}}',
            "known.json:4: an object of the texts path,",
        ),
    ],
)
def test_a_broken_baseline_is_an_error_at_its_place(text: str, told: str, folder: Path) -> None:
    (folder / "known.json").write_text(text)
    said = called("check", "neuron.md", "--baseline", "known.json", folder=folder)
    assert said == Said("", said.err, 2)
    assert said.err.startswith(f"verifier: error: {told}")


def test_a_baseline_that_is_missing_or_not_named_is_an_error(folder: Path) -> None:
    said = called("check", "neuron.md", "--baseline", "known.json", folder=folder)
    assert said == Said("", "verifier: error: known.json: there is no such baseline; --write-baseline writes it\n", 2)
    said = called("check", "neuron.md", "--write-baseline", folder=folder)
    assert said.err == "verifier: error: --write-baseline takes --baseline FILE, the file to write\n"


def test_what_is_found_is_told_once_whatever_becomes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    report, told = Report(*of_case(CASES / "contradicted/a-number-over-itself.yaml")), list[object]()
    of_stages = found_in.of_stages
    monkeypatch.setattr(found_in, "of_stages", lambda of: told.append(of) or of_stages(of))
    listed = selected(report)
    failing = selected(listed, Selection(fail_on=frozenset()))
    assert [finding.state for finding in findings(listed)] != [finding.state for finding in findings(failing)]
    assert len(told) == 1
