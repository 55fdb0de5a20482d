"""The corpus of tiny documents: each is named after its situation, in the folder of its verdict.

Beside `name.yaml` stands `name.expected`: what `verifier check name.yaml` writes to standard
output, then to standard error, then its exit code. `python -m tests.test_cases` writes them anew,
for a reader to look through before they are committed.
"""

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from verifier.cli import main

CASES = Path(__file__).parent / "cases"
FOLDERS = ("agrees", "tolerated", "contradicted", "undecided")
DOCUMENTS = sorted(path for folder in FOLDERS for path in (CASES / folder).glob("*.yaml"))


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Paths in messages are short where the command is run beside the file."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(path: Path, *options: str) -> tuple[str, str, int]:
    """Standard output, standard error and exit code of `check` on a document."""
    out, err = io.StringIO(), io.StringIO()
    with working_in(path.parent), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["check", path.name, *options])
    return out.getvalue(), without_progress(err.getvalue()), code


def without_progress(told: str) -> str:
    """What is said on standard error whatever the machine's pace."""
    return "".join(line for line in told.splitlines(keepends=True) if not line.endswith(" ...\n"))


def transcript(path: Path) -> str:
    """Everything that a user sees, as the expected files hold it."""
    out, err, code = run(path)
    return f"{out}--\n{err}-- exit code {code}\n"


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_the_whole_output_is_as_expected(path: Path) -> None:
    assert transcript(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_the_folder_names_the_worst_verdict_of_the_document(path: Path) -> None:
    report = json.loads(run(path, "--format", "json")[0])
    worst = next(
        verdict
        for verdict in ("contradicted", "undecided", "tolerated", "agrees")
        if any(stage["verdict"] == verdict for stage in report["stages"])
    )
    assert worst == path.parent.name


def test_every_folder_has_its_cases() -> None:
    assert {path.parent.name for path in DOCUMENTS} == set(FOLDERS)


if __name__ == "__main__":
    for document in DOCUMENTS:
        document.with_suffix(".expected").write_text(transcript(document), encoding="utf-8")
        sys.stdout.write(f"{name_of(document)}\n")
