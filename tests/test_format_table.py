"""An output format is one module, one row of FORMATS, one row of the README's table and one test of its contents."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests import test_cases, test_documents, test_formats, test_parquet
from verifier.cli import main
from verifier.commands import compare, coverage, origins
from verifier.report.formats import FORMATS, OF_BYTES, Format

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
RIGHT = str(CASES / "agrees" / "product-of-exact-matrices.yaml")
WRONG = str(CASES / "contradicted" / "slip-carried-on.yaml")

TESTS: dict[str, Callable[..., None]] = {
    "text": test_cases.test_the_whole_output_is_as_expected,
    "json": test_documents.test_json_of_every_case_follows_the_schema,
    "csv": test_formats.test_csv_has_a_row_for_each_number_and_says_of_it_what_the_json_says,
    "markdown": test_formats.test_markdown_shows_each_erratum_with_its_statement_line_and_corrections,
    "github": test_formats.test_annotations_are_the_findings_with_errors_first,
    "sarif": test_formats.test_sarif_has_a_result_for_each_finding,
    "junit": test_formats.test_junit_has_a_case_for_each_stage_that_fails_for_its_errata_and_likely_errors,
    "parquet": test_parquet.test_parquet_has_the_rows_of_csv,
}
"""For each format of `check`, the test that compares its contents with the report."""


def modules(folder: str) -> set[str]:
    """The format modules in a folder of the package, by their full names."""
    return {f"verifier.{folder}.{path.stem}" for path in (ROOT / "verifier" / folder).glob("as_*.py")}


def test_each_module_of_a_format_has_one_row_and_each_row_its_module() -> None:
    every = FORMATS | OF_BYTES
    assert sorted(one.module for one in every.values()) == sorted(modules("report"))
    assert {name: one.module for name, one in every.items()} == {name: f"verifier.report.as_{name}" for name in every}


@pytest.mark.parametrize(
    ("folder", "formats"), [(m.__name__.split(".")[-1], m.FORMATS) for m in (compare, coverage, origins)]
)
def test_the_formats_of_the_other_commands_are_their_modules(folder: str, formats: dict[str, Format]) -> None:
    assert sorted(one.module for one in formats.values()) == sorted(modules(folder))


def test_each_format_has_a_row_in_the_table_of_the_readme() -> None:
    _, _, table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| `--format` | for |\n| --- | --- |\n")
    rows = table.partition("\n\n")[0].splitlines()
    assert [re.findall(r"^\| `([a-z]+)` \| \S", row) for row in rows] == [[name] for name in (*FORMATS, *OF_BYTES)]


def test_each_format_has_a_test_of_its_contents() -> None:
    assert list(TESTS) == [*FORMATS, *OF_BYTES]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a format of `check` that is there for one test: a module of three functions, and a row."""
    (tmp_path / "as_toy.py").write_text(
        "def part(report):\n    return f'{len(report.errata)} {report.document.name}\\n'\n"
        "def broken(path, problems):\n    return f'{len(problems)} problem of {path}\\n'\n"
        "def whole(parts, count):\n    yield from parts\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(FORMATS, "toy", Format("as_toy"))
    return "toy"


def output(capsys: pytest.CaptureFixture[str], arguments: Iterable[str], code: int) -> tuple[str, str]:
    """Standard output and standard error of a command that must leave with *code*, white space as single spaces."""
    assert main(list(arguments)) == code
    out, err = capsys.readouterr()
    return " ".join(out.split()), " ".join(err.split())


def test_a_module_and_a_row_are_all_that_a_new_format_needs(
    toy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output(capsys, ["check", RIGHT, WRONG, "--format", toy], 1)[0] == (
        "0 product-of-exact-matrices 1 slip-carried-on"
    )
    target = tmp_path / "out.txt"
    assert output(capsys, ["check", RIGHT, "--format", toy, "--output", str(target)], 0)[0] == ""
    assert target.read_text() == "0 product-of-exact-matrices\n"
    assert (
        output(capsys, ["check", str(tmp_path / "none"), "--format", toy], 2)[0] == f"1 problem of {tmp_path / 'none'}"
    )
    help_, _ = output(capsys, ["check", "--help"], 0)
    listed = [*FORMATS, *OF_BYTES]
    assert f"{','.join(listed)}}}" in help_
    assert f"{', '.join(listed[:-1])} or {listed[-1]}" in help_
    _, error = output(capsys, ["check", RIGHT, "--format", "toi"], 2)
    assert "did you mean toy?" in error


def test_without_its_row_the_format_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    _, error = output(capsys, ["check", RIGHT, "--format", "toy"], 2)
    assert "invalid choice: 'toy'" in error
    assert all(name in error for name in FORMATS)
