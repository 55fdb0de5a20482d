"""The corpus of tiny documents: each is named after its situation, in the folder of its verdict.

Beside `name.yaml` stands `name.expected`: what `verifier check name.yaml` writes to standard
output, then to standard error, then its exit code. `python -m tests.test_cases` writes them anew,
for a reader to look through before they are committed.
"""

import sys
from pathlib import Path

import pytest

from tests.effort import LONG
from tests.reports import CASES, DOCUMENTS, FOLDERS, name_of, of_case, run
from tests.tables import each_case

pytestmark = pytest.mark.usefixtures("shared_reports")


@each_case()
def test_the_whole_output_is_as_expected(path: Path) -> None:
    assert run(path).transcript == path.with_suffix(".expected").read_text(encoding="utf-8")


@each_case()
def test_the_folder_names_the_worst_verdict_of_the_document(path: Path) -> None:
    verdicts = {stage.verdict.value for stage in of_case(path).stages}
    worst = next(verdict for verdict in ("contradicted", "undecided", "tolerated", "agrees") if verdict in verdicts)
    assert worst == path.parent.name


def test_what_is_left_to_full_runs_exists() -> None:
    names = set(map(name_of, DOCUMENTS)) | {path.name for path in (CASES / "reading").iterdir()}
    assert set(LONG) <= names


def test_every_folder_has_its_cases() -> None:
    assert {path.parent.name for path in DOCUMENTS} == set(FOLDERS)


if __name__ == "__main__":
    for document in DOCUMENTS:
        document.with_suffix(".expected").write_text(run(document).transcript, encoding="utf-8")
        sys.stdout.write(f"{name_of(document)}\n")
