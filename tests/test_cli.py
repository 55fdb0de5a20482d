"""The command as a user meets it: exit codes, streams, formats and what it imports."""

import io
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.effort import some
from tests.tables import each
from verifier.cli import main
from verifier.commands import check as check_command
from verifier.commands import common

pytestmark = pytest.mark.usefixtures("shared_reports")

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
RIGHT = str(CASES / "agrees" / "product-of-exact-matrices.yaml")
WRONG = str(CASES / "contradicted" / "slip-carried-on.yaml")
BROKEN = str(CASES / "unreadable" / "ragged-rows.yaml")


@each(
    ("arguments", "code"),
    [
        (["check", RIGHT], 0),
        (["check", WRONG], 1),
        (["check", BROKEN], 2),
        (["check", RIGHT, WRONG], 1),
        (["check", WRONG, BROKEN], 2),
        (["check", "no-such-document"], 2),
        (["check", "no/such/file.yaml"], 2),
        (["check"], 2),
        (["chek", RIGHT], 2),
        (["check", RIGHT, "--format", "jsn"], 2),
        (["check", RIGHT, "--output", "no/such/folder/report.json"], 2),
        (["list", "--documents", "no/such/folder"], 2),
        (["--help"], 0),
        (["--version"], 0),
    ],
)
def test_each_outcome_has_its_exit_code(arguments: list[str], code: int) -> None:
    assert main(arguments) == code


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["check", "fared"], "did you mean fareed?"),
        (["chek", "fareed"], "did you mean check?"),
        (["check", "fareed", "--format", "jsn"], "did you mean json?"),
    ],
)
def test_a_misspelt_word_is_answered_with_the_nearest_known_one(
    arguments: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(arguments)
    assert hint in capsys.readouterr().err


def test_a_broken_file_does_not_stop_the_check_of_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", BROKEN, WRONG]) == 2
    shown = capsys.readouterr()
    assert "[ragged-matrix]" in shown.err
    assert "[contradicted]" in shown.out


def test_the_json_of_several_documents_is_a_list_in_the_order_of_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", WRONG, RIGHT, "--format", "json"])
    reports = json.loads(capsys.readouterr().out)
    assert [report["document"] for report in reports] == ["slip-carried-on", "product-of-exact-matrices"]


def test_output_is_written_to_the_named_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.json"
    main(["check", WRONG, "--format", "json", "--output", str(target)])
    assert json.loads(target.read_text())["document"] == "slip-carried-on"
    assert capsys.readouterr().out == ""


def test_without_causes_the_verdicts_are_the_same_and_no_cause_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", WRONG, "--format", "json"])
    full = json.loads(capsys.readouterr().out)
    main(["check", WRONG, "--format", "json", "--no-causes"])
    bare = json.loads(capsys.readouterr().out)
    assert full["summary"]["contradicted"] == bare["summary"]["contradicted"] == 5
    assert full["errata"][0]["slips"][0]["slip"] == "other-function"
    assert bare["errata"][0]["slips"] == bare["errata"][0]["reach"] == []


def test_tables_are_drawn_where_colours_are_forced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    main(["check", WRONG])
    shown = capsys.readouterr().out
    assert "A geometric mean in the place of the mean" in shown
    assert "\x1b[" in shown


def test_no_line_of_a_table_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_command, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", WRONG])
    shown = capsys.readouterr().out
    assert "\x1b[3" not in shown
    assert max(map(len, shown.splitlines())) <= 80


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_and_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(common, "PATIENCE", 0)
    monkeypatch.setenv("COLUMNS", "20")
    with common.progress("checking a document of a long name"):
        deadline = time.monotonic() + 60
        while not terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert terminal.getvalue() == "checking a document"
    assert terminal.getvalue() == "checking a document\r\x1b[K"


def test_progress_of_short_work_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(common, "PATIENCE", 60)
    with common.progress("checking example"):
        pass
    assert terminal.getvalue() == ""


def test_progress_is_not_written_to_a_file_or_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "PATIENCE", 0)
    with common.progress("checking example"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_problems_of_a_file_are_not_written_into_a_progress_line(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(common, "PATIENCE", 0)
    assert main(["check", BROKEN, WRONG, "--jobs", jobs]) == 2
    assert re.search(rf"(^|\n|\x1b\[K){re.escape(BROKEN)}:\d+", terminal.getvalue())


def imported(*arguments: str) -> set[str]:
    """The modules that a command imports, in a process of its own."""
    code = (
        f"import sys; from verifier.cli import main; main({list(arguments)!r}); sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.slow
def test_a_check_imports_neither_sympy_nor_pandas_nor_numpy() -> None:
    loaded = imported("check", WRONG, "--format", "csv")
    assert "flint" in loaded
    assert not loaded & {"sympy", "pandas", "numpy", "rich", "matplotlib", "shtab"}


def test_help_imports_no_arithmetic() -> None:
    assert not imported("--help") & {"flint", "yaml", "sympy"}


@pytest.mark.slow
def test_a_closed_pipe_ends_without_a_traceback() -> None:
    command = f"{sys.executable} -m verifier check jamil --no-causes --format json | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S602 - our own words
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.slow
def test_completion_for_a_closed_pipe_ends_without_a_traceback() -> None:
    command = f"{sys.executable} -m verifier --print-completion bash | true"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S602 - our own words
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "closed", [">&- 2>&-", *(pytest.param(one, marks=pytest.mark.slow) for one in (">&-", "2>&-"))]
)
def test_a_closed_output_changes_no_exit_code(closed: str) -> None:
    command = f"{sys.executable} -m verifier check tests/cases/contradicted/wrong-word.yaml {closed}"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S602 - our own words
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "fault" not in done.stderr


@pytest.mark.slow
def test_the_output_is_utf_8_whatever_the_locale() -> None:
    path = CASES / "contradicted" / "words-of-another-script.yaml"
    command = [sys.executable, "-m", "verifier", "check", str(path)]
    done = subprocess.run(  # noqa: S603 - our own words
        command, cwd=ROOT, capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 1
    assert "\u03c3" in done.stdout.decode("utf-8")


HUGE = """\
document: huge
title: Numbers that no digits show
stages:
  - name: E
    printed: "{}"
  - name: Y
    formula: exp(E)
    printed: "5"
"""


@pytest.mark.slow
@each("exponent", some(["1e8", "-1e8", "1e15", "-1e15", "1e20", "-1e20", "1e300", "-1e300"], 0, of=7))
@each("form", ["text", "json", "csv", "markdown"])
def test_astronomic_numbers_are_checked_and_shown_briefly(
    exponent: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "huge.yaml"
    path.write_text(HUGE.format(exponent), encoding="utf-8")
    assert main(["check", str(path), "--format", form]) == 1
    out = capsys.readouterr().out
    assert len(out) < 5000
    assert "nan" not in out
    if form == "text" and not exponent.startswith("-"):
        assert re.search(r"it lies in \[(?:10\*\*|[0-9.]+e\+)[0-9.e+]+(?: and more)?, ", out)
    assert main(["explain", str(path), "Y"]) == 1
    assert "nan" not in capsys.readouterr().out
