"""A large block in a file beside its document is read as if it stood there, or refused at its own place."""

import re
from pathlib import Path

import pytest

from tests.tables import each
from verifier.document.model import Document
from verifier.document.reader import DocumentError, read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render as as_json

HEAD = "document: small\ntitle: A small document\nstages:\n"
STAGES = HEAD + "  - name: X\n    {x}\n  - name: Y\n    formula: X + X\n    {y}\n"


def document(tmp_path: Path, x: str, y: str = "printed: 1.4 2.2") -> Document:
    path = tmp_path / "small.yaml"
    path.write_text(STAGES.format(x=x, y=y), encoding="utf-8")
    return read(str(path), signatures())


def problems(tmp_path: Path, x: str) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        document(tmp_path, x)
    return [str(problem).split("\n")[0].removeprefix(f"{tmp_path}/") for problem in caught.value.problems]


@pytest.mark.parametrize("table", ["0.70,1.10\n", "0.70, 1.10", "\n 0.70 ,1.10\r\n\n"])
def test_numbers_keep_their_digits_and_are_judged_alike(tmp_path: Path, table: str):
    (tmp_path / "x.csv").write_text(table, encoding="utf-8", newline="")
    there = document(tmp_path, "file: x.csv")
    here = document(tmp_path, "printed: 0.70 1.10")
    block = there.by_name["X"].printed
    assert block is not None
    assert [cell.text for *_, cell in block.shown()] == ["0.70", "1.10"]
    assert {(cell.line, cell.column) for *_, cell in block.shown()} == {(5, 11)}
    assert without_places(as_json([check(there)])) == without_places(as_json([check(here)]))


def without_places(text: str) -> str:
    return re.sub(r'"(line|at)": (\d+|\[\d+, \d+\])', "", text)


def test_a_computed_block_may_stand_beside_too(tmp_path: Path):
    (tmp_path / "y.csv").write_text("1.4,2.4\n", encoding="utf-8")
    report = check(document(tmp_path, "printed: 0.70 1.10", "file: y.csv"))
    assert [cell.verdict.value for cell in report.by_name["Y"].cells] == ["agrees", "contradicted"]


def test_elided_cells_are_written_alike(tmp_path: Path):
    (tmp_path / "x.csv").write_text("0.7,?\n", encoding="utf-8")
    block = document(tmp_path, "file: x.csv").by_name["X"].printed
    assert block is not None
    assert block.cells[1] is None


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("1,2\n3\n", "x.csv:2:1: error: 2 cells, as in the first row, found 1 [ragged-matrix]"),
        ("1,\n", "x.csv:1:3: error: a number, as 0.70, -3, 1E-4 or 1x10^-4, found '' [bad-number]"),
        ("1, zwei\n", "x.csv:1:4: error: a number, as 0.70, -3, 1E-4 or 1x10^-4, found 'zwei' [bad-number]"),
        ("\n\n", "x.csv:1:1: error: a row of numbers at least, found none [empty-block]"),
    ],
)
def test_a_bad_table_is_refused_at_its_own_place(tmp_path: Path, table: str, said: str):
    (tmp_path / "x.csv").write_text(table, encoding="utf-8")
    assert problems(tmp_path, "file: x.csv") == [said]


def test_a_missing_table_says_so(tmp_path: Path):
    assert problems(tmp_path, "file: x.csv") == ["x.csv:1:1: error: file not found [missing-file]"]


@each("name", ["../x.csv", "/etc/passwd", "sub/x.csv", "x.txt", ".csv", "..csv"])
def test_only_a_table_beside_the_document_is_read(tmp_path: Path, name: str):
    must = "small.yaml:5:11: error: the name of a .csv or .npy file beside the document, without folders, found"
    assert problems(tmp_path, f"file: {name}") == [f"{must} '{name}' [bad-table]"]


def test_the_cells_beside_a_document_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verifier.document.block_files.MAX_CELLS", 3)
    (tmp_path / "x.csv").write_text("1,2\n3,4\n", encoding="utf-8")
    assert problems(tmp_path, "file: x.csv") == [
        "x.csv:2:1: error: at most 3 cells beside a document, found more [too-many-cells]"
    ]
