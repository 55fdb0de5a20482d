"""Drafts: tiny authors' files in `cases/drafts`, each named after its situation, with the whole output beside it.

Beside each stands what `draft` says of it, and the file as `draft --write --questions` leaves it.
`python -m tests.test_drafts` writes both anew, for a reader to look through before they are committed.
"""

import sys
from pathlib import Path

import pytest

from tests.calling import called
from tests.reports import CASES
from tests.tables import each
from verifier.drafts.drafting import drafts
from verifier.sources.formats import format_of, read_outline

DRAFTS = CASES / "drafts"
FILES = sorted(path for path in DRAFTS.iterdir() if path.suffix not in (".expected", ".written"))

pytestmark = pytest.mark.usefixtures("shared_reports")


def name_of(path: object) -> str:
    assert isinstance(path, Path)
    return path.name


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}.{suffix}")


def transcript(path: Path) -> str:
    return called("draft", path.name, folder=path.parent).transcript


def written(path: Path, folder: Path, *options: str) -> str:
    """The text of a file in which accepted drafts were written."""
    copy = folder / path.name
    copy.write_bytes(path.read_bytes())
    assert called("draft", path.name, "--write", *options, folder=folder).code == 0
    return copy.read_bytes().decode()


@each("path", FILES, ids=name_of)
def test_the_whole_output_is_as_expected(path: Path) -> None:
    assert transcript(path) == beside(path, "expected").read_text(encoding="utf-8")


@each("path", FILES, ids=name_of)
def test_what_is_written_is_as_expected_and_is_written_once(path: Path, tmp_path: Path) -> None:
    text = written(path, tmp_path, "--questions")
    assert text == beside(path, "written").read_bytes().decode()
    assert called("draft", path.name, "--write", "--questions", folder=tmp_path).code == 0
    assert (tmp_path / path.name).read_bytes().decode() == text


@each("path", FILES, ids=name_of)
def test_only_comments_are_written(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes().decode().splitlines(keepends=True)
    after = written(path, tmp_path, "--questions").splitlines(keepends=True)
    added = [line for line in after if "verify:" in line and line not in before]
    assert [line for line in after if line not in added] == before


@each("path", FILES, ids=name_of)
def test_what_is_not_accepted_accuses_nobody(path: Path) -> None:
    assert called("check", path.name, folder=path.parent).code == 0


@each("path", FILES, ids=name_of)
def test_what_is_above_the_bar_and_fits_in_all_cells_is_right(path: Path, tmp_path: Path) -> None:
    whole = all(draft.link.is_whole for draft in drafts(read_outline(str(path), format_of(str(path)) or ""))[1])
    written(path, tmp_path, "--accept-all")
    assert not whole or called("check", path.name, folder=tmp_path).code == 0


if __name__ == "__main__":
    for file in FILES:
        beside(file, "expected").write_text(transcript(file), encoding="utf-8")
        folder = Path(sys.argv[1])
        beside(file, "written").write_bytes(written(file, folder, "--questions").encode())
