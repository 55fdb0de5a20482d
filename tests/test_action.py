"""The hooks of pre-commit and the GitHub Action: what they run is what there is, and texts of strangers stay texts."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.calling import called
from tests.tables import each
from verifier.cli import parser

ROOT = Path(__file__).parents[1]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
RUNS = [step for step in STEPS if "run" in step]
WRONG = "So $3 + 4 = 8$.\n"
RIGHT = "So $3 + 4 = 7$.\n"
TRAP = "raise SystemExit('a module of the checked repository was imported')\n"


class Ran(NamedTuple):
    out: str
    code: int
    summary: str
    outputs: dict[str, str]


def expanded(text: str, inputs: dict[str, str], outputs: dict[str, str]) -> str:
    """A value with the inputs and the outputs of the step `check` put in, as the runner does it."""
    values = {f"inputs.{name}": value for name, value in inputs.items()}
    values |= {f"steps.check.outputs.{name}": value for name, value in outputs.items()}
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: values[found[1]], text)


def ran(top: Path, **said: str) -> Ran:
    """Run the steps of the action in the folder `work`, but for the installation, as a runner does."""
    temp, work = top / "temp", top / "work"
    script = temp / "verifier" / "bin" / "verifier"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -P -m verifier "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    inputs = {name: str(about["default"]) for name, about in ACTION["inputs"].items()} | said
    outputs: dict[str, str] = {}
    out, code = "", 0
    for step in RUNS[1:]:
        there = {key: expanded(value, inputs, outputs) for key, value in step["env"].items()}
        files = {"GITHUB_STEP_SUMMARY": str(top / "summary"), "GITHUB_OUTPUT": str(top / "output")}
        environment = {"PATH": os.environ["PATH"], "RUNNER_TEMP": str(temp), **files, **there}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own
        out, code = out + done.stdout + done.stderr, done.returncode
        if code:
            break
        outputs |= dict(line.split("=", 1) for line in (top / "output").read_text().splitlines())
    return Ran(out, code, (top / "summary").read_text(), outputs)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A checked out repository in `work` that would like to be imported."""
    (tmp_path / "work" / "docs").mkdir(parents=True)
    (tmp_path / "work" / "docs" / "a.md").write_text(WRONG)
    (tmp_path / "work" / "mkdocs.yml").write_text("site_name: x\n")
    for name in ("verifier.py", "flint.py", "sitecustomize.py", "venv.py"):
        (tmp_path / "work" / name).write_text(TRAP)
    return tmp_path


@pytest.mark.slow
def test_the_action_annotates_summarises_and_fails(top: Path) -> None:
    done = ran(top)
    assert done.code == 1
    assert "::error file=docs/a.md,line=1,col=13,title=contradicted::line_1 is 8, should be 7 (3 + 4)" in done.out
    assert done.summary.startswith("# Errata: docs/a.md\n")
    assert "is 8, should be 7" in done.summary
    assert done.outputs["exit-code"] == "1"
    assert '"uri": "docs/a.md"' in Path(done.outputs["sarif-file"]).read_text()


@pytest.mark.slow
def test_errors_need_not_fail_the_job_but_calls_must_be_right(top: Path) -> None:
    assert ran(top, **{"fail-on": "none"}).code == 0
    assert ran(top, **{"fail-on": "error,undecided"}).code == 1
    assert ran(top, **{"fail-on": "undecided"}).code == 0
    assert ran(top, **{"fail-on": "none"}, files="docs/missing.md").code == 2
    (top / "work" / "docs" / "a.md").write_text(RIGHT)
    assert ran(top).code == 0


@pytest.mark.slow
def test_files_are_lines_and_options_words(top: Path) -> None:
    (top / "work" / "docs" / "b c.md").write_text(WRONG)
    done = ran(top, files="\n  \ndocs/b c.md\n", options="--no-causes --quiet")
    assert done.code == 1
    assert "file=docs/b c.md" in done.out
    assert "docs/a.md" not in done.out
    assert "tried" not in done.out


@pytest.mark.slow
@each(
    "hostile",
    [
        '$(touch "$RUNNER_TEMP/owned")',
        '"; touch "$RUNNER_TEMP/owned"; "',
        "`touch $RUNNER_TEMP/owned`",
        "--output=owned",
    ],
)
def test_inputs_are_never_commands(hostile: str, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir(exist_ok=True)
    (tmp_path / "work" / "a.md").write_text(RIGHT)
    assert ran(tmp_path, files=f"a.md\n{hostile}").code == 2
    assert not list(tmp_path.rglob("owned"))


def test_expressions_stand_in_no_script() -> None:
    for step in RUNS:
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(ACTION["inputs"])
    assert RUNS[0]["run"].splitlines() == [
        'python -I -m venv "$RUNNER_TEMP/verifier"',
        '"$RUNNER_TEMP/verifier/bin/pip" install --quiet "${PACKAGE:-$GITHUB_ACTION_PATH}"',
    ]


@each("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_a_hook_runs_a_command_that_there_is(hook: dict[str, Any], tmp_path: Path) -> None:
    program, *arguments = hook["entry"].split()
    assert (program, hook["language"]) == ("verifier", "python")
    files = [] if hook.get("pass_filenames") is False else ["docs/a.md"]
    assert parser().parse_args([*arguments, *files]).run
    if files:
        (tmp_path / "a.md").write_text(WRONG)
        assert called(*arguments, "a.md", folder=tmp_path).code == 1
