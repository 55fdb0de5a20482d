"""Parquet for a corpus: the same rows as CSV, piece by piece, in a file alone."""

import csv
import io
from pathlib import Path

import pytest

from tests.calling import called

CASES = Path(__file__).parent / "cases"
PATHS = [str(CASES / name) for name in ("contradicted/slip-carried-on.yaml", "agrees/one-number.yaml")]
BROKEN = str(CASES / "unreadable" / "ragged-rows.yaml")


def rows_in(folder: Path, *options: str) -> list[dict[str, object]]:
    """The rows that the command writes."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: no Parquet is written")
    path = folder / "out.parquet"
    assert called("check", *PATHS, BROKEN, "--format", "parquet", "--output", str(path), *options).code == 2
    rows: list[dict[str, object]] = parquet.read_table(path).to_pylist()
    return rows


def test_parquet_has_the_rows_of_csv(tmp_path: Path) -> None:
    rows = rows_in(tmp_path)
    table = csv.DictReader(io.StringIO(called("check", *PATHS, BROKEN, "--format", "csv").out))
    shown = [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
    assert shown == [{name: text.removeprefix("'") for name, text in row.items()} for row in table]
    assert all(isinstance(row["row"], int) and isinstance(row["printed"], str) for row in rows)
    assert {row["erratum"] for row in rows} > {None}


def test_parquet_is_the_same_in_small_groups_and_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_in(tmp_path)
    monkeypatch.setattr("verifier.report.as_parquet._ROWS", 1)
    assert rows_in(tmp_path, "--jobs", "2") == rows


def test_parquet_needs_a_file_and_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert "name a file with --output" in called("check", *PATHS, "--format", "parquet").err
    said = called("check", *PATHS, "--format", "parquet", "--output", str(tmp_path / "out"))
    assert (said.out, said.code) == ("", 2)
    assert "needs pyarrow: pip install 'verifier[parquet]'" in said.err
    assert not (tmp_path / "out").exists()
