"""The task file runs the commands that the README gives and that .ci/run tries."""

import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
_TASK = re.compile(r"^(\w+):[^\n]*\n((?: {4}[^\n]*\n)*)", re.MULTILINE)
TASKS = {
    name: [line.strip() for line in body.splitlines()]
    for name, body in _TASK.findall((ROOT / "justfile").read_text(encoding="utf-8"))
}
OF_CI = ("slow", "torch", "extras", "lint", "types")
"""The tasks whose commands stand in .ci/run; it takes that of `test` from the README."""


def test_every_task_stands_in_the_task_file() -> None:
    assert {"setup", "test", "slow", "torch", "lint", "types", "reports", "exams", "all"} <= set(TASKS)


def test_the_tests_are_run_as_in_the_readme() -> None:
    command = re.findall(r"^ {4}python3 -m venv .*pytest.*$", README, re.MULTILINE)
    assert [line.split(" && ")[-1] for line in command] == TASKS["test"]


def test_ci_runs_the_commands_of_the_tasks_and_installs_for_no_others() -> None:
    commands = [line for line in CI.splitlines() if line.startswith(".venv/bin/")]
    installs_linters = ".venv/bin/pip install -q '.[lint]'"
    tasks = [line for name in OF_CI for line in TASKS[name]]
    assert [line for line in commands if line != installs_linters] == tasks


def test_the_task_for_all_is_that_of_ci() -> None:
    first = next(line for line in (ROOT / "justfile").read_text(encoding="utf-8").splitlines() if line[:4] == "all:")
    assert first.removeprefix("all:").split() == ["test", *OF_CI]


def test_every_module_that_a_task_runs_exists() -> None:
    modules = {module for lines in TASKS.values() for line in lines for module in re.findall(r"-m (tests\S*)", line)}
    assert {module for module in modules if find_spec(module) is None} == set()


def test_the_exams_of_the_task_are_told_in_the_readme() -> None:
    for line in TASKS["exams"]:
        assert line.removeprefix(".venv/bin/") in " ".join(README.split()), line
