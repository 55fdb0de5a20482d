"""What is kept of a check: the same bytes, while nothing has changed on which they rest, and nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.calling import Said, called, working_in
from tests.effort import some
from tests.reports import CASES, DOCUMENTS, ROOT, checked
from tests.tables import each, each_case
from verifier import cache, repeated_call
from verifier.report.formats import FORMATS


@pytest.fixture(autouse=True)
def _shared_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked before is not checked again; files are read each time, as calls rest on them."""
    monkeypatch.setattr("verifier.pipeline.check", checked)


WRONG = "So $2 \\cdot 2 = 5$.\n"
TABLE = """document: d
title: D
stages:
  - name: X
    file: x.csv
  - name: s
    formula: sum(X)
    printed: 4
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a document, and a cache beside it."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    place = tmp_path / "here"
    (place / ".git").mkdir(parents=True)
    (place / "a.md").write_text(WRONG)
    return place


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "kept").glob("*.entry"))


def said_again(folder: Path, *arguments: str) -> Said | None:
    """What a call says before its command line is parsed, if anything: the bytes and the exit code of a check."""
    told: dict[int, bytes] = {1: b"", 2: b""}

    def write(stream: int, content: bytes) -> None:
        told[stream] += content

    with pytest.MonkeyPatch.context() as patch, working_in(folder):
        patch.setattr(repeated_call, "_write", write)
        patch.setattr(repeated_call, "is_plain", lambda _: True)
        code = repeated_call.said_again(["check", *arguments])
    if code is None:
        return None
    said = Said(told[1].decode(), told[2].decode(), code)
    assert said == called("check", *arguments, "--no-cache", folder=folder)
    return said


def is_kept(folder: Path, *arguments: str) -> bool:
    """Whether a call that was made is said again by the next one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.commands.check.is_plain", lambda _: True)
        called("check", *arguments, folder=folder)
    return said_again(folder, *arguments) is not None


def is_checked(folder: Path, *arguments: str) -> bool:
    """Whether a call checks anything; what it says is the same as without a cache."""
    count = 0

    def counting(*arguments: object, **options: object) -> object:
        nonlocal count
        count += 1
        return checked(*arguments, **options)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.pipeline.check", counting)
        said = called("check", *arguments, folder=folder)
    found = count > 0
    assert said == called("check", *arguments, "--no-cache", folder=folder)
    return found


@each_case(some(DOCUMENTS, of=21))
def test_every_output_is_the_same_with_a_cache_and_without(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.commands.check.is_plain", lambda _: True)
    for form in some(FORMATS, start=len(path.stem), of=len(FORMATS)):
        call = ("check", path.name, "--format", form)
        plain = called(*call, folder=path.parent)
        monkeypatch.setenv(cache.VARIABLE, str(tmp_path / path.parent.name / path.stem))
        assert called(*call, folder=path.parent) == plain
        assert called(*call, folder=path.parent) == plain
        assert said_again(path.parent, *call[1:]) == plain
        assert len(list((tmp_path / path.parent.name / path.stem).iterdir())) >= 1
        monkeypatch.setenv(cache.VARIABLE, "")


def test_what_is_unchanged_is_not_checked_again(folder: Path) -> None:
    assert is_checked(folder, "a.md")
    assert not is_checked(folder, "a.md")
    os.utime(folder / "a.md", (1, 1))
    assert not is_checked(folder, "a.md")
    (folder / "a.md").write_text(WRONG + "\n")
    assert is_checked(folder, "a.md")
    (folder / "a.md").write_text(WRONG)
    assert not is_checked(folder, "a.md")


@pytest.mark.slow
@each(
    "options",
    [
        ("--no-causes",),
        ("--format", "csv"),
        ("--quiet",),
        ("--notes",),
        ("--engine", "sympy"),
        ("--as", "txt"),
        ("--coverage-min", "100"),
        ("--ignore", "contradicted"),
        ("--select", "warning"),
        ("--fail-on", "warning"),
    ],
)
def test_other_options_are_another_question(options: tuple[str, ...], folder: Path) -> None:
    called("check", "a.md", folder=folder)
    assert is_checked(folder, "a.md", *options)
    assert not is_checked(folder, "a.md", *options)


def test_files_beside_a_document_count(folder: Path) -> None:
    (folder / "d.yaml").write_text(TABLE)
    (folder / "x.csv").write_text("1,3\n")
    assert is_checked(folder, "d.yaml")
    assert not is_checked(folder, "d.yaml")
    (folder / "x.csv").write_text("1,5\n")
    assert is_checked(folder, "d.yaml")
    assert not is_checked(folder, "d.yaml")
    (folder / "y.csv").write_text("1,5\n")
    (folder / "x.csv").unlink()
    (folder / "x.csv").symlink_to("y.csv")
    assert is_checked(folder, "d.yaml")


def test_a_sidecar_that_comes_or_goes_counts(folder: Path) -> None:
    (folder / "a.md").write_text("| a | b |\n| --- | --- |\n| 1 | 3 |\n")
    sidecar = folder / "a.md.verify.yaml"
    assert is_checked(folder, "a.md")
    assert not is_checked(folder, "a.md")
    sidecar.write_text("blocks:\n  - name: X\n    shape: 1 x 2\n    numbers: 1 3\n")
    assert is_checked(folder, "a.md")
    assert not is_checked(folder, "a.md")
    sidecar.unlink()
    assert is_checked(folder, "a.md")


def test_a_baseline_and_the_codes_of_a_file_count(folder: Path) -> None:
    called("check", "a.md", "--baseline", "b.json", "--write-baseline", folder=folder)
    assert is_checked(folder, "a.md", "--baseline", "b.json")
    assert not is_checked(folder, "a.md", "--baseline", "b.json")
    (folder / "verifier.toml").write_text('per-file-ignores = {"a.md" = ["contradicted"]}')
    assert is_checked(folder, "a.md")
    assert not is_checked(folder, "a.md")


def test_another_state_of_the_program_or_another_path_is_another_question(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called("check", "a.md", folder=folder)
    assert is_checked(folder, "./a.md")
    assert is_checked(folder.parent, "here/a.md")
    monkeypatch.setattr(cache, "_program", lambda: "another")
    assert is_checked(folder, "a.md")


def test_what_is_broken_or_stopped_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "b.yaml").write_text("document: [")
    called("check", "b.yaml", "missing.md", folder=folder)
    for raised in (MemoryError, ZeroDivisionError):
        with monkeypatch.context() as patch, pytest.MonkeyPatch.context():

            def fails(*_: object, raised: type[Exception] = raised, **__: object) -> object:
                raise raised

            patch.setattr("verifier.pipeline.check", fails)
            assert called("check", "a.md", folder=folder).code == 2
    assert kept(folder) == []


def test_a_corrupted_entry_is_ignored_and_written_anew(folder: Path) -> None:
    called("check", "a.md", folder=folder)
    whole = {entry: entry.read_bytes() for entry in kept(folder)}
    assert len(whole) == 2
    for broken in (b"", b"\n", b"\xff" * 100, b"0\n[" * 9, b"{}", None):
        for entry, content in whole.items():
            entry.write_bytes(content.replace(b"contradicted", b"undecided...") if broken is None else broken)
        assert said_again(folder, "a.md") is None
        assert is_checked(folder, "a.md")
        assert {entry: entry.read_bytes() for entry in whole} == whole
    for entry in whole:
        entry.unlink()
        entry.mkdir()
    assert is_checked(folder, "a.md")


def test_a_folder_that_cannot_be_written_keeps_nothing(folder: Path) -> None:
    (folder.parent / "kept").write_text("a file")
    assert is_checked(folder, "a.md")
    assert is_checked(folder, "a.md")


def test_the_oldest_are_removed_when_there_are_too_many(tmp_path: Path) -> None:
    there = cache.Cache(str(tmp_path), "p")
    for number in range(10):
        there.keep(str(number), "x" * 1000)
        os.utime(there._path(str(number)), ns=(number, number))  # noqa: SLF001 - where it lies
    there.get("0")
    there.prune(8000)
    assert [number for number in range(10) if there.get(str(number))] == [0, 6, 7, 8, 9]
    there.prune(8000)
    assert len(list(cache.entries(str(tmp_path)))) == 5


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    there = cache.Cache(str(tmp_path), "p")
    there.keep("a", "x" * cache.MOST_OF_ONE)
    assert there.get("a") is None


@each(
    ("names", "meant"),
    [
        ({"VERIFIER_CACHE_DIR": "/v", "HOME": "/h"}, "/v"),
        ({"VERIFIER_CACHE_DIR": "", "HOME": "/h"}, None),
        ({"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/x/verifier"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/verifier"),
        ({}, None),
    ],
)
def test_the_folder_is_that_of_the_user(names: dict[str, str], meant: str | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "environ", names)
        patch.setattr(sys, "platform", "linux")
        assert cache.folder() == meant


def test_the_command_names_the_folder_and_empties_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = folder.parent / "kept"
    assert called("cache", "clean").err == f"removed 0 results from {where}\n"
    called("check", "a.md", folder=folder)
    (where / "other").touch()
    assert called("cache", "dir") == Said(f"{where}\n", "", 0)
    assert called("cache", "clean").err == f"removed 2 results from {where}\n"
    assert [path.name for path in where.iterdir()] == ["other"]
    monkeypatch.setenv(cache.VARIABLE, "")
    assert called("cache", "dir").code == 2


@pytest.mark.slow
def test_calls_beside_each_other_share_a_cache(folder: Path) -> None:
    for number in range(6):
        (folder / f"{number}.md").write_text(WRONG.replace("5", str(5 + number)))
    command = [sys.executable, "-m", "verifier", "check", ".", "--jobs", "2"]
    environment = {**os.environ, cache.VARIABLE: str(folder.parent / "kept"), "PYTHONPATH": str(ROOT)}
    calls = [
        subprocess.Popen(  # noqa: S603 - our own words
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    said = [call.communicate() for call in calls]
    with working_in(folder):
        plain = called("check", ".", "--no-cache")
    assert said == [(plain.out, plain.err)] * 3
    assert len(kept(folder)) == len([*folder.glob("*.md")]) + 1  # the documents and the call


def test_a_call_is_said_again_while_all_is_the_same(folder: Path) -> None:
    assert said_again(folder, "a.md") is None
    assert is_kept(folder, "a.md")
    assert said_again(folder, "./a.md") is None
    assert said_again(folder, "a.md", "--quiet") is None
    assert said_again(folder.parent, "a.md") is None
    (folder / "a.md").write_text(WRONG.replace("5", "6"))
    assert said_again(folder, "a.md") is None
    (folder / "a.md").write_text(WRONG)
    assert said_again(folder, "a.md") is not None


def test_a_call_rests_on_the_files_of_a_project(folder: Path) -> None:
    below = folder / "docs"
    below.mkdir()
    (below / "a.md").write_text(WRONG)
    assert is_kept(below, "a.md")
    (folder / "pyproject.toml").write_text("[tool.verifier]\nignore = ['error']\n")
    assert said_again(below, "a.md") is None
    assert is_kept(below, "a.md")
    (below / "verifier.toml").write_text("ignore = []\n")
    assert said_again(below, "a.md") is None
    (folder / "known.json").write_text('{"schema": "verifier-baseline/1", "known": []}')
    assert is_kept(folder, "a.md", "--baseline", "known.json")
    (folder / "known.json").write_text('{"schema": "verifier-baseline/1", "known": [] }')
    assert said_again(folder, "a.md", "--baseline", "known.json") is None


def test_a_call_rests_on_the_names_in_folders(folder: Path) -> None:
    assert is_kept(folder, ".")
    (folder / "b.md").write_text(WRONG)
    assert said_again(folder, ".") is None
    assert is_kept(folder, ".")
    (folder / "docs").mkdir()
    (folder / "docs" / "named.md").write_text(WRONG)
    assert is_kept(folder, "named", "--documents", "docs")
    (folder / "docs" / "named.tex").write_text("")
    assert said_again(folder, "named", "--documents", "docs") is None


_OPENED = """
import os, sys
seen = set()
def hear(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], str):
        seen.add(os.path.abspath(arguments[0]))
sys.addaudithook(hear)
from verifier.cli import main
code = main(sys.argv[1:])
here = os.path.join(os.getcwd(), "")
print("\\n".join(sorted(path[len(here):] for path in seen if path.startswith(here))), file=sys.stderr)
"""


def test_a_call_rests_on_every_file_and_folder_that_is_opened(folder: Path) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "d.yaml").write_text(TABLE)
    (folder / "docs" / "x.csv").write_text("1,3\n")
    (folder / "docs" / "b.md").write_text("| a | b |\n| --- | --- |\n| 1 | 3 |\n")
    (folder / "docs" / "b.md.verify.yaml").write_text("blocks:\n  - name: X\n    shape: 1 x 2\n    numbers: 1 3\n")
    (folder / "verifier.toml").write_text('baseline = "known.json"')
    (folder / "known.json").write_text('{"schema": "verifier-baseline/1", "known": []}')
    unlimited = ("--timeout", "0", "--memory", "0", "--output-size", "0")  # in one process
    command = [sys.executable, "-c", _OPENED, "check", "a.md", "docs", *unlimited]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    opened = {line for line in done.stderr.splitlines() if line.startswith(("a.md", "docs", "verifier", "known"))}
    rests = next(
        rests for entry in kept(folder) if (rests := json.loads(entry.read_bytes().partition(b"\n")[2]).get("rests"))
    )
    assert {
        "a.md",
        "docs",
        "docs/d.yaml",
        "docs/x.csv",
        "docs/b.md.verify.yaml",
        "verifier.toml",
        "known.json",
    } <= opened
    assert opened <= {os.path.relpath(path, folder) if os.path.isabs(path) else path for path, _ in rests}


@each(
    "arguments",
    [
        ("*.md",),
        ("a.md", "missing.md"),
        ("a.md", "nothing"),
        ("a.md", "--no-cache"),
        ("a.md", "--output", "out"),
        ("a.md", "--baseline", "known.json", "--write-baseline"),
        ("a.md", "--show-config"),
    ],
)
def test_other_calls_are_not_said_again(arguments: tuple[str, ...], folder: Path) -> None:
    assert not is_kept(folder, *arguments)


def test_what_is_not_kept_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(repeated_call, "is_plain", lambda _: True)
    monkeypatch.setattr(repeated_call, "folder", lambda: looked.append("here"))
    repeated_call.said_again(["check", "a.md", "--no-cache"])
    assert not looked
    repeated_call.said_again(["check", "a.md"])
    assert looked


def test_only_plain_calls_are_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda _: False)
    assert repeated_call.is_plain(["check", "a.md"])
    assert not repeated_call.is_plain(["report", "a.md"])
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert not repeated_call.is_plain(["check", "a.md"])
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.setattr(os, "isatty", lambda _: True)
    assert not repeated_call.is_plain(["check", "a.md"])


@pytest.mark.slow
def test_a_process_says_again_what_it_said_without_the_parser(folder: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "verifier", "check", "a.md"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = [
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        for _ in range(2)
    ]
    said = [(one.stdout, [line for line in one.stderr.splitlines() if "import time" not in line]) for one in done]
    assert said[0] == said[1]
    assert [one.returncode for one in done] == [1, 1]
    assert ["argparse" in one.stderr for one in done] == [True, False]
    assert "typing" not in done[1].stderr


def test_documents_by_name_are_kept_too(folder: Path) -> None:
    call = ("named", "--documents", "docs")
    (folder / "docs").mkdir()
    (folder / "docs" / "named.yaml").write_text((CASES / "contradicted" / "wrong-word.yaml").read_text())
    assert is_checked(folder, *call)
    assert not is_checked(folder, *call)
