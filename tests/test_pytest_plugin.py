"""The pytest plugin: which files and stages are tests, how they fail, and what it costs those who do not ask for it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from junitparser import JUnitXml

import verifier
from tests.calling import called
from tests.reports import published
from verifier.errata.findings import findings
from verifier.errata.selection import ALL
from verifier.integrations.pytest_documents import Claim, Outcomes, outcomes_of

ROOT = Path(__file__).parents[1]
WRONG = "# Eggs\n\nFirst $2 + 3 = 6$ and $4 \\cdot 2 = 8$, then $z = 3 + 4 = 8$.\n"
RIGHT = "So $2 + 3 = 5$, and $7 / 2 = 3.5$.\n"
BROKEN = "document: d\ntitle: D\nstages:\n  - name: [\n"
DOUBTFUL = """\
document: doubtful
title: D
stages:
  - name: X
    printed: "1.5 2.5"
  - name: shown
    formula: "2 * hidden"
    printed: "4.0"
  - name: hidden
    formula: "X @ X.T"
  - name: S
    formula: "X * 3"
    printed: "4.5 7.6"
"""
LIGHT = """\
import sys
def test_light():
    heavy = {"flint", "numpy", "sympy", "pandas", "yaml", "jinja2"} & set(sys.modules)
    ours = {name for name in sys.modules if name.partition(".")[0] == "verifier"}
    assert not heavy
    assert ours - {"verifier", "verifier.version", "verifier.integrations"} == {
        "verifier.integrations.pytest_plugin",
        "verifier.integrations.pytest_imports",
    }
"""


class Ran(NamedTuple):
    out: str
    code: int

    @property
    def words(self) -> str:
        """The last line: how many have passed, failed and were skipped."""
        return self.out.splitlines()[-1].strip("= ").partition(" in ")[0]


_UNCUT = ("CI", "BUILD_NUMBER")
"""Where one of these is set, pytest cuts no line of its summary at the width of the terminal."""


def ran(folder: Path, *arguments: str, plugins: tuple[str, ...] = (), columns: int = 200) -> Ran:
    """Run pytest with the plugin, and no other but these, in a folder."""
    named = [part for name in (*plugins, "verifier.integrations.pytest_plugin") for part in ("-p", name)]
    command = [sys.executable, "-m", "pytest", "-q", "--color=no", *named, *arguments]
    environment = {name: value for name, value in os.environ.items() if name not in _UNCUT}
    environment |= {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": str(columns)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    return Ran(done.stdout + done.stderr, done.returncode)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project with documents, and with files that are none."""
    top = tmp_path_factory.mktemp("project")
    files = {
        "docs/eggs.md": WRONG,
        "docs/right.tex": RIGHT,
        "docs/notes.txt": WRONG,
        "docs/sub/broken.yaml": BROKEN,
        "docs/eggs.md.verify.yaml": "blocks: []\n",
        "mkdocs.yml": "site_name: x\n",
        "test_light.py": LIGHT,
    }
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, encoding="utf-8")
    cells = [{"cell_type": "markdown", "source": "A title"}, {"cell_type": "markdown", "source": "So $3 + 4 = 8$."}]
    (top / "docs" / "pages.ipynb").write_text(json.dumps({"nbformat": 4, "cells": cells}), encoding="utf-8")
    return top


COLLECTED = [
    "docs/eggs.md::line_3",
    "docs/eggs.md::line_3_2",
    "docs/eggs.md::z",
    "docs/pages.ipynb::line_2",
    "docs/right.tex::line_1",
    "docs/right.tex::line_1_2",
    "docs/sub/broken.yaml::document",
]


def test_without_the_option_nothing_is_collected_and_nothing_imported(folder: Path) -> None:
    said = ran(folder)
    assert (said.words, said.code) == ("1 passed", 0), said.out


@pytest.mark.slow
def test_without_the_option_a_folder_of_documents_has_no_tests(folder: Path) -> None:
    said = ran(folder, "docs")
    assert (said.words, said.code) == ("no tests ran", 5)


@pytest.mark.slow
def test_each_stage_that_can_be_wrong_is_a_test(folder: Path) -> None:
    said = ran(folder, "--verifier", "--collect-only")
    assert said.out.splitlines()[:-2] == [*COLLECTED, "test_light.py::test_light"]
    assert said.code == 0


@pytest.mark.slow
def test_tests_fail_with_the_lines_of_check(folder: Path) -> None:
    said = ran(folder, "--verifier", "docs", "--junitxml", "all.xml")
    assert (said.words, said.code) == ("4 failed, 3 passed", 1), said.out
    assert "Traceback" not in said.out
    of_check = called("check", "docs/eggs.md", "docs/pages.ipynb", folder=folder).out.splitlines()
    assert len(of_check) == 3
    assert all(f"\n{line}\n" in said.out for line in of_check)
    assert "FAILED docs/eggs.md::line_3 - docs/eggs.md:3:16: error: line_3 is 6, should be 5" in said.out
    assert "docs/sub/broken.yaml:5:1: error: " in said.out
    failed = {
        f"{case.classname}::{case.name}": [one.message for one in case.result]
        for suite in JUnitXml.fromfile(str(folder / "all.xml"))
        for case in suite
        if case.result
    }
    assert list(failed) == [
        "docs.eggs.md::line_3",
        "docs.eggs.md::z",
        "docs.pages.ipynb::line_2",
        "docs.sub.broken.yaml::document",
    ]
    assert failed["docs.eggs.md::z"] == [of_check[1]]


@pytest.mark.slow
def test_files_tests_and_words_of_the_call_choose_what_is_tested(folder: Path) -> None:
    assert ran(folder, "--verifier", "docs/notes.txt").words == "2 failed, 1 passed"
    assert ran(folder, "--verifier", "docs/eggs.md::z").words == "1 failed"
    assert ran(folder, "--verifier", "docs", "-k", "z or right").words == "1 failed, 2 passed, 4 deselected"
    assert "1 failed" in ran(folder, "--verifier", "docs", "-x").out.splitlines()[-1]


@pytest.mark.slow
def test_a_setting_of_the_project_asks_for_it_too(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nverifier = true\n")
    (tmp_path / "a.md").write_text(RIGHT)
    assert ran(tmp_path).words == "2 passed"


@pytest.mark.slow
def test_what_a_project_says_of_its_checks_holds(tmp_path: Path) -> None:
    for name in ("eggs.md", "old/eggs.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(WRONG, encoding="utf-8")
    settings = tmp_path / "verifier.toml"
    settings.write_text('exclude = ["old"]\nignore = ["contradicted"]\n')
    said = ran(tmp_path, "--verifier", "-rs")
    assert said.words == "1 passed, 2 skipped", said.out
    assert "ignored: eggs.md:3:16: error: line_3 is 6, should be 5" in said.out
    assert ran(tmp_path, "--verifier", "old/eggs.md").words == "1 passed, 2 skipped"
    settings.write_text('exclude = ["old"]\nbaseline = "known.json"\n')
    called("check", "eggs.md", "--baseline", "known.json", "--write-baseline", folder=tmp_path)
    said = ran(tmp_path, "--verifier", "-rs")
    assert (said.words, "known: eggs.md:3:16: error" in said.out) == ("1 passed, 2 skipped", True)
    settings.write_text('exclude = ["old"]\nfail-on = []\n')
    assert ran(tmp_path, "--verifier").words == "3 passed"
    settings.write_text('selct = ["error"]\n')
    said = ran(tmp_path, "--verifier")
    assert (said.code, "ERROR: verifier.toml:1: no key is called selct; did you mean select?" in said.out) == (
        4,
        True,
    ), said.out


@pytest.mark.slow
def test_modules_of_the_verifier_are_imported_as_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(RIGHT)
    (tmp_path / "conftest.py").write_text(
        "import sys\n"
        "def pytest_configure(config):\n"
        "    config.pluginmanager.rewrite_hook.mark_rewrite('verifier')\n"
        "def pytest_unconfigure(config):\n"
        "    ours = [name for name in sys.modules if name.startswith('verifier.') and '.pytest_' not in name]\n"
        "    rewritten = [name for name in ours if hasattr(sys.modules[name], '@pytest_ar')]\n"
        "    print('imported', len(ours) > 50, 'rewritten', rewritten)\n"
    )
    said = ran(tmp_path, "--verifier", "a.md")
    assert "imported True rewritten []" in said.out, said.out


@pytest.mark.slow
@pytest.mark.parametrize("spread", ["load", "loadfile", "worksteal"])
def test_processes_of_xdist_find_the_same(folder: Path, spread: str) -> None:
    said = ran(folder, "--verifier", "docs", "-n", "2", "--dist", spread, "-vv", plugins=("xdist.plugin",))
    assert said.words == "4 failed, 3 passed", said.out
    workers = {(name, worker) for worker, name in re.findall(r"^\[(gw\d)\].* (docs/\S+?)::", said.out, re.MULTILINE)}
    if spread != "worksteal":
        assert len(workers) == 4, "each file is checked in one process"


def outcomes(text: str, kind: str = "md") -> Outcomes:
    """What each claim of a text is told."""
    report = verifier.check(text, as_=kind).report
    return outcomes_of(tuple(Claim(stage.stage.name, stage.stage.line, 1) for stage in report.stages), ALL, report)


def test_what_could_not_be_decided_is_skipped_and_warnings_fail_nothing() -> None:
    found = outcomes(DOUBTFUL, "yaml")
    assert "X" not in found
    assert found["hidden"].undecided == "unchecked: nothing to check"
    assert found["S"].wrong == ()
    assert [line.rpartition(" ")[2] for line in found["S"].warnings] == ["[if-exact]"]


def test_a_finding_of_another_stage_is_told_at_the_claim_before_it() -> None:
    report = verifier.check(WRONG).report
    claims = (Claim("a", 1, 1), Claim("b", 3, 20), Claim("c", 9, 1))
    assert {name: len(outcome.wrong) for name, outcome in outcomes_of(claims, ALL, report).items()} == {"a": 1, "b": 1}
    assert set(outcomes_of((Claim("late", 9, 1),), ALL, report)) == {"late"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jamil", "soham", "loan", "regression", "pendulum"])
def test_a_document_has_a_failing_test_where_its_check_fails_and_no_error_is_lost(name: str) -> None:
    report = published(name)
    claims = tuple(Claim(stage.stage.name, stage.stage.line, stage.stage.column) for stage in report.stages)
    wrong = [line for outcome in outcomes_of(claims, ALL, report).values() for line in outcome.wrong]
    assert bool(wrong) != report.is_clean
    assert len(wrong) >= sum(finding.level == "error" for finding in findings(report))


def test_a_claim_without_a_finding_passes() -> None:
    assert outcomes(RIGHT) == {}
