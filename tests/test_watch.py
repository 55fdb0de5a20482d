"""`check --watch` as a process: it checks again what changes, survives what vanishes, and ends with 130."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.calling import called, heeding
from tests.reports import ROOT
from verifier.commands import watch

WRONG = "So $2 \\cdot 2 = 5$.\n"
RIGHT = "So $2 \\cdot 2 = 4$.\n"


class Watching:
    """A check that watches a folder, and its two pipes."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "verifier", "check", *arguments, "--watch"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(  # noqa: S603 - our own words
            command,
            cwd=folder,
            env=environment,
            stdout=pipe,
            stderr=pipe,
            preexec_fn=heeding,  # noqa: PLW1509 - pytest has no threads here
        )

    waiting = ""
    """What it says when it waits."""

    def said(self) -> tuple[str, str]:
        """What the next check says, until it watches again; each pipe holds all that a check writes."""
        assert self.process.stderr is not None
        assert self.process.stdout is not None
        *lines, self.waiting = self._until_it_watches(self.process.stderr)
        os.set_blocking(self.process.stdout.fileno(), False)
        try:
            out = os.read(self.process.stdout.fileno(), 2**16)
        except BlockingIOError:
            out = b""
        return out.decode(), "".join(lines)

    @staticmethod
    def _until_it_watches(errors: IO[bytes]) -> Iterator[str]:
        for line in map(bytes.decode, errors):
            yield line
            if line.startswith("verifier: watching"):
                return
        pytest.fail("it has ended")

    def end(self) -> tuple[int, str]:
        """Interrupt it, as Ctrl-C does; returns its exit code and its last words."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate()
        return self.process.returncode, errors.decode()


@pytest.mark.slow
def test_what_changes_is_checked_again_until_it_is_interrupted(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(WRONG)
    watching = Watching(tmp_path, "a.md", ".")
    out, errors = watching.said()
    assert out.startswith("a.md:1:17: error: ")
    assert "\x1b" not in out + errors
    (tmp_path / "a.md").write_text(RIGHT)
    assert watching.said()[0] == ""
    (tmp_path / "b.md").write_text(WRONG)
    assert watching.said()[0].startswith("b.md:1:17: error: ")
    (tmp_path / "a.md").unlink()
    assert "a.md:1:1: error: file not found [missing-file]" in watching.said()[1]
    (tmp_path / "a.yaml").write_text("document: [")
    assert "a.yaml:1" in watching.said()[1]
    assert watching.end() == (130, "verifier: interrupted\n")


@pytest.mark.slow
def test_files_beside_a_document_are_watched(tmp_path: Path) -> None:
    stages = "  - name: X\n    file: x.csv\n  - name: s\n    formula: sum(X)\n    printed: 4\n"
    (tmp_path / "d.yaml").write_text(f"document: d\ntitle: D\nstages:\n{stages}")
    watching = Watching(tmp_path, "d.yaml")
    assert "x.csv:1:1: error: file not found" in watching.said()[1]
    (tmp_path / "x.csv").write_text("1,3\n")
    assert watching.said()[0] == ""
    assert f"\n    {watching.waiting}\n" in (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    (tmp_path / "x.csv").write_text("1,5\n")
    assert watching.said()[0].startswith("d.yaml:8:14: error: s is 4, should be 6")
    assert watching.end()[0] == 130


def test_a_call_that_watches_is_not_said_again_from_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_CACHE_DIR", str(tmp_path / "kept"))
    (tmp_path / "a.md").write_text(WRONG)
    for _ in range(2):
        watching = Watching(tmp_path, "a.md")
        assert watching.said()[0].startswith("a.md:1:17: error: ")
        assert watching.end()[0] == 130


def test_a_change_is_waited_out_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def state(number: int) -> watch.State:
        return {"a.md": ((number, 0, 0),)}

    looks = iter([0, 0, 1, 2, 3, 3, 4])
    monkeypatch.setattr(watch, "_later", lambda _: state(next(looks)))
    assert watch._changed(state(0), list) == state(3)  # noqa: SLF001 - one change
    assert next(looks) == 4
    restless = iter(range(1000))
    monkeypatch.setattr(watch, "_later", lambda _: state(next(restless)))
    assert watch._changed(state(0), list)["a.md"][0] != (0, 0, 0)  # noqa: SLF001 - one change
    assert next(restless) < 100


def test_standard_input_is_not_watched() -> None:
    said = called("check", "-", "--as", "md", "--watch")
    assert said.err == "verifier: error: --watch takes files, and - is none\n"
