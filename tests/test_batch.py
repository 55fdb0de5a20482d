"""Many documents: folders and patterns, several processes, and broken files among them."""

import shutil
from pathlib import Path

import pytest

from tests.calling import called
from verifier.cli import main
from verifier.document.lookup import UnknownDocument, find, find_all
from verifier.document.lookup import names as all_names
from verifier.document.model import Document
from verifier.pipeline import check
from verifier.report.formats import FORMATS
from verifier.verdict import Report

CASES = Path(__file__).parent / "cases"
JOBS = [[], ["--timeout", "300"], ["--jobs", "2"], ["--jobs", "4", "--timeout", "300"]]
"""Ways to work: in this process, under a limit, and in several processes."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Right and wrong documents, one that is broken and one that is none, in two folders."""
    (tmp_path / "deep").mkdir()
    for name in ("agrees/one-number", "contradicted/slip-carried-on", "unreadable/ragged-rows"):
        shutil.copy(CASES / f"{name}.yaml", tmp_path)
    shutil.copy(CASES / "undecided" / "exact-tie-of-an-irrational-form.yaml", tmp_path / "deep")
    shutil.copy(CASES / "contradicted" / "a-number-over-itself.yaml", tmp_path / "deep" / "z.yml")
    (tmp_path / "deep" / "notes.txt").write_text("no document")
    return tmp_path


def names(paths: list[str]) -> list[str]:
    return [Path(path).name for path in paths]


def test_a_folder_stands_for_all_documents_below_it_sorted(folder: Path):
    everything = [str(path) for path in folder.rglob("*.y*ml")]
    assert find_all([str(folder)]) == sorted(everything)
    assert len(everything) == 5


def test_a_folder_does_not_stand_for_what_report_wrote_nor_for_hidden_folders(folder: Path):
    before = find_all([str(folder)])
    one = str(folder / "one-number.yaml")
    assert main(["report", one, "--output", str(folder / "out")]) == 0
    (folder / ".cache").mkdir()
    shutil.copy(one, folder / ".cache")
    assert (folder / "out" / "one-number.md").exists()
    assert find_all([str(folder)]) == before


def test_documents_beside_the_sheets_that_report_wrote_stay_documents(folder: Path):
    (folder / "notes.md").write_text("The sum is $1 + 2 = 3$.")
    before = find_all([str(folder)])
    assert main(["report", str(folder / "one-number.yaml"), "--output", str(folder)]) == 0
    assert (folder / "one-number.md").exists()
    assert find_all([str(folder)]) == before


def test_a_pattern_stands_for_its_matches_sorted(folder: Path):
    assert names(find_all([f"{folder}/deep/*.y*ml"])) == ["exact-tie-of-an-irrational-form.yaml", "z.yml"]
    assert len(find_all([f"{folder}/**/*.y*ml"])) == 5
    assert names(find_all([f"{folder}/dee?"])) == ["exact-tie-of-an-irrational-form.yaml", "z.yml"]


def test_a_file_named_twice_is_checked_once(folder: Path):
    assert len(find_all([str(folder / "slip-carried-on.yaml"), str(folder)])) == 5


def test_a_folder_or_pattern_without_documents_is_an_error(tmp_path: Path):
    with pytest.raises(UnknownDocument, match=r"no document is in the folder .*; documents end in \.yaml, \.yml, \.md"):
        find_all([str(tmp_path)])
    with pytest.raises(UnknownDocument, match=r"no file matches .*/\*\.yaml; \*\* stands for any folders"):
        find_all([f"{tmp_path}/*.yaml"])


def test_an_existing_file_with_pattern_characters_is_no_pattern(tmp_path: Path):
    path = tmp_path / "a[1].yaml"
    path.write_text("x")
    assert find_all([str(path)]) == [str(path)]


@pytest.mark.slow
@pytest.mark.usefixtures("shared_reports")
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "text")) for name in FORMATS])
def test_several_processes_give_the_same_bytes_in_the_same_order(name: str, folder: Path):
    alone, *others = (called("check", str(folder), "nobody", "--format", name, *jobs) for jobs in JOBS)
    assert others == [alone] * len(others)
    assert alone.code == 2
    assert "[ragged-matrix]" in alone.err


@pytest.mark.slow
def test_a_broken_file_is_reported_and_the_others_are_checked(folder: Path):
    found = [called("check", str(folder), "--jobs", jobs, "--no-causes") for jobs in ("1", "2")]
    assert found[0].code == 2
    assert found[0] == found[1]
    assert found[0].err.count("[ragged-matrix]") == 1
    assert len(found[0].err.strip().splitlines()) == 3 + 4  # a problem with its line and caret, and four summaries


@pytest.mark.parametrize("jobs", ["-1", "65", "two", "1.5"])
def test_a_bad_number_of_processes_is_refused(jobs: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", "fareed", "--jobs", jobs]) == 2
    assert f"a number of processes from 0 to 64, found '{jobs}'" in capsys.readouterr().err


def test_a_fault_of_the_verifier_stops_one_document_and_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def broken(document: Document, **wishes: object) -> Report:
        if document.name == "slip-carried-on":
            raise ZeroDivisionError("no such luck")
        return check(document, **wishes)  # type: ignore[arg-type]

    monkeypatch.setattr("verifier.pipeline.check", broken)
    path = folder / "slip-carried-on.yaml"
    assert main(["check", str(path), str(folder / "one-number.yaml")]) == 2
    out, err = capsys.readouterr()
    said = "this is a fault of the verifier, not of the document; please report it with the file"
    line = f"{path}:1:1: error: {said} (ZeroDivisionError: no such luck, test_batch.py line "
    assert line in err
    assert "python -X dev shows more) [fault]" in err
    assert "one-number: " in err
    assert "Traceback" not in out + err


def test_a_fault_in_another_command_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def broken(*_: object) -> int:
        raise RuntimeError

    monkeypatch.setattr("verifier.commands.listing.names", broken)
    assert main(["list"]) == 2
    said = "verifier: error: this is a fault of the verifier, not of the document; please report it with the file"
    assert capsys.readouterr().err.startswith(f"{said} (RuntimeError, test_batch.py line ")


def test_a_name_finds_an_authors_file_and_is_an_error_where_two_files_have_it(tmp_path: Path):
    (tmp_path / "sum.md").write_text("# A sum\n\n$1.5 + 2.5 = 4.0$\n")
    (tmp_path / "notes.txt").write_text("nobody means these")
    (tmp_path / "shop.tex").mkdir()
    assert all_names(str(tmp_path)) == ["sum"]
    assert find("sum", str(tmp_path)) == str(tmp_path / "sum.md")
    shutil.copy(CASES / "agrees" / "one-number.yaml", tmp_path / "sum.yaml")
    assert all_names(str(tmp_path)) == ["sum"]
    with pytest.raises(UnknownDocument, match=r"2 files are called sum: .*sum\.md, .*sum\.yaml; name one by its path"):
        find("sum", str(tmp_path))
    assert find("sum.md", str(tmp_path)) == "sum.md"
