"""What a command imports before it works: the modules that it enters, and no heavy library that it can do without.

Modules are counted, as times depend on the machine. A bound that is met by a new module that every check enters is
raised; else the module is imported where it is entered.
"""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.exams.benchmark import SMALL

ROOT = Path(__file__).parents[1]
UNLIMITED = ("--timeout", "0", "--memory", "0", "--output-size", "0", "--no-cache")
"""So that the work is done in the process whose modules are counted."""
HEAVY = {"sympy", "mpmath", "numpy", "pandas", "jinja2", "rich", "matplotlib", "IPython", "markdown_it"}
ARITHMETIC = {"flint", "yaml"}
OPENSSL = {"_hashlib"}
ARCHIVES = {"shutil", "lzma", "bz2"}
ASKED_FOR_ERRORS = {
    "verifier.causes.search",
    "verifier.errata.grouping",
    "verifier.errata.sentences",
    "verifier.judging.rivals",
    "verifier.proofs.joint.contraction",
    "verifier.replay.candidates",
    "verifier.replay.denials",
    "verifier.replay.later_numbers",
    "verifier.rewriting.normal_form",
}
"""What only a document with wrong numbers enters, or with more than formulas and prints."""


@cache
def imported(*arguments: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    program = (
        f"import sys; from verifier.cli import main; main({list(arguments)!r}); sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    return set(done.stderr.splitlines()[-1].split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "verifier"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Small files by what they are."""
    folder = tmp_path_factory.mktemp("start")
    texts = {
        "document": ("small.yaml", SMALL),
        "text": ("small.md", "We have $3 + 4 = 7$ and $2 \\cdot 5 = 10$.\n"),
    }
    for name, text in texts.values():
        (folder / name).write_text(text, encoding="utf-8")
    return {kind: str(folder / name) for kind, (name, _) in texts.items()}


@pytest.mark.parametrize(("command", "most"), [("--help", 50), ("cache", 28), ("check --help", 36), ("chek", 50)])
def test_what_is_said_of_commands_takes_no_arithmetic(command: str, most: int) -> None:
    loaded = imported(*command.split())
    assert not loaded & (HEAVY | ARITHMETIC | ARCHIVES)
    assert len(ours(loaded)) <= most


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("kind", ["document", "text"])
def test_a_process_that_has_another_one_work_imports_nothing_for_the_work(
    kind: str, form: str, files: dict[str, str]
) -> None:
    loaded = imported("check", files[kind], "--no-cache", "--format", form)
    assert not loaded & (HEAVY | ARITHMETIC | ARCHIVES)
    assert len(ours(loaded)) <= 40  # as all that it has is copied, where the other one counts who holds what


@pytest.mark.parametrize(("kind", "most"), [("document", 125), ("text", 300)])
def test_a_check_that_finds_nothing_imports_nothing_for_errors(kind: str, most: int, files: dict[str, str]) -> None:
    loaded = imported("check", files[kind], *UNLIMITED)
    assert not loaded & (HEAVY | ARCHIVES | ASKED_FOR_ERRORS | OPENSSL | {"yaml", "json", "html"})
    assert len(ours(loaded)) <= most


@pytest.mark.parametrize(("beside", "said"), [("time", ""), ("threading", "ended in order")])
def test_a_process_leaves_at_once_where_nothing_else_runs_in_it(beside: str, said: str) -> None:
    program = (
        f"import atexit, {beside}, verifier.__main__; atexit.register(print, 'ended in order'); verifier.__main__.run()"
    )
    done = subprocess.run([sys.executable, "-c", program, "--version"], cwd=ROOT, capture_output=True, text=True)  # noqa: S603, PLW1510 - our own words
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, [said] if said else [])
