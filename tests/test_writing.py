"""Files are written aside and renamed: whatever happens, each is the old one or the new one."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.calling import called
from tests.effort import examples
from verifier import writing
from verifier.commands.folder import Written
from verifier.writing import swept, write, written

ROOT = Path(__file__).parents[1]
WRONG = ROOT / "tests" / "cases" / "contradicted" / "slip-carried-on.yaml"


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write(str(path), "old")
    path.chmod(0o640)
    with written(str(path)) as file:
        file.write("new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_exception_the_file_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with suppress(KeyboardInterrupt), written(str(path)) as file:
        file.write("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write(str(link), "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    write("/dev/null", "nothing")
    assert Path("/dev/null").is_char_device()


def test_what_a_killed_run_left_is_removed_and_what_is_being_written_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_FRESH", 0)
    left, busy, other = (tmp_path / name for name in (".verifier-0", ".verifier-1", "notes.txt"))
    for path in (left, busy, other):
        path.write_text("x")
    with busy.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        swept(str(tmp_path))
    assert sorted(tmp_path.iterdir()) == [busy, other]


def forked(work: Callable[[], None]) -> int:
    """The identifier of a process that does the work."""
    process = os.fork()
    if not process:
        try:
            work()
        finally:
            os._exit(0)
    return process


def test_a_process_killed_at_any_moment_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    texts = ["a" * 300_000, "b" * 300_000]
    path.write_text(texts[0])

    def work() -> None:
        while True:
            for text in texts:
                write(str(path), text)

    for number in range(examples(60)):
        process = forked(work)
        time.sleep((number % 20) * 0.003)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        assert path.read_text() in texts


@pytest.mark.slow
@pytest.mark.parametrize(
    "target", ["check", *(pytest.param(one, marks=pytest.mark.slow) for one in ("report", "example"))]
)
def test_a_full_disk_leaves_what_was_there_and_names_the_file(target: str, tmp_path: Path) -> None:
    name = {"check": "out.json", "report": "slip-carried-on.html", "example": "out.yaml"}[target]
    arguments = {
        "check": f"check {WRONG} --format json --output {tmp_path}/out.json",
        "report": f"report {WRONG} --output {tmp_path}",
        "example": f"example transformer --output {tmp_path}/out.yaml --force",
    }[target]
    path, old = tmp_path / name, "<footer><p>Made by verifier, long ago"
    path.write_text(old)
    limited = f"ulimit -f 1; {sys.executable} -m verifier {arguments}"  # of files, in kilobytes
    quiet = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # or modules would be cached by halves
    done = subprocess.run(["bash", "-c", limited], cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own words
    assert done.returncode == 2
    assert f"{path}: File too large" in done.stderr
    assert path.read_text() == old
    assert not list(tmp_path.glob(".verifier-*"))


def test_runs_into_one_folder_lose_no_row_of_the_index(tmp_path: Path) -> None:
    folder = str(tmp_path / "reports")
    names = [f"d{number}" for number in range(6)]

    def work(name: str) -> None:
        Written(folder, is_whole=False).finish({name: f'<tr id="document-{name}"><td></td></tr>\n'})

    processes = [forked(lambda name=name: work(name)) for name in names]  # type: ignore[misc]
    for process in processes:
        os.waitpid(process, 0)
    index = (tmp_path / "reports" / "index.html").read_text()
    assert [name for name in names if f'"document-{name}"' in index] == names


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_an_output_file_says_nothing_of_an_earlier_run(form: str, tmp_path: Path) -> None:
    broken = ROOT / "tests" / "cases" / "unreadable" / "ragged-rows.yaml"
    target = tmp_path / "out"
    target.write_text("an earlier run")
    assert called("check", str(broken), "--format", form, "--output", str(target)).code == 2
    assert "an earlier run" not in target.read_text()
    assert ("ragged-matrix" in target.read_text()) == (form != "text")
